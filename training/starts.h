// Where the games of self-play begin: mostly at the start, a share of them in the middle of a plan
// that ordinary play reaches too rarely to be learned from it, and a share with the checkers thrown
// about as good play never leaves them, but other players do.
#pragma once

#include "../kernel/random.h"

namespace fullprime {

// Random numbers of one event: a counted stream, so that a run can be repeated.
struct Chance {
    uint64_t seed;
    uint32_t stream;
    uint32_t event;
    uint32_t purpose;
    uint32_t drawn = 0;
    Words words{};

    FULLPRIME_HD uint32_t word() {
        if (drawn % 4 == 0)
            words = philox({{event, purpose, stream, 0x80000000u | drawn / 4}},
                           static_cast<uint32_t>(seed), static_cast<uint32_t>(seed >> 32));
        return words.word[drawn++ % 4];
    }
    FULLPRIME_HD int below(int n) {
        return static_cast<int>(uint64_t{word()} * static_cast<uint32_t>(n) >> 32);
    }
    FULLPRIME_HD int between(int least, int most) { return least + below(most - least + 1); }
    FULLPRIME_HD float share() { return static_cast<float>(word() >> 8) * (1.0f / (1 << 24)); }
    FULLPRIME_HD bool happens(float wanted) { return share() < wanted; }
};

namespace detail {

// Sets checkers of a side until it has no more. A point that the enemy holds is passed over
// towards home and then from the back, so that every checker finds a place.
struct Setter {
    const Variant& v;
    Side& own;
    const Side& enemy;

    FULLPRIME_HD int left() const {
        int n = v.checkers;
        for (int place = 0; place < PLACES; ++place) n -= own.count[place];
        return n;
    }
    FULLPRIME_HD void set(int point, int n) const {
        const int rest = left();
        if (n > rest) n = rest;
        while (enemy.count[across(v, point)]) point = point > 1 ? point - 1 : POINTS;
        own.count[point] = static_cast<uint8_t>(own.count[point] + n);
    }
    // On the bar or off; one at least stays for the board.
    FULLPRIME_HD void put_away(int place, int n) const {
        const int rest = left() - 1;
        own.count[place] = static_cast<uint8_t>(own.count[place] + (n < rest ? n : rest));
    }
    FULLPRIME_HD void scatter(Chance& chance, int least, int most) const {
        while (left()) set(chance.between(least, most), 1);
    }
};

// Two anchors in the enemy's home, the rest somewhere on the way; the enemy is coming home.
FULLPRIME_HD inline void set_backgame(Chance& chance, const Setter& own, const Setter& enemy) {
    const int deep = chance.between(21, 24);
    own.set(deep, chance.between(2, 3));
    own.set(deep - chance.between(1, deep - 19), chance.between(2, 3));
    own.set(chance.between(4, 8), 2);
    enemy.put_away(OFF, chance.happens(0.2f) ? chance.between(1, 4) : 0);
    for (int i = 0; i < 3; ++i) enemy.set(chance.between(3, 9), 2);
    if (chance.happens(0.3f)) enemy.set(chance.between(13, 24), chance.between(1, 2));
    own.scatter(chance, 2, 18);
    enemy.scatter(chance, 2, 12);
}

// A wall of four to six points, with one or two of the enemy's last checkers on the bar or behind.
FULLPRIME_HD inline void set_containment(Chance& chance, const Setter& own, const Setter& enemy) {
    const int front = chance.between(1, 5), length = chance.between(4, 6);
    for (int p = front; p < front + length; ++p) own.set(p, 2);
    const int caught = chance.between(1, 2);
    if (chance.happens(0.5f)) enemy.put_away(BAR, caught);
    else enemy.set(chance.between(19, 24), caught);
    enemy.put_away(OFF, chance.happens(0.7f) ? chance.between(1, 12) : 0);
    own.scatter(chance, 1, 18);
    enemy.scatter(chance, 1, chance.happens(0.5f) ? 6 : 12);
}

// Both sides have a wall and checkers behind the other's.
FULLPRIME_HD inline void set_walls(Chance& chance, const Setter& own, const Setter& enemy) {
    own.set(chance.between(20, 24), chance.between(1, 3));
    enemy.set(chance.between(20, 24), chance.between(1, 3));
    const int mine = chance.between(3, 6), theirs = chance.between(3, 6);
    for (int i = chance.between(4, 5); i-- > 0;) own.set(mine + i, 2);
    for (int i = chance.between(4, 5); i-- > 0;) enemy.set(theirs + i, 2);
    own.scatter(chance, 2, 16);
    enemy.scatter(chance, 2, 16);
}

// Nobody can hit any more. One side is nearly off, the other has to save a gammon or a backgammon.
FULLPRIME_HD inline void set_rescue(Chance& chance, const Setter& own, const Setter& enemy) {
    const int rear = chance.between(2, 6);
    own.put_away(OFF, chance.between(5, 13));
    own.scatter(chance, 1, rear);
    for (int i = chance.between(1, 4); i-- > 0;) enemy.set(chance.between(10, 24 - rear), 1);
    enemy.scatter(chance, 1, 8);
}

// A stack at home or outside, or some checkers anywhere, often a blot in the enemy's home.
FULLPRIME_HD inline void throw_clump(Chance& chance, const Setter& side) {
    if (chance.happens(0.15f)) {
        side.set(chance.between(1, 18), chance.between(5, 12));
        return;
    }
    const int point = chance.between(chance.happens(0.3f) ? 19 : 1, POINTS);
    side.set(point, chance.happens(0.65f) ? 1 : chance.between(2, 4));
}

FULLPRIME_HD inline void put_some_away(Chance& chance, const Setter& side) {
    side.put_away(BAR, chance.happens(0.25f) ? chance.between(1, 3) : 0);
    side.put_away(OFF, chance.happens(0.1f) ? chance.between(1, 5) : 0);
}

// Clumps of both sides in turn, until no checker is left.
FULLPRIME_HD inline void set_scattered(Chance& chance, const Setter& own, const Setter& enemy) {
    put_some_away(chance, own);
    put_some_away(chance, enemy);
    while (own.left() || enemy.left()) {
        throw_clump(chance, own);
        throw_clump(chance, enemy);
    }
}

FULLPRIME_HD inline void set_planned(Chance& chance, const Setter& own, const Setter& enemy) {
    switch (chance.below(4)) {
        case 0: set_backgame(chance, own, enemy); break;
        case 1: set_containment(chance, own, enemy); break;
        case 2: set_rescue(chance, own, enemy); break;
        default: set_walls(chance, own, enemy);
    }
}

}  // namespace detail

// The first position of a game, the side to roll first.
FULLPRIME_HD inline Position first_position(const Variant& v, Chance& chance, float planned,
                                            float scattered) {
    const float kind = chance.share();
    if (kind >= planned + scattered) return start_position(v);
    Position p{};
    const detail::Setter own{v, p.mover, p.other}, enemy{v, p.other, p.mover};
    if (kind < planned) detail::set_planned(chance, own, enemy);
    else detail::set_scattered(chance, own, enemy);
    return chance.happens(0.5f) ? p : flipped(p);
}

}  // namespace fullprime
