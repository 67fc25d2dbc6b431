#include "stages.h"

#include <algorithm>
#include <numeric>

namespace fullprime {

namespace {

// Is it new to the list? Then it has been added.
bool is_added(Distinct& list, const Position& p) {
    const size_t before = list.positions().size();
    list.add(p);
    return list.positions().size() != before;
}

}  // namespace

void Stages::follow(const Variant& v, const Begun& begun, int width, const Weigh& weigh) {
    links_.clear();
    last_.clear();
    ends_.clear();
    live_.assign(1, {NO_PARENT, 0});
    to_be_named_ = begun.names;
    // Turns with a named doublet, which begin with the roll itself.
    std::array<Turn, 7> named;
    for (int n = 1; begun.names && n <= 6; ++n)
        named[static_cast<size_t>(n)] = turn_of(v, begun.start, begun.a, begun.b, n);
    for (int stage = 0; !live_.empty(); ++stage) {
        next_.clear();
        for (const Live& from : live_)
            play_batch(v, begun, from.named ? named[from.named] : begun.turn, stage, from);
        for (Distinct& seen : seen_)
            if (!seen.positions().empty()) seen.clear();
        std::swap(live_, next_);
        cut(static_cast<size_t>(width), weigh);
        if (to_be_named_) name_doublets();
    }
}

void Stages::play_batch(const Variant& v, const Begun& begun, const Turn& turn, int stage,
                        const Live& from) {
    const Position now =
        from.link == NO_PARENT ? begun.now : links_[static_cast<size_t>(from.link)].play.position;
    for (;;) {
        Plays found{plays_.data(), static_cast<int>(plays_.size())};
        plays_on(v, begun.start, turn, now, turn.batches[stage], stage + 1 == turn.length, found);
        if (found.overflow) {
            plays_.resize(2 * plays_.size());
            continue;
        }
        for (int i = 0; i < found.count; ++i)
            arrive(v, begun, turn, stage, from, plays_[static_cast<size_t>(i)]);
        return;
    }
}

// Where a play leads: to the next batch, or to the end of the turn.
void Stages::arrive(const Variant& v, const Begun& begun, const Turn& turn, int stage,
                    const Live& from, const Play& play) {
    const bool whole = play.length == turn.batches[stage].length;
    const bool off = play.position.mover.count[OFF] == v.checkers;
    const bool names = to_be_named_ && whole && !off;
    const auto link = static_cast<int32_t>(links_.size());
    if (names || !detail::ends_turn(v, turn, stage, play)) {
        if (!is_added(seen_[from.named], play.position)) return;
        next_.push_back({link, from.named});
    } else {
        Position end = play.position;
        uint8_t& memory = end.mover.count[MEMORY];
        if (turn.bonus && whole && !end_of(v, end).over) memory |= ROLLS_AGAIN;
        if (v.first_doublet_plain && begun.a == begun.b) memory |= DOUBLET_THROWN;
        if (!is_added(ends_, end)) return;
        last_.push_back(static_cast<size_t>(link));
    }
    links_.push_back({play, from.named});
    links_.back().play.parent = from.link;
}

// Leaves the best, in the order in which they were found; of equals the first.
void Stages::cut(size_t width, const Weigh& weigh) {
    if (live_.size() <= width) return;
    weighed_.clear();
    for (const Live& from : live_)
        weighed_.push_back(links_[static_cast<size_t>(from.link)].play.position);
    weigh(weighed_, worths_);
    order_.resize(live_.size());
    std::iota(order_.begin(), order_.end(), size_t{0});
    const auto better = [&](size_t one, size_t other) {
        if (worths_[one] != worths_[other]) return worths_[one] > worths_[other];
        return one < other;
    };
    std::nth_element(order_.begin(), order_.begin() + static_cast<ptrdiff_t>(width), order_.end(),
                     better);
    order_.resize(width);
    std::sort(order_.begin(), order_.end());
    for (size_t i = 0; i < width; ++i) live_[i] = live_[order_[i]];
    live_.resize(width);
}

// Each of what goes on goes on with every doublet.
void Stages::name_doublets() {
    to_be_named_ = false;
    next_.clear();
    for (const Live& from : live_)
        for (uint8_t number = 1; number <= 6; ++number) next_.push_back({from.link, number});
    std::swap(live_, next_);
}

std::vector<Step> Stages::steps_to(size_t end) const {
    const Play* chain[BATCHES_IN_TURN];
    int length = 0;
    auto link = static_cast<int32_t>(last_[end]);
    for (; link != NO_PARENT; link = chain[length++]->parent)
        chain[length] = &links_[static_cast<size_t>(link)].play;
    std::vector<Step> steps;
    while (length--)
        steps.insert(steps.end(), chain[length]->steps, chain[length]->steps + chain[length]->length);
    return steps;
}

const Position& Stages::after_first_batch(size_t end) const {
    const Play* play = &links_[last_[end]].play;
    while (play->parent != NO_PARENT) play = &links_[static_cast<size_t>(play->parent)].play;
    return play->position;
}

}  // namespace fullprime
