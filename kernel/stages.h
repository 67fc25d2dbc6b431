// Whole turns where a roll is played in stages: climbing doublets, complements, named doublets, and
// turns that earn another one.
//
// A batch is played before the next is looked at, and whole turns of a climbing doublet can be
// millions. So they are followed through a beam: of the positions in the middle of a turn that are
// reached after a batch, only the best go on, by what they were worth if the turn ended there. Which
// those are follows from the turn alone. Where there are no more than the beam is wide, all whole
// turns are found.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "distinct.h"
#include "perft.h"

namespace fullprime {

// Is a roll played in stages, or can it earn another turn?
inline bool is_staged(const Variant& v) {
    return v.doublet != Doublet::plain || v.named_doublet || v.bonus_on_doubles;
}

// The position of a turn that has ended: has its side, still first, earned another one?
inline bool rolls_again(const Position& after) { return after.mover.count[MEMORY] & ROLLS_AGAIN; }

// Who rolls next stands first.
inline Position next_roller(const Variant& v, const Position& after) {
    if (!rolls_again(after)) return turned(v, after, false);
    Position next = counted(v, after, false);
    next.mover.count[MEMORY] &= static_cast<uint8_t>(~ROLLS_AGAIN);
    return next;
}

// What is left of a turn.
struct Begun {
    Position start;  // some rules look at what the turn has done since
    Position now;
    Turn turn;   // the batches that are left
    bool names;  // a doublet is named once the batch at hand is played out
    int a, b;    // the roll
};

inline Begun begun_with(const Variant& v, const Position& p, int a, int b) {
    return {p, p, turn_of(v, p, a, b), names_doublet(v, a, b), a, b};
}

// What positions in the middle of a turn would be worth if it ended there.
using Weigh = std::function<void(std::span<const Position>, std::vector<double>&)>;

// The whole turns that can be made of what is left; memory for one thread.
class Stages {
   public:
    // Follows the best `width` after each batch.
    void follow(const Variant& v, const Begun& begun, int width, const Weigh& weigh);

    // Where the turns end, each once; `rolls_again` says whether that earns another turn.
    const std::vector<Position>& ends() const { return ends_.positions(); }

    // The same position as the rules give it, without what was added about the turn.
    Position plain_end(size_t end) const { return links_[last_[end]].play.position; }

    std::vector<Step> steps_to(size_t end) const;
    int named_for(size_t end) const { return links_[last_[end]].named; }  // 0: none was
    const Position& after_first_batch(size_t end) const;

   private:
    // A play of one batch; its parent is the link before.
    struct Link {
        Play play;
        uint8_t named;
    };
    // Where the next batch is played.
    struct Live {
        int32_t link;  // or NO_PARENT: the turn has just begun
        uint8_t named;
    };

    void play_batch(const Variant& v, const Begun& begun, const Turn& turn, int stage,
                    const Live& from);
    void arrive(const Variant& v, const Begun& begun, const Turn& turn, int stage,
                const Live& from, const Play& play);
    void cut(size_t width, const Weigh& weigh);
    void name_doublets();

    std::vector<Link> links_;
    std::vector<Live> live_, next_;
    bool to_be_named_ = false;
    std::array<Distinct, 7> seen_;  // by the doublet named
    Distinct ends_;
    std::vector<size_t> last_;  // the last links of the ends
    std::vector<Play> plays_ = std::vector<Play>(256);
    std::vector<Position> weighed_;
    std::vector<double> worths_;
    std::vector<size_t> order_;
};

}  // namespace fullprime
