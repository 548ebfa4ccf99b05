// The base functions and libraries that a script gets: Lua's own where they are harmless, the border's own where
// Lua's would let a script outlive its limits, read what is not its own, or see an address.

#include "builder.h"

#include <string.h>

enum { MAX_CHUNK = 64 * 1024 };

// pcall, xpcall. Both have a message handler, which lies first in their frames and sees what Lua raises before anything
// is unwound. Behind it lies the result `true`.

static int finish_pcall(lua_State *L, int status, lua_KContext unused) {
    (void)unused;
    if (status != LUA_OK && status != LUA_YIELD) {
        clua_sticky(L, status);
        lua_pushboolean(L, 0);
        lua_pushvalue(L, -2);
        return 2;
    }
    return lua_gettop(L) - 1;
}

// Calls what lies behind the handler, with the arguments behind it.
static int call_protected(lua_State *L) {
    lua_pushboolean(L, 1);
    lua_insert(L, 2);
    return finish_pcall(L, lua_pcallk(L, lua_gettop(L) - 3, LUA_MULTRET, 1, 0, finish_pcall), 0);
}

static int pcall(lua_State *L) {
    luaL_checkany(L, 1);
    lua_pushcfunction(L, clua_judge_error);
    lua_insert(L, 1);
    return call_protected(L);
}

enum { MAX_HANDLER_ERRORS = 10 };

// Stands before the script's handler, which is not called for limits, and which may raise errors of its own: it is
// called for these, too.
static int guarded_handler(lua_State *L) {
    clua_judge_error(L);
    lua_settop(L, 1);
    for (int errors = 0; errors < MAX_HANDLER_ERRORS; errors++) {
        if (vm_of(L)->trap.reason) return 1;
        lua_pushcfunction(L, clua_judge_error);
        lua_pushvalue(L, lua_upvalueindex(1));
        lua_pushvalue(L, 1);
        int status = lua_pcall(L, 1, 1, 2);
        if (status == LUA_OK) return 1;
        clua_sticky(L, status);
        lua_replace(L, 1);
        lua_settop(L, 1);
    }
    lua_pushliteral(L, "error in error handling");
    return 1;
}

static int xpcall(lua_State *L) {
    luaL_checktype(L, 2, LUA_TFUNCTION);
    lua_pushvalue(L, 2);
    lua_pushcclosure(L, guarded_handler, 1);
    lua_pushvalue(L, 1);
    lua_replace(L, 2);
    lua_replace(L, 1);
    return call_protected(L);
}

// tostring without addresses

static void push_number_words(lua_State *L, int index) {
    lua_pushvalue(L, index);
    lua_tolstring(L, -1, NULL);
}

void clua_push_plain_string(lua_State *L, int index) {
    index = lua_absindex(L, index);
    luaL_checkstack(L, 6, NULL);
    if (luaL_callmeta(L, index, "__tostring")) {
        if (!lua_isstring(L, -1)) luaL_error(L, "'__tostring' must return a string");
        lua_tolstring(L, -1, NULL);
        return;
    }
    switch (lua_type(L, index)) {
        case LUA_TSTRING: lua_pushvalue(L, index); return;
        case LUA_TNUMBER: push_number_words(L, index); return;
        case LUA_TNIL: lua_pushliteral(L, "nil"); return;
        case LUA_TBOOLEAN: lua_pushstring(L, lua_toboolean(L, index) ? "true" : "false"); return;
        default: break;
    }
    if (luaL_getmetafield(L, index, "__name") == LUA_TSTRING && lua_rawlen(L, -1) < 64) return;
    lua_pushstring(L, luaL_typename(L, index));
}

static int to_string(lua_State *L) {
    luaL_checkany(L, 1);
    clua_push_plain_string(L, 1);
    return 1;
}

// Metatables: a finaliser or a weak table is refused in words here, and has no effect when it is added later
// (`take_name_away`): Lua runs finalisers with hooks off, and a chain of weak tables makes its collector slow.

static void refuse_name(lua_State *L, const char *name) {
    lua_pushstring(L, name);
    if (lua_rawget(L, 2) != LUA_TNIL) luaL_error(L, "a metatable with '%s' is not allowed here", name);
    lua_pop(L, 1);
}

static int set_metatable(lua_State *L) {
    int type = lua_type(L, 2);
    luaL_checktype(L, 1, LUA_TTABLE);
    luaL_argexpected(L, type == LUA_TNIL || type == LUA_TTABLE, 2, "nil or table");
    if (luaL_getmetafield(L, 1, "__metatable") != LUA_TNIL) return luaL_error(L, "cannot change a protected metatable");
    lua_settop(L, 2);
    if (type == LUA_TTABLE) {
        refuse_name(L, "__gc");
        refuse_name(L, "__mode");
        CLuaVM *vm = vm_of(L);
        vm->has_metatables = true;
        lua_pushliteral(L, "__concat");
        vm->has_concat = vm->has_concat || lua_rawget(L, 2) != LUA_TNIL;
        lua_settop(L, 2);
    }
    lua_setmetatable(L, 1);
    return 1;
}

// load: text only

static bool is_binary(const char *bytes, size_t length) { return length && *bytes == *LUA_SIGNATURE; }

static bool is_refused(const char *bytes, size_t length, const char *mode) {
    return is_binary(bytes, length) || !strchr(mode, 't');
}

