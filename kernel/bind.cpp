// The kernel as a Python module: bytes and arrays in and out, the interpreter released while much
// is done at once. Text and errors for people live in Python.
#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
#include <nanobind/stl/array.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <optional>
#include <stdexcept>
#include <tuple>
#include <vector>

#include "encode.h"
#include "bind_bearoff.h"
#include "bind_position.h"
#include "perft.h"
#include "random.h"
#include "rules.h"

namespace nb = nanobind;
using namespace nb::literals;
using namespace fullprime;

namespace {

using Numbers = std::vector<std::vector<int>>;

constexpr int MOST_DEPTH = 64;
constexpr int LONGEST_WAY = 12;  // of a piece on the ring

// The fields of a row by name, as Python hands them over.
class Fields {
   public:
    explicit Fields(const nb::kwargs& values) : values_(values) {}

    template <class T>
    T get(const char* name) {
        ++read_;
        return nb::cast<T>(values_[name]);
    }
    uint8_t number(const char* name, int least, int most) {
        return in_range(get<int>(name), least, most);
    }
    // Every field that was handed over must have been read.
    void done() const {
        if (values_.size() != read_) throw std::invalid_argument("a field is not known");
    }

   private:
    nb::kwargs values_;
    size_t read_ = 0;
};

Variant make_variant(const nb::kwargs& values) {
    Fields f(values);
    Variant v{};
    v.checkers = f.number("checkers", 1, MOST_CHECKERS);
    const auto start = f.get<std::array<int, PLACES>>("start");
    for (int i = 0; i < PLACES; ++i) v.start[i] = in_range(start[i], 0, MOST_CHECKERS);
    v.geometry = f.get<Geometry>("geometry");
    v.landing = f.get<Landing>("landing");
    v.block = f.number("block", 1, MOST_CHECKERS);
    v.entry = f.get<Entry>("entry");
    v.bear_off = f.get<BearOff>("bear_off");
    v.cap = f.number("cap", 0, MOST_CHECKERS);
    v.home = f.number("home", 6, POINTS / 2);
    v.score = f.number("score", 1, 3);
    v.hit_right = f.get<HitRight>("hit_right");
    v.no_hit_and_run = f.get<bool>("no_hit_and_run");
    v.doublet = f.get<Doublet>("doublet");
    v.cascade_after = f.number("cascade_after", 0, TURNS_MADE);
    v.complement_after_entry = f.get<bool>("complement_after_entry");
    v.first_doublet_plain = f.get<bool>("first_doublet_plain");
    v.named_doublet = f.get<bool>("named_doublet");
    v.bonus_on_doubles = f.get<bool>("bonus_on_doubles");
    v.head_limit = f.number("head_limit", 0, MOST_CHECKERS);
    v.head_exception = f.get<HeadException>("head_exception");
    v.runner = f.get<bool>("runner");
    v.prime = f.get<Prime>("prime");
    v.prime_check = f.get<PrimeCheck>("prime_check");
    v.forbidden_wall = f.get<ForbiddenWall>("forbidden_wall");
    v.must_open_gate = f.get<bool>("must_open_gate");
    v.mother_rule = f.get<Mother>("mother_rule");
    v.last_off = f.get<bool>("last_off");
    v.mirror_gammon = f.get<bool>("mirror_gammon");
    v.double_one = f.get<DoubleOne>("double_one");
    v.consecutive_plain = f.get<bool>("consecutive_plain");
    f.done();
    v.restricted = is_restricted(v);
    return v;
}

nb::tuple to_tuple(const Step& step) {
    return nb::make_tuple(step.source, step.target, step.die, static_cast<int>(step.event));
}

// One side of a position as text: `bar:1 24:2 13:5`.
void write_side(std::string& text, const Side& side, int checkers) {
    const size_t start = text.size();
    int listed = side.count[OFF];
    const auto entry = [&](const std::string& name, int count) {
        if (text.size() > start) text += ' ';
        ((text += name) += ':') += std::to_string(count);
        listed += count;
    };
    if (side.count[BAR]) entry("bar", side.count[BAR]);
    if (side.count[HAND]) entry("hand", side.count[HAND]);
    for (int point = POINTS; point > 0; --point)
        if (side.count[point])
            entry(std::to_string(point) + (side.pinned >> point & 1 ? "p" : ""), side.count[point]);
    if (listed != checkers || text.size() == start) entry("off", side.count[OFF]);
}

// The text form that position.py reads; written here since answers are full of it.
nb::str position_text(nb::bytes position, int checkers) {
    const Position p = to_position(position);
    std::string text;
    text.reserve(128);
    write_side(text, p.mover, checkers);
    text += " / ";
    write_side(text, p.other, checkers);
    return nb::str(text.data(), text.size());
}

// Plays in the kernel's form until Python asks for one.
class PlayList {
   public:
    // Whole turns of a roll.
    PlayList(const Variant& v, const Position& p, const Turn& turn, size_t most) {
        Play few[64];  // enough for nearly every roll
        Plays found{few, 64};
        plays(v, p, turn, found);
        if (found.overflow) {
            plays_.resize(1024);
            found = plays_in(plays_, v, p, turn, most);
            plays_.resize(static_cast<size_t>(found.count));
        } else {
            plays_.assign(few, few + found.count);
        }
        for (size_t i = 0; turn.length > 1 && i < plays_.size(); ++i)
            if (plays_[i].last) last_.push_back(i);
    }

