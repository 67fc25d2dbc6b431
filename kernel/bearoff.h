// Races at home: what the bear-off table holds and how it is read. bearoff_make.h makes it.
//
// Both sides have all their checkers at home, so nothing can be hit or blocked any more. Chances
// are whole numbers of powers of 36, the number of throws: what is decided within three rolls (one
// side alone) or five (both sides) is exact, later chances are rounded to that last place.
#pragma once

#include "board.h"

namespace fullprime {

constexpr int HOME = 6;                     // points of the home
constexpr int MOST_AT_HOME = 15;            // checkers of a side
constexpr uint32_t THROWS = 36;             // equally likely ones
constexpr uint32_t SURE_ALONE = 46656;      // 36^3: one side alone is off for certain
constexpr int32_t SURE_WIN = 60466176;      // 36^5: a certain win, both sides looked at together
constexpr double SURE_RACE = 2176782336.0;  // 36^6: the same from two sides alone
constexpr double SURE_GAMMON = 1679616.0;   // 36^4: a certain gammon

// ----------------------------------------------------------------------- numbers of positions

// How many ways there are to put fewer than n checkers on so many points.
FULLPRIME_HD constexpr uint32_t ways(int n, int points) {
    uint32_t product = 1;
    for (int i = 0; i < points; ++i)
        product = product * static_cast<uint32_t>(n + i) / static_cast<uint32_t>(i + 1);
    return product;
}

// Positions of a side with up to so many checkers at home.
FULLPRIME_HD constexpr uint32_t home_positions(int checkers) { return ways(checkers + 1, HOME); }

// The number of a position: all numbers from 0 on are used, fewer checkers come first, and every
// play leads to a smaller number. It is the sum, over the points, of the ways to put fewer checkers
// than there are from the back of the home to that point.
FULLPRIME_HD inline uint32_t home_index(const Side& side) {
    uint32_t index = 0;
    int behind = 0;
    for (int points = 1; points <= HOME; ++points) {
        behind += side.count[HOME + 1 - points];
        index += ways(behind, points);
    }
    return index;
}

// The checkers of that position; none of them counts as off.
FULLPRIME_HD inline Side home_side(uint32_t index) {
    Side side{};
    int before = 0;  // checkers from the back to the point before, nearer to the ace point
    for (int points = HOME; points >= 1; --points) {
        int behind = 0;
        while (ways(behind + 1, points) <= index) ++behind;
        index -= ways(behind, points);
        if (points < HOME) side.count[HOME - points] = static_cast<uint8_t>(before - behind);
        before = behind;
    }
    side.count[HOME] = static_cast<uint8_t>(before);
    return side;
}

// ----------------------------------------------------------------------------------- the table

// One side alone, when it plays for the fewest rolls on average.
struct HomeRow {
    uint32_t start;  // where its chances begin
    uint8_t first;   // in fewer rolls it cannot be off
    uint8_t length;  // chances listed; in `first + length` rolls it is off for certain
    uint8_t saves;   // with so many throws a checker can be borne off at once
    uint8_t unused;
};

// The bytes of a table: this head, wins, rows, chances.
struct BearoffHead {
    uint32_t alone;  // up to so many checkers of one side alone
    uint32_t both;   // up to so many of each side
    uint32_t chances;
    uint32_t unused;
};

struct Bearoff {
    int alone;
    int both;
    const int32_t* wins;      // [position of the side to roll, position of the other], of 36^5
    const HomeRow* rows;      // [position]
    const uint16_t* chances;  // to be off within `first`, `first` + 1 ... rolls, of 36^3
};

FULLPRIME_HD inline size_t bearoff_size(const BearoffHead& head) {
    const size_t both = home_positions(static_cast<int>(head.both));
    const size_t alone = home_positions(static_cast<int>(head.alone));
    return sizeof head + both * both * sizeof(int32_t) + alone * sizeof(HomeRow) +
           head.chances * sizeof(uint16_t);
}

// The table in these bytes, which must stay where they are (at a multiple of four).
FULLPRIME_HD inline Bearoff bearoff_in(const uint8_t* bytes) {
    BearoffHead head;
    std::memcpy(&head, bytes, sizeof head);
    Bearoff table{};
    table.alone = static_cast<int>(head.alone);
    table.both = static_cast<int>(head.both);
    const size_t both = home_positions(table.both);
    table.wins = reinterpret_cast<const int32_t*>(bytes + sizeof head);
    table.rows = reinterpret_cast<const HomeRow*>(table.wins + both * both);
    table.chances = reinterpret_cast<const uint16_t*>(table.rows + home_positions(table.alone));
    return table;
}

// Can these bytes be read without reaching beyond them?
FULLPRIME_HD inline bool is_bearoff(const uint8_t* bytes, size_t size) {
    BearoffHead head;
    if (size < sizeof head || reinterpret_cast<uintptr_t>(bytes) % sizeof(int32_t)) return false;
    std::memcpy(&head, bytes, sizeof head);
    if (head.alone > MOST_AT_HOME || head.both > head.alone || bearoff_size(head) != size)
        return false;
    const Bearoff table = bearoff_in(bytes);
    for (uint32_t i = 0; i < home_positions(table.alone); ++i)
        if (size_t{table.rows[i].start} + table.rows[i].length > head.chances) return false;
    return true;
}

// The chance to be off within so many rolls, of SURE_ALONE.
FULLPRIME_HD inline uint32_t off_within(const Bearoff& table, const HomeRow& row, int rolls) {
    if (rolls < row.first) return 0;
    const int i = rolls - row.first;
    return i < row.length ? table.chances[row.start + static_cast<uint32_t>(i)] : SURE_ALONE;
}

// Does the table know the end of this game? Whatever meets enemies, the bar, the hand or the start
// does not matter at home; how the dice are played and who wins does.
FULLPRIME_HD inline bool bears_off_alike(const Variant& v) {
    return v.home == HOME && v.geometry == Geometry::contrary && v.bear_off == BearOff::over &&
           v.checkers <= MOST_AT_HOME && !v.cap && v.doublet == Doublet::plain &&
           !v.named_doublet && !v.bonus_on_doubles && v.prime == Prime::none && !v.last_off;
}

// Checkers of a side that has all of them at home; 0 if it has not, or if it is off.
FULLPRIME_HD inline int all_home(const Side& side) {
    int checkers = 0;
    for (int p = 1; p <= HOME; ++p) checkers += side.count[p];
    for (int p = HOME + 1; p < PLACES; ++p)
        if (side.count[p]) return 0;
    return checkers;
}

// Is this a race at home that is still going on?
FULLPRIME_HD inline bool races_at_home(const Variant& v, const Position& p) {
    const int mine = all_home(p.mover), theirs = all_home(p.other);
    return mine && theirs && mine <= MOST_AT_HOME && theirs <= MOST_AT_HOME && bears_off_alike(v);
}

// ----------------------------------------------------------------------------- what it says

struct RaceChances {
    double win;
    double gammon_won;   // parts of `win`
    double gammon_lost;  // and of the rest
};

namespace detail {

// The side to roll wins if it needs no more rolls than the other.
FULLPRIME_HD inline double race_win(const Bearoff& table, const HomeRow& mine,
                                    const HomeRow& theirs) {
    uint64_t wins = 0;
    uint32_t before = 0;
    for (int rolls = mine.first; before < SURE_ALONE; ++rolls) {
        const uint32_t now = off_within(table, mine, rolls);
        wins += uint64_t{now - before} * (SURE_ALONE - off_within(table, theirs, rolls - 1));
        before = now;
    }
    return static_cast<double>(wins) / SURE_RACE;
}

}  // namespace detail

// The chances of the mover, who is about to roll; false where the table does not reach.
//
// The win is exact (to the last place) with few checkers on both sides; with more it takes each
// side to play for the fewest rolls. Gammons: whoever has all checkers at home bears one off with
// the second roll at the latest, since any two rolls take some checker six points. So a loser is
// caught only by a winner who is off with the first roll, or with the second while the first of
// the loser did not save him.
FULLPRIME_HD inline bool judge(const Bearoff& table, const Variant& v, const Position& p,
                               RaceChances& chances) {
    if (!races_at_home(v, p)) return false;
    const int my_checkers = all_home(p.mover), their_checkers = all_home(p.other);
    if (my_checkers > table.alone || their_checkers > table.alone) return false;
    const uint32_t my_index = home_index(p.mover), their_index = home_index(p.other);
    const HomeRow& mine = table.rows[my_index];
    const HomeRow& theirs = table.rows[their_index];
    if (my_checkers <= table.both && their_checkers <= table.both) {
        const size_t row = size_t{my_index} * home_positions(table.both);
        chances.win = static_cast<double>(table.wins[row + their_index]) / SURE_WIN;
    } else {
        chances.win = detail::race_win(table, mine, theirs);
    }
    const uint32_t at_once = off_within(table, mine, 1);
    const uint32_t in_two = off_within(table, mine, 2) - at_once;
    const uint32_t won = THROWS * at_once + (THROWS - theirs.saves) * in_two;
    const uint32_t lost = (THROWS - mine.saves) * off_within(table, theirs, 1);
    const bool counts = v.score > 1;
    chances.gammon_won = counts && !p.other.count[OFF] ? won / SURE_GAMMON : 0;
    chances.gammon_lost = counts && !p.mover.count[OFF] ? lost / SURE_GAMMON : 0;
    return true;
}

}  // namespace fullprime
