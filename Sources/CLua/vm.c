#define _GNU_SOURCE
#include "kernel.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static _Atomic int panics;

// Never reached: each entry into Lua is a protected call.
static int panic(lua_State *L) {
    (void)L;
    panics++;
    fputs("snowscript: a Lua error escaped its protected call\n", stderr);
    abort();
}

int clua_panic_count(void) { return panics; }

bool clua_append(Buffer *buffer, const void *bytes, size_t length) {
    if (buffer->length + length + 1 > buffer->capacity) {
        size_t capacity = (buffer->length + length + 1) * 2;
        char *grown = realloc(buffer->bytes, capacity);
        if (!grown) return false;
        buffer->bytes = grown;
        buffer->capacity = capacity;
    }
    if (length) memcpy(buffer->bytes + buffer->length, bytes, length);
    buffer->length += length;
    buffer->bytes[buffer->length] = 0;
    return true;
}

// The locale

static pthread_once_t locale_once = PTHREAD_ONCE_INIT;
static locale_t plain_locale;

static void make_plain_locale(void) { plain_locale = newlocale(LC_ALL_MASK, "C", (locale_t)0); }

void clua_use_host_locale(CLuaVM *vm) { uselocale(vm->host_locale); }
void clua_use_plain_locale(CLuaVM *vm) { vm->host_locale = uselocale(plain_locale); }

// Life

// Lua finds the metamethods `__gc` and `__mode` by the address of one interned string each. Other bytes in that
// string take its name away: what a script calls "__mode" is then another string, which the collector never looks
// for, and no script can set a finaliser or make a table weak by any road. A string of the new bytes must lie in
// another chain of Lua's table of strings, or a script could find the old one by them; the table is at its
// smallest now, so what is apart now stays apart.
static bool take_name_away(lua_State *L, const char *name) {
    size_t length = strlen(name);
    lua_settop(L, 0);
    char *bytes = (char *)lua_pushstring(L, name);
    char disguise[16];
    memcpy(disguise, name, length);
    for (char mark = 1; mark < 32; mark++) {
        disguise[0] = mark;
        bytes[0] = mark;
        bool hidden = lua_pushlstring(L, disguise, length) != bytes && lua_pushstring(L, name) != bytes;
        lua_settop(L, 1);
        if (hidden) return true;
    }
    return false;
}

// Lua 5.4.4 with the patch of CVE-2022-33099 keeps a pointer to the stack while `__concat` is called, which may move the
// stack. So `__concat` has no name on the releases that may have the patch.
static int forbid_names(lua_State *L) {
    bool is_forbidden = take_name_away(L, "__gc") && take_name_away(L, "__mode") &&
                        (vm_of(L)->release >= 5 || take_name_away(L, "__concat"));
    return is_forbidden ? 0 : luaL_error(L, "this Lua keeps its names");
}

static int set_up(lua_State *L) {
    CLuaVM *vm = vm_of(L);
    References *references = &vm->references;
    int *tables[] = {&references->params, &references->loaded,
                     &references->easings, &references->completions, &references->names};
    for (size_t i = 0; i < sizeof tables / sizeof *tables; i++) {
        lua_newtable(L);
        *tables[i] = luaL_ref(L, LUA_REGISTRYINDEX);
    }
    clua_open_base(L);
    clua_open_imports(L);
    clua_open_libraries(L);
    clua_open_traversal(L);
    clua_open_flakes(L);
    clua_open_sprites(L);
    clua_open_animate(L);
    clua_open_scene(L);
    clua_open_ground(L);
    lua_settop(L, 0);
    clua_open_staging(L);
    clua_enclose_functions(L);
    lua_newtable(L);
    lua_setglobal(L, "state");
    return 0;
}

