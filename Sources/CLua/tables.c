// The table library. It obeys __index, __newindex and __len, as Lua's own does. Fuel and the deadline count each step, so a
// false length ends in a limit. As in Lua, metamethods cannot yield in here.

#include "builder.h"

#include <limits.h>

static void step(lua_State *L, CLuaVM *vm, lua_Integer place) {
    if ((place & 255) == 0) clua_charge(L, vm, 64);
}

enum { READS = 1, WRITES = 2, MEASURES = 4 };

static bool has_field(lua_State *L, const char *name) {
    lua_pushstring(L, name);
    bool has = lua_rawget(L, -2) != LUA_TNIL;
    lua_pop(L, 1);
    return has;
}

// A table, or anything whose metatable lets it be used as one.
static void check_table(lua_State *L, int index, int uses) {
    if (lua_istable(L, index)) return;
    if (lua_getmetatable(L, index)) {
        bool fits = (!(uses & READS) || has_field(L, "__index")) && (!(uses & WRITES) || has_field(L, "__newindex")) &&
                    (!(uses & MEASURES) || has_field(L, "__len"));
        lua_pop(L, 1);
        if (fits) return;
    }
    luaL_checktype(L, index, LUA_TTABLE);
}

static lua_Integer length_of(lua_State *L, int index, int uses) {
    check_table(L, index, uses | MEASURES);
    return luaL_len(L, index);
}

static int insert(lua_State *L) {
    CLuaVM *vm = vm_of(L);
    lua_Integer end = (lua_Integer)((lua_Unsigned)length_of(L, 1, READS | WRITES) + 1);
    lua_Integer place = end;
    switch (lua_gettop(L)) {
        case 2: break;
        case 3:
            place = luaL_checkinteger(L, 2);
            luaL_argcheck(L, (lua_Unsigned)place - 1u < (lua_Unsigned)end, 2, "position out of bounds");
            for (lua_Integer i = end; i > place; i--) {
                lua_geti(L, 1, i - 1);
                lua_seti(L, 1, i);
                step(L, vm, i);
            }
            break;
        default: return luaL_error(L, "wrong number of arguments to 'insert'");
    }
    lua_seti(L, 1, place);
    return 0;
}

static int remove_item(lua_State *L) {
    CLuaVM *vm = vm_of(L);
    lua_Integer size = length_of(L, 1, READS | WRITES);
    lua_Integer place = luaL_optinteger(L, 2, size);
    if (place != size)
        luaL_argcheck(L, (lua_Unsigned)place - 1u <= (lua_Unsigned)size, 2, "position out of bounds");
    lua_settop(L, 1);
    lua_geti(L, 1, place);
    for (; place < size; place++) {
        lua_geti(L, 1, place + 1);
        lua_seti(L, 1, place);
        step(L, vm, place);
    }
    lua_pushnil(L);
    lua_seti(L, 1, place);
    return 1;
}

static int move(lua_State *L) {
    CLuaVM *vm = vm_of(L);
    lua_Integer first = luaL_checkinteger(L, 2), last = luaL_checkinteger(L, 3), to = luaL_checkinteger(L, 4);
    int target = lua_isnoneornil(L, 5) ? 1 : 5;
    check_table(L, 1, READS);
    check_table(L, target, WRITES);
    if (last >= first) {
        luaL_argcheck(L, first > 0 || last < LUA_MAXINTEGER + first, 3, "too many elements to move");
        lua_Integer count = last - first + 1;
        luaL_argcheck(L, to <= LUA_MAXINTEGER - count + 1, 4, "destination wrap around");
        bool forward = to > last || to <= first || (target != 1 && !lua_compare(L, 1, target, LUA_OPEQ));
        for (lua_Integer i = 0; i < count; i++) {
            lua_Integer place = forward ? i : count - 1 - i;
            lua_geti(L, 1, first + place);
            lua_seti(L, target, to + place);
            step(L, vm, i);
        }
    }
    lua_pushvalue(L, target);
    return 1;
}

static int concat(lua_State *L) {
    CLuaVM *vm = vm_of(L);
    lua_Integer size = length_of(L, 1, READS);
    size_t separator_length;
    const char *separator = luaL_optlstring(L, 2, "", &separator_length);
    lua_Integer first = luaL_optinteger(L, 3, 1), last = luaL_optinteger(L, 4, size);
    lua_settop(L, 2);
    Builder out;
    clua_begin(L, &out);
    for (lua_Integer i = first; i <= last; i++) {
        lua_geti(L, 1, i);
        if (!lua_isstring(L, -1))
            return luaL_error(
                L, "invalid value (%s) at index %I in table for 'concat'", luaL_typename(L, -1), (LUAI_UACINT)i);
        clua_add_value(&out);
        if (i == last) break;  // it may be the greatest integer
        clua_add(&out, separator, separator_length);
        step(L, vm, i);
    }
    clua_push_built(&out);
    return 1;
}

static int pack(lua_State *L) {
    int count = lua_gettop(L);
    lua_createtable(L, count, 1);
    lua_insert(L, 1);
    for (int i = count; i > 0; i--) lua_rawseti(L, 1, i);
    lua_pushinteger(L, count);
    lua_setfield(L, 1, "n");
    return 1;
}

