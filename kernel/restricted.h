// Restricted games: rules that look at what the turn has done so far. A cap on a point, no
// hit-and-run, limits on leaving the head, the runner, forbidden walls, the right to hit.
#pragma once

#include "steps.h"

namespace fullprime {

namespace detail {

FULLPRIME_HD inline bool may_hit(const Variant& v, const Side& own) {
    if (v.hit_right == HitRight::always || own.count[MEMORY] & HIT_RIGHT) return true;
    const uint32_t home = (2u << v.home) - 2;
    return (at_least(own, 1) & home) || (own.count[OFF] && v.hit_right == HitRight::home_reached);
}

// One checker runs ahead while all others wait on the start.
FULLPRIME_HD inline bool running(const Variant& v, const Side& own) {
    return own.count[POINTS] == v.checkers - 1 && (at_least(own, 1) & 0x00FFF000);  // 12..23
}

// The places from which this number can be played after what the turn has done since `start`.
FULLPRIME_HD inline uint32_t allowed(const Variant& v, const Position& start, const Turn& turn,
                                     const Position& now, int die) {
    uint32_t closed = closed_points(v, now);
    if (!may_hit(v, now.mover)) closed |= across(v, at_least(now.other, 1));
    if (v.cap) closed |= at_least(now.mover, v.cap);
    uint32_t from = sources(v, now.mover, closed, die);
    const int left = start.mover.count[POINTS] - now.mover.count[POINTS];
    if (turn.head && left >= turn.head) from &= ~(1u << POINTS);
    if (v.runner && running(v, now.mover)) from &= ~(1u << POINTS);
    for (int p = 1; v.no_hit_and_run && p <= v.home; ++p) {
        const int there = across(v, p);  // one hit at most on a point, so one checker is locked
        const bool hit = start.other.count[there] == 1 && !now.other.count[there];
        if (hit && now.mover.count[p] == 1) from &= ~(1u << p);
    }
    return from;
}

FULLPRIME_HD inline uint32_t runs_of_six(uint32_t points) {
    return points & points >> 1 & points >> 2 & points >> 3 & points >> 4 & points >> 5;
}

// The first of two limits: no six points in a quadrant where a side sets out.
FULLPRIME_HD inline bool fills_quadrant(const Variant& v, const Position& p, uint32_t mine) {
    const uint32_t quadrant = 0x3Fu << 19;
    const bool own = (mine & quadrant) == quadrant;
    const uint32_t theirs = across(v, quadrant);
    const bool enemy = (mine & theirs) == theirs;
    switch (v.forbidden_wall) {
        case ForbiddenWall::own_quadrant: return own;
        case ForbiddenWall::either_quadrant: return own || enemy;
        case ForbiddenWall::opponent_quadrant: return enemy;
        case ForbiddenWall::unless_passed: break;
    }
    const uint32_t passed = (theirs & (~theirs + 1)) - 1;  // nearer to the end of their path
    return own && !(at_least(p.other, 1) & passed);
}

// Does the mover hold a wall that the game forbids?
FULLPRIME_HD inline bool forbidden(const Variant& v, const Position& p) {
    if (v.prime == Prime::none) return false;
    const uint32_t mine = at_least(p.mover, 1) & ALL_POINTS;
    if (v.prime == Prime::fevga) return fills_quadrant(v, p, mine);
    if (p.other.count[OFF]) return false;
    // On their path: a wall needs one of theirs in front of it.
    const uint32_t theirs = at_least(p.other, 1) & ALL_POINTS;
    const uint32_t foremost = theirs & (~theirs + 1);
    return runs_of_six(across(v, mine)) & (foremost | (foremost - 1));
}

// Plays a number from an allowed place, unless that makes a forbidden wall.
FULLPRIME_HD inline bool try_step(const Variant& v, Position& p, int source, int die, Step& step) {
    step = advance(v, p, source, die);
    if (v.prime_check == PrimeCheck::step && forbidden(v, p)) return false;
    if (v.hit_right == HitRight::home_reached && may_hit(v, p.mover))
        p.mover.count[MEMORY] |= HIT_RIGHT;
    return true;
}

// Is the whole enemy army on one point with six of the mover's points right in front of it?
FULLPRIME_HD inline bool shut_in(const Variant& v, const Position& p) {
    const uint32_t theirs = at_least(p.other, 1);
    if (!theirs || theirs & (theirs - 1)) return false;
    const int army = highest(theirs);
    const uint32_t mine = across(v, at_least(p.mover, 1));
    return army > 6 && army <= POINTS && (mine >> (army - 6) & 0x3F) == 0x3F;
}

// Who shuts the whole enemy army in must open the gate if any of the longest plays does.
FULLPRIME_HD inline void open_gate(const Variant& v, int begin, Plays& out) {
    int open = begin;
    for (int i = begin; i < out.count; ++i)
        if (!shut_in(v, out.data[i].position)) out.data[open++] = out.data[i];
    if (open > begin) out.count = open;
}

// Which sets of sources equal numbers have been played from. The order of a set does not matter to
// the position that it leads to, so whatever comes of a set is found when it is first met.
class SourceSets {
   public:
    FULLPRIME_HD SourceSets() {
        for (uint32_t& word : words_) word = 0;
    }

