#include "search.h"

#include <algorithm>
#include <functional>
#include <iterator>
#include <stdexcept>
#include <string>
#include <tuple>
#include <utility>

#include "distinct.h"
#include "perft.h"
#include "threads.h"

namespace fullprime {

// ------------------------------------------------------------------------------ what is kept

struct Judged {
    Chances chances;  // of the side that has just moved
    bool settled;     // nothing is gained by looking further
};

// The reply that the roller prefers.
struct Reply {
    Position position;  // afterwards, the roller still first
    Judged judged;
    int first;  // the first roll that has this reply
};

// A position before a roll, and what has been found out about it.
struct Node {
    explicit Node(const Position& p) : roller(p) {}

    Position roller;
    uint64_t judged = 0;  // positions, to find the replies; 0: they are not known yet
    Reply replies[ROLLS];
    bool answered;
    Found found;
};

// Memory for one thread. Positions after a play go by their numbers.
struct Workspace {
    Scratch scratch;
    std::vector<Play> plays = std::vector<Play>(128);
    Distinct after;
    std::vector<uint32_t> choices[ROLLS];
    std::vector<Judged> judged;
    std::vector<double> worths;
    std::vector<uint32_t> open;  // what the next net has to judge
    std::vector<Encoded> encoded;
    Encoded base;
    std::vector<const Encoded*> asked;
    std::vector<Chances> by_net;
    std::vector<double> ranked;
    std::vector<bool> kept;
};

namespace {

constexpr size_t SHARE = 64;     // nodes that are looked at together, so that memory stays small
constexpr double FOREVER = 1e9;  // seconds
constexpr int MOST_THREADS = 256;
constexpr int64_t MOST_ENTRIES = 1 << 22;

struct Stopped {};

Chances mirrored(const Chances& chances) {
    const double* c = chances.of;
    return {{c[3], c[4], c[5], c[0], c[1], c[2]}};
}

double worth(const Chances& chances, const Chances& worths) {
    double sum = 0;
    for (int c = 0; c < CLASSES; ++c) sum += chances.of[c] * worths.of[c];
    return sum;
}

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

Chances chances_of(const RaceChances& race) {
    const double lose = std::max(0.0, 1.0 - race.win - race.gammon_lost);
    return {{race.win - race.gammon_won, race.gammon_won, 0, lose, race.gammon_lost, 0}};
}

// The mean over the rolls, always added up in the same order.
Chances mean(const Reply* replies) {
    Chances sum{};
    const Reply* reply = replies;
    for (int a = 1; a <= 6; ++a)
        for (int b = 1; b <= a; ++b, ++reply)
            for (int c = 0; c < CLASSES; ++c)
                sum.of[c] += (a == b ? 1 : 2) * replies[reply->first].judged.chances.of[c];
    for (double& chance : sum.of) chance /= THROWS;
    return sum;
}

void expect(bool right, const std::string& words) {
    if (!right) throw std::invalid_argument(words);
}

void check(const Variant& v) {
    const bool plain = v.doublet == Doublet::plain && !v.named_doublet && !v.bonus_on_doubles &&
                       !v.first_doublet_plain && v.geometry != Geometry::ring16;
    expect(plain, "looking ahead is not possible where a roll is more than two numbers or one "
                  "four times: staged or named doublets, bonus turns, the ring");
}

void check(const Filter& filter) {
    expect(filter.count >= 1 && filter.window >= 0,
           "a filter keeps one candidate or more, and its window is 0 or more");
}

void check(const Settings& s) {
    expect(s.plies >= 0 && s.plies <= MOST_PLIES,
           std::to_string(s.plies) + " plies, expected 0 to " + std::to_string(MOST_PLIES));
    expect(s.filters.size() >= static_cast<size_t>(s.plies),
           std::to_string(s.filters.size()) + " filters, expected one for each of " +
               std::to_string(s.plies) + " plies");
    for (const Filter& filter : s.filters) check(filter);
    check(s.kept);
    expect(s.threads >= 1 && s.threads <= MOST_THREADS,
           std::to_string(s.threads) + " threads, expected 1 to " + std::to_string(MOST_THREADS));
    expect(s.cache >= 0 && s.cache <= MOST_ENTRIES,
           "a cache of " + std::to_string(s.cache) + " entries, expected 0 to " +
               std::to_string(MOST_ENTRIES));
    expect(s.nodes > 0, std::to_string(s.nodes) + " nodes, expected one or more");
    expect(s.seconds > 0, std::to_string(s.seconds) + " seconds, expected more than none");
}

}  // namespace

// --------------------------------------------------------------------------------- when to stop

// Nodes are positions judged, counted as if nothing had been known before. A stage that would take
// more than there are left is given up. That follows from the positions alone: whoever counts, and
// in whatever order, finds the same sum in the end, and stops early only if it will be too large.
class Budget {
   public:
    Budget(const Settings& settings, const std::atomic<uint64_t>& cancels)
        : nodes_(static_cast<uint64_t>(settings.nodes)), cancels_(cancels), cancelled_(cancels) {
        using namespace std::chrono;
        const duration<double> given(std::min(settings.seconds, FOREVER));
        deadline_ = steady_clock::now() + duration_cast<steady_clock::duration>(given);
    }

