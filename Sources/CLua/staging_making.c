// Makes the twin of an update, and tells what the functions that it calls can do.

#include "staging.h"

#include <stdlib.h>
#include <string.h>

// The kinds of calls

static bool is_among(lua_CFunction function, const lua_CFunction *list, size_t count) {
    for (size_t i = 0; i < count; i++)
        if (list[i] == function) return true;
    return false;
}

static CLuaCallKind kind_of(lua_State *L, CLuaVM *vm, int index) {
    lua_CFunction function = lua_tocfunction(L, index);
    if (!function) return CLUA_CALL_UNKNOWN;
    CLuaFunction known = clua_known_function(L, vm, index);
    if (known == CLUA_FUNCTION_REMOVE || function == clua_import_function) return CLUA_CALL_LAST;
    if (known == CLUA_FUNCTION_MIN || known == CLUA_FUNCTION_MAX) return CLUA_CALL_CHOICE;
    if (known) return CLUA_CALL_NUMBER;
    if (is_among(function, vm->harmless, CLUA_HARMLESS_COUNT)) return CLUA_CALL_HARMLESS;
    return is_among(function, vm->closing, CLUA_CLOSING_COUNT) ? CLUA_CALL_LAST : CLUA_CALL_UNKNOWN;
}

static void note_functions(lua_State *L, const char *const *names, lua_CFunction *functions, size_t count) {
    for (size_t i = 0; i < count; i++) {
        lua_pushglobaltable(L);
        const char *dot = strchr(names[i], '.');
        if (dot) {
            lua_pushlstring(L, names[i], (size_t)(dot - names[i]));
            lua_rawget(L, -2);
        }
        lua_getfield(L, -1, dot ? dot + 1 : names[i]);
        functions[i] = lua_tocfunction(L, -1);
        lua_settop(L, 0);
    }
}

// Called while the globals are those of the sandbox.
void clua_open_staging(lua_State *L) {
    // None of them runs code of the script's while it has set no metatable, looks at a column, or writes to a table at a key
    // that is no number; `spawn` fills a place that was free.
    static const char *const harmless[] = {
        "spawn", "print", "log", "text", "snowpack", "type", "tonumber", "tostring", "select", "next", "pairs", "ipairs",
        "rawlen", "rawequal", "rawget", "table.insert", "table.remove", "table.pack", "table.unpack", "math.modf",
        "math.tointeger", "math.type", "math.ult", "math.random", "string.format"};
    static const char *const closing[] = {"animate", "settle"};
    _Static_assert(sizeof harmless / sizeof *harmless == CLUA_HARMLESS_COUNT, "one place for each");
    _Static_assert(sizeof closing / sizeof *closing == CLUA_CLOSING_COUNT, "one place for each");
    CLuaVM *vm = vm_of(L);
    note_functions(L, harmless, vm->harmless, CLUA_HARMLESS_COUNT);
    note_functions(L, closing, vm->closing, CLUA_CLOSING_COUNT);
}

bool clua_push_path(lua_State *L, int function, const CLuaPath *path, int keys, int place) {
    if (!lua_getupvalue(L, function, path->upvalue)) lua_pushnil(L);
    for (int i = 0; i < path->key_count; i++) {
        if (!lua_istable(L, -1)) return false;
        lua_rawgeti(L, keys, place + i);
        lua_rawget(L, -2);
    }
    return true;
}

static void set_keys(lua_State *L, int table, const CLuaPath *path, const char **keys, int place) {
    for (int i = 0; i < path->key_count; i++) {
        lua_pushlstring(L, *keys, (size_t)path->lengths[i]);
        lua_rawseti(L, table, place + i);
        *keys += path->lengths[i];
    }
}

static bool push_update(lua_State *L) {
    lua_pushglobaltable(L);
    lua_pushliteral(L, "update");
    lua_rawget(L, -2);
    lua_remove(L, -2);
    return lua_isfunction(L, -1) && !lua_iscfunction(L, -1);
}

typedef struct Question {
    const CLuaPath *path;
    const char *keys;
    CLuaCallKind kind;
} Question;

static int answer_kind(lua_State *L) {
    Question *question = lua_touserdata(L, 1);
    if (!push_update(L)) return 0;
    lua_createtable(L, 2, 0);
    set_keys(L, 3, question->path, &question->keys, 1);
    if (clua_push_path(L, 2, question->path, 3, 1)) question->kind = kind_of(L, vm_of(L), -1);
    return 0;
}

CLuaCallKind clua_call_kind(CLuaVM *vm, const CLuaPath *path, const char *keys) {
    Question question = {path, keys, CLUA_CALL_UNKNOWN};
    return clua_prepare(vm, answer_kind, &question) ? question.kind : CLUA_CALL_UNKNOWN;
}

