#include "races.h"

#include <algorithm>

#include "bearoff_make.h"
#include "cube_life.h"

namespace fullprime {

namespace {

constexpr int FARTHEST = 36;    // pips of a side to its home; farther off there is too much to find
constexpr size_t LONGEST = 48;  // more rolls than anybody needs: 12 of 2-1 on the way, 31 at home
constexpr uint32_t PIPS = 49, ROLLS_FOR_THEM = 6;  // on average

// A side with all who are outside put on the back of its home.
struct BroughtHome {
    Side side{};
    int brought = 0;
    int pips = 0;  // that it takes

    explicit BroughtHome(const Side& from) {
        for (int p = 1; p <= HOME; ++p) side.count[p] = from.count[p];
        for (int p = HOME + 1; p <= POINTS; ++p) {
            brought += from.count[p];
            pips += (p - HOME) * from.count[p];
        }
        side.count[HOME] = static_cast<uint8_t>(side.count[HOME] + brought);
    }
};

// The average of what a row says, in its unit.
uint32_t rolls_of(const Bearoff& table, const HomeRow& row) {
    uint32_t rolls = row.first * SURE_ALONE;
    for (uint32_t i = 0; i < row.length; ++i) rolls += SURE_ALONE - table.chances[row.start + i];
    return rolls;
}

// Single games, gammons and backgammons come to so much, in the same proportion as before.
void share_out(double whole, double* chances) {
    const double before = chances[0] + chances[1] + chances[2];
    if (before > 0)
        for (int c = 0; c < 3; ++c) chances[c] *= whole / before;
    else
        chances[0] = whole;
}

}  // namespace

bool Races::reach(const Position& p) {
    const auto near = [&](const Side& side) {
        const BroughtHome home(side);
        return home.pips <= FARTHEST && !side.count[HAND] &&
               all_home(home.side) <= replier_.table()->alone;
    };
    return bears_off_alike(replier_.variant()) && kind_of(p) == Kind::race && replier_.table() &&
           near(p.mover) && near(p.other);
}

void Races::judge(Reply* replies) {
    const Bearoff* const table = replier_.table();
    const std::lock_guard lock(asking_);
    if (rolls_at_home_.empty())
        for (uint32_t i = 0; i < home_positions(table->alone); ++i)
            rolls_at_home_.push_back(rolls_of(*table, table->rows[i]));
    for (int roll = 0; roll < ROLLS; ++roll) {
        const Position& p = replies[roll].position;
        Judged& judged = replies[roll].judged;
        if (replies[roll].first != roll || judged.settled) continue;
        const HomeRow mine = needs(*table, Alone(p.mover)), theirs = needs(*table, Alone(p.other));
        const double lose = detail::race_win(rows(), theirs, mine);
        share_out(1 - lose, judged.chances.of);
        share_out(lose, judged.chances.of + 3);
    }
}

HomeRow Races::needs(const Bearoff& table, const Alone& side) {
    const auto known = known_.find(side);
    if (known != known_.end()) return known->second;
    std::vector<uint32_t> within(LONGEST);
    const auto add = [&](const Bearoff& in, const HomeRow& row, uint32_t share, size_t later) {
        for (size_t n = later; n < LONGEST; ++n)
            within[n] += share * off_within(in, row, static_cast<int>(n - later));
    };
    if (!BroughtHome(side.mover).brought)
        add(table, table.rows[home_index(side.mover)], THROWS, 0);
    else
        each_roll([&](int, int a, int b, int throws) {
            const HomeRow row = needs(table, played(side, a, b));
            add(rows(), row, static_cast<uint32_t>(throws), 1);
        });
    return known_[side] = kept(within);
}

// Rounds to the unit of the table, and leaves out what is nothing or certain.
HomeRow Races::kept(const std::vector<uint32_t>& within) {
    HomeRow row{static_cast<uint32_t>(chances_.size()), 0, 0, 0, 0};
    for (const uint32_t chance : within) {
        const uint32_t rounded = (chance + THROWS / 2) / THROWS;
        if (rounded == SURE_ALONE) break;
        if (!rounded) {
            ++row.first;
        } else {
            chances_.push_back(static_cast<uint16_t>(rounded));
            ++row.length;
        }
    }
    return row;
}

// The larger, the worse a play is that leads there.
uint64_t Races::badness(const Side& after) const {
    constexpr uint64_t ONE_OUTSIDE = uint64_t{1} << 40;  // more than all rolls
    const BroughtHome home(after);
    return static_cast<uint64_t>(home.brought) * ONE_OUTSIDE +
           uint64_t{rolls_at_home_[home_index(home.side)]} * PIPS +
           static_cast<uint64_t>(home.pips) * SURE_ALONE * ROLLS_FOR_THEM;
}

Races::Alone Races::played(const Alone& side, int a, int b) {
    const Variant game = detail::home_game();
    const Plays found = plays_in(plays_, game, side, turn_of(game, side, a, b));
    const Side* best = nullptr;
    uint64_t least = UINT64_MAX;
    for (int i = 0; i < found.count; ++i) {
        const Side& after = found.data[i].position.mover;
        const uint64_t bad = badness(after);
        if (bad < least) best = &after, least = bad;
    }
    return Alone(*best);
}

// What is known, to be read like the table.
Bearoff Races::rows() const {
    Bearoff known{};
    known.chances = chances_.data();
    return known;
}

}  // namespace fullprime
