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

void clua_note_traceback(lua_State *L) { note_traceback(L, vm_of(L), 0); }

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

static void record_limit(CLuaVM *vm, CLuaReason reason, const char *message) {
    if (!message) message = reason_words[reason];
    record_trap(vm, reason, message, strlen(message));
    // Whatever runs before the error has reached the host, such as a `__close`, ends with its first instruction.
    if (vm->running) clua_set_hook(vm, vm->running);
}

// `first` is the innermost level of the traceback.
static void note_trap(lua_State *L, CLuaReason reason, const char *message, int first) {
    CLuaVM *vm = vm_of(L);
    if (vm->trap.reason) return;
    clua_note_location(L, vm->trap_source, &vm->trap.line);
    note_traceback(L, vm, first);
    record_limit(vm, reason, message);
}

void clua_note_trap(lua_State *L, CLuaReason reason, const char *message) { note_trap(L, reason, message, 0); }

void clua_note_limit(CLuaVM *vm, CLuaReason reason, const char *source, int line) {
    if (vm->trap.reason) return;
    snprintf(vm->trap_source, sizeof vm->trap_source, "%s", source);
    vm->trap.line = line;
    record_limit(vm, reason, NULL);
}

int clua_trap_here(lua_State *L, CLuaReason reason, const char *message) {
    clua_note_trap(L, reason, message);
    return clua_rethrow(L);
}

void clua_hook(lua_State *L, lua_Debug *record) {
    CLuaVM *vm = vm_of(L);
    if (vm->trap.reason) clua_rethrow(L);
    if (vm->refusal.wants_place) clua_note_place(L);
    // The call of the border's own function: the script's comes next, and has a line.
    lua_Debug outer;
    if (record->event == LUA_HOOKCALL && !lua_getstack(L, 1, &outer)) return;
    if (vm->counts) clua_look_at_clock(vm);
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
    if (vm->fuel) {
        if (record->event == LUA_HOOKCOUNT && lua_gethookcount(L) == CLUA_FUEL_QUANTUM)
            vm->fuel_left -= CLUA_FUEL_QUANTUM;
        if (vm->fuel_left <= 0) clua_trap_here(L, CLUA_TRAP_FUEL, NULL);
    }
}

// Overflows of the stacks: Lua raises them as errors with words. What tells them from a script's own words is who raised
// them, which can be seen until the stack is unwound.

// Functions that raise the words of a script, or of the host.
void clua_find_quoting(lua_State *L) {
    CLuaVM *vm = vm_of(L);
    static const char *const names[] = {"error", "assert"};
    _Static_assert(sizeof names / sizeof *names + 2 == sizeof vm->quoting / sizeof *vm->quoting, "a place for each");
    for (int i = 0; i < 2; i++) {
        lua_getglobal(L, names[i]);
        vm->quoting[i] = lua_tocfunction(L, -1);
        lua_pop(L, 1);
    }
    vm->quoting[2] = clua_import_function;
    vm->quoting[3] = clua_wrapped_coroutine;
}

static bool ends_with(lua_State *L, int index, const char *words) {
    size_t length;
    const char *message = lua_type(L, index) == LUA_TSTRING ? lua_tolstring(L, index, &length) : NULL;
    return message && length >= strlen(words) && strcmp(message + length - strlen(words), words) == 0;
}

// Whether the error at `index`, raised at this level of calls, is Lua's own about a full stack.
static bool is_overflow(lua_State *L, int level, int index) {
    lua_Debug record;
    if (!ends_with(L, index, "stack overflow") || !lua_getstack(L, level, &record)) return false;
    lua_getinfo(L, "f", &record);
    lua_CFunction function = lua_tocfunction(L, -1);
    lua_pop(L, 1);
    const CLuaVM *vm = vm_of(L);
    for (size_t i = 0; function && i < sizeof vm->quoting / sizeof *vm->quoting; i++)
        if (function == vm->quoting[i]) return false;
    return true;
}

