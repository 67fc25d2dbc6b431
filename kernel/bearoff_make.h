// Makes the bear-off table: from the last checker back, every position from those that its plays
// lead to. Whole numbers only, so the table is the same on every machine and for any number of
// threads.
#pragma once

#include <algorithm>
#include <array>
#include <limits>
#include <stdexcept>
#include <vector>

#include "bearoff.h"
#include "perft.h"
#include "threads.h"

namespace fullprime {

namespace detail {

constexpr uint64_t SURE = 131621703842267136;  // 36^11: chances of one side while they are made
constexpr uint64_t ROUNDING = SURE / SURE_ALONE;
constexpr int MOST_ROLLS = 31;
constexpr size_t ROLLS = 21;  // different ones: 1-1, 2-1, 2-2, 3-1 ...
constexpr uint32_t WEIGHTS[ROLLS] = {1, 2, 1, 2, 2, 1, 2, 2, 2, 1, 2, 2, 2, 2, 1, 2, 2, 2, 2, 2, 1};

// Positions by pips. A play always lowers them, so a level needs only the levels below.
struct Levels {
    explicit Levels(int checkers) : place(home_positions(checkers)) {
        std::vector<std::vector<uint32_t>> by_pips(static_cast<size_t>(HOME * checkers) + 1);
        for (uint32_t index = 0; index < place.size(); ++index) {
            const Side side = home_side(index);
            size_t pips = 0;
            for (int p = 1; p <= HOME; ++p) pips += static_cast<size_t>(p * side.count[p]);
            by_pips[pips].push_back(index);
        }
        for (const auto& level : by_pips) {
            begin.push_back(index.size());
            for (uint32_t i : level) {
                place[i] = static_cast<uint32_t>(index.size());
                index.push_back(i);
            }
        }
        begin.push_back(index.size());
    }

    size_t count() const { return begin.size() - 1; }

    std::vector<uint32_t> index;  // of the positions, lowest level first
    std::vector<uint32_t> place;  // of an index in that order
    std::vector<size_t> begin;    // of each level, and the end
};

// Any game of which the table knows the end will do.
inline Variant home_game() {
    Variant v{};
    v.checkers = MOST_AT_HOME;
    v.home = HOME;
    v.block = 2;
    v.landing = Landing::hit;
    return v;
}

// Shows for each roll in turn the positions that it can lead to.
template <class Visit>
void each_roll(uint32_t index, std::vector<Play>& memory, Visit visit) {
    const Variant game = home_game();
    Position p{};
    p.mover = home_side(index);
    std::vector<uint32_t> after;
    size_t roll = 0;
    for (int a = 1; a <= 6; ++a) {
        for (int b = 1; b <= a; ++b) {
            after.clear();
            each_turn(game, p, a, b, memory,
                      [&](const Play& play) { after.push_back(home_index(play.position.mover)); });
            visit(roll++, after);
        }
    }
}

// ------------------------------------------------------------------------------ one side alone

struct Alone {
    std::array<uint64_t, MOST_ROLLS + 1> within;  // chance to be off within so many rolls
    uint64_t rolls;                               // their mean, in the same unit
    uint8_t saves;
};

inline Alone make_alone(const std::vector<Alone>& known, uint32_t index,
                        std::vector<Play>& memory) {
    Alone made{};
    const uint32_t none_off = ways(all_home(home_side(index)), HOME);
    const auto sooner = [&](uint32_t x, uint32_t y) {
        return known[x].rolls != known[y].rolls ? known[x].rolls < known[y].rolls : x < y;
    };
    each_roll(index, memory, [&](size_t roll, const std::vector<uint32_t>& after) {
        const uint32_t weight = WEIGHTS[roll];
        const Alone& best = known[*std::min_element(after.begin(), after.end(), sooner)];
        for (size_t n = 0; n < MOST_ROLLS; ++n) made.within[n + 1] += weight * best.within[n];
        const bool saved = *std::min_element(after.begin(), after.end()) < none_off;
        if (saved) made.saves = static_cast<uint8_t>(made.saves + weight);
    });
    for (uint64_t& chance : made.within) {
        chance = (chance + THROWS / 2) / THROWS;
        made.rolls += SURE - chance;
    }
    return made;
}

inline std::vector<Alone> make_all_alone(int checkers, int threads) {
    constexpr size_t SHARE = 32;  // positions at a time
    const Levels levels(checkers);
    std::vector<Alone> known(levels.index.size());
    known[0].within.fill(SURE);
    for (size_t level = 1; level < levels.count(); ++level) {
        const size_t begin = levels.begin[level], end = levels.begin[level + 1];
        in_parallel(threads, (end - begin + SHARE - 1) / SHARE, [&](int, size_t share) {
            std::vector<Play> memory(128);
            const size_t last = std::min(end, begin + (share + 1) * SHARE);
            for (size_t i = begin + share * SHARE; i < last; ++i)
                known[levels.index[i]] = make_alone(known, levels.index[i], memory);
        });
    }
    for (const Alone& made : known)
        if (made.within.back() != SURE) throw std::logic_error("a race takes too many rolls");
    return known;
}

// Leaves out the chances that round to nothing and to certainty.
inline HomeRow round_row(const Alone& alone, std::vector<uint16_t>& chances) {
    HomeRow row{static_cast<uint32_t>(chances.size()), 0, 0, alone.saves, 0};
    for (uint64_t chance : alone.within) {
        const uint64_t rounded = (chance + ROUNDING / 2) / ROUNDING;
        if (rounded == SURE_ALONE) break;
        if (rounded || row.length) {
            chances.push_back(static_cast<uint16_t>(rounded));
            ++row.length;
        } else {
            ++row.first;
        }
    }
    return row;
}

// ---------------------------------------------------------------------------------- both sides

// The plays of each position, roll by roll; positions by their place.
struct HomePlays {
    explicit HomePlays(const Levels& levels) {
        std::vector<Play> memory(128);
        for (uint32_t index : levels.index) {
            each_roll(index, memory, [&](size_t, const std::vector<uint32_t>& positions) {
                begin.push_back(after.size());
                for (uint32_t i : positions) after.push_back(levels.place[i]);
            });
        }
        begin.push_back(after.size());
    }

