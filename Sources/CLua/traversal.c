// pairs, next and ipairs. The order of pairs and next does not change from run to run: numbers ascending, then strings by
// their bytes, booleans, flakes by their handles, pictures by their numbers, and at last tables, functions and coroutines
// by their age, the oldest first. Lua's own order follows addresses.

#include "internal.h"

#include <stdlib.h>
#include <string.h>

typedef enum Rank { RANK_NUMBER, RANK_STRING, RANK_BOOLEAN, RANK_FLAKE, RANK_USERDATA, RANK_OBJECT } Rank;

typedef struct Key {
    Rank rank;
    bool is_integer;
    lua_Integer integer;
    double number;
    const char *bytes;
    size_t length;
    size_t place;
} Key;

static lua_Integer number_of_userdata(lua_State *L, CLuaVM *vm, int index) {
    const CLuaSprite *sprite = clua_to_sprite(L, vm, index);
    if (sprite) return sprite->number;
    return lua_touserdata(L, index) == vm->scene_proxy ? -2 : -1;  // the other one is `params`
}

static Key key_at(lua_State *L, int index, size_t place) {
    Key key = {.place = place};
    CLuaVM *vm = vm_of(L);
    switch (lua_type(L, index)) {
        case LUA_TNUMBER:
            key.is_integer = lua_isinteger(L, index);
            key.integer = key.is_integer ? lua_tointeger(L, index) : 0;
            key.number = lua_tonumber(L, index);
            break;
        case LUA_TSTRING:
            key.rank = RANK_STRING;
            key.bytes = lua_tolstring(L, index, &key.length);
            break;
        case LUA_TBOOLEAN:
            key.rank = RANK_BOOLEAN;
            key.integer = lua_toboolean(L, index);
            break;
        case LUA_TLIGHTUSERDATA:
            key.rank = RANK_FLAKE;
            key.integer = (lua_Integer)(uintptr_t)lua_touserdata(L, index);
            break;
        case LUA_TUSERDATA:
            key.rank = RANK_USERDATA;
            key.integer = number_of_userdata(L, vm, index);
            break;
        default: {
            const char *object = lua_topointer(L, index);
            // A coroutine's extra space is the start of its block.
            if (lua_isthread(L, index)) object -= LUA_EXTRASPACE;
            key.rank = RANK_OBJECT;
            key.integer = -(lua_Integer)clua_age_of_block(&vm->arena, object);
            break;
        }
    }
    return key;
}

static int compare(const void *left, const void *right) {
    const Key *a = left, *b = right;
    if (a->rank != b->rank) return a->rank < b->rank ? -1 : 1;
    if (a->rank == RANK_NUMBER && !(a->is_integer && b->is_integer) && a->number != b->number)
        return a->number < b->number ? -1 : 1;
    if (a->rank == RANK_STRING) {
        int order = memcmp(a->bytes, b->bytes, a->length < b->length ? a->length : b->length);
        if (order) return order;
        return a->length < b->length ? -1 : a->length > b->length;
    }
    if (a->integer != b->integer) return a->integer < b->integer ? -1 : 1;
    return a->place < b->place ? -1 : a->place > b->place;
}

// Pushes a list of the keys of the table at `index`, in order, and answers how many there are.
static size_t push_keys(lua_State *L, int index) {
    CLuaVM *vm = vm_of(L);
    luaL_checkstack(L, 6, NULL);
    lua_newtable(L);
    int list = lua_gettop(L);
    size_t count = 0;
    bool sorted = true;
    lua_pushnil(L);
    while (lua_next(L, index)) {
        lua_pop(L, 1);
        count++;
        if (!(lua_isinteger(L, -1) && lua_tointeger(L, -1) == (lua_Integer)count)) sorted = false;
        lua_pushvalue(L, -1);
        lua_rawseti(L, list, (lua_Integer)count);
        if ((count & 1023) == 0) clua_poll(L, vm);
    }
    if (sorted || count < 2) return count;
    Key *keys = lua_newuserdatauv(L, count * sizeof *keys, 0);
    for (size_t i = 0; i < count; i++) {
        lua_rawgeti(L, list, (lua_Integer)i + 1);
        keys[i] = key_at(L, -1, i);
        lua_pop(L, 1);
    }
    clua_guard(vm);  // it may allocate
    qsort(keys, count, sizeof *keys, compare);
    clua_unguard(vm);
    clua_poll(L, vm);
    lua_createtable(L, (int)count, 0);
    for (size_t i = 0; i < count; i++) {
        lua_rawgeti(L, list, (lua_Integer)keys[i].place + 1);
        lua_rawseti(L, -2, (lua_Integer)i + 1);
    }
    lua_replace(L, list);
    lua_settop(L, list);
    return count;
}

