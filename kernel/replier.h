// One roll deep: what is thought of positions, and which reply to each roll is the best.
//
// What is over has its exact result, races at home have that of the bear-off table; the rest is
// judged by the net. A smaller net, the pruner, may say first which replies are worth its time.
#pragma once

#include <cstdint>
#include <functional>
#include <mutex>
#include <span>
#include <vector>

#include "bearoff_cube.h"
#include "cube.h"
#include "distinct.h"
#include "net.h"
#include "perft.h"
#include "stages.h"

namespace fullprime {

constexpr int ROLLS = 21;  // different ones

// How many positions in the middle of a turn of several stages go on to the next stage: of a turn
// that somebody asks about, and of the replies that are looked ahead to. docs/search.md.
constexpr int ASKED_WIDTH = 200;
constexpr int REPLY_WIDTH = 8;

// Which candidates are looked at one ply further, or which replies the net chooses from.
struct Filter {
    int count;      // so many at most, the best
    double window;  // and none that is worth less than the best by more than this
};

struct Judged {
    Chances chances;  // of the side that has just moved
    bool settled;     // nothing is gained by looking further
    bool over;        // not even with a cube: the game has ended
    bool again;       // the same side rolls next
};

// The reply that the roller prefers.
struct Reply {
    Position position;  // afterwards, the roller still first
    Judged judged;
    int first;  // the first roll that has this reply
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
    Stages stages;
    uint64_t weighed = 0;  // positions in the middle of turns
};

// Visits the rolls in their order, each with the number of throws that show it.
template <class Visit>
void each_roll(Visit visit) {
    int roll = 0;
    for (int a = 1; a <= 6; ++a)
        for (int b = 1; b <= a; ++b, ++roll) visit(roll, a, b, a == b ? 1 : 2);
}

// The mean over the rolls, always added up in the same order.
Chances mean(const Reply* replies);
CubeValues mean(const Reply* replies, const CubeValues* values);

// Open the bear-off tables, or say that there is none. Each is called when the first position for it
// comes up, and only once.
struct OpenTables {
    std::function<const Bearoff*()> races;
    std::function<const CubeBearoff*()> cubes;
};

// Any number of threads may ask at once, each with its own workspace.
class Replier {
   public:
    // kept: of the replies to a roll, by the pruner if there is one.
    Replier(const Variant& v, const Net& net, const Net* pruner, OpenTables open_tables,
            const Filter& kept);

    const Variant& variant() const { return variant_; }

    // The bear-off table, or none; it is opened when it is first asked for.
    const Bearoff* table();

    // The plays of a roll, where it is not played in stages.
    Plays plays(const Position& p, int a, int b, Workspace& w) const;

    // The ends of the turns that are left, into w.stages.
    void follow(const Begun& begun, int width, const Worths& worths, Workspace& w);

    // Judges what has been moved to into w.judged. It differs little from the base, if there is one.
    void judge(const Position* base, std::span<const Position> after, Workspace& w);

    // Is what is known of a position with the cube exact?
    bool is_exact(const Position& roller, const CubeStakes& stakes);

    // How live the cube is where the side about to roll has these chances.
    CubeLife life(const Position& roller, const Chances& chances);

    // What the side about to roll has if it does not double now.
    CubeValues kept(const Position& roller, const Chances& chances, const CubeStakes& stakes);

    // What the side that has just moved there has, with the cube as it sees it.
    CubeValues with_cube(const Position& after, const Judged& judged, const CubeSeen& cube);

    // The same of the replies; those to rolls that share one stand with the first of them.
    void with_cube(const Reply* replies, const CubeSeen& cube, CubeValues* values);

    // Finds the best reply to each roll, with the cube where it is if there is one; how many
    // positions were looked at for that.
    uint64_t reply(const Position& roller, const Worths& worths, Reply* replies, Workspace& w);

   private:
    CubeValues after_each_roll(const Position& roller, const CubeStakes& stakes);
    std::optional<CubeEquities> exact_cube(const Position& roller);
    std::optional<RaceChances> race(const Position& roller);
    void settle(const Position& p, Judged& judged);
    void list(const Position* base, std::span<const Position> after, Workspace& w);
    void ask(const Net& net, Workspace& w);
    void prune(const Chances& worths, Workspace& w);
    void weigh_with_cube(const CubeSeen& cube, const Held& held, Workspace& w);
    void list_choices(const Position& roller, const Worths& worths, Workspace& w);

    const Variant variant_;
    const bool staged_;
    const Net& net_;
    const Net* const pruner_;  // or none
    const Filter kept_;
    const OpenTables open_;
    std::once_flag opened_, opened_cubes_;
    const Bearoff* table_ = nullptr;
    const CubeBearoff* cubes_ = nullptr;
};

// Refuse what cannot be asked for, in words.
void expect(bool right, const std::string& words);
void check(const Filter& filter);
void check(const Held& held, int levels);
void check_threads(int threads);

}  // namespace fullprime
