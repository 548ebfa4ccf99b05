// `scene`, `params`, `random`, `text` and `print`: what a script sees of the world around its flakes.

#include "internal.h"

#include <math.h>
#include <string.h>

enum { MAX_LOG_LINE = 1024 };

// `scene`: read only, always of this moment.

enum { SCENE_WIDTH, SCENE_HEIGHT, SCENE_TIME, SCENE_FRAME, SCENE_COUNT, SCENE_CAPACITY, SCENE_SNOW, SCENE_FIELDS };
static const char *const scene_names[] = {"width", "height", "time", "frame", "count", "capacity", "snow"};

bool clua_push_scene_field(lua_State *L, const CLuaVM *vm, int index) {
    const CLuaScene *scene = &vm->scene;
    const char *name = lua_type(L, index) == LUA_TSTRING ? lua_tostring(L, index) : NULL;
    if (name == vm->scene_names[SCENE_WIDTH])
        lua_pushnumber(L, scene->width);
    else if (name == vm->scene_names[SCENE_HEIGHT])
        lua_pushnumber(L, scene->height);
    else if (name == vm->scene_names[SCENE_TIME])
        lua_pushnumber(L, scene->time);
    else if (name == vm->scene_names[SCENE_FRAME])
        lua_pushinteger(L, scene->frame);
    else if (name == vm->scene_names[SCENE_COUNT])
        lua_pushinteger(L, scene->count);
    else if (name == vm->scene_names[SCENE_CAPACITY])
        lua_pushinteger(L, scene->capacity);
    else if (name == vm->scene_names[SCENE_SNOW])
        lua_pushnumber(L, scene->snow);
    else
        return false;
    return true;
}

static int scene_index(lua_State *L) {
    return clua_push_scene_field(L, vm_of(L), 2) ? 1 : clua_unknown(L, CLUA_UNKNOWN_SCENE_FIELD, 2);
}

static int scene_newindex(lua_State *L) {
    return luaL_error(L, "scene is read only; keep values of your own in state");
}

static int params_index(lua_State *L) {
    lua_pushvalue(L, 2);
    if (lua_rawget(L, lua_upvalueindex(1)) == LUA_TNIL) return clua_unknown(L, CLUA_UNKNOWN_PARAM, 2);
    return 1;
}

static int params_newindex(lua_State *L) {
    return luaL_error(L, "params are set from outside; keep values of your own in state");
}

static int params_pairs(lua_State *L) {
    lua_pushvalue(L, lua_upvalueindex(1));
    return clua_pairs_of(L, lua_gettop(L));
}

// A table of the host's that the script cannot change: a userdata, which rawset refuses. Takes the __index
// function from the top of the stack; answers the address that tells it from others.
static const void *set_proxy(lua_State *L, const char *name, lua_CFunction newindex, int backing) {
    const void *proxy = lua_newuserdatauv(L, 0, 0);
    lua_createtable(L, 0, 4);
    lua_pushvalue(L, -3);
    lua_setfield(L, -2, "__index");
    lua_pushcfunction(L, newindex);
    lua_setfield(L, -2, "__newindex");
    lua_pushstring(L, name);
    lua_setfield(L, -2, "__metatable");
    lua_pushstring(L, name);
    lua_setfield(L, -2, "__name");
    if (backing) {
        lua_rawgeti(L, LUA_REGISTRYINDEX, backing);
        lua_pushcclosure(L, params_pairs, 1);
        lua_setfield(L, -2, "__pairs");
    }
    lua_setmetatable(L, -2);
    lua_setglobal(L, name);
    lua_pop(L, 1);
    return proxy;
}

// random([lo, hi]): a real number in [lo, hi). math.random: whole numbers, as in Lua.

static double unit_of(CLuaVM *vm) {
    clua_guard(vm);
    double unit = vm->host.random_unit(vm->host.scene_context);
    clua_unguard(vm);
    return unit;
}

