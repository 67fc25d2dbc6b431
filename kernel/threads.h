// Work that is shared among threads.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <exception>
#include <mutex>
#include <system_error>
#include <thread>
#include <vector>

namespace fullprime {

// Does all the work from 0 to n - 1 as work(thread, i); a machine that gives fewer threads does it
// with those. The first exception ends it and is thrown on.
template <class Work>
void in_parallel(int threads, size_t n, Work work) {
    std::atomic<size_t> next{0};
    std::exception_ptr failure;
    std::mutex failing;
    const auto serve = [&](int thread) {
        try {
            for (size_t i = next++; i < n; i = next++) work(thread, i);
        } catch (...) {
            next = n;
            const std::lock_guard lock(failing);
            if (!failure) failure = std::current_exception();
        }
    };
    std::vector<std::thread> helpers;
    const int useful = static_cast<int>(std::min(n, static_cast<size_t>(threads)));
    try {
        for (int i = 1; i < useful; ++i) helpers.emplace_back(serve, i);
    } catch (const std::system_error&) {
    }
    serve(0);
    for (std::thread& helper : helpers) helper.join();
    if (failure) std::rethrow_exception(failure);
}

}  // namespace fullprime
