// Staged updates (CLuaStaging.h). Who makes the twin has seen to it that, as long as a staged field may still be read or
// written, nothing has run but the function itself, functions of the kinds NUMBER and HARMLESS, and the fields of flakes.
// So there are three ways for its numbers back to the columns: the results of the twin; the registers of its frame, before
// something else can look at the flake (`put_back`); and, should memory run out, what was noted of them then.

#include "kernel.h"

#include <stdlib.h>
#include <string.h>

// Places of the table that keeps what staging needs.
enum { TWIN = 1, SPARE, PATHS };
enum { PLACES_A_PATH = 3 };  // the function and up to two keys

// Putting flakes back costs more than staging them saves, where it happens to most.
enum { FREE_PUTS = 64 };

typedef struct Staged {
    CLuaStagedField field;
    bool is_noted;
    double noted;
} Staged;

struct Staging {
    int references;  // a table in the registry
    const void *original, *twin;
    lua_State *spare;  // a thread that runs nothing: somewhere to push a value while memory is short
    int parameter_count, field_count, written_count, path_count;
    Staged fields[CLUA_MAX_STAGED_FIELDS];
    CLuaPath paths[CLUA_MAX_STAGED_CALLS];
    bool installed, rechecks, noted;
    CLuaStagingCounts counts;
};

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
    // None of them calls a function or a metamethod, looks at a column, or writes to a table at a key that is no number;
    // `spawn` fills a place that was free.
    static const char *const harmless[] = {
        "spawn", "type", "tonumber", "select", "next", "rawlen", "rawequal", "rawget", "table.insert", "table.remove",
        "table.pack", "table.unpack", "math.modf", "math.tointeger", "math.type", "math.ult", "math.random"};
    static const char *const closing[] = {"animate", "settle", "text", "snowpack"};
    _Static_assert(sizeof harmless / sizeof *harmless == CLUA_HARMLESS_COUNT, "one place for each");
    _Static_assert(sizeof closing / sizeof *closing == CLUA_CLOSING_COUNT, "one place for each");
    CLuaVM *vm = vm_of(L);
    note_functions(L, harmless, vm->harmless, CLUA_HARMLESS_COUNT);
    note_functions(L, closing, vm->closing, CLUA_CLOSING_COUNT);
}

