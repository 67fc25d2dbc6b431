// The bear-off tables as a part of the Python module: bytes of a table in, chances or equities
// out.
#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
#include <nanobind/stl/array.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <optional>
#include <stdexcept>
#include <tuple>
#include <vector>

#include "bearoff_cube_make.h"
#include "bearoff_make.h"
#include "bind_bearoff.h"

namespace nb = nanobind;
using namespace nb::literals;
using namespace fullprime;

namespace {

constexpr int MOST_OF_BOTH = 10;       // a quarter of a gigabyte
constexpr int MOST_WITH_THE_CUBE = 8;  // half as much
constexpr int MOST_THREADS = 256;

template <class Make>
nb::bytes made(int threads, Make make) {
    if (threads < 1 || threads > MOST_THREADS)
        throw std::invalid_argument("threads are 1 to 256");
    std::vector<uint8_t> bytes;
    {
        nb::gil_scoped_release release;
        bytes = make();
    }
    return nb::bytes(bytes.data(), bytes.size());
}

nb::bytes make(int alone, int both, int threads) {
    if (both < 0 || both > MOST_OF_BOTH || alone < both || alone > MOST_AT_HOME)
        throw std::invalid_argument("a table has up to 15 checkers alone and up to 10 of both");
    return made(threads, [&] { return make_bearoff(alone, both, threads); });
}

nb::bytes make_with_cube(int checkers, int threads) {
    if (checkers < 0 || checkers > MOST_WITH_THE_CUBE)
        throw std::invalid_argument("a table with the cube has up to 8 checkers of each side");
    return made(threads, [&] { return make_cube_bearoff(checkers, threads); });
}

uint32_t index_of(const HomeCounts& counts, int most) {
    Side side{};
    int checkers = 0;
    for (int p = 1; p <= HOME; ++p) {
        const int count = counts[static_cast<size_t>(p - 1)];
        if (count < 0 || (checkers += count) > most)
            throw std::invalid_argument("that many checkers are not in the table");
        side.count[p] = static_cast<uint8_t>(count);
    }
    return home_index(side);
}

HomeCounts counts_of(uint32_t index) {
    if (index >= home_positions(MOST_AT_HOME))
        throw std::invalid_argument("no position has that number");
    const Side side = home_side(index);
    HomeCounts counts;
    for (int p = 1; p <= HOME; ++p) counts[static_cast<size_t>(p - 1)] = side.count[p];
    return counts;
}

std::vector<Position> to_positions(nb::bytes bytes) {
    if (bytes.size() % sizeof(Position)) throw std::invalid_argument("a position has 64 bytes");
    std::vector<Position> positions(bytes.size() / sizeof(Position));
    const char* from = bytes.c_str();
    for (Position& p : positions) {
        std::memcpy(&p, from, sizeof p);
        from += sizeof p;
    }
    return positions;
}

bool any_race_at_home(const Variant& v, nb::bytes bytes) {
    for (const Position& p : to_positions(bytes))
        if (races_at_home(v, p)) return true;
    return false;
}

}  // namespace

namespace fullprime {

Table::Table(TableBytes bytes) : bytes_(bytes) {
    if (!is_bearoff(bytes.data(), bytes.size()))
        throw std::invalid_argument("these bytes are no bear-off table");
    table_ = bearoff_in(bytes.data());
}

int32_t Table::wins(const HomeCounts& mine, const HomeCounts& theirs) const {
    const size_t row = index_of(mine, table_.both);
    return table_.wins[row * home_positions(table_.both) + index_of(theirs, table_.both)];
}

std::vector<uint32_t> Table::rolls(const HomeCounts& counts) const {
    const HomeRow& row = table_.rows[index_of(counts, table_.alone)];
    std::vector<uint32_t> within;
    for (int rolls = 0; rolls <= row.first + row.length; ++rolls)
        within.push_back(off_within(table_, row, rolls));
    return within;
}

int Table::saves(const HomeCounts& counts) const {
    return table_.rows[index_of(counts, table_.alone)].saves;
}

std::vector<Table::Known> Table::judge(const Variant& v, nb::bytes bytes) const {
    const std::vector<Position> positions = to_positions(bytes);
    std::vector<Known> known(positions.size());
    nb::gil_scoped_release release;
    for (size_t i = 0; i < positions.size(); ++i) {
        RaceChances chances;
        if (fullprime::judge(table_, v, positions[i], chances))
            known[i] = {chances.win, chances.gammon_won, chances.gammon_lost};
    }
    return known;
}

CubeTable::CubeTable(TableBytes bytes) : bytes_(bytes) {
    if (!is_cube_bearoff(bytes.data(), bytes.size()))
        throw std::invalid_argument("these bytes are no bear-off table with the cube");
    table_ = cube_bearoff_in(bytes.data());
}

CubeEquities CubeTable::equities(const HomeCounts& mine, const HomeCounts& theirs) const {
    return CubeEquities(
        table_.at(index_of(mine, table_.checkers), index_of(theirs, table_.checkers)));
}

std::vector<std::optional<CubeEquities>> CubeTable::judge(const Variant& v,
                                                          nb::bytes bytes) const {
    const std::vector<Position> positions = to_positions(bytes);
    std::vector<std::optional<CubeEquities>> known;
    nb::gil_scoped_release release;
    for (const Position& p : positions) known.push_back(cube_equities(table_, v, p));
    return known;
}

}  // namespace fullprime

