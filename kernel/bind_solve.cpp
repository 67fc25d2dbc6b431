// Solved games as Python classes: the solvers sweep by sweep, and the tables that come out.
#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
#include <nanobind/stl/vector.h>

#include <cstring>
#include <stdexcept>
#include <vector>

#include "bind_bearoff.h"
#include "bind_chances.h"
#include "bind_position.h"
#include "bind_search.h"
#include "match_solve.h"
#include "solve.h"

namespace nb = nanobind;
using namespace nb::literals;
using namespace fullprime;

namespace {

constexpr int MOST_THREADS = 256;

using View = nb::ndarray<nb::memview, const uint8_t, nb::ndim<1>>;
using Rows = nb::ndarray<const uint8_t, nb::ndim<2>, nb::c_contig, nb::device::cpu>;
using Numbers = nb::ndarray<nb::numpy, double, nb::ndim<2>>;

int checked(int threads) {
    if (threads < 1 || threads > MOST_THREADS)
        throw std::invalid_argument("threads are 1 to 256");
    return threads;
}

View view(nb::handle self, const uint8_t* data, size_t size) { return View(data, {size}, self); }

template <class Of>
nb::list parts_of(nb::object self) {
    nb::list found;
    for (const auto& part : nb::cast<Of&>(self).parts())
        found.append(view(self, part.data(), part.size()));
    return found;
}

template <class Of>
void restore(Of& solver, Solver::Stage stage, const TableBytes& kept) {
    if (stage == Solver::Stage::done) throw std::invalid_argument("nothing is left to solve");
    solver.put_to(stage);
    size_t size = 0;
    for (const auto& part : solver.parts()) size += part.size();
    if (size != kept.size())
        throw std::invalid_argument("these parts belong to another game or stage");
    const uint8_t* from = kept.data();
    for (const auto& part : solver.parts()) {
        std::memcpy(part.data(), from, part.size());
        from += part.size();
    }
}

// A table and the memory that it lies in.
class SolvedTable {
   public:
    SolvedTable(const Variant& v, TableBytes bytes)
        : bytes_(checked_bytes(v, bytes)), solved_(v.checkers, bytes_.data()) {}

    Six chances(nb::bytes position) const {
        const Chances found = at(to_position(position)).chances();
        Six six;
        for (size_t c = 0; c < CLASSES; ++c) six[c] = found.of[c];
        return six;
    }

    // For money, by who owns the cube.
    CubeValues kept(nb::bytes position, bool jacoby) const {
        const SolvedCube found = at(to_position(position)).cube();
        CubeValues values{jacoby ? found.jacoby : found.centred, {}, {}};
        values.mine[0] = found.owned;
        values.theirs[0] = found.against;
        return values;
    }

    // Six chances and four equities of each position.
    Numbers numbers(Rows positions) const {
        if (positions.shape(1) != sizeof(Position))
            throw std::invalid_argument("a position has 64 bytes");
        constexpr size_t WIDTH = CLASSES + SolvedRecord::EQUITIES;
        const size_t count = positions.shape(0);
        double* data = new double[count * WIDTH];
        nb::capsule owner(data, [](void* p) noexcept { delete[] static_cast<double*>(p); });
        for (size_t i = 0; i < count; ++i) {
            const uint8_t* from = positions.data() + i * sizeof(Position);
            const SolvedRecord record = at(to_position(reinterpret_cast<const char*>(from)));
            const Chances chances = record.chances();
            const SolvedCube cube = record.cube();
            double* to = std::copy(chances.of, chances.of + CLASSES, data + i * WIDTH);
            for (double equity : {cube.owned, cube.centred, cube.jacoby, cube.against})
                *to++ = equity;
        }
        return Numbers(data, {count, WIDTH}, owner);
    }

   private:
    static TableBytes checked_bytes(const Variant& v, const TableBytes& bytes) {
        if (!can_solve(v) || bytes.size() != solved_size(v.checkers))
            throw std::invalid_argument("these bytes are no table of that game");
        return bytes;
    }

    SolvedRecord at(const Position& p) const {
        if (!solved_.knows(p))
            throw std::invalid_argument("that many checkers are not in the table");
        return solved_.at(p);
    }

    TableBytes bytes_;
    Solved solved_;
};

// The same of a match score.
class MatchSolvedTable {
   public:
    MatchSolvedTable(const Variant& v, size_t lanes, TableBytes bytes)
        : lanes_(lanes), bytes_(checked_bytes(v, lanes, bytes)), arrangements_(v.checkers) {}

    std::vector<double> worths(nb::bytes position) const {
        const Position p = to_position(position);
        if (!arrangements_.knows(p.mover) || !arrangements_.knows(p.other))
            throw std::invalid_argument("that many checkers are not in the table");
        const size_t row = arrangements_.index(p.mover) * arrangements_.size();
        const size_t at = (row + arrangements_.index(p.other)) * LaneRecord::size(lanes_);
        std::vector<double> found(lanes_);
        for (size_t l = 0; l < lanes_; ++l) found[l] = LaneRecord::get(bytes_.data() + at, l);
        return found;
    }

   private:
    static TableBytes checked_bytes(const Variant& v, size_t lanes, const TableBytes& bytes) {
        if (!can_solve(v) || bytes.size() != match_solved_size(v.checkers, lanes))
            throw std::invalid_argument("these bytes are no table of that game and score");
        return bytes;
    }

