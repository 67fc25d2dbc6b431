// Races with checkers still on their way home, from what each side needs by itself.
//
// At home the bear-off table knows the chances to be off within so many rolls. Outside they follow
// from those after the play of each roll. Taken is the play that brings most checkers home, and of
// these the one after which the side seems to need the fewest rolls: what the table says with all
// who are outside on the back of the home, and six for every 49 pips that these have to go there.
#pragma once

#include <algorithm>
#include <mutex>
#include <unordered_map>
#include <vector>

#include "replier.h"

namespace fullprime {

// Any number of threads may ask at once. Answers follow from their questions alone.
class Races {
   public:
    // It asks the table of the replier, and does not live longer.
    explicit Races(Replier& replier) : replier_(replier) {}

    // Is this a race, near enough to home? Then it stays one.
    bool reach(const Position& p);

    // Says who wins after these replies to a roll in such a race, unless it is settled. How often a
    // win or a loss is a gammon stays as it was.
    void judge(Reply* replies);

   private:
    // A side that still has checkers on the board, and nothing else.
    struct Alone : Position {
        explicit Alone(const Side& side) : Position{} {
            std::copy_n(&side.count[1], POINTS, &mover.count[1]);
        }
    };

    HomeRow needs(const Bearoff& table, const Alone& side);
    HomeRow kept(const std::vector<uint32_t>& within);
    uint64_t badness(const Side& after) const;
    Alone played(const Alone& side, int a, int b);
    Bearoff rows() const;

    Replier& replier_;
    std::mutex asking_;
    std::unordered_map<Position, HomeRow, HashPosition, SamePosition> known_;
    std::vector<uint16_t> chances_;  // of the rows that are known, as in the table
    std::vector<uint32_t> rolls_at_home_;  // needed on average, by the number of the position
    std::vector<Play> plays_ = std::vector<Play>(128);
};

}  // namespace fullprime
