#ifndef ARENA_H
#define ARENA_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// The memory of one VM, in one piece of address space that starts at a multiple of 4 GiB.
//
// Lua hashes a table, a function or a coroutine that is a key by the low 32 bits of its address, and a script can
// find those bits: through the border `#` of a table with holes, whose array part grows when its hash part is full.
// Here these bits are the distance from the start of the arena. That depends on what the script did and on nothing
// else, so a script learns no address, and the same script sees the same order in every run.
//
// Freed blocks are merged with free neighbours and kept in lists by size (Masmano et al., TLSF, 2004): each call takes
// constant time. The bookkeeping lies beside the VM, not in the arena.

enum { ARENA_BINS = 256 };

typedef struct Arena {
    char *base;
    size_t reserved;
    uint32_t committed, top;  // bytes that may be written; where the last block ends
    uint32_t created;         // objects so far, modulo 2^32
    uint64_t used_bins[ARENA_BINS / 64];
    uint32_t bins[ARENA_BINS];  // the first free block of each size; 0: none
} Arena;

// Reserves room for a VM that may hold `limit` bytes. False when the system has none.
bool clua_open_arena(Arena *arena, size_t limit);
void clua_close_arena(Arena *arena);
// As realloc, but never moves a block that shrinks. `is_object`: the new block is an object of Lua's, and is numbered.
void *clua_resize_block(Arena *arena, void *pointer, size_t size, bool is_object);
void clua_free_block(Arena *arena, void *pointer);
// Marks a block. The mark goes along when the block moves.
void clua_mark_block(void *pointer);
bool clua_is_marked(const void *pointer);
// How many objects were created since this one, which clua_resize_block answered with `is_object`. 0 for a pointer
// to elsewhere.
uint32_t clua_age_of_block(const Arena *arena, const void *pointer);

#endif
