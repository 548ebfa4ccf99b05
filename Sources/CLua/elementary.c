// Sine and cosine of one number. What lanes compute is in sine.h; here is also the way for arguments that are far from 0.

#include "CLuaKernel.h"

#include <string.h>

#pragma STDC FP_CONTRACT OFF

static inline int64_t word_of(double x) {
    int64_t word;
    memcpy(&word, &x, sizeof word);
    return word;
}

static inline double lane_of(int64_t word) {
    double x;
    memcpy(&x, &word, sizeof x);
    return x;
}

#define LANE double
#define WORD int64_t
#define UWORD uint64_t
#define AS_WORD(x) word_of(x)
#define AS_LANE(x) lane_of(x)
#define NAMED(name) name
#include "sine.h"

// 64 zeros, then the bits of 1/π behind the point (Payne and Hanek, 1983: only those are multiplied that count).
static const uint64_t inverse[] = {
    0, 0x517cc1b727220a94, 0xfe13abe8fa9a6ee0, 0x6db14acc9e21c820, 0xff28b1d5ef5de2b0, 0xdb92371d2126e970,
    0x0324977504e8c90e, 0x7f0ef58e5894d39f, 0x74411afa975da242, 0x74ce38135a2fbf20, 0x9cc8eb1cc1a99cfa,
    0x4e422fc5defc941d, 0x8ffc4bffef02cc07, 0xf79788c5ad05368f, 0xb69b3f6793e584db, 0xa7a31fb34f2ff516,
    0xba93dd63f5f2f8bd, 0x9e839cfbc5294975, 0x35fdafd88fc6ae84, 0x2b0198237e3db5d5, 0xf867de104d7a1b0e,
};

static uint64_t bits_at(unsigned position) {
    unsigned word = position / 64, shift = position % 64;
    return shift ? inverse[word] << shift | inverse[word + 1] >> (64 - shift) : inverse[word];
}

// What is left of `size`, finite and at least SINE_LIMIT, within ±π/2 of `*turns` times π, of which only the last bit
// is right.
static double far_rest(double size, uint64_t *turns) {
    int64_t bits = word_of(size);
    int exponent = (int)(bits >> 52) - 1075;
    uint64_t whole = (uint64_t)(bits & ((INT64_C(1) << 52) - 1)) | UINT64_C(1) << 52;
    // Bits of more weight make even numbers of half turns. The first of these three words has weight 2 and less.
    unsigned position = (unsigned)(64 + exponent - 1);
    unsigned __int128 low = (unsigned __int128)whole * bits_at(position + 128);
    unsigned __int128 middle = (unsigned __int128)whole * bits_at(position + 64) + (uint64_t)(low >> 64);
    uint64_t high = whole * bits_at(position) + (uint64_t)(middle >> 64);
    *turns = high >> 63;
    unsigned __int128 fraction = (unsigned __int128)high << 65 | (unsigned __int128)(uint64_t)middle << 1 | (uint64_t)low >> 63;
    bool above = fraction >> 127;
    if (above) {
        fraction = -fraction;
        *turns += 1;
    }
    double rest = (double)fraction * 0x1p-128 * 0x1.921fb54442d18p+1;
    return above ? -rest : rest;
}

static double far_sine(double x) {
    double size = x < 0 ? -x : x;
    if (!(size <= 0x1.fffffffffffffp1023)) return x - x;
    uint64_t turns;
    double sine = sine_of_rest(far_rest(size, &turns));
    return ((turns & 1) != 0) != (x < 0) ? -sine : sine;
}

static double far_cosine(double x) {
    double size = x < 0 ? -x : x;
    if (!(size <= 0x1.fffffffffffffp1023)) return x - x;
    uint64_t turns;
    double rest = far_rest(size, &turns);
    // cos r = sin(π/2 - |r|), π/2 in two parts.
    double part = rest < 0 ? -rest : rest;
    double cosine = sine_of_rest((0x1.921fb54442d18p+0 - part) + 0x1.1a62633145c07p-54);
    return turns & 1 ? -cosine : cosine;
}

double clua_sine(double x) {
    double size = lane_of(word_of(x) & INT64_MAX);
    int64_t reach = 0;
    return size < SINE_LIMIT ? near_sine(x, &reach) : far_sine(x);
}

double clua_cosine(double x) {
    double size = lane_of(word_of(x) & INT64_MAX);
    int64_t reach = 0;
    return size < SINE_LIMIT ? near_cosine(x, &reach) : far_cosine(x);
}