    void count(uint64_t nodes) { spent_ += nodes; }

    void check() const {
        if (spent_ > nodes_ || cancels_ != cancelled_ ||
            std::chrono::steady_clock::now() >= deadline_)
            throw Stopped{};
    }

   private:
    const uint64_t nodes_;
    std::atomic<uint64_t> spent_{0};
    const std::atomic<uint64_t>& cancels_;
    const uint64_t cancelled_;
    std::chrono::steady_clock::time_point deadline_;
};

// One question from outside: its limits, and memory for its threads.
struct Search::Run {
    explicit Run(Search& search)
        : search(search),
          budget(search.settings_, search.cancels_),
          workspaces(static_cast<size_t>(search.settings_.threads)) {}

    ~Run() {
        const std::lock_guard lock(search.lending_);
        for (auto& workspace : workspaces)
            if (workspace) search.spare_.push_back(std::move(workspace));
    }

    // Of a thread, which alone asks for it.
    Workspace& workspace(int thread) {
        auto& workspace = workspaces[static_cast<size_t>(thread)];
        if (!workspace) workspace = borrowed();
        if (!workspace) workspace = std::make_unique<Workspace>();
        return *workspace;
    }

    std::unique_ptr<Workspace> borrowed() {
        const std::lock_guard lock(search.lending_);
        if (search.spare_.empty()) return nullptr;
        auto workspace = std::move(search.spare_.back());
        search.spare_.pop_back();
        return workspace;
    }