// Calls the reader, which is argument 1, until it has no more, or the mode, argument 2, refuses what it gives; returns
// the text.
static int read_pieces(lua_State *L) {
    const char *mode = lua_tostring(L, 2);
    Builder text;
    clua_begin(L, &text);
    while (text.length <= MAX_CHUNK) {
        lua_pushvalue(L, 1);
        lua_call(L, 0, 1);
        if (lua_isnil(L, -1)) break;
        if (!lua_isstring(L, -1)) {
            luaL_where(L, 2);  // level 1 is `load`
            lua_pushliteral(L, "reader function must return a string");
            lua_concat(L, 2);
            return lua_error(L);
        }
        size_t length = text.length;
        clua_add_value(&text);
        if (text.length == length || is_refused(text.bytes, text.length, mode)) break;
    }
    clua_push_built(&text);
    return 1;
}

// What lies on top of the stack is the reason.
static int refuse_chunk(lua_State *L) {
    lua_pushnil(L);
    lua_insert(L, -2);
    return 2;
}

static int load(lua_State *L) {
    const char *mode = luaL_optstring(L, 3, "bt"), *name;
    bool has_environment = !lua_isnone(L, 4);
    if (lua_isstring(L, 1)) {
        name = luaL_optstring(L, 2, lua_tostring(L, 1));
        lua_settop(L, 4);
    } else {
        name = luaL_optstring(L, 2, "=(load)");
        luaL_checktype(L, 1, LUA_TFUNCTION);
        lua_settop(L, 4);
        lua_pushcfunction(L, clua_judge_error);
        lua_pushcfunction(L, read_pieces);
        lua_pushvalue(L, 1);
        lua_pushstring(L, mode);
        int status = lua_pcall(L, 2, 1, 5);
        if (status != LUA_OK) {
            clua_sticky(L, status);
            return refuse_chunk(L);
        }
        lua_replace(L, 1);
    }
    size_t length;
    const char *bytes = lua_tolstring(L, 1, &length);
    if (is_refused(bytes, length, mode)) {
        bool binary = is_binary(bytes, length);
        const char *wanted = binary && strchr(mode, 'b') ? "t" : mode;
        lua_pushfstring(L, "attempt to load a %s chunk (mode is '%s')", binary ? "binary" : "text", wanted);
        return refuse_chunk(L);
    }
    if (length > MAX_CHUNK) {
        lua_pushliteral(L, "load: more than 64 KiB of source");
        return refuse_chunk(L);
    }
    int status = clua_load(L, bytes, length, name);
    if (status != LUA_OK) {
        if (status != LUA_ERRSYNTAX) clua_sticky(L, status);
        return refuse_chunk(L);
    }
    if (has_environment) {
        lua_pushvalue(L, 4);
        if (!lua_setupvalue(L, -2, 1)) lua_pop(L, 1);
    }
    return 1;
}

// Opens a library of Lua's, keeps the named functions of it, and drops the rest.
static void keep(lua_State *L, lua_CFunction open, const char *global, const char *const *names) {
    lua_pushcfunction(L, open);
    lua_call(L, 0, 1);
    if (global)
        lua_newtable(L);
    else
        lua_pushglobaltable(L);
    for (; *names; names++) {
        lua_getfield(L, -2, *names);
        lua_setfield(L, -2, *names);
    }
    if (global)
        lua_setglobal(L, global);
    else
        lua_pop(L, 1);
    lua_pop(L, 1);
}

void clua_open_base(lua_State *L) {
    static const luaL_Reg own[] = {{"pcall", pcall},       {"xpcall", xpcall}, {"tostring", to_string},
                                   {"setmetatable", set_metatable}, {"load", load},     {NULL, NULL}};
    static const char *const dropped[] = {"dofile", "loadfile", "collectgarbage", "warn", "print", NULL};
    lua_pushcfunction(L, luaopen_base);
    lua_call(L, 0, 1);
    luaL_setfuncs(L, own, 0);
    clua_find_quoting(L);
    for (int i = 0; dropped[i]; i++) {
        lua_pushnil(L);
        lua_setfield(L, -2, dropped[i]);
    }
    lua_pop(L, 1);
}

// Lua looks here for the name of a function that was not called by one: "bad argument #1 to 'string.rep'".
static void name_libraries(lua_State *L) {
    static const char *const names[] = {"_G", "coroutine", "math", "string", "table", "utf8", NULL};
    luaL_getsubtable(L, LUA_REGISTRYINDEX, LUA_LOADED_TABLE);
    for (int i = 0; names[i]; i++) {
        lua_getglobal(L, names[i]);
        lua_setfield(L, -2, names[i]);
    }
    lua_pop(L, 1);
}

void clua_open_libraries(lua_State *L) {
    static const char *const math[] = {"abs", "acos", "asin", "atan", "ceil", "cos", "deg", "exp", "floor", "fmod",
                                       "huge", "log", "max", "maxinteger", "min", "mininteger", "modf", "pi", "rad",
                                       "sin", "sqrt", "tan", "tointeger", "type", "ult", NULL};
    keep(L, luaopen_math, "math", math);
    clua_open_tables(L);
    clua_open_strings(L);
    clua_open_utf8(L);
    clua_open_coroutine(L);
    name_libraries(L);
}
