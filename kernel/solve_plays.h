// What the solvers of small games share: the plays of all positions, and the sweep through them.
#pragma once

#include <array>
#include <cstdlib>
#include <limits>
#include <map>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "perft.h"
#include "solved.h"
#include "threads.h"

namespace fullprime::detail {

constexpr int THROWS = 36;
constexpr size_t ROLLS = 21;
constexpr size_t SETS = 1 << MOST_SOLVED;  // sets of blots of one side
constexpr size_t TOO_FEW = 2'000;          // positions, for more than one thread
constexpr int32_t LEAST = std::numeric_limits<int32_t>::min();

// To the nearest, halves away from nothing, so that neither side gains by it.
inline int32_t mean(int64_t sum) {
    constexpr int64_t HALF = THROWS / 2;
    return static_cast<int32_t>((sum + (sum < 0 ? -HALF : HALF)) / THROWS);
}

inline uint32_t points_of(const Side& side) { return at_least(side, 1) & ALL_POINTS; }

// A play, without what it hits: that depends on the blots of the other side.
struct Reached {
    uint32_t landed;  // the points that a checker has touched
    uint32_t after;   // the arrangement that it leads to
};

// The plays of one arrangement, roll by roll.
struct PlaysOfRolls {
    std::array<uint32_t, ROLLS + 1> begin;
    uint32_t touched;  // by any of them
};

// Which plays there are depends only on the points that the other side closes (and, where a hit
// binds a checker, on its blots there). So they are found once for each such case, against a side
// with a blot on every other point, and hits are looked up later.
class SolvedPlays {
   public:
    SolvedPlays(const Variant& v, const Arrangements& sides) : size_(sides.size()) {
        std::map<std::pair<uint32_t, uint32_t>, uint32_t> cases;
        for (size_t i = 0; i < size_; ++i) {
            const Side& side = sides[i];
            const uint32_t closed = across(v, at_least(side, v.block));
            const uint32_t blots = across(v, at_least(side, 1)) & ~closed;
            const uint32_t home = v.no_hit_and_run ? (2u << v.home) - 2 : 0;
            const auto [found, is_new] =
                cases.try_emplace({closed, blots & home}, static_cast<uint32_t>(cases.size()));
            if (is_new) list_all(v, sides, closed, home & ~blots);
            case_.push_back(found->second);
            points_.push_back(points_of(side));
            enemy_.push_back(across(v, points_of(side)));
            add_hits(v, sides, side, blots);
        }
        identical_.clear();
    }

    bool can_be(size_t own, size_t other) const { return !(points_[own] & enemy_[other]); }

    // Shows for each roll the cells [side to roll, other] that its plays lead to, as
    // visit(weight, each), where each(see) calls see(row, column) for every play.
    template <class Visit>
    void each_roll(size_t own, size_t other, Visit visit) const {
        const PlaysOfRolls& plays = lists_[which_[case_[other] * size_ + own]];
        const auto& hit = hit_[other];
        const auto& blot = blot_[other];
        const bool quiet = !(plays.touched & blots_[other]);
        size_t roll = 0;
        for (int a = 1; a <= 6; ++a) {
            for (int b = 1; b <= a; ++b, ++roll) {
                const Reached* from = reached_.data() + plays.begin[roll];
                const Reached* to = reached_.data() + plays.begin[roll + 1];
                visit(a == b ? 1 : 2, [=, &hit, &blot](auto see) {
                    if (quiet) {
                        for (const Reached* r = from; r != to; ++r) see(size_t{0}, r->after);
                        return;
                    }
                    for (const Reached* r = from; r != to; ++r) {
                        const uint32_t set = (r->landed >> blot[0] & 1) |
                                             (r->landed >> blot[1] & 1) << 1 |
                                             (r->landed >> blot[2] & 1) << 2;
                        see(size_t{set}, r->after);
                    }
                });
            }
        }
    }

    // Where the rows begin that a play leads to, by the set of blots that it hits.
    template <class Cell>
    std::array<const Cell*, SETS> rows(const std::vector<Cell>& cells, size_t other) const {
        std::array<const Cell*, SETS> found;
        for (size_t set = 0; set < SETS; ++set)
            found[set] = cells.data() + size_t{hit_[other][set]} * size_;
        return found;
    }

   private:
    void list_all(const Variant& v, const Arrangements& sides, uint32_t closed, uint32_t empty) {
        Position p{};
        const int lone = v.block > 1;  // elsewhere a blot closes its point
        for (int point = 1; point <= POINTS; ++point) {
            const bool shut = closed >> point & 1, bare = empty >> point & 1;
            const int count = shut ? v.block : bare ? 0 : lone;
            p.other.count[across(v, point)] = static_cast<uint8_t>(count);
        }
        for (size_t i = 0; i < sides.size(); ++i) {
            p.mover = sides[i];
            which_.push_back(list(v, sides, p));
        }
    }

    // The number of the list of these plays; equal ones are kept once.
    uint32_t list(const Variant& v, const Arrangements& sides, const Position& p) {
        PlaysOfRolls plays{};
        const size_t first = reached_.size();
        size_t roll = 0;
        for (int a = 1; a <= 6; ++a) {
            for (int b = 1; b <= a; ++b) {
                plays.begin[roll++] = static_cast<uint32_t>(reached_.size());
                each_turn(v, p, a, b, memory_, [&](const Play& play) {
                    const uint32_t hit = points_of(p.other) & ~points_of(play.position.other);
                    const uint32_t landed = across(v, hit);
                    plays.touched |= landed;
                    const size_t after = sides.index(play.position.mover);
                    reached_.push_back({landed, static_cast<uint32_t>(after)});
                });
            }
        }
        plays.begin[roll] = static_cast<uint32_t>(reached_.size());
        return kept(plays, first);
    }

