// Looking ahead as a Python class.
#include "bind_search.h"

#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/vector.h>

#include <cmath>
#include <limits>
#include <optional>
#include <stdexcept>
#include <utility>
#include <vector>

#include "bind_position.h"
#include "deeds.h"

namespace nb = nanobind;
using namespace nb::literals;

namespace fullprime {

namespace {

nb::tuple to_tuple(const Chances& chances) {
    const double* c = chances.of;
    return nb::make_tuple(c[0], c[1], c[2], c[3], c[4], c[5]);
}

// As the rules give it, without what the search has added about the turn.
const Position& position_of(const Ranking& ranking, const Candidate& c) {
    return ranking.turns.empty() ? c.position : ranking.turns[static_cast<size_t>(c.number)].position;
}

std::vector<Position> to_positions(const nb::bytes& bytes) {
    if (bytes.size() % sizeof(Position)) throw std::invalid_argument("a position has 64 bytes");
    std::vector<Position> positions;
    for (size_t at = 0; at < bytes.size(); at += sizeof(Position))
        positions.push_back(to_position(bytes.c_str() + at));
    return positions;
}

using CountAndWindow = std::pair<int, double>;

Settings to_settings(int plies, const std::vector<CountAndWindow>& filters,
                     const CountAndWindow& kept, int threads, int64_t cache,
                     std::optional<int64_t> nodes, std::optional<double> seconds,
                     bool only_choose) {
    Settings settings{plies, {}, {kept.first, kept.second}, threads, cache,
                      nodes.value_or(std::numeric_limits<int64_t>::max()),
                      seconds.value_or(std::numeric_limits<double>::infinity()), only_choose};
    for (const auto& [count, window] : filters) settings.filters.push_back({count, window});
    return settings;
}

}  // namespace

Searcher::Searcher(const Variant& v, const Net& net, const Net* pruner, nb::object open_table,
                   nb::object open_cube_table, const Settings& settings)
    : open_table_(std::move(open_table)),
      open_cube_table_(std::move(open_cube_table)),
      search_(v, net, pruner,
              {[this] { return open<Table>(open_table_, table_); },
               [this] { return open<CubeTable>(open_cube_table_, cube_table_); }},
              settings) {}

// Called by whichever thread comes first to a race at home.
template <class Opened>
auto Searcher::open(const nb::object& opener, nb::object& kept)
    -> decltype(&std::declval<const Opened&>().bearoff()) {
    nb::gil_scoped_acquire acquire;
    kept = opener();
    return kept.is_none() ? nullptr : &nb::cast<const Opened&>(kept).bearoff();
}

nb::tuple Searcher::plays(nb::bytes position, int a, int b, const Six& mine, const Six& theirs,
                          const CubeStakes* cube, Holder holder, int level) {
    const Position p = to_position(position);
    die(a);
    die(b);
    const Worths worths = to_worths(mine, theirs, cube, {holder, level});
    const Ranking ranking = released([&] { return search_.plays(p, a, b, worths); });
    nb::list candidates;
    for (const Candidate& c : ranking.candidates)
        candidates.append(nb::make_tuple(c.number, to_bytes(position_of(ranking, c)),
                                         to_tuple(c.chances), c.worth, c.plies));
    return nb::make_tuple(candidates, ranking.finished);
}

nb::tuple Searcher::turns(nb::bytes start, nb::bytes now, int a, int b,
                          const std::vector<std::vector<int>>& batches, int head, bool bonus,
                          bool names, const Six& mine, const Six& theirs, const CubeStakes* cube,
                          Holder holder, int level, int width, int plies) {
    const Variant& v = search_.variant();
    if (v.geometry == Geometry::ring16)
        throw std::invalid_argument("on the ring a roll is played as a whole");
    Begun begun{to_position(start), to_position(now), {}, names && names_doublet(v, die(a), die(b)),
                a, die(b)};
    if (batches.empty() || batches.size() > BATCHES_IN_TURN)
        throw std::invalid_argument("expected 1 to 7 batches");
    for (const auto& numbers : batches)
        begun.turn.batches[begun.turn.length++] = to_batch(numbers);
    begun.turn.head = in_range(head, 0, 255);
    begun.turn.bonus = bonus;
    const Worths worths = to_worths(mine, theirs, cube, {holder, level});
    const Ranking ranking = released([&] { return search_.turns(begun, width, worths, plies); });
    nb::list rows;
    for (const Candidate& c : ranking.candidates) {
        const WholeTurn& turn = ranking.turns[static_cast<size_t>(c.number)];
        rows.append(nb::make_tuple(
            to_bytes(turn.position), nb::bytes(turn.steps.data(), turn.steps.size() * sizeof(Step)),
            to_bytes(turn.first), turn.named, turn.again, to_tuple(c.chances), c.worth, c.plies));
    }
    return nb::make_tuple(rows, ranking.finished);
}

nb::list Searcher::evaluate(nb::bytes bytes, const Six& mine, const Six& theirs) {
    const std::vector<Position> rollers = to_positions(bytes);
    const Worths worths = to_worths(mine, theirs, nullptr, {});
    nb::list answers;
    const auto found = released([&] { return search_.evaluate(rollers, worths); });
    for (const Outlook& outlook : found) answers.append(to_tuple(outlook.chances));
    return answers;
}

nb::tuple Searcher::outlook(nb::bytes position, const Six& mine, const Six& theirs,
                            const CubeStakes& cube, Holder holder, int level) {
    const Position roller = to_position(position);
    const Worths worths = to_worths(mine, theirs, &cube, {holder, level});
    const Outlook found = released([&] { return search_.evaluate({&roller, 1}, worths)[0]; });
    return nb::make_tuple(to_tuple(found.chances), found.kept);
}

nb::list Searcher::deeds(nb::bytes bytes, const Six& mine) {
    const std::vector<Position> rollers = to_positions(bytes);
    const Chances worths = to_chances(mine);
    std::vector<RollDeeds> found(rollers.size() * ROLLS);
    released([&] {
        Workspace w;
        for (size_t i = 0; i < rollers.size(); ++i)
            reply_deeds(search_.replier(), rollers[i], worths, &found[i * ROLLS], w);
        return true;
    });
    nb::list answers;
    for (size_t i = 0; i < rollers.size(); ++i) {
        nb::list rolls;
        for (size_t roll = i * ROLLS; roll < (i + 1) * ROLLS; ++roll) {
            const auto& [best, worth, done, can, without] = found[roll];
            rolls.append(nb::make_tuple(to_bytes(best), worth, done, can,
                                        std::vector<double>(without, without + deed::COUNT)));
        }
        answers.append(rolls);
    }
    return answers;
}

std::pair<double, double> Searcher::life(nb::bytes position, const Six& chances) {
    const CubeLife found = search_.replier().life(to_position(position), to_chances(chances));
    return {found.mine, found.theirs};
}

Worths Searcher::to_worths(const Six& mine, const Six& theirs, const CubeStakes* cube,
                           const Held& held) {
    return {to_chances(mine), to_chances(theirs), cube ? search_.cube(*cube) : nullptr, held};
}

}  // namespace fullprime

