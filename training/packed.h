// A position in 32 bytes, half a cache line, for the millions that self-play keeps at a time.
//
// A nibble per place and side, so for games of at most 15 checkers without pins and memory.
#pragma once

#include "../kernel/board.h"

namespace fullprime {

struct alignas(16) Packed {
    uint64_t words[4];  // two per side: 16 places in each
};
static_assert(sizeof(Packed) == 32);

namespace detail {

// The low halves of eight bytes side by side, and back.
FULLPRIME_HD inline uint32_t narrowed(uint64_t bytes) {
    bytes = (bytes | bytes >> 4) & 0x00FF00FF00FF00FF;
    bytes = (bytes | bytes >> 8) & 0x0000FFFF0000FFFF;
    return static_cast<uint32_t>(bytes | bytes >> 16);
}

FULLPRIME_HD inline uint64_t widened(uint32_t nibbles) {
    uint64_t bytes = nibbles;
    bytes = (bytes | bytes << 16) & 0x0000FFFF0000FFFF;
    bytes = (bytes | bytes << 8) & 0x00FF00FF00FF00FF;
    return (bytes | bytes << 4) & 0x0F0F0F0F0F0F0F0F;
}

constexpr uint64_t COUNTS_ONLY = 0x00FFFFFF;  // of the last bytes: without memory and pins

FULLPRIME_HD inline void pack(const Side& side, uint64_t* words) {
    uint64_t bytes[4];
    std::memcpy(bytes, &side, sizeof bytes);
    bytes[3] &= COUNTS_ONLY;
    words[0] = narrowed(bytes[0]) | uint64_t{narrowed(bytes[1])} << 32;
    words[1] = narrowed(bytes[2]) | uint64_t{narrowed(bytes[3])} << 32;
}

FULLPRIME_HD inline void unpack(const uint64_t* words, Side& side) {
    uint64_t bytes[4];
    for (int i = 0; i < 4; ++i)
        bytes[i] = widened(static_cast<uint32_t>(words[i / 2] >> (i % 2 * 32)));
    std::memcpy(&side, bytes, sizeof bytes);
}

}  // namespace detail

FULLPRIME_HD inline Packed packed(const Position& p) {
    Packed result;
    detail::pack(p.mover, result.words);
    detail::pack(p.other, result.words + 2);
    return result;
}

FULLPRIME_HD inline Position unpacked(const Packed& packed) {
    Position p;
    detail::unpack(packed.words, p.mover);
    detail::unpack(packed.words + 2, p.other);
    return p;
}

// The games that this holds, and whose turns are one batch: those that self-play can train.
FULLPRIME_HD inline bool trainable(const Variant& v) {
    const bool remembers = v.head_exception != HeadException::none || v.first_doublet_plain;
    const bool one_batch = v.doublet == Doublet::plain && !v.named_doublet && !v.bonus_on_doubles;
    return v.checkers <= 15 && v.landing == Landing::hit && one_batch && !remembers &&
           v.hit_right != HitRight::home_reached;
}

}  // namespace fullprime
