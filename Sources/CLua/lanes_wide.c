// Lanes in 256 bits, where an x86 processor has them, and which it is asked at run time.

#include "lanes.h"

#if defined(__x86_64__)

#include <cpuid.h>

bool clua_has_wide_lanes(void) {
    unsigned a, b, c, d;
    if (!__get_cpuid(1, &a, &b, &c, &d) || !(c & bit_OSXSAVE) || !(c & bit_AVX)) return false;
    // The system keeps the registers' upper halves.
    unsigned low, high;
    __asm__("xgetbv" : "=a"(low), "=d"(high) : "c"(0));
    return (low & 6) == 6 && __get_cpuid_count(7, 0, &a, &b, &c, &d) && b & bit_AVX2;
}

#include <math.h>
#include <string.h>

#pragma clang diagnostic ignored "-Wpsabi"  // all is inlined, so nothing is passed anywhere
#pragma clang attribute push(__attribute__((target("avx2"))), apply_to = function)
#define WIDE_LANES
#define RUNNER clua_run_lanes_wide
#include "lanes.inc"
#pragma clang attribute pop

#else

bool clua_has_wide_lanes(void) { return false; }

bool clua_run_lanes_wide(const CLuaLaneOperation *operations, size_t count, LaneFrame *frame) {
    return clua_run_lanes_portable(operations, count, frame);
}

#endif