    // The first so many sources, in any order; false: they have been added before.
    FULLPRIME_HD bool add(const Step* steps, int length) {
        int sorted[NUMBERS_IN_BATCH] = {};
        for (int i = 0; i < length; ++i) {
            int at = i;
            for (; at > 0 && sorted[at - 1] < steps[i].source; --at) sorted[at] = sorted[at - 1];
            sorted[at] = steps[i].source;
        }
        // Sets that are shorter have zeros at their end, and no checker is played from there.
        const int a = sorted[0] + 3, b = sorted[1] + 2, c = sorted[2] + 1, d = sorted[3];
        const int rank = a * (a - 1) * (a - 2) * (a - 3) / 24 + b * (b - 1) * (b - 2) / 6 +
                         c * (c - 1) / 2 + d;
        const uint32_t bit = 1u << rank % 32;
        const bool is_new = !(words_[rank / 32] & bit);
        words_[rank / 32] |= bit;
        return is_new;
    }

   private:
    static constexpr int SETS = (PLACES + 3) * (PLACES + 2) * (PLACES + 1) * PLACES / 24;
    uint32_t words_[(SETS + 31) / 32];
};

// All orders of the numbers, step by step; what is longest is legal, of single steps the larger.
// Returns how many numbers can be played. `met` is empty where they are equal, else null.
FULLPRIME_HD inline int search_restricted(const Variant& v, const Position& start,
                                          const Turn& turn, const Position& p, const Batch& batch,
                                          int32_t parent, SourceSets* met, Plays& out) {
    const int begin = out.count;
    const bool mixed = batch.length == 2 && batch.numbers[0] != batch.numbers[1];
    const bool in_order = batch.numbers[0] >= batch.numbers[1];
    const bool judged_last = v.prime_check == PrimeCheck::turn_end;
    Position at[NUMBERS_IN_BATCH + 1];
    uint32_t todo[NUMBERS_IN_BATCH + 1];
    Step steps[NUMBERS_IN_BATCH];
    int most = 0;
    bool larger_alone = false;
    for (int order = 0; order <= mixed; ++order) {
        int dice[NUMBERS_IN_BATCH];  // the larger number first, then the smaller
        for (int i = 0; i < batch.length; ++i)
            dice[i] = batch.numbers[mixed && in_order == (order == 1) ? 1 - i : i];
        int depth = 0;
        bool stuck = true;  // nothing has been played from at[depth]
        at[0] = p;
        todo[0] = allowed(v, start, turn, p, dice[0]);
        while (depth >= 0) {
            if (depth < batch.length && todo[depth]) {
                const int source = take_highest(todo[depth]);
                Position& next = at[depth + 1];
                next = at[depth];
                if (!try_step(v, next, source, dice[depth], steps[depth])) continue;
                if (met && !met->add(steps, depth + 1)) continue;
                ++depth;
                stuck = true;
                if (depth < batch.length)
                    todo[depth] = allowed(v, start, turn, next, dice[depth]);
                continue;
            }
            // Where walls are judged at the end, stopping early may be the only way to avoid one.
            const bool ends = stuck || judged_last;
            const bool wall = judged_last && depth > 0 && forbidden(v, at[depth]);
            if (ends && !wall && depth >= most && !(order && depth == 1 && larger_alone)) {
                if (depth > most) {
                    most = depth;
                    out.count = begin;
                }
                Play* play = room(out);
                if (!play) return most;
                if (met || !listed(out, begin, at[depth])) {
                    play->position = at[depth];
                    for (int i = 0; i < depth; ++i) play->steps[i] = steps[i];
                    keep(out, depth, parent);
                }
            }
            --depth;
            stuck = false;
        }
        larger_alone = most == 1;
    }
    return most;
}

FULLPRIME_HD inline int search_any(const Variant& v, const Position& start, const Turn& turn,
                                   const Position& p, const Batch& batch, int32_t parent,
                                   Plays& out) {
    if (batch.length < 2 || batch.numbers[0] != batch.numbers[1])
        return search_restricted(v, start, turn, p, batch, parent, nullptr, out);
    SourceSets met;
    return search_restricted(v, start, turn, p, batch, parent, &met, out);
}

FULLPRIME_HD inline void play_restricted(const Variant& v, const Position& start, const Turn& turn,
                                         const Position& p, const Batch& batch, int32_t parent,
                                         bool last, Plays& out) {
    const int begin = out.count;
    int most = search_any(v, start, turn, p, batch, parent, out);
    if (turn.head_grows && most < batch.length && !out.overflow) {
        Turn freer = turn;
        freer.head++;
        out.count = begin;
        most = search_any(v, start, freer, p, batch, parent, out);
    }
    const bool ends = last || most < batch.length;  // the turn, for all of these plays
    if (v.prime == Prime::fevga && v.must_open_gate && ends) open_gate(v, begin, out);
}

}  // namespace detail

}  // namespace fullprime
