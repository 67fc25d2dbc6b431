// The ring: sixteen cells that both sides run around, each a lap from its own start. Nobody is
// hit; both may stand on a cell. A roll offers patterns, of which one is played as a whole.
#pragma once

#include "steps.h"

namespace fullprime {

constexpr int PIECE = 0;  // the number of 1-1: a piece is given up instead of moved

// The patterns of a roll as batches, each an alternative: the ways of one or two pieces.
FULLPRIME_HD inline Turn ring_turn(const Variant& v, const Position& p, int a, int b) {
    Turn turn{};
    const int high = a > b ? a : b, low = a > b ? b : a, both = a + b;
    int pieces = 0;
    for (int cell = 1; cell <= RING; ++cell) pieces += p.mover.count[cell];
    const int two = pieces > 1 ? 2 : 1;  // the last piece needs the first part only
    if (both == 2) {
        if (v.double_one != DoubleOne::fine_only) detail::add_batch(turn, PIECE, PIECE, 1);
    } else if (a == b) {
        detail::add_batch(turn, both, both, two);
        detail::add_batch(turn, a, a, 1);
    } else if (high == low + 1 && !v.consecutive_plain) {
        detail::add_batch(turn, both, low, two);
        detail::add_batch(turn, both, both - 1, two);
    } else {
        detail::add_batch(turn, both, both, 1);
        detail::add_batch(turn, high, low, two);
    }
    return turn;
}

namespace detail {

// Enough enemies close a cell, except those where somebody starts.
FULLPRIME_HD inline bool ring_closed(const Variant& v, const Position& p, int cell) {
    if (v.start[cell] || v.start[across(v, cell)]) return false;
    return p.other.count[across(v, cell)] >= v.block;
}

// The cells from which a piece that has not moved since `start` can go so far.
FULLPRIME_HD inline uint32_t ring_sources(const Variant& v, const Position& start,
                                          const Position& now, int way) {
    uint32_t from = 0;
    for (int cell = 1; cell <= RING; ++cell) {
        if (!start.mover.count[cell] || !now.mover.count[cell]) continue;
        bool free = way <= cell || v.bear_off == BearOff::over;
        for (int on = cell - way < 1 ? 1 : cell - way; on < cell; ++on)
            free = free && !ring_closed(v, now, on);
        if (free) from |= 1u << cell;
    }
    return from;
}

FULLPRIME_HD inline Step ring_advance(const Variant& v, Position& p, int source, int way) {
    int target = source > way ? source - way : OFF;
    if (way == PIECE) target = v.double_one == DoubleOne::restart ? RING : LOST;
    p.mover.count[source]--;
    p.mover.count[target == LOST ? OFF : target]++;
    return {static_cast<uint8_t>(source), static_cast<uint8_t>(target), static_cast<uint8_t>(way),
            Event::nothing};
}

FULLPRIME_HD inline void keep_new(Plays& out, const Position& p, const Step* steps, int length) {
    Play* play = room(out);
    if (!play || listed(out, 0, p)) return;
    play->position = p;
    for (int i = 0; i < length; ++i) play->steps[i] = steps[i];
    keep(out, length, NO_PARENT);
}

FULLPRIME_HD inline void play_ring(const Variant& v, const Position& p, const Turn& turn,
                                   Plays& out) {
    for (int i = 0; i < turn.length; ++i) {
        const Batch& pattern = turn.batches[i];
        uint32_t first = ring_sources(v, p, p, pattern.numbers[0]);
        while (first) {
            Position one = p;
            Step steps[2];
            steps[0] = ring_advance(v, one, take_highest(first), pattern.numbers[0]);
            if (pattern.length == 1) {
                keep_new(out, one, steps, 1);
                continue;
            }
            uint32_t second = ring_sources(v, p, one, pattern.numbers[1]);
            while (second) {
                Position two = one;
                steps[1] = ring_advance(v, two, take_highest(second), pattern.numbers[1]);
                keep_new(out, two, steps, 2);
            }
        }
    }
    if (!out.count) keep_new(out, p, nullptr, 0);
}

}  // namespace detail

}  // namespace fullprime
