// The string library. The functions that could run long inside C, or that hold memory when they raise, are the border's
// own: they count their steps, so that fuel and the deadline reach them. The rest is Lua's.

#include "builder.h"
#include "pattern.h"

#include <ctype.h>
#include <limits.h>
#include <string.h>

// A relative position as Lua has it: 1 is the first byte, -1 the last.
size_t clua_first_position(lua_Integer position, size_t length) {
    if (position > 0) return (size_t)position;
    if (position == 0 || position < -(lua_Integer)length) return 1;
    return length + (size_t)position + 1;
}

// Compiles the pattern into `at_hand` where it fits, or else into memory that is left on the Lua stack. A function
// that calls back into the script has nothing at hand: two hundred of them may lie on the C stack.
static void prepare(lua_State *L, Match *match, const char *pattern, size_t length, Node *at_hand) {
    if (length > MAX_PATTERN) luaL_error(L, "a pattern has at most %d bytes", MAX_PATTERN);
    Node *nodes = at_hand && length <= NODES_AT_HAND ? at_hand : lua_newuserdatauv(L, length * sizeof *nodes, 0);
    clua_compile_pattern(match, pattern, length, nodes);
}

// find, match

static bool is_plain(const char *pattern, size_t length) {
    for (size_t i = 0; i < length; i++)
        if (pattern[i] && strchr("^$*+?.([%-", pattern[i])) return false;
    return true;
}

static const char *search(Match *match, const char *start, const char *wanted, size_t length) {
    if (length == 0) return start;
    while ((size_t)(match->end - start) >= length) {
        start = memchr(start, wanted[0], (size_t)(match->end - start) - length + 1);
        if (!start) return NULL;
        size_t equal = 1;
        while (equal < length && start[equal] == wanted[equal]) {
            clua_step(match);
            equal++;
        }
        if (equal == length) return start;
        clua_step(match);
        start++;
    }
    return NULL;
}

static int push_range(lua_State *L, const Match *match, const char *start, const char *end) {
    lua_pushinteger(L, start - match->subject + 1);
    lua_pushinteger(L, end - match->subject);
    return 2;
}

static int look_for(lua_State *L, bool find) {
    size_t length, pattern_length;
    const char *subject = luaL_checklstring(L, 1, &length);
    const char *pattern = luaL_checklstring(L, 2, &pattern_length);
    size_t first = clua_first_position(luaL_optinteger(L, 3, 1), length) - 1;
    bool plain = find && (lua_toboolean(L, 4) || is_plain(pattern, pattern_length));
    lua_settop(L, 2);
    if (first > length) {
        lua_pushnil(L);
        return 1;
    }
    Match match = {.L = L, .vm = vm_of(L), .subject = subject, .end = subject + length};
    if (plain) {
        const char *found = search(&match, subject + first, pattern, pattern_length);
        if (found) return push_range(L, &match, found, found + pattern_length);
        lua_pushnil(L);
        return 1;
    }
    bool anchored = pattern_length && *pattern == '^';
    Node nodes[NODES_AT_HAND];
    prepare(L, &match, pattern + anchored, pattern_length - anchored, nodes);
    for (const char *start = subject + first; start <= match.end; start++) {
        const char *end = clua_match(&match, start);
        if (end && !find) return clua_push_captures(&match, start, end);
        if (end) return push_range(L, &match, start, end) + (match.capture_count ? clua_push_captures(&match, start, end) : 0);
        if (anchored) break;
    }
    lua_pushnil(L);
    return 1;
}

static int find(lua_State *L) { return look_for(L, true); }
static int match(lua_State *L) { return look_for(L, false); }

// gmatch: the state is a userdata with the compiled pattern behind it; the strings are kept as upvalues.

typedef struct Walk {
    Match match;
    const char *at, *last;
    Node nodes[];
} Walk;

static int next_match(lua_State *L) {
    Walk *walk = lua_touserdata(L, lua_upvalueindex(1));
    walk->match.L = L;
    for (; walk->at <= walk->match.end; walk->at++) {
        const char *start = walk->at;
        const char *end = clua_match(&walk->match, start);
        if (!end || end == walk->last) continue;
        walk->at = walk->last = end;
        return clua_push_captures(&walk->match, start, end);
    }
    return 0;
}

