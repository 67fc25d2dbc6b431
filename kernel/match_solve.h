// Solves small games at a match score: what every position is worth in every state of the cube.
//
// The cube of a match ends: once it is worth all that both sides need, nobody turns it again. So
// there are few states of it, and both sides of each are solved together, as lanes of one number a
// position. How the sweeps go is told in solve.h.
#pragma once

#include <memory>
#include <span>
#include <vector>

#include "solve.h"

namespace fullprime {

// A state of the cube as one side sees it.
struct CubeLane {
    Chances worths;  // of the results to that side: chances to win the match, as -1 to 1
    int taken;       // the lane after that side has doubled and the other has taken; -1: it may not
    int seen;        // the lane in which the other side sees the same cube
};

constexpr size_t MOST_LANES = 12;

// Can so many lanes be solved? Those of a match to seven points can.
inline bool is_lane_count(size_t lanes) {
    return lanes == 1 || lanes == 2 || lanes == 4 || lanes == 6 || lanes == 8 || lanes == MOST_LANES;
}

// One position in a table: a number of three bytes for each lane, what a roller has who does not
// double now.
class LaneRecord {
   public:
    static size_t size(size_t lanes) { return 3 * lanes; }

    static void put(uint8_t* bytes, size_t lane, double worth) {
        const long number = NOTHING + std::lround(worth * ONE);
        for (size_t b = 0; b < 3; ++b)
            bytes[3 * lane + b] = static_cast<uint8_t>(number >> (8 * b) & 0xFF);
    }

    static double get(const uint8_t* bytes, size_t lane) {
        const uint8_t* at = bytes + 3 * lane;
        return static_cast<double>((at[0] | at[1] << 8 | at[2] << 16) - NOTHING) / ONE;
    }

   private:
    static constexpr int32_t NOTHING = 1 << 23;
    static constexpr int32_t ONE = NOTHING - 1;
};

inline size_t match_solved_size(int checkers, size_t lanes) {
    const size_t count = Arrangements::ways(checkers);
    return count * count * LaneRecord::size(lanes);
}

namespace detail {
class LaneSolver;
}

// Sweep by sweep, as `Solver`, of which it has the last stage only.
class MatchSolver {
   public:
    MatchSolver(const Variant& v, const std::vector<CubeLane>& lanes);
    ~MatchSolver();

    Solver::Stage stage() const { return stage_; }

    // One sweep through all positions; the largest change of a chance to win the match.
    double sweep(int threads);

    // All is solved: makes the table.
    void advance(int threads);

    std::vector<std::span<uint8_t>> parts();
    void put_to(Solver::Stage stage);

    const std::vector<uint8_t>& table() const { return table_; }

   private:
    std::unique_ptr<detail::LaneSolver> lanes_;
    Solver::Stage stage_ = Solver::Stage::cube;
    std::vector<uint8_t> table_;
};

}  // namespace fullprime
