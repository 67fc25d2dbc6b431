// One loop for both machines: many threads under nvcc, a plain loop under another compiler.
#pragma once

#include <cstdint>

#include "../kernel/board.h"

#if defined(__CUDACC__)
#include <cuda_fp16.h>
#endif

namespace fullprime {

#if defined(__CUDACC__)
using Real = __half;  // what the matrix units multiply
FULLPRIME_HD inline float to_float(Real x) { return __half2float(x); }
FULLPRIME_HD inline Real to_real(float x) { return __float2half_rn(x); }
#else
using Real = float;
inline float to_float(Real x) { return x; }
inline Real to_real(float x) { return x; }
#endif

struct alignas(16) Eight {  // loaded at once
    Real values[8];
};

// Adds to a number that many threads share; gives what it was.
template <class Number>
FULLPRIME_HD inline Number add(Number* number, Number n) {
#if defined(__CUDA_ARCH__)
    return atomicAdd(number, n);
#else
    const Number before = *number;
    *number = before + n;
    return before;
#endif
}

constexpr int THREADS = 128;

// Does body(i) for all i below n; returns an error of the device, 0: none.
#if defined(__CUDACC__)
template <class Body>
__global__ void __launch_bounds__(THREADS) for_thread(int64_t n, Body body) {
    const int64_t i = int64_t{blockIdx.x} * THREADS + threadIdx.x;
    if (i < n) body(i);
}

template <class Body>
int for_each(int64_t n, void* stream, Body body) {
    if (!n) return 0;
    const auto blocks = static_cast<unsigned>((n + THREADS - 1) / THREADS);
    for_thread<<<blocks, THREADS, 0, static_cast<cudaStream_t>(stream)>>>(n, body);
    return cudaGetLastError();
}
#else
template <class Body>
int for_each(int64_t n, void*, Body body) {
    for (int64_t i = 0; i < n; ++i) body(i);
    return 0;
}
#endif

}  // namespace fullprime
