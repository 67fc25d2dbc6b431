// The doubling cube as Python classes.
#include <nanobind/nanobind.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/vector.h>

#include <optional>
#include <stdexcept>
#include <vector>

#include "bind_chances.h"
#include "bind_position.h"
#include "cube.h"
#include "cube_life.h"

namespace nb = nanobind;
using namespace nb::literals;
using namespace fullprime;

namespace {

// mine, theirs: may this side, or the other, double from each level?
CubeStakes to_stakes(const Six& centred, const std::vector<Six>& owned, bool money,
                     const std::vector<bool>& mine, const std::vector<bool>& theirs) {
    const size_t levels = owned.size();
    if (levels < 1 || levels > MOST_LEVELS || mine.size() != levels || theirs.size() != levels)
        throw std::invalid_argument("a cube has 1 to 8 values, each with worths and two rights");
    if (!money && (mine.back() || theirs.back()))
        throw std::invalid_argument("nobody can double from the last value of the cube");
    if (money && levels != 1)
        throw std::invalid_argument("for money one value of the cube says it all");
    CubeStakes stakes{to_chances(centred), {}, static_cast<int>(levels), money, {}};
    for (size_t k = 0; k < levels; ++k) {
        stakes.owned[k] = to_chances(owned[k]);
        stakes.may[0][k] = mine[k];
        stakes.may[1][k] = theirs[k];
    }
    return stakes;
}

nb::tuple to_six(const Chances& worths) {
    const double* w = worths.of;
    return nb::make_tuple(w[0], w[1], w[2], w[3], w[4], w[5]);
}

// Something of each level.
template <class Of>
nb::tuple listed(const CubeStakes& stakes, Of of) {
    nb::list levels;
    for (int k = 0; k < stakes.levels; ++k) levels.append(of(k));
    return nb::tuple(levels);
}

}  // namespace

void bind_cube(nb::module_& m) {
    nb::enum_<Holder>(m, "Holder", "Who holds the cube, seen by one side.")
        .value("nobody", Holder::nobody)
        .value("mine", Holder::mine)
        .value("theirs", Holder::theirs);
    nb::class_<CubeStakes>(m, "CubeStakes", "What results are worth, by the value of the cube.")
        .def("__init__",
             [](CubeStakes* self, const Six& centred, const std::vector<Six>& owned, bool money,
                const std::vector<bool>& mine, const std::vector<bool>& theirs) {
                 new (self) CubeStakes(to_stakes(centred, owned, money, mine, theirs));
             },
             "centred"_a, "owned"_a, "money"_a, "mine"_a, "theirs"_a)
        .def_prop_ro("centred", [](const CubeStakes& stakes) { return to_six(stakes.centred); },
                     nb::for_getter(nb::sig("def centred(self) -> tuple[float, float, float, "
                                            "float, float, float]")))
        .def_prop_ro("owned",
                     [](const CubeStakes& stakes) {
                         return listed(stakes, [&](int k) { return to_six(stakes.owned[k]); });
                     },
                     nb::for_getter(nb::sig("def owned(self) -> tuple[tuple[float, float, float, "
                                            "float, float, float], ...]")))
        .def_ro("money", &CubeStakes::money)
        .def_prop_ro("mine",
                     [](const CubeStakes& stakes) {
                         return listed(stakes, [&](int k) { return stakes.may[0][k]; });
                     },
                     nb::for_getter(nb::sig("def mine(self) -> tuple[bool, ...]")))
        .def_prop_ro("theirs",
                     [](const CubeStakes& stakes) {
                         return listed(stakes, [&](int k) { return stakes.may[1][k]; });
                     },
                     nb::for_getter(nb::sig("def theirs(self) -> tuple[bool, ...]")))
        .def("flipped", [](const CubeStakes& stakes) { return flipped(stakes); })
        .def("taken", &taken_double, "kept"_a, "level"_a,
             "What a double from a level is worth when it is taken.")
        .def("best", &doubled_at_best, "kept"_a,
             "What the side to roll has when it may double first.")
        .def("kept",
             [](const CubeStakes& stakes, const Six& chances, double life,
                std::optional<double> theirs) {
                 return kept_cube(stakes, to_chances(chances), {life, theirs.value_or(life)});
             },
             "chances"_a, "life"_a, "theirs"_a.none() = nb::none(),
             "What the side to roll has if it does not double now, given how live the cube is, "
             "from 0 to 1, in its hands and in those of the other side if that is not the same.");
    nb::class_<CubeValues>(m, "CubeValues", "What a position is worth in each state of the cube.")
        .def("__init__",
             [](CubeValues* self, double centred, const std::array<double, MOST_LEVELS>& mine,
                const std::array<double, MOST_LEVELS>& theirs) {
                 CubeValues values{centred, {}, {}};
                 std::copy(mine.begin(), mine.end(), values.mine);
                 std::copy(theirs.begin(), theirs.end(), values.theirs);
                 new (self) CubeValues(values);
             },
             "centred"_a, "mine"_a, "theirs"_a)
        .def_ro("centred", &CubeValues::centred)
        .def_prop_ro("mine", [](const CubeValues& v) {
            return std::vector<double>(v.mine, v.mine + MOST_LEVELS);
        })
        .def_prop_ro("theirs", [](const CubeValues& v) {
            return std::vector<double>(v.theirs, v.theirs + MOST_LEVELS);
        });
    m.def("cube_life",
          [](nb::bytes position) { return cube_life(kind_of(to_position(position))); },
          "position"_a, "How live a cube is in positions of that kind, from 0 to 1.");
    nb::enum_<Kind>(m, "Kind", "Kinds of positions, in words that players use; docs/strength.md.")
        .value("race", Kind::race)
        .value("containment", Kind::containment)
        .value("back", Kind::back)
        .value("contact", Kind::contact);
    m.def("kind_of", [](nb::bytes position) { return kind_of(to_position(position)); },
          "position"_a, "The kind of a position, whoever looks at it.");
}
