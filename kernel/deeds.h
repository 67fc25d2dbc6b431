// What the replies to each roll can do (hit, escape, make a point ...), and what each roll is worth
// when one of these things is not done: for reasons in words.
#pragma once

#include <cstdint>

#include "replier.h"

namespace fullprime {

// What a turn can do; a set of deeds is a bit mask.
namespace deed {
enum : int {
    HIT,       // sends a checker to the bar, or pins one
    TWO_HITS,  // or more
    ESCAPE,    // a checker leaves the bar or the points 16 to 24 behind, and none is on the bar
    POINT,     // a new own point from 3 to 7
    ANCHOR,    // a new own point from 18 to 22
    COVER,     // a second checker onto a blot on 1 to 7
    TWO_OFF,   // or more
    STAY_OUT,  // a checker is left on the bar
    HELP,      // hits, escapes, anchors or makes a point
    TIDY,      // leaves no blot that an enemy still has to pass, on contrary paths
    PASS,      // escapes and is tidy
    KEEP,      // breaks no own point from 2 to 7
    COUNT
};
}

// Everything that a turn has done.
uint32_t deeds_of(const Position& before, const Position& after);

struct RollDeeds {
    Position best;  // after the best turn, the roller still first
    double worth;   // of it, to the roller
    uint32_t done;  // by it
    uint32_t can;   // by some legal turn
    double without[deed::COUNT];  // of the best turn that does not; where every turn does, the best
};

// Judges all whole turns of every roll by the bare net. Not for games that play a roll in stages:
// nobody lists all their turns.
void reply_deeds(Replier& replier, const Position& roller, const Chances& worths,
                 RollDeeds* rolls, Workspace& w);

}  // namespace fullprime
