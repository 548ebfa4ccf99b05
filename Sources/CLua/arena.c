#include "arena.h"

#include <stdatomic.h>
#include <string.h>
#include <sys/mman.h>

#if !defined(MAP_NORESERVE)
#define MAP_NORESERVE 0
#endif

// Under AddressSanitizer only what Lua asked for may be touched, but for the arena's own code.
#if defined(__has_feature)
#if __has_feature(address_sanitizer)
#include <sanitizer/asan_interface.h>
#define UNCHECKED __attribute__((no_sanitize("address")))
#endif
#endif
#if !defined(UNCHECKED)
#define UNCHECKED
#define ASAN_POISON_MEMORY_REGION(address, size) ((void)(address), (void)(size))
#define ASAN_UNPOISON_MEMORY_REGION(address, size) ((void)(address), (void)(size))
#endif

// A block: a header, then what Lua sees, at a multiple of 8. While it is free, Lua's part holds its neighbours in its
// list, and its last four bytes hold its size.
typedef struct Block {
    uint32_t size;    // with the header; a multiple of 8, with the flags
    uint32_t number;  // of an object
    uint32_t next, previous;
} Block;

enum { FREE = 1, AFTER_FREE = 2, MARKED = 4, FLAGS = 7 };
enum { HEADER = 8, SMALLEST = 24, FIRST = 8, EXACT_BINS = 64, COMMIT_STEP = 256 * 1024 };

static const uint64_t slot = UINT64_C(1) << 32;  // what the low 32 bits of an address can tell apart

_Static_assert(sizeof(void *) == 8, "an arena needs 64-bit addresses");
_Static_assert(offsetof(Block, next) == HEADER, "the header is what comes before Lua's part");

// Address space

// Where the next arena is tried. Any value does; this one saves tries.
static _Atomic uint64_t hint;

static char *reserve_at(uint64_t address, size_t size) {
    void *place = mmap((void *)address, size, PROT_NONE, MAP_PRIVATE | MAP_ANON | MAP_NORESERVE, -1, 0);
    return place == MAP_FAILED ? NULL : place;
}

static char *reserve(size_t size) {
    uint64_t candidate = atomic_load(&hint);
    for (int tries = 0; tries < 4096; tries++) {
        char *place = reserve_at(candidate, size);
        if (!place) return NULL;
        uint64_t address = (uint64_t)(uintptr_t)place;
        if (address % slot == 0) {
            atomic_store(&hint, address - slot);
            return place;
        }
        munmap(place, size);
        // Below what the system picked by itself there is mostly room.
        candidate = candidate > 16 * slot ? candidate - slot : address - address % slot;
    }
    return NULL;
}

bool clua_open_arena(Arena *arena, size_t limit) {
    // Free blocks that are too small for what is asked for take room too.
    size_t size = limit < slot / 8 ? 4 * limit + (32 << 20) : (size_t)slot - COMMIT_STEP;
    *arena = (Arena){.reserved = (size + COMMIT_STEP - 1) / COMMIT_STEP * COMMIT_STEP, .top = FIRST};
    arena->base = reserve(arena->reserved);
    return arena->base;
}

void clua_close_arena(Arena *arena) {
    if (!arena->base) return;
    ASAN_UNPOISON_MEMORY_REGION(arena->base, arena->committed);
    munmap(arena->base, arena->reserved);
    atomic_store(&hint, (uint64_t)(uintptr_t)arena->base);
    arena->base = NULL;
}

// Lists of free blocks

static Block *block_at(const Arena *arena, uint32_t offset) { return (Block *)(arena->base + offset); }
static uint32_t offset_of(const Arena *arena, const Block *block) {
    return (uint32_t)((const char *)block - arena->base);
}
UNCHECKED static uint32_t size_of(const Block *block) { return block->size & ~(uint32_t)FLAGS; }

// One bin for each size below 512, then eight for each doubling.
static unsigned bin_of(uint32_t size) {
    if (size < EXACT_BINS * 8) return size / 8;
    unsigned exponent = 31 - (unsigned)__builtin_clz(size);
    return EXACT_BINS + (exponent - 9) * 8 + (size >> (exponent - 3) & 7);
}

UNCHECKED static void list_block(Arena *arena, uint32_t offset, uint32_t size) {
    Block *block = block_at(arena, offset);
    unsigned bin = bin_of(size);
    block->size = size | FREE;  // the one before it is not free: they would have been merged
    block->previous = 0;
    block->next = arena->bins[bin];
    if (block->next) block_at(arena, block->next)->previous = offset;
    arena->bins[bin] = offset;
    arena->used_bins[bin / 64] |= UINT64_C(1) << bin % 64;
    *(uint32_t *)(void *)((char *)block + size - 4) = size;
    block_at(arena, offset + size)->size |= AFTER_FREE;
}

UNCHECKED static void unlist_block(Arena *arena, Block *block) {
    uint32_t size = size_of(block);
    if (block->next) block_at(arena, block->next)->previous = block->previous;
    if (block->previous) {
        block_at(arena, block->previous)->next = block->next;
    } else {
        unsigned bin = bin_of(size);
        arena->bins[bin] = block->next;
        if (!block->next) arena->used_bins[bin / 64] &= ~(UINT64_C(1) << bin % 64);
    }
    block_at(arena, offset_of(arena, block) + size)->size &= ~(uint32_t)AFTER_FREE;
}

