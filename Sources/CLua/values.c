// Values on their way between Lua and the host, and plain data as trees of bytes.

#include "internal.h"

#include <math.h>
#include <string.h>

enum { MAX_DEPTH = 32, MAX_TREE_BYTES = 1 << 20 };

const char *clua_type_name(lua_State *L, int index) {
    CLuaVM *vm = vm_of(L);
    if (lua_type(L, index) == LUA_TLIGHTUSERDATA) return "flake";
    if (lua_type(L, index) != LUA_TUSERDATA) return luaL_typename(L, index);
    return clua_to_sprite(L, vm, index) ? "sprite" : "host table";
}

void clua_push(lua_State *L, const CLuaValue *value) {
    CLuaVM *vm = vm_of(L);
    switch (value->kind) {
        case CLUA_BOOLEAN: lua_pushboolean(L, value->integer != 0); return;
        case CLUA_INTEGER: lua_pushinteger(L, value->integer); return;
        case CLUA_NUMBER: lua_pushnumber(L, value->number); return;
        case CLUA_STRING: lua_pushlstring(L, value->bytes, value->length); return;
        case CLUA_FLAKE: {
            Handle handle = handle_of((uint64_t)value->integer);
            if (!clua_is_current(vm, handle)) break;
            clua_push_flake(L, vm, handle.slot);
            return;
        }
        case CLUA_TREE: {
            const char *cursor = value->bytes;
            clua_read_tree(L, &cursor, value->bytes + value->length);
            return;
        }
        case CLUA_NIL:
        case CLUA_FUNCTION:
        case CLUA_OTHER: break;
    }
    lua_pushnil(L);
}

// Buffers are not counted as the VM's memory, so what they take in is bounded here.
static void put(lua_State *L, Buffer *buffer, const void *bytes, size_t length) {
    CLuaVM *vm = vm_of(L);
    if (buffer->length + length > MAX_TREE_BYTES) luaL_error(L, "more than 1 MiB of plain data");
    clua_guard(vm);
    bool fits = clua_append(buffer, bytes, length);
    clua_unguard(vm);
    if (!fits) luaL_error(L, "not enough memory");
}

// Answers what lies at `index`. Bytes are put in `strings`, and the value holds their offset in `integer`: the
// buffer may still move.
CLuaValue clua_value(lua_State *L, int index, Buffer *strings) {
    CLuaValue value = {0};
    switch (lua_type(L, index)) {
        case LUA_TNIL: return value;
        case LUA_TBOOLEAN:
            value.kind = CLUA_BOOLEAN;
            value.integer = lua_toboolean(L, index);
            return value;
        case LUA_TNUMBER:
            value.number = lua_tonumber(L, index);
            value.kind = lua_isinteger(L, index) ? CLUA_INTEGER : CLUA_NUMBER;
            if (value.kind == CLUA_INTEGER) value.integer = lua_tointeger(L, index);
            return value;
        case LUA_TSTRING: {
            const char *bytes = lua_tolstring(L, index, &value.length);
            value.kind = CLUA_STRING;
            value.integer = (int64_t)strings->length;
            put(L, strings, bytes, value.length);
            return value;
        }
        case LUA_TLIGHTUSERDATA:
            value.kind = CLUA_FLAKE;
            value.integer = (int64_t)(uintptr_t)lua_touserdata(L, index);
            return value;
        case LUA_TTABLE:
            value.kind = CLUA_TREE;
            value.integer = (int64_t)strings->length;
            clua_write_tree(L, index, strings, false);
            value.length = strings->length - (size_t)value.integer;
            return value;
        default: break;
    }
    const char *name = clua_type_name(L, index);
    value.kind = CLUA_OTHER;
    value.length = strlen(name);
    value.integer = (int64_t)strings->length;
    put(L, strings, name, value.length);
    return value;
}

static void put_tag(lua_State *L, Buffer *buffer, CLuaTag tag) {
    char byte = (char)tag;
    put(L, buffer, &byte, 1);
}

static void put_text(lua_State *L, Buffer *buffer, CLuaTag tag, const char *bytes, size_t length) {
    if (length > MAX_TREE_BYTES) length = MAX_TREE_BYTES;
    uint32_t count = (uint32_t)length;
    put_tag(L, buffer, tag);
    put(L, buffer, &count, sizeof count);
    put(L, buffer, bytes, length);
}

