// The rules of the tables games: which plays a roll allows and what a finished game is worth.
//
// Whose view: a Position is always seen by the side to move. Each side counts its checkers by its
// own points: 24 is the farthest, 1 the ace point, OFF has left the board, BAR was hit and waits,
// HAND has not entered yet (games that start with an empty board). `flipped` is the only way across.
//
// Header-only, for host and device; no allocation, no globals, no text. Callers bring the memory.
#pragma once

#include <cstdint>
#include <cstring>

#if defined(__SSE2__) && !defined(__CUDA_ARCH__) && !defined(FULLPRIME_PLAIN)
#define FULLPRIME_SSE2
#include <emmintrin.h>
#endif

#if defined(__CUDACC__)
#define FULLPRIME_HD __host__ __device__
#else
#define FULLPRIME_HD
#endif

// The innermost functions, which the fast search must not have to call.
#if defined(__GNUC__) && !defined(__CUDACC__)
#define FULLPRIME_HOT FULLPRIME_HD __attribute__((always_inline))
#else
#define FULLPRIME_HOT FULLPRIME_HD
#endif

namespace fullprime {

// ---------------------------------------------------------------------------------- positions

enum : int { OFF = 0, POINTS = 24, BAR = 25, HAND = 26, PLACES = 27, MEMORY = 27 };

// What some games remember of a side beyond its checkers, in the byte behind them.
enum : uint8_t { TURNS_MADE = 0x0F, HIT_RIGHT = 0x80 };

constexpr uint32_t ALL_POINTS = 0x01FFFFFE;  // bits 1..24
constexpr int NUMBERS_IN_BATCH = 4;          // a doublet is played four times
constexpr int BATCHES_IN_TURN = 6;           // a doublet of ones that climbs to sixes

struct Side {
    uint8_t count[28];  // checkers on OFF, 1..24, BAR, HAND, and the memory of the side
    uint32_t pinned;    // bit p: the checker on own point p lies under an enemy checker
};

struct Position {
    Side mover;
    Side other;
};
static_assert(sizeof(Position) == 64, "a position is one cache line");

FULLPRIME_HD inline bool same(const Position& a, const Position& b) {
#if defined(FULLPRIME_SSE2)
    const __m128i* x = reinterpret_cast<const __m128i*>(&a);
    const __m128i* y = reinterpret_cast<const __m128i*>(&b);
    for (int half = 0; half < 4; half += 2) {  // mostly the movers differ already
        const __m128i low = _mm_cmpeq_epi8(_mm_loadu_si128(x + half), _mm_loadu_si128(y + half));
        const __m128i high =
            _mm_cmpeq_epi8(_mm_loadu_si128(x + half + 1), _mm_loadu_si128(y + half + 1));
        if (_mm_movemask_epi8(_mm_and_si128(low, high)) != 0xFFFF) return false;
    }
    return true;
#else
    uint64_t x[8], y[8], difference = 0;
    std::memcpy(x, &a, sizeof x);
    std::memcpy(y, &b, sizeof y);
    for (int i = 0; i < 8; ++i) difference |= x[i] ^ y[i];
    return difference == 0;
#endif
}

FULLPRIME_HD inline Position flipped(const Position& p) { return Position{p.other, p.mover}; }

// ------------------------------------------------------------------------------------ variants

enum class Geometry : uint8_t { contrary, parallel12, common };  // how the two paths lie
enum class Landing : uint8_t { none, hit, pin };                 // what happens to a lone enemy
enum class Entry : uint8_t { bar, free, all_first };             // duty to enter from the hand
enum class BearOff : uint8_t { over, exact };                    // may a larger number bear off
enum class HitRight : uint8_t { always, home_reached, currently_in_home };
enum class Prime : uint8_t { none, narde, fevga };  // which walls of six are forbidden

// A row of the parameter table. The files of the variants, read in Python, fill it.
struct Variant {
    uint8_t checkers;
    uint8_t home;   // bear off from own points 1..home
    uint8_t block;  // so many enemy checkers close a point
    uint8_t cap;    // at most so many own checkers on a point, 0: no limit
    uint8_t score;  // the most that a game can count, in multiples of the stake
    Geometry geometry;
    Landing landing;
    Entry entry;
    BearOff bear_off;
    HitRight hit_right;      // who may hit at all
    bool nohr;               // no hit-and-run: who hits at home stays there for the turn
    uint8_t head_limit;      // so many checkers may leave the start in a turn, 0: no limit
    uint8_t head_exception;  // bit n: a first roll of n-n lets one more go
    bool runner;             // one checker must pass the enemy's start before others move
    Prime prime;
    bool last_off;  // who is off first has lost
    uint8_t start[28];  // counts by place, the same for both sides
    bool restricted;    // does any rule look at what the turn has done so far? see is_restricted
};

FULLPRIME_HD inline bool is_restricted(const Variant& v) {
    return v.cap || v.nohr || v.head_limit || v.runner || v.prime != Prime::none ||
           v.hit_right != HitRight::always;
}

FULLPRIME_HD inline Position start_position(const Variant& v) {
    Position p{};
    std::memcpy(p.mover.count, v.start, sizeof v.start);
    p.other = p.mover;
    return p;
}

// The same point in the other side's numbers; its own inverse.
FULLPRIME_HD inline int across(const Variant& v, int point) {
    switch (v.geometry) {
        case Geometry::contrary: return 25 - point;
        case Geometry::parallel12: return point > 12 ? point - 12 : point + 12;
        case Geometry::common: return point;
    }
    return point;
}

FULLPRIME_HD inline uint32_t reversed(uint32_t bits) {
    bits = (bits >> 1 & 0x55555555) | (bits & 0x55555555) << 1;
    bits = (bits >> 2 & 0x33333333) | (bits & 0x33333333) << 2;
    bits = (bits >> 4 & 0x0F0F0F0F) | (bits & 0x0F0F0F0F) << 4;
    bits = (bits >> 8 & 0x00FF00FF) | (bits & 0x00FF00FF) << 8;
    return bits >> 16 | bits << 16;
}

// The same for a set of points.
FULLPRIME_HD inline uint32_t across(const Variant& v, uint32_t points) {
    points &= ALL_POINTS;
    switch (v.geometry) {
        case Geometry::contrary: return reversed(points) >> 6;
        case Geometry::parallel12: return (points << 12 | points >> 12) & ALL_POINTS;
        case Geometry::common: return points;
    }
    return points;
}

// ------------------------------------------------------------------------------ plays of a roll

enum class Event : uint8_t { nothing, hit, pin };

struct Step {
    uint8_t source;
    uint8_t target;
    uint8_t die;
    Event event;
};

// Numbers that are played together in any order: two different ones, or up to four equal ones.
struct Batch {
    uint8_t numbers[NUMBERS_IN_BATCH];
    uint8_t length;
};

// A roll as the variant plays it: batches strictly one after the other. A batch that is not
// played out ends the turn.
struct Turn {
    Batch batches[BATCHES_IN_TURN];
    uint8_t length;
    uint8_t head;  // checkers that may leave the start in this turn, 0: no limit
};

// What one batch does. A turn of several batches is a chain: `parent` is the play of the batch
// before, or NO_PARENT; `last` marks the plays with which the turn ends.
struct Play {
    Position position;  // afterwards, the mover still first
    Step steps[NUMBERS_IN_BATCH];
    int32_t parent;
    uint8_t length;
    bool last;
};
constexpr int32_t NO_PARENT = -1;

// The caller's memory for plays. When it is too small `overflow` is set and nothing in it counts.
// Turns of several batches may have very many plays; `buckets` is room for a hash table over them,
// mask + 1 entries (a power of two above the capacity), all NO_PARENT. Without it they are compared
// one by one.
struct Plays {
    Play* data;
    int capacity;
    int count = 0;
    bool overflow = false;
    int32_t* buckets = nullptr;
    uint32_t mask = 0;
};

// The turn that a roll gives to the mover.
FULLPRIME_HD inline Turn turn_of(const Variant& v, const Position& p, int a, int b) {
    Turn turn{};
    turn.length = 1;
    turn.head = v.head_limit;
    const bool first = !(p.mover.count[MEMORY] & TURNS_MADE);
    if (v.head_limit && first && a == b && v.head_exception >> a & 1) turn.head++;
    Batch& batch = turn.batches[0];
    batch.length = a == b ? 4 : 2;
    for (int i = 0; i < batch.length; ++i) batch.numbers[i] = static_cast<uint8_t>(i % 2 ? b : a);
    return turn;
}

namespace detail {

FULLPRIME_HD inline int highest(uint32_t bits) {
#if defined(__CUDA_ARCH__)
    return 31 - __clz(static_cast<int>(bits));
#else
    return 31 - __builtin_clz(bits);
#endif
}

FULLPRIME_HD inline int take_highest(uint32_t& bits) {
    const int p = highest(bits);
    bits ^= 1u << p;
    return p;
}

// The places that hold at least n checkers, n >= 1.
FULLPRIME_HOT inline uint32_t at_least(const Side& side, int n) {
#if defined(FULLPRIME_SSE2)
    const __m128i* halves = reinterpret_cast<const __m128i*>(side.count);
    const __m128i fewer = _mm_set1_epi8(static_cast<char>(n - 1));
    const int low = _mm_movemask_epi8(_mm_cmpgt_epi8(_mm_loadu_si128(halves), fewer));
    const int high = _mm_movemask_epi8(_mm_cmpgt_epi8(_mm_loadu_si128(halves + 1), fewer));
    const uint32_t bits = static_cast<uint32_t>(low) | static_cast<uint32_t>(high) << 16;
    return bits & ((1u << PLACES) - 1);  // the upper bytes are the pins
#else
    uint32_t bits = 0;
    for (int p = 0; p < PLACES; ++p) bits |= static_cast<uint32_t>(side.count[p] >= n) << p;
    return bits;
#endif
}

// The points where the mover may not land. They stay the same throughout his turn.
FULLPRIME_HD inline uint32_t closed_points(const Variant& v, const Position& p) {
    uint32_t closed = across(v, at_least(p.other, v.block));
    if (p.mover.pinned) closed |= p.mover.pinned;  // an enemy stands on top of each prisoner
    return closed;
}

// The places from which a checker can use this number now.
FULLPRIME_HOT inline uint32_t sources(const Variant& v, const Side& own, uint32_t closed, int die) {
    const bool can_enter = !(closed >> (25 - die) & 1);
    if (own.count[BAR]) return can_enter ? 1u << BAR : 0;
    uint32_t from = 0;
    if (own.count[HAND]) {
        if (can_enter) from = 1u << HAND;
        if (v.entry == Entry::all_first) return from;
    }
    const uint32_t occupied = at_least(own, 1) & ALL_POINTS;
    from |= occupied & ~own.pinned & ~(closed << die) & (~0u << (die + 1));

    const bool all_home = !(occupied >> (v.home + 1)) && !own.count[HAND] && !own.pinned;
    if (all_home && occupied) {
        const int back = highest(occupied);
        if (back < die && v.bear_off == BearOff::over) from |= 1u << back;
        from |= occupied & 1u << die;
    }
    return from;
}

FULLPRIME_HOT inline Step advance(const Variant& v, Position& p, int source, int die) {
    const int from = source > POINTS ? 25 : source;
    const int target = from > die ? from - die : OFF;
    Step step{static_cast<uint8_t>(source), static_cast<uint8_t>(target),
              static_cast<uint8_t>(die), Event::nothing};
    Side& own = p.mover;
    Side& enemy = p.other;
    own.count[source]--;
    own.count[target]++;
    if (v.landing == Landing::pin && source <= POINTS && !own.count[source])
        enemy.pinned &= ~(1u << across(v, source));
    if (target == OFF || v.landing == Landing::none) return step;

    const int there = across(v, target);
    if (enemy.count[there] != 1) return step;
    if (v.landing == Landing::hit) {
        enemy.count[there] = 0;
        enemy.count[BAR]++;
        step.event = Event::hit;
    } else if (!(enemy.pinned >> there & 1)) {
        enemy.pinned |= 1u << there;
        step.event = Event::pin;
    }
    return step;
}

FULLPRIME_HD inline bool listed(const Plays& out, int begin, const Position& position) {
    for (int i = begin; i < out.count; ++i)
        if (same(out.data[i].position, position)) return true;
    return false;
}

// The next free play, or null when the memory is full.
FULLPRIME_HD inline Play* room(Plays& out) {
    if (out.count < out.capacity) return &out.data[out.count];
    out.overflow = true;
    return nullptr;
}

// Keeps the play that was written into the room.
FULLPRIME_HD inline void keep(Plays& out, int length, int32_t parent) {
    Play& play = out.data[out.count++];
    play.length = static_cast<uint8_t>(length);
    play.parent = parent;
    play.last = true;
}

// Two different numbers: both if any order allows it, else the larger, else the smaller.
FULLPRIME_HD inline void play_pair(const Variant& v, const Position& p, uint32_t closed,
                                   const Batch& batch, int32_t parent, Plays& out) {
    const int begin = out.count;
    const bool in_order = batch.numbers[0] > batch.numbers[1];
    const int dice[2] = {batch.numbers[in_order ? 0 : 1], batch.numbers[in_order ? 1 : 0]};
    const uint32_t from[2] = {sources(v, p.mover, closed, dice[0]),
                              sources(v, p.mover, closed, dice[1])};
    uint32_t seen[PLACES] = {};  // by source of the larger number: sources of the smaller
    for (int order = 0; order < 2; ++order) {
        uint32_t first = from[order];
        while (first) {
            const int one = take_highest(first);
            Position middle = p;
            const Step step = advance(v, middle, one, dice[order]);
            uint32_t second = sources(v, middle.mover, closed, dice[1 - order]);
            if (order == 0) seen[one] = second;
            while (second) {
                const int two = take_highest(second);
                if (order == 1 && seen[two] >> one & 1) continue;
                Play* play = room(out);
                if (!play) return;
                play->position = middle;
                play->steps[0] = step;
                play->steps[1] = advance(v, play->position, two, dice[1 - order]);
                // Different pairs of sources lead to the same position only where one checker
                // could have made both steps, where checkers leave the board, or where the
                // last one on the bar and one in the hand could have changed numbers.
                const int target = play->steps[1].target;
                const bool unique =
                    two != step.target && target != one && target != OFF && two != HAND;
                if (unique || !listed(out, begin, play->position)) keep(out, 2, parent);
            }
        }
    }
    if (out.count != begin) return;

    uint32_t only = from[0] ? from[0] : from[1];
    const int die = from[0] ? dice[0] : dice[1];
    do {
        Play* play = room(out);
        if (!play) return;
        play->position = p;
        if (only) play->steps[0] = advance(v, play->position, take_highest(only), die);
        keep(out, from[0] | from[1] ? 1 : 0, parent);
    } while (only);
}

// Equal numbers: as many as possible.
//
// Different sets of sources lead to different positions, and every set can be played from the
// back to the front, so that order alone is tried. Restrictions break the second half of that
// argument (leaving a full point makes room), so restricted games do not come here.
FULLPRIME_HD inline void play_equal(const Variant& v, const Position& p, uint32_t closed,
                                    const Batch& batch, int32_t parent, Plays& out) {
    const int begin = out.count;
    const int die = batch.numbers[0];
    Position at[NUMBERS_IN_BATCH + 1];
    uint32_t todo[NUMBERS_IN_BATCH + 1];
    Step steps[NUMBERS_IN_BATCH];
    int most = 0;
    int depth = 0;
    bool arrived = true;  // at[depth] is new: not yet looked at
    at[0] = p;
    todo[0] = sources(v, p.mover, closed, die);
    while (depth >= 0) {
        if (arrived && !todo[depth] && depth >= most) {
            if (depth > most) {  // longer than all before: those were not legal
                most = depth;
                out.count = begin;
            }
            Play* play = room(out);
            if (!play) return;
            play->position = at[depth];
            for (int i = 0; i < depth; ++i) play->steps[i] = steps[i];
            keep(out, depth, parent);
        }
        if (!todo[depth]) {
            --depth;
            arrived = false;
            continue;
        }
        const int source = take_highest(todo[depth]);
        at[depth + 1] = at[depth];
        steps[depth] = advance(v, at[depth + 1], source, die);
        ++depth;
        arrived = true;
        todo[depth] = 0;
        if (depth < batch.length) {
            const uint32_t behind = source == BAR ? ~0u : (2u << source) - 1;
            todo[depth] = sources(v, at[depth].mover, closed, die) & behind;
        }
    }
}

// ---- restricted games: rules that look at what the turn has done so far

FULLPRIME_HD inline bool may_hit(const Variant& v, const Side& own) {
    if (v.hit_right == HitRight::always || own.count[MEMORY] & HIT_RIGHT) return true;
    const uint32_t home = (2u << v.home) - 2;
    return (at_least(own, 1) & home) || (own.count[OFF] && v.hit_right == HitRight::home_reached);
}

// One checker runs ahead while all others wait on the start.
FULLPRIME_HD inline bool running(const Variant& v, const Side& own) {
    return own.count[POINTS] == v.checkers - 1 && (at_least(own, 1) & 0x00FFF000);  // 12..23
}

// The places from which this number can be played after what the turn has done since `start`.
FULLPRIME_HD inline uint32_t allowed(const Variant& v, const Position& start, const Turn& turn,
                                     const Position& now, int die) {
    uint32_t closed = closed_points(v, now);
    if (!may_hit(v, now.mover)) closed |= across(v, at_least(now.other, 1));
    if (v.cap) closed |= at_least(now.mover, v.cap);
    uint32_t from = sources(v, now.mover, closed, die);
    const int left = start.mover.count[POINTS] - now.mover.count[POINTS];
    if (turn.head && left >= turn.head) from &= ~(1u << POINTS);
    if (v.runner && running(v, now.mover)) from &= ~(1u << POINTS);
    for (int p = 1; v.nohr && p <= v.home; ++p) {
        const int there = across(v, p);  // one hit at most on a point, so one checker is locked
        const bool hit = start.other.count[there] == 1 && !now.other.count[there];
        if (hit && now.mover.count[p] == 1) from &= ~(1u << p);
    }
    return from;
}

FULLPRIME_HD inline uint32_t runs_of_six(uint32_t points) {
    return points & points >> 1 & points >> 2 & points >> 3 & points >> 4 & points >> 5;
}

// Does the mover hold a wall that the game forbids at any time?
FULLPRIME_HD inline bool forbidden(const Variant& v, const Position& p) {
    const uint32_t mine = at_least(p.mover, 1) & ALL_POINTS;
    if (v.prime == Prime::fevga) return (mine >> 19 & 0x3F) == 0x3F;  // the own starting table
    if (v.prime != Prime::narde || p.other.count[OFF]) return false;
    // On their path: a wall needs one of theirs in front of it.
    const uint32_t theirs = at_least(p.other, 1) & ALL_POINTS;
    const uint32_t foremost = theirs & (~theirs + 1);
    return runs_of_six(across(v, mine)) & (foremost | (foremost - 1));
}

// Is the whole enemy army on one point with six of the mover's points right in front of it?
FULLPRIME_HD inline bool shut_in(const Variant& v, const Position& p) {
    const uint32_t theirs = at_least(p.other, 1);
    if (theirs & (theirs - 1)) return false;
    const int army = highest(theirs);
    const uint32_t mine = across(v, at_least(p.mover, 1));
    return army > 6 && army <= POINTS && (mine >> (army - 6) & 0x3F) == 0x3F;
}

// Who shuts the whole enemy army in must open the gate if any of the longest plays does.
FULLPRIME_HD inline void open_gate(const Variant& v, int begin, Plays& out) {
    int open = begin;
    for (int i = begin; i < out.count; ++i)
        if (!shut_in(v, out.data[i].position)) out.data[open++] = out.data[i];
    if (open > begin) out.count = open;
}

// All orders of the numbers, step by step; what is longest is legal, of single steps the larger.
FULLPRIME_HD inline void play_restricted(const Variant& v, const Position& start, const Turn& turn,
                                         const Position& p, const Batch& batch, int32_t parent,
                                         Plays& out) {
    const int begin = out.count;
    const bool mixed = batch.length == 2 && batch.numbers[0] != batch.numbers[1];
    const bool in_order = batch.numbers[0] >= batch.numbers[1];
    Position at[NUMBERS_IN_BATCH + 1];
    uint32_t todo[NUMBERS_IN_BATCH + 1];
    Step steps[NUMBERS_IN_BATCH];
    int most = 0;
    bool larger_alone = false;
    for (int order = 0; order <= mixed; ++order) {
        int dice[NUMBERS_IN_BATCH];  // the larger number first, then the smaller
        for (int i = 0; i < batch.length; ++i)
            dice[i] = batch.numbers[mixed && in_order == (order == 1) ? 1 - i : i];
        int depth = 0;
        bool stuck = true;  // nothing has been played from at[depth]
        at[0] = p;
        todo[0] = allowed(v, start, turn, p, dice[0]);
        while (depth >= 0) {
            if (depth < batch.length && todo[depth]) {
                const int source = take_highest(todo[depth]);
                Position& next = at[depth + 1];
                next = at[depth];
                steps[depth] = advance(v, next, source, dice[depth]);
                if (forbidden(v, next)) continue;
                if (v.hit_right == HitRight::home_reached && may_hit(v, next.mover))
                    next.mover.count[MEMORY] |= HIT_RIGHT;
                ++depth;
                stuck = true;
                if (depth < batch.length)
                    todo[depth] = allowed(v, start, turn, next, dice[depth]);
                continue;
            }
            if (stuck && depth >= most && !(order && depth == 1 && larger_alone)) {
                if (depth > most) {
                    most = depth;
                    out.count = begin;
                }
                Play* play = room(out);
                if (!play) return;
                if (!listed(out, begin, at[depth])) {
                    play->position = at[depth];
                    for (int i = 0; i < depth; ++i) play->steps[i] = steps[i];
                    keep(out, depth, parent);
                }
            }
            --depth;
            stuck = false;
        }
        larger_alone = most == 1;
    }
    if (v.prime == Prime::fevga) open_gate(v, begin, out);
}


FULLPRIME_HD inline void play_batch(const Variant& v, const Position& start, const Turn& turn,
                                    const Position& p, const Batch& batch, int32_t parent,
                                    Plays& out) {
    if (v.restricted) return play_restricted(v, start, turn, p, batch, parent, out);
    const uint32_t closed = closed_points(v, p);
    if (batch.length == 2 && batch.numbers[0] != batch.numbers[1])
        play_pair(v, p, closed, batch, parent, out);
    else
        play_equal(v, p, closed, batch, parent, out);
}

// Is this batch of the turn the last for that play?
FULLPRIME_HD inline bool ends_turn(const Variant& v, const Turn& turn, int b, const Play& play) {
    return b + 1 == turn.length || play.length < turn.batches[b].length ||
           play.position.mover.count[OFF] == v.checkers;
}

FULLPRIME_HD inline uint32_t hash_of(const Position& p) {
    uint64_t words[8], hash = 0;
    std::memcpy(words, &p, sizeof words);
    for (uint64_t word : words) {
        hash = (hash ^ word) * 0x9E3779B97F4A7C15u;
        hash ^= hash >> 32;
    }
    return static_cast<uint32_t>(hash);
}

// Has the play at `index` been reached before: by any that ends the turn as it does, or by one of
// its own batch (from `level` on) that goes on as it does? If not, it is entered.
FULLPRIME_HD inline bool known(Plays& out, int level, int index) {
    const Play& play = out.data[index];
    const auto matches = [&](int k) {
        return out.data[k].last == play.last && (play.last || k >= level) &&
               same(out.data[k].position, play.position);
    };
    if (!out.buckets) {
        for (int k = 0; k < index; ++k)
            if (matches(k)) return true;
        return false;
    }
    uint32_t slot = hash_of(play.position) & out.mask;
    for (; out.buckets[slot] != NO_PARENT; slot = (slot + 1) & out.mask)
        if (matches(out.buckets[slot])) return true;
    out.buckets[slot] = index;
    return false;
}

// Continues the plays of the first batch through all others, keeping one chain per position.
FULLPRIME_HD inline void play_on(const Variant& v, const Position& start, const Turn& turn,
                                 Plays& out) {
    for (int i = 0; i < out.count; ++i) {
        out.data[i].last = ends_turn(v, turn, 0, out.data[i]);
        known(out, 0, i);
    }
    int begin = 0;  // the plays of the batch before are begin..end
    for (int b = 1; b < turn.length; ++b) {
        const int end = out.count;
        for (int i = begin; i < end; ++i) {
            if (out.data[i].last) continue;
            const int first = out.count;
            const Position before = out.data[i].position;
            play_batch(v, start, turn, before, turn.batches[b], i, out);
            if (out.overflow) return;
            int kept = first;
            for (int j = first; j < out.count; ++j) {
                out.data[kept] = out.data[j];
                out.data[kept].last = ends_turn(v, turn, b, out.data[kept]);
                if (!known(out, end, kept)) ++kept;
            }
            out.count = kept;
        }
        begin = end;
    }
}

}  // namespace detail

// All legal turns. The plays marked `last` end in distinct positions; where nothing can be played
// the one play has no steps. Batches are played one after the other, without looking ahead.
FULLPRIME_HD inline void plays(const Variant& v, const Position& p, const Turn& turn, Plays& out) {
    out.count = 0;
    out.overflow = false;
    detail::play_batch(v, p, turn, p, turn.batches[0], NO_PARENT, out);
    if (turn.length > 1) detail::play_on(v, p, turn, out);
}

// The position for the other side after the mover's turn.
FULLPRIME_HD inline Position turned(const Variant& v, const Position& p) {
    Position next = flipped(p);
    uint8_t& memory = next.other.count[MEMORY];
    if (v.head_exception && (memory & TURNS_MADE) < TURNS_MADE) memory++;
    return next;
}

// ---------------------------------------------------------------------------- end of the game

struct End {
    bool over;
    int8_t points;  // multiple of the stake that the mover has won; negative: the other; 0: drawn
};

// Has the mover a legal step with any number at all?
FULLPRIME_HD inline bool can_move(const Variant& v, const Position& p) {
    for (int die = 1; die <= 6; ++die)
        if (detail::allowed(v, p, Turn{}, p, die)) return true;
    return false;
}

FULLPRIME_HD inline End end_of(const Variant& v, const Position& p) {
    const bool won = p.mover.count[OFF] == v.checkers;
    if (!won && p.other.count[OFF] != v.checkers) {
        // Without hitting both sides can be locked for good.
        const bool locked =
            v.landing != Landing::hit && !can_move(v, p) && !can_move(v, flipped(p));
        return {locked, 0};
    }
    const Side& loser = won ? p.other : p.mover;
    int value = 1;
    if (!loser.count[OFF]) {
        const uint32_t home = (2u << v.home) - 2;
        const bool behind = loser.count[BAR] || loser.count[HAND] ||
                            (detail::at_least(loser, 1) & across(v, home));
        value = behind ? 3 : 2;
    }
    if (value > v.score) value = v.score;
    return {true, static_cast<int8_t>(won != v.last_off ? value : -value)};
}

}  // namespace fullprime
