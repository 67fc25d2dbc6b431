// Self-play of many games at once: the steps between which Python evaluates a network.
//
// A round is: list (all plays of one sampled roll, or of all 21, of every game), encode, evaluate
// (in Python), head, choose, step. Turns of several batches are listed and chosen batch by batch, as
// they are played: a list of the next stage begins where the best play of the one before has led.
// Under nvcc the loops run on the GPU and all pointers are device memory; under g++ (-x c++) the
// same code runs on the host, for the tests.
//
// A network answers for an afterstate, seen by the side that has just moved, with six exclusive
// classes: it wins, wins a gammon, wins a backgammon, loses, loses a gammon, loses a backgammon.
#include <cmath>

#include "../kernel/bearoff.h"
#include "../kernel/bucket.h"
#include "../kernel/rules.h"
#include "parallel.h"
#include "starts.h"

#if defined(__CUDACC__)
#include <mma.h>
#endif

namespace fullprime {

constexpr int CLASSES = 6;
constexpr int STRIDE = 8;  // classes are stored in rows of eight
constexpr float FIRST_LIMIT = 4, SECOND_LIMIT = 8;  // where the hidden layers are clipped

enum Counter : int { AFTERSTATES, TAKEN, QUEUED, DROPPED, COUNTERS };
enum Statistic : int { SINGLE, GAMMON, BACKGAMMON, DRAWN, HOME_RACE, LONG, PLIES, STATISTICS };

// What follows when an afterstate is chosen: the next batch of the turn, or another roll of the same
// side; and the doublet that was named for it, times NAMED.
enum Sequel : uint8_t { GOES_ON = 1, AGAIN = 2, NAMED = 4 };

struct alignas(16) Kept {  // a position, loaded in few pieces
    Position position;
};

// The memory of self-play and its settings. training/selfplay.py holds the same structure.
struct Tables {
    Variant variant;
    int32_t games;
    int32_t rolls;          // 1: a sampled roll, 21: all
    int32_t capacity;       // afterstates
    int32_t workers;        // threads that list plays at the same time, each with a slab
    int32_t slab;           // plays in a slab
    int32_t large_workers;  // the same for the few lists that do not fit
    int32_t large_slab;
    int32_t spread;         // one thread in so many works: those of a warp wait for each other
    int32_t window;  // plies of the returns, 0: targets are written at once
    int32_t most_plies;
    int32_t opening_plies;  // at random, at most
    int64_t replay_size;
    uint64_t seed;
    float random_plays;     // share of plays at random
    float random_openings;  // share of games that begin with random plies
    float planned;          // share of games that begin in the middle of a plan
    float scattered;        // share of games that begin with checkers thrown about
    float lambda;
    Kept* game;              // [games] the side to roll first
    int32_t* ply;            // [games]
    int32_t* random_left;    // [games] random plies still to come
    Kept* after;             // [capacity]
    uint8_t* sequel;         // [capacity]
    float* equity;           // [capacity]
    Real* classes;           // [capacity, 8]
    int32_t* begin;          // [rolls, games] where a list begins
    int32_t* length;         // [rolls, games]
    int32_t* best;           // [rolls, games]
    int32_t* queue;          // [rolls * games] lists that do not fit into a slab
    int32_t* counters;       // [COUNTERS]
    Play* slabs;             // [workers, slab]
    Play* large_slabs;       // [large_workers, large_slab]
    Kept* replay;            // [replay_size] afterstates
    float* target;           // [replay_size, 8]
    float* expected;         // [window, games, 8] by the side to roll, over all rolls
    float* valued;           // [window, games, 8] the play that was best for the roll
    float* follows;          // [window, games] the next state came from that play; 1: of the
                             // other side, -1: of the same
    int64_t* statistics;     // [STATISTICS]
    const uint8_t* bearoff;  // the bytes of a bear-off table; null: none
};

namespace {

FULLPRIME_HD int other_view(int k) { return k < 3 ? k + 3 : k - 3; }

FULLPRIME_HD Dice roll_at(int index) {
    int low = 1;
    while (index >= 7 - low) index -= 7 - low++;
    return {static_cast<uint8_t>(low), static_cast<uint8_t>(low + index)};
}

FULLPRIME_HD int index_of(Dice dice) {
    const int low = dice.first < dice.second ? dice.first : dice.second;
    const int high = dice.first + dice.second - low;
    return (low - 1) * (14 - low) / 2 + high - low;
}

// The numbers and the memory of a list: number i is roll i / games of game i % games.
FULLPRIME_HD int game_of(const Tables& t, int64_t i) { return static_cast<int>(i % t.games); }

// The list that is made as number `taken`: doublets first, which take longest.
FULLPRIME_HD int in_turn(const Tables& t, int taken) {
    if (t.rolls == 1) return taken;
    int rest = taken / t.games - 6, low = 1;
    Dice dice{static_cast<uint8_t>(rest + 7), static_cast<uint8_t>(rest + 7)};
    if (rest >= 0) {
        while (rest >= 6 - low) rest -= 6 - low++;
        dice = {static_cast<uint8_t>(low), static_cast<uint8_t>(low + 1 + rest)};
    }
    return index_of(dice) * t.games + taken % t.games;
}

FULLPRIME_HD Dice dice_of(const Tables& t, uint32_t step, int64_t i) {
    if (t.rolls > 1) return roll_at(static_cast<int>(i / t.games));
    return roll(t.seed, static_cast<uint32_t>(game_of(t, i)), step);
}

// Does the turn of a roll have more than one batch, or may it earn another?
FULLPRIME_HD bool is_staged(const Variant& v) {
    return v.doublet != Doublet::plain || v.named_doublet || v.bonus_on_doubles;
}

// Adds the plays of one batch of a turn, their sequels in place of their parents.
FULLPRIME_HD void add_batch_plays(const Variant& v, const Position& start, const Turn& turn,
                                  int stage, const Position& now, bool to_be_named, int named,
                                  Plays& out) {
    const Batch& batch = turn.batches[stage];
    Plays found{out.data + out.count, out.capacity - out.count};
    plays_on(v, start, turn, now, batch, stage + 1 == turn.length, found);
    for (int k = 0; k < found.count; ++k) {
        Play& play = found.data[k];
        const bool whole = play.length == batch.length;
        const bool names = to_be_named && whole && play.position.mover.count[OFF] < v.checkers;
        const int goes_on = names || !detail::ends_turn(v, turn, stage, play) ? GOES_ON : 0;
        const int again = !goes_on && turn.bonus && whole ? AGAIN : 0;
        play.parent = goes_on | again | NAMED * named;
    }
    out.count += found.count;
    out.overflow = out.overflow || found.overflow;
}

FULLPRIME_HD void find_plays(const Tables& t, int stage, int64_t i, Dice dice, Plays& found) {
    const Variant& v = t.variant;
    const Position start = t.game[game_of(t, i)].position;
    const int a = dice.first, b = dice.second;
    if (!is_staged(v)) {
        plays(v, start, turn_of(v, start, a, b), found);
        for (int k = 0; k < found.count; ++k) found.data[k].parent = 0;
        return;
    }
    const bool names = names_doublet(v, a, b);
    if (stage == 0) {
        add_batch_plays(v, start, turn_of(v, start, a, b), 0, start, names, 0, found);
        return;
    }
    const Position now = t.after[t.best[i]].position;
    const int before = t.sequel[t.best[i]] / NAMED;
    const int first = names && stage == 1 ? 1 : before, last = names && stage == 1 ? 6 : before;
    for (int named = first; named <= last; ++named)
        add_batch_plays(v, start, turn_of(v, start, a, b, named), stage, now, false, named, found);
}

// False: there are more plays than the slab has room for.
FULLPRIME_HD bool list_plays(const Tables& t, uint32_t step, int stage, int64_t i, Play* slab,
                             int room) {
    if (stage && (!t.length[i] || !(t.sequel[t.best[i]] & GOES_ON))) return true;
    Plays found{slab, room};
    find_plays(t, stage, i, dice_of(t, step, i), found);
    if (found.overflow) return false;
    int begin = add(&t.counters[AFTERSTATES], found.count);
    if (begin + found.count > t.capacity) {
        add(&t.counters[DROPPED], 1);
        begin = found.count = 0;
    }
    t.begin[i] = begin;
    t.length[i] = found.count;
    for (int k = 0; k < found.count; ++k) {
        t.after[begin + k].position = slab[k].position;
        t.sequel[begin + k] = static_cast<uint8_t>(slab[k].parent);
    }
    return true;
}

FULLPRIME_HD void new_game(const Tables& t, uint32_t step, int game) {
    Chance chance{t.seed, static_cast<uint32_t>(game), step, 2};
    const bool opens_at_random = chance.happens(t.random_openings);
    t.random_left[game] = opens_at_random ? chance.between(0, t.opening_plies) : 0;
    t.game[game].position = first_position(t.variant, chance, t.planned, t.scattered);
    t.ply[game] = 0;
}

// Does the table know how this afterstate ends? Then nothing is left to learn.
FULLPRIME_HD bool is_known(const Tables& t, const Position& after) {
    return t.bearoff && races_at_home(t.variant, after);
}

// Of a game that was not drawn.
FULLPRIME_HD int class_of(End end) { return end.points > 0 ? end.points - 1 : 2 - end.points; }

FULLPRIME_HD int statistic_of(End end) { return end.points ? class_of(end) % 3 : DRAWN; }

FULLPRIME_HD void choose(const Tables& t, int64_t i) {
    int best = t.begin[i];
    for (int k = best + 1; k < t.begin[i] + t.length[i]; ++k)
        if (t.equity[k] > t.equity[best]) best = k;
    t.best[i] = best;
}

// The mean over the rolls of what the best plays promise, to the side that rolls.
FULLPRIME_HD void expect(const Tables& t, int game, float* mean) {
    float weights = 0;
    for (int k = 0; k < CLASSES; ++k) mean[k] = 0;
    for (int r = 0; r < t.rolls; ++r) {
        const int64_t i = int64_t{r} * t.games + game;
        if (!t.length[i]) continue;  // lost, and counted
        const Dice dice = roll_at(r);
        const float weight = t.rolls == 1 || dice.first == dice.second ? 1.0f : 2.0f;
        const Real* classes = t.classes + int64_t{t.best[i]} * STRIDE;
        for (int k = 0; k < CLASSES; ++k) mean[k] += weight * to_float(classes[k]);
        weights += weight;
    }
    for (int k = 0; k < CLASSES; ++k) mean[k] = weights > 0 ? mean[k] / weights : 1.0f / CLASSES;
}

FULLPRIME_HD void finish(const Tables& t, int statistic, int plies) {
    using Count = unsigned long long;
    add(reinterpret_cast<Count*>(&t.statistics[statistic]), Count{1});
    add(reinterpret_cast<Count*>(&t.statistics[PLIES]), static_cast<Count>(plies));
}

// Writes a row of the replay and plays the roll.
FULLPRIME_HD void step_game(const Tables& t, uint32_t step, int64_t row, int slot, int game) {
    float mean[CLASSES];
    expect(t, game, mean);
    t.replay[row].position = flipped(t.game[game].position);
    for (int k = 0; k < CLASSES; ++k) t.target[row * STRIDE + k] = mean[other_view(k)];

    const Dice dice = roll(t.seed, static_cast<uint32_t>(game), step);
    const int64_t list = (t.rolls == 1 ? 0 : int64_t{index_of(dice)} * t.games) + game;
    Chance chance{t.seed, static_cast<uint32_t>(game), step, 1};
    const bool at_random = chance.happens(t.random_plays) || t.random_left[game] > 0;
    int chosen = t.best[list];
    if (at_random && t.length[list]) chosen = t.begin[list] + chance.below(t.length[list]);
    if (t.random_left[game]) --t.random_left[game];

    const int plies = t.ply[game] + 1;
    const bool lost = !t.length[list];
    const Position after = lost ? Position{} : t.after[chosen].position;
    const End end = lost ? End{} : end_of(t.variant, after);
    const bool at_home = !lost && !end.over && is_known(t, after);
    const bool goes_on = !lost && !end.over && !at_home && plies < t.most_plies;
    const bool again = !lost && t.sequel[chosen] & AGAIN;
    if (t.window) {
        const int64_t at = (int64_t{slot} * t.games + game) * STRIDE;
        const Real* classes = t.classes + int64_t{t.best[list]} * STRIDE;
        for (int k = 0; k < CLASSES; ++k) {
            t.expected[at + k] = mean[k];
            t.valued[at + k] = to_float(classes[k]);
        }
        const bool follows = goes_on && chosen == t.best[list];
        t.follows[int64_t{slot} * t.games + game] = !follows ? 0.0f : again ? -1.0f : 1.0f;
    }
    if (goes_on) {
        const Position next = counted(t.variant, after, dice.first == dice.second);
        t.game[game].position = again ? next : flipped(next);
        t.ply[game] = plies;
        return;
    }
    finish(t, end.over ? statistic_of(end) : at_home ? HOME_RACE : LONG, plies);
    new_game(t, step, game);
}

// Luck-adjusted returns: a state is worth what its rolls promise, corrected by what the game then
// showed of the play that was chosen. The mean over the rolls has no luck in it, and random plays
// and ends cut the chain, so nothing but the network's own error is carried back.
FULLPRIME_HD void write_returns(const Tables& t, int64_t first_row, int game) {
    float later[CLASSES] = {};  // by the side to roll in the slot behind
    for (int slot = t.window - 1; slot >= 0; --slot) {
        const int64_t at = int64_t{slot} * t.games + game;
        const int64_t row = (first_row + at) % t.replay_size;
        const bool same_side = t.follows[at] < 0;
        const float weight = slot + 1 < t.window ? t.lambda * fabsf(t.follows[at]) : 0;
        float now[CLASSES];
        for (int k = 0; k < CLASSES; ++k) {
            const float expected = t.expected[at * STRIDE + k];
            now[k] = expected;
            const float then = later[same_side ? k : other_view(k)];
            if (weight > 0) now[k] += weight * (then - t.valued[at * STRIDE + k]);
        }
        for (int k = 0; k < CLASSES; ++k) {
            later[k] = now[k];
            t.target[row * STRIDE + k] = now[other_view(k)];
        }
    }
}

// What the table says of an afterstate, to the side that has just moved.
FULLPRIME_HD void look_up(const Tables& t, const Position& after, float* p) {
    RaceChances other{};  // of the side that rolls next
    judge(bearoff_in(t.bearoff), t.variant, flipped(after), other);
    p[0] = static_cast<float>(1 - other.win - other.gammon_lost);
    p[1] = static_cast<float>(other.gammon_lost);
    p[3] = static_cast<float>(other.win - other.gammon_won);
    p[4] = static_cast<float>(other.gammon_won);
    p[2] = p[5] = 0;
}

// What the network says of an afterstate; of one after which the same side rolls again it was asked
// for the view of the other.
FULLPRIME_HD void soften(const Tables& t, int64_t i, float* p) {
    float most = p[0], sum = 0;
    for (int k = 1; k < CLASSES; ++k) most = fmaxf(most, p[k]);
    for (int k = 0; k < CLASSES; ++k) sum += p[k] = expf(p[k] - most);
    for (int k = 0; k < CLASSES; ++k) p[k] /= sum;
    if (!(t.sequel[i] & AGAIN)) return;
    for (int k = 0; k < CLASSES / 2; ++k) {
        const float won = p[k];
        p[k] = p[other_view(k)];
        p[other_view(k)] = won;
    }
}

// Classes and equity of an afterstate from its logits; finished games and races at home are exact.
FULLPRIME_HD void answer(const Tables& t, int64_t i, float* p) {
    const Position after = t.after[i].position;
    const End end = end_of(t.variant, after);
    if (end.over) {
        for (int k = 0; k < CLASSES; ++k) p[k] = 0;
        if (end.points) p[class_of(end)] = 1;
        else p[0] = p[3] = 0.5f;
    } else if (is_known(t, after)) {
        look_up(t, after, p);
    } else {
        soften(t, i, p);
    }
    t.equity[i] = p[0] - p[3] + 2 * (p[1] - p[4]) + 3 * (p[2] - p[5]);
    Eight classes{};
    for (int k = 0; k < CLASSES; ++k) classes.values[k] = to_real(p[k]);
    *reinterpret_cast<Eight*>(t.classes + i * STRIDE) = classes;
}

// What is encoded: number i, or number index[i]; seen by the other where the same side rolls again.
struct Asked {
    const Kept* positions;
    const int64_t* index;   // null: all in their order
    const uint8_t* sequel;  // null: the other side rolls always

