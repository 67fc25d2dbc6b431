// Counts whole turns: for each of the 21 rolls the distinct positions it can lead to. A number
// that guards the rules: any change of behaviour changes it.
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <stdexcept>
#include <unordered_set>
#include <vector>

#include "rules.h"

namespace fullprime {

constexpr size_t MOST_PLAYS = size_t{1} << 21;

// Finds the plays of a turn in memory that grows when they do not fit.
inline Plays plays_in(std::vector<Play>& memory, const Variant& v, const Position& p,
                      const Turn& turn, size_t most = MOST_PLAYS) {
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
        if (memory.size() >= most) throw std::length_error("too many plays to list");
        memory.resize(std::min(most, memory.size() * 8));
    }
}

struct HashPosition {
    size_t operator()(const Position& p) const { return detail::hash_of(p); }
};
struct SamePosition {
    bool operator()(const Position& a, const Position& b) const { return same(a, b); }
};

// Shows every whole turn of a roll once, by its last play. Where the roll lets the player name a
// doublet, the turns of all six are joined.
template <class Visit>
void each_turn(const Variant& v, const Position& p, int a, int b, std::vector<Play>& memory,
               Visit visit) {
    const auto show = [&](const Turn& turn, auto wanted) {
        const Plays found = plays_in(memory, v, p, turn);
        for (int i = 0; i < found.count; ++i)
            if (found.data[i].last && wanted(found.data[i].position)) visit(found.data[i]);
    };
    if (!names_doublet(v, a, b))
        return show(turn_of(v, p, a, b), [](const Position&) { return true; });
    std::unordered_set<Position, HashPosition, SamePosition> seen;
    for (int named = 1; named <= 6; ++named)
        show(turn_of(v, p, a, b, named),
             [&](const Position& after) { return seen.insert(after).second; });
}

// Turns at the end of `depth` plies from p; finished games are not expanded. `memory` holds the
// plays of one depth each.
inline uint64_t perft(const Variant& v, const Position& p, int a, int b, int depth,
                      std::vector<Play>* memory) {
    uint64_t nodes = 0;
    each_turn(v, p, a, b, memory[depth], [&](const Play& play) {
        if (depth == 1) {
            ++nodes;
        } else if (!end_of(v, play.position).over) {
            const Position next = turned(v, play.position, a == b);
            for (int c = 1; c <= 6; ++c)
                for (int d = 1; d <= c; ++d) nodes += perft(v, next, c, d, depth - 1, memory);
        }
    });
    return nodes;
}

inline uint64_t perft(const Variant& v, const Position& p, int a, int b, int depth) {
    std::vector<std::vector<Play>> memory(static_cast<size_t>(depth) + 1,
                                          std::vector<Play>(128));
    return perft(v, p, a, b, depth, memory.data());
}

}  // namespace fullprime
