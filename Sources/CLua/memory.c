// The memory of a VM. Each block has a header that links it into a list, so that a VM that was left in the middle
// of one of Lua's own functions can be given up whole.

#include "internal.h"

#include <stdlib.h>

struct Block {
    Block *next, *previous;
};

enum { HEADER = sizeof(Block) };

_Static_assert(HEADER % _Alignof(max_align_t) == 0, "what follows a header must be aligned for anything");

// Notes where the script stood when memory ran out. Reads the call list only, so it may run in the allocator.
static void note_refusal(CLuaVM *vm) {
    lua_State *L = vm->running;
    vm->refused_line = 0;
    vm->refused_source[0] = 0;
    vm->refused_deep = false;
    if (!L || !vm->inside) return;
    if (vm->staged_slot != CLUA_NO_SLOT) clua_note_staged(vm);
    clua_note_location(L, vm->refused_source, &vm->refused_line);
    lua_Debug record;
    vm->refused_deep = lua_getstack(L, 10000, &record);
}

static void unlink_block(CLuaVM *vm, Block *block) {
    if (block->next) block->next->previous = block->previous;
    *(block->previous ? &block->previous->next : &vm->blocks) = block->next;
}

static void link_block(CLuaVM *vm, Block *block) {
    block->previous = NULL;
    block->next = vm->blocks;
    if (block->next) block->next->previous = block;
    vm->blocks = block;
}

static void release(CLuaVM *vm, void *pointer, size_t size) {
    if (!pointer) return;
    Block *block = (Block *)pointer - 1;
    clua_guard(vm);
    unlink_block(vm, block);
    free(block);
    clua_unguard(vm);
    vm->used -= size;
}

static void *resize(CLuaVM *vm, void *pointer, size_t size) {
    if (size > SIZE_MAX / 2) return NULL;
    Block *block = pointer ? (Block *)pointer - 1 : NULL;
    clua_guard(vm);
    Block *moved = realloc(block, size + HEADER);
    if (moved && !block) {
        link_block(vm, moved);
    } else if (moved && moved != block) {
        if (moved->next) moved->next->previous = moved;
        *(moved->previous ? &moved->previous->next : &vm->blocks) = moved;
    }
    clua_unguard(vm);
    return moved ? moved + 1 : NULL;
}

// Whether this much more may be held. Growth is charged as fuel too, a unit for 64 bytes.
static bool admit(CLuaVM *vm, size_t growth) {
    size_t used = vm->used + growth;
    vm->allocations++;
    if (vm->fuel) vm->fuel_left -= (int64_t)(growth >> 6);
    if ((vm->hard_limit && used > vm->hard_limit) || (vm->refuse_at && vm->allocations >= vm->refuse_at)) return false;
    if (vm->soft_limit && used > vm->soft_limit && !vm->under_pressure && vm->inside) {
        vm->under_pressure = true;
        if (vm->running) clua_set_hook(vm, vm->running);
    }
    return true;
}

void *clua_allocate(void *context, void *pointer, size_t old_size, size_t new_size) {
    CLuaVM *vm = context;
    if (!pointer) old_size = 0;  // it is a type tag then
    if (new_size == 0) {
        release(vm, pointer, old_size);
        return NULL;
    }
    bool grows = new_size > old_size;
    void *moved = grows && !admit(vm, new_size - old_size) ? NULL : resize(vm, pointer, new_size);
    if (!moved) {
        if (!grows) return pointer;  // Lua relies on it: shrinking never fails
        note_refusal(vm);
        return NULL;
    }
    vm->used += new_size - old_size;
    if (vm->used > vm->peak) vm->peak = vm->used;
    return moved;
}

// Nothing of Lua's is called: there are no finalisers to run, and the state may be in disorder.
void clua_free_all(CLuaVM *vm) {
    for (Block *block = vm->blocks, *next; block; block = next) {
        next = block->next;
        free(block);
    }
    vm->blocks = NULL;
}

CLuaMemory clua_memory(const CLuaVM *vm) { return (CLuaMemory){vm->used, vm->peak, vm->allocations}; }
void clua_refuse_allocation(CLuaVM *vm, uint64_t n) { vm->refuse_at = n ? vm->allocations + n : 0; }

void clua_limit_memory(CLuaVM *vm, size_t bytes) {
    // The soft limit traps between two instructions; only what grows past it within one meets the hard one.
    vm->soft_limit = bytes;
    vm->hard_limit = bytes ? bytes + bytes / 8 : 0;
}
