// Pictures: the values that `sprite` makes and flakes are drawn from, and what lies behind the flakes.

#include "internal.h"

#include <string.h>

CLuaSprite *clua_to_sprite(lua_State *L, CLuaVM *vm, int index) {
    CLuaSprite *sprite = lua_touserdata(L, index);
    if (!sprite || lua_islightuserdata(L, index) || !lua_getmetatable(L, index)) return NULL;
    lua_rawgeti(L, LUA_REGISTRYINDEX, vm->references.sprite);
    bool is_sprite = lua_rawequal(L, -1, -2);
    lua_pop(L, 2);
    return is_sprite ? sprite : NULL;
}

// The value of a flake's field; nil is no picture.
CLuaSprite clua_check_sprite(lua_State *L, CLuaVM *vm, int index) {
    if (lua_isnil(L, index)) return (CLuaSprite){0};
    const CLuaSprite *sprite = clua_to_sprite(L, vm, index);
    if (!sprite) {
        luaL_error(L, "bad value for 'sprite' (what sprite(file) returns expected, got %s)", clua_type_name(L, index));
        return (CLuaSprite){0};
    }
    return *sprite;
}

// One value a picture, so that two of one file are equal.
static void push_sprite(lua_State *L, CLuaVM *vm, const CLuaSprite *sprite) {
    lua_rawgeti(L, LUA_REGISTRYINDEX, vm->references.sprites);
    if (lua_rawgeti(L, -1, sprite->number) == LUA_TNIL) {
        lua_pop(L, 1);
        CLuaSprite *value = lua_newuserdatauv(L, sizeof *value, 0);
        *value = *sprite;
        lua_rawgeti(L, LUA_REGISTRYINDEX, vm->references.sprite);
        lua_setmetatable(L, -2);
        lua_pushvalue(L, -1);
        lua_rawseti(L, -3, sprite->number);
    }
    lua_remove(L, -2);
}

void clua_push_sprite(lua_State *L, CLuaVM *vm, uint32_t number) {
    CLuaSprite sprite = {0};
    bool known = false;
    if (number) {
        clua_guard(vm);
        known = vm->host.sprite_numbered(vm->host.scene_context, number, &sprite);
        clua_unguard(vm);
    }
    if (known)
        push_sprite(L, vm, &sprite);
    else
        lua_pushnil(L);
}

static const char *check_file(lua_State *L, const char *function, size_t *length) {
    if (lua_type(L, 1) != LUA_TSTRING) {
        const char *got = lua_isnone(L, 1) ? "no value" : clua_type_name(L, 1);
        luaL_error(L, "bad argument #1 to '%s' (string expected, got %s)", function, got);
    }
    return lua_tolstring(L, 1, length);
}

static int sprite(lua_State *L) {
    CLuaVM *vm = vm_of(L);
    size_t length;
    const char *name = check_file(L, "sprite", &length);
    CLuaSprite sprite = {0};
    clua_unstage(vm);
    clua_guard(vm);
    bool loaded = vm->host.sprite(vm->host.scene_context, vm, name, length, &sprite);
    clua_unguard(vm);
    if (!loaded) return clua_raise_failure(L);
    push_sprite(L, vm, &sprite);
    return 1;
}

// backdrop(file[, {fit =}]), or backdrop(nil).
static int backdrop(lua_State *L) {
    CLuaVM *vm = vm_of(L);
    size_t length = 0;
    const char *name = NULL, *fit = NULL;
    luaL_checkany(L, 1);
    if (!lua_isnil(L, 1)) name = check_file(L, "backdrop", &length);
    lua_settop(L, 2);
    if (!lua_isnil(L, 2)) {
        luaL_checktype(L, 2, LUA_TTABLE);
        lua_pushnil(L);
        while (lua_next(L, 2)) {
            const char *option = lua_type(L, 3) == LUA_TSTRING ? lua_tostring(L, 3) : "";
            if (strcmp(option, "fit") != 0) return luaL_error(L, "backdrop has no option '%s'; it has fit", option);
            // The table holds the string until the call is over.
            fit = lua_type(L, 4) == LUA_TSTRING ? lua_tostring(L, 4) : "";
            lua_pop(L, 1);
        }
    }
    clua_unstage(vm);
    clua_guard(vm);
    bool laid = vm->host.backdrop(vm->host.scene_context, vm, name, length, fit);
    clua_unguard(vm);
    return laid ? 0 : clua_raise_failure(L);
}

static int sprite_index(lua_State *L) {
    // Argument 1 is a picture: only pictures have this metatable, and it is locked.
    const CLuaSprite *sprite = lua_touserdata(L, 1);
    const char *name = lua_type(L, 2) == LUA_TSTRING ? lua_tostring(L, 2) : luaL_typename(L, 2);
    if (strcmp(name, "width") == 0)
        lua_pushinteger(L, sprite->width);
    else if (strcmp(name, "height") == 0)
        lua_pushinteger(L, sprite->height);
    else
        return luaL_error(L, "a sprite has no '%s'; it has: width height", name);
    return 1;
}

static int sprite_newindex(lua_State *L) { return luaL_error(L, "a sprite is read only"); }

static int sprite_tostring(lua_State *L) {
    const CLuaSprite *sprite = clua_to_sprite(L, vm_of(L), 1);
    if (sprite)
        lua_pushfstring(L, "sprite %dx%d", sprite->width, sprite->height);
    else
        lua_pushliteral(L, "sprite");
    return 1;
}

// What pictures are: in every VM, as its flakes may have some from a script before.
void clua_open_sprites(lua_State *L) {
    CLuaVM *vm = vm_of(L);
    lua_createtable(L, 0, 5);
    lua_pushcfunction(L, sprite_index);
    lua_setfield(L, -2, "__index");
    lua_pushcfunction(L, sprite_newindex);
    lua_setfield(L, -2, "__newindex");
    lua_pushcfunction(L, sprite_tostring);
    lua_setfield(L, -2, "__tostring");
    lua_pushliteral(L, "sprite");
    lua_setfield(L, -2, "__name");
    lua_pushliteral(L, "sprite");
    lua_setfield(L, -2, "__metatable");
    vm->references.sprite = luaL_ref(L, LUA_REGISTRYINDEX);
    lua_newtable(L);
    vm->references.sprites = luaL_ref(L, LUA_REGISTRYINDEX);
}

// What makes pictures, once that was granted.
int clua_open_images(lua_State *L) {
    clua_push_function(L, sprite);
    lua_setglobal(L, "sprite");
    clua_push_function(L, backdrop);
    lua_setglobal(L, "backdrop");
    return 0;
}
