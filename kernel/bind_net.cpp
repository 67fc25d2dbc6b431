// The net as a Python class. Arrays come in as anything with a buffer and go out as memoryviews, so
// that playing with a net needs no numpy; numpy.asarray takes them without a copy.
#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <cstring>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

#include "net.h"

namespace nb = nanobind;
using namespace nb::literals;
using namespace fullprime;

namespace {

template <class T, int DIMENSIONS>
using In = nb::ndarray<const T, nb::ndim<DIMENSIONS>, nb::c_contig, nb::device::cpu>;
template <class T>
using Out = nb::ndarray<nb::memview, T>;

// A vector of anything as an array of numbers; `columns` of them per element, 0: one, without axis.
template <class T, class Element>
Out<T> to_view(std::vector<Element>&& elements, size_t columns) {
    using Vector = std::vector<Element>;
    auto* owned = new Vector(std::move(elements));
    nb::capsule owner(owned, [](void* p) noexcept { delete static_cast<Vector*>(p); });
    const size_t shape[2] = {owned->size(), columns};
    return Out<T>(owned->data(), columns ? 2 : 1, shape, owner);
}

std::vector<Position> to_positions(const In<uint8_t, 2>& rows) {
    if (rows.shape(1) != sizeof(Position))
        throw std::invalid_argument("expected positions [n, 64]");
    std::vector<Position> positions(rows.shape(0));
    if (!positions.empty()) std::memcpy(positions.data(), rows.data(), rows.nbytes());
    return positions;
}

Net make_net(const In<int16_t, 2>& w1, const In<int32_t, 1>& b1, const In<int16_t, 2>& w2,
             const In<int32_t, 1>& b2, const In<int16_t, 2>& w3, const In<int32_t, 1>& b3,
             const std::string& path) {
    const size_t n1 = w1.shape(1), n2 = w3.shape(1), tails = b3.shape(0) / CLASSES;
    const size_t inputs = w1.shape(0);
    if (b1.shape(0) != n1 || w2.shape(0) != tails * n2 ||
        w2.shape(1) != n1 || b2.shape(0) != tails * n2 || w3.shape(0) != tails * CLASSES ||
        b3.shape(0) != tails * CLASSES)
        throw std::invalid_argument(
            "expected w1 [i, n], b1 [n], w2 [t m, n], b2 [t m], w3 [t 6, m], b3 [t 6]");
    if (inputs > MOST_FEATURES) throw std::invalid_argument("a net has too many inputs");
    if (n1 > MOST_BLOCKS1 * WIDTH || n2 > MOST_BLOCKS2 * WIDTH)
        throw std::invalid_argument("a layer has too many neurons");
    return Net({static_cast<int>(inputs), static_cast<int>(n1), static_cast<int>(n2), static_cast<int>(tails), w1.data(),
                b1.data(), w2.data(), b2.data(), w3.data(), b3.data()},
               path);
}

Out<double> evaluate(const Net& net, const Variant& v, const Position* base,
                     const In<uint8_t, 2>& rows) {
    const std::vector<Position> positions = to_positions(rows);
    std::vector<Chances> chances(positions.size());
    {
        nb::gil_scoped_release release;
        const auto scratch = std::make_unique_for_overwrite<Scratch>();
        net.evaluate(v, base, positions, *scratch, chances.data());
    }
    return to_view<double>(std::move(chances), CLASSES);
}

Out<double> evaluate_from(const Net& net, const Variant& v, nb::bytes base,
                          const In<uint8_t, 2>& rows) {
    Position p;
    if (base.size() != sizeof p) throw std::invalid_argument("a position has 64 bytes");
    std::memcpy(&p, base.c_str(), sizeof p);
    return evaluate(net, v, &p, rows);
}

}  // namespace

void bind_net(nb::module_& m) {
    nb::class_<Net>(m, "Net", "Judges positions for the side that has just moved; see net.h.")
        .def("__init__",
             [](Net* self, In<int16_t, 2> w1, In<int32_t, 1> b1, In<int16_t, 2> w2,
                In<int32_t, 1> b2, In<int16_t, 2> w3, In<int32_t, 1> b3, const std::string& path) {
                 new (self) Net(make_net(w1, b1, w2, b2, w3, b3, path));
             },
             "w1"_a, "b1"_a, "w2"_a, "b2"_a, "w3"_a, "b3"_a, "path"_a = "",
             nb::sig("def __init__(self, "
                     "w1: memoryview | numpy.typing.NDArray[numpy.int16], "
                     "b1: memoryview | numpy.typing.NDArray[numpy.int32], "
                     "w2: memoryview | numpy.typing.NDArray[numpy.int16], "
                     "b2: memoryview | numpy.typing.NDArray[numpy.int32], "
                     "w3: memoryview | numpy.typing.NDArray[numpy.int16], "
                     "b3: memoryview | numpy.typing.NDArray[numpy.int32], "
                     "path: str = '') -> None"))
        .def_prop_ro("path", &Net::path, "The way it is computed.")
        .def_prop_ro("features", &Net::features, "How many inputs it has.")
        .def_prop_ro("tails", &Net::tails, "How many tails it has: one, or one for each bucket.")
        .def("evaluate",
             [](const Net& net, const Variant& v, In<uint8_t, 2> positions) {
                 return evaluate(net, v, nullptr, positions);
             },
             "variant"_a, "positions"_a,
             nb::sig("def evaluate(self, variant: Variant, "
                     "positions: memoryview | numpy.typing.NDArray[numpy.uint8]) -> memoryview"),
             "Chances [n, 6] of the mover, who has just moved: single, gammon, backgammon, won and "
             "lost.")
        .def("evaluate_from", &evaluate_from, "variant"_a, "base"_a, "positions"_a,
             nb::sig("def evaluate_from(self, variant: Variant, base: bytes, "
                     "positions: memoryview | numpy.typing.NDArray[numpy.uint8]) -> memoryview"),
             "The same, in less time where the positions differ little from the base.");
    m.attr("BUCKET_VERSION") = BUCKET_VERSION;
    m.attr("BUCKETS") = BUCKETS;
    m.def("net_paths",
          [] {
              std::vector<std::string> names;
              for (const Path& path : paths()) names.emplace_back(path.name);
              return names;
          },
          "The ways to compute a net on this machine, the fastest first.");
}
