// Memory that runs out: after `scarce_after(n)` the n-th allocation of C++ fails, once.
// Put before a program by LD_PRELOAD; what Python allocates itself is not touched.

#include <atomic>
#include <cstddef>
#include <cstdlib>
#include <new>

namespace {

std::atomic<long> left{0};
std::atomic<long> seen{0};

void* taken(std::size_t size, std::size_t alignment) {
    ++seen;
    if (left.load() > 0 && --left == 0) return nullptr;
    if (alignment <= alignof(std::max_align_t)) return std::malloc(size ? size : 1);
    return std::aligned_alloc(alignment, (size + alignment - 1) / alignment * alignment);
}

void* or_throw(void* found) {
    if (!found) throw std::bad_alloc();
    return found;
}

}  // namespace

extern "C" {
void scarce_after(long count) {
    seen = 0;
    left = count;
}
long scarce_seen() { return seen; }
}

void* operator new(std::size_t size) { return or_throw(taken(size, 0)); }
void* operator new[](std::size_t size) { return or_throw(taken(size, 0)); }
void* operator new(std::size_t size, const std::nothrow_t&) noexcept { return taken(size, 0); }
void* operator new[](std::size_t size, const std::nothrow_t&) noexcept { return taken(size, 0); }
void* operator new(std::size_t size, std::align_val_t at) { return or_throw(taken(size, std::size_t(at))); }
void* operator new[](std::size_t size, std::align_val_t at) { return or_throw(taken(size, std::size_t(at))); }
void operator delete(void* place) noexcept { std::free(place); }
void operator delete[](void* place) noexcept { std::free(place); }
void operator delete(void* place, std::size_t) noexcept { std::free(place); }
void operator delete[](void* place, std::size_t) noexcept { std::free(place); }
void operator delete(void* place, std::align_val_t) noexcept { std::free(place); }
void operator delete[](void* place, std::align_val_t) noexcept { std::free(place); }
void operator delete(void* place, std::size_t, std::align_val_t) noexcept { std::free(place); }
void operator delete[](void* place, std::size_t, std::align_val_t) noexcept { std::free(place); }