static void write_value(lua_State *L, int index, Buffer *buffer, int depth, bool strict) {
    switch (lua_type(L, index)) {
        case LUA_TNIL: put_tag(L, buffer, CLUA_TAG_NIL); return;
        case LUA_TBOOLEAN: put_tag(L, buffer, lua_toboolean(L, index) ? CLUA_TAG_TRUE : CLUA_TAG_FALSE); return;
        case LUA_TNUMBER:
            if (lua_isinteger(L, index)) {
                int64_t integer = lua_tointeger(L, index);
                put_tag(L, buffer, CLUA_TAG_INTEGER);
                put(L, buffer, &integer, sizeof integer);
            } else {
                double number = lua_tonumber(L, index);
                put_tag(L, buffer, CLUA_TAG_NUMBER);
                put(L, buffer, &number, sizeof number);
            }
            return;
        case LUA_TSTRING: {
            size_t length;
            const char *bytes = lua_tolstring(L, index, &length);
            put_text(L, buffer, CLUA_TAG_STRING, bytes, length);
            return;
        }
        case LUA_TTABLE: {
            if (depth >= MAX_DEPTH) luaL_error(L, "plain data is nested more than %d deep", MAX_DEPTH);
            luaL_checkstack(L, 4, NULL);
            put_tag(L, buffer, CLUA_TAG_TABLE);
            index = lua_absindex(L, index);
            lua_pushnil(L);
            while (lua_next(L, index)) {
                int key = lua_type(L, -2);
                bool plain = key == LUA_TSTRING || key == LUA_TNUMBER || key == LUA_TBOOLEAN;
                if (plain || !strict) {
                    write_value(L, -2, buffer, depth + 1, strict);
                    write_value(L, -1, buffer, depth + 1, strict);
                }
                lua_pop(L, 1);
            }
            put_tag(L, buffer, CLUA_TAG_END);
            return;
        }
        default: break;
    }
    const char *name = clua_type_name(L, index);
    put_text(L, buffer, CLUA_TAG_OTHER, name, strlen(name));
}

// `strict` leaves out the entries whose keys are not plain. Raw: calls nothing of the script.
void clua_write_tree(lua_State *L, int index, Buffer *buffer, bool strict) { write_value(L, index, buffer, 0, strict); }

static void take(lua_State *L, const char **cursor, const char *end, void *out, size_t length) {
    if ((size_t)(end - *cursor) < length) luaL_error(L, "plain data is cut short");
    memcpy(out, *cursor, length);
    *cursor += length;
}

// Pushes the value that starts at the cursor; false at the end of a table.
static bool read_value(lua_State *L, const char **cursor, const char *end, int depth) {
    if (depth > MAX_DEPTH) luaL_error(L, "plain data is nested more than %d deep", MAX_DEPTH);
    luaL_checkstack(L, 4, NULL);
    unsigned char tag;
    take(L, cursor, end, &tag, 1);
    switch ((CLuaTag)tag) {
        case CLUA_TAG_NIL: lua_pushnil(L); return true;
        case CLUA_TAG_FALSE: lua_pushboolean(L, 0); return true;
        case CLUA_TAG_TRUE: lua_pushboolean(L, 1); return true;
        case CLUA_TAG_INTEGER: {
            int64_t integer;
            take(L, cursor, end, &integer, sizeof integer);
            lua_pushinteger(L, integer);
            return true;
        }
        case CLUA_TAG_NUMBER: {
            double number;
            take(L, cursor, end, &number, sizeof number);
            lua_pushnumber(L, number);
            return true;
        }
        case CLUA_TAG_STRING:
        case CLUA_TAG_OTHER: {
            uint32_t length;
            take(L, cursor, end, &length, sizeof length);
            if ((size_t)(end - *cursor) < length) luaL_error(L, "plain data is cut short");
            if (tag == CLUA_TAG_STRING)
                lua_pushlstring(L, *cursor, length);
            else
                lua_pushnil(L);
            *cursor += length;
            return true;
        }
        case CLUA_TAG_TABLE:
            lua_newtable(L);
            while (read_value(L, cursor, end, depth + 1)) {
                if (!read_value(L, cursor, end, depth + 1)) luaL_error(L, "plain data is cut short");
                bool usable = !lua_isnil(L, -2) && !(lua_type(L, -2) == LUA_TNUMBER && isnan(lua_tonumber(L, -2)));
                if (usable)
                    lua_rawset(L, -3);
                else
                    lua_pop(L, 2);
            }
            return true;
        case CLUA_TAG_END: return false;
    }
    luaL_error(L, "plain data has an unknown tag");
    return false;
}

void clua_read_tree(lua_State *L, const char **cursor, const char *end) {
    if (!read_value(L, cursor, end, 0)) luaL_error(L, "plain data is cut short");
}

static int copy_state(lua_State *L) {
    CLuaVM *vm = vm_of(L);
    vm->tree.length = 0;
    lua_pushglobaltable(L);
    lua_pushliteral(L, "state");
    lua_rawget(L, -2);
    luaL_checktype(L, -1, LUA_TTABLE);
    clua_write_tree(L, -1, &vm->tree, true);
    return 0;
}

bool clua_copy_state(CLuaVM *vm, const char **bytes, size_t *length) {
    if (!clua_prepare(vm, copy_state, NULL)) return false;
    *bytes = vm->tree.bytes;
    *length = vm->tree.length;
    return true;
}

typedef struct Span {
    const char *bytes, *end;
} Span;

static int restore_state(lua_State *L) {
    Span *span = lua_touserdata(L, 1);
    lua_pushglobaltable(L);
    lua_pushliteral(L, "state");
    clua_read_tree(L, &span->bytes, span->end);
    lua_rawset(L, -3);
    return 0;
}

bool clua_restore_state(CLuaVM *vm, const char *bytes, size_t length) {
    Span span = {bytes, bytes + length};
    return clua_prepare(vm, restore_state, &span);
}