// Making a twin

static void mark_fields(CLuaVM *vm, const Staging *staging) {
    for (Field *field = vm->fields; field < vm->fields + FIELD_PLACES; field++) {
        field->is_staged = false;
        if (!field->key) continue;
        for (int i = 0; staging && i < staging->field_count; i++) {
            const CLuaStagedField *staged = &staging->fields[i].field;
            // A height that was not set follows the width.
            if ((field->kind == CLUA_FIELD_FLOAT && field->column == staged->column) ||
                (field->kind == CLUA_FIELD_HEIGHT && staged->is_written &&
                 staged->column == vm->columns.width_column))
                field->is_staged = true;
        }
    }
}

static int forget(lua_State *L) {
    CLuaVM *vm = vm_of(L);
    luaL_unref(L, LUA_REGISTRYINDEX, vm->staging->references);
    return 0;
}

void clua_stage_nothing(CLuaVM *vm) {
    if (!vm->staging || !vm->staging->installed) return;
    vm->staging->installed = false;
    vm->staging->counts = (CLuaStagingCounts){0};
    clua_prepare(vm, forget, NULL);
    mark_fields(vm, NULL);
}

typedef struct Making {
    const CLuaStaging *from;
    bool done;
} Making;

static bool load_twin(lua_State *L, const CLuaStaging *from, int function) {
    if (luaL_loadbufferx(L, from->bytes, from->length, "=staged", "b") != LUA_OK) return false;
    for (int i = 1; i <= from->upvalue_count; i++) {
        if (!lua_upvalueid(L, -1, i) || !lua_upvalueid(L, function, i)) return false;
        lua_upvaluejoin(L, -1, i, function, i);
    }
    return !lua_upvalueid(L, function, from->upvalue_count + 1);
}

static int make(lua_State *L) {
    Making *making = lua_touserdata(L, 1);
    const CLuaStaging *from = making->from;
    CLuaVM *vm = vm_of(L);
    Staging *staging = vm->staging;
    int function = 2, table = 3;
    if (!push_update(L)) return 0;
    staging->original = lua_topointer(L, function);
    lua_createtable(L, PATHS + PLACES_A_PATH * from->path_count, 0);
    if (!load_twin(L, from, function)) return 0;
    staging->twin = lua_topointer(L, -1);
    lua_rawseti(L, table, TWIN);
    staging->spare = lua_newthread(L);
    lua_rawseti(L, table, SPARE);
    const char *keys = from->keys;
    for (int i = 0; i < from->path_count; i++) {
        const CLuaPath *path = staging->paths + i;
        int place = PATHS + PLACES_A_PATH * i;
        set_keys(L, table, path, &keys, place + 1);
        if (!clua_push_path(L, function, path, table, place + 1) || !kind_of(L, vm, -1)) return 0;
        // It is kept, so that no other one gets its address.
        staging->functions[i] = lua_topointer(L, -1);
        lua_rawseti(L, table, place);
        lua_settop(L, table);
    }
    // The address of a function is that of no other one while the twin is there: it has its upvalues, and it is kept.
    lua_pushvalue(L, function);
    lua_rawseti(L, table, PATHS + PLACES_A_PATH * from->path_count);
    staging->references = luaL_ref(L, LUA_REGISTRYINDEX);
    making->done = true;
    return 0;
}

bool clua_stage(CLuaVM *vm, const CLuaStaging *from) {
    clua_stage_nothing(vm);
    if (!vm->staging) vm->staging = calloc(1, sizeof *vm->staging);
    Staging *staging = vm->staging;
    if (!staging || from->field_count > CLUA_MAX_STAGED_FIELDS || from->path_count > CLUA_MAX_STAGED_CALLS) return false;
    staging->parameter_count = from->parameter_count;
    staging->field_count = from->field_count;
    staging->written_count = 0;
    for (int i = 0; i < from->field_count; i++) {
        staging->fields[i] = (Staged){.field = from->fields[i]};
        staging->written_count += from->fields[i].is_written;
    }
    staging->path_count = from->path_count;
    for (int i = 0; i < from->path_count; i++) staging->paths[i] = from->paths[i];
    staging->rechecks = from->rechecks;
    Making making = {.from = from};
    staging->installed = clua_prepare(vm, make, &making) && making.done;
    if (staging->installed) mark_fields(vm, staging);
    return staging->installed;
}

CLuaStagingCounts clua_staging_counts(const CLuaVM *vm) {
    return vm->staging ? vm->staging->counts : (CLuaStagingCounts){0};
}
