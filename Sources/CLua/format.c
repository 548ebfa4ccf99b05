// string.format without addresses: `%p` does not exist, and `%s` words a value as tostring does.

#include "builder.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

enum { MAX_ITEM = 512 };  // the longest number: %99.99f of the greatest double

// What stands between a percent sign and its letter, with the percent sign.
typedef struct Spec {
    char text[32];
    size_t length;
    char letter;  // 0 at the end of the format
} Spec;

static const char *full_spec(lua_State *L, const Spec *spec) {
    return spec->letter ? lua_pushfstring(L, "%s%c", spec->text, spec->letter) : spec->text;
}

// Reads what starts at a percent sign and answers the place behind it.
static const char *read_spec(lua_State *L, const char *at, const char *end, Spec *spec) {
    enum { LONGEST = 20 };
    size_t length = 1;
    while (at + length < end && at[length] && strchr("-+#0 123456789.", at[length])) length++;
    if (length > LONGEST + 1) luaL_error(L, "invalid format (too long)");
    memcpy(spec->text, at, length);
    spec->text[length] = 0;
    spec->length = length;
    spec->letter = at + length < end ? at[length] : 0;
    return at + length < end ? at + length + 1 : end;
}

static const char *skip_digits(const char *at) {
    for (int i = 0; i < 2 && *at >= '0' && *at <= '9'; i++) at++;
    return at;
}

// Flags, a width of two digits, and where there may be one a precision of two digits.
static void check_spec(lua_State *L, const Spec *spec, const char *flags, bool may_have_precision) {
    const char *at = spec->text + 1;
    while (*at && strchr(flags, *at)) at++;
    if (*at != '0') at = skip_digits(at);
    if (*at == '.' && may_have_precision) at = skip_digits(at + 1);
    if (*at) luaL_error(L, "invalid conversion specification: '%s'", full_spec(L, spec));
}

static void add_integer(lua_State *L, Builder *out, Spec *spec, int index, const char *flags) {
    char item[MAX_ITEM], conversion[] = {'l', 'l', spec->letter, 0};
    long long value = luaL_checkinteger(L, index);
    check_spec(L, spec, flags, true);
    strcpy(spec->text + spec->length, conversion);
    clua_add(out, item, (size_t)snprintf(item, sizeof item, spec->text, value));
}

static void add_float(lua_State *L, Builder *out, Spec *spec, int index) {
    CLuaVM *vm = vm_of(L);
    char item[MAX_ITEM], conversion[] = {spec->letter, 0};
    bool is_hexadecimal = spec->letter == 'a' || spec->letter == 'A';  // Lua judges these before their argument
    if (is_hexadecimal) check_spec(L, spec, "-+#0 ", true);
    double value = luaL_checknumber(L, index);
    if (!is_hexadecimal) check_spec(L, spec, "-+#0 ", true);
    strcpy(spec->text + spec->length, conversion);
    clua_guard(vm);  // it may allocate
    int length = snprintf(item, sizeof item, spec->text, value);
    clua_unguard(vm);
    clua_add(out, item, (size_t)length);
}

static void add_quoted_string(lua_State *L, Builder *out, int index) {
    CLuaVM *vm = vm_of(L);
    size_t length;
    const char *bytes = lua_tolstring(L, index, &length);
    clua_add_byte(out, '"');
    for (size_t i = 0; i < length; i++) {
        unsigned char byte = (unsigned char)bytes[i];
        if ((i & 4095) == 4095) clua_charge(L, vm, 512);
        if (byte == '"' || byte == '\\' || byte == '\n') {
            clua_add_byte(out, '\\');
            clua_add_byte(out, (char)byte);
        } else if (byte < 32 || byte == 127) {
            bool digit_follows = i + 1 < length && bytes[i + 1] >= '0' && bytes[i + 1] <= '9';
            char item[8];
            snprintf(item, sizeof item, digit_follows ? "\\%03d" : "\\%d", byte);
            clua_add(out, item, strlen(item));
        } else {
            clua_add_byte(out, (char)byte);
        }
    }
    clua_add_byte(out, '"');
}

static void add_quoted(lua_State *L, Builder *out, int index) {
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
            clua_add(out, item, strlen(item));
            return;
        case LUA_TNIL: clua_add(out, "nil", 3); return;
        case LUA_TBOOLEAN:
            lua_pushstring(L, lua_toboolean(L, index) ? "true" : "false");
            clua_add_value(out);
            return;
        default: luaL_argerror(L, index, "value has no literal form");
    }
}

// printf stops at a zero byte, so text with one is not padded.
static void add_words(lua_State *L, Builder *out, Spec *spec, int index) {
    clua_push_plain_string(L, index);
    size_t length;
    const char *words = lua_tolstring(L, -1, &length);
    if (spec->length > 1) {
        luaL_argcheck(L, memchr(words, 0, length) == NULL, index, "string contains zeros");
        check_spec(L, spec, "-", true);
        if (length < 100 || strchr(spec->text, '.')) {
            char item[128];
            strcpy(spec->text + spec->length, "s");
            lua_pushlstring(L, item, (size_t)snprintf(item, sizeof item, spec->text, words));
            lua_remove(L, -2);
        }
    }
    clua_add_value(out);
}

static void add_character(lua_State *L, Builder *out, Spec *spec, int index) {
    char item[128];
    check_spec(L, spec, "-", false);
    strcpy(spec->text + spec->length, "c");
    int count = snprintf(item, sizeof item, spec->text, (int)(unsigned char)luaL_checkinteger(L, index));
    clua_add(out, item, (size_t)count);
}

static void add_item(lua_State *L, Builder *out, Spec *spec, int index) {
    switch (spec->letter) {
        case 'd':
        case 'i': add_integer(L, out, spec, index, "-+0 "); return;
        case 'u': add_integer(L, out, spec, index, "-0"); return;
        case 'o':
        case 'x':
        case 'X': add_integer(L, out, spec, index, "-#0"); return;
        case 'a':
        case 'A':
        case 'e':
        case 'E':
        case 'f':
        case 'g':
        case 'G': add_float(L, out, spec, index); return;
        case 'c': add_character(L, out, spec, index); return;
        case 's': add_words(L, out, spec, index); return;
        case 'q':
            if (spec->length > 1) luaL_error(L, "specifier '%%q' cannot have modifiers");
            add_quoted(L, out, index);
            return;
        default: luaL_error(L, "invalid conversion '%s' to 'format'", full_spec(L, spec));
    }
}

int clua_format(lua_State *L) {
    CLuaVM *vm = vm_of(L);
    int last = lua_gettop(L), argument = 1;
    size_t length;
    const char *at = luaL_checklstring(L, 1, &length), *end = at + length;
    Builder out;
    clua_begin(L, &out);
    while (at < end) {
        const char *sign = memchr(at, '%', (size_t)(end - at));
        clua_add(&out, at, (size_t)((sign ? sign : end) - at));
        if (!sign) break;
        at = sign;
        clua_charge(L, vm, 1);
        if (end - at > 1 && at[1] == '%') {
            clua_add_byte(&out, '%');
            at += 2;
            continue;
        }
        if (++argument > last) return luaL_argerror(L, argument, "no value");
        Spec spec;
        at = read_spec(L, at, end, &spec);
        add_item(L, &out, &spec, argument);
    }
    clua_push_built(&out);
    return 1;
}
