#include "solve.h"

#include "solve_plays.h"

namespace fullprime {

using detail::LEAST;
using detail::mean;

namespace {

constexpr int32_t POINT = 1 << 29;  // three of them are nearly all that 32 bits can hold
constexpr int32_t SURE = 1 << 30;   // a chance of one

enum Owner : size_t { MINE, NOBODYS, NOBODYS_JACOBY, THEIRS };

}  // namespace

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

double Solver::sweep(int threads) {
    const auto plays = [this](size_t own, size_t other) { return renewed(own, other); };
    const auto ends = [this](size_t own, size_t other) { return renewed_ends(own, other); };
    const auto cube = [this](size_t own, size_t other) { return doubled(undoubled(own, other)); };
    const auto swept = [&](auto& cells, auto renew) {
        return static_cast<double>(
            detail::sweep_all(arrangements_, *plays_, cells, threads, renew));
    };
    switch (stage_) {
        case Stage::plays: return swept(equities_, plays) / POINT;
        case Stage::chances: return swept(ends_, ends) / SURE;
        case Stage::cube: return swept(held_, cube) / POINT;
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
