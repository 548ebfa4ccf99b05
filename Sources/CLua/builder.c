#include "builder.h"

void clua_begin(lua_State *L, Builder *builder) {
    builder->L = L;
    builder->bytes = builder->at_hand;
    builder->length = 0;
    builder->capacity = sizeof builder->at_hand;
    lua_pushnil(L);
    builder->place = lua_gettop(L);
}

char *clua_make_room(Builder *builder, size_t count) {
    if (builder->capacity - builder->length < count) {
        if (count > SIZE_MAX / 4 - builder->length) luaL_error(builder->L, "resulting string too large");
        size_t capacity = 2 * builder->capacity;
        if (capacity < builder->length + count) capacity = builder->length + count;
        char *grown = lua_newuserdatauv(builder->L, capacity, 0);
        memcpy(grown, builder->bytes, builder->length);
        lua_replace(builder->L, builder->place);
        builder->bytes = grown;
        builder->capacity = capacity;
    }
    return builder->bytes + builder->length;
}

void clua_add_value(Builder *builder) {
    size_t length;
    const char *bytes = lua_tolstring(builder->L, -1, &length);
    clua_add(builder, bytes, length);
    lua_pop(builder->L, 1);
}
