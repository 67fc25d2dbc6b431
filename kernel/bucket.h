// Which of a net's tails judges a position. A net may have its second and last layer several times,
// once for each kind of position, at the price of one; every kind is met often in games.
//
// The kinds: no contact; otherwise how many checkers each side has back, in the enemy's home or on
// the bar. A change of them is a new BUCKET_VERSION.
#pragma once

#include "encode.h"

namespace fullprime {

constexpr int BUCKET_VERSION = 1;
constexpr int BUCKETS = 8;

FULLPRIME_HD inline int bucket_for(bool contact, int back, int enemy_back) {
    if (!contact) return 0;
    const int own = back < 2 ? 0 : back == 2 ? 1 : 2;
    const int enemy = enemy_back < 2 ? 0 : enemy_back == 2 ? 1 : 2;
    if (own + enemy > 2) return BUCKETS - 1;  // two or more of both, three or more of one
    return own == 2 ? 6 : 1 + 3 * own + enemy;
}

FULLPRIME_HD inline int bucket_of(const uint8_t* values) {
    const uint8_t* own = values + PLACE_FEATURES;
    const uint8_t* enemy = own + SCALARS;
    return bucket_for(!own[CONTACT], own[BACK], enemy[BACK]);
}

}  // namespace fullprime
