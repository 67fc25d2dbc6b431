// How live a cube is, by the kind of position: 0 is never turned, 1 at the right moment always.
//
// The kinds are those of docs/strength.md. The shares have been fitted to rollouts of our own
// (training/cube_life.py, docs/cube.md). Of short races the table with the cube knows more: there
// the life is the one with which the model says for money what the table says.
#pragma once

#include <algorithm>

#include "bearoff_cube.h"
#include "cube.h"

namespace fullprime {

enum class Kind { race, containment, back, contact };

namespace detail {

inline int rear_of(const Side& side) {
    int place = BAR;
    while (place > 0 && !side.count[place]) --place;
    return place;
}

// Four checkers in the other's home or on the bar, or two points there.
inline bool plays_from_behind(const Side& side) {
    int checkers = side.count[BAR], points = 0;
    for (int p = POINTS - HOME + 1; p <= POINTS; ++p) {
        checkers += side.count[p];
        points += side.count[p] > 1;
    }
    return points > 1 || checkers >= 4;
}

}  // namespace detail

// Of a position, whoever looks at it.
inline Kind kind_of(const Position& p) {
    if (detail::rear_of(p.mover) + detail::rear_of(p.other) < BAR) return Kind::race;
    if (p.mover.count[OFF] || p.other.count[OFF]) return Kind::containment;
    const bool behind = detail::plays_from_behind(p.mover) || detail::plays_from_behind(p.other);
    return behind ? Kind::back : Kind::contact;
}

inline double cube_life(Kind kind) {
    constexpr double LIFE[] = {0.735, 0.694, 0.730, 0.732};
    return LIFE[static_cast<int>(kind)];
}

// Of a race in the table, given the chance of the side to roll to win it.
inline CubeLife cube_life(const CubeEquities& exact, double win) {
    const auto life = [](double owner_wins, double equity) {
        constexpr double CASH_POINT = 0.8;
        const double dead = 2 * owner_wins - 1;
        const double live = std::min(2 * owner_wins / CASH_POINT - 1, 1.0);
        return live > dead ? std::clamp((equity - dead) / (live - dead), 0.0, 1.0) : 0.0;
    };
    return {life(win, exact.owned_undoubled()), life(1 - win, -exact.against())};
}

}  // namespace fullprime
