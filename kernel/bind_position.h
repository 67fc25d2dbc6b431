// Positions as bytes in and out of Python.
#pragma once

#include <nanobind/nanobind.h>

#include <cstring>
#include <stdexcept>
#include <string>
#include <vector>

#include "steps.h"

namespace fullprime {

constexpr int MOST_CHECKERS = 30;

inline Position to_position(const char* bytes) {
    Position p;
    std::memcpy(&p, bytes, sizeof p);
    for (const Side* side : {&p.mover, &p.other})
        for (int place = 0; place < PLACES; ++place)
            if (side->count[place] > MOST_CHECKERS)  // SIMD would take some for none
                throw std::invalid_argument("a place has 0 to 30 checkers");
    return p;
}

inline Position to_position(nanobind::bytes bytes) {
    if (bytes.size() != sizeof(Position)) throw std::invalid_argument("a position has 64 bytes");
    return to_position(bytes.c_str());
}

inline nanobind::bytes to_bytes(const Position& p) { return nanobind::bytes(&p, sizeof p); }

inline int die(int number) {
    if (number < 1 || number > 6) throw std::invalid_argument("a number is 1 to 6");
    return number;
}

inline uint8_t in_range(int value, int least, int most) {
    if (value < least || value > most) throw std::invalid_argument("a field is out of range");
    return static_cast<uint8_t>(value);
}

inline Batch to_batch(const std::vector<int>& numbers) {
    if (numbers.empty() || numbers.size() > NUMBERS_IN_BATCH)
        throw std::invalid_argument("a batch has 1 to 4 numbers");
    Batch batch{};
    for (int number : numbers) {
        if (numbers.size() != 2 && number != numbers[0])
            throw std::invalid_argument("only a batch of two may hold different numbers");
        batch.numbers[batch.length++] = static_cast<uint8_t>(die(number));
    }
    return batch;
}

}  // namespace fullprime
