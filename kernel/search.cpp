#include "search.h"

#include <algorithm>
#include <new>
#include <stdexcept>
#include <string>
#include <tuple>
#include <utility>

#include "cube.h"
#include "threads.h"

namespace fullprime {

// A position before a roll, and what has been found out about it.
struct Node {
    explicit Node(const Position& p) : roller(p) {}

    Position roller;
    uint64_t judged = 0;  // positions, to find the replies; 0: they are not known yet
    Reply replies[ROLLS];
    std::vector<CubeValues> values;  // of the replies, to the roller; none without a cube
    bool answered;
    Found found;
};

namespace {

constexpr size_t SHARE = 64;     // nodes that are looked at together, so that memory stays small
constexpr double FOREVER = 1e9;  // seconds
constexpr int64_t MOST_ENTRIES = 1 << 22;

struct Stopped {};

void check(const Settings& s) {
    expect(s.plies >= 0 && s.plies <= MOST_PLIES,
           std::to_string(s.plies) + " plies, expected 0 to " + std::to_string(MOST_PLIES));
    expect(s.filters.size() >= static_cast<size_t>(s.plies),
           std::to_string(s.filters.size()) + " filters, expected one for each of " +
               std::to_string(s.plies) + " plies");
    for (const Filter& filter : s.filters) fullprime::check(filter);
    check_threads(s.threads);
    expect(s.cache >= 0 && s.cache <= MOST_ENTRIES,
           "a cache of " + std::to_string(s.cache) + " entries, expected 0 to " +
               std::to_string(MOST_ENTRIES));
    expect(s.nodes > 0, std::to_string(s.nodes) + " nodes, expected one or more");
    expect(s.seconds > 0, std::to_string(s.seconds) + " seconds, expected more than none");
}

void check(const Worths& worths) {
    if (worths.cube) check(worths.held, worths.cube->stakes.levels);
}

void check(const Variant& v, const Position& p, const Worths& worths) {
    check(worths);
    expect(!end_of(v, flipped(p)).over, "the game is over");
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

    // Where there is no memory to keep a workspace, the next run makes its own.
    ~Run() {
        const std::lock_guard lock(search.lending_);
        try {
            for (auto& workspace : workspaces)
                if (workspace) search.spare_.push_back(std::move(workspace));
        } catch (const std::bad_alloc&) {
        }
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

Search::Search(const Variant& v, const Net& net, const Net* pruner,
               OpenTables open_tables, const Settings& settings)
    : replier_(v, net, pruner, std::move(open_tables), settings.kept),
      settings_((check(settings), settings)),
      cache_(static_cast<size_t>(settings.cache)) {}

Search::~Search() = default;

const CubeSeen* Search::cube(const CubeStakes& stakes) {
    const std::lock_guard lock(lending_);
    for (const auto& both : cubes_)
        if (both[0].stakes == stakes) return &both[0];
    auto both = std::make_unique<CubeSeen[]>(2);
    both[0] = {stakes, &both[1]};
    both[1] = {flipped(stakes), &both[0]};
    cubes_.push_back(std::move(both));
    return &cubes_.back()[0];
}

// --------------------------------------------------------------------------------- looking ahead

// Is there nothing to look at any further? Cubes may still be turned in races that are settled.
bool Search::is_final(const Position& after, const Judged& judged, const Worths& worths) {
    if (!worths.cube) return judged.settled;
    return judged.over || replier_.is_exact(flipped(after), worths.cube->stakes);
}

void Search::find_replies(Node& node, const Worths& worths, Workspace& w) {
    node.judged = replier_.reply(node.roller, worths, node.replies, w);
    if (!worths.cube) return;
    node.values.resize(ROLLS);
    replier_.with_cube(node.replies, *worths.cube, node.values.data());
}

// Answers what the rollers can expect; `worths` are seen by them.
void Search::look(std::span<Node* const> nodes, int plies, const Worths& worths, Run& run) {
    const auto question = [&](const Node& node) { return Question{node.roller, worths, plies}; };
    for (; !nodes.empty(); nodes = nodes.subspan(std::min(SHARE, nodes.size()))) {
        const auto share = nodes.first(std::min(SHARE, nodes.size()));
        in_parallel(settings_.threads, share.size(), [&](int thread, size_t i) {
            Node& node = *share[i];
            run.budget.check();
            node.answered = cache_.find(question(node), node.found);
            if (!node.answered && !node.judged) find_replies(node, worths, run.workspace(thread));
            run.budget.count(node.answered ? node.found.nodes : node.judged);
        });
        run.budget.check();
        std::vector<Node*> open;
        for (Node* node : share)
            if (!node->answered) open.push_back(node);
        for (Node* node : open) node->found.nodes = node->judged;
        if (plies > 1) look_at_replies(open, plies - 1, flipped(worths), false, run);
        if (plies > 1 && is_staged(replier_.variant()))
            look_at_replies(open, plies - 1, worths, true, run);
        for (Node* node : open) {
            node->found.chances = mean(node->replies);
            if (worths.cube) node->found.kept = mean(node->replies, node->values.data());
            cache_.keep(question(*node), node->found);
        }
    }
}

// What the side has that has just moved, where the one to roll has so much if it does not double; who
// has earned another turn does not. `worths` are seen by the side that rolls.
CubeValues Search::to_mover(const CubeValues& kept, bool again, const Worths& worths) {
    return again ? kept : flipped(doubled_at_best(worths.cube->stakes, kept));
}

// Judges the replies anew, so many plies ahead; `worths` are seen by the side that then rolls, after
// most replies the other one.
void Search::look_at_replies(std::span<Node* const> nodes, int plies, const Worths& worths,
                             bool again, Run& run) {
    const auto each_open = [&](auto visit) {
        for (Node* node : nodes)
            for (int roll = 0; roll < ROLLS; ++roll) {
                Reply& reply = node->replies[roll];
                if (reply.first == roll && reply.judged.again == again &&
                    !is_final(reply.position, reply.judged, worths))
                    visit(*node, reply);
            }
    };
    std::vector<Node> next;
    next.reserve(nodes.size() * ROLLS);
    each_open([&](Node&, Reply& reply) {
        next.emplace_back(next_roller(replier_.variant(), reply.position));
    });
    std::vector<Node*> pointers;
    for (Node& node : next) pointers.push_back(&node);
    look(pointers, plies, worths, run);
    auto answer = next.cbegin();
    each_open([&](Node& node, Reply& reply) {
        const Found& found = answer->found;
        reply.judged.chances = again ? found.chances : mirrored(found.chances);
        if (worths.cube)
            node.values[static_cast<size_t>(reply.first)] = to_mover(found.kept, again, worths);
        node.found.nodes += found.nodes;
        ++answer;
    });
}

// Something asked from outside, and the position in which the other side rolls.
struct Search::Root {
    Candidate candidate;
    Position roller;
    bool settled;
    bool again;  // the roller is the one who has just moved
    std::unique_ptr<Node> node;
};

// Looks so many plies ahead; false: stopped before all was done, and nothing has changed.
bool Search::deepen(std::span<Root> roots, int plies, const Worths& worths, Run& run) {
    std::vector<Node*> nodes, again;
    for (Root& root : roots) {
        if (root.settled) continue;
        if (!root.node) root.node = std::make_unique<Node>(root.roller);
        (root.again ? again : nodes).push_back(root.node.get());
    }
    try {
        run.budget.check();
        look(nodes, plies, worths, run);
        look(again, plies, flipped(worths), run);
    } catch (const Stopped&) {
        return false;
    }
    for (Root& root : roots) {
        root.candidate.plies = plies;
        if (root.settled) continue;
        const Found& found = root.node->found;
        root.candidate.chances = root.again ? found.chances : mirrored(found.chances);
        if (worths.cube) root.candidate.values = to_mover(found.kept, root.again, worths);
    }
    return true;
}

// Judges what has been moved to as it is, without looking ahead.
std::vector<Search::Root> Search::roots_of(const Position* base, std::span<const Position> after,
                                           const Worths& worths, Run& run) {
    Workspace& w = run.workspace(0);
    replier_.judge(base, after, w);
    run.budget.count(after.size());
    std::vector<Root> roots;
    roots.reserve(after.size());
    for (size_t i = 0; i < after.size(); ++i) {
        const Judged& judged = w.judged[i];
        const CubeValues values =
            worths.cube ? replier_.with_cube(after[i], judged, *worths.cube) : CubeValues{};
        roots.push_back({{static_cast<int>(i), after[i], judged.chances, values, 0, 0},
                         next_roller(replier_.variant(), after[i]),
                         is_final(after[i], judged, worths), judged.again, nullptr});
    }
    return roots;
}

// ---------------------------------------------------------------------- questions from outside

// The best first; of those that are worth the same, the best without a cube, then the first listed.
void Search::rank(std::span<Root> roots, const Worths& worths) {
    for (Root& root : roots) {
        Candidate& c = root.candidate;
        c.worth = worths.cube ? c.values.at(worths.held) : worth(c.chances, worths.mine);
    }
    const Chances& plain = without_cube(worths);
    const auto key = [&](const Candidate& c) {
        return std::tuple(-c.plies, -c.worth, -worth(c.chances, plain), c.number);
    };
    std::sort(roots.begin(), roots.end(), [&](const Root& a, const Root& b) {
        return key(a.candidate) < key(b.candidate);
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
    if (is_staged(replier_.variant()))
        return turns(begun_with(replier_.variant(), p, a, b), ASKED_WIDTH, worths);
    check(replier_.variant(), p, worths);
    Run run(*this);
    const Plays found = replier_.plays(p, a, b, run.workspace(0));
    std::vector<Position> after;
    for (int i = 0; i < found.count; ++i) after.push_back(found.data[i].position);
    return ranked(p, after, worths, MOST_PLIES, run);
}

Ranking Search::turns(const Begun& begun, int width, const Worths& worths, int most_plies) {
    check(replier_.variant(), begun.start, worths);
    expect(width >= 1, "a beam of " + std::to_string(width) + ", expected 1 or more");
    Run run(*this);
    Workspace& w = run.workspace(0);
    w.weighed = 0;
    replier_.follow(begun, width, worths, w);
    run.budget.count(w.weighed);
    std::vector<WholeTurn> turns;
    for (size_t i = 0; i < w.stages.ends().size(); ++i)
        turns.push_back({w.stages.plain_end(i), w.stages.after_first_batch(i), w.stages.steps_to(i),
                         w.stages.named_for(i), rolls_again(w.stages.ends()[i])});
    const std::vector<Position> after = w.stages.ends();
    Ranking ranking = ranked(begun.start, after, worths, most_plies, run);
    ranking.turns = std::move(turns);
    return ranking;
}

// The first few further and further.
Ranking Search::ranked(const Position& p, std::span<const Position> after, const Worths& worths,
                       int most_plies, Run& run) {
    std::vector<Root> roots = roots_of(&p, after, worths, run);
    rank(roots, worths);
    Ranking ranking{{}, true, {}};
    const int deepest = std::min(settings_.plies, most_plies);
    for (int plies = 1; plies <= deepest && ranking.finished; ++plies) {
        const Filter& filter = settings_.filters[static_cast<size_t>(plies - 1)];
        const auto best = std::span(roots).first(passing(roots, filter));
        if (best.size() == 1 && settings_.only_choose) break;
        ranking.finished = deepen(best, plies, flipped(worths), run);
        rank(roots, worths);
    }
    for (const Root& root : roots) ranking.candidates.push_back(root.candidate);
    return ranking;
}

// A settled position has not been looked at any further, so there is no node.
Outlook Search::outlook_of(const Root& root, const Worths& worths) {
    const Chances chances = mirrored(root.candidate.chances);
    if (!worths.cube) return {chances, {}};
    if (root.candidate.plies && !root.settled) return {chances, root.node->found.kept};
    return {chances, replier_.kept(root.roller, chances, worths.cube->stakes)};
}

std::vector<Outlook> Search::evaluate(std::span<const Position> rollers, const Worths& worths) {
    check(worths);
    Run run(*this);
    std::vector<Outlook> answers;
    answers.reserve(rollers.size());
    for (; !rollers.empty(); rollers = rollers.subspan(std::min(SHARE, rollers.size()))) {
        const auto share = rollers.first(std::min(SHARE, rollers.size()));
        std::vector<Position> after;
        for (const Position& roller : share) after.push_back(flipped(roller));
        std::vector<Root> roots = roots_of(nullptr, after, flipped(worths), run);
        for (size_t i = 0; i < share.size(); ++i) roots[i].roller = share[i];
        for (int plies = 1; plies <= settings_.plies; ++plies)
            if (!deepen(roots, plies, worths, run)) break;
        for (const Root& root : roots) answers.push_back(outlook_of(root, worths));
    }
    return answers;
}

}  // namespace fullprime
