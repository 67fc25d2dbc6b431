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

struct Dice {
    uint8_t first;
    uint8_t second;
};

// Roll `index` of `stream` under `seed`. Words above the largest multiple of six are passed over,
// so that every face is equally likely; a block that runs dry is followed by the next.
FULLPRIME_HD inline Dice roll(uint64_t seed, uint32_t stream, uint64_t index) {
    const uint32_t fair = 6 * (UINT32_MAX / 6);
    uint8_t faces[2] = {};
    for (uint32_t block = 0, found = 0; found < 2; ++block) {
        const Words words = philox({{static_cast<uint32_t>(index),
                                     static_cast<uint32_t>(index >> 32), stream, block}},
                                   static_cast<uint32_t>(seed), static_cast<uint32_t>(seed >> 32));
        for (int i = 0; i < 4 && found < 2; ++i)
            if (words.word[i] < fair) faces[found++] = static_cast<uint8_t>(words.word[i] % 6 + 1);
    }
    return {faces[0], faces[1]};
}

}  // namespace fullprime
