// Races at home with the doubling cube, for money: what the table holds and how it is read.
// bearoff_cube_make.h makes it.
//
// The table knows races in which nobody can be gammoned any more. Equities are those of the side to
// roll, for a cube of one, both sides playing and doubling as well as possible. What is decided
// within five rolls is exact, for a point is divided by powers of 36; the rest is rounded to the
// last place.
#pragma once

#include <algorithm>
#include <optional>

#include "bearoff.h"

namespace fullprime {

constexpr int32_t POINT = 1934917632;  // 32 * 36^5: one point, nearly all that 32 bits can hold

// The equities of a roller who does not double now, by who owns the cube. All else follows: after
// a double that is taken, the other owns a cube of two.
struct Undoubled {
    int32_t owned;    // by the side to roll
    int32_t centred;  // by nobody
    int32_t against;  // by the other

    // The better of one of these and of doubling, which the other side takes or drops.
    int32_t or_doubled(int32_t undoubled) const {
        const int64_t doubled = std::min<int64_t>(2 * int64_t{against}, POINT);
        return static_cast<int32_t>(std::max<int64_t>(undoubled, doubled));
    }
};

// The bytes of a table: this head and the equities [side to roll, other].
struct CubeBearoffHead {
    uint32_t checkers;  // up to so many of each side
    uint32_t unused;
};

struct CubeBearoff {
    int checkers;
    const Undoubled* equities;

    const Undoubled& at(uint32_t mine, uint32_t theirs) const {
        return equities[size_t{mine} * home_positions(checkers) + theirs];
    }
};

inline size_t cube_bearoff_size(const CubeBearoffHead& head) {
    const size_t positions = home_positions(static_cast<int>(head.checkers));
    return sizeof head + positions * positions * sizeof(Undoubled);
}

// The table in these bytes, which must stay where they are (at a multiple of four).
inline CubeBearoff cube_bearoff_in(const uint8_t* bytes) {
    CubeBearoffHead head;
    std::memcpy(&head, bytes, sizeof head);
    return {static_cast<int>(head.checkers),
            reinterpret_cast<const Undoubled*>(bytes + sizeof head)};
}

// Can these bytes be read without reaching beyond them?
inline bool is_cube_bearoff(const uint8_t* bytes, size_t size) {
    CubeBearoffHead head;
    if (size < sizeof head || reinterpret_cast<uintptr_t>(bytes) % sizeof(int32_t)) return false;
    std::memcpy(&head, bytes, sizeof head);
    return head.checkers <= MOST_AT_HOME && cube_bearoff_size(head) == size;
}

// ----------------------------------------------------------------------------- what it says

// In points, for a cube of one.
class CubeEquities {
   public:
    explicit CubeEquities(const Undoubled& found) : found_(found) {}

    // Before rolling, the roller free to double where he has the cube or nobody has.
    double owned() const { return points(found_.or_doubled(found_.owned)); }
    double centred() const { return points(found_.or_doubled(found_.centred)); }
    double against() const { return points(found_.against); }

    // When he does not double now.
    double owned_undoubled() const { return points(found_.owned); }
    double centred_undoubled() const { return points(found_.centred); }

    // When he does, and the other takes; a drop is worth one point.
    double double_take() const { return 2 * against(); }

   private:
    static double points(int32_t equity) { return static_cast<double>(equity) / POINT; }

    Undoubled found_;
};

// Of the mover, who is about to roll; nothing where the table does not reach, and where a gammon is
// still possible.
inline std::optional<CubeEquities> cube_equities(const CubeBearoff& table, const Variant& v,
                                                 const Position& p) {
    if (!races_at_home(v, p)) return std::nullopt;
    if (std::max(all_home(p.mover), all_home(p.other)) > table.checkers) return std::nullopt;
    if (v.score > 1 && !(p.mover.count[OFF] && p.other.count[OFF])) return std::nullopt;
    return CubeEquities(table.at(home_index(p.mover), home_index(p.other)));
}

}  // namespace fullprime