void bind_bearoff(nb::module_& m) {
    m.def("make_bearoff", &make, "alone"_a, "both"_a, "threads"_a,
          "The bytes of a table: up to so many checkers of one side alone, and of each of both.");
    m.def("bearoff_index", [](const HomeCounts& counts) { return index_of(counts, MOST_AT_HOME); },
          "counts"_a, "The number of a position, given the checkers on points 1 to 6.");
    m.def("bearoff_counts", &counts_of, "index"_a, "The other way round.");
    m.def("any_race_at_home", &any_race_at_home, "variant"_a, "positions"_a,
          "Is one of these positions, 64 bytes each, a race that a full table knows?");
    nb::class_<Table>(m, "Bearoff", "A bear-off table; the bytes stay in use.")
        .def(nb::init<TableBytes>(), "data"_a,
             nb::sig("def __init__(self, data: bytes | memoryview) -> None"))
        .def("wins", &Table::wins, "mine"_a, "theirs"_a,
             "The chance of the side to roll to win, in parts of 36^5.")
        .def("rolls", &Table::rolls, "counts"_a,
             "The chances to be off within 0, 1, 2 ... rolls, in parts of 36^3.")
        .def("saves", &Table::saves, "counts"_a,
             "The throws of 36 with which a checker can be borne off at once.")
        .def("judge", &Table::judge, "variant"_a, "positions"_a,
             "Of positions, 64 bytes each, the mover about to roll: the chances to win, to win a "
             "gammon and to lose one; None where the table does not reach.");

    m.def("make_cube_bearoff", &make_with_cube, "checkers"_a, "threads"_a,
          "The bytes of a table with the cube: up to so many checkers of each side.");
    nb::class_<CubeEquities>(m, "CubeEquities",
                             "What a race is worth to the side to roll, for a cube of one.")
        .def_prop_ro("owned", &CubeEquities::owned, "The roller owns the cube, and may double now.")
        .def_prop_ro("centred", &CubeEquities::centred,
                     "Nobody owns it, and the roller may double now.")
        .def_prop_ro("against", &CubeEquities::against, "The other side owns it.")
        .def_prop_ro("owned_undoubled", &CubeEquities::owned_undoubled,
                     "The roller owns it, but does not double now.")
        .def_prop_ro("centred_undoubled", &CubeEquities::centred_undoubled,
                     "Nobody owns it, and the roller does not double now.")
        .def_prop_ro("double_take", &CubeEquities::double_take,
                     "The roller doubles and the other side takes; a drop is worth 1.");
    nb::class_<CubeTable>(m, "CubeBearoff",
                          "A bear-off table with the cube; the bytes stay in use.")
        .def(nb::init<TableBytes>(), "data"_a,
             nb::sig("def __init__(self, data: bytes | memoryview) -> None"))
        .def("equities", &CubeTable::equities, "mine"_a, "theirs"_a,
             "Given the checkers on points 1 to 6 of the side to roll and of the other.")
        .def("judge", &CubeTable::judge, "variant"_a, "positions"_a,
             "The same of positions, 64 bytes each, the mover about to roll; None where the table "
             "does not reach, and where a gammon is still possible.");
}
