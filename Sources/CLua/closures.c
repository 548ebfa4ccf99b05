// The functions of C that a script may hold. Lua takes the address of a C function without upvalues for its identity,
// and hashes it when the function is a key (arena.h). So each one that a script can reach is a closure with an upvalue,
// which lies in the arena.

#include "internal.h"

void clua_push_function(lua_State *L, lua_CFunction function) {
    lua_pushnil(L);
    lua_pushcclosure(L, function, 1);
}

static bool is_bare(lua_State *L, int index) {
    lua_CFunction function = lua_tocfunction(L, index);
    return function && lua_topointer(L, index) == (const void *)(uintptr_t)function;
}

// Replaces the functions of a table. `known` is a table: function -> closure, so that equal functions stay equal.
static void enclose(lua_State *L, int table, int known) {
    lua_pushnil(L);
    while (lua_next(L, table)) {
        if (is_bare(L, -1)) {
            int value = lua_gettop(L);
            lua_pushvalue(L, value - 1);
            lua_pushvalue(L, value);
            if (lua_rawget(L, known) == LUA_TNIL) {
                lua_pop(L, 1);
                clua_push_function(L, lua_tocfunction(L, value));
                lua_pushvalue(L, value);
                lua_pushvalue(L, -2);
                lua_rawset(L, known);
            }
            lua_rawset(L, table);
        }
        lua_pop(L, 1);
    }
}

// Replaces the functions among the globals and in their tables.
void clua_enclose_functions(lua_State *L) {
    luaL_checkstack(L, 12, NULL);
    lua_newtable(L);
    int known = lua_gettop(L);
    lua_pushglobaltable(L);
    enclose(L, known + 1, known);
    lua_pushnil(L);
    while (lua_next(L, known + 1)) {
        if (lua_istable(L, -1) && !lua_rawequal(L, -1, known + 1)) enclose(L, lua_gettop(L), known);
        lua_pop(L, 1);
    }
    lua_settop(L, known - 1);
}
