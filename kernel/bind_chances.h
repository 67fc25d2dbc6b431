// Six numbers, one for each result, as they come from Python.
#pragma once

#include <nanobind/nanobind.h>
#include <nanobind/stl/array.h>

#include <array>
#include <cmath>
#include <stdexcept>

#include "net.h"

namespace fullprime {

using Six = std::array<double, CLASSES>;

inline Chances to_chances(const Six& values) {
    Chances chances;
    for (size_t c = 0; c < CLASSES; ++c) {
        if (!std::isfinite(values[c]))
            throw std::invalid_argument("expected six worths that are finite numbers");
        chances.of[c] = values[c];
    }
    return chances;
}

}  // namespace fullprime
