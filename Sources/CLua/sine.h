// Sine and cosine from sums and products alone, so that each machine, each width of vector and each lane gives the
// same bits. Included with LANE, WORD (a signed integer as wide) and the casts AS_WORD and AS_LANE between their bits.
//
// x is reduced by the nearest multiple of π, in three parts whose products are exact up to SINE_LIMIT; a polynomial of
// nine terms follows, fitted by Remez' exchange (its own error: 2.8e-19). The whole is wrong by less than 3 ulp; the
// tests hold it against the C library's long double. Beyond SINE_LIMIT the callers go to clua_far_sine.

#define SINE_LIMIT 3e6
#define SINE_ROUND 0x1.8p52  // added, it leaves the nearest whole number in the low bits
// Taken off those bits, it leaves less than 2^20 of what is nearer to 0 than SINE_LIMIT by half.
#define SINE_REACH (INT64_C(0x4338000000000000) - (1 << 19))

// sin(r) for r within ±π/2.
static inline __attribute__((always_inline)) LANE NAMED(sine_of_rest)(LANE r) {
    // In pairs, and pairs of pairs: no sum waits for more than two others, and a processor can begin the next numbers.
    LANE square = r * r, fourth = square * square, eighth = fourth * fourth;
    LANE first = square * 0x1.11111111110c1p-7 + -0x1.5555555555555p-3;
    LANE second = square * 0x1.71de3a5287c67p-19 + -0x1.a01a01a0148bcp-13;
    LANE third = square * 0x1.6123cb28f0276p-33 + -0x1.ae6454cb56f1cp-26;
    LANE last = square * 0x1.8829a28d9b4c5p-49 + -0x1.ae431d94301f5p-41;
    LANE sum = (last * fourth + third) * eighth + (second * fourth + first);
    // A product last: a zero keeps its sign.
    return r * (sum * square + 1.0);
}

// The sine within SINE_LIMIT. `reach` gets bits above the lowest 20 where x may not be.
static inline __attribute__((always_inline)) LANE NAMED(near_sine)(LANE x, WORD *reach) {
    LANE rounded = x * 0x1.45f306dc9c883p-2 + SINE_ROUND;
    *reach |= AS_WORD(rounded) - SINE_REACH;
    LANE turns = rounded - SINE_ROUND;
    LANE rest = x - turns * 0x1.921fb544p+1;
    rest = rest - turns * 0x1.0b4611a6p-33;
    rest = rest - turns * 0x1.3198a2e037073p-68;
    WORD odd = (WORD)((UWORD)AS_WORD(rounded) << 63);
    return AS_LANE(AS_WORD(NAMED(sine_of_rest)(rest)) ^ odd);
}

// The multiple is an odd one of π/2, from where the cosine is a sine.
static inline __attribute__((always_inline)) LANE NAMED(near_cosine)(LANE x, WORD *reach) {
    LANE size = AS_LANE(AS_WORD(x) & INT64_MAX);
    LANE rounded = size * 0x1.45f306dc9c883p-2 - 0.5 + SINE_ROUND;
    *reach |= AS_WORD(rounded) - SINE_REACH;
    LANE turns = (rounded - SINE_ROUND) * 2 + 1;
    LANE rest = size - turns * 0x1.921fb544p+0;
    rest = rest - turns * 0x1.0b4611a6p-34;
    rest = rest - turns * 0x1.3198a2e037073p-69;
    WORD even = (WORD)(~(UWORD)AS_WORD(rounded) << 63);
    return AS_LANE(AS_WORD(NAMED(sine_of_rest)(rest)) ^ even);
}
