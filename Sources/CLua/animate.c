// animate(flake, {…}), and what is called when an animation is over.

#include "internal.h"

#include <math.h>
#include <string.h>

static double number_option(lua_State *L, int index, const char *name) {
    double value = clua_check_field_number(L, index, name);
    if (isnan(value)) luaL_error(L, "bad value for '%s' (number expected, got nan)", name);
    return value;
}

// The host keeps each easing that a script has named.
enum { MAX_EASINGS = 1024, MAX_EASING_NAME = 200 };

static int32_t easing_option(lua_State *L, CLuaVM *vm, int index) {
    if (lua_type(L, index) != LUA_TSTRING)
        return luaL_error(L, "bad value for 'ease' (string expected, got %s)", clua_type_name(L, index));
    lua_rawgeti(L, LUA_REGISTRYINDEX, vm->references.easings);
    lua_pushvalue(L, index);
    int32_t easing;
    if (lua_rawget(L, -2) == LUA_TNUMBER) {
        easing = (int32_t)lua_tointeger(L, -1);
    } else {
        size_t length;
        const char *name = lua_tolstring(L, index, &length);
        clua_guard(vm);
        easing = length > MAX_EASING_NAME ? -1 : vm->host.easing(vm->host.scene_context, name, length);
        clua_unguard(vm);
        if (easing >= MAX_EASINGS) return luaL_error(L, "more than %d different easings", MAX_EASINGS);
        if (easing < 0) return clua_unknown(L, CLUA_UNKNOWN_EASING, index);
        lua_pushvalue(L, index);
        lua_pushinteger(L, easing);
        lua_rawset(L, -4);
    }
    lua_pop(L, 2);
    return easing;
}

static int32_t keep_completion(lua_State *L, CLuaVM *vm, int index) {
    lua_rawgeti(L, LUA_REGISTRYINDEX, vm->references.completions);
    lua_pushvalue(L, index);
    int token = luaL_ref(L, -2);
    lua_pop(L, 1);
    return token;
}

static CLuaTrack *track_of(CLuaAnimation *animation, int32_t field) {
    for (int i = 0; i < animation->track_count; i++)
        if (animation->tracks[i].field == field) return &animation->tracks[i];
    return NULL;
}

// The column that `name` at `index` can animate; raises when there is none.
static int32_t animated_column(lua_State *L, CLuaVM *vm, int index) {
    const Field *field = clua_find_field(L, vm, index);
    if (!field) return clua_unknown(L, CLUA_UNKNOWN_TWEEN, index);
    if (!field->writable) return clua_unknown(L, CLUA_READ_ONLY_FIELD, index);
    if (field->kind == CLUA_FIELD_COLOR) return CLUA_COLOR_TRACK;
    if (field->kind == CLUA_FIELD_GLYPH || field->kind == CLUA_FIELD_SPRITE)
        return luaL_error(L, "'%s' cannot be animated", field->name);
    return field->column;
}

static double track_value(lua_State *L, int index, int32_t column, const char *name) {
    return column == CLUA_COLOR_TRACK ? (double)clua_check_color(L, index) : number_option(L, index, name);
}

// Reads `from` after all the others, so that it may stand anywhere in the table.
static void read_from(lua_State *L, CLuaVM *vm, CLuaAnimation *animation) {
    lua_pushliteral(L, "from");
    if (lua_rawget(L, 2) == LUA_TNIL) return;
    int from = lua_gettop(L);
    if (!lua_istable(L, from)) luaL_error(L, "bad value for 'from' (table expected, got %s)", clua_type_name(L, from));
    lua_pushnil(L);
    while (lua_next(L, from)) {
        int32_t column = animated_column(L, vm, from + 1);
        const char *name = lua_tostring(L, from + 1);
        CLuaTrack *track = track_of(animation, column);
        if (!track) luaL_error(L, "'from' names '%s', which the animation does not change", name);
        track->has_from = true;
        track->from = track_value(L, from + 2, column, name);
        lua_pop(L, 1);
    }
}

