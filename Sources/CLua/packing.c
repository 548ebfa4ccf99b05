// string.pack, unpack and packsize: values as rows of bytes, by a format.

#include "builder.h"

#include <limits.h>

enum { MOST_BYTES = 16, NATURAL_ALIGNMENT = 8 };

typedef enum ItemKind {
    ITEM_SIGNED,
    ITEM_UNSIGNED,
    ITEM_FLOAT,
    ITEM_DOUBLE,
    ITEM_CHARACTERS,  // of a given length
    ITEM_STRING,      // behind its length, which takes `size` bytes
    ITEM_ZERO_STRING,
    ITEM_PADDING,
    ITEM_ALIGNMENT,
    ITEM_NOTHING,
} ItemKind;

typedef struct Item {
    ItemKind kind;
    size_t size;     // bytes
    size_t padding;  // bytes before it
} Item;

typedef struct Format {
    lua_State *L;
    CLuaVM *vm;
    const char *at, *end;
    bool is_little;
    size_t alignment;  // the greatest there is
    uint32_t items;
} Format;

static const union {
    int whole;
    char first;
} native = {1};

static Format format_at(lua_State *L, int index) {
    size_t length;
    const char *text = luaL_checklstring(L, index, &length);
    return (Format){
        .L = L, .vm = vm_of(L), .at = text, .end = text + length, .is_little = native.first, .alignment = 1};
}

static bool has_digit(const Format *format) {
    return format->at < format->end && *format->at >= '0' && *format->at <= '9';
}

// The number that stands here, at most nine digits and what still fits an int; `otherwise` where there is none.
static size_t take_number(Format *format, size_t otherwise) {
    if (!has_digit(format)) return otherwise;
    size_t number = 0;
    while (has_digit(format) && number <= (INT_MAX - 9) / 10) number = number * 10 + (size_t)(*format->at++ - '0');
    return number;
}

static size_t take_size(Format *format, size_t otherwise) {
    size_t size = take_number(format, otherwise);
    if (size < 1 || size > MOST_BYTES)
        luaL_error(format->L, "integral size (%d) out of limits [1,%d]", (int)size, MOST_BYTES);
    return size;
}

static Item take_option(Format *format) {
    char letter = *format->at++;
    switch (letter) {
        case 'b': return (Item){ITEM_SIGNED, sizeof(char), 0};
        case 'B': return (Item){ITEM_UNSIGNED, sizeof(char), 0};
        case 'h': return (Item){ITEM_SIGNED, sizeof(short), 0};
        case 'H': return (Item){ITEM_UNSIGNED, sizeof(short), 0};
        case 'l': return (Item){ITEM_SIGNED, sizeof(long), 0};
        case 'L': return (Item){ITEM_UNSIGNED, sizeof(long), 0};
        case 'j': return (Item){ITEM_SIGNED, sizeof(lua_Integer), 0};
        case 'J': return (Item){ITEM_UNSIGNED, sizeof(lua_Integer), 0};
        case 'T': return (Item){ITEM_UNSIGNED, sizeof(size_t), 0};
        case 'i': return (Item){ITEM_SIGNED, take_size(format, sizeof(int)), 0};
        case 'I': return (Item){ITEM_UNSIGNED, take_size(format, sizeof(int)), 0};
        case 'f': return (Item){ITEM_FLOAT, sizeof(float), 0};
        case 'n':
        case 'd': return (Item){ITEM_DOUBLE, sizeof(double), 0};
        case 's': return (Item){ITEM_STRING, take_size(format, sizeof(size_t)), 0};
        case 'z': return (Item){ITEM_ZERO_STRING, 0, 0};
        case 'x': return (Item){ITEM_PADDING, 1, 0};
        case 'X': return (Item){ITEM_ALIGNMENT, 0, 0};
        case ' ': break;
        case '<': format->is_little = true; break;
        case '>': format->is_little = false; break;
        case '=': format->is_little = native.first; break;
        case '!': format->alignment = take_size(format, NATURAL_ALIGNMENT); break;
        case 'c': {
            size_t size = take_number(format, SIZE_MAX);
            if (size == SIZE_MAX) luaL_error(format->L, "missing size for format option 'c'");
            return (Item){ITEM_CHARACTERS, size, 0};
        }
        default: luaL_error(format->L, "invalid format option '%c'", letter);
    }
    return (Item){ITEM_NOTHING, 0, 0};
}

