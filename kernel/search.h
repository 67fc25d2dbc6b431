// Looking ahead over the net.
//
// A position looked at n plies ahead is worth the mean, over the 21 rolls, of the replies, each
// looked at n - 1 plies ahead; the side that replies chooses by the bare net, with the cube where it
// is. Nobody looks beyond what is settled. A reply is a whole turn; after one that earns another the
// same side rolls.
//
// Every value follows from position, plies and worths alone, and the rolls are added up in one
// order. So threads, the cache and the way the net is computed cannot change a bit of a result.
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <mutex>
#include <span>
#include <vector>

#include "cache.h"
#include "replier.h"

namespace fullprime {

constexpr int MOST_PLIES = 3;

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
    CubeValues values;  // to him, if there is a cube
    double worth;       // to him
    int plies;          // looked ahead
};

// What the side to roll can expect.
struct Outlook {
    Chances chances;
    CubeValues kept;  // if it does not double now; with a cube
};

// A turn of several stages, from what is left of it.
struct WholeTurn {
    Position position;  // afterwards, the mover still first
    Position first;     // after the batch at hand
    std::vector<Step> steps;
    int named;  // the doublet that is named on the way, 0: none
    bool again;  // it earns another turn
};

// Candidates, the best first; those looked at further stand before the others.
struct Ranking {
    std::vector<Candidate> candidates;
    bool finished;  // or stopped by a limit
    std::vector<WholeTurn> turns;  // by the numbers of the candidates, where there are stages
};

struct Node;  // defined in search.cpp; nobody else looks into it

// Any number of threads may ask at once.
class Search {
   public:
    Search(const Variant& v, const Net& net, const Net* pruner, OpenTables open_tables,
           const Settings& settings);
    ~Search();

    // What it stands on.
    Replier& replier() { return replier_; }
    const Variant& variant() const { return replier_.variant(); }

    // These stakes, to be asked about; kept as long as the search.
    const CubeSeen* cube(const CubeStakes& stakes);

    // The plays of a roll.
    Ranking plays(const Position& p, int a, int b, const Worths& worths);

    // What is left of a turn of several stages, followed by a beam of that width (stages.h); no
    // farther ahead than `most_plies`.
    Ranking turns(const Begun& begun, int width, const Worths& worths, int most_plies = MOST_PLIES);

    // What the side to roll can expect, position by position.
    std::vector<Outlook> evaluate(std::span<const Position> rollers, const Worths& worths);

    // Stops what is going on now; what has been finished is answered.
    void cancel() { ++cancels_; }

   private:
    struct Run;
    struct Root;

    void find_replies(Node& node, const Worths& worths, Workspace& w);
    void look(std::span<Node* const> nodes, int plies, const Worths& worths, Run& run);
    void look_at_replies(std::span<Node* const> nodes, int plies, const Worths& worths, bool again,
                         Run& run);
    static CubeValues to_mover(const CubeValues& kept, bool again, const Worths& worths);
    Ranking ranked(const Position& p, std::span<const Position> after, const Worths& worths,
                   int most_plies, Run& run);
    std::vector<Root> roots_of(const Position* base, std::span<const Position> after,
                               const Worths& worths, Run& run);
    bool deepen(std::span<Root> roots, int plies, const Worths& worths, Run& run);
    static void rank(std::span<Root> roots, const Worths& worths);
    bool is_final(const Position& after, const Judged& judged, const Worths& worths);
    Outlook outlook_of(const Root& root, const Worths& worths);
    static size_t passing(std::span<const Root> roots, const Filter& filter);

    Replier replier_;
    const Settings settings_;
    Cache cache_;
    std::atomic<uint64_t> cancels_{0};
    std::mutex lending_;  // of what follows
    std::vector<std::unique_ptr<CubeSeen[]>> cubes_;
    std::vector<std::unique_ptr<Workspace>> spare_;
};

}  // namespace fullprime