// A free block of at least this size, or NULL.
UNCHECKED static Block *find_block(Arena *arena, uint32_t size) {
    // Every block in the bin must be large enough.
    if (size >= EXACT_BINS * 8) size += (UINT32_C(1) << (28 - (unsigned)__builtin_clz(size))) - 1;
    unsigned bin = bin_of(size), word = bin / 64;
    uint64_t used = arena->used_bins[word] & (~UINT64_C(0) << bin % 64);
    while (!used) {
        if (++word == ARENA_BINS / 64) return NULL;
        used = arena->used_bins[word];
    }
    return block_at(arena, arena->bins[word * 64 + (unsigned)__builtin_ctzll(used)]);
}

// Blocks

// Gives back what lies between two blocks that are in use, or between one and the top.
UNCHECKED static void give_back(Arena *arena, uint32_t offset, uint32_t size) {
    if (offset + size == arena->top) {
        arena->top = offset;
        return;
    }
    Block *next = block_at(arena, offset + size);
    if (next->size & FREE) {
        size += size_of(next);
        unlist_block(arena, next);
    }
    list_block(arena, offset, size);
}

UNCHECKED static bool raise_top(Arena *arena, uint32_t size) {
    uint64_t end = (uint64_t)arena->top + size;
    if (end > arena->committed) {
        uint64_t committed = (end + COMMIT_STEP - 1) / COMMIT_STEP * COMMIT_STEP;
        if (committed > arena->reserved) return false;
        char *start = arena->base + arena->committed;
        if (mprotect(start, committed - arena->committed, PROT_READ | PROT_WRITE)) return false;
        ASAN_POISON_MEMORY_REGION(start, committed - arena->committed);
        arena->committed = (uint32_t)committed;
    }
    arena->top = (uint32_t)end;
    return true;
}

// Makes a block that is in use as small as this; what is left must be large enough for a free one.
UNCHECKED static void cut(Arena *arena, Block *block, uint32_t size) {
    uint32_t whole = size_of(block);
    if (whole - size < SMALLEST) return;
    block->size -= whole - size;
    give_back(arena, offset_of(arena, block) + size, whole - size);
}

UNCHECKED static Block *take_block(Arena *arena, uint32_t size) {
    Block *block = find_block(arena, size);
    if (block) {
        unlist_block(arena, block);
        block->size &= ~(uint32_t)FREE;
        cut(arena, block, size);
        return block;
    }
    uint32_t offset = arena->top;
    if (!raise_top(arena, size)) return NULL;
    block = block_at(arena, offset);
    block->size = size;
    return block;
}

// Lets a block that is in use grow where it lies.
UNCHECKED static bool grow(Arena *arena, Block *block, uint32_t size) {
    uint32_t whole = size_of(block), end = offset_of(arena, block) + whole;
    if (end == arena->top) {
        if (!raise_top(arena, size - whole)) return false;
        block->size += size - whole;
        return true;
    }
    Block *next = block_at(arena, end);
    if (!(next->size & FREE) || whole + size_of(next) < size) return false;
    unlist_block(arena, next);
    block->size += size_of(next);
    cut(arena, block, size);
    return true;
}

UNCHECKED void *clua_resize_block(Arena *arena, void *pointer, size_t bytes, bool is_object) {
    if (bytes > slot / 2) return NULL;
    uint32_t size = (uint32_t)(bytes + HEADER + 7) & ~(uint32_t)7;
    if (size < SMALLEST) size = SMALLEST;
    Block *block = pointer ? (Block *)(void *)((char *)pointer - HEADER) : NULL;
    if (!block) {
        block = take_block(arena, size);
        if (!block) return NULL;
        if (is_object) block->number = ++arena->created;
        pointer = (char *)block + HEADER;
    } else if (size <= size_of(block)) {
        ASAN_POISON_MEMORY_REGION(pointer, size_of(block) - HEADER);
        cut(arena, block, size);
    } else if (!grow(arena, block, size)) {
        Block *moved = take_block(arena, size);
        if (!moved) return NULL;
        moved->size |= block->size & MARKED;
        size_t held = size_of(block) - HEADER;
        ASAN_UNPOISON_MEMORY_REGION(pointer, held);
        ASAN_UNPOISON_MEMORY_REGION((char *)moved + HEADER, bytes);
        memcpy((char *)moved + HEADER, pointer, held);
        clua_free_block(arena, pointer);
        pointer = (char *)moved + HEADER;
    }
    ASAN_UNPOISON_MEMORY_REGION(pointer, bytes);
    return pointer;
}

UNCHECKED void clua_free_block(Arena *arena, void *pointer) {
    Block *block = (Block *)(void *)((char *)pointer - HEADER);
    uint32_t offset = offset_of(arena, block), size = size_of(block);
    ASAN_POISON_MEMORY_REGION(pointer, size - HEADER);
    if (block->size & AFTER_FREE) {
        uint32_t before = *(uint32_t *)(void *)((char *)block - 4);
        unlist_block(arena, block_at(arena, offset - before));
        offset -= before;
        size += before;
    }
    give_back(arena, offset, size);
}

UNCHECKED void clua_mark_block(void *pointer) { ((Block *)(void *)((char *)pointer - HEADER))->size |= MARKED; }

UNCHECKED bool clua_is_marked(const void *pointer) {
    return ((const Block *)(const void *)((const char *)pointer - HEADER))->size & MARKED;
}

UNCHECKED uint32_t clua_age_of_block(const Arena *arena, const void *pointer) {
    size_t offset = (size_t)((const char *)pointer - arena->base) - HEADER;
    return offset < arena->top ? arena->created - block_at(arena, (uint32_t)offset)->number : 0;
}
