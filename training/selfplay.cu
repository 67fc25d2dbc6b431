// Self-play of many games at once: the steps between which Python evaluates a network.
//
// A round is: list (all plays of one sampled roll, or of all 21, of every game), encode, evaluate
// (in Python), head, choose, step. Under nvcc the loops run on the GPU and all pointers are device
// memory; under g++ (-x c++) the same code runs on the host, for the tests.
//
// A network answers for an afterstate, seen by the side that has just moved, with six exclusive
// classes: it wins, wins a gammon, wins a backgammon, loses, loses a gammon, loses a backgammon.
#include <cmath>

#include "../kernel/bearoff.h"
#include "../kernel/bucket.h"
#include "../kernel/rules.h"
#include "packed.h"
#include "parallel.h"
#include "starts.h"

#if defined(__CUDACC__)
#include <mma.h>
#endif

namespace fullprime {

constexpr int CLASSES = 6;
constexpr int STRIDE = 8;  // classes are stored in rows of eight
constexpr float FIRST_LIMIT = 4, SECOND_LIMIT = 8;  // where the hidden layers are clipped

enum Counter : int { AFTERSTATES, QUEUED, DROPPED, COUNTERS };
enum Statistic : int { SINGLE, GAMMON, BACKGAMMON, HOME_RACE, LONG, PLIES, STATISTICS };

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
    Packed* game;            // [games] the side to roll first
    int32_t* ply;            // [games]
    int32_t* random_left;    // [games] random plies still to come
    Packed* after;           // [capacity]
    float* equity;           // [capacity]
    Real* classes;           // [capacity, 8]
    int32_t* begin;          // [rolls, games] where a list begins
    int32_t* length;         // [rolls, games]
    int32_t* best;           // [rolls, games]
    int32_t* queue;          // [rolls * games] lists that do not fit into a slab
    int32_t* counters;       // [COUNTERS]
    Play* slabs;             // [workers, slab]
    Play* large_slabs;       // [large_workers, large_slab]
    Packed* replay;          // [replay_size] afterstates
    float* target;           // [replay_size, 8]
    float* expected;         // [window, games, 8] by the side to roll, over all rolls
    float* valued;           // [window, games, 8] the play that was best for the roll
    float* follows;          // [window, games] 1: the next state came from that play
    int64_t* statistics;     // [STATISTICS]
    const uint8_t* bearoff;  // the bytes of a bear-off table; null: none
};