// Upvalues: the table, its keys, how far the loop is.
static int step(lua_State *L) {
    lua_Integer place = lua_tointeger(L, lua_upvalueindex(3));
    for (;;) {
        place++;
        if (lua_rawgeti(L, lua_upvalueindex(2), place) == LUA_TNIL) return 1;
        lua_pushvalue(L, -1);
        if (lua_rawget(L, lua_upvalueindex(1)) != LUA_TNIL) break;
        lua_pop(L, 2);
        if ((place & 1023) == 0) clua_poll(L, vm_of(L));
    }
    lua_pushinteger(L, place);
    lua_replace(L, lua_upvalueindex(3));
    return 2;
}

int clua_pairs_of(lua_State *L, int index) {
    index = lua_absindex(L, index);
    lua_pushvalue(L, index);
    push_keys(L, index);
    lua_pushinteger(L, 0);
    lua_pushcclosure(L, step, 3);
    lua_pushvalue(L, index);
    lua_pushnil(L);
    return 3;
}

static int finish_pairs(lua_State *L, int status, lua_KContext context) {
    (void)L, (void)status, (void)context;
    return 3;
}

// Upvalue: next.
static int pairs(lua_State *L) {
    luaL_checkany(L, 1);
    if (luaL_getmetafield(L, 1, "__pairs") != LUA_TNIL) {
        lua_pushvalue(L, 1);
        lua_callk(L, 1, 3, 0, finish_pairs);
        return 3;
    }
    if (lua_istable(L, 1)) return clua_pairs_of(L, 1);
    // As in Lua, it is the loop that raises.
    lua_pushvalue(L, lua_upvalueindex(1));
    lua_pushvalue(L, 1);
    lua_pushnil(L);
    return 3;
}

// The successor of a key is the smallest one that is greater: a walk over the table, so a loop with next takes the
// square of its length, and pairs is the way to go through a table.
static int next(lua_State *L) {
    CLuaVM *vm = vm_of(L);
    luaL_checktype(L, 1, LUA_TTABLE);
    lua_settop(L, 2);
    bool first = lua_isnil(L, 2);
    Key after = {0};
    if (!first) {
        lua_pushvalue(L, 2);
        lua_next(L, 1);  // raises when the table has no such key
        lua_settop(L, 2);
        after = key_at(L, 2, 0);
    }
    Key best = {0};
    bool found = false;
    size_t place = 0;
    lua_pushnil(L);  // 3: the best key so far
    lua_pushnil(L);
    while (lua_next(L, 1)) {
        lua_pop(L, 1);
        Key key = key_at(L, -1, 0);
        if ((++place & 1023) == 0) clua_poll(L, vm);
        if ((!first && compare(&key, &after) <= 0) || (found && compare(&key, &best) >= 0)) continue;
        best = key;
        found = true;
        lua_pushvalue(L, -1);
        lua_replace(L, 3);
    }
    lua_settop(L, 3);
    if (!found) return 1;
    lua_pushvalue(L, 3);
    lua_rawget(L, 1);
    return 2;
}

static int next_item(lua_State *L) {
    lua_Unsigned place = (lua_Unsigned)luaL_checkinteger(L, 2) + 1;
    lua_pushinteger(L, (lua_Integer)place);
    return lua_geti(L, 1, (lua_Integer)place) == LUA_TNIL ? 1 : 2;
}

// Upvalue: next_item.
static int ipairs(lua_State *L) {
    luaL_checkany(L, 1);
    lua_pushvalue(L, lua_upvalueindex(1));
    lua_pushvalue(L, 1);
    lua_pushinteger(L, 0);
    return 3;
}

void clua_open_traversal(lua_State *L) {
    clua_push_function(L, next);
    lua_pushvalue(L, -1);
    lua_setglobal(L, "next");
    lua_pushcclosure(L, pairs, 1);
    lua_setglobal(L, "pairs");
    clua_push_function(L, next_item);
    lua_pushcclosure(L, ipairs, 1);
    lua_setglobal(L, "ipairs");
}
