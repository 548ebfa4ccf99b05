#ifndef LANES_H
#define LANES_H

#include "CLuaKernel.h"

enum { REGISTER_BYTES = CLUA_LANES * 8, REGISTER_ALIGNMENT = 128 };

// Numbers that a script's table holds at whole keys from `first` on.
typedef struct Row {
    int32_t uniform;
    int64_t first, count, capacity;
    double *numbers;
    unsigned char *present;
} Row;

// A chunk at work.
typedef struct LaneFrame {
    char *registers;  // aligned for any vector
    float *const *fields;
    const float *aspect;
    uint32_t *color;
    const uint32_t *birth_number;
    uint32_t start;   // the slot of the first lane
    int count;        // lanes, CLUA_LANES at most
    bool all_live;    // register 0 holds everywhere
    uint64_t random_base;
    const Row *rows;
    double (*noise)(void *context, double, double, double);
    double (*ground)(void *context, double x, double y);
    void *scene_context;
    int removed;  // the register with the mask of those to be removed; -1: there are none
} LaneFrame;

// Runs the operations on a chunk; false when a guard gave it up, before anything was stored.
typedef bool LaneRunner(const CLuaLaneOperation *operations, size_t count, LaneFrame *frame);
LaneRunner clua_run_lanes_portable, clua_run_lanes_wide;
bool clua_has_wide_lanes(void);

// functions.c: Lua's own where they are not vectors.
double clua_call_1(CLuaFunction function, double x);
double clua_call_2(CLuaFunction function, double x, double y);

static inline uint64_t clua_mix(uint64_t bits) {
    bits = (bits ^ bits >> 30) * 0xBF58476D1CE4E5B9;
    bits = (bits ^ bits >> 27) * 0x94D049BB133111EB;
    return bits ^ bits >> 31;
}

#endif