// The next item, which is to lie at `offset` or, aligned, behind it.
static Item take_item(Format *format, size_t offset) {
    lua_State *L = format->L;
    if ((++format->items & 63) == 0) clua_charge(L, format->vm, 64);
    Item item = take_option(format);
    size_t alignment = item.size;
    if (item.kind == ITEM_ALIGNMENT) {
        Item next = format->at < format->end ? take_option(format) : item;
        alignment = next.size;
        if (next.kind == ITEM_CHARACTERS || alignment == 0) luaL_argerror(L, 1, "invalid next option for option 'X'");
    }
    if (alignment <= 1 || item.kind == ITEM_CHARACTERS) return item;
    if (alignment > format->alignment) alignment = format->alignment;
    if (alignment & (alignment - 1)) luaL_argerror(L, 1, "format asks for alignment not power of 2");
    item.padding = -offset & (alignment - 1);
    return item;
}

static int pack_size(lua_State *L) {
    Format format = format_at(L, 1);
    size_t total = 0;
    while (format.at < format.end) {
        Item item = take_item(&format, total);
        luaL_argcheck(
            L, item.kind != ITEM_STRING && item.kind != ITEM_ZERO_STRING, 1, "variable-length format");
        size_t size = item.padding + item.size;
        luaL_argcheck(L, total <= (size_t)LUA_MAXINTEGER - size, 1, "format result too large");
        total += size;
    }
    lua_pushinteger(L, (lua_Integer)total);
    return 1;
}

// Packing

static void add_zeros(Builder *out, size_t count) {
    memset(clua_make_room(out, count), 0, count);
    out->length += count;
}

// Bytes in the order of this machine, turned round where the format wants that.
static void add_native(Builder *out, const Format *format, const char *bytes, size_t count) {
    for (size_t i = 0; i < count; i++)
        clua_add_byte(out, bytes[format->is_little == (native.first == 1) ? i : count - 1 - i]);
}

static void add_whole(Builder *out, const Format *format, lua_Unsigned value, size_t size, bool is_negative) {
    char *bytes = clua_make_room(out, size);
    for (size_t i = 0; i < size; i++) {
        size_t place = format->is_little ? i : size - 1 - i;
        bytes[place] = i < sizeof value ? (char)(value >> 8 * i & 0xFF) : is_negative ? (char)0xFF : 0;
    }
    out->length += size;
}

static void pack_item(Format *format, Builder *out, Item item, int index) {
    lua_State *L = format->L;
    switch (item.kind) {
        case ITEM_SIGNED: {
            lua_Integer value = luaL_checkinteger(L, index);
            if (item.size < sizeof value) {
                lua_Integer limit = (lua_Integer)1 << (item.size * 8 - 1);
                luaL_argcheck(L, -limit <= value && value < limit, index, "integer overflow");
            }
            add_whole(out, format, (lua_Unsigned)value, item.size, value < 0);
            return;
        }
        case ITEM_UNSIGNED: {
            lua_Unsigned value = (lua_Unsigned)luaL_checkinteger(L, index);
            if (item.size < sizeof value)
                luaL_argcheck(L, value >> item.size * 8 == 0, index, "unsigned overflow");
            add_whole(out, format, value, item.size, false);
            return;
        }
        case ITEM_FLOAT: {
            float value = (float)luaL_checknumber(L, index);
            add_native(out, format, (const char *)&value, sizeof value);
            return;
        }
        case ITEM_DOUBLE: {
            double value = luaL_checknumber(L, index);
            add_native(out, format, (const char *)&value, sizeof value);
            return;
        }
        default: break;
    }
    size_t length;
    const char *bytes = luaL_checklstring(L, index, &length);
    if (item.kind == ITEM_CHARACTERS) {
        luaL_argcheck(L, length <= item.size, index, "string longer than given size");
        clua_add(out, bytes, length);
        add_zeros(out, item.size - length);
    } else if (item.kind == ITEM_STRING) {
        bool fits = item.size >= sizeof length || length >> item.size * 8 == 0;
        luaL_argcheck(L, fits, index, "string length does not fit in given size");
        add_whole(out, format, length, item.size, false);
        clua_add(out, bytes, length);
    } else {
        luaL_argcheck(L, memchr(bytes, 0, length) == NULL, index, "string contains zeros");
        clua_add(out, bytes, length);
        clua_add_byte(out, 0);
    }
}

