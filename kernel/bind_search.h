// Looking ahead as a Python class, for other parts of the module to use.
#pragma once

#include <nanobind/nanobind.h>

#include <utility>
#include <vector>

#include "bind_bearoff.h"
#include "bind_chances.h"
#include "search.h"

namespace fullprime {

// Does it while other threads of Python go on.
template <class Work>
auto released(Work work) {
    nanobind::gil_scoped_release release;
    return work();
}

// A search and the tables that Python opens for it.
class Searcher {
   public:
    Searcher(const Variant& v, const Net& net, const Net* pruner, nanobind::object open_table,
             nanobind::object open_cube_table, const Settings& settings);

    Search& search() { return search_; }
    nanobind::tuple plays(nanobind::bytes position, int a, int b, const Six& mine,
                          const Six& theirs, const CubeStakes* cube, Holder holder, int level);
    nanobind::tuple turns(nanobind::bytes start, nanobind::bytes now, int a, int b,
                          const std::vector<std::vector<int>>& batches, int head, bool bonus,
                          bool names, const Six& mine, const Six& theirs, const CubeStakes* cube,
                          Holder holder, int level, int width, int plies);
    nanobind::list evaluate(nanobind::bytes bytes, const Six& mine, const Six& theirs);
    nanobind::tuple outlook(nanobind::bytes position, const Six& mine, const Six& theirs,
                            const CubeStakes& cube, Holder holder, int level);
    nanobind::list deeds(nanobind::bytes bytes, const Six& mine);
    std::pair<double, double> life(nanobind::bytes position, const Six& chances);
    Worths to_worths(const Six& mine, const Six& theirs, const CubeStakes* cube,
                     const Held& held);
    void cancel() { search_.cancel(); }

   private:
    // An opened table stays in `kept` as long as the search.
    template <class Opened>
    auto open(const nanobind::object& opener, nanobind::object& kept)
        -> decltype(&std::declval<const Opened&>().bearoff());

    nanobind::object open_table_, open_cube_table_;
    nanobind::object table_, cube_table_;
    Search search_;
};

}  // namespace fullprime

void bind_search(nanobind::module_& m);