CLuaVM *clua_open(const CLuaHost *host, CLuaLimits limits) {
    CLuaVM *vm = calloc(1, sizeof *vm);
    if (!vm) return NULL;
    clua_enlist();
    vm->host = *host;
    vm->fuel = limits.fuel;
    vm->never_ticks = limits.never_ticks;
    vm->staged_slot = CLUA_NO_SLOT;
    vm->release = clua_lua_release();
    vm->makes_stack = true;
    clua_limit_memory(vm, limits.memory_bytes);
    pthread_once(&locale_once, make_plain_locale);
    if (plain_locale && clua_open_arena(&vm->arena, limits.memory_bytes)) vm->main = clua_new_state(vm);
    if (vm->main) {
        *(CLuaVM **)lua_getextraspace(vm->main) = vm;
        lua_atpanic(vm->main, panic);
        clua_refuse_allocation(vm, limits.refused_allocation);
    }
    if (!vm->main || !clua_prepare(vm, forbid_names, NULL) || !clua_prepare(vm, set_up, NULL)) {
        clua_close(vm);
        return NULL;
    }
    return vm;
}

void clua_close(CLuaVM *vm) {
    if (!vm) return;
    if (vm->keeps_ticks) clua_stop_ticks();
    clua_retire();
    clua_close_arena(&vm->arena);
    for (Import *import = vm->imports, *next; import; import = next) {
        next = import->next;
        free(import->name);
        free(import->signature);
        free(import->group);
        free(import);
    }
    for (Pure *pure = vm->pures, *next; pure; pure = next) {
        next = pure->next;
        free(pure->name);
        free(pure);
    }
    Buffer *buffers[] = {&vm->trap_message, &vm->message, &vm->source, &vm->source_name, &vm->strings, &vm->tree, &vm->dump};
    for (size_t i = 0; i < sizeof buffers / sizeof *buffers; i++) free(buffers[i]->bytes);
    clua_free_kernel(vm);
    free(vm->staging);
    free(vm);
}

bool clua_is_busy(const CLuaVM *vm) { return vm->inside; }
const CLuaTrap *clua_trap(const CLuaVM *vm) { return &vm->trap; }
CLuaScene *clua_scene(CLuaVM *vm) { return &vm->scene; }

void clua_bind(CLuaVM *vm, const CLuaColumns *columns) {
    vm->columns = *columns;
}

// Entries

static int protect(CLuaVM *vm, lua_CFunction body, void *argument) {
    lua_State *L = vm->main;
    lua_settop(L, 0);
    lua_pushcfunction(L, clua_message_handler);  // three places of the twenty that are always there
    lua_pushcfunction(L, body);
    lua_pushlightuserdata(L, argument);
    return lua_pcall(L, 1, 0, 1);
}

// Everything that may run the script's code. False when the CPU time ran out inside one of Lua's own functions, out
// of the reach of hooks, and it was left where it stood.
static bool run_bounded(CLuaVM *vm, lua_CFunction body, void *argument) {
    if (sigsetjmp(vm->way_out, 0)) return false;
    clua_open_way_out(vm);
    int status = protect(vm, body, argument);
    if (status != LUA_OK) clua_settle(vm, status);
    clua_shut_way_out(vm);
    return true;
}

static double clock_seconds(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}

double clua_seconds(const CLuaVM *vm) { return vm->entered_seconds; }

CLuaStatus clua_enter(CLuaVM *vm, lua_CFunction body, void *argument, double seconds) {
    if (vm->trap.reason) return CLUA_TRAPPED;
    if (vm->inside) return CLUA_BUSY;
    vm->inside = true;
    vm->running = vm->main;
    vm->failure = CLUA_NO_TRAP;
    vm->depth = 0;
    vm->entry_frame = __builtin_frame_address(0);
    vm->result_count = 0;
    vm->strings.length = 0;
    double start = clock_seconds();
    double begun = vm->metered ? clua_cpu_seconds() : 0;
    clua_use_plain_locale(vm);
    if (clua_arm(vm, seconds)) {
        bool came_back = run_bounded(vm, body, argument);
        clua_disarm(vm);
        if (came_back)
            lua_settop(vm->main, 0);
        else
            clua_abandon(vm);
    } else {
        clua_refuse(vm, CLUA_TRAP_DEADLINE, "not run: this system tells no thread its CPU time, so nothing would end it");
    }
    clua_use_host_locale(vm);
    if (vm->metered) vm->spent += clua_cpu_seconds() - begun;
    vm->entered_seconds += clock_seconds() - start;
    vm->running = NULL;
    vm->inside = false;
    return vm->trap.reason ? CLUA_TRAPPED : CLUA_OK;
}

