// Functions as rows of bytes, for the host to read; and the clock of what a VM takes. Nothing here runs the script.

#define _GNU_SOURCE
#include "internal.h"

#include <math.h>
#include <time.h>

// What 256 KiB of source compile to is far below this.
enum { MAX_DUMP = 64 << 20 };

typedef struct Dump {
    CLuaVM *vm;
    const char *bytes, *name;
    size_t length;
    bool whole;
} Dump;

static int append(lua_State *L, const void *bytes, size_t length, void *context) {
    (void)L;
    CLuaVM *vm = context;
    return vm->tree.length + length > MAX_DUMP || !clua_append(&vm->tree, bytes, length);
}

static void write_dump(lua_State *L, Dump *dump) {
    dump->vm->tree.length = 0;
    // Lua allocates nothing for it, so it is inside no guard: no deadline runs here.
    dump->whole = lua_isfunction(L, -1) && !lua_iscfunction(L, -1) && lua_dump(L, append, dump->vm, 0) == 0;
}

static int dump_source(lua_State *L) {
    Dump *dump = lua_touserdata(L, 1);
    if (clua_load(L, dump->bytes, dump->length, dump->name) == LUA_OK) write_dump(L, dump);
    return 0;
}

static int dump_global(lua_State *L) {
    Dump *dump = lua_touserdata(L, 1);
    lua_pushglobaltable(L);
    lua_pushstring(L, dump->name);
    lua_rawget(L, -2);
    write_dump(L, dump);
    return 0;
}

static bool make_dump(CLuaVM *vm, lua_CFunction body, Dump *dump, const char **bytes, size_t *length) {
    dump->vm = vm;
    if (vm->inside || !clua_prepare(vm, body, dump) || !dump->whole) return false;
    *bytes = vm->tree.bytes;
    *length = vm->tree.length;
    return true;
}

bool clua_dump_source(
    CLuaVM *vm, const char *source, size_t source_length, const char *chunk_name, const char **bytes, size_t *length) {
    Dump dump = {.bytes = source, .length = source_length, .name = chunk_name};
    return make_dump(vm, dump_source, &dump, bytes, length);
}

bool clua_dump_global(CLuaVM *vm, const char *name, const char **bytes, size_t *length) {
    Dump dump = {.name = name};
    return make_dump(vm, dump_global, &dump, bytes, length);
}

double clua_cpu_seconds(void) {
    struct timespec now;
    if (clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now)) return 0;
    return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}

void clua_meter(CLuaVM *vm, bool on) { vm->metered = on; }
double clua_spent(const CLuaVM *vm) { return vm->spent; }
