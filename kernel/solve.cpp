#include "solve.h"

#include <array>
#include <cstdlib>
#include <limits>
#include <map>
#include <string_view>
#include <unordered_map>
#include <utility>

#include "perft.h"
#include "threads.h"

namespace fullprime {

namespace {

constexpr int32_t POINT = 1 << 29;  // three of them are nearly all that 32 bits can hold
constexpr int32_t SURE = 1 << 30;   // a chance of one
constexpr int THROWS = 36;
constexpr size_t ROLLS = 21;
constexpr size_t SETS = 1 << MOST_SOLVED;  // sets of blots of one side
constexpr size_t TOO_FEW = 2'000;  // positions, for more than one thread
constexpr int32_t LEAST = std::numeric_limits<int32_t>::min();

enum Owner : size_t { MINE, NOBODYS, NOBODYS_JACOBY, THEIRS };

// To the nearest, halves away from nothing, so that neither side gains by it.
int32_t mean(int64_t sum) {
    constexpr int64_t HALF = THROWS / 2;
    return static_cast<int32_t>((sum + (sum < 0 ? -HALF : HALF)) / THROWS);
}

uint32_t points_of(const Side& side) { return detail::at_least(side, 1) & ALL_POINTS; }

}  // namespace

namespace detail {

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

}  // namespace detail

// ------------------------------------------------------------------------------ single positions

// What the side to roll has on average after its best plays, seen by the other.
int32_t Solver::renewed(size_t own, size_t other) const {
    const auto rows = plays_->rows(equities_, other);
    int64_t sum = 0;
    plays_->each_roll(own, other, [&](int weight, auto each) {
        int32_t best = LEAST;
        each([&](size_t row, size_t column) { best = std::max(best, rows[row][column]); });
        sum += int64_t{weight} * best;
    });
    return -mean(sum);
}

// How the game ends after those plays; of equals, the first that is listed.
Solver::Ends Solver::renewed_ends(size_t own, size_t other) const {
    const auto rows = plays_->rows(equities_, other);
    const auto ends = plays_->rows(ends_, other);
    int64_t sums[CLASSES] = {};
    plays_->each_roll(own, other, [&](int weight, auto each) {
        int32_t best = LEAST;
        const Ends* chosen = nullptr;
        each([&](size_t row, size_t column) {
            const int32_t equity = rows[row][column];
            const bool better = equity > best;  // without a branch, which no one could predict
            best = better ? equity : best;
            chosen = better ? &ends[row][column] : chosen;
        });
        for (int c = 0; c < CLASSES; ++c) sums[c] += int64_t{weight} * chosen->of[c];
    });
    Ends seen;
    for (int c = 0; c < CLASSES; ++c) seen.of[(c + CLASSES / 2) % CLASSES] = mean(sums[c]);
    return seen;
}

// What the side to roll has if it does not double now, by who owns the cube.
Solver::Held Solver::undoubled(size_t own, size_t other) const {
    const auto rows = plays_->rows(held_, other);
    int64_t sums[SolvedRecord::EQUITIES] = {};
    plays_->each_roll(own, other, [&](int weight, auto each) {
        Held best{{LEAST, LEAST, LEAST, LEAST}};
        each([&](size_t row, size_t column) {
            const Held& held = rows[row][column];
            for (size_t k = 0; k < SolvedRecord::EQUITIES; ++k)
                best.of[k] = std::max(best.of[k], held.of[k]);
        });
        for (size_t k = 0; k < SolvedRecord::EQUITIES; ++k)
            sums[k] += int64_t{weight} * best.of[k];
    });
    Held found;
    for (size_t k = 0; k < SolvedRecord::EQUITIES; ++k) found.of[k] = mean(sums[k]);
    return found;
}

// The better of that and of doubling, which the other side takes or passes; seen by the other, for
// whom the cube of the one is theirs.
Solver::Held Solver::doubled(const Held& undoubled) {
    constexpr int64_t LOST = -3 * int64_t{POINT};
    const int64_t taken = 2 * int64_t{undoubled.of[THEIRS]};
    const int32_t answered = static_cast<int32_t>(std::clamp<int64_t>(taken, LOST, POINT));
    const auto best = [&](Owner owner) { return std::max(undoubled.of[owner], answered); };
    return {{-undoubled.of[THEIRS], -best(NOBODYS), -best(NOBODYS_JACOBY), -best(MINE)}};
}

// ----------------------------------------------------------------------------------- all of them

Solver::Solver(const Variant& v)
    : v_(v),
      arrangements_(v.checkers),
      plays_(std::make_unique<detail::SolvedPlays>(v, arrangements_)) {
    begin(Stage::plays);
}

Solver::~Solver() = default;

// One sweep by the pips of both sides together; the largest change.
template <class Cell, class Renew>
int64_t Solver::sweep_all(std::vector<Cell>& cells, int threads, Renew renew) {
    struct Block {
        size_t own, own_end, other, other_end, at;
    };
    const size_t most = arrangements_.most_pips(), size = arrangements_.size();
    std::vector<Cell> fresh;
    std::vector<Block> blocks;
    std::vector<int64_t> changes(static_cast<size_t>(threads), 0);
    const auto each = [&](const Block& block, auto work) {
        size_t at = block.at;
        for (size_t other = block.other; other < block.other_end; ++other)
            for (size_t own = block.own; own < block.own_end; ++own, ++at)
                if (plays_->can_be(own, other)) work(own, other, at);
    };
    for (size_t pips = 2; pips <= 2 * most; ++pips) {
        blocks.clear();
        size_t count = 0;
        const size_t last = std::min(most, pips - 1);
        for (size_t mine = pips > most ? pips - most : 1; mine <= last; ++mine) {
            const size_t theirs = pips - mine;
            const Block block{arrangements_.begin(mine), arrangements_.begin(mine + 1),
                              arrangements_.begin(theirs), arrangements_.begin(theirs + 1), count};
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

double Solver::sweep(int threads) {
    const auto plays = [this](size_t own, size_t other) { return renewed(own, other); };
    const auto ends = [this](size_t own, size_t other) { return renewed_ends(own, other); };
    const auto cube = [this](size_t own, size_t other) { return doubled(undoubled(own, other)); };
    switch (stage_) {
        case Stage::plays: return static_cast<double>(sweep_all(equities_, threads, plays)) / POINT;
        case Stage::chances: return static_cast<double>(sweep_all(ends_, threads, ends)) / SURE;
        case Stage::cube: return static_cast<double>(sweep_all(held_, threads, cube)) / POINT;
        case Stage::done: break;
    }
    return 0;
}

// Fills the cells of games that are over: `ended` of the points that the side that has just played
// has won.
template <class Cell, class Ended>
void Solver::prepare(std::vector<Cell>& cells, Ended ended) {
    const size_t size = arrangements_.size();
    cells.resize(size * size);
    for (size_t other = 1; other < size; ++other)
        cells[other * size] = ended(end_of(v_, {arrangements_[0], arrangements_[other]}).points);
}

void Solver::begin(Stage stage) {
    stage_ = stage;
    switch (stage) {
        case Stage::plays: prepare(equities_, [](int points) { return points * POINT; }); break;
        case Stage::chances:
            prepare(ends_, [](int points) {
                Ends ended{};
                ended.of[points > 0 ? points - 1 : CLASSES / 2 - points - 1] = SURE;
                return ended;
            });
            break;
        case Stage::cube:
            held_.resize(equities_.size());
            for (size_t i = 0; i < equities_.size(); ++i) {  // a good guess
                const int32_t equity = equities_[i];
                held_[i] = {{equity, equity, equity, equity}};
            }
            prepare(held_, [](int points) {
                const int32_t all = points * POINT, single = points > 0 ? POINT : -POINT;
                return Held{{all, all, single, all}};
            });
            equities_ = {};
            break;
        case Stage::done: break;
    }
}

void Solver::advance(int threads) {
    switch (stage_) {
        case Stage::plays: return begin(Stage::chances);
        case Stage::chances: enter_chances(threads); return begin(Stage::cube);
        case Stage::cube: enter_cube(threads); return begin(Stage::done);
        case Stage::done: break;
    }
}

void Solver::enter_chances(int threads) {
    const size_t size = arrangements_.size();
    table_.resize(solved_size(v_.checkers));
    in_parallel(threads, size, [&](int, size_t own) {
        for (size_t i = own * size; i < (own + 1) * size; ++i) {
            Chances seen;  // by the other
            for (int c = 0; c < CLASSES; ++c)
                seen.of[c] = static_cast<double>(ends_[i].of[c]) / SURE;
            SolvedRecord::put(&table_[i * SolvedRecord::SIZE], mirrored(seen));
        }
    });
    ends_ = {};
}

// The same of a game that may be over.
Solver::Held Solver::undoubled_or_over(size_t own, size_t other) const {
    if (own && other && plays_->can_be(own, other)) return undoubled(own, other);
    Held lost = held_[own * arrangements_.size() + other];
    for (int32_t& equity : lost.of) equity = -equity;
    return lost;
}

void Solver::enter_cube(int threads) {
    const size_t size = arrangements_.size();
    in_parallel(threads, size, [&](int, size_t own) {
        const auto points = [](int32_t equity) { return static_cast<double>(equity) / POINT; };
        for (size_t other = 0; other < size; ++other) {
            const Held held = undoubled_or_over(own, other);
            SolvedRecord::put(
                &table_[(own * size + other) * SolvedRecord::SIZE],
                SolvedCube{points(held.of[MINE]), points(held.of[NOBODYS]),
                           points(held.of[NOBODYS_JACOBY]), points(held.of[THEIRS])});
        }
    });
    held_ = {};
}

std::vector<std::span<uint8_t>> Solver::parts() {
    std::vector<std::span<uint8_t>> found;
    const auto add = [&](auto& part) {
        using Cell = std::remove_reference_t<decltype(part[0])>;
        if (!part.empty())
            found.emplace_back(reinterpret_cast<uint8_t*>(part.data()), part.size() * sizeof(Cell));
    };
    add(equities_);
    add(ends_);
    add(held_);
    add(table_);
    return found;
}

void Solver::put_to(Stage stage) {
    const size_t size = arrangements_.size();
    equities_.resize(size * size);
    if (stage == Stage::cube) table_.resize(solved_size(v_.checkers));
    begin(stage);
}

}  // namespace fullprime