    FULLPRIME_HD Position at(int64_t i) const {
        const Position p = positions[index ? index[i] : i].position;
        return sequel && sequel[i] & AGAIN ? flipped(p) : p;
    }
};

// The bucket of a row of features as a network gets them.
FULLPRIME_HD int bucket_of_row(const Real* row) {
    const auto value = [=](int feature) {
        return static_cast<int>(to_float(row[feature]) / unit(feature));
    };
    const int own = PLACE_FEATURES, enemy = own + SCALARS;
    return bucket_for(!value(own + CONTACT), value(own + BACK), value(enemy + BACK));
}

// The last layer, for one afterstate.
FULLPRIME_HD void head(const Tables& t, int64_t i, const Real* hidden, const Real* weights,
                       const float* bias, int width) {
    float logits[CLASSES];
    for (int k = 0; k < CLASSES; ++k) logits[k] = bias[k];
    for (int j = 0; j < width; j += 8) {
        const Eight x = *reinterpret_cast<const Eight*>(hidden + j);
        for (int k = 0; k < CLASSES; ++k) {
            const Eight w = *reinterpret_cast<const Eight*>(weights + k * width + j);
            for (int e = 0; e < 8; ++e)
                logits[k] += fminf(to_float(x.values[e]), SECOND_LIMIT) * to_float(w.values[e]);
        }
    }
    answer(t, i, logits);
}

#if defined(__CUDACC__)
// Each thread encodes a position into shared memory (rows padded, so that the threads of a warp
// write to different banks); then the block writes whole rows.
__global__ void __launch_bounds__(THREADS)
    encode_rows(Variant v, Asked asked, int64_t n, Real* out) {
    __shared__ __align__(4) uint8_t rows[THREADS][MOST_FEATURES + 4];
    __shared__ float units[MOST_FEATURES];
    const int features = features_of(v), groups = features / 8;
    const int64_t first = int64_t{blockIdx.x} * THREADS;
    const int64_t mine = first + threadIdx.x;
    for (int k = threadIdx.x; k < features; k += THREADS) units[k] = unit(k);
    if (mine < n) encode(v, asked.at(mine), rows[threadIdx.x]);
    __syncthreads();
    const int filled = static_cast<int>(n - first < THREADS ? n - first : THREADS);
    for (int at = threadIdx.x; at < filled * groups; at += THREADS) {
        const int row = at / groups, column = at % groups * 8;
        Eight values;
        for (int e = 0; e < 8; ++e)
            values.values[e] =
                to_real(static_cast<float>(rows[row][column + e]) * units[column + e]);
        *reinterpret_cast<Eight*>(out + (first + row) * features + column) = values;
    }
}

// The clip of the first hidden layer, the second layer and the head in one pass: apart, the wide
// first layer would be read and written once more for the clip alone. A warp takes 16 rows; the
// weights of the second layer stay in shared memory, their rows padded against bank conflicts, and
// there are as many warps as the rest of it has room for.
constexpr int TILE = 16, TAIL_WARPS = 16, TAIL_WIDTH = 64, STAGED = TAIL_WIDTH + 4;
constexpr size_t SHARED_MEMORY = 227 << 10;

struct Tail {
    const Real* hidden;  // [n, width] behind the ReLU; n rounded up to whole tiles
    const Real* second;  // [TAIL_WIDTH, width]
    const Real* second_bias;
    const Real* last;  // [CLASSES, TAIL_WIDTH]
    const float* last_bias;
    int width;

