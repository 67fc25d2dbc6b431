// Solved games: what every position of a small game is worth, and how it is read. solve.h makes it.
//
// A side has up to three checkers, so its arrangements can be counted, and so can the pairs of
// them. Chances and equities are whole numbers of 24 bits: what is read differs from what was
// solved by less than a ten-millionth.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <vector>

#include "cube.h"
#include "rules.h"

namespace fullprime {

constexpr int MOST_SOLVED = 3;  // checkers of a side; four would take tens of gigabytes

// Can this game be solved? One in which checkers are hit, whose turns alternate and depend on the
// board alone.
inline bool can_solve(const Variant& v) {
    const bool small = v.checkers >= 1 && v.checkers <= MOST_SOLVED && v.block <= 2;
    const bool board =
        v.landing == Landing::hit && v.geometry != Geometry::ring16 && !v.start[HAND];
    const bool turns = v.doublet == Doublet::plain && !v.named_doublet && !v.bonus_on_doubles;
    const bool steps = v.hit_right == HitRight::always && !v.head_limit && !v.runner &&
                       v.prime == Prime::none;
    return small && board && turns && steps;
}

// --------------------------------------------------------------------- numbers of positions

// All ways to place the checkers of one side on the board, on the bar or off, fewest pips first:
// the first is that with all of them off.
class Arrangements {
   public:
    explicit Arrangements(int checkers) : checkers_(checkers), place_(ways(checkers)) {
        std::vector<Side> sides;
        list(Side{}, BAR, checkers, sides);
        std::stable_sort(sides.begin(), sides.end(),
                         [](const Side& a, const Side& b) { return pips_of(a) < pips_of(b); });
        sides_ = std::move(sides);
        begin_.assign(static_cast<size_t>(BAR * checkers) + 2, 0);
        for (size_t i = 0; i < sides_.size(); ++i) {
            place_[rank(sides_[i])] = static_cast<uint16_t>(i);
            begin_[static_cast<size_t>(pips_of(sides_[i])) + 1] = i + 1;
        }
        for (size_t p = 1; p < begin_.size(); ++p) begin_[p] = std::max(begin_[p], begin_[p - 1]);
    }

    static size_t ways(int checkers) {
        size_t product = 1;
        for (int i = 0; i < checkers; ++i)
            product = product * static_cast<size_t>(BAR + 1 + i) / static_cast<size_t>(i + 1);
        return product;
    }

    size_t size() const { return sides_.size(); }
    const Side& operator[](size_t index) const { return sides_[index]; }
    size_t index(const Side& side) const { return place_[rank(side)]; }
    bool knows(const Side& side) const { return count(side) == checkers_; }

    // Those with so many pips are begin(pips) up to begin(pips + 1).
    size_t begin(size_t pips) const { return begin_[pips]; }
    size_t most_pips() const { return begin_.size() - 2; }

   private:
    static int pips_of(const Side& side) {
        int pips = 0;
        for (int place = 1; place <= BAR; ++place) pips += place * side.count[place];
        return pips;
    }

    static int count(const Side& side) {
        int checkers = 0;
        for (int place = OFF; place <= BAR; ++place) checkers += side.count[place];
        return checkers;
    }

    static void list(Side side, int highest, int left, std::vector<Side>& sides) {
        if (!left) return sides.push_back(side);
        for (int place = OFF; place <= highest; ++place) {
            Side next = side;
            next.count[place]++;
            list(next, place, left - 1, sides);
        }
    }

    // A number of its own for each, from 0 on: of checkers in the order of their places, the i-th
    // adds the ways to place so many of them below it.
    static size_t rank(const Side& side) {
        size_t sum = 0;
        int i = 0;
        for (int place = OFF; place <= BAR; ++place) {
            for (int k = 0; k < side.count[place]; ++k) {
                size_t below = 1;
                for (int j = 0; j <= i; ++j)
                    below = below * static_cast<size_t>(place + j) / static_cast<size_t>(j + 1);
                sum += below;
                ++i;
            }
        }
        return sum;
    }

    int checkers_;
    std::vector<Side> sides_;
    std::vector<uint16_t> place_;  // by rank
    std::vector<size_t> begin_;    // by pips
};

// ----------------------------------------------------------------------------------- the table

// For money, what a roller has who does not double now, by who owns the cube.
struct SolvedCube {
    double owned;    // by the roller
    double centred;  // by nobody
    double jacoby;   // the same where gammons count only once the cube is turned
    double against;  // by the other
};

// What is known of one position, as it lies in the table: numbers of three bytes. Chances are those
// of the roller, without single games won: those are what the others leave.
class SolvedRecord {
   public:
    static constexpr size_t CHANCES = CLASSES - 1, EQUITIES = 4;
    static constexpr size_t SIZE = 3 * (CHANCES + EQUITIES);

    explicit SolvedRecord(const uint8_t* bytes) : bytes_(bytes) {}

    static void put(uint8_t* bytes, const Chances& chances) {
        for (size_t c = 0; c < CHANCES; ++c)
            put(bytes, c, std::lround(chances.of[c + 1] * SURE));
    }

    static void put(uint8_t* bytes, const SolvedCube& cube) {
        const double equities[EQUITIES] = {cube.owned, cube.centred, cube.jacoby, cube.against};
        for (size_t e = 0; e < EQUITIES; ++e)
            put(bytes, CHANCES + e, NOTHING + std::lround(equities[e] * POINT));
    }

    Chances chances() const {
        Chances found{};
        int32_t rest = SURE;
        for (size_t c = 0; c < CHANCES; ++c) {
            const int32_t part = get(c);
            found.of[c + 1] = static_cast<double>(part) / SURE;
            rest -= part;
        }
        found.of[0] = static_cast<double>(std::max(rest, 0)) / SURE;
        return found;
    }

    SolvedCube cube() const {
        const auto equity = [&](size_t e) {
            return static_cast<double>(get(CHANCES + e) - NOTHING) / POINT;
        };
        return {equity(0), equity(1), equity(2), equity(3)};
    }

   private:
    static constexpr int32_t SURE = (1 << 24) - 1;  // a chance of one
    static constexpr int32_t POINT = 1 << 21;       // an equity of one
    static constexpr int32_t NOTHING = 1 << 23;     // an equity of none

    static void put(uint8_t* bytes, size_t i, long number) {
        for (size_t b = 0; b < 3; ++b)
            bytes[3 * i + b] = static_cast<uint8_t>(number >> (8 * b) & 0xFF);
    }

    int32_t get(size_t i) const {
        const uint8_t* at = bytes_ + 3 * i;
        return at[0] | at[1] << 8 | at[2] << 16;
    }

    const uint8_t* bytes_;
};

inline size_t solved_size(int checkers) {
    const size_t count = Arrangements::ways(checkers);
    return count * count * SolvedRecord::SIZE;
}

// A table and how positions are found in it: records [side to roll, other].
class Solved {
   public:
    Solved(int checkers, const uint8_t* bytes) : arrangements_(checkers), bytes_(bytes) {}

    // Are these the checkers that the table was made for?
    bool knows(const Position& p) const {
        return arrangements_.knows(p.mover) && arrangements_.knows(p.other);
    }

    // Of the mover, who is about to roll.
    SolvedRecord at(const Position& p) const {
        const size_t row = arrangements_.index(p.mover) * arrangements_.size();
        return SolvedRecord(bytes_ + (row + arrangements_.index(p.other)) * SolvedRecord::SIZE);
    }

   private:
    Arrangements arrangements_;
    const uint8_t* bytes_;
};

}  // namespace fullprime
