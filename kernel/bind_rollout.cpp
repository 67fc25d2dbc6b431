// Rollouts as a Python class.
#include <nanobind/nanobind.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/vector.h>

#include <optional>
#include <utility>
#include <vector>

#include "bind_position.h"
#include "bind_search.h"
#include "rollout.h"
#include "rollout_dice.h"

namespace nb = nanobind;
using namespace nb::literals;
using namespace fullprime;

namespace {

using FromAndSearch = std::pair<int, Searcher*>;

RolloutSettings to_settings(uint64_t seed, const std::vector<FromAndSearch>& phases,
                            std::optional<int> truncate, Searcher* at_the_end, bool less_luck) {
    RolloutSettings settings{seed, {}, truncate.value_or(LONGEST_TRIAL),
                             at_the_end ? &at_the_end->search() : nullptr, less_luck};
    for (const auto& [from, search] : phases)
        settings.phases.push_back({from, search ? &search->search() : nullptr});
    return settings;
}

// A rollout and the searches that it asks.
class Roller {
   public:
    Roller(Searcher& bare, nb::list phases, uint64_t seed, std::optional<int> truncate,
           Searcher* at_the_end, bool less_luck)
        : bare_(bare),
          phases_(phases),
          rollout_(bare.search(),
                   to_settings(seed, nb::cast<std::vector<FromAndSearch>>(phases), truncate,
                               at_the_end, less_luck)) {}

    nb::list trials(nb::bytes position, const Six& mine, const Six& theirs, uint32_t first,
                    uint32_t last, int threads, const CubeStakes* cube, Holder holder, int level,
                    bool may_double) {
        const Worths worths = bare_.to_worths(mine, theirs, cube, {holder, level});
        const Start start{to_position(position), worths, may_double};
        nb::list rows;
        const auto found = released([&] { return rollout_.trials(start, first, last, threads); });
        for (const Trial& trial : found) {
            const double* c = trial.chances.of;
            rows.append(nb::make_tuple(c[0], c[1], c[2], c[3], c[4], c[5], trial.cubeless,
                                       trial.cubeful, trial.plies));
        }
        return rows;
    }

   private:
    Searcher& bare_;
    nb::object phases_;  // lives as long as this does
    Rollout rollout_;
};

}  // namespace

void bind_rollout(nb::module_& m) {
    nb::class_<Roller>(m, "Rollout", "Plays positions on and on; see rollout.h.")
        .def(nb::init<Searcher&, nb::list, uint64_t, std::optional<int>, Searcher*, bool>(),
             "bare"_a, "phases"_a, "seed"_a, "truncate"_a.none() = nb::none(),
             "at_the_end"_a.none() = nb::none(), "less_luck"_a = true, nb::keep_alive<1, 2>(),
             nb::keep_alive<1, 6>(),
             nb::sig("def __init__(self, bare: Search, phases: list[tuple[int, Search | None]], "
                     "seed: int, truncate: int | None = None, at_the_end: Search | None = None, "
                     "less_luck: bool = True) -> None"))
        .def("trials", &Roller::trials, "position"_a, "mine"_a, "theirs"_a, "first"_a, "last"_a,
             "threads"_a = 1, "cube"_a.none() = nb::none(), "holder"_a = Holder::nobody,
             "level"_a = 0, "may_double"_a = true,
             nb::sig("def trials(self, position: bytes, mine: collections.abc.Sequence[float], "
                     "theirs: collections.abc.Sequence[float], first: int, last: int, "
                     "threads: int = 1, cube: CubeStakes | None = None, holder: Holder = ..., "
                     "level: int = 0, may_double: bool = True) -> "
                     "list[tuple[float, float, float, float, float, float, float, float, int]]"),
             "The trials from first to before last: six chances of the side that rolls first, what "
             "they are worth, what the trial is worth with the cube, plies.");
    m.def("rollout_roll",
          [](uint64_t seed, uint32_t trial, uint32_t ply) {
              const Dice dice = rollout_roll(seed, trial, ply);
              return nb::make_tuple(dice.first, dice.second);
          },
          "seed"_a, "trial"_a, "ply"_a,
          nb::sig("def rollout_roll(seed: int, trial: int, ply: int) -> tuple[int, int]"),
          "The dice of one ply of one trial.");
}
