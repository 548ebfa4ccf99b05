#ifndef CLUA_PATTERN_H
#define CLUA_PATTERN_H

#include "internal.h"

// Lua patterns, compiled into a row of nodes and matched without recursion: a pattern is a sequence, so the way back
// is a chain through the nodes that still have a choice.

enum { MAX_CAPTURES = 32, MAX_PATTERN = 16 * 1024, NODES_AT_HAND = 40 };

typedef enum NodeKind {
    NODE_SET,
    NODE_ANY,
    NODE_BYTE,
    NODE_OPEN,      // first: the capture's number
    NODE_CLOSE,     // first: the capture's number
    NODE_POSITION,  // first: the capture's number
    NODE_BACK,      // first: the capture's number
    NODE_BALANCE,   // from first to second
    NODE_FRONTIER,  // set
    NODE_END,
    NODE_FAULT,  // first: a Fault; second: what it is about
} NodeKind;

// What is wrong with a pattern. As in Lua, it counts only when a match comes to it.
typedef enum Fault {
    FAULT_ENDS_WITH_PERCENT,
    FAULT_MISSING_BRACKET,
    FAULT_MISSING_BALANCE,
    FAULT_MISSING_SET,
    FAULT_TOO_MANY_CAPTURES,
    FAULT_NOTHING_TO_CLOSE,
    FAULT_NO_SUCH_CAPTURE,  // second: its letter
} Fault;

typedef enum Repeat { REPEAT_ONCE, REPEAT_OPTIONAL, REPEAT_MOST, REPEAT_FEWEST } Repeat;

typedef struct Node {
    uint8_t kind, repeat, minimum, first, second;
    int32_t previous;       // the node before it on the way back, or -1
    const char *low, *at;   // while it has a choice: the least it can end at, and where it ends now
    uint64_t set[4];  // a bit for each byte
} Node;

typedef struct Capture {
    const char *start;
    size_t length;
    bool is_position, is_open;
} Capture;

typedef struct Match {
    lua_State *L;
    CLuaVM *vm;
    const char *subject, *end;
    Node *nodes;
    int count;
    int capture_count;
    uint32_t steps;
    Capture captures[MAX_CAPTURES];
} Match;

// Compiles. `nodes` has a place for each byte of the pattern.
void clua_compile_pattern(Match *match, const char *pattern, size_t length, Node *nodes);
// The end of the match that starts at `start`, or NULL. Raises when it comes to a fault, or a limit is hit.
const char *clua_match(Match *match, const char *start);
// Pushes the capture, or the whole match for number 0 of a pattern without captures. Raises when it was never closed.
void clua_push_capture(Match *match, int number, const char *start, const char *end);
// Pushes all captures, or the whole match where there are none; answers how many.
int clua_push_captures(Match *match, const char *start, const char *end);

// Counts a step of work that Lua does not see.
static inline void clua_step(Match *match) {
    if ((++match->steps & 1023) == 0) clua_charge(match->L, match->vm, 128);
}

#endif
