#ifndef CLUA_STAGING_H
#define CLUA_STAGING_H

// Staged updates: `update` called for one flake after another, whose fields lie in registers of the function meanwhile.
//
// Reading or writing a field of a flake is a call of C. The twin of an update takes the numbers that it reads as further
// arguments, and returns those that it writes: its bytecode is that of the script's function, but for moves in the place
// of these fields. It shares the upvalues, has the same lines, and stands where the function would in every traceback.

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct CLuaVM;

enum { CLUA_MAX_STAGED_FIELDS = 32, CLUA_MAX_STAGED_CALLS = 16 };

// A field that lies in a register. Those that are written come last.
typedef struct CLuaStagedField {
    int32_t column;
    bool is_read, is_written;
} CLuaStagedField;

// Where a function finds another one: an upvalue, from 1, or what a table in it has under one or two keys.
typedef struct CLuaPath {
    int32_t upvalue;
    int32_t key_count;
    int32_t lengths[2];  // of the keys, whose bytes lie one after the other
} CLuaPath;

// What calling a function can bring about.
typedef enum CLuaCallKind {
    CLUA_CALL_UNKNOWN,   // anything
    CLUA_CALL_NUMBER,    // nothing: it works out a number
    CLUA_CALL_CHOICE,    // nothing: it answers one of its arguments
    CLUA_CALL_HARMLESS,  // nothing that a field of a living flake could tell, and no code of the script runs
    CLUA_CALL_LAST,      // the flake may be read, written or removed, but no code of the script runs
} CLuaCallKind;

// What kind the function is that the global `update` finds there now. Runs nothing.
CLuaCallKind clua_call_kind(struct CLuaVM *vm, const CLuaPath *path, const char *keys);

typedef struct CLuaStaging {
    const char *bytes;  // of the twin, as lua_dump writes a function
    size_t length;
    int32_t parameter_count;  // of the script's function; the fields are the parameters behind them
    int32_t upvalue_count;
    const CLuaStagedField *fields;
    int32_t field_count;
    const CLuaPath *paths;  // to the functions that must be what they were when the twin was made
    const char *keys;
    int32_t path_count;
    bool rechecks;  // whether an update can change what lies there
} CLuaStaging;

// Makes a twin of the function that is `update` now; from the next clua_update on it takes its place where it may. False
// when there is no memory, or no such function.
bool clua_stage(struct CLuaVM *vm, const CLuaStaging *staging);
// No twin: `update` itself is called.
void clua_stage_nothing(struct CLuaVM *vm);
// How many flakes a twin updated, of which so many were put back on the way: something else asked for them.
typedef struct CLuaStagingCounts {
    uint64_t staged, put_back;
} CLuaStagingCounts;
CLuaStagingCounts clua_staging_counts(const struct CLuaVM *vm);

#endif