// Pushes what the function at `function` finds at a path, whose keys lie at `keys`, from their `place` on. False when a
// metamethod would have to be asked, or something is no table; one value is pushed all the same.
static bool push_path(lua_State *L, int function, const CLuaPath *path, int keys, int place) {
    if (!lua_getupvalue(L, function, path->upvalue)) lua_pushnil(L);
    for (int i = 0; i < path->key_count; i++) {
        if (!lua_istable(L, -1)) return false;
        lua_rawgeti(L, keys, place + i);
        lua_rawget(L, -2);
        lua_remove(L, -2);
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
    if (push_path(L, 2, question->path, 3, 1)) question->kind = kind_of(L, vm_of(L), -1);
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
        if (!push_path(L, function, path, table, place + 1) || !kind_of(L, vm, -1)) return 0;
        lua_rawseti(L, table, place);
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
    staging->counts = (CLuaStagingCounts){0};
    Making making = {.from = from};
    staging->installed = clua_prepare(vm, make, &making) && making.done;
    if (staging->installed) mark_fields(vm, staging);
    return staging->installed;
}

CLuaStagingCounts clua_staging_counts(const CLuaVM *vm) {
    return vm->staging ? vm->staging->counts : (CLuaStagingCounts){0};
}

// Calling it

static bool paths_hold(lua_State *L, const Staging *staging, int twin, int table) {
    int top = lua_gettop(L);
    bool hold = true;
    for (int i = 0; hold && i < staging->path_count; i++) {
        int place = PATHS + PLACES_A_PATH * i;
        hold = push_path(L, twin, staging->paths + i, table, place + 1);
        lua_rawgeti(L, table, place);
        hold = hold && lua_rawequal(L, -1, -2);
        lua_settop(L, top);
    }
    return hold;
}

static inline void put(const CLuaVM *vm, const Staged *staged, uint32_t slot, double number) {
    float *place = vm->columns.fields[staged->field.column] + slot, value = clua_single(number);
    // What did not change is left alone: a column that is zero throughout takes no memory.
    if (memcmp(place, &value, sizeof value) != 0) *place = value;
}

bool clua_begin_staged(lua_State *L, CLuaVM *vm, int function) {
    const Staging *staging = vm->staging;
    if (!staging || !staging->installed || vm->has_metatables || lua_topointer(L, function) != staging->original ||
        staging->counts.put_back > FREE_PUTS + staging->counts.staged / 2)
        return false;
    luaL_checkstack(L, staging->parameter_count + staging->field_count + 8, NULL);
    int top = lua_gettop(L);
    lua_rawgeti(L, LUA_REGISTRYINDEX, staging->references);
    lua_rawgeti(L, -1, TWIN);
    if (paths_hold(L, staging, top + 2, top + 1)) return true;
    lua_settop(L, top);
    return false;
}

// A NaN of other bits than the one that columns take: whether it was written could not be told.
static bool is_odd(float value) {
    static const float usual = NAN;
    return value != value && memcmp(&value, &usual, sizeof value) != 0;
}

bool clua_call_staged(lua_State *L, CLuaVM *vm, double dt, uint32_t slot) {
    Staging *staging = vm->staging;
    int twin = lua_gettop(L), parameters = staging->parameter_count, written = staging->written_count;
    if (vm->has_metatables || (staging->rechecks && !paths_hold(L, staging, twin, twin - 1))) return false;
    lua_pushvalue(L, twin);
    clua_push_flake(L, vm, slot);
    if (parameters > 1) lua_pushnumber(L, dt);
    if (parameters > 2) lua_pushnumber(L, vm->scene.time);
    for (int i = 3; i < parameters; i++) lua_pushnil(L);
    for (const Staged *staged = staging->fields, *end = staged + staging->field_count; staged < end; staged++) {
        if (!staged->field.is_read) {
            lua_pushboolean(L, 0);  // until it is written
            continue;
        }
        float value = vm->columns.fields[staged->field.column][slot];
        if (staged->field.is_written && is_odd(value)) {
            lua_settop(L, twin);
            return false;
        }
        lua_pushnumber(L, value);
    }
    staging->noted = false;
    staging->counts.staged++;
    vm->staged_slot = slot;
    lua_call(L, parameters + staging->field_count, written);
    if (vm->staged_slot == slot) {
        vm->staged_slot = CLUA_NO_SLOT;
        const Staged *first = staging->fields + staging->field_count - written;
        for (int i = 0; i < written; i++) {
            int is_number;
            double number = lua_tonumberx(L, twin + 1 + i, &is_number);
            if (is_number) put(vm, first + i, slot, number);
        }
    }
    lua_settop(L, twin);
    return true;
}

// The registers of a twin that runs. The twin was called by what entered Lua, at the bottom of the main thread.

static bool find_frame(const CLuaVM *vm, lua_Debug *frame) {
    int depth = 0;
    for (int step = 1 << 20; step; step >>= 1)
        if (lua_getstack(vm->main, depth + step, frame)) depth += step;
    return depth > 0 && lua_getstack(vm->main, depth - 1, frame);
}

static bool is_twin(lua_State *L, const CLuaVM *vm, lua_Debug *frame) {
    lua_getinfo(L, "f", frame);
    bool is = lua_topointer(L, -1) == vm->staging->twin;
    lua_pop(L, 1);
    return is;
}

// Reads a field's register by way of a thread that it need not belong to; false when it was not written.
static bool read_register(lua_State *L, const Staging *staging, const lua_Debug *frame, int field, double *number) {
    if (!lua_getlocal(L, frame, staging->parameter_count + 1 + field)) return false;
    int is_number;
    *number = lua_tonumberx(L, -1, &is_number);
    lua_pop(L, 1);
    return is_number;
}

static void put_registers(lua_State *L, const CLuaVM *vm, const lua_Debug *frame, uint32_t slot) {
    const Staging *staging = vm->staging;
    for (int i = staging->field_count - staging->written_count; i < staging->field_count; i++) {
        double number;
        if (read_register(L, staging, frame, i, &number)) put(vm, staging->fields + i, slot, number);
    }
}

void clua_put_back(CLuaVM *vm) {
    Staging *staging = vm->staging;
    uint32_t slot = vm->staged_slot;
    vm->staged_slot = CLUA_NO_SLOT;
    staging->counts.put_back++;
    lua_Debug frame;
    if (find_frame(vm, &frame) && is_twin(vm->main, vm, &frame)) {
        put_registers(vm->main, vm, &frame, slot);
        return;
    }
    for (int i = 0; staging->noted && i < staging->field_count; i++)
        if (staging->fields[i].is_noted) put(vm, staging->fields + i, slot, staging->fields[i].noted);
}

void clua_note_staged(CLuaVM *vm) {
    Staging *staging = vm->staging;
    lua_Debug frame;
    if (!find_frame(vm, &frame)) return;
    staging->noted = true;
    for (int i = 0; i < staging->field_count; i++) {
        Staged *staged = staging->fields + i;
        staged->is_noted =
            staged->field.is_written && read_register(staging->spare, staging, &frame, i, &staged->noted);
    }
}

// Whether the twin itself asks, and may go on with its registers.
static bool asks_itself(lua_State *L, const CLuaVM *vm, lua_Debug *frame) {
    return L == vm->main && lua_getstack(L, 1, frame) && is_twin(L, vm, frame);
}

void clua_meet_staged(lua_State *L, CLuaVM *vm) {
    lua_Debug frame;
    if (asks_itself(L, vm, &frame))
        put_registers(L, vm, &frame, vm->staged_slot);
    else
        clua_put_back(vm);
}

void clua_take_again(lua_State *L, CLuaVM *vm) {
    const Staging *staging = vm->staging;
    lua_Debug frame;
    if (!asks_itself(L, vm, &frame)) return;
    for (int i = 0; i < staging->field_count; i++) {
        const CLuaStagedField *field = &staging->fields[i].field;
        if (field->is_read)
            lua_pushnumber(L, vm->columns.fields[field->column][vm->staged_slot]);
        else
            lua_pushboolean(L, 0);
        lua_setlocal(L, &frame, staging->parameter_count + 1 + i);
    }
}
