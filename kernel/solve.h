// Solves small games by value iteration: again and again, every position is worth what the best
// plays of its rolls are worth.
//
// Plays lower the pips of the side that makes them, and only a hit raises those of the other. So a
// sweep goes through the positions from the fewest pips up, and all plays that hit nothing lead to
// positions that this sweep has renewed already: errors live on only behind hits, and fade with
// them. Positions of equal pips are renewed together from what was known before. Whole numbers
// only: the result is the same on every machine and for any number of threads.
#pragma once

#include <memory>
#include <span>
#include <vector>

#include "solved.h"

namespace fullprime {

namespace detail {
class SolvedPlays;
}

class Solver {
   public:
    // What is solved, one after the other: the game without the cube, how it then ends, the game
    // with the cube.
    enum class Stage { plays, chances, cube, done };

    explicit Solver(const Variant& v);
    ~Solver();

    Stage stage() const { return stage_; }

    // One sweep through all positions; the largest change of a number, in points or as a chance.
    double sweep(int threads);

    // Ends the stage and begins the next one.
    void advance(int threads);

    // All that is known so far. Copied into a solver of the same game that has been put to that
    // stage, it goes on as this one would.
    std::vector<std::span<uint8_t>> parts();
    void put_to(Stage stage);

    const std::vector<uint8_t>& table() const { return table_; }

   private:
    // Seen by the side that has just played, as are all numbers here: [side to roll, other].
    struct Ends {
        int32_t of[CLASSES];  // how the game ends
    };
    struct Held {
        int32_t of[SolvedRecord::EQUITIES];  // equities by who owns the cube, see solve.cpp
    };

    template <class Cell, class Ended>
    void prepare(std::vector<Cell>& cells, Ended ended);
    void begin(Stage stage);
    void enter_chances(int threads);
    void enter_cube(int threads);

    int32_t renewed(size_t own, size_t other) const;
    Ends renewed_ends(size_t own, size_t other) const;
    Held undoubled(size_t own, size_t other) const;
    Held undoubled_or_over(size_t own, size_t other) const;
    static Held doubled(const Held& undoubled);

    Variant v_;
    Arrangements arrangements_;
    std::unique_ptr<detail::SolvedPlays> plays_;
    Stage stage_ = Stage::plays;
    std::vector<int32_t> equities_;
    std::vector<Ends> ends_;
    std::vector<Held> held_;
    std::vector<uint8_t> table_;
};

}  // namespace fullprime