    explicit PlayList(const Plays& found) : plays_(found.data, found.data + found.count) {}

    size_t size() const { return last_.empty() ? plays_.size() : last_.size(); }

    nb::tuple at(size_t i) const {
        if (i >= size()) throw nb::index_error();
        const Play& play = play_at(i);
        nb::list steps;
        for (const Step& step : steps_of(play)) steps.append(to_tuple(step));
        return nb::make_tuple(to_bytes(play.position), nb::tuple(steps));
    }

    // All of them at once, the steps as they lie in memory.
    nb::list packed() const {
        nb::list all;
        for (size_t i = 0; i < size(); ++i) {
            const std::vector<Step> steps = steps_of(play_at(i));
            all.append(nb::make_tuple(to_bytes(play_at(i).position),
                                      nb::bytes(steps.data(), steps.size() * sizeof(Step))));
        }
        return all;
    }

   private:
    const Play& play_at(size_t i) const { return plays_[last_.empty() ? i : last_[i]]; }

    // The steps of a whole turn: those of the chain of batches that ends with this play.
    std::vector<Step> steps_of(const Play& last) const {
        const Play* chain[BATCHES_IN_TURN];
        int links = 0;
        for (const Play* play = &last;; play = &plays_[static_cast<size_t>(play->parent)]) {
            chain[links++] = play;
            if (play->parent == NO_PARENT) break;
        }
        std::vector<Step> steps;
        while (links--)
            steps.insert(steps.end(), chain[links]->steps, chain[links]->steps + chain[links]->length);
        return steps;
    }

