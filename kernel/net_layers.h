// The layers of the net, over the few operations on blocks that each path defines. Included once
// per path, inside its namespace, so it has no guard.
//
// Both products are sparse: between sibling positions few features change, and most neurons of the
// first layer are at zero. So both add up only the rows that matter, two at a time: 16-bit rows are
// multiplied in pairs into 32-bit sums for the price of one 16-bit multiplication each, and nothing
// has to be known about how large the sums get.

// The rows are taken in pairs, so an odd one gets a partner that does not count.
FULLPRIME_TARGET inline void finish(Sparse& rows, int count) {
    rows.row[count] = 0;
    rows.factor[count] = 0;
    rows.count = count + (count & 1);
}

// Apart, so that it does not slow down the games with fewer features.
FULLPRIME_TARGET __attribute__((noinline)) int many_changes(const Encoded& now,
                                                            const Encoded& before, Sparse& rows) {
    return difference<MOST_FEATURES>(now.values, before.values, rows);
}

FULLPRIME_TARGET inline int changes(const Weights& w, const Encoded& now, const Encoded& before,
                                    Sparse& rows) {
    if (w.features != FEATURES) return many_changes(now, before, rows);
    return difference<FEATURES>(now.values, before.values, rows);
}

FULLPRIME_TARGET inline Block added(const Sums& to, const Row* rows, const Sparse& sparse) {
    Block sums = load(to);
    for (int i = 0; i < sparse.count; i += 2)
        add_two(sums, rows[sparse.row[i]], rows[sparse.row[i + 1]], sparse.factor + i);
    return sums;
}

FULLPRIME_TARGET void last_layer(const Tail& tail, int blocks2, const Sums* sums2,
                                 int32_t* logits) {
    alignas(64) int16_t a2[MOST_BLOCKS2 * WIDTH];
    for (int k = 0; k < blocks2; ++k) second_activation(load(sums2[k]), a2 + k * WIDTH);
    for (int c = 0; c < CLASSES; ++c) {
        logits[c] = tail.bias3[c];
        for (int k = 0; k < blocks2; ++k) {
            const Row& row = tail.rows3[static_cast<size_t>(c * blocks2 + k)];
            for (int j = 0; j < WIDTH; ++j) logits[c] += a2[k * WIDTH + j] * row.value[j];
        }
    }
}

// The first layer of the base, from which that of every position is a few steps away.
FULLPRIME_TARGET void first_of_base(const Weights& w, Scratch& s) {
    const Encoded zero = {};
    finish(s.from_zero, changes(w, s.base, zero, s.from_zero));
    const Row* rows1 = w.rows1.data();
    for (int block = 0; block < w.blocks1; ++block, rows1 += w.features)
        store(added(w.bias1[static_cast<size_t>(block)], rows1, s.from_zero), s.base_sums[block]);
}

FULLPRIME_TARGET void layers(const Weights& w, std::span<const Encoded* const> group, Scratch& s) {
    const int count = static_cast<int>(group.size());
    for (int i = 0; i < count; ++i) {
        const Encoded& encoded = *group[static_cast<size_t>(i)];
        finish(s.changed[i], changes(w, encoded, s.base, s.changed[i]));
        s.tail[i] = &w.tail_of(encoded);
        std::copy_n(s.tail[i]->bias2.data(), w.blocks2, s.sums2[i]);
    }
    // All positions of the group pass a block before the next: its weights stay at hand. Layers are
    // taken in turns, since a loop over active neurons that has to wait for their number stalls.
    const Row* rows1 = w.rows1.data();
    for (int block = 0; block < w.blocks1; ++block, rows1 += w.features) {
        for (int i = 0; i < count; ++i)
            store(added(s.base_sums[block], rows1, s.changed[i]), s.sums1[i]);
        for (int i = 0; i < count; ++i) {
            Sparse& active = s.active[i];
            const int before = block % SPAN ? active.count : 0;
            const Block sums = load(s.sums1[i]);
            active.count = first_activation(sums, block % SPAN * WIDTH, before, active);
        }
        if ((block + 1) % SPAN && block + 1 < w.blocks1) continue;
        for (int i = 0; i < count; ++i) {
            finish(s.active[i], s.active[i].count);
            const Row* rows2 = s.tail[i]->rows2.data() + block / SPAN * SPAN * WIDTH;
            for (int k = 0; k < w.blocks2; ++k) {
                Sums& sums2 = s.sums2[i][k];
                store(added(sums2, rows2 + k * w.blocks1 * WIDTH, s.active[i]), sums2);
            }
        }
    }
    for (int i = 0; i < count; ++i) last_layer(*s.tail[i], w.blocks2, s.sums2[i], s.logits[i]);
}

// Flattened, so that the features, too, are computed with the instructions of this path.
FULLPRIME_TARGET __attribute__((flatten)) void encode_one(const Variant& v, const Position& p,
                                                          Encoded& encoded) {
    encode(v, p, encoded.values);
}
