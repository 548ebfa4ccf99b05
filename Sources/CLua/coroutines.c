// The coroutine library, with the running coroutine tracked so that a deadline finds it, and with limits that go
// on rising through resume, wrap and close.

#include "internal.h"

static lua_State *check_coroutine(lua_State *L) {
    lua_State *coroutine = lua_tothread(L, 1);
    luaL_argexpected(L, coroutine, 1, "thread");
    return coroutine;
}

// Lua counts the C calls of a resume, not those of a close: each coroutine that is closed may make 200 C calls of its own,
// which take up to 300 KiB. Without these limits, coroutines that close each other would run over the end of the C stack.
enum { MAX_DEPTH = 150, MAX_STACK_BEFORE_CLOSE = 128 * 1024 };

static bool is_stack_low(const CLuaVM *vm) {
    ptrdiff_t used = (const char *)__builtin_frame_address(0) - vm->entry_frame;
    return used > MAX_STACK_BEFORE_CLOSE || used < -MAX_STACK_BEFORE_CLOSE;
}

static int too_deep(lua_State *L) { return clua_trap_here(L, CLUA_TRAP_STACK, NULL); }

static const char *status_of(lua_State *L, lua_State *coroutine) {
    if (L == coroutine) return "running";
    switch (lua_status(coroutine)) {
        case LUA_YIELD: return "suspended";
        case LUA_OK: {
            lua_Debug record;
            if (lua_getstack(coroutine, 0, &record)) return "normal";
            return lua_gettop(coroutine) == 0 ? "dead" : "suspended";
        }
        default: return "dead";
    }
}

// Resumes and moves the results, or the error, to L. Answers the number of results, or -1.
static int resume_with(lua_State *L, lua_State *coroutine, int count) {
    CLuaVM *vm = vm_of(L);
    if (!lua_checkstack(coroutine, count)) {
        lua_pushliteral(L, "too many arguments to resume");
        return -1;
    }
    if (vm->depth >= MAX_DEPTH) return too_deep(L);
    bool can_run = status_of(L, coroutine)[0] == 's';
    lua_xmove(L, coroutine, count);
    int results;
    vm->depth++;
    clua_set_hook(vm, coroutine);
    vm->running = coroutine;
    if (vm->expired) clua_set_hook(vm, coroutine);  // the signal came just before
    int status = lua_resume(coroutine, L, count, &results);
    vm->running = L;
    vm->depth--;
    // The hook that a limit set stays with the coroutine: this thread needs its own from here on.
    clua_set_hook(vm, L);
    if (status == LUA_OK || status == LUA_YIELD) {
        if (!lua_checkstack(L, results + 1)) {
            lua_pop(coroutine, results);
            lua_pushliteral(L, "too many results to resume");
            return -1;
        }
        lua_xmove(coroutine, L, results);
        return results;
    }
    // Lua refuses to start a coroutine only when its C stack is full. A coroutine that ran has the status of its error.
    if (can_run && lua_status(coroutine) <= LUA_YIELD) return too_deep(L);
    clua_judge_coroutine(coroutine);
    lua_xmove(coroutine, L, 1);
    clua_sticky(L, status);
    return -1;
}

static int resume(lua_State *L) {
    lua_State *coroutine = check_coroutine(L);
    int results = resume_with(L, coroutine, lua_gettop(L) - 1);
    if (results < 0) {
        lua_pushboolean(L, 0);
        lua_insert(L, -2);
        return 2;
    }
    lua_pushboolean(L, 1);
    lua_insert(L, -(results + 1));
    return results + 1;
}

// Runs the pending __close functions of a coroutine that is not running.
static int close_coroutine(lua_State *L, lua_State *coroutine) {
    CLuaVM *vm = vm_of(L);
    if (vm->depth >= MAX_DEPTH || is_stack_low(vm)) return too_deep(L);
    vm->running = coroutine;
    vm->depth++;
    clua_set_hook(vm, coroutine);
    int status = lua_resetthread(coroutine);
    vm->running = L;
    vm->depth--;
    clua_set_hook(vm, L);
    return status;
}