    std::vector<uint32_t> after;
    std::vector<size_t> begin;  // [place * ROLLS + roll]
};

// All pairs of positions, level by level. What a side holds that has just played lies in an array
// [own place, other's place]: rows of it are added up and compared as a whole.
class HomePairs {
   public:
    // Those of one side in one level, against the `width` ones of the other from `left` on.
    struct Block {
        size_t begin, end;
        size_t left, width;
    };

    explicit HomePairs(int checkers) : levels_(checkers), plays_(levels_) {}

    size_t size() const { return levels_.index.size(); }
    size_t index(size_t place) const { return levels_.index[place]; }

    // All blocks in which neither side is off, each after those that its plays lead to. The sum of
    // the levels falls with every play, so those of one sum do not need each other.
    template <class Make>
    void each_block(int threads, Make make) const {
        const size_t top = levels_.count() - 1;
        for (size_t sum = 2; sum <= 2 * top; ++sum) {
            const size_t first = sum > top ? sum - top : 1;
            const size_t last = std::min(top, sum - 1);
            in_parallel(threads, last - first + 1,
                        [&](int, size_t i) { make(block(first + i, sum - first - i)); });
        }
    }

    // Adds to each sum what the side at `own` holds after its best play, over all 36 throws.
    template <class Sum>
    void add_best(const std::vector<int32_t>& held, size_t own, size_t left,
                  std::vector<Sum>& sums) const {
        const size_t width = sums.size();
        std::vector<int32_t> best(width);
        for (size_t roll = 0; roll < ROLLS; ++roll) {
            std::fill(best.begin(), best.end(), std::numeric_limits<int32_t>::min());
            const size_t plays = own * ROLLS + roll;
            for (size_t i = plays_.begin[plays]; i < plays_.begin[plays + 1]; ++i) {
                const int32_t* after = &held[plays_.after[i] * size() + left];
                for (size_t k = 0; k < width; ++k) best[k] = std::max(best[k], after[k]);
            }
            const Sum weight = WEIGHTS[roll];
            for (size_t k = 0; k < width; ++k) sums[k] += weight * static_cast<Sum>(best[k]);
        }
    }

   private:
    Block block(size_t own_level, size_t other_level) const {
        const size_t left = levels_.begin[other_level];
        return {levels_.begin[own_level], levels_.begin[own_level + 1], left,
                levels_.begin[other_level + 1] - left};
    }

    Levels levels_;
    HomePlays plays_;
};

// [own index, other's index]: the chances of the side to roll.
inline std::vector<int32_t> make_wins(int checkers, int threads) {
    const HomePairs pairs(checkers);
    const size_t size = pairs.size();
    std::vector<int32_t> held(size * size);
    std::fill_n(held.begin(), size, SURE_WIN);
    pairs.each_block(threads, [&](const HomePairs::Block& block) {
        std::vector<uint32_t> sums(block.width);
        for (size_t own = block.begin; own < block.end; ++own) {
            std::fill(sums.begin(), sums.end(), THROWS / 2);
            pairs.add_best(held, own, block.left, sums);
            for (size_t k = 0; k < block.width; ++k)
                held[(block.left + k) * size + own] =
                    SURE_WIN - static_cast<int32_t>(sums[k] / THROWS);
        }
    });
    std::vector<int32_t> wins(size * size);
    for (size_t other = 0; other < size; ++other)
        for (size_t own = 0; own < size; ++own)
            wins[pairs.index(own) * size + pairs.index(other)] =
                SURE_WIN - held[other * size + own];
    return wins;
}

}  // namespace detail

// The bytes of a table for up to so many checkers of one side alone, and of each of both sides.
inline std::vector<uint8_t> make_bearoff(int alone, int both, int threads) {
    const std::vector<int32_t> wins = detail::make_wins(both, threads);
    std::vector<HomeRow> rows;
    std::vector<uint16_t> chances;
    for (const detail::Alone& made : detail::make_all_alone(alone, threads))
        rows.push_back(detail::round_row(made, chances));

    const BearoffHead head{static_cast<uint32_t>(alone), static_cast<uint32_t>(both),
                           static_cast<uint32_t>(chances.size()), 0};
    std::vector<uint8_t> bytes(bearoff_size(head));
    uint8_t* to = bytes.data();
    const auto put = [&](const void* data, size_t size) {
        std::memcpy(to, data, size);
        to += size;
    };
    put(&head, sizeof head);
    put(wins.data(), wins.size() * sizeof wins[0]);
    put(rows.data(), rows.size() * sizeof rows[0]);
    put(chances.data(), chances.size() * sizeof chances[0]);
    return bytes;
}

}  // namespace fullprime