// Runs a body of the border's own, which calls nothing of the script: works after a trap, and from inside a
// host callback. False when it raised, which only a lack of memory can bring about, or when the VM was abandoned.
bool clua_prepare(CLuaVM *vm, lua_CFunction body, void *argument) {
    lua_State *L = vm->inside && vm->running ? vm->running : vm->main;
    if (vm->abandoned || !lua_checkstack(L, 8)) return false;
    // The hook of a trap would raise again; one that counts goes on counting in the next call.
    if (!vm->inside && (lua_gethookmask(L) & LUA_MASKCALL)) lua_sethook(L, NULL, 0, 0);
    locale_t locale = uselocale(plain_locale);
    int top = lua_gettop(L);
    bool was_preparing = vm->is_preparing;
    vm->is_preparing = true;
    lua_pushcfunction(L, body);
    lua_pushlightuserdata(L, argument);
    bool fine = lua_pcall(L, 1, 0, 0) == LUA_OK;
    vm->is_preparing = was_preparing;
    lua_settop(L, top);
    uselocale(locale);
    return fine;
}

// Running

typedef struct Chunk {
    const char *bytes;
    size_t length;
    const char *name;
    bool run;
} Chunk;

static int run_chunk(lua_State *L) {
    Chunk *chunk = lua_touserdata(L, 1);
    int status = clua_load(L, chunk->bytes, chunk->length, chunk->name);
    if (status == LUA_ERRSYNTAX) vm_of(L)->failure = CLUA_TRAP_SYNTAX;
    if (status != LUA_OK) return lua_error(L);
    if (chunk->run) lua_call(L, 0, 0);
    return 0;
}

CLuaStatus clua_check(CLuaVM *vm, const char *bytes, size_t length, const char *chunk_name) {
    Chunk chunk = {bytes, length, chunk_name, false};
    return clua_enter(vm, run_chunk, &chunk, 1);
}

CLuaStatus clua_run(CLuaVM *vm, const char *bytes, size_t length, const char *chunk_name, double seconds) {
    Chunk chunk = {bytes, length, chunk_name, true};
    return clua_enter(vm, run_chunk, &chunk, seconds);
}

// Pushes the global without metamethods of the script's making.
static int push_global(lua_State *L, const char *name) {
    lua_pushglobaltable(L);
    lua_pushstring(L, name);
    int type = lua_rawget(L, -2);
    lua_remove(L, -2);
    return type;
}

typedef struct Call {
    const char *name;
    const CLuaValue *arguments;
    int count;
    double dt;
    CLuaKind kind;
    bool absent;
} Call;

static int global_kind(lua_State *L) {
    Call *call = lua_touserdata(L, 1);
    int type = push_global(L, call->name);
    call->kind = type == LUA_TNIL ? CLUA_NIL : type == LUA_TFUNCTION ? CLUA_FUNCTION : CLUA_OTHER;
    return 0;
}

CLuaKind clua_global_kind(CLuaVM *vm, const char *name) {
    Call call = {.name = name};
    return clua_prepare(vm, global_kind, &call) ? call.kind : CLUA_NIL;
}

// Pushes an export, or notes that there is none.
static bool push_export(lua_State *L, Call *call) {
    int type = push_global(L, call->name);
    if (type == LUA_TNIL) {
        call->absent = true;
        return false;
    }
    if (type != LUA_TFUNCTION) {
        vm_of(L)->failure = CLUA_TRAP_LINK;
        luaL_error(L, "%s is a %s; an export must be a function", call->name, luaL_typename(L, -1));
    }
    vm_of(L)->callback = call->name;
    return true;
}

