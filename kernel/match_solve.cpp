#include "match_solve.h"

#include <stdexcept>

#include "solve_plays.h"

namespace fullprime {

namespace {

constexpr int32_t SURE = 1 << 30;  // the match is won

int32_t rounded(double worth) { return static_cast<int32_t>(std::lround(worth * SURE)); }

}  // namespace

namespace detail {

// What a solver of any number of lanes can do.
class LaneSolver {
   public:
    virtual ~LaneSolver() = default;
    virtual int64_t sweep(int threads) = 0;
    virtual std::vector<uint8_t> table(int threads) const = 0;
    virtual std::span<uint8_t> part() = 0;
};

namespace {

// The number of lanes is known to the compiler, which makes vectors of them.
template <size_t LANES>
class SolverOf final : public LaneSolver {
   public:
    SolverOf(const Variant& v, const std::vector<CubeLane>& lanes)
        : v_(v), arrangements_(v.checkers), plays_(v, arrangements_) {
        const size_t size = arrangements_.size();
        cells_.resize(size * size);
        for (size_t l = 0; l < LANES; ++l) {
            taken_[l] = lanes[l].taken;
            seen_[l] = static_cast<size_t>(lanes[l].seen);
            cash_[l] = rounded(lanes[l].worths.of[0]);
        }
        for (size_t other = 1; other < size; ++other) {
            const int points = end_of(v_, {arrangements_[0], arrangements_[other]}).points;
            const int result = points > 0 ? points - 1 : CLASSES / 2 - points - 1;
            for (size_t l = 0; l < LANES; ++l)
                cells_[other * size].of[l] = rounded(lanes[l].worths.of[result]);
        }
    }

    int64_t sweep(int threads) override {
        return sweep_all(arrangements_, plays_, cells_, threads,
                         [this](size_t own, size_t other) { return doubled(undoubled(own, other)); });
    }

    std::vector<uint8_t> table(int threads) const override {
        const size_t size = arrangements_.size();
        std::vector<uint8_t> found(match_solved_size(v_.checkers, LANES));
        in_parallel(threads, size, [&](int, size_t own) {
            for (size_t other = 0; other < size; ++other) {
                const Cell cell = undoubled_or_over(own, other);
                uint8_t* at = &found[(own * size + other) * LaneRecord::size(LANES)];
                for (size_t l = 0; l < LANES; ++l)
                    LaneRecord::put(at, l, static_cast<double>(cell.of[l]) / SURE);
            }
        });
        return found;
    }

    std::span<uint8_t> part() override {
        return {reinterpret_cast<uint8_t*>(cells_.data()), cells_.size() * sizeof(Cell)};
    }

   private:
    // Seen by the side that has just played: [side to roll, other].
    struct Cell {
        int32_t of[LANES];
    };

    // What the side to roll has if it does not double now.
    Cell undoubled(size_t own, size_t other) const {
        const auto rows = plays_.rows(cells_, other);
        int64_t sums[LANES] = {};
        plays_.each_roll(own, other, [&](int weight, auto each) {
            Cell best;
            std::fill(std::begin(best.of), std::end(best.of), LEAST);
            each([&](size_t row, size_t column) {
                const Cell& cell = rows[row][column];
                for (size_t l = 0; l < LANES; ++l) best.of[l] = std::max(best.of[l], cell.of[l]);
            });
            for (size_t l = 0; l < LANES; ++l) sums[l] += int64_t{weight} * best.of[l];
        });
        Cell found;
        for (size_t l = 0; l < LANES; ++l) found.of[l] = mean(sums[l]);
        return found;
    }

    // The better of that and of doubling, which the other side takes or passes; seen by the other.
    Cell doubled(const Cell& undoubled) const {
        Cell seen;
        for (size_t l = 0; l < LANES; ++l) {
            int32_t best = undoubled.of[l];
            if (taken_[l] >= 0)
                best = std::max(best, std::min(undoubled.of[taken_[l]], cash_[l]));
            seen.of[seen_[l]] = -best;
        }
        return seen;
    }

    // Of a game that may be over: lanes are then those of the side that has lost.
    Cell undoubled_or_over(size_t own, size_t other) const {
        if (own && other && plays_.can_be(own, other)) return undoubled(own, other);
        const Cell& ended = cells_[own * arrangements_.size() + other];
        Cell lost;
        for (size_t l = 0; l < LANES; ++l) lost.of[seen_[l]] = -ended.of[l];
        return lost;
    }

    Variant v_;
    Arrangements arrangements_;
    SolvedPlays plays_;
    int taken_[LANES];
    size_t seen_[LANES];
    int32_t cash_[LANES];
    std::vector<Cell> cells_;
};

std::unique_ptr<LaneSolver> solver_of(const Variant& v, const std::vector<CubeLane>& lanes) {
    switch (lanes.size()) {
        case 1: return std::make_unique<SolverOf<1>>(v, lanes);
        case 2: return std::make_unique<SolverOf<2>>(v, lanes);
        case 4: return std::make_unique<SolverOf<4>>(v, lanes);
        case 6: return std::make_unique<SolverOf<6>>(v, lanes);
        case 8: return std::make_unique<SolverOf<8>>(v, lanes);
        case MOST_LANES: return std::make_unique<SolverOf<MOST_LANES>>(v, lanes);
        default: throw std::invalid_argument("that many states of the cube cannot be solved");
    }
}

}  // namespace

}  // namespace detail

MatchSolver::MatchSolver(const Variant& v, const std::vector<CubeLane>& lanes)
    : lanes_(detail::solver_of(v, lanes)) {}

MatchSolver::~MatchSolver() = default;

double MatchSolver::sweep(int threads) {
    if (stage_ == Solver::Stage::done) return 0;
    return static_cast<double>(lanes_->sweep(threads)) / (2.0 * SURE);
}

void MatchSolver::advance(int threads) {
    if (stage_ == Solver::Stage::done) return;
    table_ = lanes_->table(threads);
    stage_ = Solver::Stage::done;
}

std::vector<std::span<uint8_t>> MatchSolver::parts() { return {lanes_->part()}; }

void MatchSolver::put_to(Solver::Stage stage) {
    if (stage != Solver::Stage::cube)
        throw std::invalid_argument("at a match score there is no such stage");
}

}  // namespace fullprime
