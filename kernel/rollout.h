// Rollouts: a position is played on again and again, and what comes out is averaged.
//
// Before each roll the best replies to all 21 rolls are found, and the roll thrown picks one. How
// much better that is than the mean of all is luck, which is 0 on average and is taken off: what is
// left of a trial has the same mean and varies far less.
//
// Where it is a race near home from the first roll on, and there is no cube, the net chooses the
// replies, but what each side needs by itself (races.h) judges them: it is surprised less, so
// trials vary less. Races that arise later differ from trial to trial, and finding all that would
// take too long.
//
// With a cube, replies are the best with the cube where it is. They say what the side to roll has if
// it does not double, and so whether it does and whether the other side takes; then other replies may
// be better. A trial with a cube is worth what it ends with at the value that the cube has then, in
// units of the value that it has at first.
//
// A trial follows from position, settings and its number alone, to the last bit.
#pragma once

#include <cstdint>
#include <vector>

#include "races.h"
#include "search.h"

namespace fullprime {

constexpr int LONGEST_TRIAL = 4096;  // plies; far more than any real game has

// How plays are chosen from some ply on.
struct Phase {
    int from;
    Search* search;  // or none: the best reply by the bare net
};

struct RolloutSettings {
    uint64_t seed;
    std::vector<Phase> phases;  // one after the other; before the first, the bare net
    int truncate;               // a trial has so many plies at most
    Search* at_the_end;         // judges where it is cut off; or none: the bare net
    bool less_luck;             // takes the luck of the rolls off
};

// What is rolled out, seen by the side to roll.
struct Start {
    Position roller;
    Worths worths;
    bool may_double;  // before the first roll
};

// What a trial has come to, seen by the side that rolled first.
struct Trial {
    Chances chances;
    double cubeless;  // what they are worth
    double cubeful;   // what it has come to with the cube, if there is one
    int plies;
};

// Who rolls, and what he chooses by.
struct Rolling {
    Position roller;
    Worths worths;

    size_t hash() const { return detail::hash_of(roller); }
};
static_assert(sizeof(Rolling) == sizeof(Position) + sizeof(Worths), "compared as bytes");

struct Replies {
    Reply to[ROLLS];
};

// Any number of threads may ask at once.
class Rollout {
   public:
    // `bare` lends what finds the replies, and lives at least as long as this, like all searches.
    Rollout(Search& bare, const RolloutSettings& settings);

    // The trials from `first` to before `last`, in order.
    std::vector<Trial> trials(const Start& start, uint32_t first, uint32_t last, int threads);

   private:
    Replier& replier_;
    const RolloutSettings settings_;
    Races races_;
    Known<Rolling, Replies> known_;  // trials share their first positions, and others by chance
};

}  // namespace fullprime
