#include "net.h"

#include <algorithm>
#include <cstdlib>
#include <stdexcept>
#include <string>

namespace fullprime {

namespace {

// ----------------------------------------------------------------------------------- loading

// An array of 16-bit numbers, row by row.
struct Matrix {
    const int16_t* data;
    size_t columns;
    int at(int row, int column) const {
        return data[static_cast<size_t>(row) * columns + static_cast<size_t>(column)];
    }
};

int blocks_of(int neurons, int multiple, int most, const char* layer) {
    if (neurons < multiple || neurons % multiple || neurons > most * WIDTH)
        throw std::invalid_argument(std::string(layer) + " has " + std::to_string(neurons) +
                                    " neurons, expected a multiple of " +
                                    std::to_string(multiple) + " up to " +
                                    std::to_string(most * WIDTH));
    return (neurons + WIDTH - 1) / WIDTH;
}

// Proves that the sum of a neuron cannot overflow, nor any part of it, whatever its inputs are
// between 0 and `most`: no part is more than all that adds, or less than all that takes away.
template <class Weight>
void check_sum(int32_t bias, int inputs, int most, Weight weight) {
    int64_t low = std::min(bias, 0), high = std::max(bias, 0);
    for (int i = 0; i < inputs; ++i) (weight(i) < 0 ? low : high) += int64_t{most} * weight(i);
    if (low < INT32_MIN || high > INT32_MAX)
        throw std::invalid_argument("weights so large that a sum may overflow");
}

// Which neuron of a block has its sum at this place? See net_paths.cpp.
int neuron_at(int place, int lanes) {
    const int in_vector = 4 * lanes, in_two = 2 * in_vector;
    const int half = place % in_two / in_vector, lane = place % in_vector / 4;
    return place / in_two * in_two + 8 * lane + 4 * half + place % 4;
}

std::vector<Sums> pack_bias(const int32_t* bias, int neurons, int blocks, int lanes) {
    std::vector<Sums> packed(static_cast<size_t>(blocks));
    for (int block = 0; block < blocks; ++block)
        for (int place = 0; place < WIDTH; ++place) {
            const int neuron = block * WIDTH + neuron_at(place, lanes);
            if (neuron < neurons) packed[static_cast<size_t>(block)].value[place] = bias[neuron];
        }
    return packed;
}

// Rows of blocks: `weight(row, neuron)` goes to row `place(row, block)` of the result.
template <class Weight, class Place>
std::vector<Row> pack_rows(int rows, int neurons, Weight weight, Place place) {
    const int blocks = (neurons + WIDTH - 1) / WIDTH;
    std::vector<Row> packed(static_cast<size_t>(rows * blocks));
    for (int row = 0; row < rows; ++row)
        for (int i = 0; i < neurons; ++i)
            packed[static_cast<size_t>(place(row, i / WIDTH))].value[i % WIDTH] =
                static_cast<int16_t>(weight(row, i));
    return packed;
}

// `a` begins with the tail.
Tail pack_tail(const Arrays& a, int blocks2, int lanes) {
    Tail tail{};
    const int n1 = a.neurons1, n2 = a.neurons2;
    const Matrix w2{a.weights2, static_cast<size_t>(n1)};
    const Matrix w3{a.weights3, static_cast<size_t>(n2)};
    for (int k = 0; k < n2; ++k)
        check_sum(a.bias2[k], n1, MOST_A1, [&](int j) { return w2.at(k, j); });
    for (int c = 0; c < CLASSES; ++c)
        check_sum(a.bias3[c], n2, MOST_A2, [&](int k) { return w3.at(c, k); });
    tail.rows2 = pack_rows(n1, n2, [&](int j, int k) { return w2.at(k, j); },
                           [&](int j, int block) { return block * n1 + j; });
    tail.rows3 = pack_rows(CLASSES, n2, [&](int c, int k) { return w3.at(c, k); },
                           [&](int c, int block) { return c * blocks2 + block; });
    tail.bias2 = pack_bias(a.bias2, n2, blocks2, lanes);
    std::copy_n(a.bias3, CLASSES, tail.bias3);
    return tail;
}

Weights pack(Arrays a, int lanes) {
    Weights w{};
    const int n1 = a.neurons1, n2 = a.neurons2;
    if (a.tails != 1 && a.tails != BUCKETS)
        throw std::invalid_argument("a net has one tail or " + std::to_string(BUCKETS) + ", not " +
                                    std::to_string(a.tails));
    if (a.features != FEATURES && a.features != MOST_FEATURES)
        throw std::invalid_argument("a net has " + std::to_string(FEATURES) + " inputs or " +
                                    std::to_string(MOST_FEATURES) + ", not " +
                                    std::to_string(a.features));
    w.features = a.features;
    w.blocks1 = blocks_of(n1, WIDTH, MOST_BLOCKS1, "the first layer");
    w.blocks2 = blocks_of(n2, 16, MOST_BLOCKS2, "the second layer");
    const Matrix w1{a.weights1, static_cast<size_t>(n1)};
    for (int j = 0; j < n1; ++j)
        check_sum(a.bias1[j], w.features, UINT8_MAX, [&](int i) { return w1.at(i, j); });
    w.rows1 = pack_rows(w.features, n1, [&](int i, int j) { return w1.at(i, j); },
                        [&](int i, int block) { return block * w.features + i; });
    w.bias1 = pack_bias(a.bias1, n1, w.blocks1, lanes);
    for (int tail = 0; tail < a.tails; ++tail) {
        w.tails.push_back(pack_tail(a, w.blocks2, lanes));
        a.weights2 += n2 * n1;
        a.bias2 += n2;
        a.weights3 += CLASSES * n2;
        a.bias3 += CLASSES;
    }
    return w;
}

Path path_named(std::string_view name) {
    std::string known;
    for (const Path& path : paths()) {
        if (name.empty() || name == path.name) return path;
        known += (known.empty() ? "" : ", ") + std::string(path.name);
    }
    throw std::invalid_argument("no way to compute a net is called '" + std::string(name) +
                                "' on this machine, expected one of: " + known);
}

}  // namespace

Chances finished(int points) {
    if (points == 0) return {{0.5, 0, 0, 0.5, 0, 0}};  // a draw is as good as an even chance
    Chances chances{};
    chances.of[points > 0 ? points - 1 : 2 - points] = 1;
    return chances;
}

Net::Net(const Arrays& arrays, std::string_view path)
    : path_(path_named(path)), weights_(pack(arrays, path_.lanes)) {}

// -------------------------------------------------------------------------------- evaluating

void Net::expect_features(const Variant& v) const {
    if (features() != features_of(v))
        throw std::invalid_argument("a net with " + std::to_string(features()) +
                                    " inputs cannot judge a game that has " +
                                    std::to_string(features_of(v)) + " features");
}

void Net::evaluate(const Variant& v, const Position* base, std::span<const Position> positions,
                   Scratch& scratch, Chances* chances) const {
    expect_features(v);
    scratch.base = {};
    if (base) encode(v, *base, scratch.base);
    path_.first_of_base(weights_, scratch);
    const Encoded* group[GROUP];
    for (int i = 0; i < GROUP; ++i) group[i] = &scratch.encoded[i];
    while (!positions.empty()) {
        const size_t count = std::min<size_t>(GROUP, positions.size());
        for (size_t i = 0; i < count; ++i) encode(v, positions[i], scratch.encoded[i]);
        path_.layers(weights_, {group, count}, scratch);
        for (size_t i = 0; i < count; ++i, ++chances) {
            const End end = end_of(v, positions[i]);
            if (end.over)
                *chances = finished(end.points);
            else
                softmax(scratch.logits[i], chances->of);
        }
        positions = positions.subspan(count);
    }
}

void Net::judge(const Encoded& base, std::span<const Encoded* const> positions, Scratch& scratch,
                Chances* chances) const {
    scratch.base = base;
    path_.first_of_base(weights_, scratch);
    while (!positions.empty()) {
        const auto group = positions.first(std::min<size_t>(GROUP, positions.size()));
        path_.layers(weights_, group, scratch);
        for (size_t i = 0; i < group.size(); ++i, ++chances)
            softmax(scratch.logits[i], chances->of);
        positions = positions.subspan(group.size());
    }
}

}  // namespace fullprime
