// string.format without addresses: `%p` does not exist, and `%s` words a value as tostring does.

#include "internal.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

enum { MAX_ITEM = 512 };  // the longest number: %99.99f of the greatest double

typedef struct Spec {
    char text[32];  // as printf wants it, up to the conversion
    size_t length;
    bool has_precision;
    char conversion;
} Spec;

static int bad_spec(lua_State *L, const char *start, size_t length) {
    if (length > 20) return luaL_error(L, "invalid format string to 'format'");
    lua_pushlstring(L, start, length);
    return luaL_error(L, "invalid conversion '%%%s' to 'format'", lua_tostring(L, -1));
}

static size_t take_digits(const char *at, const char *end) {
    size_t count = 0;
    while (at + count < end && count < 2 && at[count] >= '0' && at[count] <= '9') count++;
    return count;
}

// Which flags and whether a precision may stand before a conversion; NULL when there is no such conversion.
static const char *flags_of(char conversion, bool *precision) {
    *precision = true;
    switch (conversion) {
        case 'd':
        case 'i': return "-+0 ";
        case 'a':
        case 'A':
        case 'f':
        case 'e':
        case 'E':
        case 'g':
        case 'G': return "-+#0 ";
        case 'o':
        case 'x':
        case 'X': return "-#0";
        case 'u': return "-0";
        case 's': return "-";
        case 'c': *precision = false; return "-";
        case 'q': *precision = false; return "";
        default: return NULL;
    }
}

// Reads what stands behind a percent sign and answers the place behind it.
static const char *read_spec(lua_State *L, const char *at, const char *end, Spec *spec) {
    const char *start = at;
    size_t flags = 0;
    while (at + flags < end && flags < 6 && at[flags] && strchr("-+#0 ", at[flags])) flags++;
    at += flags;
    size_t width = take_digits(at, end);
    at += width;
    spec->has_precision = at < end && *at == '.';
    if (spec->has_precision) {
        at++;
        at += take_digits(at, end);
    }
    spec->conversion = at < end ? *at : 0;
    size_t length = (size_t)(at - start);
    bool precision;
    const char *allowed = flags_of(spec->conversion, &precision);
    bool fits = allowed && (precision || !spec->has_precision) && (spec->conversion != 'q' || length == 0);
    for (size_t i = 0; fits && i < flags; i++) fits = strchr(allowed, start[i]) != NULL;
    if (!fits) bad_spec(L, start, length + (at < end));
    spec->text[0] = '%';
    memcpy(spec->text + 1, start, length);
    spec->length = length + 1;
    return at + 1;
}

static void finish(Spec *spec, const char *conversion) {
    strcpy(spec->text + spec->length, conversion);
}

static void add_number(lua_State *L, luaL_Buffer *out, Spec *spec, int index) {
    char item[MAX_ITEM], conversion[4] = {'l', 'l', spec->conversion, 0};
    CLuaVM *vm = vm_of(L);
    int length;
    if (strchr("dioxXu", spec->conversion)) {
        long long value = luaL_checkinteger(L, index);
        finish(spec, conversion);
        length = snprintf(item, sizeof item, spec->text, value);
    } else {
        double value = luaL_checknumber(L, index);
        finish(spec, conversion + 2);
        clua_guard(vm);  // it may allocate
        length = snprintf(item, sizeof item, spec->text, value);
        clua_unguard(vm);
    }
    luaL_addlstring(out, item, (size_t)length < sizeof item ? (size_t)length : sizeof item - 1);
}

