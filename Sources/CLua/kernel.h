#ifndef KERNEL_H
#define KERNEL_H

#include "internal.h"
#include "lanes.h"

// The compiled update of a VM.
struct Kernel {
    int values;  // in the registry: the uniforms, in order, as Lua values
    CLuaUniform *uniforms;
    CLuaUniformAnswer *answers;  // what the program is made for; its numbers are those of this frame
    const void **closures;       // which ones
    int uniform_count, uniform_capacity;
    Row *rows;
    int row_count;
    CLuaLaneOperation *operations;
    size_t operation_count;
    char *registers;    // for one thread after another
    size_t register_bytes;  // for each
    bool is_shared;     // no chunk can be given up, nor ask the scene: threads may share the flakes out
    uint64_t *removed;  // a bit for each flake that a shared pass found to be removed; NULL where the program removes none
    bool installed, fits;
    int misfit;
    CLuaUniformType misfit_type;
    double dt;
    CLuaKernelCounts counts;
};

// Works out one uniform, and leaves its value on the stack. `values` is where the list of values lies, the top. May raise.
CLuaUniformAnswer clua_work_out(lua_State *L, CLuaVM *vm, Kernel *kernel, int index, int values);
// Works out all uniforms of a program. False when one is of another type than the program is made for. May raise.
bool clua_refresh_uniforms(lua_State *L, CLuaVM *vm, Kernel *kernel);
// Which of the functions that programs know lies at `index`.
CLuaFunction clua_known_function(lua_State *L, CLuaVM *vm, int index);
// Updates all flakes by the program, where it fits. False when it does not: nothing was done then. `function` is a
// place on the stack.
bool clua_run_kernel(lua_State *L, CLuaVM *vm, double dt, int function, uint32_t last);
void clua_free_kernel(CLuaVM *vm);

#endif
