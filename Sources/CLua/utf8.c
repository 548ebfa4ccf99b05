// The utf8 library, the same on every release of Lua. Before 5.4.5 Lua's `codes` passes over stray continuation bytes, and
// up to 5.4.8 its decoder shifts too far for a first byte of 0xFF.

#include "builder.h"

#include <limits.h>

enum { MOST_BYTES = 6 };
static const uint32_t greatest = 0x7FFFFFFF;  // with `lax`; 0x10FFFF without

static bool is_continuation(char byte) { return (byte & 0xC0) == 0x80; }

// Reads one character; answers the place behind it, or NULL where there is none.
static const char *decode(const char *at, const char *end, uint32_t *code, bool lax) {
    static const uint32_t least[MOST_BYTES] = {0, 0x80, 0x800, 0x10000, 0x200000, 0x4000000};
    unsigned char first = (unsigned char)*at;
    if (first < 0x80) {
        *code = first;
        return at + 1;
    }
    int more = 0;  // bytes that must follow
    while (more < 7 && first >> (6 - more) & 1) more++;
    if (more == 0 || more >= MOST_BYTES || end - at <= more) return NULL;
    uint32_t value = first & (0x3Fu >> more);
    for (int i = 1; i <= more; i++) {
        if (!is_continuation(at[i])) return NULL;
        value = value << 6 | (at[i] & 0x3F);
    }
    if (value < least[more]) return NULL;
    if (!lax && (value > 0x10FFFF || (value >= 0xD800 && value <= 0xDFFF))) return NULL;
    *code = value;
    return at + more + 1;
}

static void encode(Builder *out, uint32_t code) {
    if (code < 0x80) {
        clua_add_byte(out, (char)code);
        return;
    }
    int more = 1;
    while (more < MOST_BYTES - 1 && code >> (5 * more + 6)) more++;
    clua_add_byte(out, (char)(0xFF80u >> more | code >> 6 * more));
    for (int i = more - 1; i >= 0; i--) clua_add_byte(out, (char)(0x80 | (code >> 6 * i & 0x3F)));
}

// The first byte from `at` on that continues no character.
static const char *skip_continuation(lua_State *L, const char *at, const char *end) {
    for (size_t steps = 1; at < end && is_continuation(*at); at++)
        if ((steps++ & 4095) == 0) clua_charge(L, vm_of(L), 512);
    return at;
}

// The last byte before `at` that continues no character, or else the first of all.
static const char *step_back(lua_State *L, const char *at, const char *start) {
    at--;
    for (size_t steps = 1; at > start && is_continuation(*at); at--)
        if ((steps++ & 4095) == 0) clua_charge(L, vm_of(L), 512);
    return at;
}

// A relative position; 0 where it is before the start.
static lua_Integer position(lua_Integer at, size_t length) {
    if (at >= 0) return at;
    return at < -(lua_Integer)length ? 0 : (lua_Integer)length + at + 1;
}

static int character(lua_State *L) {
    int count = lua_gettop(L);
    Builder out;
    clua_begin(L, &out);
    for (int i = 1; i <= count; i++) {
        lua_Unsigned code = (lua_Unsigned)luaL_checkinteger(L, i);
        luaL_argcheck(L, code <= greatest, i, "value out of range");
        encode(&out, (uint32_t)code);
    }
    clua_push_built(&out);
    return 1;
}

static int codepoint(lua_State *L) {
    CLuaVM *vm = vm_of(L);
    size_t length;
    const char *text = luaL_checklstring(L, 1, &length), *end = text + length;
    lua_Integer first = position(luaL_optinteger(L, 2, 1), length);
    lua_Integer last = position(luaL_optinteger(L, 3, first), length);
    bool lax = lua_toboolean(L, 4);
    luaL_argcheck(L, first >= 1, 2, "out of bounds");
    luaL_argcheck(L, last <= (lua_Integer)length, 3, "out of bounds");
    if (first > last) return 0;
    clua_reserve(L, (lua_Unsigned)(last - first) + 1, "stack overflow (string slice too long)");
    int count = 0;
    for (const char *at = text + first - 1; at < text + last; count++) {
        uint32_t code;
        at = decode(at, end, &code, lax);
        if (!at) return luaL_error(L, "invalid UTF-8 code");
        lua_pushinteger(L, code);
        if ((count & 1023) == 1023) clua_charge(L, vm, 128);
    }
    return count;
}

