// Staged updates (CLuaStaging.h). Who makes the twin has seen to it that, as long as a staged field may still be read or
// written, nothing has run but the function itself, functions of the kinds NUMBER and HARMLESS, and the fields of flakes.
// So there are three ways for its numbers back to the columns: the results of the twin; the registers of its frame, before
// something else can look at the flake (`put_back`); and, should memory run out, what was noted of them then.

#include "staging.h"

#include <string.h>

// Putting flakes back costs more than staging them saves, where it happens to most.
enum { FREE_PUTS = 64 };

// Calling it

static bool paths_hold(lua_State *L, const Staging *staging, int twin, int table) {
    int top = lua_gettop(L);
    bool hold = true;
    for (int i = 0; hold && i < staging->path_count; i++) {
        int place = PATHS + PLACES_A_PATH * i;
        hold = clua_push_path(L, twin, staging->paths + i, table, place + 1) &&
               lua_type(L, -1) == LUA_TFUNCTION && lua_topointer(L, -1) == staging->functions[i];
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
