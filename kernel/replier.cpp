#include "replier.h"

#include <algorithm>
#include <iterator>
#include <stdexcept>
#include <string>
#include <utility>

#include "cube_life.h"

namespace fullprime {

void expect(bool right, const std::string& words) {
    if (!right) throw std::invalid_argument(words);
}

void check(const Filter& filter) {
    expect(filter.count >= 1 && filter.window >= 0,
           "a filter keeps one candidate or more, and its window is 0 or more");
}

void check(const Held& held, int levels) {
    expect(held.level >= 0 && held.level < levels,
           "level " + std::to_string(held.level) + " of the cube, expected 0 to " +
               std::to_string(levels - 1));
    expect(held.level == 0 || held.holder != Holder::nobody,
           "a cube that has been turned is not in the middle");
}

void check_threads(int threads) {
    constexpr int MOST = 256;
    expect(threads >= 1 && threads <= MOST,
           std::to_string(threads) + " threads, expected 1 to " + std::to_string(MOST));
}

namespace {

void weigh(const Chances& worths, Workspace& w) {
    w.worths.clear();
    for (const Judged& judged : w.judged) w.worths.push_back(worth(judged.chances, worths));
}

// What those must be worth that pass; all that are worth as much as the last of them do.
double least_worth(std::span<const uint32_t> choices, const Filter& filter, Workspace& w) {
    w.ranked.clear();
    for (const uint32_t i : choices) w.ranked.push_back(w.worths[i]);
    const auto passing = std::min<ptrdiff_t>(filter.count, std::ssize(w.ranked));
    const auto last = w.ranked.begin() + passing - 1;
    std::nth_element(w.ranked.begin(), last, w.ranked.end(), std::greater<>());
    const double best = *std::max_element(w.ranked.begin(), last + 1);
    return std::max(*last, best - filter.window);
}

// The short question before the long one: is nobody outside of his home?
bool is_at_home(const Position& p) {
    return !((detail::at_least(p.mover, 1) | detail::at_least(p.other, 1)) >> (HOME + 1));
}

// Of a race in the table with the cube.
bool is_short(const Position& p) {
    constexpr int FEW = 4;  // checkers of a side
    return std::max(all_home(p.mover), all_home(p.other)) <= FEW;
}

Chances chances_of(const RaceChances& race) {
    const double lose = std::max(0.0, 1.0 - race.win - race.gammon_lost);
    return {{race.win - race.gammon_won, race.gammon_won, 0, lose, race.gammon_lost, 0}};
}

}  // namespace

Chances mean(const Reply* replies) {
    Chances sum{};
    each_roll([&](int roll, int, int, int throws) {
        const Chances& chances = replies[replies[roll].first].judged.chances;
        for (int c = 0; c < CLASSES; ++c) sum.of[c] += throws * chances.of[c];
    });
    for (double& chance : sum.of) chance /= THROWS;
    return sum;
}

CubeValues mean(const Reply* replies, const CubeValues* values) {
    CubeValues sum{};
    each_roll([&](int roll, int, int, int throws) {
        const CubeValues& value = values[replies[roll].first];
        const double share = static_cast<double>(throws) / THROWS;
        sum.centred += share * value.centred;
        for (int k = 0; k < MOST_LEVELS; ++k) {
            sum.mine[k] += share * value.mine[k];
            sum.theirs[k] += share * value.theirs[k];
        }
    });
    return sum;
}

Replier::Replier(const Variant& v, const Net& net, const Net* pruner, OpenTables open_tables,
                 const Filter& kept)
    : variant_((net.expect_features(v), v)),
      staged_(is_staged(v)),
      net_(net),
      pruner_(pruner),
      kept_((fullprime::check(kept), kept)),
      open_(std::move(open_tables)) {}

const Bearoff* Replier::table() {
    std::call_once(opened_, [&] { table_ = open_.races(); });
    return table_;
}

std::optional<RaceChances> Replier::race(const Position& roller) {
    RaceChances found;
    if (!races_at_home(variant_, roller) || !table() ||
        !fullprime::judge(*table(), variant_, roller, found))
        return std::nullopt;
    return found;
}

// Is nothing left to find out about what the mover has moved to?
void Replier::settle(const Position& p, Judged& judged) {
    const End end = end_of(variant_, p);
    judged.settled = judged.over = end.over;
    judged.again = false;
    if (end.over) judged.chances = finished(end.points);
    if (end.over || !is_at_home(p)) return;  // nearly always that is all
    const auto known = race(flipped(p));
    if (!known) return;
    judged.chances = mirrored(chances_of(*known));
    judged.settled = true;
}

// Lists what the mover has moved to. What is not settled is open, and has features for nets to
// judge.
void Replier::list(const Position* base, std::span<const Position> after, Workspace& w) {
    w.judged.resize(after.size());
    w.encoded.resize(after.size());
    w.open.clear();
    for (uint32_t i = 0; i < after.size(); ++i) {
        settle(after[i], w.judged[i]);
        if (w.judged[i].settled) continue;
        w.open.push_back(i);
        // A net judges what the other side rolls in; before a roll of the same it sees it from there.
        const bool again = staged_ && rolls_again(after[i]);
        net_.encode(variant_, again ? flipped(after[i]) : after[i], w.encoded[i]);
        w.judged[i].again = again;
    }
    w.base = {};
    const bool several = w.open.size() > 1;  // a single one is not worth computing a base for
    if (base && several) net_.encode(variant_, *base, w.base);
}

// Judges what is open.
void Replier::ask(const Net& net, Workspace& w) {
    w.asked.clear();
    for (const uint32_t i : w.open) w.asked.push_back(&w.encoded[i]);
    w.by_net.resize(w.open.size());
    net.judge(w.base, w.asked, w.scratch, w.by_net.data());
    auto next = w.by_net.cbegin();
    for (const uint32_t i : w.open) {
        w.judged[i].chances = w.judged[i].again ? mirrored(*next) : *next;
        ++next;
    }
}

// Leaves, of the replies to each roll, those that the pruner thinks best, in the same order.
void Replier::prune(const Chances& worths, Workspace& w) {
    ask(*pruner_, w);
    weigh(worths, w);
    w.kept.assign(w.judged.size(), false);
    for (auto& choices : w.choices) {
        const double least = least_worth(choices, kept_, w);
        std::erase_if(choices, [&](uint32_t i) { return w.worths[i] < least; });
        for (const uint32_t i : choices) w.kept[i] = true;
    }
    std::erase_if(w.open, [&](uint32_t i) { return !w.kept[i]; });
}

Plays Replier::plays(const Position& p, int a, int b, Workspace& w) const {
    return plays_in(w.plays, variant_, p, turn_of(variant_, p, a, b));
}

void Replier::judge(const Position* base, std::span<const Position> after, Workspace& w) {
    list(base, after, w);
    ask(net_, w);
}

std::optional<CubeEquities> Replier::exact_cube(const Position& roller) {
    if (!is_at_home(roller)) return std::nullopt;
    std::call_once(opened_cubes_, [&] { cubes_ = open_.cubes(); });
    return cubes_ ? cube_equities(*cubes_, variant_, roller) : std::nullopt;
}

bool Replier::is_exact(const Position& roller, const CubeStakes& stakes) {
    return stakes.money && exact_cube(roller);
}

CubeLife Replier::life(const Position& roller, const Chances& chances) {
    const auto exact = exact_cube(roller);
    const double* c = chances.of;
    if (exact) return cube_life(*exact, c[0] + c[1] + c[2]);
    const double life = cube_life(kind_of(roller));
    return {life, life};
}

// What there is to win in a short race depends on who will roll again, and at a score on what a
// double brings then: no share of life tells that, but all rolls do.
CubeValues Replier::after_each_roll(const Position& roller, const CubeStakes& stakes) {
    const CubeStakes theirs = flipped(stakes);
    std::vector<Play> memory(16);
    Reply replies[ROLLS];
    CubeValues values[ROLLS];
    each_roll([&](int roll, int a, int b, int) {
        const Plays found = plays_in(memory, variant_, roller, turn_of(variant_, roller, a, b));
        Reply& best = replies[roll];
        for (int i = 0; i < found.count; ++i) {
            Judged judged;
            settle(found.data[i].position, judged);
            if (i == 0 || judged.chances.of[0] > best.judged.chances.of[0])
                best = {found.data[i].position, judged, roll};
        }
        const Chances seen = mirrored(best.judged.chances);
        const CubeLife left =
            best.judged.over ? CubeLife{0, 0} : life(flipped(best.position), seen);
        values[roll] = flipped(doubled_at_best(theirs, kept_cube(theirs, seen, left)));
    });
    return mean(replies, values);
}

CubeValues Replier::kept(const Position& roller, const Chances& chances,
                         const CubeStakes& stakes) {
    const auto exact = exact_cube(roller);
    if (exact && stakes.money)
        return {exact->centred_undoubled(), {exact->owned_undoubled()}, {exact->against()}};
    if (exact && is_short(roller) && race(roller)) return after_each_roll(roller, stakes);
    const double life = cube_life(kind_of(roller));
    return kept_cube(stakes, chances, {life, life});
}

CubeValues Replier::with_cube(const Position& after, const Judged& judged, const CubeSeen& cube) {
    if (judged.again)  // nobody doubles before a turn that was earned
        return kept(next_roller(variant_, after), judged.chances, cube.stakes);
    const CubeStakes& stakes = cube.by_the_other->stakes;
    const CubeValues theirs = kept(flipped(after), mirrored(judged.chances), stakes);
    return flipped(doubled_at_best(stakes, theirs));
}

void Replier::with_cube(const Reply* replies, const CubeSeen& cube, CubeValues* values) {
    for (int roll = 0; roll < ROLLS; ++roll) {
        const Reply& reply = replies[roll];
        if (reply.first == roll) values[roll] = with_cube(reply.position, reply.judged, cube);
    }
}

// What may be chosen: the rest, which the pruner has left behind, keeps its old worths.
void Replier::weigh_with_cube(const CubeSeen& cube, const Held& held, Workspace& w) {
    const auto weigh = [&](size_t i) {
        w.worths[i] = with_cube(w.after.positions()[i], w.judged[i], cube).at(held);
    };
    w.worths.resize(w.judged.size());
    for (const uint32_t i : w.open) weigh(i);
    for (size_t i = 0; i < w.judged.size(); ++i)
        if (w.judged[i].settled) weigh(i);
}

void Replier::follow(const Begun& begun, int width, const Worths& worths, Workspace& w) {
    const Weigh weigh_stages = [&](std::span<const Position> positions, std::vector<double>& found) {
        judge(&begun.start, positions, w);
        weigh(without_cube(worths), w);
        found = w.worths;
        w.weighed += positions.size();
    };
    w.stages.follow(variant_, begun, width, weigh_stages);
}

// What each roll can lead to.
void Replier::list_choices(const Position& roller, const Worths& worths, Workspace& w) {
    w.after.clear();
    w.weighed = 0;
    each_roll([&](int roll, int a, int b, int) {
        w.choices[roll].clear();
        if (staged_) {
            follow(begun_with(variant_, roller, a, b), REPLY_WIDTH, worths, w);
            for (const Position& end : w.stages.ends()) w.choices[roll].push_back(w.after.add(end));
            return;
        }
        const Plays found = plays(roller, a, b, w);
        for (int i = 0; i < found.count; ++i)
            w.choices[roll].push_back(w.after.add(found.data[i].position));
    });
}

uint64_t Replier::reply(const Position& roller, const Worths& worths, Reply* replies,
                        Workspace& w) {
    list_choices(roller, worths, w);
    list(&roller, w.after.positions(), w);
    const Chances& plain = without_cube(worths);
    if (pruner_) prune(plain, w);
    ask(net_, w);
    if (worths.cube)
        weigh_with_cube(*worths.cube, worths.held, w);
    else
        weigh(plain, w);
    // Plays after which the other side doubles and this one drops are worth the same with a cube.
    const auto better = [&](uint32_t one, uint32_t other) {
        if (w.worths[one] != w.worths[other]) return w.worths[one] > w.worths[other];
        return worth(w.judged[one].chances, plain) > worth(w.judged[other].chances, plain);
    };
    uint32_t chosen[ROLLS];
    for (int roll = 0; roll < ROLLS; ++roll) {
        uint32_t& best = chosen[roll] = w.choices[roll].front();
        for (const uint32_t i : w.choices[roll])
            if (better(i, best)) best = i;
        const auto first = std::find(chosen, chosen + roll, best) - chosen;
        replies[roll] = {w.after.positions()[best], w.judged[best], static_cast<int>(first)};
    }
    return w.judged.size() + w.weighed;
}

}  // namespace fullprime