static int length_of(lua_State *L) {
    CLuaVM *vm = vm_of(L);
    size_t length;
    const char *text = luaL_checklstring(L, 1, &length), *end = text + length;
    lua_Integer first = position(luaL_optinteger(L, 2, 1), length);
    lua_Integer last = position(luaL_optinteger(L, 3, -1), length);
    bool lax = lua_toboolean(L, 4);
    luaL_argcheck(L, 1 <= first && first - 1 <= (lua_Integer)length, 2, "initial position out of bounds");
    luaL_argcheck(L, last <= (lua_Integer)length, 3, "final position out of bounds");
    lua_Integer count = 0;
    for (const char *at = text + first - 1, *next; at < text + last; at = next, count++) {
        uint32_t code;
        next = decode(at, end, &code, lax);
        if (!next) {
            lua_pushnil(L);
            lua_pushinteger(L, at - text + 1);
            return 2;
        }
        if ((count & 1023) == 1023) clua_charge(L, vm, 128);
    }
    lua_pushinteger(L, count);
    return 1;
}

static int offset(lua_State *L) {
    CLuaVM *vm = vm_of(L);
    size_t length;
    const char *text = luaL_checklstring(L, 1, &length), *end = text + length;
    lua_Integer wanted = luaL_checkinteger(L, 2);
    lua_Integer start = position(luaL_optinteger(L, 3, wanted >= 0 ? 1 : (lua_Integer)length + 1), length);
    luaL_argcheck(L, 1 <= start && start - 1 <= (lua_Integer)length, 3, "position out of bounds");
    const char *at = text + start - 1;
    uint32_t steps = 0;
    if (wanted == 0) {
        if (at > text && at < end && is_continuation(*at)) at = step_back(L, at, text);
        lua_pushinteger(L, at - text + 1);
        return 1;
    }
    if (at < end && is_continuation(*at)) return luaL_error(L, "initial position is a continuation byte");
    if (wanted > 0) wanted--;  // the first one is here
    while (wanted < 0 && at > text) {
        at = step_back(L, at, text);
        wanted++;
        if ((++steps & 1023) == 0) clua_charge(L, vm, 128);
    }
    while (wanted > 0 && at < end) {
        at = skip_continuation(L, at + 1, end);
        wanted--;
        if ((++steps & 1023) == 0) clua_charge(L, vm, 128);
    }
    if (wanted == 0)
        lua_pushinteger(L, at - text + 1);
    else
        lua_pushnil(L);
    return 1;
}

// codes: the iterators have an upvalue, as every function that a script may hold.

static int next_code(lua_State *L, bool lax) {
    size_t length;
    const char *text = luaL_checklstring(L, 1, &length), *end = text + length;
    lua_Unsigned before = (lua_Unsigned)lua_tointeger(L, 2);
    if (before >= length) return 0;
    const char *at = skip_continuation(L, text + before, end);
    if (at == end) return 0;
    uint32_t code;
    const char *next = decode(at, end, &code, lax);
    if (!next || (next < end && is_continuation(*next))) return luaL_error(L, "invalid UTF-8 code");
    lua_pushinteger(L, at - text + 1);
    lua_pushinteger(L, code);
    return 2;
}

static int next_strict(lua_State *L) { return next_code(L, false); }
static int next_lax(lua_State *L) { return next_code(L, true); }

// Upvalues: the two iterators.
static int codes(lua_State *L) {
    size_t length;
    const char *text = luaL_checklstring(L, 1, &length);
    luaL_argcheck(L, !(length && is_continuation(*text)), 1, "invalid UTF-8 code");
    lua_pushvalue(L, lua_upvalueindex(lua_toboolean(L, 2) ? 2 : 1));
    lua_pushvalue(L, 1);
    lua_pushinteger(L, 0);
    return 3;
}

void clua_open_utf8(lua_State *L) {
    static const luaL_Reg functions[] = {
        {"char", character}, {"codepoint", codepoint}, {"len", length_of}, {"offset", offset}, {NULL, NULL}};
    luaL_newlib(L, functions);
    clua_push_function(L, next_strict);
    clua_push_function(L, next_lax);
    lua_pushcclosure(L, codes, 2);
    lua_setfield(L, -2, "codes");
    lua_pushlstring(L, "[\0-\x7F\xC2-\xFD][\x80-\xBF]*", 14);
    lua_setfield(L, -2, "charpattern");
    lua_setglobal(L, "utf8");
}
