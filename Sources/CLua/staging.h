#ifndef STAGING_H
#define STAGING_H

#include "kernel.h"

// Places of the table that keeps what staging needs. From PATHS on each path has a function and the keys to it.
enum { TWIN = 1, SPARE, PATHS };
enum { PLACES_A_PATH = 3 };

typedef struct Staged {
    CLuaStagedField field;
    bool is_noted;
    double noted;
} Staged;

// The twin of a VM's update.
struct Staging {
    int references;  // a table in the registry
    const void *original, *twin;
    lua_State *spare;  // a thread that runs nothing: somewhere to push a value while memory is short
    int parameter_count, field_count, written_count, path_count;
    Staged fields[CLUA_MAX_STAGED_FIELDS];
    CLuaPath paths[CLUA_MAX_STAGED_CALLS];
    const void *functions[CLUA_MAX_STAGED_CALLS];  // that lay at the paths
    bool installed, rechecks, noted;
    CLuaStagingCounts counts;
};

// Pushes what the function at `function` finds at a path, whose keys lie in the table at `keys`, from their `place` on.
// False when a metamethod would have to be asked, or something is no table. The value is at the top then, and up to two
// others are below it. May raise.
bool clua_push_path(lua_State *L, int function, const CLuaPath *path, int keys, int place);

#endif
