// Memory that was refused. Lua collects garbage then and asks for the same again: only when that is refused, or when
// no such request follows, was it the limit. The trap is recorded here and then, so that a `__close` or a handler that
// answers Lua's error with another one catches nothing.

#include "internal.h"

#include <string.h>

// Levels of calls from which on a script has run out of its stack rather than of its memory.
enum { DEEP = 10000 };

// Whether the script asked: what the border takes for the host is no fault of the script's.
static bool is_of_script(const CLuaVM *vm) {
    return vm->inside && vm->running && !vm->is_preparing && !vm->trap.reason;
}

// Lua may answer a refusal by an error that no handler sees, so everything is noted at once.
static void note_place(CLuaVM *vm) {
    Refusal *refusal = &vm->refusal;
    lua_Debug record;
    if (vm->staged_slot != CLUA_NO_SLOT) clua_note_staged(vm);
    clua_note_location(vm->running, refusal->source, &refusal->line);
    clua_note_traceback(vm->running);
    refusal->is_deep = lua_getstack(vm->running, DEEP, &record);
}

void clua_judge_refusal(CLuaVM *vm, const void *pointer, size_t size) {
    const Refusal *refusal = &vm->refusal;
    if (!refusal->size || (refusal->pointer == pointer && refusal->size == size)) return;
    // A thread whose stack moves cannot be looked at; the next request is soon enough.
    if (!clua_is_stack(vm, pointer)) clua_end_refusal(vm);
}

void clua_end_refusal(CLuaVM *vm) {
    Refusal *refusal = &vm->refusal;
    if (!refusal->size) return;
    refusal->size = 0;
    clua_note_limit(vm, refusal->is_deep ? CLUA_TRAP_STACK : CLUA_TRAP_MEMORY, refusal->source, refusal->line);
}

void clua_note_refusal(CLuaVM *vm, const void *pointer, size_t size) {
    Refusal *refusal = &vm->refusal;
    if (!is_of_script(vm)) return;
    bool is_stack = clua_is_stack(vm, pointer);
    if (is_stack)
        refusal->is_deep = true;
    else
        note_place(vm);
    // Lua does not ask again for a stack.
    bool is_final = is_stack || refusal->size;
    refusal->pointer = pointer;
    refusal->size = size;
    if (is_final) clua_end_refusal(vm);
}

void clua_note_growth(CLuaVM *vm, const void *pointer) {
    vm->refusal.size = 0;
    // Should the stack not grow again, this is the place to tell.
    if (!clua_is_stack(vm, pointer) || !is_of_script(vm)) return;
    vm->refusal.wants_place = true;
    clua_set_hook(vm, vm->running);
}

void clua_note_place(lua_State *L) {
    CLuaVM *vm = vm_of(L);
    vm->refusal.wants_place = false;
    clua_note_location(L, vm->refusal.source, &vm->refusal.line);
    clua_note_traceback(L);
    clua_set_hook(vm, L);
}
