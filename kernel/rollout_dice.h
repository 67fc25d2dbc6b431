// The dice of rollouts: they follow from seed, trial and ply alone, so that candidates share them
// and trials can be added later.
//
// The first two rolls are dealt out evenly: of each 36 trials, from a multiple of 36 on, every
// first throw and every second throw has one, and of each 1296 every pair of them. The order is
// drawn by the seed.
#pragma once

#include <numeric>
#include <utility>

#include "bearoff.h"
#include "random.h"

namespace fullprime {

namespace detail {

enum class Shuffled : uint64_t { first, row, column, second };

// The place of a throw after a shuffle that is drawn anew for each 1296 trials.
inline uint32_t shuffled(uint64_t seed, uint32_t round, Shuffled what, uint32_t number) {
    uint32_t throws[THROWS];
    std::iota(throws, throws + THROWS, 0u);
    Numbers numbers(seed, round, UINT64_MAX - static_cast<uint64_t>(what));
    for (uint32_t left = THROWS; left > 1; --left)
        std::swap(throws[left - 1], throws[numbers.below(left)]);
    return throws[number];
}

}  // namespace detail

inline Dice rollout_roll(uint64_t seed, uint32_t trial, uint32_t ply) {
    using detail::Shuffled;
    if (ply > 1) return roll(seed, trial, ply);
    const uint32_t round = trial / (THROWS * THROWS);
    const auto shuffled = [&](Shuffled what, uint32_t number) {
        return detail::shuffled(seed, round, what, number);
    };
    uint32_t thrown = shuffled(Shuffled::first, trial % THROWS);
    if (ply == 1) {  // a Latin square: each second throw once in every row and column
        const uint32_t row = shuffled(Shuffled::row, thrown);
        const uint32_t column = shuffled(Shuffled::column, trial / THROWS % THROWS);
        thrown = shuffled(Shuffled::second, (row + column) % THROWS);
    }
    return {static_cast<uint8_t>(thrown / 6 + 1), static_cast<uint8_t>(thrown % 6 + 1)};
}

}  // namespace fullprime
