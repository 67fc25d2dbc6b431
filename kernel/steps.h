// Turns, plays and single steps: from where a number can be played, and what it does.
#pragma once

#include "board.h"

namespace fullprime {

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
// played out ends the turn. On the ring they are alternatives instead, see ring.h.
struct Turn {
    Batch batches[BATCHES_IN_TURN];
    uint8_t length;
    uint8_t head;     // checkers that may leave the start in this turn, 0: no limit
    bool head_grows;  // one more, if the numbers cannot be played out otherwise
    bool bonus;       // playing it out earns another turn
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

namespace detail {

FULLPRIME_HD inline void add_batch(Turn& turn, int a, int b, int length) {
    Batch& batch = turn.batches[turn.length++];
    batch.length = static_cast<uint8_t>(length);
    for (int i = 0; i < length; ++i) batch.numbers[i] = static_cast<uint8_t>(i % 2 ? b : a);
}

// The batches that follow four equal numbers.
FULLPRIME_HD inline void add_sequel(const Variant& v, const Position& p, int number, bool plain,
                                    Turn& turn) {
    if (v.doublet == Doublet::complement && !plain) add_batch(turn, 7 - number, 7 - number, 4);
    if (v.doublet != Doublet::cascade) return;
    if ((p.mover.count[MEMORY] & TURNS_MADE) < v.cascade_after) return;
    for (int higher = number + 1; higher <= 6; ++higher) add_batch(turn, higher, higher, 4);
}

}  // namespace detail

// Does the player choose a doublet after this roll?
FULLPRIME_HD inline bool names_doublet(const Variant& v, int a, int b) {
    return v.named_doublet && a + b == 3;
}

FULLPRIME_HD inline Turn ring_turn(const Variant& v, const Position& p, int a, int b);

// The turn that a roll gives to the mover; `named` is the doublet that he has chosen, 0: none yet.
FULLPRIME_HD inline Turn turn_of(const Variant& v, const Position& p, int a, int b,
                                 int named = 0) {
    Turn turn{};
    const uint8_t memory = p.mover.count[MEMORY];
    if (v.restricted) {
        if (v.geometry == Geometry::ring16) return ring_turn(v, p, a, b);
        turn.head = v.head_limit;
        const bool excepted = v.head_exception != HeadException::none && v.head_limit;
        if (excepted && !(memory & TURNS_MADE)) {
            const bool listed = a == b && (a == 3 || a == 4 || a == 6);
            turn.head_grows = v.head_exception == HeadException::if_single_cannot_finish;
            if (listed && !turn.head_grows) turn.head++;
        }
    }
    if (a != b) {
        detail::add_batch(turn, a, b, 2);
        if (!named || !names_doublet(v, a, b)) return turn;
        turn.bonus = true;
        detail::add_batch(turn, named, named, 4);
        detail::add_sequel(v, p, named, false, turn);
        return turn;
    }
    const bool plain = v.first_doublet_plain && !(memory & DOUBLET_THROWN);
    turn.bonus = v.bonus_on_doubles && !plain;
    detail::add_batch(turn, a, a, 4);
    if (v.doublet != Doublet::plain) detail::add_sequel(v, p, a, plain, turn);
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
#elif defined(__CUDA_ARCH__)
    const uint32_t* words = reinterpret_cast<const uint32_t*>(side.count);
    uint32_t bits = 0;
    for (int i = 0; i < 7; ++i) {  // four counts at a time; the product gathers their bits
        const uint32_t enough = __vcmpgeu4(words[i], 0x01010101u * static_cast<uint32_t>(n));
        bits |= ((enough & 0x01010101u) * 0x01020408u >> 24 & 0xF) << (4 * i);
    }
    return bits & ((1u << PLACES) - 1);
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

}  // namespace detail

}  // namespace fullprime
