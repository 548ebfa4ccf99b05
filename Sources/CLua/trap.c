#include "internal.h"

#include <stdio.h>
#include <string.h>

// The value of an error that stands for a trap: the words are in the record, so that raising it again makes
// nothing and cannot fail.
static const char trapped = 0;

static const char *const reason_words[] = {
    [CLUA_TRAP_MEMORY] = "not enough memory",
    [CLUA_TRAP_DEADLINE] = "ran for too long",
    [CLUA_TRAP_FUEL] = "out of fuel",
    [CLUA_TRAP_STACK] = "stack overflow",
};

// The innermost level that has a line. Allocates nothing.
void clua_note_location(lua_State *L, char *source, int *line) {
    lua_Debug record;
    *line = 0;
    source[0] = 0;
    for (int level = 0; level < 16 && lua_getstack(L, level, &record); level++) {
        lua_getinfo(L, "Sl", &record);
        if (record.currentline <= 0) continue;
        snprintf(source, LUA_IDSIZE + 4, "%s", record.short_src);
        *line = record.currentline;
        return;
    }
}

static void describe_level(lua_State *L, CLuaVM *vm, lua_Debug *record, bool outermost, char *out, size_t size) {
    (void)L;
    char place[LUA_IDSIZE + 16];
    if (record->currentline > 0)
        snprintf(place, sizeof place, "%s:%d", record->short_src, record->currentline);
    else
        snprintf(place, sizeof place, "host");
    if (record->name && record->namewhat[0])
        snprintf(out, size, "%s: in %s '%.60s'\n", place, record->namewhat, record->name);
    else if (record->what[0] == 'm')
        snprintf(out, size, "%s: in the main chunk\n", place);
    else if (outermost && vm->callback)
        snprintf(out, size, "%s: in callback '%s'\n", place, vm->callback);
    else if (record->what[0] == 'C')
        snprintf(out, size, "%s: in a host function\n", place);
    else
        snprintf(out, size, "%s: in the function of line %d\n", place, record->linedefined);
}

// Ten levels from either end. Written into the VM's own bytes: no Lua memory is needed.
static void note_traceback(lua_State *L, CLuaVM *vm, int first) {
    enum { ENDS = 10 };
    char *out = vm->traceback, *end = vm->traceback + sizeof vm->traceback;
    lua_Debug record;
    int depth = 0;
    for (int step = 1 << 20; step; step >>= 1)
        if (lua_getstack(L, depth + step, &record)) depth += step;
    bool is_main = L == vm->main;
    int last = is_main ? depth - 1 : depth;  // the bottom of the main thread is the border's own entry
    out[0] = 0;
    for (int level = first; level <= last && lua_getstack(L, level, &record); level++) {
        char line[256];
        if (level == first + ENDS && last - ENDS > level) {
            snprintf(line, sizeof line, "… %d levels left out\n", last - ENDS - level);
            level = last - ENDS - 1;
        } else {
            lua_getinfo(L, "Slnt", &record);
            describe_level(L, vm, &record, is_main && level == last, line, sizeof line);
        }
        size_t length = strlen(line);
        if (out + length >= end) return;
        memcpy(out, line, length + 1);
        out += length;
    }
}

static char *find(const Buffer *message, const char *word) {
    size_t length = strlen(word);
    for (size_t at = 0; at + length <= message->length; at++)
        if (memcmp(message->bytes + at, word, length) == 0) return message->bytes + at;
    return NULL;
}

// In Lua's own words for what cannot be done with a value: the only light userdata of a script are its flakes, and other
// userdata have names.
static void name_flakes(Buffer *message) {
    static const char word[] = "userdata", name[] = "flake";
    if (!find(message, "attempt to ")) return;
    for (char *found; (found = find(message, word));) {
        char *end = message->bytes + message->length;
        memcpy(found, name, strlen(name));
        memmove(found + strlen(name), found + strlen(word), (size_t)(end - found) - strlen(word));
        message->length -= strlen(word) - strlen(name);
    }
}

static void record_trap(CLuaVM *vm, CLuaReason reason, const char *bytes, size_t length) {
    vm->trap_message.length = 0;
    clua_guard(vm);
    clua_append(&vm->trap_message, bytes, length > 4096 ? 4096 : length);
    clua_unguard(vm);
    if (reason == CLUA_TRAP_ERROR) name_flakes(&vm->trap_message);
    vm->trap = (CLuaTrap){
        .reason = reason,
        .message = vm->trap_message.bytes ? vm->trap_message.bytes : "",
        .message_length = vm->trap_message.length,
        .source = vm->trap_source,
        .traceback = vm->traceback,
        .line = vm->trap.line,
    };
}

// Raises again what was trapped: no pcall of the script's keeps it.
int clua_rethrow(lua_State *L) {
    clua_set_hook(vm_of(L), L);
    lua_pushlightuserdata(L, (void *)&trapped);
    return lua_error(L);
}

int clua_trap_here(lua_State *L, CLuaReason reason, const char *message) {
    CLuaVM *vm = vm_of(L);
    if (!vm->trap.reason) {
        if (!message) message = reason_words[reason];
        clua_note_location(L, vm->trap_source, &vm->trap.line);
        note_traceback(L, vm, 0);
        record_trap(vm, reason, message, strlen(message));
    }
    return clua_rethrow(L);
}