// Before 5.4.5: divisions by zero are told of another line, and what `__concat` is needed for has no reason that a reader
// could know of.
static void correct_words(lua_State *L) {
    static const char division[] = "attempt to divide by zero", remainder[] = "attempt to perform 'n%0'";
    const CLuaVM *vm = vm_of(L);
    lua_Debug record;
    if (vm->release >= 5 || !lua_getstack(L, 1, &record)) return;
    bool is_remainder = ends_with(L, 1, remainder);
    if (is_remainder || ends_with(L, 1, division)) {
        lua_getinfo(L, "Sl", &record);
        int line = record.currentline > 0 ? clua_line_of_division(L, &record, is_remainder) : 0;
        if (line > 0 && line != record.currentline)
            lua_pushfstring(L, "%s:%d: %s", record.short_src, line, is_remainder ? remainder : division);
    } else if (vm->has_concat && lua_type(L, 1) == LUA_TSTRING &&
               strstr(lua_tostring(L, 1), "attempt to concatenate a table value")) {
        lua_pushfstring(L, "%s; __concat on tables needs Lua 5.4.5 or later here", lua_tostring(L, 1));
    }
    if (lua_gettop(L) > 1) lua_replace(L, 1);
}

int clua_judge_error(lua_State *L) {
    if (!vm_of(L)->trap.reason && is_overflow(L, 1, 1)) note_trap(L, CLUA_TRAP_STACK, NULL, 1);
    if (!vm_of(L)->trap.reason) correct_words(L);
    return 1;
}

void clua_judge_coroutine(lua_State *coroutine) {
    if (!vm_of(coroutine)->trap.reason && is_overflow(coroutine, 0, -1))
        clua_note_trap(coroutine, CLUA_TRAP_STACK, NULL);
}

// Runs where the error was raised, before anything is unwound.
int clua_message_handler(lua_State *L) {
    CLuaVM *vm = vm_of(L);
    clua_unstage(vm);
    clua_end_refusal(vm);
    clua_judge_error(L);
    if (vm->trap.reason) return 1;
    clua_note_location(L, vm->trap_source, &vm->trap.line);
    note_traceback(L, vm, 1);
    return 1;
}

// For the sandbox's own pcall and its kind: a limit that was hit goes on rising; other errors are the script's. A limit
// was noted when it was hit. Of Lua's statuses LUA_ERRERR alone tells of one: error("not enough memory", 0) has the status
// of a refused allocation.
int clua_sticky(lua_State *L, int status) {
    CLuaVM *vm = vm_of(L);
    clua_end_refusal(vm);
    if (status == LUA_ERRERR) clua_note_trap(L, CLUA_TRAP_STACK, NULL);
    if (vm->trap.reason) return clua_rethrow(L);
    vm->failure = CLUA_NO_TRAP;  // the script has dealt with it
    return 0;
}

// After the timer left Lua in the middle of something. The call list is whole between any two instructions, so the
// place can be read; everything else is given up.
void clua_abandon(CLuaVM *vm) {
    clua_leave_tick();
    vm->abandoned = true;
    vm->result_count = 0;
    if (vm->trap.reason) return;
    clua_note_location(vm->running ? vm->running : vm->main, vm->trap_source, &vm->trap.line);
    vm->traceback[0] = 0;
    const char *words = reason_words[CLUA_TRAP_DEADLINE];
    record_trap(vm, CLUA_TRAP_DEADLINE, words, strlen(words));
}

// A trap that nothing of the script's had a part in.
void clua_refuse(CLuaVM *vm, CLuaReason reason, const char *message) {
    vm->trap_source[0] = 0;
    vm->traceback[0] = 0;
    vm->trap.line = 0;
    record_trap(vm, reason, message, strlen(message));
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
    clua_end_refusal(vm);
    if (status == LUA_ERRERR) clua_note_trap(L, CLUA_TRAP_STACK, NULL);
    if (vm->trap.reason) return;
    CLuaReason reason = vm->failure ? vm->failure : CLUA_TRAP_ERROR;
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
