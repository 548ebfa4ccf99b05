// The memory of a VM: counts what Lua asks its arena for, and refuses what would pass the limit.

#include "internal.h"

bool clua_is_stack(const CLuaVM *vm, const void *pointer) {
    return pointer && vm->release >= 5 && clua_is_marked(pointer);
}

lua_State *clua_new_thread(lua_State *L) {
    CLuaVM *vm = vm_of(L);
    vm->makes_stack = true;
    lua_State *thread = lua_newthread(L);
    vm->makes_stack = false;
    return thread;
}

// Whether this much more may be held. Growth is charged as fuel too, a unit for 64 bytes.
static bool admit(CLuaVM *vm, size_t growth) {
    size_t used = vm->used + growth;
    vm->allocations++;
    if (vm->fuel) vm->fuel_left -= (int64_t)(growth >> 6);
    if (used > vm->hard_limit || (vm->refuse_at && vm->allocations >= vm->refuse_at)) return false;
    if (used > vm->soft_limit && !vm->under_pressure && vm->inside) {
        vm->under_pressure = true;
        if (vm->running) clua_set_hook(vm, vm->running);
    }
    return true;
}

void *clua_allocate(void *context, void *pointer, size_t old_size, size_t new_size) {
    CLuaVM *vm = context;
    bool is_vector = !pointer && !old_size;
    bool is_object = !pointer && old_size >= LUA_TTABLE && old_size <= LUA_TTHREAD;  // it is a type tag then
    if (!pointer) old_size = 0;
    if (new_size == 0) {
        if (pointer) clua_free_block(&vm->arena, pointer);
        vm->used -= old_size;
        return NULL;
    }
    bool grows = new_size > old_size;
    if (grows) clua_judge_refusal(vm, pointer, new_size);
    bool is_refused = grows && !admit(vm, new_size - old_size);
    void *moved = is_refused ? NULL : clua_resize_block(&vm->arena, pointer, new_size, is_object);
    if (!moved) {  // never for a block that shrinks
        clua_note_refusal(vm, pointer, new_size);
        return NULL;
    }
    // Of a new thread the first block that is no object is its stack.
    if (vm->makes_stack && is_vector) {
        clua_mark_block(moved);
        vm->makes_stack = false;
    }
    if (grows) clua_note_growth(vm, moved);
    vm->used += new_size - old_size;
    if (vm->used > vm->peak) vm->peak = vm->used;
    return moved;
}

CLuaMemory clua_memory(const CLuaVM *vm) { return (CLuaMemory){vm->used, vm->peak, vm->allocations}; }
void clua_refuse_allocation(CLuaVM *vm, uint64_t n) { vm->refuse_at = n ? vm->allocations + n : 0; }

void clua_limit_memory(CLuaVM *vm, size_t bytes) {
    // Past the soft limit the script is trapped between two instructions, unless a collection helps; only what grows past
    // the other within one instruction is refused in the middle of it.
    vm->soft_limit = bytes - bytes / 32;
    vm->hard_limit = bytes;
}