static int call_export(lua_State *L) {
    Call *call = lua_touserdata(L, 1);
    if (!push_export(L, call)) return 0;
    luaL_checkstack(L, call->count + 4, NULL);
    for (int i = 0; i < call->count; i++) clua_push(L, &call->arguments[i]);
    int base = lua_gettop(L) - call->count - 1;
    lua_call(L, call->count, LUA_MULTRET);
    CLuaVM *vm = vm_of(L);
    int count = lua_gettop(L) - base;
    if (count > CLUA_MAX_RESULTS) count = CLUA_MAX_RESULTS;
    vm->strings.length = 0;
    for (int i = 0; i < count; i++) {
        vm->results[i] = clua_value(L, base + 1 + i, &vm->strings);
        vm->result_count = i + 1;
    }
    return 0;
}

CLuaStatus clua_call(CLuaVM *vm, const char *name, const CLuaValue *arguments, int count, double seconds) {
    Call call = {.name = name, .arguments = arguments, .count = count};
    CLuaStatus status = clua_enter(vm, call_export, &call, seconds);
    if (status == CLUA_BUSY) return status;
    vm->callback = NULL;
    for (int i = 0; i < vm->result_count; i++) {
        CLuaValue *result = &vm->results[i];
        if (result->kind == CLUA_STRING || result->kind == CLUA_TREE || result->kind == CLUA_OTHER)
            result->bytes = vm->strings.bytes + (size_t)result->integer;
    }
    return status == CLUA_OK && call.absent ? CLUA_ABSENT : status;
}

int clua_results(const CLuaVM *vm, const CLuaValue **results) {
    *results = vm->results;
    return vm->result_count;
}

uint32_t clua_call_updates(
    lua_State *L, CLuaVM *vm, double dt, int function, uint32_t start, uint32_t end, uint32_t last) {
    uint32_t count = 0;
    int top = lua_gettop(L);
    bool is_staged = clua_begin_staged(L, vm, function);
    for (uint32_t slot = start; slot < end; slot++) {
        uint32_t birth = vm->columns.birth_number[slot];
        if (vm->columns.state[slot] != 1 || birth > last) continue;
        vm->scene.updating_birth = birth;
        vm->scene.random_calls = 0;
        count++;
        if (is_staged && clua_call_staged(L, vm, dt, slot)) continue;
        lua_pushvalue(L, function);
        clua_push_flake(L, vm, slot);
        lua_pushnumber(L, dt);
        lua_pushnumber(L, vm->scene.time);
        lua_call(L, 3, 0);
    }
    lua_settop(L, top);
    return count;
}

// One protected call for all the flakes: entering Lua anew for each would cost more than most updates do.
static int update_flakes(lua_State *L) {
    Call *call = lua_touserdata(L, 1);
    CLuaVM *vm = vm_of(L);
    if (!push_export(L, call)) return 0;
    int function = lua_gettop(L);
    vm->update_identity = lua_topointer(L, function);
    uint32_t last = vm->scene.last_birth;
    if (clua_run_kernel(L, vm, call->dt, function, last)) return 0;
    // What is spawned on the way is not updated in this frame, wherever it is.
    clua_call_updates(L, vm, call->dt, function, 0, vm->scene.high_water, last);
    return 0;
}

CLuaStatus clua_update(CLuaVM *vm, double dt, double seconds) {
    Call call = {.name = "update", .dt = dt};
    CLuaStatus status = clua_enter(vm, update_flakes, &call, seconds);
    if (status == CLUA_BUSY) return status;
    vm->callback = NULL;
    // An error that no handler saw.
    if (!vm->abandoned) clua_unstage(vm);
    vm->staged_slot = CLUA_NO_SLOT;
    vm->scene.updating_birth = 0;
    return status == CLUA_OK && call.absent ? CLUA_ABSENT : status;
}