static int unpack(lua_State *L) {
    CLuaVM *vm = vm_of(L);
    lua_Integer first = luaL_optinteger(L, 2, 1);
    lua_Integer last = lua_isnoneornil(L, 3) ? luaL_len(L, 1) : luaL_checkinteger(L, 3);
    if (first > last) return 0;
    lua_Unsigned count = (lua_Unsigned)last - (lua_Unsigned)first + 1;  // 0 for all integers
    clua_reserve(L, count ? count : ~(lua_Unsigned)0, "too many results to unpack");
    for (lua_Unsigned i = 0; i < count; i++) {
        lua_geti(L, 1, first + (lua_Integer)i);
        step(L, vm, (lua_Integer)i);
    }
    return (int)count;
}

// sort: a merge between two lists of the border's own, so that a comparison may lie or change the table and do no harm. The
// table is written when the list is in order. Equal elements keep their order.

enum { SORT_TABLE = 1, SORT_ORDER = 2 };

// Whether the value at `left` belongs before the one at `right`.
static bool precedes(lua_State *L, int left, int right) {
    if (lua_isnil(L, SORT_ORDER)) return lua_compare(L, left, right, LUA_OPLT);
    lua_pushvalue(L, SORT_ORDER);
    lua_pushvalue(L, left);
    lua_pushvalue(L, right);
    lua_call(L, 2, 1);
    bool answer = lua_toboolean(L, -1);
    lua_pop(L, 1);
    return answer;
}

// Merges the runs [low, middle) and [middle, high) of list `from` into list `to`.
static void merge(lua_State *L, CLuaVM *vm, int from, int to, lua_Integer low, lua_Integer middle, lua_Integer high) {
    lua_Integer left = low, right = middle;
    lua_rawgeti(L, from, left);
    if (right < high)
        lua_rawgeti(L, from, right);
    else
        lua_pushnil(L);
    int left_value = lua_gettop(L) - 1, right_value = left_value + 1;
    for (lua_Integer place = low; place < high; place++) {
        step(L, vm, place);
        bool takes_right = right < high && (left >= middle || precedes(L, right_value, left_value));
        lua_pushvalue(L, takes_right ? right_value : left_value);
        lua_rawseti(L, to, place);
        if (takes_right) {
            right++;
            lua_rawgeti(L, from, right);
            lua_replace(L, right_value);
        } else {
            left++;
            lua_rawgeti(L, from, left);
            lua_replace(L, left_value);
        }
    }
    lua_pop(L, 2);
}

// An order in which a follower comes before its predecessor is none.
static void check_order(lua_State *L, CLuaVM *vm, int list, lua_Integer size) {
    for (lua_Integer i = 1; i < size; i++) {
        lua_rawgeti(L, list, i);
        lua_rawgeti(L, list, i + 1);
        if (precedes(L, lua_gettop(L), lua_gettop(L) - 1)) luaL_error(L, "invalid order function for sorting");
        lua_pop(L, 2);
        step(L, vm, i);
    }
}

static int sort(lua_State *L) {
    CLuaVM *vm = vm_of(L);
    lua_Integer size = length_of(L, SORT_TABLE, READS | WRITES);
    if (size < 2) return 0;
    luaL_argcheck(L, size < INT_MAX, 1, "array too big");
    if (!lua_isnoneornil(L, SORT_ORDER)) luaL_checktype(L, SORT_ORDER, LUA_TFUNCTION);
    lua_settop(L, 2);
    luaL_checkstack(L, 12, NULL);
    int from = 3, to = 4;
    // __len may promise more than there is.
    lua_Unsigned there = lua_rawlen(L, SORT_TABLE);
    int room = (int)((lua_Unsigned)size < there ? (lua_Unsigned)size : there) + 1;
    lua_createtable(L, room, 0);
    lua_createtable(L, room, 0);
    for (lua_Integer i = 1; i <= size; i++) {
        lua_geti(L, SORT_TABLE, i);
        lua_rawseti(L, from, i);
        step(L, vm, i);
    }
    for (lua_Integer width = 1; width < size; width *= 2) {
        for (lua_Integer low = 1; low <= size; low += 2 * width) {
            lua_Integer middle = low + width, high = middle + width;
            if (middle > size + 1) middle = size + 1;
            if (high > size + 1) high = size + 1;
            merge(L, vm, from, to, low, middle, high);
        }
        from = 7 - from;
        to = 7 - to;
    }
    check_order(L, vm, from, size);
    for (lua_Integer i = 1; i <= size; i++) {
        lua_rawgeti(L, from, i);
        lua_seti(L, SORT_TABLE, i);
        step(L, vm, i);
    }
    return 0;
}

void clua_open_tables(lua_State *L) {
    static const luaL_Reg functions[] = {{"concat", concat}, {"insert", insert}, {"move", move}, {"pack", pack},
                                         {"remove", remove_item}, {"sort", sort}, {"unpack", unpack}, {NULL, NULL}};
    luaL_newlib(L, functions);
    lua_setglobal(L, "table");
}
