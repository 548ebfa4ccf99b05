// Makes the program of a VM: its uniforms are added one by one, and worked out as they come, so that their types are known.

#include "kernel.h"

#include <stdlib.h>

typedef struct Addition {
    const CLuaUniform *uniform;
    CLuaUniformAnswer answer;
    int index;
} Addition;

static bool reserve(Kernel *kernel) {
    if (kernel->uniform_count < kernel->uniform_capacity) return true;
    int capacity = kernel->uniform_capacity ? kernel->uniform_capacity * 2 : 64;
    if (kernel->uniform_count >= CLUA_MAX_UNIFORMS) return false;
    CLuaUniform *uniforms = realloc(kernel->uniforms, (size_t)capacity * sizeof *uniforms);
    if (uniforms) kernel->uniforms = uniforms;
    CLuaUniformAnswer *answers = realloc(kernel->answers, (size_t)capacity * sizeof *answers);
    if (answers) kernel->answers = answers;
    const void **closures = realloc(kernel->closures, (size_t)capacity * sizeof *closures);
    if (closures) kernel->closures = closures;
    if (!uniforms || !answers || !closures) return false;
    kernel->uniform_capacity = capacity;
    return true;
}

static bool add_row(Kernel *kernel, CLuaUniform *uniform) {
    Row *rows = realloc(kernel->rows, (size_t)(kernel->row_count + 1) * sizeof *rows);
    if (!rows) return false;
    kernel->rows = rows;
    uniform->integer = kernel->row_count;
    rows[kernel->row_count++] = (Row){0};
    return true;
}

static int add_uniform(lua_State *L) {
    Addition *addition = lua_touserdata(L, 1);
    CLuaVM *vm = vm_of(L);
    Kernel *kernel = vm->kernel;
    if (!reserve(kernel)) return 0;
    int index = kernel->uniform_count;
    kernel->uniforms[index] = *addition->uniform;
    if (addition->uniform->source == CLUA_UNIFORM_ROW && !add_row(kernel, &kernel->uniforms[index])) return 0;
    luaL_checkstack(L, 16, NULL);
    lua_rawgeti(L, LUA_REGISTRYINDEX, kernel->values);
    addition->answer = clua_work_out(L, vm, kernel, index, lua_gettop(L));
    kernel->answers[index] = addition->answer;
    kernel->closures[index] = lua_topointer(L, -1);
    lua_rawseti(L, 2, index + 1);
    // The bytes of a constant lie in the list of values from now on.
    kernel->uniforms[index].bytes = NULL;
    kernel->uniform_count = index + 1;
    addition->index = index;
    return 0;
}

int32_t clua_kernel_add(CLuaVM *vm, const CLuaUniform *uniform, CLuaUniformAnswer *answer) {
    Addition addition = {.uniform = uniform, .index = -1};
    if (!vm->kernel || !clua_prepare(vm, add_uniform, &addition)) return -1;
    *answer = addition.answer;
    return addition.index;
}

static void forget_program(lua_State *L, Kernel *kernel) {
    for (int i = 0; i < kernel->row_count; i++) {
        free(kernel->rows[i].numbers);
        free(kernel->rows[i].present);
    }
    kernel->row_count = 0;
    kernel->uniform_count = 0;
    kernel->installed = false;
    if (L && kernel->values) luaL_unref(L, LUA_REGISTRYINDEX, kernel->values);
    kernel->values = 0;
}

static int begin(lua_State *L) {
    CLuaVM *vm = vm_of(L);
    Kernel *kernel = vm->kernel;
    forget_program(L, kernel);
    lua_pushglobaltable(L);
    lua_pushliteral(L, "update");
    lua_rawget(L, -2);
    if (!lua_isfunction(L, -1) || lua_iscfunction(L, -1)) return 0;
    lua_createtable(L, 64, 0);
    lua_pushvalue(L, -2);
    lua_rawseti(L, -2, 1);
    kernel->values = luaL_ref(L, LUA_REGISTRYINDEX);
    if (!reserve(kernel)) return 0;
    kernel->uniforms[0] = (CLuaUniform){.source = CLUA_UNIFORM_UPDATE};
    kernel->answers[0] = (CLuaUniformAnswer){.type = CLUA_TYPE_CLOSURE};
    kernel->closures[0] = lua_topointer(L, -1);
    kernel->uniform_count = 1;
    return 0;
}

bool clua_kernel_begin(CLuaVM *vm, double dt) {
    if (!vm->kernel) vm->kernel = calloc(1, sizeof *vm->kernel);
    if (!vm->kernel) return false;
    vm->kernel->dt = dt;
    return clua_prepare(vm, begin, NULL) && vm->kernel->uniform_count == 1;
}

static int drop(lua_State *L) {
    forget_program(L, vm_of(L)->kernel);
    return 0;
}

void clua_kernel_remove(CLuaVM *vm) {
    if (vm->kernel) clua_prepare(vm, drop, NULL);
}

void clua_free_kernel(CLuaVM *vm) {
    Kernel *kernel = vm->kernel;
    if (!kernel) return;
    forget_program(NULL, kernel);
    free(kernel->rows);
    free(kernel->uniforms);
    free(kernel->answers);
    free(kernel->closures);
    free(kernel->operations);
    free(kernel->registers);
    free(kernel->removed);
    free(kernel);
}

typedef struct ClosureDump {
    int32_t uniform;
    bool whole;
} ClosureDump;

static int append(lua_State *L, const void *bytes, size_t length, void *context) {
    (void)L;
    CLuaVM *vm = context;
    return !clua_append(&vm->tree, bytes, length);
}

static int dump_closure(lua_State *L) {
    ClosureDump *dump = lua_touserdata(L, 1);
    CLuaVM *vm = vm_of(L);
    vm->tree.length = 0;
    lua_rawgeti(L, LUA_REGISTRYINDEX, vm->kernel->values);
    lua_rawgeti(L, -1, dump->uniform + 1);
    dump->whole = lua_isfunction(L, -1) && !lua_iscfunction(L, -1) && lua_dump(L, append, vm, 0) == 0;
    return 0;
}

bool clua_kernel_dump(CLuaVM *vm, int32_t uniform, const char **bytes, size_t *length) {
    ClosureDump dump = {.uniform = uniform};
    if (!vm->kernel || vm->inside || !clua_prepare(vm, dump_closure, &dump) || !dump.whole) return false;
    *bytes = vm->tree.bytes;
    *length = vm->tree.length;
    return true;
}
