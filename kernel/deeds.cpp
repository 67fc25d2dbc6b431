#include "deeds.h"

#include <algorithm>

namespace fullprime {

namespace {

constexpr int FARTHEST_OUT = 15;  // beyond it a checker is behind
constexpr int A_POINT = 2;

int behind(const Side& side) {
    int count = side.count[BAR];
    for (int p = FARTHEST_OUT + 1; p <= POINTS; ++p) count += side.count[p];
    return count;
}

// Own points of this range that are new, by the checkers that stood there before.
bool has_new_point(const Side& before, const Side& after, int first, int last, int least) {
    for (int p = first; p <= last; ++p)
        if (after.count[p] >= A_POINT && before.count[p] < A_POINT && before.count[p] >= least)
            return true;
    return false;
}

bool breaks_a_point(const Side& before, const Side& after, int first, int last) {
    return has_new_point(after, before, first, last, 0);
}

bool is_tidy(const Position& after) {
    int farthest = BAR;  // of the enemy, whose point 25 - p is the mover's p
    while (farthest && !after.other.count[farthest]) --farthest;
    for (int p = BAR - farthest + 1; p <= POINTS; ++p)
        if (after.mover.count[p] == 1) return false;
    return !after.mover.count[BAR];
}

int out_of_play(const Side& side) {
    int pinned = 0;
    for (uint32_t bits = side.pinned; bits; bits &= bits - 1) ++pinned;
    return side.count[BAR] + pinned;
}

}  // namespace

uint32_t deeds_of(const Position& before, const Position& after) {
    const auto bit = [](int what, bool done) { return static_cast<uint32_t>(done) << what; };
    const int hit = out_of_play(after.other) - out_of_play(before.other);
    const bool out = !after.mover.count[BAR], tidy = is_tidy(after);
    const bool escapes = out && behind(after.mover) < behind(before.mover);
    const uint32_t helps = bit(deed::HIT, hit >= 1) |
                           bit(deed::ESCAPE, escapes) |
                           bit(deed::POINT, has_new_point(before.mover, after.mover, 3, 7, 0)) |
                           bit(deed::ANCHOR, has_new_point(before.mover, after.mover, 18, 22, 0));
    return helps | bit(deed::TWO_HITS, hit >= 2) |
           bit(deed::COVER, has_new_point(before.mover, after.mover, 1, 7, 1)) |
           bit(deed::TWO_OFF, after.mover.count[OFF] >= before.mover.count[OFF] + 2) |
           bit(deed::STAY_OUT, !out) | bit(deed::HELP, helps != 0) |
           bit(deed::TIDY, tidy) | bit(deed::PASS, escapes && tidy) |
           bit(deed::KEEP, !breaks_a_point(before.mover, after.mover, 2, 7));
}

void reply_deeds(Replier& replier, const Position& roller, const Chances& worths,
                 RollDeeds* rolls, Workspace& w) {
    expect(!is_staged(replier.variant()),
           "turns of several stages are too many to look at each of them");
    w.after.clear();
    each_roll([&](int roll, int a, int b, int) {
        w.choices[roll].clear();
        const Plays found = replier.plays(roller, a, b, w);
        for (int i = 0; i < found.count; ++i)
            w.choices[roll].push_back(w.after.add(found.data[i].position));
    });
    replier.judge(&roller, w.after.positions(), w);
    each_roll([&](int roll, int, int, int) {
        RollDeeds& found = rolls[roll];
        bool known[deed::COUNT] = {}, any = false;
        found.can = 0;
        for (const uint32_t i : w.choices[roll]) {
            const Position& after = w.after.positions()[i];
            const double worth_of = worth(w.judged[i].chances, worths);
            const uint32_t done = deeds_of(roller, after);
            found.can |= done;
            if (!any || worth_of > found.worth) {
                any = true;
                found.best = after;
                found.worth = worth_of;
                found.done = done;
            }
            for (int d = 0; d < deed::COUNT; ++d) {
                if (done >> d & 1) continue;
                found.without[d] = known[d] ? std::max(found.without[d], worth_of) : worth_of;
                known[d] = true;
            }
        }
        for (int d = 0; d < deed::COUNT; ++d)
            if (!known[d]) found.without[d] = found.worth;
    });
}

}  // namespace fullprime