    int stride() const { return width + 8; }
    size_t weights() const { return TAIL_WIDTH * stride() * sizeof(Real); }
    static size_t per_warp() { return TILE * STAGED * sizeof(float); }
    int warps() const {  // 0: the weights do not fit
        const size_t rest = SHARED_MEMORY > weights() ? SHARED_MEMORY - weights() : 0;
        return rest / per_warp() < TAIL_WARPS ? static_cast<int>(rest / per_warp()) : TAIL_WARPS;
    }
    size_t memory() const { return weights() + static_cast<size_t>(warps()) * per_warp(); }
};

__device__ void tail_of_row(const Tables& t, const Tail& tail, int64_t i, const float* sums) {
    float logits[CLASSES];
    for (int k = 0; k < CLASSES; ++k) logits[k] = tail.last_bias[k];
    for (int j = 0; j < TAIL_WIDTH; ++j) {
        const float sum = sums[j] + to_float(tail.second_bias[j]);
        const float h = fminf(fmaxf(sum, 0), SECOND_LIMIT);
        for (int k = 0; k < CLASSES; ++k) logits[k] += h * to_float(tail.last[k * TAIL_WIDTH + j]);
    }
    answer(t, i, logits);
}

__global__ void __launch_bounds__(32 * TAIL_WARPS, 1)
    tail_rows(Tables t, Tail tail, int64_t first, int64_t n, int stride) {
    using namespace nvcuda;
    extern __shared__ __align__(32) uint8_t memory[];
    Real* second = reinterpret_cast<Real*>(memory);
    const int width = tail.width, warp = threadIdx.x / 32, lane = threadIdx.x % 32;
    const int warps = blockDim.x / 32;
    float* staged = reinterpret_cast<float*>(second + TAIL_WIDTH * stride) + warp * TILE * STAGED;
    for (int i = threadIdx.x * 8; i < TAIL_WIDTH * width; i += blockDim.x * 8)
        *reinterpret_cast<Eight*>(second + i / width * stride + i % width) =
            *reinterpret_cast<const Eight*>(tail.second + i);
    __syncthreads();

    const Real limit = to_real(FIRST_LIMIT);
    const int64_t tiles = (n + TILE - 1) / TILE, step = int64_t{gridDim.x} * warps;
    for (int64_t tile = int64_t{blockIdx.x} * warps + warp; tile < tiles; tile += step) {
        wmma::fragment<wmma::accumulator, 16, 16, 16, float> sums[TAIL_WIDTH / TILE];
        for (auto& sum : sums) wmma::fill_fragment(sum, 0.0f);
        const Real* rows = tail.hidden + tile * TILE * width;
#pragma unroll 4
        for (int k = 0; k < width; k += 16) {
            wmma::fragment<wmma::matrix_a, 16, 16, 16, Real, wmma::row_major> x;
            wmma::load_matrix_sync(x, rows + k, width);
            for (int e = 0; e < x.num_elements; ++e) x.x[e] = __hmin(x.x[e], limit);
            for (int c = 0; c < TAIL_WIDTH / TILE; ++c) {
                wmma::fragment<wmma::matrix_b, 16, 16, 16, Real, wmma::col_major> w;
                wmma::load_matrix_sync(w, second + c * TILE * stride + k, stride);
                wmma::mma_sync(sums[c], x, w, sums[c]);
            }
        }
        for (int c = 0; c < TAIL_WIDTH / TILE; ++c)
            wmma::store_matrix_sync(staged + c * TILE, sums[c], STAGED, wmma::mem_row_major);
        __syncwarp();
        const int64_t row = tile * TILE + lane;
        if (lane < TILE && row < n) tail_of_row(t, tail, first + row, staged + lane * STAGED);
        __syncwarp();
    }
}
#endif

}  // namespace

extern "C" {

// Sizes by which Python checks that both sides mean the same.
void fullprime_layout(int32_t* out) {
    out[0] = sizeof(Variant);
    out[1] = sizeof(Tables);
    out[2] = sizeof(Play);
    out[3] = sizeof(Real);
    out[4] = BUCKETS;
    out[5] = BUCKET_VERSION;
}

// What a network for this game sees: how many features, and of which version.
void fullprime_features(const Variant* v, int32_t* out) {
    out[0] = features_of(*v);
    out[1] = out[0] == FEATURES ? FEATURE_VERSION : MORE_FEATURE_VERSION;
}

void fullprime_units(int32_t features, float* out) {
    for (int i = 0; i < features; ++i) out[i] = unit(i);
}

// So many stages has a turn at most.
int fullprime_stages(const Variant* v) { return is_staged(*v) ? BATCHES_IN_TURN : 1; }

int fullprime_start(const Tables* tables, uint32_t step, void* stream) {
    const Tables t = *tables;
    return for_each(t.games, stream, [=] FULLPRIME_HD(int64_t game) {
        new_game(t, step, static_cast<int>(game));
    });
}

int fullprime_list(const Tables* tables, uint32_t step, int32_t stage, void* stream) {
    const Tables t = *tables;
    const int lists = t.rolls * t.games;
    const int error = for_each(int64_t{t.workers} * t.spread, stream, [=] FULLPRIME_HD(int64_t k) {
        if (k % t.spread) return;
        Play* slab = t.slabs + k / t.spread * t.slab;
        int taken;  // whoever is done takes the next, so that few long lists hold nobody up
        while ((taken = add(&t.counters[TAKEN], 1)) < lists) {
            const int i = in_turn(t, taken);
            if (!list_plays(t, step, stage, i, slab, t.slab))
                t.queue[add(&t.counters[QUEUED], 1)] = i;
        }
    });
    if (error) return error;
    return for_each(int64_t{t.large_workers} * t.spread, stream, [=] FULLPRIME_HD(int64_t k) {
        if (k % t.spread) return;
        const int64_t worker = k / t.spread;
        Play* slab = t.large_slabs + worker * t.large_slab;
        for (int64_t q = worker; q < t.counters[QUEUED]; q += t.large_workers) {
            const int64_t i = t.queue[q];
            if (list_plays(t, step, stage, i, slab, t.large_slab)) continue;
            add(&t.counters[DROPPED], 1);
            t.begin[i] = t.length[i] = 0;
        }
    });
}

int fullprime_encode(const Variant* variant, const Kept* positions, const int64_t* index,
                     const uint8_t* sequel, int64_t n, Real* out, void* stream) {
    const Asked asked{positions, index, sequel};
#if defined(__CUDACC__)
    if (!n) return 0;
    const auto blocks = static_cast<unsigned>((n + THREADS - 1) / THREADS);
    encode_rows<<<blocks, THREADS, 0, static_cast<cudaStream_t>(stream)>>>(*variant, asked, n, out);
    return cudaGetLastError();
#else
    const int features = features_of(*variant);
    return for_each(n, stream, [=](int64_t i) {
        uint8_t row[MOST_FEATURES];
        encode(*variant, asked.at(i), row);
        for (int k = 0; k < features; ++k) out[i * features + k] = row[k] * unit(k);
    });
#endif
}

int fullprime_buckets(const Real* values, int32_t features, int64_t n, int64_t* out,
                      void* stream) {
    return for_each(n, stream, [=] FULLPRIME_HD(int64_t i) {
        out[i] = bucket_of_row(values + i * features);
    });
}

int fullprime_head(const Tables* tables, int64_t first, int64_t n, const Real* hidden,
                   const Real* weights, const float* bias, int32_t width, void* stream) {
    const Tables t = *tables;
    return for_each(n, stream, [=] FULLPRIME_HD(int64_t i) {
        head(t, first + i, hidden + i * width, weights, bias, width);
    });
}

// The same from the first hidden layer, not yet clipped, where a fast way exists: a second layer
// of TAIL_WIDTH on the GPU. An error says that there is none.
int fullprime_tail(const Tables* tables, int64_t first, int64_t n, const Real* hidden,
                   const Real* second, const Real* second_bias, const Real* last,
                   const float* last_bias, int32_t width, int32_t second_width, void* stream) {
#if defined(__CUDACC__)
    const Tail tail{hidden, second, second_bias, last, last_bias, width};
    const auto size = static_cast<int>(tail.memory());
    if (second_width != TAIL_WIDTH || width % 16 || !tail.warps()) return cudaErrorInvalidValue;
    const int error =
        cudaFuncSetAttribute(tail_rows, cudaFuncAttributeMaxDynamicSharedMemorySize, size);
    if (error) return error;
    tail_rows<<<132, 32 * tail.warps(), tail.memory(), static_cast<cudaStream_t>(stream)>>>(
        *tables, tail, first, n, tail.stride());
    return cudaGetLastError();
#else
    (void)tables, (void)first, (void)n, (void)hidden, (void)second, (void)second_bias, (void)last;
    (void)last_bias, (void)width, (void)second_width, (void)stream;
    return 1;
#endif
}

int fullprime_choose(const Tables* tables, void* stream) {
    const Tables t = *tables;
    return for_each(int64_t{t.rolls} * t.games, stream,
                    [=] FULLPRIME_HD(int64_t i) { choose(t, i); });
}

int fullprime_step(const Tables* tables, uint32_t step, int64_t row, int32_t slot, void* stream) {
    const Tables t = *tables;
    return for_each(t.games, stream, [=] FULLPRIME_HD(int64_t game) {
        step_game(t, step, (row + game) % t.replay_size, slot, static_cast<int>(game));
    });
}

int fullprime_returns(const Tables* tables, int64_t first_row, void* stream) {
    const Tables t = *tables;
    return for_each(t.games, stream, [=] FULLPRIME_HD(int64_t game) {
        write_returns(t, first_row, static_cast<int>(game));
    });
}

}  // extern "C"

}  // namespace fullprime
