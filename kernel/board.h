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

// What few games need, apart from what all of them do.
#if defined(__GNUC__) && !defined(__CUDACC__)
#define FULLPRIME_APART __attribute__((noinline))
#else
#define FULLPRIME_APART
#endif

namespace fullprime {

// ---------------------------------------------------------------------------------- positions

enum : int { OFF = 0, POINTS = 24, BAR = 25, HAND = 26, PLACES = 27, MEMORY = 27 };

// Where a step can end that takes a piece out of the game; it is counted as OFF.
enum : int { LOST = 27 };

// What some games remember of a side beyond its checkers, in the byte behind them.
// ROLLS_AGAIN is known only while a search looks at the end of a turn, see stages.h.
enum : uint8_t { TURNS_MADE = 0x0F, ROLLS_AGAIN = 0x20, DOUBLET_THROWN = 0x40, HIT_RIGHT = 0x80 };

constexpr uint32_t ALL_POINTS = 0x01FFFFFE;  // bits 1..24
constexpr int NUMBERS_IN_BATCH = 4;          // a doublet is played four times
constexpr int BATCHES_IN_TURN = 7;           // 2-1, then a named doublet of ones up to sixes
constexpr int RING = 16;                     // cells of the ring, on which a lap is the way home

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

enum class Geometry : uint8_t { contrary, parallel12, common, ring16 };  // how the two paths lie
enum class Landing : uint8_t { none, hit, pin, share };  // what happens to a lone enemy
enum class Entry : uint8_t { bar, free, all_first };     // duty to enter from the hand
enum class BearOff : uint8_t { over, exact };            // may a larger number bear off
enum class HitRight : uint8_t { always, home_reached, currently_in_home };
enum class Doublet : uint8_t { plain, complement, cascade };  // what follows the four numbers
enum class HeadException : uint8_t { none, first_3_4_6, if_single_cannot_finish };
enum class Prime : uint8_t { none, narde, fevga };  // which walls of six are forbidden
enum class PrimeCheck : uint8_t { step, turn_end };
enum class ForbiddenWall : uint8_t {
    own_quadrant,
    unless_passed,
    either_quadrant,
    opponent_quadrant
};
enum class Mother : uint8_t { none, plakoto, immediate, draw_only };  // a pinned last starter
enum class DoubleOne : uint8_t { lose, fine_only, restart };          // 1-1 on the ring

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
    HitRight hit_right;  // who may hit at all
    bool no_hit_and_run;  // who hits at home stays there for the turn
    Doublet doublet;
    uint8_t cascade_after;        // so many own rolls before doublets climb
    bool complement_after_entry;  // no complement while men are in hand
    bool first_doublet_plain;     // a side's first doublet brings no complement and no bonus
    bool named_doublet;           // 2-1 is followed by a doublet of the player's choice
    bool bonus_on_doubles;        // a doublet played out earns another turn
    uint8_t head_limit;           // so many checkers may leave the start in a turn, 0: no limit
    HeadException head_exception;  // when one more may go in the first turn
    bool runner;  // one checker must pass the enemy's start before others move
    Prime prime;
    PrimeCheck prime_check;
    ForbiddenWall forbidden_wall;  // which quadrant may not be filled, where prime is fevga
    bool must_open_gate;  // there, too: an enemy army walled in on its start must be let out
    Mother mother_rule;
    bool last_off;       // who is off first has lost
    bool mirror_gammon;  // there, a winner with nothing off wins double
    DoubleOne double_one;
    bool consecutive_plain;  // on the ring, 4-3 is played like 5-3
    uint8_t start[28];       // counts by place, the same for both sides
    bool restricted;  // does any rule look at what the turn has done so far? see is_restricted
};

FULLPRIME_HD inline bool is_restricted(const Variant& v) {
    return v.cap || v.no_hit_and_run || v.head_limit || v.runner || v.prime != Prime::none ||
           v.hit_right != HitRight::always || v.geometry == Geometry::ring16;
}

FULLPRIME_HD inline Position start_position(const Variant& v) {
    Position p{};
    std::memcpy(p.mover.count, v.start, sizeof v.start);
    p.other = p.mover;
    return p;
}

// The same point in the other side's numbers; its own inverse. Most games have contrary paths, and
// the search asks for nothing more often, so they come first.
FULLPRIME_HD inline int across(const Variant& v, int point) {
    if (v.geometry == Geometry::contrary) return 25 - point;
    switch (v.geometry) {
        case Geometry::contrary:
        case Geometry::common: break;
        case Geometry::parallel12: return point > 12 ? point - 12 : point + 12;
        case Geometry::ring16: return (point + RING / 2 - 1) % RING + 1;
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
    if (v.geometry == Geometry::contrary) return reversed(points) >> 6;
    if (v.geometry == Geometry::parallel12) return (points << 12 | points >> 12) & ALL_POINTS;
    if (v.geometry == Geometry::ring16)
        return (points << RING / 2 | points >> RING / 2) & ((2u << RING) - 2);
    return points;
}

}  // namespace fullprime