int clua_animate(lua_State *L) {
    CLuaVM *vm = vm_of(L);
    Handle handle = clua_check_flake(L, vm, 1, "animate");
    if (!lua_istable(L, 2))
        return luaL_error(L, "bad argument #2 to 'animate' (table expected, got %s)", clua_type_name(L, 2));
    lua_settop(L, 2);
    CLuaAnimation animation = {
        .flake = handle_value(handle), .duration = 1, .times = 1, .easing = -1, .completion = CLUA_DONE_NOTHING};
    int done = 0;
    lua_pushnil(L);
    while (lua_next(L, 2)) {
        const char *name = lua_type(L, 3) == LUA_TSTRING ? lua_tostring(L, 3) : "";
        if (strcmp(name, "duration") == 0) {
            animation.duration = number_option(L, 4, name);
        } else if (strcmp(name, "delay") == 0) {
            animation.delay = number_option(L, 4, name);
        } else if (strcmp(name, "times") == 0) {
            animation.times = number_option(L, 4, name);
            if (!(animation.times > 0)) return luaL_error(L, "bad value for 'times' (more than 0 expected)");
        } else if (strcmp(name, "ease") == 0) {
            animation.easing = easing_option(L, vm, 4);
        } else if (strcmp(name, "reverse") == 0) {
            if (!lua_isboolean(L, 4))
                return luaL_error(L, "bad value for 'reverse' (boolean expected, got %s)", clua_type_name(L, 4));
            animation.reverse = lua_toboolean(L, 4);
        } else if (strcmp(name, "done") == 0) {
            done = lua_type(L, 4);
            if (done != LUA_TSTRING && done != LUA_TFUNCTION)
                return luaL_error(L, "bad value for 'done' (function or name of one expected, got %s)",
                                  clua_type_name(L, 4));
        } else if (strcmp(name, "from") != 0) {
            int32_t column = animated_column(L, vm, 3);
            if (animation.track_count == CLUA_MAX_TRACKS)
                return luaL_error(L, "one animate changes at most %d fields", CLUA_MAX_TRACKS);
            animation.tracks[animation.track_count++] =
                (CLuaTrack){.field = column, .to = track_value(L, 4, column, name)};
        }
        lua_pop(L, 1);
    }
    read_from(L, vm, &animation);
    if (done) {
        lua_pushliteral(L, "done");
        lua_rawget(L, 2);
        const char *name = done == LUA_TSTRING ? lua_tostring(L, -1) : "";
        // Here there is still a line to blame.
        if (done == LUA_TSTRING && strcmp(name, "remove") != 0) {
            lua_pushglobaltable(L);
            lua_pushvalue(L, -2);
            if (lua_rawget(L, -2) != LUA_TFUNCTION)
                return luaL_error(L, "done names '%s', which is not a function of this script", name);
            lua_pop(L, 2);
        }
        animation.completion = strcmp(name, "remove") == 0 ? CLUA_DONE_REMOVE : keep_completion(L, vm, lua_gettop(L));
    }
    clua_unstage(vm);
    clua_guard(vm);
    bool started = vm->host.animate(vm->host.scene_context, &animation);
    clua_unguard(vm);
    if (!started && animation.completion >= 0) {
        lua_rawgeti(L, LUA_REGISTRYINDEX, vm->references.completions);
        luaL_unref(L, -1, animation.completion);
    }
    lua_pushboolean(L, started);
    return 1;
}

void clua_open_animate(lua_State *L) { lua_register(L, "animate", clua_animate); }

// Completions

typedef struct Completion {
    int32_t token;
    uint64_t flake;
    const char *bytes;
    size_t length;
    bool is_name;
} Completion;

static int complete(lua_State *L) {
    Completion *completion = lua_touserdata(L, 1);
    CLuaVM *vm = vm_of(L);
    lua_rawgeti(L, LUA_REGISTRYINDEX, vm->references.completions);
    int type = lua_rawgeti(L, 2, completion->token);
    luaL_unref(L, 2, completion->token);
    if (type == LUA_TSTRING) {
        const char *name = lua_tostring(L, 3);
        lua_pushglobaltable(L);
        lua_pushvalue(L, 3);
        if (lua_rawget(L, -2) != LUA_TFUNCTION) {
            vm->failure = CLUA_TRAP_LINK;
            return luaL_error(L, "done names '%s', which is not a function of this script", name);
        }
    }
    Handle handle = handle_of(completion->flake);
    if (!clua_is_current(vm, handle)) return 0;
    clua_push_flake(L, vm, handle.slot);
    lua_call(L, 1, 0);
    return 0;
}

CLuaStatus clua_complete(CLuaVM *vm, int32_t token, uint64_t flake, double seconds) {
    Completion completion = {.token = token, .flake = flake};
    if (!vm->inside) vm->callback = "done";
    CLuaStatus status = clua_enter(vm, complete, &completion, seconds);
    if (status != CLUA_BUSY) vm->callback = NULL;
    return status;
}

static int completion_name(lua_State *L) {
    Completion *completion = lua_touserdata(L, 1);
    lua_rawgeti(L, LUA_REGISTRYINDEX, vm_of(L)->references.completions);
    completion->is_name = lua_rawgeti(L, -1, completion->token) == LUA_TSTRING;
    // The table still holds the string when the stack is cleared.
    if (completion->is_name) completion->bytes = lua_tolstring(L, -1, &completion->length);
    return 0;
}

bool clua_completion_name(CLuaVM *vm, int32_t token, const char **bytes, size_t *length) {
    Completion completion = {.token = token};
    if (!clua_prepare(vm, completion_name, &completion) || !completion.is_name) return false;
    *bytes = completion.bytes;
    *length = completion.length;
    return true;
}

static int name_completion(lua_State *L) {
    Completion *completion = lua_touserdata(L, 1);
    lua_pushlstring(L, completion->bytes, completion->length);
    completion->token = keep_completion(L, vm_of(L), lua_gettop(L));
    return 0;
}

int32_t clua_name_completion(CLuaVM *vm, const char *bytes, size_t length) {
    Completion completion = {.bytes = bytes, .length = length};
    return clua_prepare(vm, name_completion, &completion) ? completion.token : CLUA_DONE_NOTHING;
}

static int release(lua_State *L) {
    const int64_t *reference = lua_touserdata(L, 1);
    lua_rawgeti(L, LUA_REGISTRYINDEX, vm_of(L)->references.completions);
    luaL_unref(L, -1, (int)*reference);
    return 0;
}

void clua_release(CLuaVM *vm, int64_t reference) { clua_prepare(vm, release, &reference); }