int clua_wrapped_coroutine(lua_State *L) {
    lua_State *coroutine = lua_tothread(L, lua_upvalueindex(1));
    int results = resume_with(L, coroutine, lua_gettop(L));
    if (results >= 0) return results;
    int status = lua_status(coroutine);
    if (status != LUA_OK && status != LUA_YIELD) {
        status = close_coroutine(L, coroutine);
        if (status != LUA_OK) {
            lua_xmove(coroutine, L, 1);
            clua_sticky(L, status);
        }
    }
    if (lua_type(L, -1) == LUA_TSTRING) {
        luaL_where(L, 1);
        lua_insert(L, -2);
        lua_concat(L, 2);
    }
    return lua_error(L);
}

static int create(lua_State *L) {
    CLuaVM *vm = vm_of(L);
    luaL_checktype(L, 1, LUA_TFUNCTION);
    // A coroutine counts its instructions anew: it pays for the count that it may leave unfinished.
    if (vm->fuel && (vm->fuel_left -= CLUA_FUEL_QUANTUM) <= 0) return clua_trap_here(L, CLUA_TRAP_FUEL, NULL);
    lua_State *coroutine = clua_new_thread(L);
    lua_pushvalue(L, 1);
    lua_xmove(L, coroutine, 1);
    return 1;
}

static int wrap(lua_State *L) {
    create(L);
    lua_pushcclosure(L, clua_wrapped_coroutine, 1);
    return 1;
}

// Before 5.4.8 Lua keeps the message handler of a coroutine that is closed while it waits, although the handler's place
// on the stack may hold something else by then. So a coroutine waits inside a protected call without a handler.
static int yield_now(lua_State *L) { return lua_yield(L, lua_gettop(L)); }

static int finish_yield(lua_State *L, int status, lua_KContext unused) {
    (void)status, (void)unused;
    return lua_gettop(L);
}

static int yield(lua_State *L) {
    if (vm_of(L)->release >= 8 || !lua_isyieldable(L)) return yield_now(L);
    lua_pushcfunction(L, yield_now);
    lua_insert(L, 1);
    return finish_yield(L, lua_pcallk(L, lua_gettop(L) - 1, LUA_MULTRET, 0, 0, finish_yield), 0);
}

static int status(lua_State *L) {
    lua_pushstring(L, status_of(L, check_coroutine(L)));
    return 1;
}

static int running(lua_State *L) {
    lua_pushboolean(L, lua_pushthread(L));
    return 2;
}

static int is_yieldable(lua_State *L) {
    lua_State *coroutine = lua_isnone(L, 1) ? L : check_coroutine(L);
    lua_pushboolean(L, lua_isyieldable(coroutine));
    return 1;
}

static int close(lua_State *L) {
    lua_State *coroutine = check_coroutine(L);
    const char *state = status_of(L, coroutine);
    if (state[0] != 's' && state[0] != 'd') return luaL_error(L, "cannot close a %s coroutine", state);
    int result = close_coroutine(L, coroutine);
    if (result == LUA_OK) {
        lua_pushboolean(L, 1);
        return 1;
    }
    lua_xmove(coroutine, L, 1);
    clua_sticky(L, result);
    lua_pushboolean(L, 0);
    lua_insert(L, -2);
    return 2;
}

void clua_open_coroutine(lua_State *L) {
    static const luaL_Reg functions[] = {
        {"create", create},   {"resume", resume}, {"wrap", wrap},   {"yield", yield},
        {"status", status},   {"running", running}, {"isyieldable", is_yieldable}, {"close", close}, {NULL, NULL}};
    luaL_newlib(L, functions);
    lua_setglobal(L, "coroutine");
}
