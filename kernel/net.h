// The net: what the side that has just moved can expect of a position. Integers from the features
// to the logits, so that every processor gives the same chances, to the last bit.
//
//   sums1 = bias1 + values . weights1    a1 = clamp(sums1, 0, 2^16 - 1) >> 6
//   sums2 = bias2 + a1 . weights2        a2 = clamp(sums2, 0, 2^23 - 1) >> 12
//   logits = bias3 + a2 . weights3       in units of 2^-20
//
// The features are bytes, the weights have 16 bits, the sums 32. A net whose sums could overflow is
// refused when it is loaded. All that is behind a1 is the tail; there may be one for each bucket.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "bucket.h"
#include "rules.h"
#include "softmax.h"

namespace fullprime {

constexpr int WIDTH = 64;  // both hidden layers are worked on in blocks of so many neurons
constexpr int MOST_BLOCKS1 = 32, MOST_BLOCKS2 = 4;
constexpr int SUM1_BITS = 16, SHIFT1 = 6, MOST_A1 = (1 << (SUM1_BITS - SHIFT1)) - 1;
constexpr int SUM2_BITS = 23, SHIFT2 = 12, MOST_A2 = (1 << (SUM2_BITS - SHIFT2)) - 1;

// How the work is cut, so that what it needs stays in the nearest cache. Both were measured.
constexpr int GROUP = 32;  // positions that go through the layers together
constexpr int SPAN = 4;    // blocks of the first layer after which the second takes them in

// ------------------------------------------------------------------- what the paths work on

struct alignas(64) Row {
    int16_t value[WIDTH];
};
struct alignas(64) Sums {
    int32_t value[WIDTH];
};

// The features of a position; those that its game has not got are not looked at.
struct alignas(64) Encoded {
    uint8_t values[MOST_FEATURES];
};

// The weights in the order in which they are read. The second layer is filled up with zeros.
struct Tail {
    std::vector<Row> rows2;   // [block2][neuron1]
    std::vector<Row> rows3;   // [class][block2]
    std::vector<Sums> bias2;  // [block2]
    int32_t bias3[CLASSES];
};
struct Weights {
    int features, blocks1, blocks2;
    std::vector<Row> rows1;   // [block1][feature]
    std::vector<Sums> bias1;  // [block1]
    std::vector<Tail> tails;  // one for all, or one for each bucket

    const Tail& tail_of(const Encoded& encoded) const {
        return tails.size() == 1 ? tails[0] : tails[static_cast<size_t>(bucket_of(encoded.values))];
    }
};

// The rows of a product that matter, each with its factor; when finished, an even number of them.
// There is room for a vector behind the last. More features than that never differ between boards:
// where bytes are no board, the last ones are left out. A larger room would cost time in the cache.
struct Sparse {
    static constexpr int VECTOR = 32;
    static constexpr int ROOM = (FEATURES > SPAN * WIDTH ? FEATURES : SPAN * WIDTH) + VECTOR;
    // Asked before every vector of the features that few games have.
    static bool is_full(int feature, int count) {
        return feature >= FEATURES && feature % VECTOR == 0 && count + VECTOR >= ROOM;
    }

    int count;
    alignas(64) uint16_t row[ROOM];
    alignas(64) int16_t factor[ROOM];
};

struct Scratch {
    Encoded base;
    Encoded encoded[GROUP];
    Sparse from_zero;
    Sums base_sums[MOST_BLOCKS1];
    Sparse changed[GROUP];
    Sparse active[GROUP];
    const Tail* tail[GROUP];
    Sums sums1[GROUP];
    Sums sums2[GROUP][MOST_BLOCKS2];
    int32_t logits[GROUP][CLASSES];
};

// A way to compute a net, for one kind of processor.
struct Path {
    const char* name;
    int lanes;  // 128-bit lanes of a vector; they settle the order of sums, see net_paths.cpp
    void (*encode)(const Variant& v, const Position& p, Encoded& encoded);
    void (*first_of_base)(const Weights& weights, Scratch& scratch);
    // From that and the features of a group to its logits.
    void (*layers)(const Weights& weights, std::span<const Encoded* const> group, Scratch& scratch);
};

// The paths that this processor can take, the fastest first.
std::vector<Path> paths();

// ----------------------------------------------------------------------------------- the net

// A net as it is stored: row by row, sizes as in the shapes, the tails one after the other.
struct Arrays {
    int features, neurons1, neurons2, tails;
    const int16_t* weights1;  // [features, neurons1]
    const int32_t* bias1;
    const int16_t* weights2;  // [tails, neurons2, neurons1]
    const int32_t* bias2;
    const int16_t* weights3;  // [tails, CLASSES, neurons2]
    const int32_t* bias3;
};

struct Chances {
    double of[CLASSES];

    bool operator==(const Chances&) const = default;
};

// Of a game that is over: the points that the side has won (negative: lost).
Chances finished(int points);

class Net {
   public:
    // `path` names one of the paths; empty: the fastest.
    Net(const Arrays& arrays, std::string_view path);

    const char* path() const { return path_.name; }
    int features() const { return weights_.features; }
    int tails() const { return static_cast<int>(weights_.tails.size()); }

    // Chances of the mover, who has just moved; a finished game gets its exact result. With a
    // `base` from which the positions differ little it takes less time; the answer is the same.
    // Any number of threads may ask, each with scratch memory of its own. A game that has other
    // features than the net is refused.
    void evaluate(const Variant& v, const Position* base, std::span<const Position> positions,
                  Scratch& scratch, Chances* chances) const;

    void expect_features(const Variant& v) const;

    // The same in two steps, so that nets can share features; the base may be all zeros, and no
    // game is over.
    void encode(const Variant& v, const Position& p, Encoded& encoded) const {
        path_.encode(v, p, encoded);
    }
    void judge(const Encoded& base, std::span<const Encoded* const> positions, Scratch& scratch,
               Chances* chances) const;

   private:
    Path path_;
    Weights weights_;
};

}  // namespace fullprime