static int gmatch(lua_State *L) {
    size_t length, pattern_length;
    const char *subject = luaL_checklstring(L, 1, &length);
    const char *pattern = luaL_checklstring(L, 2, &pattern_length);
    size_t first = clua_first_position(luaL_optinteger(L, 3, 1), length) - 1;
    if (first > length) first = length + 1;
    if (pattern_length > MAX_PATTERN) return luaL_error(L, "a pattern has at most %d bytes", MAX_PATTERN);
    lua_settop(L, 2);
    Walk *walk = lua_newuserdatauv(L, sizeof *walk + pattern_length * sizeof(Node), 0);
    memset(walk, 0, sizeof *walk);
    walk->match = (Match){.L = L, .vm = vm_of(L), .subject = subject, .end = subject + length};
    walk->at = subject + first;
    clua_compile_pattern(&walk->match, pattern, pattern_length, walk->nodes);
    lua_pushvalue(L, 1);
    lua_pushcclosure(L, next_match, 2);
    return 1;
}

// gsub

static void add_words(Match *match, Builder *out, const char *start, const char *end) {
    size_t length;
    const char *words = lua_tolstring(match->L, 3, &length);
    const char *stop = words + length;
    while (words < stop) {
        const char *sign = memchr(words, '%', (size_t)(stop - words));
        clua_step(match);
        clua_add(out, words, (size_t)((sign ? sign : stop) - words));
        if (!sign) return;
        words = sign + 2;
        char letter = words <= stop ? sign[1] : 0;
        if (letter == '%') {
            clua_add_byte(out, '%');
        } else if (letter == '0') {
            clua_add(out, start, (size_t)(end - start));
        } else if (letter >= '1' && letter <= '9') {
            clua_push_capture(match, letter - '1', start, end);
            clua_add_value(out);
        } else {
            luaL_error(match->L, "invalid use of '%%' in replacement string");
        }
    }
}

// Adds what replaces the match; false when that is the match itself.
static void add_replacement(Match *match, Builder *out, const char *start, const char *end, int kind) {
    lua_State *L = match->L;
    if (kind == LUA_TFUNCTION) {
        lua_pushvalue(L, 3);
        lua_call(L, clua_push_captures(match, start, end), 1);
    } else if (kind == LUA_TTABLE) {
        clua_push_capture(match, 0, start, end);
        lua_gettable(L, 3);
    } else {
        add_words(match, out, start, end);
        return;
    }
    if (!lua_toboolean(L, -1)) {
        lua_pop(L, 1);
        clua_add(out, start, (size_t)(end - start));
    } else if (lua_isstring(L, -1)) {
        clua_add_value(out);
    } else {
        luaL_error(L, "invalid replacement value (a %s)", luaL_typename(L, -1));
    }
}

static int gsub(lua_State *L) {
    size_t length, pattern_length;
    const char *subject = luaL_checklstring(L, 1, &length);
    const char *pattern = luaL_checklstring(L, 2, &pattern_length);
    int kind = lua_type(L, 3);
    lua_Integer most = luaL_optinteger(L, 4, (lua_Integer)length + 1);
    bool fits = kind == LUA_TNUMBER || kind == LUA_TSTRING || kind == LUA_TFUNCTION || kind == LUA_TTABLE;
    luaL_argexpected(L, fits, 3, "string/function/table");
    lua_settop(L, 3);
    bool anchored = pattern_length && *pattern == '^';
    Match match = {.L = L, .vm = vm_of(L), .subject = subject, .end = subject + length};
    prepare(L, &match, pattern + anchored, pattern_length - anchored, NULL);
    Builder out;
    clua_begin(L, &out);
    const char *at = subject, *last = NULL;
    lua_Integer count = 0;
    while (count < most) {
        const char *end = clua_match(&match, at);
        if (end && end != last) {
            count++;
            add_replacement(&match, &out, at, end, kind);
            at = last = end;
        } else if (at < match.end) {
            clua_add_byte(&out, *at++);
        } else {
            break;
        }
        if (anchored) break;
    }
    clua_add(&out, at, (size_t)(match.end - at));
    clua_push_built(&out);
    lua_pushinteger(L, count);
    return 2;
}

// lower, upper, reverse, rep, char

static int lower(lua_State *L) {
    size_t length;
    const char *text = luaL_checklstring(L, 1, &length);
    Builder out;
    clua_begin(L, &out);
    char *bytes = clua_make_room(&out, length);
    for (size_t i = 0; i < length; i++) bytes[i] = (char)tolower((unsigned char)text[i]);
    out.length = length;
    clua_push_built(&out);
    return 1;
}

