// Counts whole turns: for each of the 21 rolls the distinct positions it can lead to. A number
// that guards the rules: any change of behaviour changes it.
#pragma once

#include <cstdint>
#include <vector>

#include "rules.h"

namespace fullprime {

// Finds the plays of a turn in memory that grows when they do not fit.
inline Plays plays_in(std::vector<Play>& memory, const Variant& v, const Position& p,
                      const Turn& turn) {
    for (;;) {
        Plays found{memory.data(), static_cast<int>(memory.size())};
        plays(v, p, turn, found);
        if (!found.overflow) return found;
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
