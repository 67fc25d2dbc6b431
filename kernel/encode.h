// What a network sees of a position: small integers, the same on every machine.
//
// An afterstate is encoded, seen by the side that has just moved (`mover`); the other side rolls
// next. Every value is an integer from 0 to 255, and the real input is value * unit(i), where all
// units are powers of two, so that half precision holds it exactly. No unit is above a quarter: the
// integers of a net then hold weights up to 8 in steps that are fine enough for the large values.
// docs/features.md says in words what each feature is. A change of any value is a new version.
//
// Games in which checkers are hit on contrary paths and a roll is one batch of numbers have FEATURES
// of them. All others have the same ones and then more: pins, checkers in hand, rights and what is
// remembered of the turns before.
#pragma once

#include "restricted.h"

namespace fullprime {

constexpr int FEATURE_VERSION = 2;       // of nets with FEATURES inputs
constexpr int MORE_FEATURE_VERSION = 3;  // of those with MOST_FEATURES

constexpr int YES = 4;  // of what is so or not

// By side (mover, other) and place (1..24, bar): exactly one checker, two or more, three or more,
// and twice how many above three.
constexpr int PLACE_UNITS = 4;
constexpr int PLACES_SEEN = 25;
constexpr int PLACE_FEATURES = 2 * PLACES_SEEN * PLACE_UNITS;
static_assert(__BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__, "the units of a place are one number");

// Then by side, first all of the mover and then all of the other:
enum Scalar : int {
    OFF_ANY,       // YES: has borne off, cannot lose a gammon
    OFF_FIRST,     // borne off among the first third of the checkers
    OFF_SECOND,    // among the second
    OFF_THIRD,     // among the last
    PIPS_LOW,      // pips up to 64
    PIPS_MIDDLE,   // those from 64 to 128
    PIPS_HIGH,     // those above
    GAMMON_PIPS,   // half the pips until all checkers are home
    CONTACT,       // mover: YES when nobody can hit any more; other: how far the sides overlap
    REAR,          // point of the rearmost checker
    BACK,          // checkers in the enemy's home, on the bar and in the hand
    HOME_POINTS,   // closed points at home
    BLOTS,         // lone checkers
    PRIME,         // most closed points in a row
    SHOTS,         // of 36 enemy rolls, those that hit
    DOUBLE_SHOTS,  // those that hit one of two blots or more
    PIP_LOSS,      // pips that the worst hit costs, expected, in ninths
    DANCE,         // of 36 rolls, those that do not enter
    ESCAPES,       // of 36 rolls, those that the rearmost checker can play whole
    LEAPS,         // those with which it also passes the nearest closed point
    CONTAINED,     // fewest leaps from any of the ten farthest points, up to the rearmost checker
    CONTAINABLE,   // the same from all ten
    MOBILITY,      // escapes of all checkers outside, by their way home, in 64ths
    FREE_NUMBERS,  // of six numbers, those that a checker outside can play
    BLOCKS_AHEAD,  // closed points within twelve before the rearmost checker
    FIRST_BLOCK,   // open points between it and the nearest of them
    IN_HAND,       // checkers that have not entered
    ANCHOR,        // depth of the most advanced anchor in the enemy's home, 0: none
    SCALARS
};
constexpr int FEATURES = PLACE_FEATURES + 2 * SCALARS;
static_assert(FEATURES % 32 == 0, "rows of features are whole vectors");

// Then, in games that have more: YES for each own point 1..24 whose checker is pinned, first of the
// mover and then of the other, and by side again:
enum More : int {
    HAND_ONE,      // what the units of a place say, of the hand
    HAND_TWO,
    HAND_THREE,
    HAND_MORE,
    HELD,          // checkers that are pinned
    MAY_HIT,       // YES: has the right to hit
    ROLLS_BEFORE,  // other: rolls until its doublets climb, or until its first turn is over
    DOUBLET,       // YES: has thrown a doublet, where the first one counts less
    MORE
};
constexpr int PIN_FEATURES = 2 * POINTS;
constexpr int MOST_FEATURES = FEATURES + PIN_FEATURES + 2 * MORE;
static_assert(MOST_FEATURES % 32 == 0, "rows of features are whole vectors");

// How many values say all that matters in this game?
FULLPRIME_HD inline int features_of(const Variant& v) {
    const bool one_batch = v.doublet == Doublet::plain && !v.named_doublet && !v.bonus_on_doubles;
    const bool remembers = v.head_exception != HeadException::none || v.first_doublet_plain;
    const bool plain = v.geometry == Geometry::contrary && v.landing == Landing::hit &&
                       v.hit_right == HitRight::always && !v.start[HAND];
    return plain && one_batch && !remembers ? FEATURES : MOST_FEATURES;
}

FULLPRIME_HD constexpr float unit(int feature) {
    if (feature < PLACE_FEATURES || feature >= FEATURES) return 1 / 4.0f;
    switch ((feature - PLACE_FEATURES) % SCALARS) {
        case OFF_ANY:
        case OFF_FIRST:
        case OFF_SECOND:
        case OFF_THIRD:
        case BACK:
        case HOME_POINTS:
        case BLOTS:
        case PRIME:
        case FREE_NUMBERS:
        case BLOCKS_AHEAD:
        case ANCHOR: return 1 / 4.0f;
        case FIRST_BLOCK:
        case IN_HAND: return 1 / 8.0f;
        case CONTACT: return feature < PLACE_FEATURES + SCALARS ? 1 / 4.0f : 1 / 16.0f;
        case REAR: return 1 / 16.0f;
        case PIPS_LOW:
        case PIPS_MIDDLE:
        case PIPS_HIGH: return 1 / 64.0f;
        default: return 1 / 32.0f;  // counts of 36 and sums
    }
}

namespace detail {

// Twelve points before a checker, bit 0 the next one, a bit set where the point is closed: how many
// of 36 rolls it can play whole, and how many of those lead past the nearest closed point.
constexpr int VIEW = 12;
struct EscapeTable {
    uint8_t escapes[1 << VIEW];
    uint8_t leaps[1 << VIEW];
};

constexpr EscapeTable make_escapes() {
    EscapeTable table{};
    for (int closed = 0; closed < 1 << VIEW; ++closed) {
        int nearest = 0;
        while (nearest < VIEW && !(closed >> nearest & 1)) ++nearest;
        const int passed = nearest == VIEW ? 0 : nearest + 1;  // in pips
        for (int a = 1; a <= 6; ++a)
            for (int b = 1; b <= a; ++b) {
                const bool lands = !(closed >> (a + b - 1) & 1);
                const bool on_the_way = !(closed >> (a - 1) & 1) || !(closed >> (b - 1) & 1);
                if (!lands || !on_the_way) continue;
                const int weight = a == b ? 1 : 2;
                table.escapes[closed] = static_cast<uint8_t>(table.escapes[closed] + weight);
                if (a + b > passed)
                    table.leaps[closed] = static_cast<uint8_t>(table.leaps[closed] + weight);
            }
    }
    return table;
}

inline constexpr EscapeTable ESCAPE_TABLE = make_escapes();
#if defined(__CUDACC__)
static __device__ const EscapeTable DEVICE_ESCAPE_TABLE = make_escapes();
#endif

FULLPRIME_HD inline const EscapeTable& escape_table() {
#if defined(__CUDA_ARCH__)
    return DEVICE_ESCAPE_TABLE;
#else
    return ESCAPE_TABLE;
#endif
}

FULLPRIME_HD inline int size_of(uint32_t bits) {
#if defined(__CUDA_ARCH__)
    return __popc(bits);
#else
    return __builtin_popcount(bits);
#endif
}

FULLPRIME_HD inline int lowest(uint32_t bits) {
#if defined(__CUDA_ARCH__)
    return __ffs(static_cast<int>(bits)) - 1;
#else
    return __builtin_ctz(bits);
#endif
}

FULLPRIME_HD inline uint8_t to_byte(int value) {
    return static_cast<uint8_t>(value < 0 ? 0 : value > 255 ? 255 : value);
}

// That part of a number which lies between two bounds.
FULLPRIME_HD inline int part(int value, int from, int to) {
    return value <= from ? 0 : value >= to ? to - from : value - from;
}

// One side as a set of points in its own numbers, and the enemy in the same numbers.
struct View {
    uint32_t occupied, movable, made, blots;
    uint32_t enemies, closed, targets;
    uint32_t before;  // the closed points reversed: point p - 1 - k is bit k of before >> (32 - p)
    int bar, hand;
    int rear;  // 25 on the bar and in the hand, 0 when all are off
};

FULLPRIME_HD inline View view_of(const Variant& v, const Side& own, const Side& enemy) {
    View s;
    const uint32_t held = enemy.pinned ? across(v, enemy.pinned) : 0;
    s.occupied = at_least(own, 1) & ALL_POINTS;
    s.movable = s.occupied & ~own.pinned;
    s.made = (at_least(own, v.block) & ALL_POINTS) | held;
    s.blots = s.movable & ~s.made;
    const uint32_t there = at_least(enemy, 1) & ALL_POINTS;
    const uint32_t walls = at_least(enemy, v.block) & ALL_POINTS;
    s.enemies = across(v, there);
    s.closed = across(v, walls) | own.pinned;
    if (!may_hit(v, own)) s.closed |= s.enemies;
    s.targets = s.enemies & ~s.closed & ~held;
    s.before = reversed(s.closed);
    s.bar = own.count[BAR];
    s.hand = own.count[HAND];
    s.rear = s.bar || s.hand ? 25 : s.occupied ? highest(s.occupied) : 0;
    return s;
}

FULLPRIME_HD inline uint32_t view_from(const View& s, int point) {
    return point ? s.before >> (32 - point) & ((1u << VIEW) - 1) : 0;
}

// The blots that a roll can hit, in the roller's numbers: with one checker or with several, over
// open points, after all that is on the bar has entered.
FULLPRIME_HD inline uint32_t hits_of_pair(const View& s, uint32_t occupied, int a, int b) {
    const uint32_t by_a = occupied >> a & ALL_POINTS, by_b = occupied >> b & ALL_POINTS;
    if (!s.bar) {
        const uint32_t on = (by_a & ~s.closed) >> b | (by_b & ~s.closed) >> a;
        return (by_a | by_b | on) & s.targets & ALL_POINTS;
    }
    const uint32_t enter_a = 1u << (25 - a) & ~s.closed, enter_b = 1u << (25 - b) & ~s.closed;
    uint32_t reached = enter_a | enter_b;
    if (s.bar == 1) {
        if (enter_a) reached |= (s.occupied | enter_a) >> b;
        if (enter_b) reached |= (s.occupied | enter_b) >> a;
    }
    return reached & s.targets & ALL_POINTS;
}

FULLPRIME_HD inline uint32_t hits_of_doublet(const View& s, uint32_t occupied, int a) {
    uint32_t reached = 0;
    int steps = 4;
    if (s.bar) {
        const uint32_t entered = 1u << (25 - a) & ~s.closed;
        if (!entered) return 0;
        reached = entered;
        occupied = s.occupied | entered;
        steps -= s.bar;
    }
    for (; steps > 0; --steps) {
        occupied = occupied >> a & ALL_POINTS & ~s.closed;
        reached |= occupied;
    }
    return reached & s.targets;
}

// What the enemy's blots risk when this side rolls; written into the enemy's features.
FULLPRIME_HD inline void encode_shots(const Variant& v, const View& s, uint8_t* enemy) {
    int shots = 0, doubles = 0, loss = 0;
    if (s.targets && s.rear > lowest(s.targets)) {  // nobody hits what stands behind him
        const uint32_t occupied = s.movable | (s.hand && !s.bar ? 1u << BAR : 0);
        for (int a = 1; a <= 6; ++a)
            for (int b = a; b <= 6; ++b) {
                const uint32_t hits =
                    a == b ? hits_of_doublet(s, occupied, a) : hits_of_pair(s, occupied, a, b);
                if (!hits) continue;
                const int weight = a == b ? 1 : 2;
                // The victim loses what it has travelled: most where it is nearest to its home.
                const int lost = v.geometry == Geometry::contrary ? highest(hits)
                                                                  : 25 - lowest(across(v, hits));
                shots += weight;
                doubles += hits & (hits - 1) ? weight : 0;
                loss += weight * lost;
            }
    }
    enemy[SHOTS] = to_byte(shots);
    enemy[DOUBLE_SHOTS] = to_byte(doubles);
    enemy[PIP_LOSS] = to_byte(loss / 4);
}

// How this side's checkers get past the enemy's closed points.
FULLPRIME_HD inline void encode_escapes(const Variant& v, const Side& own, const View& s,
                                        uint8_t* out) {
    const EscapeTable& table = escape_table();
    const uint32_t view = view_from(s, s.rear);
    out[ESCAPES] = table.escapes[view];
    out[LEAPS] = table.leaps[view];
    out[BLOCKS_AHEAD] = to_byte(size_of(view));
    out[FIRST_BLOCK] = to_byte(view ? lowest(view) : VIEW);

    int contained = 36, containable = 36;
    if (s.closed)
        for (int p = POINTS - 9; p <= POINTS; ++p) {
            const int leaps = table.leaps[view_from(s, p)];
            if (leaps < containable) containable = leaps;
            if (p <= s.rear && leaps < contained) contained = leaps;
        }
    out[CONTAINED] = to_byte(contained);
    out[CONTAINABLE] = to_byte(containable);

    const uint32_t outside = s.occupied & ~0u << (v.home + 1);
    int mobility = (s.bar + s.hand) * (25 - v.home) * table.escapes[view_from(s, 25)];
    for (uint32_t rest = outside; rest;) {
        const int p = take_highest(rest);
        mobility += own.count[p] * (p - v.home) * table.escapes[view_from(s, p)];
    }
    out[MOBILITY] = to_byte(mobility / 64);

    int numbers = 0;
    for (int die = 1; die <= 6; ++die) {
        const bool enters = !(s.closed >> (25 - die) & 1);
        const uint32_t from = outside & ~(s.closed << die) & ~0u << (die + 1);
        numbers += s.bar ? enters : from || (s.hand && enters);
    }
    out[FREE_NUMBERS] = to_byte(numbers);
    const int shut = size_of(s.closed >> 19 & 0x3F);
    out[DANCE] = to_byte(s.bar ? shut * shut : 0);
}

FULLPRIME_HD inline void encode_side(const Variant& v, const Side& own, const View& s,
                                     uint8_t* places, uint8_t* out) {
    uint32_t units[PLACES_SEEN];  // four bytes each, so that a vector takes many places at once
    for (int p = 1; p <= PLACES_SEEN; ++p) {  // the bar is 25
        const uint32_t n = own.count[p];
        const uint32_t above = n > 3 ? n - 3 : 0;
        const uint32_t so = (n == 1) | (n >= 2u) << 8 | (n >= 3u) << 16;
        units[p - 1] = YES * so | 2 * above << 24;
    }
    std::memcpy(places, units, sizeof units);
    int pips = 25 * own.count[HAND], outside = (25 - v.home) * own.count[HAND];
    for (int p = 1; p <= PLACES_SEEN; ++p) {
        pips += own.count[p] * p;
        outside += p > v.home ? own.count[p] * (p - v.home) : 0;
    }
    const int off = own.count[OFF], third = (v.checkers + 2) / 3;
    out[OFF_ANY] = off ? YES : 0;
    out[OFF_FIRST] = to_byte(part(off, 0, third));
    out[OFF_SECOND] = to_byte(part(off, third, 2 * third));
    out[OFF_THIRD] = to_byte(part(off, 2 * third, 3 * third));
    out[PIPS_LOW] = to_byte(part(pips, 0, 64));
    out[PIPS_MIDDLE] = to_byte(part(pips, 64, 128));
    out[PIPS_HIGH] = to_byte(part(pips, 128, 128 + 255));
    out[GAMMON_PIPS] = to_byte(outside / 2);
    out[REAR] = to_byte(s.rear);
    out[IN_HAND] = to_byte(s.hand);

    const uint32_t home = (2u << v.home) - 2, far_home = across(v, home);
    int back = s.bar + s.hand;
    for (uint32_t rest = s.occupied & far_home; rest;) back += own.count[take_highest(rest)];
    const uint32_t anchors = s.made & far_home;
    out[BACK] = to_byte(back);
    out[HOME_POINTS] = to_byte(size_of(s.made & home));
    out[BLOTS] = to_byte(size_of(s.blots));
    out[ANCHOR] = to_byte(anchors ? 25 - lowest(anchors) : 0);
    int prime = 0;
    for (uint32_t run = s.made; run; run &= run >> 1) ++prime;
    out[PRIME] = to_byte(prime);
}

// What a side has beyond the games that are plain hitting; `rolls_next`: it is the other.
FULLPRIME_APART FULLPRIME_HD inline void encode_memory(const Variant& v, const Side& own,
                                                       bool rolls_next, uint8_t* pins,
                                                       uint8_t* out) {
    for (int p = 1; p <= POINTS; ++p) pins[p - 1] = own.pinned >> p & 1 ? YES : 0;
    const int hand = own.count[HAND];
    out[HAND_ONE] = hand == 1 ? YES : 0;
    out[HAND_TWO] = hand >= 2 ? YES : 0;
    out[HAND_THREE] = hand >= 3 ? YES : 0;
    out[HAND_MORE] = to_byte(hand > 3 ? 2 * (hand - 3) : 0);
    out[HELD] = to_byte(size_of(own.pinned));
    out[MAY_HIT] = may_hit(v, own) ? YES : 0;
    // Of the mover this is not known: whether the turn just made has been counted depends on who
    // asks. Turns alternate, so the other's tell nearly as much.
    const int first = v.head_exception != HeadException::none ? 1 : 0;
    const int until = v.doublet == Doublet::cascade ? v.cascade_after : first;
    const int rolls = until - (own.count[MEMORY] & TURNS_MADE);
    out[ROLLS_BEFORE] = to_byte(rolls_next ? rolls : 0);
    out[DOUBLET] = own.count[MEMORY] & DOUBLET_THROWN ? YES : 0;
}

// How far the rearmost checkers have still to pass each other; negative: they have.
FULLPRIME_HD inline int overlap(const View& own, const View& enemy) {
    const bool waits = enemy.bar || enemy.hand;
    if (!own.rear || !enemy.rear) return -1;
    return own.rear - (waits || !own.enemies ? 0 : lowest(own.enemies));
}

}  // namespace detail

// Writes features_of(v) values.
FULLPRIME_HD inline void encode(const Variant& v, const Position& p, uint8_t* values) {
    using namespace detail;
    const View own = view_of(v, p.mover, p.other), enemy = view_of(v, p.other, p.mover);
    uint8_t* first = values + PLACE_FEATURES;
    uint8_t* second = first + SCALARS;
    encode_side(v, p.mover, own, values, first);
    encode_side(v, p.other, enemy, values + PLACE_FEATURES / 2, second);
    encode_escapes(v, p.mover, own, first);
    encode_escapes(v, p.other, enemy, second);
    encode_shots(v, enemy, first);
    encode_shots(v, own, second);
    const int contact = overlap(own, enemy);
    first[CONTACT] = contact < 0 ? YES : 0;
    second[CONTACT] = to_byte(contact);
    if (features_of(v) == FEATURES) return;
    uint8_t* pins = values + FEATURES;
    uint8_t* memory = pins + PIN_FEATURES;
    encode_memory(v, p.mover, false, pins, memory);
    encode_memory(v, p.other, true, pins + POINTS, memory + MORE);
}

}  // namespace fullprime
