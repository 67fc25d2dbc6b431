// The operations on blocks of 64 neurons, for each kind of processor. All give the same integers.
//
// The vector instructions that pair 16-bit numbers work within lanes of 128 bits, so on these paths
// the sums of a block lie in another order than its neurons. Packing them to 16 bits undoes it, and
// the biases are stored in that order from the start: nothing is ever shuffled.
#include "net.h"

#include <algorithm>

#if defined(__x86_64__) && !defined(FULLPRIME_PLAIN)
#define FULLPRIME_X86
#include <immintrin.h>
// GCC 12 warns of its own headers: undefined values that no instruction reads.
#pragma GCC diagnostic ignored "-Wmaybe-uninitialized"
#endif

namespace fullprime {

namespace plain {
namespace {

#define FULLPRIME_TARGET

using Block = Sums;

inline Block load(const Sums& sums) { return sums; }
inline void store(const Block& block, Sums& sums) { sums = block; }

// Standing alone, with 16-bit factors, it is recognised as work for whatever vectors there are.
__attribute__((noinline)) void add_two(Block& sums, const Row& a, const Row& b,
                                       const int16_t* factor) {
    const int16_t f = factor[0], g = factor[1];
    for (int j = 0; j < WIDTH; ++j) sums.value[j] += f * a.value[j] + g * b.value[j];
}

inline int append(Sparse& rows, int count, int row, int factor) {
    rows.row[count] = static_cast<uint16_t>(row);
    rows.factor[count] = static_cast<int16_t>(factor);
    return count + (factor != 0);
}

template <int COUNT>
inline int difference(const uint8_t* now, const uint8_t* before, Sparse& rows) {
    int count = 0;
    for (int i = 0; i < COUNT && !Sparse::is_full(i, count); ++i)
        count = append(rows, count, i, now[i] - before[i]);
    return count;
}

inline int32_t clamped(int32_t sum, int bits) {
    const int32_t most = (1 << bits) - 1;
    return sum < 0 ? 0 : sum > most ? most : sum;
}

inline int first_activation(const Block& sums, int row, int count, Sparse& rows) {
    for (int j = 0; j < WIDTH; ++j)
        count = append(rows, count, row + j, clamped(sums.value[j], SUM1_BITS) >> SHIFT1);
    return count;
}

inline void second_activation(const Block& sums, int16_t* a2) {
    for (int j = 0; j < WIDTH; ++j)
        a2[j] = static_cast<int16_t>(clamped(sums.value[j], SUM2_BITS) >> SHIFT2);
}

#include "net_layers.h"
#undef FULLPRIME_TARGET

}  // namespace
}  // namespace plain

#if defined(FULLPRIME_X86)

namespace avx2 {
namespace {

#define FULLPRIME_TARGET __attribute__((target("avx2,bmi,popcnt")))

constexpr int LANES = 2;
constexpr int IN_ROW = WIDTH / 16;  // vectors

struct Block {
    __m256i v[2 * IN_ROW];
};

FULLPRIME_TARGET inline __m256i at(const void* p, int i) {
    return _mm256_load_si256(static_cast<const __m256i*>(p) + i);
}

FULLPRIME_TARGET inline Block load(const Sums& sums) {
    Block block;
    for (int i = 0; i < 2 * IN_ROW; ++i) block.v[i] = at(&sums, i);
    return block;
}

FULLPRIME_TARGET inline void store(const Block& block, Sums& sums) {
    for (int i = 0; i < 2 * IN_ROW; ++i)
        _mm256_store_si256(reinterpret_cast<__m256i*>(&sums) + i, block.v[i]);
}

FULLPRIME_TARGET inline void add_two(Block& sums, const Row& a, const Row& b,
                                     const int16_t* factor) {
    int32_t both;
    std::memcpy(&both, factor, sizeof both);
    const __m256i factors = _mm256_set1_epi32(both);
    for (int i = 0; i < IN_ROW; ++i) {
        __m256i x = at(&a, i), y = at(&b, i);
        asm("" : "+x"(x), "+x"(y));  // loads each once: GCC would fold loads into both unpackings
        __m256i& low = sums.v[2 * i];
        __m256i& high = sums.v[2 * i + 1];
        low = _mm256_add_epi32(low, _mm256_madd_epi16(_mm256_unpacklo_epi16(x, y), factors));
        high = _mm256_add_epi32(high, _mm256_madd_epi16(_mm256_unpackhi_epi16(x, y), factors));
    }
}

// For each set of eight numbers, the bytes that move them to the front.
struct Fronts {
    alignas(16) uint8_t bytes[256][16];
};

constexpr Fronts make_fronts() {
    Fronts fronts{};
    for (int set = 0; set < 256; ++set)
        for (int i = 0, front = 0; i < 8; ++i)
            if (set >> i & 1) {
                fronts.bytes[set][front++] = static_cast<uint8_t>(2 * i);
                fronts.bytes[set][front++] = static_cast<uint8_t>(2 * i + 1);
            }
    return fronts;
}

constexpr Fronts FRONTS = make_fronts();

// Keeps those of eight factors that are in the set.
FULLPRIME_TARGET inline int append_set(Sparse& rows, int count, int row, __m128i factors,
                                       uint32_t set) {
    const __m128i front = _mm_load_si128(reinterpret_cast<const __m128i*>(FRONTS.bytes[set]));
    const __m128i numbers = _mm_add_epi16(_mm_set1_epi16(static_cast<int16_t>(row)),
                                          _mm_setr_epi16(0, 1, 2, 3, 4, 5, 6, 7));
    _mm_storeu_si128(reinterpret_cast<__m128i*>(rows.row + count),
                     _mm_shuffle_epi8(numbers, front));
    _mm_storeu_si128(reinterpret_cast<__m128i*>(rows.factor + count),
                     _mm_shuffle_epi8(factors, front));
    return count + __builtin_popcount(set);
}

// Keeps those of sixteen factors that are not zero.
FULLPRIME_TARGET inline int append(Sparse& rows, int count, int row, __m256i factors) {
    const __m256i none = _mm256_cmpeq_epi16(factors, _mm256_setzero_si256());
    const __m128i low = _mm256_castsi256_si128(factors);
    const __m128i high = _mm256_extracti128_si256(factors, 1);
    const __m128i zeros = _mm_packs_epi16(_mm256_castsi256_si128(none),
                                          _mm256_extracti128_si256(none, 1));
    const uint32_t some = ~static_cast<uint32_t>(_mm_movemask_epi8(zeros)) & 0xFFFF;
    count = append_set(rows, count, row, low, some & 0xFF);
    return append_set(rows, count, row + 8, high, some >> 8);
}

FULLPRIME_TARGET inline __m256i sixteen(const uint8_t* values) {
    return _mm256_cvtepu8_epi16(_mm_load_si128(reinterpret_cast<const __m128i*>(values)));
}

template <int COUNT>
FULLPRIME_TARGET inline int difference(const uint8_t* now, const uint8_t* before, Sparse& rows) {
    int count = 0;
    for (int i = 0; i < COUNT && !Sparse::is_full(i, count); i += 16)
        count = append(rows, count, i, _mm256_sub_epi16(sixteen(now + i), sixteen(before + i)));
    return count;
}

FULLPRIME_TARGET inline int first_activation(const Block& sums, int row, int count, Sparse& rows) {
    static_assert(SUM1_BITS == 16, "packing clamps");
    for (int i = 0; i < IN_ROW; ++i) {
        const __m256i a = _mm256_packus_epi32(sums.v[2 * i], sums.v[2 * i + 1]);
        count = append(rows, count, row + 16 * i, _mm256_srli_epi16(a, SHIFT1));
    }
    return count;
}

FULLPRIME_TARGET inline __m256i activated2(__m256i sum) {
    const __m256i most = _mm256_set1_epi32((1 << SUM2_BITS) - 1);
    sum = _mm256_min_epi32(_mm256_max_epi32(sum, _mm256_setzero_si256()), most);
    return _mm256_srli_epi32(sum, SHIFT2);
}

FULLPRIME_TARGET inline void second_activation(const Block& sums, int16_t* a2) {
    for (int i = 0; i < IN_ROW; ++i)
        _mm256_store_si256(
            reinterpret_cast<__m256i*>(a2) + i,
            _mm256_packs_epi32(activated2(sums.v[2 * i]), activated2(sums.v[2 * i + 1])));
}

#include "net_layers.h"
#undef FULLPRIME_TARGET

}  // namespace
}  // namespace avx2

namespace avx512 {
namespace {

#define FULLPRIME_TARGET \
    __attribute__((target("avx512f,avx512bw,avx512vl,avx512vnni,avx512vbmi2,bmi,popcnt")))

constexpr int LANES = 4;
constexpr int IN_ROW = WIDTH / 32;  // vectors

struct Block {
    __m512i v[2 * IN_ROW];
};

FULLPRIME_TARGET inline __m512i at(const void* p, int i) {
    return _mm512_load_si512(static_cast<const __m512i*>(p) + i);
}

FULLPRIME_TARGET inline Block load(const Sums& sums) {
    Block block;
    for (int i = 0; i < 2 * IN_ROW; ++i) block.v[i] = at(&sums, i);
    return block;
}

FULLPRIME_TARGET inline void store(const Block& block, Sums& sums) {
    for (int i = 0; i < 2 * IN_ROW; ++i)
        _mm512_store_si512(reinterpret_cast<__m512i*>(&sums) + i, block.v[i]);
}

FULLPRIME_TARGET inline void add_two(Block& sums, const Row& a, const Row& b,
                                     const int16_t* factor) {
    int32_t both;
    std::memcpy(&both, factor, sizeof both);
    const __m512i factors = _mm512_set1_epi32(both);
    for (int i = 0; i < IN_ROW; ++i) {
        __m512i x = at(&a, i), y = at(&b, i);
        asm("" : "+v"(x), "+v"(y));  // as above
        __m512i& low = sums.v[2 * i];
        __m512i& high = sums.v[2 * i + 1];
        low = _mm512_dpwssd_epi32(low, _mm512_unpacklo_epi16(x, y), factors);
        high = _mm512_dpwssd_epi32(high, _mm512_unpackhi_epi16(x, y), factors);
    }
}

// Keeps those of 32 factors that are not zero.
FULLPRIME_TARGET inline int append(Sparse& rows, int count, int row, __m512i factors) {
    alignas(64) static constexpr uint16_t COUNTING[32] = {
        0,  1,  2,  3,  4,  5,  6,  7,  8,  9,  10, 11, 12, 13, 14, 15,
        16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31};
    const __mmask32 some = _mm512_test_epi16_mask(factors, factors);
    const __m512i numbers =
        _mm512_add_epi16(_mm512_set1_epi16(static_cast<int16_t>(row)), at(COUNTING, 0));
    _mm512_storeu_si512(rows.row + count, _mm512_maskz_compress_epi16(some, numbers));
    _mm512_storeu_si512(rows.factor + count, _mm512_maskz_compress_epi16(some, factors));
    return count + __builtin_popcount(some);
}

FULLPRIME_TARGET inline __m512i thirty_two(const uint8_t* values) {
    return _mm512_cvtepu8_epi16(_mm256_load_si256(reinterpret_cast<const __m256i*>(values)));
}

template <int COUNT>
FULLPRIME_TARGET inline int difference(const uint8_t* now, const uint8_t* before, Sparse& rows) {
    int count = 0;
    for (int i = 0; i < COUNT && !Sparse::is_full(i, count); i += 32) {
        const __m512i changes = _mm512_sub_epi16(thirty_two(now + i), thirty_two(before + i));
        count = append(rows, count, i, changes);
    }
    return count;
}

FULLPRIME_TARGET inline int first_activation(const Block& sums, int row, int count, Sparse& rows) {
    static_assert(SUM1_BITS == 16, "packing clamps");
    for (int i = 0; i < IN_ROW; ++i) {
        const __m512i a = _mm512_packus_epi32(sums.v[2 * i], sums.v[2 * i + 1]);
        count = append(rows, count, row + 32 * i, _mm512_srli_epi16(a, SHIFT1));
    }
    return count;
}

FULLPRIME_TARGET inline __m512i activated2(__m512i sum) {
    const __m512i most = _mm512_set1_epi32((1 << SUM2_BITS) - 1);
    sum = _mm512_min_epi32(_mm512_max_epi32(sum, _mm512_setzero_si512()), most);
    return _mm512_srli_epi32(sum, SHIFT2);
}

FULLPRIME_TARGET inline void second_activation(const Block& sums, int16_t* a2) {
    for (int i = 0; i < IN_ROW; ++i)
        _mm512_store_si512(
            reinterpret_cast<__m512i*>(a2) + i,
            _mm512_packs_epi32(activated2(sums.v[2 * i]), activated2(sums.v[2 * i + 1])));
}

#include "net_layers.h"
#undef FULLPRIME_TARGET

}  // namespace
}  // namespace avx512

#endif

std::vector<Path> paths() {
    std::vector<Path> found;
#if defined(FULLPRIME_X86)
    // Processors that have AVX-512 without VBMI2 (before Ice Lake and Zen 4) take AVX2.
    if (__builtin_cpu_supports("avx512bw") && __builtin_cpu_supports("avx512vl") &&
        __builtin_cpu_supports("avx512vnni") && __builtin_cpu_supports("avx512vbmi2"))
        found.push_back({"avx512", avx512::LANES, avx512::encode_one, avx512::first_of_base,
                         avx512::layers});
    if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi"))
        found.push_back(
            {"avx2", avx2::LANES, avx2::encode_one, avx2::first_of_base, avx2::layers});
#endif
    found.push_back({"plain", 1, plain::encode_one, plain::first_of_base, plain::layers});
    return found;
}

}  // namespace fullprime
