// The rules of the tables games: which plays a roll allows and what a finished game is worth.
//
// This is the header to include. Header-only, for host and device; no allocation, no globals, no
// text. Callers bring the memory.
#pragma once

#include "restricted.h"
#include "ring.h"
#include "steps.h"

namespace fullprime {

namespace detail {

// Two different numbers: both if any order allows it, else the larger, else the smaller.
FULLPRIME_HD inline void play_pair(const Variant& game, const Position& p, uint32_t closed,
                                   const Batch& batch, int32_t parent, Plays& out) {
    const Variant v = game;  // a copy that no store into a position can be suspected to change
    const int begin = out.count;
    const bool in_order = batch.numbers[0] > batch.numbers[1];
    const int dice[2] = {batch.numbers[in_order ? 0 : 1], batch.numbers[in_order ? 1 : 0]};
    const uint32_t from[2] = {sources(v, p.mover, closed, dice[0]),
                              sources(v, p.mover, closed, dice[1])};
    uint32_t seen[PLACES];  // by source of the larger number, where it has one: of the smaller
    for (int order = 0; order < 2; ++order) {
        uint32_t first = from[order];
        while (first) {
            const int one = take_highest(first);
            Position middle = p;
            const Step step = advance(v, middle, one, dice[order]);
            uint32_t second = sources(v, middle.mover, closed, dice[1 - order]);
            if (order == 0) seen[one] = second;
            while (second) {
                const int two = take_highest(second);
                if (order == 1 && from[0] >> two & 1 && seen[two] >> one & 1) continue;
                Play* play = room(out);
                if (!play) return;
                play->position = middle;
                play->steps[0] = step;
                play->steps[1] = advance(v, play->position, two, dice[1 - order]);
                // Different pairs of sources lead to the same position only where one checker
                // could have made both steps, where checkers leave the board, or where the
                // last one on the bar and one in the hand could have changed numbers.
                const int target = play->steps[1].target;
                const bool unique =
                    two != step.target && target != one && target != OFF && two != HAND;
                if (unique || !listed(out, begin, play->position)) keep(out, 2, parent);
            }
        }
    }
    if (out.count != begin) return;

    uint32_t only = from[0] ? from[0] : from[1];
    const int die = from[0] ? dice[0] : dice[1];
    do {
        Play* play = room(out);
        if (!play) return;
        play->position = p;
        if (only) play->steps[0] = advance(v, play->position, take_highest(only), die);
        keep(out, from[0] | from[1] ? 1 : 0, parent);
    } while (only);
}

// Equal numbers: as many as possible.
//
// Different sets of sources lead to different positions, and every set can be played from the
// back to the front, so that order alone is tried. Restrictions break the second half of that
// argument (leaving a full point makes room), so restricted games do not come here.
FULLPRIME_HD inline void play_equal(const Variant& game, const Position& p, uint32_t closed,
                                    const Batch& batch, int32_t parent, Plays& out) {
    const Variant v = game;
    const int begin = out.count;
    const int die = batch.numbers[0];
    Position at[NUMBERS_IN_BATCH + 1];
    uint32_t todo[NUMBERS_IN_BATCH + 1];
    Step steps[NUMBERS_IN_BATCH];
    int most = 0;
    int depth = 0;
    bool arrived = true;  // at[depth] is new: not yet looked at
    at[0] = p;
    todo[0] = sources(v, p.mover, closed, die);
    while (depth >= 0) {
        if (arrived && !todo[depth] && depth >= most) {
            if (depth > most) {  // longer than all before: those were not legal
                most = depth;
                out.count = begin;
            }
            Play* play = room(out);
            if (!play) return;
            play->position = at[depth];
            for (int i = 0; i < depth; ++i) play->steps[i] = steps[i];
            keep(out, depth, parent);
        }
        if (!todo[depth]) {
            --depth;
            arrived = false;
            continue;
        }
        const int source = take_highest(todo[depth]);
        at[depth + 1] = at[depth];
        steps[depth] = advance(v, at[depth + 1], source, die);
        ++depth;
        arrived = true;
        todo[depth] = 0;
        if (depth < batch.length) {
            const uint32_t behind = source == BAR ? ~0u : (2u << source) - 1;
            todo[depth] = sources(v, at[depth].mover, closed, die) & behind;
        }
    }
}

FULLPRIME_HD inline void play_batch(const Variant& v, const Position& start, const Turn& turn,
                                    const Position& p, const Batch& batch, int32_t parent,
                                    bool last, Plays& out) {
    if (v.restricted) return play_restricted(v, start, turn, p, batch, parent, last, out);
    const uint32_t closed = closed_points(v, p);
    if (batch.length == 2 && batch.numbers[0] != batch.numbers[1])
        play_pair(v, p, closed, batch, parent, out);
    else
        play_equal(v, p, closed, batch, parent, out);
}

// Is this batch of the turn the last for that play?
FULLPRIME_HD inline bool ends_turn(const Variant& v, const Turn& turn, int b, const Play& play) {
    const bool waits = v.complement_after_entry && b + 2 == turn.length &&
                       play.position.mover.count[HAND];
    return b + 1 == turn.length || waits || play.length < turn.batches[b].length ||
           play.position.mover.count[OFF] == v.checkers;
}

FULLPRIME_HD inline uint32_t hash_of(const Position& p) {
    uint64_t words[8], hash = 0;
    std::memcpy(words, &p, sizeof words);
    for (uint64_t word : words) {
        hash = (hash ^ word) * 0x9E3779B97F4A7C15u;
        hash ^= hash >> 32;
    }
    return static_cast<uint32_t>(hash);
}

// Has the play at `index` been reached before: by any that ends the turn as it does, or by one of
// its own batch (from `level` on) that goes on as it does? If not, it is entered.
FULLPRIME_HD inline bool known(Plays& out, int level, int index) {
    const Play& play = out.data[index];
    const auto matches = [&](int k) {
        return out.data[k].last == play.last && (play.last || k >= level) &&
               same(out.data[k].position, play.position);
    };
    if (!out.buckets) {
        for (int k = 0; k < index; ++k)
            if (matches(k)) return true;
        return false;
    }
    uint32_t slot = hash_of(play.position) & out.mask;
    for (; out.buckets[slot] != NO_PARENT; slot = (slot + 1) & out.mask)
        if (matches(out.buckets[slot])) return true;
    out.buckets[slot] = index;
    return false;
}

// Continues the plays of the first batch through all others, keeping one chain per position.
FULLPRIME_HD inline void play_on(const Variant& v, const Position& start, const Turn& turn,
                                 Plays& out) {
    for (int i = 0; i < out.count; ++i) {
        out.data[i].last = ends_turn(v, turn, 0, out.data[i]);
        known(out, 0, i);
    }
    int begin = 0;  // the plays of the batch before are begin..end
    for (int b = 1; b < turn.length; ++b) {
        const int end = out.count;
        for (int i = begin; i < end; ++i) {
            if (out.data[i].last) continue;
            const int first = out.count;
            const Position before = out.data[i].position;
            play_batch(v, start, turn, before, turn.batches[b], i, b + 1 == turn.length, out);
            if (out.overflow) return;
            int kept = first;
            for (int j = first; j < out.count; ++j) {
                out.data[kept] = out.data[j];
                out.data[kept].last = ends_turn(v, turn, b, out.data[kept]);
                if (!known(out, end, kept)) ++kept;
            }
            out.count = kept;
        }
        begin = end;
    }
}

}  // namespace detail

// All legal turns. The plays marked `last` end in distinct positions; where nothing can be played
// the one play has no steps. Batches are played one after the other, without looking ahead.
FULLPRIME_HD inline void plays(const Variant& v, const Position& p, const Turn& turn, Plays& out) {
    out.count = 0;
    out.overflow = false;
    if (v.restricted && v.geometry == Geometry::ring16) return detail::play_ring(v, p, turn, out);
    detail::play_batch(v, p, turn, p, turn.batches[0], NO_PARENT, turn.length == 1, out);
    if (turn.length > 1) detail::play_on(v, p, turn, out);
}

// The plays of one batch in the middle of a turn that began at `start`, the last of it or not.
FULLPRIME_HD inline void plays_on(const Variant& v, const Position& start, const Turn& turn,
                                  const Position& now, const Batch& batch, bool last,
                                  Plays& out) {
    out.count = 0;
    out.overflow = false;
    detail::play_batch(v, start, turn, now, batch, NO_PARENT, last, out);
}

// The single steps that one number allows in the middle of a turn, as plays of one step.
FULLPRIME_HD inline void steps_on(const Variant& v, const Position& start, const Turn& turn,
                                  const Position& now, int number, Plays& out) {
    const bool ring = v.geometry == Geometry::ring16;
    uint32_t from = ring ? detail::ring_sources(v, start, now, number)
                         : detail::allowed(v, start, turn, now, number);
    out.count = 0;
    out.overflow = false;
    while (from) {
        const int source = detail::take_highest(from);
        Play* play = detail::room(out);
        if (!play) return;
        play->position = now;
        if (ring)
            play->steps[0] = detail::ring_advance(v, play->position, source, number);
        else if (!detail::try_step(v, play->position, source, number, play->steps[0]))
            continue;
        detail::keep(out, 1, NO_PARENT);
    }
}

// After a turn: what the game remembers of it, the mover still first.
FULLPRIME_HD inline Position counted(const Variant& v, const Position& p, bool doublet) {
    Position next = p;
    uint8_t& memory = next.mover.count[MEMORY];
    const bool counts =
        v.head_exception != HeadException::none || v.doublet == Doublet::cascade;
    if (counts && (memory & TURNS_MADE) < TURNS_MADE) memory++;
    if (v.first_doublet_plain && doublet) memory |= DOUBLET_THROWN;
    return next;
}

// The position for the other side after the mover's turn.
FULLPRIME_HD inline Position turned(const Variant& v, const Position& p, bool doublet) {
    return flipped(counted(v, p, doublet));
}

// ---------------------------------------------------------------------------- end of the game

struct End {
    bool over;
    int8_t points;  // multiple of the stake that the mover has won; negative: the other; 0: drawn
};

namespace detail {

// Has the mover a legal step with any number at all?
FULLPRIME_HD inline bool can_move(const Variant& v, const Position& p) {
    for (int die = 1; die <= 6; ++die) {
        uint32_t from = allowed(v, p, Turn{}, p, die);
        while (from) {
            Position next = p;
            Step step;
            if (try_step(v, next, take_highest(from), die, step)) return true;
        }
    }
    return false;
}

// What pinned mothers, the last checkers on a start, do to the game at the end of a turn.
FULLPRIME_HD inline End end_by_mother(const Variant& v, const Position& p) {
    const bool mine = p.mover.pinned >> POINTS & 1, theirs = p.other.pinned >> POINTS & 1;
    if (v.mother_rule == Mother::none || !(mine || theirs)) return {false, 0};
    const int8_t points = theirs ? 2 : -2;
    if (v.mother_rule == Mother::immediate) return {true, points};
    if (mine && theirs) return {true, 0};
    const Side& trapper = theirs ? p.mover : p.other;
    const bool wins = v.mother_rule == Mother::plakoto && !trapper.count[POINTS];
    return {wins, wins ? points : int8_t{0}};
}

// Where nothing is hit, both sides can be locked for good.
FULLPRIME_HD inline End end_by_lock(const Variant& v, const Position& p) {
    const bool locks = v.landing == Landing::none || v.landing == Landing::pin;
    return {locks && !can_move(v, p) && !can_move(v, flipped(p)), 0};
}

FULLPRIME_HD inline int value_of_loss(const Variant& v, const Side& loser) {
    if (loser.count[OFF]) return 1;
    // On a common path the winner's home is the loser's too; the table of entry counts instead.
    const uint32_t home = (2u << v.home) - 2;
    const uint32_t zone = v.geometry == Geometry::common ? 0x3Fu << 19 : across(v, home);
    const bool behind = loser.count[BAR] || loser.count[HAND] || (at_least(loser, 1) & zone);
    return behind ? 3 : 2;
}

}  // namespace detail

// At the end of a turn, the side that made it still first.
FULLPRIME_HD inline End end_of(const Variant& v, const Position& p) {
    const bool off = p.mover.count[OFF] == v.checkers;
    if (!off && p.other.count[OFF] != v.checkers) {
        if (v.landing == Landing::hit) return {false, 0};
        const End end = detail::end_by_mother(v, p);
        return end.over ? end : detail::end_by_lock(v, p);
    }
    const Side& loser = off ? p.other : p.mover;
    int value = detail::value_of_loss(v, loser);
    if (v.last_off) value = v.mirror_gammon && !loser.count[OFF] ? 2 : 1;
    if (value > v.score) value = v.score;
    return {true, static_cast<int8_t>(off != v.last_off ? value : -value)};
}

}  // namespace fullprime