static int upper(lua_State *L) {
    size_t length;
    const char *text = luaL_checklstring(L, 1, &length);
    Builder out;
    clua_begin(L, &out);
    char *bytes = clua_make_room(&out, length);
    for (size_t i = 0; i < length; i++) bytes[i] = (char)toupper((unsigned char)text[i]);
    out.length = length;
    clua_push_built(&out);
    return 1;
}

static int reverse(lua_State *L) {
    size_t length;
    const char *text = luaL_checklstring(L, 1, &length);
    Builder out;
    clua_begin(L, &out);
    char *bytes = clua_make_room(&out, length);
    for (size_t i = 0; i < length; i++) bytes[i] = text[length - 1 - i];
    out.length = length;
    clua_push_built(&out);
    return 1;
}

static int rep(lua_State *L) {
    size_t length, separator_length;
    const char *text = luaL_checklstring(L, 1, &length);
    lua_Integer count = luaL_checkinteger(L, 2);
    const char *separator = luaL_optlstring(L, 3, "", &separator_length);
    size_t unit = length + separator_length;
    if (count <= 0 || unit == 0) {
        lua_pushliteral(L, "");
        return 1;
    }
    if ((lua_Unsigned)count > LUA_MAXINTEGER / unit) return luaL_error(L, "resulting string too large");
    if ((size_t)count > (size_t)INT_MAX / unit) return clua_trap_here(L, CLUA_TRAP_MEMORY, NULL);
    size_t total = unit * (size_t)count - separator_length;
    lua_settop(L, 3);
    Builder out;
    clua_begin(L, &out);
    char *bytes = clua_make_room(&out, total);
    memcpy(bytes, text, length);
    size_t done = length;
    if (count > 1) {
        memcpy(bytes + done, separator, separator_length);
        done += separator_length;
        // What is there is doubled until it is long enough.
        while (done < total) {
            size_t more = done < total - done ? done : total - done;
            memcpy(bytes + done, bytes, more);
            done += more;
        }
    }
    out.length = total;
    clua_push_built(&out);
    return 1;
}

static int byte_string(lua_State *L) {
    int count = lua_gettop(L);
    Builder out;
    clua_begin(L, &out);
    for (int i = 1; i <= count; i++) {
        lua_Unsigned byte = (lua_Unsigned)luaL_checkinteger(L, i);
        luaL_argcheck(L, byte <= UCHAR_MAX, i, "value out of range");
        clua_add_byte(&out, (char)byte);
    }
    clua_push_built(&out);
    return 1;
}

static int bytes(lua_State *L) {
    CLuaVM *vm = vm_of(L);
    size_t length;
    const char *text = luaL_checklstring(L, 1, &length);
    lua_Integer start = luaL_optinteger(L, 2, 1), end = luaL_optinteger(L, 3, start);
    size_t first = clua_first_position(start, length), last;
    if (end > (lua_Integer)length)
        last = length;
    else if (end >= 0)
        last = (size_t)end;
    else
        last = end < -(lua_Integer)length ? 0 : length + (size_t)end + 1;
    if (first > last) return 0;
    clua_reserve(L, last - first + 1, "stack overflow (string slice too long)");
    for (size_t at = first; at <= last; at++) lua_pushinteger(L, (unsigned char)text[at - 1]);
    clua_charge(L, vm, (int64_t)(last - first) / 8);
    return (int)(last - first + 1);
}

void clua_open_strings(lua_State *L) {
    static const luaL_Reg own[] = {
        {"find", find},   {"match", match},     {"gmatch", gmatch}, {"gsub", gsub},          {"lower", lower},
        {"upper", upper}, {"reverse", reverse}, {"rep", rep},       {"char", byte_string}, {"format", clua_format},
        {"byte", bytes},  {NULL, NULL}};
    // The library's table is also what ("x"):rep finds: it is kept, and the metatable locked.
    lua_pushcfunction(L, luaopen_string);
    lua_call(L, 0, 1);
    luaL_setfuncs(L, own, 0);
    clua_open_packing(L);
    lua_pushnil(L);
    lua_setfield(L, -2, "dump");
    lua_setglobal(L, "string");
    lua_pushliteral(L, "");
    if (lua_getmetatable(L, -1)) {
        lua_pushboolean(L, 0);
        lua_setfield(L, -2, "__metatable");
        lua_pop(L, 1);
    }
    lua_pop(L, 1);
}
