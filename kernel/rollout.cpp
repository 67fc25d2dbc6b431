#include "rollout.h"

#include <algorithm>
#include <memory>
#include <string>

#include "rollout_dice.h"
#include "threads.h"

namespace fullprime {

namespace {

constexpr size_t KNOWN = 1 << 12;  // positions whose replies are kept, in ten megabytes

// What a thread needs.
struct Memory {
    Workspace w;
    Replies replies;
    CubeValues values[ROLLS];  // of the replies, to the roller
};

// Position and what is thought of it, after a play.
struct After {
    Position position;
    Judged judged;
};

int number_of(Dice dice) {
    const int high = std::max(dice.first, dice.second), low = std::min(dice.first, dice.second);
    return high * (high - 1) / 2 + low - 1;
}

// One trial. Everything is seen by the side to roll, but for luck and results.
class Playing {
   public:
    Playing(Replier& replier, Races* races, Known<Rolling, Replies>& known,
            const RolloutSettings& settings, const Start& start, Memory& memory)
        : replier_(replier),
          races_(races),
          known_(known),
          settings_(settings),
          memory_(memory),
          roller_(start.roller),
          worths_(start.worths),
          may_double_(start.may_double) {
        if (!worths_.cube || !stakes().money) return;
        unit_ = 1 << held().level;  // one level serves for all
        held().level = 0;
    }

    Trial play(uint32_t number) {
        for (;;) {
            look();
            if (!doubles_or_goes_on()) return dropped();
            const Dice dice = rollout_roll(settings_.seed, number, static_cast<uint32_t>(ply_));
            const Reply* const replies = memory_.replies.to;
            const Reply& best = replies[replies[number_of(dice)].first];
            take_off_luck(best);
            const After after = played(best, dice);
            if (after.judged.settled && !settled_) know(after.judged.chances);
            ++ply_;
            if (after.judged.over || (settled_ && !worths_.cube)) return ended(after.judged);
            if (is_exact(after.position)) return judged_at_the_end(after);
            if (ply_ == settings_.truncate) return cut_off(after);
            pass_on(after.position);
        }
    }

   private:
    const CubeStakes& stakes() const { return worths_.cube->stakes; }
    Held& held() { return worths_.held; }
    const Held& held() const { return worths_.held; }
    const Chances& owned() const { return stakes().owned[held().level]; }

    void look() {
        const Rolling rolling{roller_, worths_};
        Reply* const replies = memory_.replies.to;
        if (!known_.find(rolling, memory_.replies)) {
            replier_.reply(roller_, worths_, replies, memory_.w);
            known_.keep(rolling, memory_.replies);
        }
        if (races_) races_->judge(replies);
        expected_ = mean(replies);
        if (!worths_.cube) return;
        replier_.with_cube(replies, *worths_.cube, memory_.values);
        kept_ = mean(replies, memory_.values);
    }

    // False: the roller has doubled, and the other side drops.
    bool doubles_or_goes_on() {
        const bool may = worths_.cube && may_double_ && held().holder != Holder::theirs &&
                         stakes().may[0][held().level];
        may_double_ = true;
        if (!may) return true;
        const double taken = taken_double(stakes(), kept_, held().level);
        const double dropped = owned().of[0];
        if (std::min(taken, dropped) <= kept_.at(held())) return true;
        if (taken > dropped) return false;
        turn_cube();
        look();
        return true;
    }

    void turn_cube() {
        held() = {Holder::theirs, held().level + !stakes().money};
        if (stakes().money) unit_ *= 2;
    }

    void take_off_luck(const Reply& thrown) {
        if (!settings_.less_luck) return;
        if (!settled_) {
            const Chances found = to_first(thrown.judged.chances), mean = to_first(expected_);
            for (int c = 0; c < CLASSES; ++c) luck_.of[c] += found.of[c] - mean.of[c];
        }
        if (worths_.cube)
            cube_luck_ += to_first(memory_.values[thrown.first].at(held()) - kept_.at(held()));
    }

    After played(const Reply& best, Dice dice) {
        Search* const search = search_now();
        if (!search) return {best.position, best.judged};
        const Ranking ranking = search->plays(roller_, dice.first, dice.second, worths_);
        const Position& chosen = ranking.candidates.front().position;
        replier_.judge(nullptr, {&chosen, 1}, memory_.w);
        return {chosen, memory_.w.judged.front()};
    }

    Search* search_now() const {
        Search* search = nullptr;
        for (const Phase& phase : settings_.phases)
            if (ply_ >= phase.from) search = phase.search;
        return search;
    }

    void pass_on(const Position& after) {
        roller_ = next_roller(replier_.variant(), after);
        if (rolls_again(after)) {
            may_double_ = false;  // before a turn that was earned
            return;
        }
        worths_ = flipped(worths_);
        first_ = !first_;
    }