    Search& search;
    Budget budget;
    std::vector<std::unique_ptr<Workspace>> workspaces;
};

Search::Search(const Variant& v, const Net& net, const Net* pruner, OpenTable open_table,
               const Settings& settings)
    : variant_((check(v), v)),
      net_(net),
      pruner_(pruner),
      settings_((check(settings), settings)),
      open_table_(std::move(open_table)),
      cache_(static_cast<size_t>(settings.cache)) {}

Search::~Search() = default;

// ------------------------------------------------------------------------ one position, one roll

const Bearoff* Search::table() {
    std::call_once(opened_, [&] { table_ = open_table_(); });
    return table_;
}

// Is nothing left to find out about what the mover has moved to?
bool Search::settle(const Position& p, Chances& chances) {
    const End end = end_of(variant_, p);
    if (end.over) {
        chances = finished(end.points);
        return true;
    }
    const uint32_t occupied = detail::at_least(p.mover, 1) | detail::at_least(p.other, 1);
    if (occupied >> (HOME + 1)) return false;  // the short answer, and nearly always the answer
    RaceChances race;
    if (!races_at_home(variant_, p) || !table() ||
        !fullprime::judge(*table(), variant_, flipped(p), race))
        return false;
    chances = mirrored(chances_of(race));
    return true;
}

// Lists what the mover has moved to. What is not settled is open, and has features for nets to
// judge; it differs little from the base, if there is one.
void Search::list(const Position* base, std::span<const Position> after, Workspace& w) {
    w.judged.resize(after.size());
    w.encoded.resize(after.size());
    w.open.clear();
    for (uint32_t i = 0; i < after.size(); ++i) {
        w.judged[i].settled = settle(after[i], w.judged[i].chances);
        if (w.judged[i].settled) continue;
        w.open.push_back(i);
        net_.encode(variant_, after[i], w.encoded[i]);
    }
    w.base = {};
    const bool several = w.open.size() > 1;  // a single one is not worth computing a base for
    if (base && several) net_.encode(variant_, *base, w.base);
}

// Judges what is open.
void Search::ask(const Net& net, Workspace& w) {
    w.asked.clear();
    for (const uint32_t i : w.open) w.asked.push_back(&w.encoded[i]);
    w.by_net.resize(w.open.size());
    net.judge(w.base, w.asked, w.scratch, w.by_net.data());
    auto next = w.by_net.cbegin();
    for (const uint32_t i : w.open) w.judged[i].chances = *next++;
}

// Leaves, of the replies to each roll, those that the pruner thinks best, in the same order.
void Search::prune(const Chances& worths, Workspace& w) {
    ask(*pruner_, w);
    weigh(worths, w);
    w.kept.assign(w.judged.size(), false);
    for (auto& choices : w.choices) {
        const double least = least_worth(choices, settings_.kept, w);
        std::erase_if(choices, [&](uint32_t i) { return w.worths[i] < least; });
        for (const uint32_t i : choices) w.kept[i] = true;
    }
    std::erase_if(w.open, [&](uint32_t i) { return !w.kept[i]; });
}

// Finds the best reply to each roll.
void Search::expand(Node& node, const Chances& worths, Workspace& w) {
    w.after.clear();
    auto* choices = w.choices;
    for (int a = 1; a <= 6; ++a)
        for (int b = 1; b <= a; ++b, ++choices) {
            const Turn turn = turn_of(variant_, node.roller, a, b);
            const Plays found = plays_in(w.plays, variant_, node.roller, turn);
            choices->clear();
            for (int i = 0; i < found.count; ++i)
                choices->push_back(w.after.add(found.data[i].position));
        }
    list(&node.roller, w.after.positions(), w);
    if (pruner_) prune(worths, w);
    ask(net_, w);
    weigh(worths, w);
    uint32_t chosen[ROLLS];
    for (int roll = 0; roll < ROLLS; ++roll) {
        uint32_t& best = chosen[roll] = w.choices[roll].front();
        for (const uint32_t i : w.choices[roll])
            if (w.worths[i] > w.worths[best]) best = i;
        const auto first = std::find(chosen, chosen + roll, best) - chosen;
        node.replies[roll] = {w.after.positions()[best], w.judged[best], static_cast<int>(first)};
    }
    node.judged = w.judged.size();
}

// --------------------------------------------------------------------------------- looking ahead

// Answers what the rollers can expect; `worths` are seen by them.
void Search::look(std::span<Node* const> nodes, int plies, const Worths& worths, Run& run) {
    const auto question = [&](const Node& node) { return Question{node.roller, worths, plies}; };
    for (; !nodes.empty(); nodes = nodes.subspan(std::min(SHARE, nodes.size()))) {
        const auto share = nodes.first(std::min(SHARE, nodes.size()));
        in_parallel(settings_.threads, share.size(), [&](int thread, size_t i) {
            Node& node = *share[i];
            run.budget.check();
            node.answered = cache_.find(question(node), node.found);
            if (!node.answered && !node.judged) expand(node, worths.mine, run.workspace(thread));
            run.budget.count(node.answered ? node.found.nodes : node.judged);
        });
        run.budget.check();
        std::vector<Node*> open;
        for (Node* node : share)
            if (!node->answered) open.push_back(node);
        for (Node* node : open) node->found.nodes = node->judged;
        if (plies > 1) look_at_replies(open, plies - 1, flipped(worths), run);
        for (Node* node : open) {
            node->found.chances = mean(node->replies);
            cache_.keep(question(*node), node->found);
        }
    }
}

// Judges the replies anew, so many plies ahead; `worths` are seen by those who then roll.
void Search::look_at_replies(std::span<Node* const> nodes, int plies, const Worths& worths,
                             Run& run) {
    const auto each_open = [&](auto visit) {
        for (Node* node : nodes)
            for (int roll = 0; roll < ROLLS; ++roll) {
                Reply& reply = node->replies[roll];
                if (reply.first == roll && !reply.judged.settled) visit(*node, reply);
            }
    };
    std::vector<Node> next;
    next.reserve(nodes.size() * ROLLS);
    each_open([&](Node&, Reply& reply) {
        next.emplace_back(turned(variant_, reply.position, false));
    });
    std::vector<Node*> pointers;
    for (Node& node : next) pointers.push_back(&node);
    look(pointers, plies, worths, run);
    auto answer = next.cbegin();
    each_open([&](Node& node, Reply& reply) {
        reply.judged.chances = mirrored(answer->found.chances);
        node.found.nodes += answer->found.nodes;
        ++answer;
    });
}

// Something asked from outside, and the position in which the other side rolls.
struct Search::Root {
    Candidate candidate;
    Position roller;
    bool settled;
    std::unique_ptr<Node> node;
};

// Looks so many plies ahead; false: stopped before all was done, and nothing has changed.
bool Search::deepen(std::span<Root> roots, int plies, const Worths& worths, Run& run) {
    std::vector<Node*> nodes;
    for (Root& root : roots) {
        if (root.settled) continue;
        if (!root.node) root.node = std::make_unique<Node>(root.roller);
        nodes.push_back(root.node.get());
    }
    try {
        run.budget.check();
        look(nodes, plies, worths, run);
    } catch (const Stopped&) {
        return false;
    }
    for (Root& root : roots) {
        if (!root.settled) root.candidate.chances = mirrored(root.node->found.chances);
        root.candidate.plies = plies;
    }
    return true;
}

// Judges what has been moved to as it is, without looking ahead.
std::vector<Search::Root> Search::roots_of(const Position* base, std::span<const Position> after,
                                           Run& run) {
    Workspace& w = run.workspace(0);
    list(base, after, w);
    ask(net_, w);
    run.budget.count(after.size());
    std::vector<Root> roots;
    roots.reserve(after.size());
    for (size_t i = 0; i < after.size(); ++i)
        roots.push_back({{static_cast<int>(i), after[i], w.judged[i].chances, 0, 0},
                         turned(variant_, after[i], false), w.judged[i].settled, nullptr});
    return roots;
}

// ---------------------------------------------------------------------- questions from outside

// The best first; of those that are worth the same, the first listed.
void Search::rank(std::span<Root> roots, const Chances& worths) {
    for (Root& root : roots) root.candidate.worth = worth(root.candidate.chances, worths);
    std::sort(roots.begin(), roots.end(), [](const Root& a, const Root& b) {
        const Candidate &x = a.candidate, &y = b.candidate;
        return std::tuple(-x.plies, -x.worth, x.number) < std::tuple(-y.plies, -y.worth, y.number);
    });
}

// How many of the first may be looked at further?
size_t Search::passing(std::span<const Root> roots, const Filter& filter) {
    const Candidate& best = roots.front().candidate;
    const auto falls = [&](const Root& root) {
        const Candidate& candidate = root.candidate;
        return candidate.plies < best.plies || candidate.worth < best.worth - filter.window;
    };
    const auto end = std::find_if(roots.begin(), roots.end(), falls);
    return std::min(static_cast<size_t>(filter.count), static_cast<size_t>(end - roots.begin()));
}

Ranking Search::plays(const Position& p, int a, int b, const Worths& worths) {
    if (end_of(variant_, flipped(p)).over) throw std::invalid_argument("the game is over");
    Run run(*this);
    Workspace& w = run.workspace(0);
    const Plays found = plays_in(w.plays, variant_, p, turn_of(variant_, p, a, b));
    std::vector<Position> after;
    for (int i = 0; i < found.count; ++i) after.push_back(found.data[i].position);
    std::vector<Root> roots = roots_of(&p, after, run);
    rank(roots, worths.mine);
    Ranking ranking{{}, true};
    for (int plies = 1; plies <= settings_.plies && ranking.finished; ++plies) {
        const Filter& filter = settings_.filters[static_cast<size_t>(plies - 1)];
        const auto best = std::span(roots).first(passing(roots, filter));
        if (best.size() == 1 && settings_.only_choose) break;
        ranking.finished = deepen(best, plies, flipped(worths), run);
        rank(roots, worths.mine);
    }
    for (const Root& root : roots) ranking.candidates.push_back(root.candidate);
    return ranking;
}

std::vector<Chances> Search::evaluate(std::span<const Position> rollers, const Worths& worths) {
    Run run(*this);
    std::vector<Chances> answers;
    answers.reserve(rollers.size());
    for (; !rollers.empty(); rollers = rollers.subspan(std::min(SHARE, rollers.size()))) {
        const auto share = rollers.first(std::min(SHARE, rollers.size()));
        std::vector<Position> after;
        for (const Position& roller : share) after.push_back(flipped(roller));
        std::vector<Root> roots = roots_of(nullptr, after, run);
        for (size_t i = 0; i < share.size(); ++i) roots[i].roller = share[i];
        for (int plies = 1; plies <= settings_.plies; ++plies)
            if (!deepen(roots, plies, worths, run)) break;
        for (const Root& root : roots) answers.push_back(mirrored(root.candidate.chances));
    }
    return answers;
}

}  // namespace fullprime