namespace {

FULLPRIME_HD int other_view(int k) { return k < 3 ? k + 3 : k - 3; }

FULLPRIME_HD Packed flipped(const Packed& p) {
    return {{p.words[2], p.words[3], p.words[0], p.words[1]}};
}

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

// Lists number i is roll i / games of game i % games.
FULLPRIME_HD bool list_plays(const Tables& t, uint32_t step, int64_t i, Play* slab, int room) {
    const int game = static_cast<int>(i % t.games);
    const Dice dice = t.rolls == 1 ? roll(t.seed, static_cast<uint32_t>(game), step)
                                   : roll_at(static_cast<int>(i / t.games));
    const Position p = unpacked(t.game[game]);
    Plays found{slab, room};
    plays(t.variant, p, turn_of(t.variant, p, dice.first, dice.second), found);
    if (found.overflow) return false;
    int begin = add(&t.counters[AFTERSTATES], found.count);
    if (begin + found.count > t.capacity) {
        add(&t.counters[DROPPED], 1);
        begin = found.count = 0;
    }
    t.begin[i] = begin;
    t.length[i] = found.count;
    for (int k = 0; k < found.count; ++k) t.after[begin + k] = packed(slab[k].position);
    return true;
}

FULLPRIME_HD void new_game(const Tables& t, uint32_t step, int game) {
    Chance chance{t.seed, static_cast<uint32_t>(game), step, 2};
    const bool opens_at_random = chance.happens(t.random_openings);
    t.random_left[game] = opens_at_random ? chance.between(0, t.opening_plies) : 0;
    t.game[game] = packed(first_position(t.variant, chance, t.planned, t.scattered));
    t.ply[game] = 0;
}

// Does the table know how this afterstate ends? Then nothing is left to learn.
FULLPRIME_HD bool is_known(const Tables& t, const Position& after) {
    return t.bearoff && races_at_home(t.variant, after);
}

FULLPRIME_HD int class_of(End end) { return end.points > 0 ? end.points - 1 : 2 - end.points; }

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
    t.replay[row] = flipped(t.game[game]);
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
    const Position after = lost ? Position{} : unpacked(t.after[chosen]);
    const End end = lost ? End{} : end_of(t.variant, after);
    const bool at_home = !lost && !end.over && is_known(t, after);
    const bool goes_on = !lost && !end.over && !at_home && plies < t.most_plies;
    if (t.window) {
        const int64_t at = (int64_t{slot} * t.games + game) * STRIDE;
        const Real* classes = t.classes + int64_t{t.best[list]} * STRIDE;
        for (int k = 0; k < CLASSES; ++k) {
            t.expected[at + k] = mean[k];
            t.valued[at + k] = to_float(classes[k]);
        }
        t.follows[int64_t{slot} * t.games + game] = goes_on && chosen == t.best[list] ? 1.0f : 0.0f;
    }
    if (goes_on) {
        t.game[game] = flipped(t.after[chosen]);
        t.ply[game] = plies;
        return;
    }
    finish(t, end.over ? class_of(end) % 3 : at_home ? HOME_RACE : LONG, plies);
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
        const float weight = slot + 1 < t.window ? t.lambda * t.follows[at] : 0;
        float now[CLASSES];
        for (int k = 0; k < CLASSES; ++k) {
            const float expected = t.expected[at * STRIDE + k];
            now[k] = expected;
            if (weight > 0) now[k] += weight * (later[other_view(k)] - t.valued[at * STRIDE + k]);
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

// Classes and equity of an afterstate from its logits; finished games and races at home are exact.
FULLPRIME_HD void answer(const Tables& t, int64_t i, float* p) {
    const Position after = unpacked(t.after[i]);
    const End end = end_of(t.variant, after);
    if (end.over) {
        for (int k = 0; k < CLASSES; ++k) p[k] = k == class_of(end) ? 1.0f : 0.0f;
    } else if (is_known(t, after)) {
        look_up(t, after, p);
    } else {
        float most = p[0], sum = 0;
        for (int k = 1; k < CLASSES; ++k) most = fmaxf(most, p[k]);
        for (int k = 0; k < CLASSES; ++k) sum += p[k] = expf(p[k] - most);
        for (int k = 0; k < CLASSES; ++k) p[k] /= sum;
    }
    t.equity[i] = p[0] - p[3] + 2 * (p[1] - p[4]) + 3 * (p[2] - p[5]);
    Eight classes{};
    for (int k = 0; k < CLASSES; ++k) classes.values[k] = to_real(p[k]);
    *reinterpret_cast<Eight*>(t.classes + i * STRIDE) = classes;
}

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
    encode_rows(Variant v, const Packed* positions, const int64_t* index, int64_t n, Real* out) {
    __shared__ __align__(4) uint8_t rows[THREADS][FEATURES + 4];
    const int64_t first = int64_t{blockIdx.x} * THREADS;
    const int64_t mine = first + threadIdx.x;
    if (mine < n)
        encode(v, unpacked(positions[index ? index[mine] : mine]), rows[threadIdx.x]);
    __syncthreads();
    constexpr int GROUPS = FEATURES / 8, STEP = THREADS / GROUPS;
    static_assert(THREADS % GROUPS == 0, "a thread keeps to its columns");
    const int column = threadIdx.x % GROUPS * 8;
    float units[8];
    for (int e = 0; e < 8; ++e) units[e] = unit(column + e);
    for (int row = threadIdx.x / GROUPS; row < THREADS && first + row < n; row += STEP) {
        Eight values;
        for (int e = 0; e < 8; ++e)
            values.values[e] = to_real(static_cast<float>(rows[row][column + e]) * units[e]);
        *reinterpret_cast<Eight*>(out + (first + row) * FEATURES + column) = values;
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
    out[4] = FEATURES;
    out[5] = FEATURE_VERSION;
    out[6] = BUCKETS;
    out[7] = BUCKET_VERSION;
}

int fullprime_trainable(const Variant* v) { return trainable(*v); }

void fullprime_units(float* out) {
    for (int i = 0; i < FEATURES; ++i) out[i] = unit(i);
}

// On the host in either build.
void fullprime_unpack(const Packed* from, int64_t n, Position* to) {
    for (int64_t i = 0; i < n; ++i) to[i] = unpacked(from[i]);
}

int fullprime_start(const Tables* tables, uint32_t step, void* stream) {
    const Tables t = *tables;
    return for_each(t.games, stream, [=] FULLPRIME_HD(int64_t game) {
        new_game(t, step, static_cast<int>(game));
    });
}

int fullprime_list(const Tables* tables, uint32_t step, void* stream) {
    const Tables t = *tables;
    const int64_t lists = int64_t{t.rolls} * t.games;
    const int error = for_each(t.workers, stream, [=] FULLPRIME_HD(int64_t worker) {
        Play* slab = t.slabs + worker * t.slab;
        for (int64_t i = worker; i < lists; i += t.workers)
            if (!list_plays(t, step, i, slab, t.slab))
                t.queue[add(&t.counters[QUEUED], 1)] = static_cast<int32_t>(i);
    });
    if (error) return error;
    return for_each(t.large_workers, stream, [=] FULLPRIME_HD(int64_t worker) {
        Play* slab = t.large_slabs + worker * t.large_slab;
        for (int64_t q = worker; q < t.counters[QUEUED]; q += t.large_workers) {
            const int64_t i = t.queue[q];
            if (list_plays(t, step, i, slab, t.large_slab)) continue;
            add(&t.counters[DROPPED], 1);
            t.begin[i] = t.length[i] = 0;
        }
    });
}

int fullprime_encode(const Variant* variant, const Packed* positions, const int64_t* index,
                     int64_t n, Real* out, void* stream) {
#if defined(__CUDACC__)
    if (!n) return 0;
    const auto blocks = static_cast<unsigned>((n + THREADS - 1) / THREADS);
    encode_rows<<<blocks, THREADS, 0, static_cast<cudaStream_t>(stream)>>>(*variant, positions,
                                                                           index, n, out);
    return cudaGetLastError();
#else
    return for_each(n, stream, [=](int64_t i) {
        uint8_t row[FEATURES];
        encode(*variant, unpacked(positions[index ? index[i] : i]), row);
        for (int k = 0; k < FEATURES; ++k) out[i * FEATURES + k] = row[k] * unit(k);
    });
#endif
}

int fullprime_buckets(const Real* features, int64_t n, int64_t* out, void* stream) {
    return for_each(n, stream, [=] FULLPRIME_HD(int64_t i) {
        out[i] = bucket_of_row(features + i * FEATURES);
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
