// Dice from a counter: the same seed, stream and index give the same roll on every machine, and
// any roll can be had without the ones before it.
//
// The generator is Philox4x32-10 (Salmon, Moraes, Dror, Shaw: Parallel Random Numbers: As Easy as
// 1, 2, 3; 2011), checked against the published test vectors.
#pragma once

#include <cstdint>

#include "rules.h"

namespace fullprime {

struct Words {
    uint32_t word[4];
};

FULLPRIME_HD inline Words philox(Words counter, uint32_t key0, uint32_t key1) {
    uint32_t(&c)[4] = counter.word;
    for (int round = 0; round < 10; ++round) {
        const uint64_t even = uint64_t{0xD2511F53} * c[0];
        const uint64_t odd = uint64_t{0xCD9E8D57} * c[2];
        c[0] = static_cast<uint32_t>(odd >> 32) ^ c[1] ^ key0;
        c[1] = static_cast<uint32_t>(odd);
        c[2] = static_cast<uint32_t>(even >> 32) ^ c[3] ^ key1;
        c[3] = static_cast<uint32_t>(even);
        key0 += 0x9E3779B9;
        key1 += 0xBB67AE85;
    }
    return counter;
}

// Fair numbers of `stream` and `index` under `seed`, one after the other. Words above the largest
// multiple of what is asked for are passed over, so that every number is equally likely; a block
// that runs dry is followed by the next.
class Numbers {
   public:
    FULLPRIME_HD Numbers(uint64_t seed, uint32_t stream, uint64_t index)
        : seed_(seed), stream_(stream), index_(index) {}

    FULLPRIME_HD uint32_t below(uint32_t n) {
        const uint32_t fair = n * (UINT32_MAX / n);
        uint32_t word = next();
        while (word >= fair) word = next();
        return word % n;
    }

   private:
    FULLPRIME_HD uint32_t next() {
        if (read_ == 4) {
            words_ = philox({{static_cast<uint32_t>(index_), static_cast<uint32_t>(index_ >> 32),
                              stream_, block_++}},
                            static_cast<uint32_t>(seed_), static_cast<uint32_t>(seed_ >> 32));
            read_ = 0;
        }
        return words_.word[read_++];
    }

    uint64_t seed_;
    uint32_t stream_;
    uint64_t index_;
    uint32_t block_ = 0;
    int read_ = 4;
    Words words_;
};

struct Dice {
    uint8_t first;
    uint8_t second;
};

// Roll `index` of `stream` under `seed`.
FULLPRIME_HD inline Dice roll(uint64_t seed, uint32_t stream, uint64_t index) {
    Numbers numbers(seed, stream, index);
    const auto first = static_cast<uint8_t>(numbers.below(6) + 1);
    return {first, static_cast<uint8_t>(numbers.below(6) + 1)};
}

}  // namespace fullprime
