// The board: where the checkers of both sides stand, and the row of parameters that makes a game.
//
// Whose view: a Position is always seen by the side to move. Each side counts its checkers by its
// own points: 24 is the farthest, 1 the ace point, OFF has left the board, BAR was hit and waits,
// HAND has not entered yet (games that start with an empty board). `flipped` is the only way across.
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

}  // namespace fullprime
