// The bear-off tables as Python classes, for other parts of the module to ask.
#pragma once

#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>

#include <array>
#include <optional>
#include <tuple>
#include <vector>

#include "bearoff_cube.h"

namespace fullprime {

using TableBytes = nanobind::ndarray<const uint8_t, nanobind::ndim<1>, nanobind::c_contig,
                                     nanobind::device::cpu>;
using HomeCounts = std::array<int, HOME>;

// A table and the memory that it lies in.
class Table {
   public:
    using Known = std::optional<std::tuple<double, double, double>>;

    explicit Table(TableBytes bytes);

    const Bearoff& bearoff() const { return table_; }
    int32_t wins(const HomeCounts& mine, const HomeCounts& theirs) const;
    std::vector<uint32_t> rolls(const HomeCounts& counts) const;
    int saves(const HomeCounts& counts) const;
    std::vector<Known> judge(const Variant& v, nanobind::bytes bytes) const;

   private:
    TableBytes bytes_;
    Bearoff table_;
};

// The same with the cube.
class CubeTable {
   public:
    explicit CubeTable(TableBytes bytes);

    const CubeBearoff& bearoff() const { return table_; }
    CubeEquities equities(const HomeCounts& mine, const HomeCounts& theirs) const;
    std::vector<std::optional<CubeEquities>> judge(const Variant& v, nanobind::bytes bytes) const;

   private:
    TableBytes bytes_;
    CubeBearoff table_;
};

}  // namespace fullprime

void bind_bearoff(nanobind::module_& m);