using namespace fullprime;

void bind_search(nb::module_& m) {
    nb::class_<Searcher>(m, "Search", "Looks ahead over a net; see search.h.")
        .def("__init__",
             [](Searcher* self, const Variant& v, const Net& net, const Net* pruner,
                nb::object open_table, nb::object open_cube_table, int plies,
                const std::vector<CountAndWindow>& filters, const CountAndWindow& kept, int threads, int64_t cache,
                std::optional<int64_t> nodes, std::optional<double> seconds, bool only_choose) {
                 new (self) Searcher(v, net, pruner, std::move(open_table),
                                     std::move(open_cube_table),
                                     to_settings(plies, filters, kept, threads, cache, nodes,
                                                 seconds, only_choose));
             },
             "variant"_a, "net"_a, "pruner"_a.none(), "open_table"_a, "open_cube_table"_a,
             "plies"_a, "filters"_a,
             "kept"_a, "threads"_a, "cache"_a, "nodes"_a.none() = nb::none(),
             "seconds"_a.none() = nb::none(), "only_choose"_a = false,
             nb::keep_alive<1, 3>(), nb::keep_alive<1, 4>(),
             nb::sig("def __init__(self, variant: Variant, net: Net, pruner: Net | None, "
                     "open_table: collections.abc.Callable[[], Bearoff | None], "
                     "open_cube_table: collections.abc.Callable[[], CubeBearoff | None], "
                     "plies: int, "
                     "filters: collections.abc.Sequence[tuple[int, float]], "
                     "kept: tuple[int, float], threads: int, cache: int, "
                     "nodes: int | None = None, seconds: float | None = None, "
                     "only_choose: bool = False) -> None"))
        .def("plays", &Searcher::plays, "position"_a, "first"_a, "second"_a, "mine"_a, "theirs"_a,
             "cube"_a.none() = nb::none(), "holder"_a = Holder::nobody, "level"_a = 0,
             nb::sig("def plays(self, position: bytes, first: int, second: int, "
                     "mine: collections.abc.Sequence[float], "
                     "theirs: collections.abc.Sequence[float], cube: CubeStakes | None = None, "
                     "holder: Holder = ..., level: int = 0) -> "
                     "tuple[list[tuple[int, bytes, tuple[float, float, float, float, float, "
                     "float], float, int]], bool]"),
             "The plays of a roll, best first: number, position, chances, worth, plies; and "
             "whether it was finished, or stopped by a limit. Worths are those of each class, to "
             "each side as it sees them.")
        .def("turns", &Searcher::turns, "start"_a, "now"_a, "first"_a, "second"_a, "batches"_a,
             "head"_a, "bonus"_a, "names"_a, "mine"_a, "theirs"_a, "cube"_a.none() = nb::none(),
             "holder"_a = Holder::nobody, "level"_a = 0, "width"_a = ASKED_WIDTH,
             "plies"_a = MOST_PLIES,
             nb::sig("def turns(self, start: bytes, now: bytes, first: int, second: int, "
                     "batches: collections.abc.Sequence[collections.abc.Sequence[int]], head: int, "
                     "bonus: bool, names: bool, mine: collections.abc.Sequence[float], "
                     "theirs: collections.abc.Sequence[float], cube: CubeStakes | None = None, "
                     "holder: Holder = ..., level: int = 0, width: int = 200, plies: int = 3) -> "
                     "tuple[list[tuple[bytes, bytes, bytes, int, bool, tuple[float, float, float, "
                     "float, float, float], float, int]], bool]"),
             "What is left of a turn of several stages, the best first: position, steps, position "
             "after the batch at hand, doublet named on the way, whether it earns another turn, "
             "chances, worth, plies; and whether it was finished.")
        .def("evaluate", &Searcher::evaluate, "positions"_a, "mine"_a, "theirs"_a,
             nb::sig("def evaluate(self, positions: bytes, "
                     "mine: collections.abc.Sequence[float], "
                     "theirs: collections.abc.Sequence[float]) -> "
                     "list[tuple[float, float, float, float, float, float]]"),
             "The chances of the side about to roll; positions of 64 bytes each.")
        .def("outlook", &Searcher::outlook, "position"_a, "mine"_a, "theirs"_a, "cube"_a,
             "holder"_a, "level"_a = 0,
             nb::sig("def outlook(self, position: bytes, mine: collections.abc.Sequence[float], "
                     "theirs: collections.abc.Sequence[float], cube: CubeStakes, "
                     "holder: Holder, level: int = 0) -> "
                     "tuple[tuple[float, float, float, float, float, float], CubeValues]"),
             "The chances of the side about to roll, and what it has if it does not double now.")
        .def("deeds", &Searcher::deeds, "positions"_a, "mine"_a,
             nb::sig("def deeds(self, positions: bytes, mine: collections.abc.Sequence[float]) -> "
                     "list[list[tuple[bytes, float, int, int, list[float]]]]"),
             "What the turns of each of the 21 rolls can do, position by position: where the best "
             "turn leads, "
             "its worth by the bare net, what it does, what some turn does, and what the best turn "
             "is worth that does not.")
        .def("life", &Searcher::life, "position"_a, "chances"_a,
             nb::sig("def life(self, position: bytes, chances: collections.abc.Sequence[float]) -> "
                     "tuple[float, float]"),
             "How live the cube is in the hands of the side about to roll and of the other.")
        .def("cancel", &Searcher::cancel, "Stops what is being looked at now.");
}
