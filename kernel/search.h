// Looking ahead over the net.
//
// A position looked at n plies ahead is worth the mean, over the 21 rolls, of the replies, each
// looked at n - 1 plies ahead; the side that replies chooses by the bare net. What is over has its
// exact result, races at home have that of the bear-off table: nobody looks beyond those. A smaller
// net, the pruner, may say first which replies are worth the time of the net.
//
// Every value follows from position, plies and worths alone, and the rolls are added up in one
// order. So threads, the cache and the way the net is computed cannot change a bit of a result.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <span>
#include <vector>

#include "bearoff.h"
#include "cache.h"
#include "net.h"

namespace fullprime {

constexpr int MOST_PLIES = 3;
constexpr int ROLLS = 21;  // different ones

// Which candidates are looked at one ply further, or which replies the net chooses from.
struct Filter {
    int count;      // so many at most, the best
    double window;  // and none that is worth less than the best by more than this
};

struct Settings {
    int plies;
    std::vector<Filter> filters;  // the first leads from 0 plies to 1
    Filter kept;                  // of the replies to a roll, by the pruner if there is one
    int threads;
    int64_t cache;  // entries
    int64_t nodes;  // positions that may be judged, see Budget
    double seconds;
    bool only_choose;  // do not look further at a candidate that is left alone
};

struct Candidate {
    int number;         // among the turns of the roll
    Position position;  // afterwards, the mover still first
    Chances chances;    // of the mover
    double worth;       // to him
    int plies;          // looked ahead
};

// Candidates, the best first; those looked at further stand before the others.
struct Ranking {
    std::vector<Candidate> candidates;
    bool finished;  // or stopped by a limit
};

// Defined in search.cpp; nobody else looks into them.
struct Node;
struct Workspace;

// Any number of threads may ask at once.
class Search {
   public:
    // Opens the bear-off table; called when the first race at home comes up, and only once.
    using OpenTable = std::function<const Bearoff*()>;

    Search(const Variant& v, const Net& net, const Net* pruner, OpenTable open_table,
           const Settings& settings);
    ~Search();

    // The plays of a roll.
    Ranking plays(const Position& p, int a, int b, const Worths& worths);

    // The chances of the side to roll, position by position.
    std::vector<Chances> evaluate(std::span<const Position> rollers, const Worths& worths);

    // Stops what is going on now; what has been finished is answered.
    void cancel() { ++cancels_; }

   private:
    struct Run;
    struct Root;

    const Bearoff* table();
    bool settle(const Position& p, Chances& chances);
    void list(const Position* base, std::span<const Position> after, Workspace& w);
    void ask(const Net& net, Workspace& w);
    void prune(const Chances& worths, Workspace& w);
    void expand(Node& node, const Chances& worths, Workspace& w);
    void look(std::span<Node* const> nodes, int plies, const Worths& worths, Run& run);
    void look_at_replies(std::span<Node* const> nodes, int plies, const Worths& worths, Run& run);
    std::vector<Root> roots_of(const Position* base, std::span<const Position> after, Run& run);
    bool deepen(std::span<Root> roots, int plies, const Worths& worths, Run& run);
    static void rank(std::span<Root> roots, const Chances& worths);
    static size_t passing(std::span<const Root> roots, const Filter& filter);

    const Variant variant_;
    const Net& net_;
    const Net* const pruner_;  // or none
    const Settings settings_;
    const OpenTable open_table_;
    std::once_flag opened_;
    const Bearoff* table_ = nullptr;
    Cache cache_;
    std::atomic<uint64_t> cancels_{0};
    std::mutex lending_;
    std::vector<std::unique_ptr<Workspace>> spare_;
};

}  // namespace fullprime
