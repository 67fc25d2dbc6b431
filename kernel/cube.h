// What a position is worth with the doubling cube.
//
// The chances of a net are those of a game without a cube. A cube adds the right to end the game: who
// owns it can force the other side to drop or to play for twice as much. With a cube that is turned
// at the very moment when it makes no difference to take or to drop ("live"), the worth is a line
// with a bend at each such moment, over the chance to win. A cube that is never turned ("dead")
// leaves the worth of the chances alone. Real cubes lie in between, by a share that depends on the
// kind of position.
//
// All worths are seen by one side and what one side has the other lacks: a single game won counts 1
// and one lost -1 at the present value of the cube, for money and in a match.
#pragma once

#include <algorithm>

#include "net.h"

namespace fullprime {

constexpr int MOST_LEVELS = 8;  // a match to 64 points has seven values of the cube that matter

// What the results are worth, by the value of the cube and seen by one side.
struct CubeStakes {
    Chances centred;             // while the cube is in the middle
    Chances owned[MOST_LEVELS];  // at its present value, twice that, and so on
    int levels;                  // values that matter
    bool money;                  // each further value is worth twice as much, without an end
    bool may[2][MOST_LEVELS];    // may this side, or the other, double from here?

    bool operator==(const CubeStakes&) const = default;
};

// Stakes as a side sees them, and as the other does.
struct CubeSeen {
    CubeStakes stakes;
    const CubeSeen* by_the_other;
};

enum class Holder { nobody, mine, theirs };

// Where the cube is, seen by one side.
struct Held {
    Holder holder = Holder::nobody;
    int level = 0;  // so many values above the first that the stakes tell
};

inline Held flipped(const Held& held) {
    const bool mine = held.holder == Holder::mine;
    if (held.holder == Holder::nobody) return held;
    return {mine ? Holder::theirs : Holder::mine, held.level};
}

// What a position is worth in each state of the cube.
struct CubeValues {
    double centred;
    double mine[MOST_LEVELS];  // the cube is owned by the side that looks
    double theirs[MOST_LEVELS];

    double at(const Held& held) const {
        if (held.holder == Holder::nobody) return centred;
        return held.holder == Holder::mine ? mine[held.level] : theirs[held.level];
    }
};

// What each class is worth to a side, seen by itself; with a cube, it and where it is.
struct Worths {
    Chances mine;
    Chances theirs;
    const CubeSeen* cube = nullptr;
    Held held{};
};

inline Worths flipped(const Worths& worths) {
    return {worths.theirs, worths.mine, worths.cube ? worths.cube->by_the_other : nullptr,
            flipped(worths.held)};
}

// What the classes are worth while the cube stays where it is.
inline const Chances& without_cube(const Worths& worths) {
    return worths.cube ? worths.cube->stakes.owned[worths.held.level] : worths.mine;
}

inline Chances mirrored(const Chances& chances) {
    const double* c = chances.of;
    return {{c[3], c[4], c[5], c[0], c[1], c[2]}};
}

inline double worth(const Chances& chances, const Chances& worths) {
    double sum = 0;
    for (int c = 0; c < CLASSES; ++c) sum += chances.of[c] * worths.of[c];
    return sum;
}

namespace detail {

inline Chances seen_by_the_other(const Chances& worths) {
    Chances seen = mirrored(worths);
    for (double& worth : seen.of) worth = -worth;
    return seen;
}

}  // namespace detail

inline CubeStakes flipped(const CubeStakes& stakes) {
    CubeStakes seen = stakes;
    seen.centred = detail::seen_by_the_other(stakes.centred);
    for (int k = 0; k < stakes.levels; ++k) {
        seen.owned[k] = detail::seen_by_the_other(stakes.owned[k]);
        std::swap(seen.may[0][k], seen.may[1][k]);
    }
    return seen;
}

inline CubeValues flipped(const CubeValues& values) {
    CubeValues seen{-values.centred, {}, {}};
    for (int k = 0; k < MOST_LEVELS; ++k) {
        seen.mine[k] = -values.theirs[k];
        seen.theirs[k] = -values.mine[k];
    }
    return seen;
}

// ------------------------------------------------------------------------------- without rolling

namespace detail {

// A worth that rises with the chance to win, from 0 to 1, with a bend or two.
struct Line {
    int points;
    double chance[4];
    double worth[4];

    double at(double p) const {
        int i = 1;
        while (i + 1 < points && p > chance[i]) ++i;
        return worth[i - 1] + slope(i) * (p - chance[i - 1]);
    }

    // The chance from which on it is worth so much.
    double where(double w) const {
        int i = 1;
        while (i + 1 < points && w > worth[i]) ++i;
        const double rise = slope(i);
        const double p = rise > 0 ? chance[i - 1] + (w - worth[i - 1]) / rise : chance[i];
        return std::clamp(p, 0.0, 1.0);
    }

    double slope(int i) const {
        const double width = chance[i] - chance[i - 1];
        return width > 0 ? (worth[i] - worth[i - 1]) / width : 0;
    }
};

// What is won on average when the game is won, and what when it is lost.
struct Ends {
    double lost, won;

