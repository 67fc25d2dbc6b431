// Makes the bear-off table with the cube, like the one without: whole numbers only, from the last
// checker back.
#pragma once

#include <algorithm>
#include <array>
#include <vector>

#include "bearoff_cube.h"
#include "bearoff_make.h"

namespace fullprime {

namespace detail {

// What the sides hold, seen by the one that has just played: one array for each owner of the cube.
class CubePairs {
   public:
    explicit CubePairs(int checkers)
        : pairs_(checkers), size_(pairs_.size()), equities_(size_ * size_) {
        for (auto& held : held_) {
            held.resize(size_ * size_);
            std::fill_n(held.begin(), size_, POINT);
        }
        for (size_t i = 0; i < size_; ++i) equities_[i * size_] = {-POINT, -POINT, -POINT};
        std::fill_n(equities_.begin(), size_, Undoubled{POINT, POINT, POINT});
    }

    void make(int threads) {
        pairs_.each_block(threads, [&](const HomePairs::Block& block) {
            std::array<std::vector<int64_t>, OWNERS> sums;
            for (size_t own = block.begin; own < block.end; ++own) {
                for (size_t owner = 0; owner < OWNERS; ++owner) {
                    sums[owner].assign(block.width, 0);
                    pairs_.add_best(held_[owner], own, block.left, sums[owner]);
                }
                for (size_t k = 0; k < block.width; ++k)
                    keep(own, block.left + k,
                         {mean(sums[MINE][k]), mean(sums[NOBODYS][k]), mean(sums[THEIRS][k])});
            }
        });
    }

    const std::vector<Undoubled>& equities() const { return equities_; }

   private:
    enum Owner { MINE, NOBODYS, THEIRS, OWNERS };

    // To the nearest, halves away from nothing, so that neither side gains by it.
    static int32_t mean(int64_t sum) {
        constexpr int64_t HALF = THROWS / 2;
        return static_cast<int32_t>((sum + (sum < 0 ? -HALF : HALF)) / int64_t{THROWS});
    }

    // What the roller has is what the other, who has just played, owes; the cube that is against
    // the one is the other's own.
    void keep(size_t own, size_t other, const Undoubled& found) {
        equities_[pairs_.index(own) * size_ + pairs_.index(other)] = found;
        const size_t at = other * size_ + own;
        held_[MINE][at] = -found.against;
        held_[NOBODYS][at] = -found.or_doubled(found.centred);
        held_[THEIRS][at] = -found.or_doubled(found.owned);
    }

    HomePairs pairs_;
    size_t size_;
    std::vector<Undoubled> equities_;  // [index of the side to roll, index of the other]
    std::array<std::vector<int32_t>, OWNERS> held_;
};

}  // namespace detail

// The bytes of a table for up to so many checkers of each side.
inline std::vector<uint8_t> make_cube_bearoff(int checkers, int threads) {
    detail::CubePairs pairs(checkers);
    pairs.make(threads);
    const std::vector<Undoubled>& equities = pairs.equities();
    const CubeBearoffHead head{static_cast<uint32_t>(checkers), 0};
    std::vector<uint8_t> bytes(cube_bearoff_size(head));
    std::memcpy(bytes.data(), &head, sizeof head);
    std::memcpy(bytes.data() + sizeof head, equities.data(), equities.size() * sizeof equities[0]);
    return bytes;
}

}  // namespace fullprime