    std::vector<Play> plays_;
    std::vector<size_t> last_;  // which of them end the turn; empty: all
};

PlayList roll_plays(const Variant& v, nb::bytes position, int a, int b, int named, size_t most) {
    const Position p = to_position(position);
    const Turn turn = turn_of(v, p, die(a), die(b), named ? die(named) : 0);
    std::optional<nb::gil_scoped_release> others;  // may run while a long turn is looked for
    if (turn.length > 1) others.emplace();
    return PlayList(v, p, turn, std::clamp(most, size_t{1}, MOST_PLAYS));
}

Turn turn_with_head(int head) {
    Turn turn{};
    turn.head = in_range(head, 0, MOST_CHECKERS);
    return turn;
}

PlayList batch_plays(const Variant& v, nb::bytes start, nb::bytes now,
                     const std::vector<int>& numbers, int head, bool last) {
    if (v.geometry == Geometry::ring16)
        throw std::invalid_argument("on the ring a roll is played as a whole");
    const Position from = to_position(start), p = to_position(now);
    const Batch batch = to_batch(numbers);
    std::vector<Play> memory(64);
    for (;;) {
        Plays found{memory.data(), static_cast<int>(memory.size())};
        plays_on(v, from, turn_with_head(head), p, batch, last, found);
        if (!found.overflow) return PlayList(found);
        memory.resize(2 * memory.size());
    }
}

PlayList single_steps(const Variant& v, nb::bytes start, nb::bytes now, int number, int head) {
    Play room[PLACES];
    Plays found{room, PLACES};
    in_range(number, PIECE, LONGEST_WAY);
    if (v.geometry != Geometry::ring16) die(number);
    steps_on(v, to_position(start), turn_with_head(head), to_position(now), number, found);
    return PlayList(found);
}

using Bytes2D = nb::ndarray<const uint8_t, nb::ndim<2>, nb::c_contig, nb::device::cpu>;

template <class T>
auto to_numpy(std::vector<T>&& values, std::initializer_list<size_t> shape) {
    auto* owned = new std::vector<T>(std::move(values));
    nb::capsule owner(owned, [](void* p) noexcept { delete static_cast<std::vector<T>*>(p); });
    return nb::ndarray<nb::numpy, T>(owned->data(), shape, owner);
}

// Many positions at once: what a search, a trainer or a researcher wants.
// `visit` sees the plays of each in turn.
template <class Visit>
void for_each_roll(const Variant& v, const Bytes2D& positions, const Bytes2D& dice, Visit visit) {
    const size_t n = positions.shape(0);
    if (positions.shape(1) != sizeof(Position) || dice.shape(0) != n || dice.shape(1) != 2)
        throw std::invalid_argument("expected positions [n, 64] and dice [n, 2]");
    if (v.doublet != Doublet::plain || v.named_doublet)
        throw std::invalid_argument("turns of several batches do not fit into arrays");
    const std::vector<uint8_t> numbers(dice.data(), dice.data() + 2 * n);  // nobody changes these
    for (uint8_t number : numbers) die(number);
    nb::gil_scoped_release release;
    std::vector<Play> memory(128);
    for (size_t i = 0; i < n; ++i) {
        Position p;
        std::memcpy(&p, positions.data() + i * sizeof p, sizeof p);
        const Turn turn = turn_of(v, p, numbers[2 * i], numbers[2 * i + 1]);
        visit(i, plays_in(memory, v, p, turn));
    }
}

nb::tuple array_plays(const Variant& v, Bytes2D positions, Bytes2D dice) {
    const size_t n = positions.shape(0);
    std::vector<int64_t> offsets(n + 1);
    std::vector<uint8_t> after, steps, lengths;
    after.reserve(n * 20 * sizeof(Position));
    steps.reserve(n * 20 * sizeof(Play::steps));
    for_each_roll(v, positions, dice, [&](size_t i, const Plays& found) {
        // One batch: every play ends the turn.
        const size_t begin = lengths.size();
        const size_t end = begin + static_cast<size_t>(found.count);
        after.resize(end * sizeof(Position));
        steps.resize(end * sizeof(Play::steps));
        lengths.resize(end);
        for (size_t j = begin; j < end; ++j) {
            const Play& play = found.data[j - begin];
            std::memcpy(&after[j * sizeof(Position)], &play.position, sizeof(Position));
            std::memcpy(&steps[j * sizeof play.steps], play.steps, play.length * sizeof(Step));
            lengths[j] = play.length;
        }
        offsets[i + 1] = static_cast<int64_t>(end);
    });
    const size_t m = lengths.size();
    return nb::make_tuple(to_numpy(std::move(after), {m, sizeof(Position)}),
                          to_numpy(std::move(steps), {m, NUMBERS_IN_BATCH, sizeof(Step)}),
                          to_numpy(std::move(lengths), {m}),
                          to_numpy(std::move(offsets), {n + 1}));
}

int64_t count_plays(const Variant& v, Bytes2D positions, Bytes2D dice) {
    int64_t total = 0;
    for_each_roll(v, positions, dice,
                  [&](size_t, const Plays& found) { total += found.count; });
    return total;
}

uint64_t count_turns(const Variant& v, nb::bytes position, int a, int b, int depth) {
    const Position p = to_position(position);
    die(a);
    die(b);
    in_range(depth, 1, MOST_DEPTH);
    nb::gil_scoped_release release;
    return perft(v, p, a, b, depth);
}

std::optional<int> end_points(const Variant& v, nb::bytes position) {
    const End end = end_of(v, to_position(position));
    return end.over ? std::optional<int>(end.points) : std::nullopt;
}

// Batches, checkers that may leave the head, and whether playing it out earns another turn.
std::tuple<Numbers, int, bool> turn_parts(const Variant& v, nb::bytes position, int a, int b,
                                          int named) {
    const Position p = to_position(position);
    const Turn turn = turn_of(v, p, die(a), die(b), named ? die(named) : 0);
    Numbers batches;
    for (int i = 0; i < turn.length; ++i) {
        const Batch& batch = turn.batches[i];
        batches.emplace_back(batch.numbers, batch.numbers + batch.length);
    }
    int head = turn.head;
    if (turn.head_grows) {
        Turn strict = turn;
        strict.head_grows = false;
        std::vector<Play> memory(64);
        const Plays found = plays_in(memory, v, p, strict);
        if (found.data[0].length < turn.batches[0].length) ++head;
    }
    return {batches, head, turn.bonus};
}

auto encode_many(const Variant& v, Bytes2D positions) {
    const size_t n = positions.shape(0);
    if (positions.shape(1) != sizeof(Position))
        throw std::invalid_argument("expected positions [n, 64]");
    const auto features = static_cast<size_t>(features_of(v));
    std::vector<uint8_t> values(n * features);
    {
        nb::gil_scoped_release release;
        for (size_t i = 0; i < n; ++i) {
            Position p;
            std::memcpy(&p, positions.data() + i * sizeof p, sizeof p);
            encode(v, p, &values[i * features]);
        }
    }
    return to_numpy(std::move(values), {n, features});
}

std::vector<float> feature_units(const Variant& v) {
    std::vector<float> units;
    for (int i = 0; i < features_of(v); ++i) units.push_back(unit(i));
    return units;
}

std::tuple<int, int> roll_dice(uint64_t seed, uint32_t stream, uint64_t index) {
    const Dice dice = roll(seed, stream, index);
    return {dice.first, dice.second};
}

std::array<uint32_t, 4> philox_words(const std::array<uint32_t, 4>& counter,
                                     const std::array<uint32_t, 2>& key) {
    const Words words =
        philox({{counter[0], counter[1], counter[2], counter[3]}}, key[0], key[1]);
    return {words.word[0], words.word[1], words.word[2], words.word[3]};
}

}  // namespace

