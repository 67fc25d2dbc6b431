// Counts whole turns: for each of the 21 rolls the distinct positions it can lead to. A number
// that guards the rules: any change of behaviour changes it.
#pragma once

#include <bit>
#include <cstdint>
#include <stdexcept>
#include <vector>

#include "rules.h"

namespace fullprime {

constexpr size_t MOST_PLAYS = size_t{1} << 21;

// Finds the plays of a turn in memory that grows when they do not fit.
inline Plays plays_in(std::vector<Play>& memory, const Variant& v, const Position& p,
                      const Turn& turn) {
    std::vector<int32_t> buckets;
    for (;;) {
        Plays found{memory.data(), static_cast<int>(memory.size())};
        if (turn.length > 1) {
            buckets.assign(std::bit_ceil(2 * memory.size()), NO_PARENT);
            found.buckets = buckets.data();
            found.mask = static_cast<uint32_t>(buckets.size() - 1);
        }
        plays(v, p, turn, found);
        if (!found.overflow) return found;
        if (memory.size() >= MOST_PLAYS) throw std::length_error("too many plays to list");
        memory.resize(memory.size() * 2);
    }
}

// Turns at the end of `depth` plies from p; finished games are not expanded. `memory` holds the
// plays of one depth each.
inline uint64_t perft(const Variant& v, const Position& p, const Turn& turn, int depth,
                      std::vector<Play>* memory) {
    const Plays found = plays_in(memory[depth], v, p, turn);
    uint64_t nodes = 0;
    for (int i = 0; i < found.count; ++i) {
        const Play& play = found.data[i];
        if (!play.last) continue;
        if (depth == 1) {
            ++nodes;
        } else if (!end_of(v, play.position).over) {
            const Position next = turned(v, play.position);
            for (int a = 1; a <= 6; ++a)
                for (int b = 1; b <= a; ++b)
                    nodes += perft(v, next, turn_of(v, next, a, b), depth - 1, memory);
        }
    }
    return nodes;
}

inline uint64_t perft(const Variant& v, const Position& p, const Turn& turn, int depth) {
    std::vector<std::vector<Play>> memory(static_cast<size_t>(depth) + 1,
                                          std::vector<Play>(128));
    return perft(v, p, turn, depth, memory.data());
}

}  // namespace fullprime