    size_t lanes_;
    TableBytes bytes_;
    Arrangements arrangements_;
};

std::vector<CubeLane> checked(const std::vector<CubeLane>& lanes) {
    const int count = static_cast<int>(lanes.size());
    if (!is_lane_count(lanes.size()))
        throw std::invalid_argument("expected 1, 2, 4, 6, 8 or 12 states of the cube");
    std::vector<bool> shown(lanes.size());
    for (const CubeLane& lane : lanes) {
        if (lane.taken < -1 || lane.taken >= count || lane.seen < 0 || lane.seen >= count)
            throw std::invalid_argument("a state of the cube leads to one that is not there");
        if (shown[static_cast<size_t>(lane.seen)])
            throw std::invalid_argument("two states of the cube look the same to the other side");
        shown[static_cast<size_t>(lane.seen)] = true;
        for (double worth : lane.worths.of)
            if (std::abs(worth) > 1)
                throw std::invalid_argument("what a result is worth lies between -1 and 1");
    }
    return lanes;
}

// What both solvers have in common.
template <class Of>
void bind_sweeps(nb::class_<Of>& solver) {
    solver.def_prop_ro("stage", &Of::stage)
        .def("sweep",
             [](Of& self, int threads) {
                 return released([&] { return self.sweep(checked(threads)); });
             },
             "threads"_a,
             "Renews every position once; the largest change, in points or as a chance.")
        .def("advance",
             [](Of& self, int threads) {
                 released([&] { self.advance(checked(threads)); });
             },
             "threads"_a, "Ends the stage and begins the next one.")
        .def_prop_ro("parts", &parts_of<Of>,
                     nb::for_getter(nb::sig("def parts(self) -> list[memoryview]")),
                     "All that is known so far, as it lies in memory.")
        .def("restore", &restore<Of>, "stage"_a, "parts"_a,
             nb::sig("def restore(self, stage: SolveStage, parts: bytes | memoryview) -> None"),
             "Goes on from the parts, one after the other, of a solver of that game and stage.")
        .def_prop_ro("table",
                     [](nb::object self) {
                         const std::vector<uint8_t>& table = nb::cast<Of&>(self).table();
                         return view(self, table.data(), table.size());
                     },
                     nb::for_getter(nb::sig("def table(self) -> memoryview")),
                     "The bytes of the table, complete when all stages are done.");
}

}  // namespace

void bind_solve(nb::module_& m) {
    m.def("can_solve", &can_solve, "variant"_a, "Is this game small enough to be solved?");
    nb::enum_<Solver::Stage>(m, "SolveStage", "What is solved, one after the other.")
        .value("plays", Solver::Stage::plays)
        .value("chances", Solver::Stage::chances)
        .value("cube", Solver::Stage::cube)
        .value("done", Solver::Stage::done);
    nb::class_<Solver> solver(m, "Solver", "Solves a small game, sweep by sweep.");
    solver.def("__init__",
               [](Solver* self, const Variant& v) {
                   if (!can_solve(v)) throw std::invalid_argument("that game cannot be solved");
                   released([&] { new (self) Solver(v); });
               },
               "variant"_a);
    bind_sweeps(solver);
    nb::class_<CubeLane>(m, "CubeLane", "A state of the cube at a match score, seen by one side.")
        .def("__init__",
             [](CubeLane* self, const Six& worths, int taken, int seen) {
                 new (self) CubeLane{to_chances(worths), taken, seen};
             },
             "worths"_a, "taken"_a, "seen"_a,
             "worths: of the results, -1 to 1; taken: the lane after a double of this side, -1: "
             "none; seen: the lane in which the other side sees this cube.");
    nb::class_<MatchSolver> at_score(m, "MatchSolver",
                                     "Solves a small game at a match score, sweep by sweep.");
    at_score.def("__init__",
                 [](MatchSolver* self, const Variant& v, const std::vector<CubeLane>& lanes) {
                     if (!can_solve(v)) throw std::invalid_argument("that game cannot be solved");
                     const std::vector<CubeLane> sound = checked(lanes);
                     released([&] { new (self) MatchSolver(v, sound); });
                 },
                 "variant"_a, "lanes"_a);
    bind_sweeps(at_score);
    nb::class_<SolvedTable>(m, "Solved", "The table of a solved game; the bytes stay in use.")
        .def(nb::init<const Variant&, TableBytes>(), "variant"_a, "data"_a,
             nb::sig("def __init__(self, variant: Variant, data: bytes | memoryview) -> None"))
        .def("chances", &SolvedTable::chances, "position"_a,
             "Of the side to roll, when both play for the best result without the cube.")
        .def("kept", &SolvedTable::kept, "position"_a, "jacoby"_a,
             "For money: what the side to roll has if it does not double now.")
        .def("numbers", &SolvedTable::numbers, "positions"_a,
             nb::sig("def numbers(self, positions: numpy.typing.NDArray[numpy.uint8]) -> "
                     "numpy.typing.NDArray[numpy.float64]"),
             "Of positions [n, 64]: six chances, and the equities of a side that does not double "
             "now with a cube of its own, in the middle, there with the Jacoby rule, and against "
             "it.");
    nb::class_<MatchSolvedTable>(m, "MatchSolved",
                                 "The table of a game solved at a match score.")
        .def(nb::init<const Variant&, size_t, TableBytes>(), "variant"_a, "lanes"_a, "data"_a,
             nb::sig("def __init__(self, variant: Variant, lanes: int, data: bytes | memoryview) "
                     "-> None"))
        .def("worths", &MatchSolvedTable::worths, "position"_a,
             "Of the side to roll if it does not double now, lane by lane: -1 to 1.");
}