void bind_cube(nb::module_& m);     // bind_cube.cpp
void bind_net(nb::module_& m);      // bind_net.cpp
void bind_rollout(nb::module_& m);  // bind_rollout.cpp
void bind_solve(nb::module_& m);    // bind_solve.cpp
void bind_search(nb::module_& m);   // bind_search.cpp

NB_MODULE(_kernel, m) {
    m.doc() = "The rules of the tables games, compiled.";
    nb::set_leak_warnings(false);  // variants are kept for the life of the process

    nb::enum_<Geometry>(m, "Geometry", "How the two paths lie.")
        .value("contrary", Geometry::contrary)
        .value("parallel12", Geometry::parallel12)
        .value("common", Geometry::common)
        .value("ring16", Geometry::ring16);
    nb::enum_<Landing>(m, "Landing", "What landing on a lone enemy checker does.")
        .value("none", Landing::none)
        .value("hit", Landing::hit)
        .value("pin", Landing::pin)
        .value("share", Landing::share);
    nb::enum_<Entry>(m, "Entry", "The duty to enter checkers from the hand.")
        .value("bar", Entry::bar)
        .value("free", Entry::free)
        .value("all_first", Entry::all_first);
    nb::enum_<BearOff>(m, "BearOff", "Whether a larger number bears off.")
        .value("over", BearOff::over)
        .value("exact", BearOff::exact);
    nb::enum_<HitRight>(m, "HitRight", "Who may hit.")
        .value("always", HitRight::always)
        .value("home_reached", HitRight::home_reached)
        .value("currently_in_home", HitRight::currently_in_home);
    nb::enum_<Doublet>(m, "Doublet", "What follows the four numbers of a doublet.")
        .value("plain", Doublet::plain)
        .value("complement", Doublet::complement)
        .value("cascade", Doublet::cascade);
    nb::enum_<HeadException>(m, "HeadException", "When one more may leave the head.")
        .value("none", HeadException::none)
        .value("first_3_4_6", HeadException::first_3_4_6)
        .value("if_single_cannot_finish", HeadException::if_single_cannot_finish);
    nb::enum_<Prime>(m, "Prime", "Which walls of six are forbidden.")
        .value("none", Prime::none)
        .value("narde", Prime::narde)
        .value("fevga", Prime::fevga);
    nb::enum_<PrimeCheck>(m, "PrimeCheck", "When a wall is judged.")
        .value("step", PrimeCheck::step)
        .value("turn_end", PrimeCheck::turn_end);
    nb::enum_<ForbiddenWall>(m, "ForbiddenWall", "Which quadrant may not be filled.")
        .value("own_quadrant", ForbiddenWall::own_quadrant)
        .value("unless_passed", ForbiddenWall::unless_passed)
        .value("either_quadrant", ForbiddenWall::either_quadrant)
        .value("opponent_quadrant", ForbiddenWall::opponent_quadrant);
    nb::enum_<Mother>(m, "Mother", "What a pinned mother does to the game.")
        .value("none", Mother::none)
        .value("plakoto", Mother::plakoto)
        .value("immediate", Mother::immediate)
        .value("draw_only", Mother::draw_only);
    nb::enum_<DoubleOne>(m, "DoubleOne", "What 1-1 costs on the ring.")
        .value("lose", DoubleOne::lose)
        .value("fine_only", DoubleOne::fine_only)
        .value("restart", DoubleOne::restart);

    nb::class_<Variant>(m, "Variant", "One row of the parameter table, its fields by name.")
        .def("__init__",
             [](Variant* self, const nb::kwargs& fields) {
                 new (self) Variant(make_variant(fields));
             },
             nb::sig("def __init__(self, **fields: object) -> None"))
        .def("__bytes__", [](const Variant& v) { return nb::bytes(&v, sizeof v); },
             "The row in memory, for programs that are compiled against the kernel.");

    m.def("start", [](const Variant& v) { return to_bytes(start_position(v)); }, "variant"_a,
          "The starting position.");
    m.def("across",
          [](const Variant& v, int point) { return across(v, in_range(point, 1, POINTS)); },
          "variant"_a, "point"_a, "The same point in the other side's numbers.");
    m.def("counted",
          [](const Variant& v, nb::bytes p, bool doublet) {
              return to_bytes(counted(v, to_position(p), doublet));
          },
          "variant"_a, "position"_a, "doublet"_a,
          "The position with the mover's turn remembered, the mover still first.");
    m.def("turn", &turn_parts, "variant"_a, "position"_a, "first"_a, "second"_a, "named"_a = 0,
          "What a roll gives: batches (on the ring, alternatives), head limit, bonus.");
    m.def("position_text", &position_text, "position"_a, "checkers"_a,
          "The text form of a position; `off` only where the rest does not show it.");
    nb::class_<PlayList>(m, "PlayList", "The distinct positions that a roll can lead to.")
        .def("__len__", &PlayList::size)
        .def("__getitem__", &PlayList::at, "index"_a,
             nb::sig("def __getitem__(self, index: int) -> "
                     "tuple[bytes, tuple[tuple[int, int, int, int], ...]]"),
             "A position and one way to it: steps of source, target, die, event.")
        .def("packed", &PlayList::packed, nb::sig("def packed(self) -> list[tuple[bytes, bytes]]"),
             "All positions with their steps, four bytes each: source, target, die, event.")
        .def("__iter__", [](nb::handle self) { return nb::steal(PySeqIter_New(self.ptr())); },
             nb::sig("def __iter__(self) -> "
                     "collections.abc.Iterator[tuple[bytes, tuple[tuple[int, int, int, int], ...]]]"));
    m.def("plays", &roll_plays, "variant"_a, "position"_a, "first"_a, "second"_a, "named"_a = 0,
          "most"_a = MOST_PLAYS, "The legal turns of a roll; more than `most` are refused.");
    m.def("plays_of_batch", &batch_plays, "variant"_a, "start"_a, "now"_a, "numbers"_a, "head"_a,
          "last"_a, "The legal plays of one batch in a turn that began at start.");
    m.def("steps", &single_steps, "variant"_a, "start"_a, "now"_a, "number"_a, "head"_a,
          "What one number can do in a turn that began at start, each a play of one step.");
    m.def("plays_of_many", &array_plays, "variant"_a, "positions"_a, "dice"_a,
          nb::sig("def plays_of_many(variant: Variant, positions: numpy.typing.NDArray[numpy.uint8], "
                  "dice: numpy.typing.NDArray[numpy.uint8]) -> tuple[numpy.typing.NDArray[numpy.uint8], "
                  "numpy.typing.NDArray[numpy.uint8], numpy.typing.NDArray[numpy.uint8], numpy.typing.NDArray[numpy.int64]]"),
          "Plays of many rolls: positions [m, 64], steps [m, 4, 4], lengths [m], offsets [n+1].");
    m.def("count_plays", &count_plays, "variant"_a, "positions"_a, "dice"_a,
          nb::sig("def count_plays(variant: Variant, positions: numpy.typing.NDArray[numpy.uint8], "
                  "dice: numpy.typing.NDArray[numpy.uint8]) -> int"),
          "How many plays they are; finds each of them and keeps none.");
    m.def("perft", &count_turns, "variant"_a, "position"_a, "first"_a, "second"_a, "depth"_a,
          "Whole turns at that depth below one roll.");
    m.def("end", &end_points, "variant"_a, "position"_a,
          "Multiple of the stake that the mover has won (negative: lost); None while it goes on.");
    m.attr("FEATURE_VERSION") = FEATURE_VERSION;
    m.attr("MORE_FEATURE_VERSION") = MORE_FEATURE_VERSION;
    m.attr("FEATURES") = FEATURES;
    m.attr("MOST_FEATURES") = MOST_FEATURES;
    m.def("encode", &encode_many, "variant"_a, "positions"_a,
          nb::sig("def encode(variant: Variant, positions: numpy.typing.NDArray[numpy.uint8]) -> "
                  "numpy.typing.NDArray[numpy.uint8]"),
          "Features [n, features_of(variant)] of afterstates, seen by the side that has just "
          "moved.");
    m.def("features_of", &features_of, "variant"_a, "How many features a game has.");
    m.def("units", &feature_units, "variant"_a, "What a value of one means to a network, by feature.");
    m.def("roll", &roll_dice, "seed"_a, "stream"_a, "index"_a, "A roll of the counted dice.");
    m.def("philox", &philox_words, "counter"_a, "key"_a, "The generator behind the dice.");
    bind_net(m);
    bind_bearoff(m);
    bind_cube(m);
    bind_search(m);
    bind_rollout(m);
    bind_solve(m);
}
