// A list of positions in which each stands once.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "rules.h"

namespace fullprime {

class Distinct {
   public:
    const std::vector<Position>& positions() const { return positions_; }

    void clear() {
        positions_.clear();
        std::fill(buckets_.begin(), buckets_.end(), EMPTY);
    }

    // The number of the position, which is added if it is new.
    uint32_t add(const Position& p) {
        uint32_t& bucket = bucket_of(p);
        if (bucket != EMPTY) return bucket;
        const uint32_t number = bucket = static_cast<uint32_t>(positions_.size());
        positions_.push_back(p);
        if (2 * positions_.size() > buckets_.size()) grow();
        return number;
    }

   private:
    static constexpr uint32_t EMPTY = UINT32_MAX;

    uint32_t& bucket_of(const Position& p) {
        size_t slot = detail::hash_of(p) % buckets_.size();
        while (buckets_[slot] != EMPTY && !same(positions_[buckets_[slot]], p))
            slot = (slot + 1) % buckets_.size();
        return buckets_[slot];
    }

    void grow() {
        buckets_.assign(2 * buckets_.size(), EMPTY);
        for (uint32_t i = 0; i < positions_.size(); ++i) bucket_of(positions_[i]) = i;
    }

    std::vector<Position> positions_;
    std::vector<uint32_t> buckets_ = std::vector<uint32_t>(2048, EMPTY);
};

}  // namespace fullprime