    // With a dead cube.
    double at(double win) const { return lost + win * (won - lost); }
};

inline Ends ends_of(const Chances& chances, const Chances& worths) {
    const double *c = chances.of, *w = worths.of;
    const double win = c[0] + c[1] + c[2], lose = c[3] + c[4] + c[5];
    return {lose > 0 ? (c[3] * w[3] + c[4] * w[4] + c[5] * w[5]) / lose : w[3],
            win > 0 ? (c[0] * w[0] + c[1] * w[1] + c[2] * w[2]) / win : w[0]};
}

// From which chance on this side takes, and from which on the other drops, if they may be asked.
struct Window {
    bool asked, asks;
    double take, cash;
};

inline Line line_of(const Ends& ends, const Chances& worths, const Window& window) {
    Line line{1, {0}, {ends.lost}};
    const auto add = [&](double chance, double worth) {
        line.chance[line.points] = chance;
        line.worth[line.points++] = worth;
    };
    // Who owns the cube need not turn it: at some scores it is better to play on for a gammon.
    const bool owned = window.asked != window.asks;
    const double cash = std::max(window.cash, window.asked ? window.take : 0);
    const double lost = owned ? ends.at(window.take) : worths.of[3];
    const double won = owned ? ends.at(cash) : worths.of[0];
    if (window.asked) add(window.take, std::min(worths.of[3], lost));
    if (window.asks) add(cash, std::max(worths.of[0], won));
    add(1, ends.won);
    return line;
}

// The lines of a live cube, from the highest value of the cube down.
struct LiveCube {
    Line centred;
    Line mine[MOST_LEVELS];
    Line theirs[MOST_LEVELS];

    LiveCube(const CubeStakes& stakes, const Chances& chances) {
        Window first{};
        for (int k = stakes.levels - 1; k >= 0; --k) {
            const Ends ends = ends_of(chances, stakes.owned[k]);
            const Window window = stakes.money ? for_money(ends) : from_next(stakes, k);
            mine[k] = line_of(ends, stakes.owned[k], {false, window.asks, 0, window.cash});
            theirs[k] = line_of(ends, stakes.owned[k], {window.asked, false, window.take, 0});
            first = window;
        }
        centred = line_of(ends_of(chances, stakes.centred), stakes.centred, first);
    }

    // Where twice the worth of the owner's line is what dropping costs, and the other way round:
    // two equations that have been solved on paper.
    static Window for_money(const Ends& ends) {
        const double all = ends.won - ends.lost + 0.5;
        return {true, true, (-ends.lost - 0.5) / all, (-ends.lost + 1) / all};
    }

    Window from_next(const CubeStakes& stakes, int k) const {
        Window window{stakes.may[1][k], stakes.may[0][k], 0, 1};
        if (window.asked) window.take = mine[k + 1].where(stakes.owned[k].of[3]);
        if (window.asks) window.cash = theirs[k + 1].where(stakes.owned[k].of[0]);
        return window;
    }
};

}  // namespace detail

// The share by which the cube is live, in the hands of the side about to roll and of the other.
struct CubeLife {
    double mine, theirs;
};

// What the side about to roll has if it does not double now.
inline CubeValues kept_cube(const CubeStakes& stakes, const Chances& chances, CubeLife life) {
    const detail::LiveCube live(stakes, chances);
    const double win = chances.of[0] + chances.of[1] + chances.of[2];
    const auto between = [&](double share, const detail::Line& line, const Chances& worths) {
        return share * line.at(win) + (1 - share) * worth(chances, worths);
    };
    CubeValues values{between(life.mine, live.centred, stakes.centred), {}, {}};
    for (int k = 0; k < stakes.levels; ++k) {
        values.mine[k] = between(life.mine, live.mine[k], stakes.owned[k]);
        values.theirs[k] = between(life.theirs, live.theirs[k], stakes.owned[k]);
    }
    // Where these differ no share serves for both: what the right to double gains either side adds up.
    if (life.mine != life.theirs)
        values.centred = values.mine[0] + values.theirs[0] - worth(chances, stakes.owned[0]);
    return values;
}

// ----------------------------------------------------------------------------------- doubling

// A taken double, from a level; `kept` are the worths of those who roll now.
inline double taken_double(const CubeStakes& stakes, const CubeValues& kept, int level) {
    return stakes.money ? 2 * kept.theirs[level] : kept.theirs[level + 1];
}

// What the side about to roll has when it may double first, and both do what is best for them.
inline CubeValues doubled_at_best(const CubeStakes& stakes, const CubeValues& kept) {
    CubeValues best = kept;
    const auto ask = [&](double& value, int level) {
        const double taken = taken_double(stakes, kept, level);
        value = std::max(value, std::min(taken, stakes.owned[level].of[0]));
    };
    if (stakes.may[0][0]) ask(best.centred, 0);
    for (int k = 0; k < stakes.levels; ++k)
        if (stakes.may[0][k]) ask(best.mine[k], k);
    return best;
}

}  // namespace fullprime
