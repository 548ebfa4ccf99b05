// The seed of Lua's string hashes. Lua makes it from the clock and three addresses, and a script can find it: the hash of
// the empty string is the seed, and the border `#` of a table shows where a key lies (arena.h). So every VM gets the same
// seed. Nothing in a VM differs from run to run then, and fuel always ends at the same instruction.
//
// Lua takes no seed from its host. It is written into the new state when Lua makes the first allocation after the state
// itself: no string has been hashed by then. Its place is found by experiment, in two states that are thrown away. Where
// that fails, Lua keeps its own seed.

#include "internal.h"

#include <stdlib.h>
#include <string.h>

enum { SEED = 0x736E6F77 };
enum { HASH = 12 };  // the place of the hash in a string object

typedef struct Birth {
    CLuaVM *vm;   // NULL for a state that is thrown away
    char *state;  // its first block
    size_t size;
    size_t place;  // of the seed; 0: not known
} Birth;

static void *allocate(void *context, void *pointer, size_t old_size, size_t new_size) {
    Birth *birth = context;
    if (birth->state && birth->place) {
        uint32_t seed = SEED;
        memcpy(birth->state + birth->place, &seed, sizeof seed);
        birth->place = 0;
    }
    if (birth->vm) {
        pointer = clua_allocate(birth->vm, pointer, old_size, new_size);
    } else if (new_size) {
        pointer = realloc(pointer, new_size);
    } else {
        free(pointer);
        pointer = NULL;
    }
    if (!birth->state) {
        birth->state = pointer;
        birth->size = new_size;
    }
    return pointer;
}

static uint32_t hash_of_nothing(lua_State *L) {
    uint32_t hash = 0;
    const char *string = lua_topointer(L, -1);
    memcpy(&hash, string + HASH, sizeof hash);
    return hash;
}

// The only place of a state that holds the seed; 0 where there is none or more than one.
static size_t find_place(void) {
    Birth birth = {0};
    lua_State *L = lua_newstate(allocate, &birth);
    if (!L) return 0;
    lua_pushliteral(L, "");
    uint32_t seed = hash_of_nothing(L), word;
    size_t place = 0;
    int count = 0;
    for (size_t at = 0; at + sizeof word <= birth.size; at += sizeof word) {
        memcpy(&word, birth.state + at, sizeof word);
        if (word != seed) continue;
        place = at;
        count++;
    }
    lua_close(L);
    return count == 1 ? place : 0;
}

static size_t place_of_seed(void) {
    static _Atomic size_t known;  // SIZE_MAX: there is none
    size_t place = known;
    if (!place) {
        place = find_place();
        if (!place || find_place() != place) place = SIZE_MAX;
        known = place;
    }
    return place == SIZE_MAX ? 0 : place;
}

lua_State *clua_new_state(CLuaVM *vm) {
    Birth birth = {.vm = vm, .place = place_of_seed()};
    lua_State *L = lua_newstate(allocate, &birth);
    if (L) lua_setallocf(L, clua_allocate, vm);
    return L;
}
