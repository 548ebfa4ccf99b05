#ifndef BUILDER_H
#define BUILDER_H

#include "internal.h"

#include <string.h>

// Bytes on their way to a string. Those that do not fit at hand lie in a userdata on the stack, which the collector frees
// however the function ends. Lua's own buffers hold memory outside the collector and wait for a finaliser, which no VM has.
typedef struct Builder {
    lua_State *L;
    char *bytes;
    size_t length, capacity;
    int place;  // of the userdata on the stack
    char at_hand[512];
} Builder;

// Takes the next place of the stack.
void clua_begin(lua_State *L, Builder *builder);
// Room for so many bytes more. May raise.
char *clua_make_room(Builder *builder, size_t count);
// Adds the string or the number at the top of the stack, and pops it.
void clua_add_value(Builder *builder);
// Pushes what was built.
static inline void clua_push_built(Builder *builder) {
    lua_pushlstring(builder->L, builder->bytes, builder->length);
}

static inline void clua_add(Builder *builder, const void *bytes, size_t count) {
    memcpy(clua_make_room(builder, count), bytes, count);
    builder->length += count;
}

static inline void clua_add_byte(Builder *builder, char byte) {
    if (builder->length == builder->capacity) clua_make_room(builder, 1);
    builder->bytes[builder->length++] = byte;
}

#endif
