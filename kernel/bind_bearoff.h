// The bear-off table as a Python class, for other parts of the module to ask.
#pragma once

#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>

#include <array>
#include <optional>
#include <tuple>
#include <vector>

#include "bearoff.h"

namespace fullprime {

// A table and the memory that it lies in.
class Table {
   public:
    using Bytes = nanobind::ndarray<const uint8_t, nanobind::ndim<1>, nanobind::c_contig,
                                    nanobind::device::cpu>;
    using Counts = std::array<int, HOME>;
    using Known = std::optional<std::tuple<double, double, double>>;

    explicit Table(Bytes bytes);

    const Bearoff& bearoff() const { return table_; }
    int32_t wins(const Counts& mine, const Counts& theirs) const;
    std::vector<uint32_t> rolls(const Counts& counts) const;
    int saves(const Counts& counts) const;
    std::vector<Known> judge(const Variant& v, nanobind::bytes bytes) const;

   private:
    Bytes bytes_;
    Bearoff table_;
};

}  // namespace fullprime

void bind_bearoff(nanobind::module_& m);
