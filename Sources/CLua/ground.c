// `ground`, `settle`, `snowpack` and `scenery`: what a script asks and says of the snow that lies.

#include "internal.h"

#include <math.h>
#include <string.h>

// The number that an option of a table has, when it is in range.
static double check_option(lua_State *L, int index, const char *name, double least, const char *range) {
    double value = clua_check_field_number(L, index, name);
    if (!(value >= least)) luaL_error(L, "bad value for '%s' (%s expected)", name, range);
    return value;
}

// ground(x[, y]): the y of the surface.

static int ground(lua_State *L) {
    CLuaVM *vm = vm_of(L);
    double x = luaL_checknumber(L, 1);
    double y = luaL_optnumber(L, 2, NAN);
    clua_guard(vm);
    double surface = vm->host.ground(vm->host.scene_context, x, y);
    clua_unguard(vm);
    lua_pushnumber(L, surface);
    return 1;
}

// settle(flake)

int clua_settle_flake(lua_State *L) {
    CLuaVM *vm = vm_of(L);
    Handle handle = clua_check_flake(L, vm, 1, "settle");
    if (vm->columns.state[handle.slot] != 1) return 0;
    clua_unstage(vm);
    clua_guard(vm);
    vm->host.settle(vm->host.scene_context, handle_value(handle));
    clua_unguard(vm);
    return 0;
}

// snowpack {slope =, melt =, blow =, depth =, color =, settle =}

static int snowpack(lua_State *L) {
    CLuaVM *vm = vm_of(L);
    if (!lua_istable(L, 1))
        return luaL_error(L, "bad argument #1 to 'snowpack' (table expected, got %s)",
                          lua_isnone(L, 1) ? "no value" : clua_type_name(L, 1));
    CLuaSnowpack change = {NAN, NAN, NAN, NAN, -1, -1};
    lua_settop(L, 1);
    lua_pushnil(L);
    while (lua_next(L, 1)) {
        const char *name = lua_type(L, 2) == LUA_TSTRING ? lua_tostring(L, 2) : "";
        if (strcmp(name, "slope") == 0) {
            change.slope = check_option(L, 3, name, 0, "0 or more");
        } else if (strcmp(name, "melt") == 0) {
            change.melt = check_option(L, 3, name, 0, "0 or more");
        } else if (strcmp(name, "blow") == 0) {
            change.blow = check_option(L, 3, name, -HUGE_VAL, "a number");
        } else if (strcmp(name, "depth") == 0) {
            change.depth = check_option(L, 3, name, 0, "0 or more");
        } else if (strcmp(name, "color") == 0) {
            change.color = clua_check_color(L, 3);
        } else if (strcmp(name, "settle") == 0) {
            if (!lua_isboolean(L, 3))
                return luaL_error(L, "bad value for 'settle' (boolean expected, got %s)", clua_type_name(L, 3));
            change.settles = lua_toboolean(L, 3);
        } else {
            return luaL_error(L, "snowpack has no option '%s'; it has slope, melt, blow, depth, color and settle", name);
        }
        lua_pop(L, 1);
    }
    clua_guard(vm);
    vm->host.snowpack(vm->host.scene_context, &change);
    clua_unguard(vm);
    return 0;
}

// scenery(words, {x =, y =, align =}): how wide and high it is, in units.

static int scenery(lua_State *L) {
    CLuaVM *vm = vm_of(L);
    CLuaScenery text = {.x = NAN, .y = NAN, .alignment = 1};
    text.bytes = luaL_checklstring(L, 1, &text.length);
    lua_settop(L, 2);
    if (text.length > CLUA_MAX_SCENERY)
        return luaL_error(L, "scenery takes at most %d bytes, got %I", CLUA_MAX_SCENERY, (LUAI_UACINT)text.length);
    if (!vm->columns.capacity) return luaL_error(L, "scenery works from init on, not while the script is loaded");
    if (!lua_isnil(L, 2)) {
        luaL_checktype(L, 2, LUA_TTABLE);
        lua_pushnil(L);
        while (lua_next(L, 2)) {
            const char *name = lua_type(L, 3) == LUA_TSTRING ? lua_tostring(L, 3) : "";
            if (strcmp(name, "x") == 0)
                text.x = check_option(L, 4, name, -HUGE_VAL, "a number");
            else if (strcmp(name, "y") == 0)
                text.y = check_option(L, 4, name, -HUGE_VAL, "a number");
            else if (strcmp(name, "align") == 0)
                text.alignment = clua_check_alignment(L, 4);
            else
                return luaL_error(L, "scenery has no option '%s'; it has x, y and align", name);
            lua_pop(L, 1);
        }
    }
    clua_charge(L, vm, (int64_t)text.length / 16);
    double size[2];
    clua_guard(vm);
    vm->host.scenery(vm->host.scene_context, &text, size);
    clua_unguard(vm);
    lua_pushnumber(L, size[0]);
    lua_pushnumber(L, size[1]);
    return 2;
}

void clua_open_ground(lua_State *L) {
    vm_of(L)->known[CLUA_FUNCTION_GROUND] = ground;
    lua_register(L, "ground", ground);
    lua_register(L, "settle", clua_settle_flake);
    lua_register(L, "snowpack", snowpack);
    lua_register(L, "scenery", scenery);
}