void clua_hook(lua_State *L, lua_Debug *record) {
    CLuaVM *vm = vm_of(L);
    if (vm->trap.reason) clua_rethrow(L);
#if !defined(__linux__)
    clua_look_at_clock(vm);
#endif
    if (vm->expired) clua_trap_here(L, CLUA_TRAP_DEADLINE, NULL);
    if (vm->under_pressure) {
        lua_gc(L, LUA_GCCOLLECT);
        vm->under_pressure = false;
        if (vm->used > vm->soft_limit) {
            lua_Debug deep;
            clua_trap_here(L, lua_getstack(L, 10000, &deep) ? CLUA_TRAP_STACK : CLUA_TRAP_MEMORY, NULL);
        }
        clua_set_hook(vm, L);
    }
    if (vm->fuel && record->event == LUA_HOOKCOUNT) {
        vm->fuel_left -= CLUA_FUEL_QUANTUM;
        if (vm->fuel_left <= 0) clua_trap_here(L, CLUA_TRAP_FUEL, NULL);
    }
}

// Runs where the error was raised, before anything is unwound.
int clua_message_handler(lua_State *L) {
    CLuaVM *vm = vm_of(L);
    clua_unstage(vm);
    if (vm->trap.reason) return 1;
    clua_note_location(L, vm->trap_source, &vm->trap.line);
    note_traceback(L, vm, 1);
    return 1;
}

static bool mentions_overflow(lua_State *L, int index) {
    const char *message = lua_type(L, index) == LUA_TSTRING ? lua_tostring(L, index) : NULL;
    return message && strstr(message, "stack overflow");
}

static CLuaReason reason_of(lua_State *L, CLuaVM *vm, int status, int index) {
    if (status == LUA_ERRMEM) return vm->refused_deep ? CLUA_TRAP_STACK : CLUA_TRAP_MEMORY;
    if (status == LUA_ERRERR || mentions_overflow(L, index)) return CLUA_TRAP_STACK;
    return CLUA_TRAP_ERROR;
}

// For the sandbox's own pcall and its kind: a limit that was hit goes on rising; other errors are the script's.
int clua_sticky(lua_State *L, int status) {
    CLuaVM *vm = vm_of(L);
    if (vm->trap.reason) return clua_rethrow(L);
    CLuaReason reason = reason_of(L, vm, status, -1);
    if (reason == CLUA_TRAP_ERROR) {
        vm->failure = CLUA_NO_TRAP;  // the script has dealt with it
        return 0;
    }
    if (status == LUA_ERRMEM) {
        memcpy(vm->trap_source, vm->refused_source, sizeof vm->trap_source);
        vm->trap.line = vm->refused_line;
    } else {
        clua_note_location(L, vm->trap_source, &vm->trap.line);
    }
    note_traceback(L, vm, 0);
    record_trap(vm, reason, reason_words[reason], strlen(reason_words[reason]));
    return clua_rethrow(L);
}

// After the timer left Lua in the middle of something. The call list is whole between any two instructions, so the
// place can be read; everything else is given up.
void clua_abandon(CLuaVM *vm) {
#if defined(__linux__)
    clua_unblock_deadline();
#endif
    vm->abandoned = true;
    vm->result_count = 0;
    if (vm->trap.reason) return;
    clua_note_location(vm->running ? vm->running : vm->main, vm->trap_source, &vm->trap.line);
    vm->traceback[0] = 0;
    const char *words = reason_words[CLUA_TRAP_DEADLINE];
    record_trap(vm, CLUA_TRAP_DEADLINE, words, strlen(words));
}

static int word_error(lua_State *L) {
    luaL_tolstring(L, 1, NULL);
    return 1;
}

// Records the error that ended an entry, which lies on top of the main stack. The deadline is still armed: the
// script's own __tostring runs in here.
void clua_settle(CLuaVM *vm, int status) {
    lua_State *L = vm->main;
    vm->running = L;
    if (vm->trap.reason) return;
    CLuaReason reason = reason_of(L, vm, status, -1);
    if (reason == CLUA_TRAP_ERROR && vm->failure) reason = vm->failure;
    if (status == LUA_ERRMEM) {
        memcpy(vm->trap_source, vm->refused_source, sizeof vm->trap_source);
        vm->trap.line = vm->refused_line;
        vm->traceback[0] = 0;
    }
    if (reason != CLUA_TRAP_ERROR && reason < CLUA_TRAP_LINK) {
        record_trap(vm, reason, reason_words[reason], strlen(reason_words[reason]));
        return;
    }
    size_t length;
    const char *message;
    if (lua_type(L, -1) == LUA_TSTRING) {
        message = lua_tolstring(L, -1, &length);
    } else if (luaL_getmetafield(L, -1, "__tostring") != LUA_TNIL) {
        lua_pop(L, 1);
        char source[sizeof vm->trap_source], traceback[sizeof vm->traceback];
        int line = vm->trap.line;
        memcpy(source, vm->trap_source, sizeof source);
        memcpy(traceback, vm->traceback, sizeof traceback);
        lua_pushcfunction(L, word_error);
        lua_pushvalue(L, -2);
        bool worded = lua_pcall(L, 1, 1, 0) == LUA_OK;
        if (vm->trap.reason) return;
        memcpy(vm->trap_source, source, sizeof source);
        memcpy(vm->traceback, traceback, sizeof traceback);
        vm->trap.line = line;
        message = worded ? lua_tolstring(L, -1, &length) : NULL;
    } else {
        message = NULL;
    }
    if (!message) {
        message = "an error object without words was raised";
        length = strlen(message);
    }
    record_trap(vm, reason, message, length);
}

// Raises what a host callback said through clua_fail.
int clua_raise_failure(lua_State *L) {
    CLuaVM *vm = vm_of(L);
    luaL_where(L, 1);
    lua_pushlstring(L, vm->message.bytes ? vm->message.bytes : "", vm->message.length);
    lua_concat(L, 2);
    return lua_error(L);
}