    uint32_t kept(const PlaysOfRolls& plays, size_t first) {
        const auto text = [&](const PlaysOfRolls& of) {
            const size_t length = of.begin.back() - of.begin.front();
            return std::string_view(
                reinterpret_cast<const char*>(reached_.data() + of.begin.front()),
                length * sizeof(Reached));
        };
        const auto lengths = [](const PlaysOfRolls& of) {
            auto begin = of.begin;
            for (uint32_t& at : begin) at -= of.begin.front();
            return begin;
        };
        std::vector<uint32_t>& alike = identical_[std::hash<std::string_view>()(text(plays))];
        for (uint32_t i : alike) {
            if (text(lists_[i]) != text(plays) || lengths(lists_[i]) != lengths(plays)) continue;
            reached_.resize(first);
            return i;
        }
        alike.push_back(static_cast<uint32_t>(lists_.size()));
        lists_.push_back(plays);
        return alike.back();
    }

    void add_hits(const Variant& v, const Arrangements& sides, const Side& side, uint32_t blots) {
        std::array<uint8_t, MOST_SOLVED> blot{};  // no play touches the point 0
        const uint32_t all = v.block > 1 ? blots : 0;
        uint32_t rest = all;
        for (size_t i = 0; rest; ++i) blot[i] = static_cast<uint8_t>(take_highest(rest));
        std::array<uint16_t, SETS> hit;
        for (size_t set = 0; set < SETS; ++set) {
            Side after = side;
            for (size_t i = 0; i < blot.size(); ++i) {
                if (!blot[i] || !(set >> i & 1)) continue;
                after.count[across(v, static_cast<int>(blot[i]))]--;
                after.count[BAR]++;
            }
            hit[set] = static_cast<uint16_t>(sides.index(after));
        }
        blots_.push_back(all);
        blot_.push_back(blot);
        hit_.push_back(hit);
    }

    size_t size_;
    std::vector<Reached> reached_;
    std::vector<PlaysOfRolls> lists_;
    std::vector<uint32_t> which_;  // list, [case, arrangement of the mover]
    std::vector<Play> memory_ = std::vector<Play>(128);
    std::unordered_map<size_t, std::vector<uint32_t>> identical_;

    // Of each arrangement, and those of the other side in the numbers of the mover.
    std::vector<uint32_t> case_, points_, enemy_, blots_;
    std::vector<std::array<uint8_t, MOST_SOLVED>> blot_;
    std::vector<std::array<uint16_t, SETS>> hit_;  // what is left of it, by the blots that are hit
};

// One sweep by the pips of both sides together; the largest change.
template <class Cell, class Renew>
int64_t sweep_all(const Arrangements& arrangements, const SolvedPlays& plays,
                  std::vector<Cell>& cells, int threads, Renew renew) {
    struct Block {
        size_t own, own_end, other, other_end, at;
    };
    const size_t most = arrangements.most_pips(), size = arrangements.size();
    std::vector<Cell> fresh;
    std::vector<Block> blocks;
    std::vector<int64_t> changes(static_cast<size_t>(threads), 0);
    const auto each = [&](const Block& block, auto work) {
        size_t at = block.at;
        for (size_t other = block.other; other < block.other_end; ++other)
            for (size_t own = block.own; own < block.own_end; ++own, ++at)
                if (plays.can_be(own, other)) work(own, other, at);
    };
    for (size_t pips = 2; pips <= 2 * most; ++pips) {
        blocks.clear();
        size_t count = 0;
        const size_t last = std::min(most, pips - 1);
        for (size_t mine = pips > most ? pips - most : 1; mine <= last; ++mine) {
            const size_t theirs = pips - mine;
            const Block block{arrangements.begin(mine), arrangements.begin(mine + 1),
                              arrangements.begin(theirs), arrangements.begin(theirs + 1), count};
            count += (block.own_end - block.own) * (block.other_end - block.other);
            blocks.push_back(block);
        }
        fresh.resize(std::max(fresh.size(), count));
        const int useful = count < TOO_FEW ? 1 : threads;
        in_parallel(useful, blocks.size(), [&](int, size_t i) {
            each(blocks[i], [&](size_t own, size_t other, size_t at) {
                fresh[at] = renew(own, other);
            });
        });
        in_parallel(useful, blocks.size(), [&](int thread, size_t i) {
            int64_t& change = changes[static_cast<size_t>(thread)];
            each(blocks[i], [&](size_t own, size_t other, size_t at) {
                Cell& cell = cells[own * size + other];
                int32_t before[sizeof(Cell) / sizeof(int32_t)], after[std::size(before)];
                std::memcpy(before, &cell, sizeof cell);
                std::memcpy(after, &fresh[at], sizeof cell);
                for (size_t k = 0; k < std::size(before); ++k)
                    change = std::max(change, std::abs(int64_t{after[k]} - before[k]));
                cell = fresh[at];
            });
        });
    }
    return *std::max_element(changes.begin(), changes.end());
}

}  // namespace fullprime::detail