static void add_quoted_string(lua_State *L, luaL_Buffer *out, int index) {
    CLuaVM *vm = vm_of(L);
    size_t length;
    const char *bytes = lua_tolstring(L, index, &length);
    luaL_addchar(out, '"');
    for (size_t i = 0; i < length; i++) {
        unsigned char byte = (unsigned char)bytes[i];
        if ((i & 4095) == 4095) clua_charge(L, vm, 512);
        if (byte == '"' || byte == '\\' || byte == '\n') {
            luaL_addchar(out, '\\');
            luaL_addchar(out, (char)byte);
        } else if (byte < 32 || byte == 127) {
            bool digit_follows = i + 1 < length && bytes[i + 1] >= '0' && bytes[i + 1] <= '9';
            char item[8];
            snprintf(item, sizeof item, digit_follows ? "\\%03d" : "\\%d", byte);
            luaL_addstring(out, item);
        } else {
            luaL_addchar(out, (char)byte);
        }
    }
    luaL_addchar(out, '"');
}

static void add_quoted(lua_State *L, luaL_Buffer *out, int index) {
    char item[64];
    switch (lua_type(L, index)) {
        case LUA_TSTRING: add_quoted_string(L, out, index); return;
        case LUA_TNUMBER:
            if (lua_isinteger(L, index)) {
                lua_Integer value = lua_tointeger(L, index);
                snprintf(item, sizeof item, value == LUA_MININTEGER ? "0x%llx" : "%lld", value);
            } else {
                double value = lua_tonumber(L, index);
                if (isnan(value))
                    strcpy(item, "(0/0)");
                else if (isinf(value))
                    strcpy(item, value > 0 ? "1e9999" : "-1e9999");
                else
                    snprintf(item, sizeof item, "%a", value);
            }
            luaL_addstring(out, item);
            return;
        case LUA_TNIL: luaL_addstring(out, "nil"); return;
        case LUA_TBOOLEAN: luaL_addstring(out, lua_toboolean(L, index) ? "true" : "false"); return;
        default: luaL_argerror(L, index, "value has no literal form");
    }
}

// Pads on the border's own account: printf stops at a zero byte and counts what it is given anew.
static void add_words(lua_State *L, luaL_Buffer *out, Spec *spec, int index) {
    clua_push_plain_string(L, index);
    size_t length;
    const char *words = lua_tolstring(L, -1, &length);
    if (spec->length == 1) {
        luaL_addvalue(out);
        return;
    }
    luaL_argcheck(L, memchr(words, 0, length) == NULL, index, "string contains zeros");
    if (!spec->has_precision && length >= 100) {
        luaL_addvalue(out);
        return;
    }
    char item[128];
    finish(spec, "s");
    int count = snprintf(item, sizeof item, spec->text, words);
    lua_pop(L, 1);
    luaL_addlstring(out, item, (size_t)count);
}

static void add_character(lua_State *L, luaL_Buffer *out, Spec *spec, int index) {
    char item[128];
    finish(spec, "c");
    int count = snprintf(item, sizeof item, spec->text, (int)(unsigned char)luaL_checkinteger(L, index));
    luaL_addlstring(out, item, (size_t)count);
}

int clua_format(lua_State *L) {
    CLuaVM *vm = vm_of(L);
    int last = lua_gettop(L), argument = 1;
    size_t length;
    const char *at = luaL_checklstring(L, 1, &length), *end = at + length;
    luaL_Buffer out;
    luaL_buffinit(L, &out);
    while (at < end) {
        const char *sign = memchr(at, '%', (size_t)(end - at));
        luaL_addlstring(&out, at, (size_t)((sign ? sign : end) - at));
        if (!sign) break;
        at = sign + 1;
        clua_charge(L, vm, 1);
        if (at < end && *at == '%') {
            luaL_addchar(&out, *at++);
            continue;
        }
        if (++argument > last) return luaL_argerror(L, argument, "no value");
        Spec spec;
        at = read_spec(L, at, end, &spec);
        switch (spec.conversion) {
            case 's': add_words(L, &out, &spec, argument); break;
            case 'q': add_quoted(L, &out, argument); break;
            case 'c': add_character(L, &out, &spec, argument); break;
            default: add_number(L, &out, &spec, argument); break;
        }
    }
    luaL_pushresult(&out);
    return 1;
}