    // What the roller has, as the side sees it that rolled first.
    Chances to_first(const Chances& chances) const { return first_ ? chances : mirrored(chances); }
    double to_first(double value) const { return unit_ * (first_ ? value : -value); }

    // From now on nothing is left to find out about the chances; a cube may still be turned.
    void know(const Chances& chances) {
        found_.chances = to_first(chances);
        for (int c = 0; c < CLASSES; ++c) found_.chances.of[c] -= luck_.of[c];
        settled_ = true;
    }

    Trial end_with(const Chances& chances, double value) {
        if (!settled_) know(chances);
        found_.cubeless = worth(found_.chances, first_ ? worths_.mine : flipped(worths_).mine);
        found_.cubeful = worths_.cube ? to_first(value) - cube_luck_ : 0;
        found_.plies = ply_;
        return found_;
    }

    Trial dropped() { return end_with(expected_, owned().of[0]); }

    Trial ended(const Judged& judged) {
        if (!worths_.cube) return end_with(judged.chances, 0);
        const bool centred = held().holder == Holder::nobody;
        const Chances& worths = centred ? stakes().centred : owned();
        return end_with(judged.chances, worth(judged.chances, worths));
    }

    // Does a table know what there is left to win, with the cube?
    bool is_exact(const Position& after) const {
        return worths_.cube && replier_.is_exact(flipped(after), stakes());
    }

    Trial judged_at_the_end(const After& after) {
        if (!worths_.cube) return end_with(after.judged.chances, 0);
        const CubeValues values = replier_.with_cube(after.position, after.judged, *worths_.cube);
        return end_with(after.judged.chances, values.at(held()));
    }

    Trial cut_off(const After& after) {
        if (!settings_.at_the_end) return judged_at_the_end(after);
        const Position next = next_roller(replier_.variant(), after.position);
        if (rolls_again(after.position)) {
            const Outlook mine = settings_.at_the_end->evaluate({&next, 1}, worths_).front();
            return end_with(mine.chances, worths_.cube ? mine.kept.at(held()) : 0);
        }
        const Worths theirs = flipped(worths_);
        const Outlook seen = settings_.at_the_end->evaluate({&next, 1}, theirs).front();
        if (!worths_.cube) return end_with(mirrored(seen.chances), 0);
        const CubeValues values = flipped(doubled_at_best(theirs.cube->stakes, seen.kept));
        return end_with(mirrored(seen.chances), values.at(held()));
    }

    Replier& replier_;
    Races* const races_;  // or none, where it is not one from the first roll on
    Known<Rolling, Replies>& known_;
    const RolloutSettings& settings_;
    Memory& memory_;
    Position roller_;
    Worths worths_;    // the roller's
    double unit_ = 1;  // what one point of theirs counts
    bool may_double_;
    bool first_ = true;  // the roller rolled first
    int ply_ = 0;
    Chances expected_;  // by the roller
    CubeValues kept_;   // by the roller, if he does not double
    Chances luck_{};    // so far, of the side that rolled first
    double cube_luck_ = 0;
    bool settled_ = false;  // the chances at the end are found
    Trial found_{};
};

void check(const RolloutSettings& s) {
    expect(s.truncate >= 1 && s.truncate <= LONGEST_TRIAL,
           "truncated after " + std::to_string(s.truncate) + " plies, expected 1 to " +
               std::to_string(LONGEST_TRIAL));
    const auto earlier = [](const Phase& a, const Phase& b) { return a.from < b.from; };
    expect(std::is_sorted(s.phases.begin(), s.phases.end(), earlier),
           "expected phases in the order of the plies from which they count");
}

void check(const Start& start, const Variant& v) {
    expect(!end_of(v, flipped(start.roller)).over, "the game is over");
    if (!start.worths.cube) return;
    const CubeStakes& stakes = start.worths.cube->stakes;
    check(start.worths.held, stakes.money ? MOST_LEVELS : stakes.levels);
}

}  // namespace

Rollout::Rollout(Search& bare, const RolloutSettings& settings)
    : replier_(bare.replier()),
      settings_((check(settings), settings)),
      races_(replier_),
      known_(KNOWN) {}

std::vector<Trial> Rollout::trials(const Start& start, uint32_t first, uint32_t last,
                                   int threads) {
    check(start, replier_.variant());
    expect(first <= last, "expected the last trial not to come before the first");
    check_threads(threads);
    const bool race = !start.worths.cube && races_.reach(start.roller);
    Races* const races = race ? &races_ : nullptr;
    std::vector<Trial> found(last - first);
    std::vector<std::unique_ptr<Memory>> memories(static_cast<size_t>(threads));
    in_parallel(threads, found.size(), [&](int thread, size_t i) {
        auto& memory = memories[static_cast<size_t>(thread)];
        if (!memory) memory = std::make_unique<Memory>();
        const uint32_t number = first + static_cast<uint32_t>(i);
        found[i] = Playing(replier_, races, known_, settings_, start, *memory).play(number);
    });
    return found;
}

}  // namespace fullprime