static int pack(lua_State *L) {
    Format format = format_at(L, 1);
    int index = 1;
    lua_pushnil(L);  // Lua, too, calls a missing argument nil
    Builder out;
    clua_begin(L, &out);
    while (format.at < format.end) {
        Item item = take_item(&format, out.length);
        add_zeros(&out, item.padding);
        if (item.kind == ITEM_PADDING)
            clua_add_byte(&out, 0);
        else if (item.kind != ITEM_ALIGNMENT && item.kind != ITEM_NOTHING)
            pack_item(&format, &out, item, ++index);
    }
    clua_push_built(&out);
    return 1;
}

// Unpacking

static lua_Unsigned whole_at(const Format *format, const unsigned char *bytes, size_t size, bool is_signed) {
    lua_Unsigned value = 0;
    size_t used = size < sizeof value ? size : sizeof value;
    for (size_t i = 0; i < used; i++)
        value |= (lua_Unsigned)bytes[format->is_little ? i : size - 1 - i] << 8 * i;
    if (size < sizeof value) {
        lua_Unsigned sign = (lua_Unsigned)1 << (size * 8 - 1);
        return is_signed ? (value ^ sign) - sign : value;
    }
    unsigned char rest = is_signed && value >> 63 ? 0xFF : 0;
    for (size_t i = used; i < size; i++)
        if (bytes[format->is_little ? i : size - 1 - i] != rest)
            luaL_error(format->L, "%d-byte integer does not fit into Lua Integer", (int)size);
    return value;
}

static void native_at(const Format *format, const char *bytes, char *value, size_t size) {
    for (size_t i = 0; i < size; i++) value[i] = bytes[format->is_little == (native.first == 1) ? i : size - 1 - i];
}

// Pushes the item that lies at `bytes`; answers how many more bytes than its size it takes.
static size_t unpack_item(Format *format, Item item, const char *bytes, size_t rest) {
    lua_State *L = format->L;
    luaL_checkstack(L, 2, "too many results");
    switch (item.kind) {
        case ITEM_SIGNED:
        case ITEM_UNSIGNED: {
            bool is_signed = item.kind == ITEM_SIGNED;
            lua_pushinteger(L, (lua_Integer)whole_at(format, (const unsigned char *)bytes, item.size, is_signed));
            return 0;
        }
        case ITEM_FLOAT: {
            float value;
            native_at(format, bytes, (char *)&value, sizeof value);
            lua_pushnumber(L, value);
            return 0;
        }
        case ITEM_DOUBLE: {
            double value;
            native_at(format, bytes, (char *)&value, sizeof value);
            lua_pushnumber(L, value);
            return 0;
        }
        case ITEM_CHARACTERS: lua_pushlstring(L, bytes, item.size); return 0;
        case ITEM_STRING: {
            lua_Unsigned length = whole_at(format, (const unsigned char *)bytes, item.size, false);
            luaL_argcheck(L, length <= rest - item.size, 2, "data string too short");
            lua_pushlstring(L, bytes + item.size, (size_t)length);
            return (size_t)length;
        }
        case ITEM_ZERO_STRING: {
            const char *zero = memchr(bytes, 0, rest);
            luaL_argcheck(L, zero, 2, "unfinished string for format 'z'");
            lua_pushlstring(L, bytes, (size_t)(zero - bytes));
            return (size_t)(zero - bytes) + 1;
        }
        case ITEM_PADDING:
        case ITEM_ALIGNMENT:
        case ITEM_NOTHING: break;
    }
    return 0;
}

static int unpack(lua_State *L) {
    Format format = format_at(L, 1);
    size_t length;
    const char *bytes = luaL_checklstring(L, 2, &length);
    size_t at = clua_first_position(luaL_optinteger(L, 3, 1), length) - 1;
    luaL_argcheck(L, at <= length, 3, "initial position out of string");
    lua_settop(L, 2);
    while (format.at < format.end) {
        Item item = take_item(&format, at);
        luaL_argcheck(L, item.padding + item.size <= length - at, 2, "data string too short");
        at += item.padding;
        at += item.size + unpack_item(&format, item, bytes + at, length - at);
    }
    lua_pushinteger(L, (lua_Integer)at + 1);
    return lua_gettop(L) - 2;
}

// Adds the functions to the table at the top of the stack.
void clua_open_packing(lua_State *L) {
    static const luaL_Reg functions[] = {
        {"pack", pack}, {"unpack", unpack}, {"packsize", pack_size}, {NULL, NULL}};
    luaL_setfuncs(L, functions, 0);
}
