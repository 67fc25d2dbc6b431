// The kernel as a Python module: bytes and arrays in and out, the interpreter released while much
// is done at once. Text and errors for people live in Python.
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

#include "perft.h"
#include "random.h"
#include "rules.h"

namespace nb = nanobind;
using namespace nb::literals;
using namespace fullprime;

namespace {

using Numbers = std::vector<std::vector<int>>;

constexpr int MOST_CHECKERS = 30;

Position to_position(nb::bytes bytes) {
    if (bytes.size() != sizeof(Position)) throw std::invalid_argument("a position has 64 bytes");
    Position p;
    std::memcpy(&p, bytes.c_str(), sizeof p);
    return p;
}

nb::bytes to_bytes(const Position& p) { return nb::bytes(&p, sizeof p); }

int die(int number) {
    if (number < 1 || number > 6) throw std::invalid_argument("a number is 1 to 6");
    return number;
}

Turn to_turn(const Numbers& batches) {
    if (batches.empty() || batches.size() > BATCHES_IN_TURN)
        throw std::invalid_argument("a turn has 1 to 6 batches");
    Turn turn{};
    for (const std::vector<int>& numbers : batches) {
        Batch& batch = turn.batches[turn.length++];
        if (numbers.empty() || numbers.size() > NUMBERS_IN_BATCH)
            throw std::invalid_argument("a batch has 1 to 4 numbers");
        for (int number : numbers) {
            if (numbers.size() != 2 && number != numbers[0])
                throw std::invalid_argument("only a batch of two may hold different numbers");
            batch.numbers[batch.length++] = static_cast<uint8_t>(die(number));
        }
    }
    return turn;
}

uint8_t in_range(int value, int least, int most) {
    if (value < least || value > most) throw std::invalid_argument("a field is out of range");
    return static_cast<uint8_t>(value);
}

Variant make_variant(int checkers, const std::array<int, PLACES>& start, Geometry geometry,
                     Landing landing, int block, Entry entry, BearOff bear_off, int cap, int home,
                     int score, HitRight hit_right, bool nohr, int head_limit,
                     const std::vector<int>& head_exception, bool runner, Prime prime,
                     bool last_off) {
    Variant v{};
    v.checkers = in_range(checkers, 1, MOST_CHECKERS);
    for (int i = 0; i < PLACES; ++i) v.start[i] = in_range(start[i], 0, MOST_CHECKERS);
    v.geometry = geometry;
    v.landing = landing;
    v.block = in_range(block, 1, MOST_CHECKERS);
    v.entry = entry;
    v.bear_off = bear_off;
    v.cap = in_range(cap, 0, MOST_CHECKERS);
    v.home = in_range(home, 6, POINTS / 2);
    v.score = in_range(score, 1, 3);
    v.hit_right = hit_right;
    v.nohr = nohr;
    v.head_limit = in_range(head_limit, 0, MOST_CHECKERS);
    for (int number : head_exception) v.head_exception |= static_cast<uint8_t>(1 << die(number));
    v.runner = runner;
    v.prime = prime;
    v.last_off = last_off;
    v.restricted = is_restricted(v);
    return v;
}

nb::tuple to_tuple(const Step& step) {
    return nb::make_tuple(step.source, step.target, step.die, static_cast<int>(step.event));
}

// The plays of one roll. They stay in the kernel's form until Python asks for one.
class PlayList {
   public:
    PlayList(const Variant& v, const Position& p, const Turn& turn) {
        Play few[64];  // enough for nearly every roll
        Plays found{few, 64};
        plays(v, p, turn, found);
        if (found.overflow) {
            plays_.resize(1024);
            found = plays_in(plays_, v, p, turn);
            plays_.resize(static_cast<size_t>(found.count));
        } else {
            plays_.assign(few, few + found.count);
        }
        for (size_t i = 0; turn.length > 1 && i < plays_.size(); ++i)
            if (plays_[i].last) last_.push_back(i);
    }

    size_t size() const { return last_.empty() ? plays_.size() : last_.size(); }

    nb::tuple at(size_t i) const {
        if (i >= size()) throw nb::index_error();
        const Play& play = plays_[last_.empty() ? i : last_[i]];
        return nb::make_tuple(to_bytes(play.position), steps_of(play));
    }

   private:
    // The steps of a whole turn: those of the chain of batches that ends with this play.
    nb::tuple steps_of(const Play& last) const {
        const Play* chain[BATCHES_IN_TURN];
        int links = 0;
        for (const Play* play = &last;; play = &plays_[static_cast<size_t>(play->parent)]) {
            chain[links++] = play;
            if (play->parent == NO_PARENT) break;
        }
        nb::list steps;
        while (links--)
            for (int i = 0; i < chain[links]->length; ++i)
                steps.append(to_tuple(chain[links]->steps[i]));
        return nb::tuple(steps);
    }

