// From six logits to six chances, the same bits on every machine: no library, and nothing that a
// compiler could fuse or reorder. Powers of e are products of doubles from a table that is made when
// this is compiled, and they are added up as integers.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

namespace fullprime {

constexpr int CLASSES = 6;      // won, gammon won, backgammon won, then the same lost
constexpr int LOGIT_BITS = 20;  // a logit of 2^20 is one

namespace detail {

constexpr int DIGIT_BITS = 7;
constexpr int DIGITS = 4;  // of a difference of logits; what is larger has no chance worth telling

using Powers = std::array<std::array<double, 1 << DIGIT_BITS>, DIGITS>;

constexpr double e_to(double x) {
    double sum = 1, term = 1;
    for (int n = 1; n <= 40; ++n) {  // x is 2 at most: what follows is too small to tell
        term = term * x / n;
        sum = sum + term;
    }
    return sum;
}

// powers[k][n] is e to the minus n * 2^(7k - 20).
constexpr Powers make_powers() {
    Powers powers{};
    double unit = 1.0 / (1 << LOGIT_BITS);
    for (auto& digit : powers) {
        const double step = 1 / e_to(unit);
        digit[0] = 1;
        for (size_t n = 1; n < digit.size(); ++n) digit[n] = digit[n - 1] * step;
        unit *= static_cast<double>(digit.size());
    }
    return powers;
}

inline constexpr Powers POWERS = make_powers();

// e to the minus `difference`, in units of 2^-50.
inline int64_t power(uint32_t difference) {
    if (difference >> (DIGITS * DIGIT_BITS)) return 0;
    double product = int64_t{1} << 50;
    for (const auto& digit : POWERS) {
        product *= digit[difference % digit.size()];
        difference >>= DIGIT_BITS;
    }
    return static_cast<int64_t>(product);
}

}  // namespace detail

inline void softmax(const int32_t* logits, double* chances) {
    int32_t most = logits[0];
    for (int i = 1; i < CLASSES; ++i) most = logits[i] > most ? logits[i] : most;
    int64_t powers[CLASSES], sum = 0;
    for (int i = 0; i < CLASSES; ++i) {
        powers[i] = detail::power(static_cast<uint32_t>(most) - static_cast<uint32_t>(logits[i]));
        sum += powers[i];
    }
    // Both are below 2^53, so the division of doubles is that of the integers, rounded once.
    for (int i = 0; i < CLASSES; ++i)
        chances[i] = static_cast<double>(powers[i]) / static_cast<double>(sum);
}

}  // namespace fullprime