static uint64_t bits_of(CLuaVM *vm) {
    clua_guard(vm);
    uint64_t bits = vm->host.random_bits(vm->host.scene_context);
    clua_unguard(vm);
    return bits;
}

static int random_number(lua_State *L) {
    CLuaVM *vm = vm_of(L);
    double unit = unit_of(vm);
    int count = lua_gettop(L);
    if (count == 0) {
        lua_pushnumber(L, unit);
        return 1;
    }
    double low = count > 1 ? luaL_checknumber(L, 1) : 0;
    double high = luaL_checknumber(L, count > 1 ? 2 : 1);
    double value = low + (high - low) * unit;
    if (value >= high && low < high) value = nextafter(high, low);
    lua_pushnumber(L, value);
    return 1;
}

static int random_integer(lua_State *L) {
    CLuaVM *vm = vm_of(L);
    lua_Integer low = 1, high;
    switch (lua_gettop(L)) {
        case 0: lua_pushnumber(L, unit_of(vm)); return 1;
        case 1:
            high = luaL_checkinteger(L, 1);
            if (high == 0) {
                lua_pushinteger(L, (lua_Integer)bits_of(vm));
                return 1;
            }
            break;
        case 2:
            low = luaL_checkinteger(L, 1);
            high = luaL_checkinteger(L, 2);
            break;
        default: return luaL_error(L, "wrong number of arguments");
    }
    luaL_argcheck(L, low <= high, 1, "interval is empty");
    uint64_t span = (uint64_t)high - (uint64_t)low + 1;
    uint64_t bits = bits_of(vm);
    // Multiply and shift; the bias of span / 2^64 is far below what any picture could show.
    uint64_t offset = span ? (uint64_t)((unsigned __int128)bits * span >> 64) : bits;
    lua_pushinteger(L, (lua_Integer)((uint64_t)low + offset));
    return 1;
}

// The sine and cosine that compiled updates compute too, as globals and in math.

static int sine(lua_State *L) {
    lua_pushnumber(L, clua_sine(luaL_checknumber(L, 1)));
    return 1;
}

static int cosine(lua_State *L) {
    lua_pushnumber(L, clua_cosine(luaL_checknumber(L, 1)));
    return 1;
}

int clua_check_alignment(lua_State *L, int index) {
    const char *value = lua_type(L, index) == LUA_TSTRING ? lua_tostring(L, index) : "";
    static const char *const names[] = {"left", "center", "right"};
    for (int i = 0; i < 3; i++)
        if (strcmp(value, names[i]) == 0) return i;
    return luaL_error(L, "bad value for 'align' (\"left\", \"center\" or \"right\" expected)");
}

static bool check_boolean(lua_State *L, int index, const char *name) {
    if (!lua_isboolean(L, index))
        luaL_error(L, "bad value for '%s' (boolean expected, got %s)", name, clua_type_name(L, index));
    return lua_toboolean(L, index);
}

// text(x, y, s, {color =, align =, bold =, behind =}): for this frame.

static int text(lua_State *L) {
    CLuaVM *vm = vm_of(L);
    CLuaTextItem item = {.color = 0xFFFFFF};
    lua_settop(L, 4);
    item.x = luaL_checknumber(L, 1);
    item.y = luaL_checknumber(L, 2);
    item.bytes = luaL_checklstring(L, 3, &item.length);
    if (!lua_isnil(L, 4)) {
        luaL_checktype(L, 4, LUA_TTABLE);
        lua_pushnil(L);
        while (lua_next(L, 4)) {
            const char *name = lua_type(L, 5) == LUA_TSTRING ? lua_tostring(L, 5) : "";
            if (strcmp(name, "color") == 0) {
                item.color = clua_check_color(L, 6);
            } else if (strcmp(name, "align") == 0) {
                item.alignment = clua_check_alignment(L, 6);
            } else if (strcmp(name, "bold") == 0) {
                item.is_bold = check_boolean(L, 6, name);
            } else if (strcmp(name, "behind") == 0) {
                item.is_behind = check_boolean(L, 6, name);
            } else {
                return luaL_error(L, "text has no option '%s'; it has color, align, bold and behind", name);
            }
            lua_pop(L, 1);
        }
    }
    clua_guard(vm);
    bool fits = vm->host.text(vm->host.scene_context, &item);
    clua_unguard(vm);
    lua_pushboolean(L, fits);
    return 1;
}