    std::vector<Play> plays_;
    std::vector<size_t> last_;  // which of them end the turn; empty: all
};

PlayList roll_plays(const Variant& v, nb::bytes position, int a, int b) {
    const Position p = to_position(position);
    return PlayList(v, p, turn_of(v, p, die(a), die(b)));
}

PlayList batch_plays(const Variant& v, nb::bytes position, const Numbers& batches) {
    return PlayList(v, to_position(position), to_turn(batches));
}

using Bytes2D = nb::ndarray<const uint8_t, nb::ndim<2>, nb::c_contig, nb::device::cpu>;

template <class T>
auto to_numpy(std::vector<T>&& values, std::initializer_list<size_t> shape) {
    auto* owned = new std::vector<T>(std::move(values));
    nb::capsule owner(owned, [](void* p) noexcept { delete static_cast<std::vector<T>*>(p); });
    return nb::ndarray<nb::numpy, T>(owned->data(), shape, owner);
}

// Many positions at once: what a search, a trainer or a researcher wants. One-batch turns only.
// `visit` sees the plays of each in turn.
template <class Visit>
void for_each_roll(const Variant& v, const Bytes2D& positions, const Bytes2D& dice, Visit visit) {
    const size_t n = positions.shape(0);
    if (positions.shape(1) != sizeof(Position) || dice.shape(0) != n || dice.shape(1) != 2)
        throw std::invalid_argument("expected positions [n, 64] and dice [n, 2]");
    for (size_t i = 0; i < 2 * n; ++i) die(dice.data()[i]);
    nb::gil_scoped_release release;
    std::vector<Play> memory(128);
    for (size_t i = 0; i < n; ++i) {
        Position p;
        std::memcpy(&p, positions.data() + i * sizeof p, sizeof p);
        const Turn turn = turn_of(v, p, dice.data()[2 * i], dice.data()[2 * i + 1]);
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
    const Turn turn = turn_of(v, p, die(a), die(b));
    if (depth < 1) throw std::invalid_argument("depth is at least 1");
    nb::gil_scoped_release release;
    return perft(v, p, turn, depth);
}

std::optional<int> end_points(const Variant& v, nb::bytes position) {
    const End end = end_of(v, to_position(position));
    return end.over ? std::optional<int>(end.points) : std::nullopt;
}

Numbers batches_of(const Variant& v, nb::bytes position, int a, int b) {
    const Turn turn = turn_of(v, to_position(position), die(a), die(b));
    Numbers result;
    for (int i = 0; i < turn.length; ++i) {
        const Batch& batch = turn.batches[i];
        result.emplace_back(batch.numbers, batch.numbers + batch.length);
    }
    return result;
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

NB_MODULE(_kernel, m) {
    m.doc() = "The rules of the tables games, compiled.";
    nb::set_leak_warnings(false);  // variants are kept for the life of the process

    nb::enum_<Geometry>(m, "Geometry", "How the two paths lie.")
        .value("contrary", Geometry::contrary)
        .value("parallel12", Geometry::parallel12)
        .value("common", Geometry::common);
    nb::enum_<Landing>(m, "Landing", "What landing on a lone enemy checker does.")
        .value("none", Landing::none)
        .value("hit", Landing::hit)
        .value("pin", Landing::pin);
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
    nb::enum_<Prime>(m, "Prime", "Which walls of six are forbidden.")
        .value("none", Prime::none)
        .value("narde", Prime::narde)
        .value("fevga", Prime::fevga);

    nb::class_<Variant>(m, "Variant", "One row of the parameter table.")
        .def("__init__",
             [](Variant* self, int checkers, const std::array<int, PLACES>& start,
                Geometry geometry, Landing landing, int block, Entry entry, BearOff bear_off,
                int cap, int home, int score, HitRight hit_right, bool nohr, int head_limit,
                const std::vector<int>& head_exception, bool runner, Prime prime, bool last_off) {
                 new (self) Variant(make_variant(checkers, start, geometry, landing, block, entry,
                                                 bear_off, cap, home, score, hit_right, nohr,
                                                 head_limit, head_exception, runner, prime, last_off));
             },
             nb::kw_only(), "checkers"_a, "start"_a, "geometry"_a, "landing"_a, "block"_a,
             "entry"_a, "bear_off"_a, "cap"_a, "home"_a, "score"_a,
             "hit_right"_a, "nohr"_a, "head_limit"_a, "head_exception"_a, "runner"_a, "prime"_a,
             "last_off"_a);

    m.def("start", [](const Variant& v) { return to_bytes(start_position(v)); }, "variant"_a,
          "The starting position.");
    m.def("across", [](const Variant& v, int point) { return across(v, point); }, "variant"_a,
          "point"_a, "The same point in the other side's numbers.");
    m.def("turned", [](const Variant& v, nb::bytes p) { return to_bytes(turned(v, to_position(p))); },
          "variant"_a, "position"_a, "The position for the other side after the mover's turn.");
    m.def("batches", &batches_of, "variant"_a, "position"_a, "first"_a, "second"_a,
          "The numbers that a roll gives to play, batch by batch.");
    nb::class_<PlayList>(m, "PlayList", "The distinct positions that a roll can lead to.")
        .def("__len__", &PlayList::size)
        .def("__getitem__", &PlayList::at, "index"_a,
             nb::sig("def __getitem__(self, index: int) -> "
                     "tuple[bytes, tuple[tuple[int, int, int, int], ...]]"),
             "A position and one way to it: steps of source, target, die, event.")
        .def("__iter__", [](nb::handle self) { return nb::steal(PySeqIter_New(self.ptr())); },
             nb::sig("def __iter__(self) -> "
                     "collections.abc.Iterator[tuple[bytes, tuple[tuple[int, int, int, int], ...]]]"));
    m.def("plays", &roll_plays, "variant"_a, "position"_a, "first"_a, "second"_a,
          "The legal plays of a roll.");
    m.def("plays_of_batches", &batch_plays, "variant"_a, "position"_a, "batches"_a,
          "The legal plays of numbers given in batches.");
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
    m.def("roll", &roll_dice, "seed"_a, "stream"_a, "index"_a, "A roll of the counted dice.");
    m.def("philox", &philox_words, "counter"_a, "key"_a, "The generator behind the dice.");
}