static int print(lua_State *L) {
    CLuaVM *vm = vm_of(L);
    int count = lua_gettop(L);
    char line[MAX_LOG_LINE];
    size_t length = 0;
    for (int i = 1; i <= count && length < sizeof line; i++) {
        clua_push_plain_string(L, i);
        size_t size;
        const char *bytes = lua_tolstring(L, -1, &size);
        if (i > 1 && length < sizeof line) line[length++] = '\t';
        if (size > sizeof line - length) size = sizeof line - length;
        memcpy(line + length, bytes, size);
        length += size;
        lua_pop(L, 1);
    }
    clua_guard(vm);
    vm->host.log(vm->host.context, line, length);
    clua_unguard(vm);
    return 0;
}

// Notes the functions that compiled updates know; math is on top of the stack.
static void note_known(lua_State *L, CLuaVM *vm) {
    static const struct {
        const char *name;
        CLuaFunction function;
    } functions[] = {
        {"sin", CLUA_FUNCTION_SIN},   {"cos", CLUA_FUNCTION_COS},     {"tan", CLUA_FUNCTION_TAN},
        {"asin", CLUA_FUNCTION_ASIN}, {"acos", CLUA_FUNCTION_ACOS},   {"atan", CLUA_FUNCTION_ATAN},
        {"sqrt", CLUA_FUNCTION_SQRT}, {"exp", CLUA_FUNCTION_EXP},     {"log", CLUA_FUNCTION_LOG},
        {"abs", CLUA_FUNCTION_ABS},   {"floor", CLUA_FUNCTION_FLOOR}, {"ceil", CLUA_FUNCTION_CEIL},
        {"fmod", CLUA_FUNCTION_FMOD}, {"min", CLUA_FUNCTION_MIN},     {"max", CLUA_FUNCTION_MAX},
        {"deg", CLUA_FUNCTION_DEG},   {"rad", CLUA_FUNCTION_RAD},
    };
    for (size_t i = 0; i < sizeof functions / sizeof *functions; i++) {
        lua_getfield(L, -1, functions[i].name);
        vm->known[functions[i].function] = lua_tocfunction(L, -1);
        lua_pop(L, 1);
    }
    vm->known[CLUA_FUNCTION_RANDOM] = random_number;
}

void clua_open_scene(lua_State *L) {
    CLuaVM *vm = vm_of(L);
    lua_rawgeti(L, LUA_REGISTRYINDEX, vm->references.names);
    for (int i = 0; i < SCENE_FIELDS; i++) {
        vm->scene_names[i] = lua_pushstring(L, scene_names[i]);
        lua_pushvalue(L, -1);
        lua_rawset(L, -3);
    }
    lua_pop(L, 1);
    lua_pushcfunction(L, scene_index);
    vm->scene_proxy = set_proxy(L, "scene", scene_newindex, 0);
    lua_rawgeti(L, LUA_REGISTRYINDEX, vm->references.params);
    lua_pushcclosure(L, params_index, 1);
    vm->params_proxy = set_proxy(L, "params", params_newindex, vm->references.params);
    lua_register(L, "random", random_number);
    lua_register(L, "sin", sine);
    lua_register(L, "cos", cosine);
    lua_register(L, "text", text);
    lua_register(L, "print", print);
    lua_register(L, "log", print);
    lua_getglobal(L, "math");
    lua_pushcfunction(L, random_integer);
    lua_setfield(L, -2, "random");
    lua_pushcfunction(L, sine);
    lua_setfield(L, -2, "sin");
    lua_pushcfunction(L, cosine);
    lua_setfield(L, -2, "cos");
    note_known(L, vm);
    lua_pop(L, 1);
}
