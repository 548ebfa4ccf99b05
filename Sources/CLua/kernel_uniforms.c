// Uniforms: what is the same for all flakes of a frame. Lua works them out, raw and without metamethods, so that their
// arithmetic is Lua's to the last bit.

#include "kernel.h"

#include <stdlib.h>
#include <string.h>

enum { MAX_ROW_KEYS = 4096 };

// Whole numbers up to here are the same as doubles.
static const lua_Integer widest = (lua_Integer)1 << 53;

CLuaFunction clua_known_function(lua_State *L, CLuaVM *vm, int index) {
    lua_CFunction function = lua_tocfunction(L, index);
    if (function == clua_pure_function && lua_getupvalue(L, index, 1)) {
        const Pure *pure = lua_touserdata(L, -1);
        lua_pop(L, 1);
        return pure->known;
    }
    for (int known = 1; function && known < CLUA_FUNCTION_COUNT; known++)
        if (vm->known[known] == function) return (CLuaFunction)known;
    return CLUA_FUNCTION_UNKNOWN;
}

static CLuaUniformAnswer describe(lua_State *L, CLuaVM *vm, int index) {
    CLuaUniformAnswer answer = {.type = CLUA_TYPE_OTHER};
    switch (lua_type(L, index)) {
        case LUA_TNIL: answer.type = CLUA_TYPE_NIL; break;
        case LUA_TBOOLEAN:
            answer.type = CLUA_TYPE_BOOLEAN;
            answer.number = lua_toboolean(L, index);
            break;
        case LUA_TNUMBER:
            answer.number = lua_tonumber(L, index);
            answer.type = CLUA_TYPE_FLOAT;
            if (lua_isinteger(L, index)) {
                lua_Integer whole = lua_tointeger(L, index);
                answer.type = whole >= -widest && whole <= widest ? CLUA_TYPE_INTEGER : CLUA_TYPE_OTHER;
            }
            break;
        case LUA_TSTRING: answer.type = CLUA_TYPE_STRING; break;
        case LUA_TTABLE: answer.type = CLUA_TYPE_TABLE; break;
        case LUA_TUSERDATA: {
            const void *block = lua_touserdata(L, index);
            if (block == vm->scene_proxy || block == vm->params_proxy) answer.type = CLUA_TYPE_PROXY;
            break;
        }
        case LUA_TFUNCTION:
            answer.type = lua_iscfunction(L, index) ? CLUA_TYPE_FUNCTION : CLUA_TYPE_CLOSURE;
            if (answer.type == CLUA_TYPE_FUNCTION) answer.function = clua_known_function(L, vm, index);
            break;
        default: break;
    }
    return answer;
}

static bool has_index(lua_State *L, int table) {
    if (!lua_getmetatable(L, table)) return false;
    lua_pushliteral(L, "__index");
    bool has = lua_rawget(L, -2) != LUA_TNIL;
    lua_pop(L, 2);
    return has;
}

static int failed(lua_State *L) {
    lua_pushnil(L);
    return false;
}

// The field of what lies at `base`, whose key is at the top of the stack and goes.
static bool push_field(lua_State *L, CLuaVM *vm, int base) {
    if (lua_istable(L, base)) {
        if (lua_rawget(L, base) != LUA_TNIL || !has_index(L, base)) return true;
        lua_pop(L, 1);
        return failed(L);
    }
    const void *block = lua_touserdata(L, base);
    if (block == vm->params_proxy) {
        lua_rawgeti(L, LUA_REGISTRYINDEX, vm->references.params);
        lua_insert(L, -2);
        bool there = lua_rawget(L, -2) != LUA_TNIL;
        lua_remove(L, -2);
        return there;
    }
    if (block == vm->scene_proxy && clua_push_scene_field(L, vm, -1)) {
        lua_remove(L, -2);
        return true;
    }
    lua_pop(L, 1);
    return failed(L);
}

// Whether all entries that lanes can reach are numbers at whole keys; notes the range of these.
static bool measure_row(lua_State *L, int table, Row *row) {
    lua_Integer low = LUA_MAXINTEGER, high = LUA_MININTEGER;
    int count = 0;
    lua_pushnil(L);
    while (lua_next(L, table)) {
        bool whole = lua_isinteger(L, -2), fits = true;
        if (whole) {
            lua_Integer key = lua_tointeger(L, -2);
            if (key < low) low = key;
            if (key > high) high = key;
            fits = lua_type(L, -1) == LUA_TNUMBER && describe(L, vm_of(L), -1).type != CLUA_TYPE_OTHER &&
                   key > -widest && key < widest;
        } else {
            fits = lua_type(L, -2) != LUA_TNUMBER;
        }
        lua_pop(L, 1);
        if (!fits || ++count > MAX_ROW_KEYS) {
            lua_pop(L, 1);
            return false;
        }
    }
    row->first = low <= high ? low : 0;
    row->count = low <= high ? high - low + 1 : 0;
    return low > high || (lua_Unsigned)high - (lua_Unsigned)low < 4 * MAX_ROW_KEYS;
}

static bool copy_row(lua_State *L, CLuaVM *vm, int table, Row *row) {
    if (!lua_istable(L, table) || has_index(L, table) || !measure_row(L, table, row)) return false;
    if (row->count > row->capacity) {
        clua_guard(vm);
        double *numbers = realloc(row->numbers, (size_t)row->count * 2 * sizeof *numbers);
        if (numbers) row->numbers = numbers;
        unsigned char *present = numbers ? realloc(row->present, (size_t)row->count * 2) : NULL;
        if (present) row->present = present;
        clua_unguard(vm);
        if (!present) return false;
        row->capacity = row->count * 2;
    }
    for (int64_t i = 0; i < row->count; i++) {
        row->present[i] = lua_rawgeti(L, table, row->first + i) == LUA_TNUMBER;
        row->numbers[i] = row->present[i] ? lua_tonumber(L, -1) : 0;
        lua_pop(L, 1);
    }
    return true;
}

static bool is_number(lua_State *L, int index) { return lua_type(L, index) == LUA_TNUMBER; }

// Whether Lua's own division of whole numbers would raise.
static bool divides_by_zero(lua_State *L, int operator, int divisor, int dividend) {
    return (operator == LUA_OPMOD || operator == LUA_OPIDIV) && lua_isinteger(L, dividend) &&
           lua_isinteger(L, divisor) && lua_tointeger(L, divisor) == 0;
}

static bool is_of_bits(int operator) { return operator >= LUA_OPBAND && operator != LUA_OPUNM; }

static bool push_arithmetic(lua_State *L, const CLuaUniform *uniform, int values) {
    int operator = (int)uniform->integer;
    bool unary = operator == LUA_OPUNM || operator == LUA_OPBNOT;
    lua_rawgeti(L, values, uniform->a + 1);
    if (!unary) lua_rawgeti(L, values, uniform->b + 1);
    bool fits = is_number(L, -1) && (unary || is_number(L, -2));
    if (fits && is_of_bits(operator)) {
        int whole, other = 1;
        lua_tointegerx(L, -1, &whole);
        if (!unary) lua_tointegerx(L, -2, &other);
        fits = whole && other;
    }
    if (fits && !unary && divides_by_zero(L, operator, -1, -2)) fits = false;
    if (fits) {
        lua_arith(L, operator);
        return true;
    }
    lua_pop(L, unary ? 1 : 2);
    return failed(L);
}

static bool push_comparison(lua_State *L, const CLuaUniform *uniform, int values) {
    lua_rawgeti(L, values, uniform->a + 1);
    lua_rawgeti(L, values, uniform->b + 1);
    bool numbers = is_number(L, -1) && is_number(L, -2);
    bool strings = lua_type(L, -1) == LUA_TSTRING && lua_type(L, -2) == LUA_TSTRING;
    bool fits = uniform->integer == 0 ? !(lua_istable(L, -1) && lua_istable(L, -2)) : numbers || strings;
    int answer = 0;
    if (fits)
        answer = uniform->integer == 0   ? lua_rawequal(L, -2, -1)
                 : uniform->integer == 1 ? lua_compare(L, -2, -1, LUA_OPLT)
                                         : lua_compare(L, -2, -1, LUA_OPLE);
    lua_pop(L, 2);
    if (!fits) return failed(L);
    lua_pushboolean(L, answer);
    return true;
}

static bool push_call(lua_State *L, CLuaVM *vm, const CLuaUniform *uniform, int values) {
    lua_rawgeti(L, values, uniform->a + 1);
    CLuaFunction function = clua_known_function(L, vm, -1);
    int count = (int)uniform->integer;
    const int32_t arguments[] = {uniform->b, uniform->c, uniform->d};
    bool fits = function && function != CLUA_FUNCTION_GROUND && function != CLUA_FUNCTION_RANDOM && function != CLUA_FUNCTION_REMOVE;
    for (int i = 0; i < count; i++) {
        lua_rawgeti(L, values, arguments[i] + 1);
        fits = fits && is_number(L, -1);
    }
    // The one of them that refuses a number.
    if (fits && function == CLUA_FUNCTION_FMOD && count > 1 && divides_by_zero(L, LUA_OPMOD, -count + 1, -count))
        fits = false;
    if (fits) {
        lua_call(L, count, 1);
        return true;
    }
    lua_pop(L, count + 1);
    return failed(L);
}

// Pushes the value of a uniform. False when working it out would raise: it is nil then.
static bool push_uniform(lua_State *L, CLuaVM *vm, Kernel *kernel, const CLuaUniform *uniform, int values) {
    switch (uniform->source) {
        case CLUA_UNIFORM_UPDATE: lua_rawgeti(L, values, 1); return true;
        case CLUA_UNIFORM_DT: lua_pushnumber(L, kernel->dt); return true;
        case CLUA_UNIFORM_TIME: lua_pushnumber(L, vm->scene.time); return true;
        case CLUA_UNIFORM_NIL: lua_pushnil(L); return true;
        case CLUA_UNIFORM_BOOLEAN: lua_pushboolean(L, uniform->integer != 0); return true;
        case CLUA_UNIFORM_INTEGER: lua_pushinteger(L, uniform->integer); return true;
        case CLUA_UNIFORM_NUMBER: lua_pushnumber(L, uniform->number); return true;
        case CLUA_UNIFORM_STRING: lua_pushlstring(L, uniform->bytes, uniform->length); return true;
        case CLUA_UNIFORM_UPVALUE:
            lua_rawgeti(L, values, uniform->a + 1);
            if (lua_isfunction(L, -1) && lua_getupvalue(L, -1, (int)uniform->integer)) {
                lua_remove(L, -2);
                return true;
            }
            lua_pop(L, 1);
            return failed(L);
        case CLUA_UNIFORM_FIELD: {
            lua_rawgeti(L, values, uniform->a + 1);
            int base = lua_gettop(L);
            lua_rawgeti(L, values, uniform->b + 1);
            bool there = push_field(L, vm, base);
            lua_remove(L, base);
            return there;
        }
        case CLUA_UNIFORM_LENGTH: {
            lua_rawgeti(L, values, uniform->a + 1);
            bool plain = lua_istable(L, -1) && !luaL_getmetafield(L, -1, "__len");
            lua_Integer length = plain ? (lua_Integer)lua_rawlen(L, -1) : 0;
            lua_settop(L, values);
            if (!plain) return failed(L);
            lua_pushinteger(L, length);
            return true;
        }
        case CLUA_UNIFORM_ARITHMETIC: return push_arithmetic(L, uniform, values);
        case CLUA_UNIFORM_COMPARE: return push_comparison(L, uniform, values);
        case CLUA_UNIFORM_NOT:
            lua_rawgeti(L, values, uniform->a + 1);
            lua_pushboolean(L, !lua_toboolean(L, -1));
            lua_remove(L, -2);
            return true;
        case CLUA_UNIFORM_CALL: return push_call(L, vm, uniform, values);
        case CLUA_UNIFORM_ROW: {
            lua_rawgeti(L, values, uniform->a + 1);
            Row *row = kernel->rows + uniform->integer;
            return copy_row(L, vm, lua_gettop(L), row);
        }
    }
    return failed(L);
}

CLuaUniformAnswer clua_work_out(lua_State *L, CLuaVM *vm, Kernel *kernel, int index, int values) {
    const CLuaUniform *uniform = &kernel->uniforms[index];
    bool fine = push_uniform(L, vm, kernel, uniform, values);
    CLuaUniformAnswer answer = {.type = CLUA_TYPE_ERROR};
    if (fine) answer = describe(L, vm, -1);
    bool is_number = answer.type == CLUA_TYPE_INTEGER || answer.type == CLUA_TYPE_FLOAT;
    if (is_number && uniform->takes_either) answer.type = CLUA_TYPE_NUMBER;
    return answer;
}

static bool is_constant(CLuaUniformSource source) {
    return source >= CLUA_UNIFORM_NIL && source <= CLUA_UNIFORM_STRING;
}

bool clua_refresh_uniforms(lua_State *L, CLuaVM *vm, Kernel *kernel) {
    luaL_checkstack(L, 16, NULL);
    lua_rawgeti(L, LUA_REGISTRYINDEX, kernel->values);
    int values = lua_gettop(L);
    bool fits = true;
    for (int i = 1; fits && i < kernel->uniform_count; i++) {
        if (is_constant(kernel->uniforms[i].source)) continue;
        CLuaUniformAnswer answer = clua_work_out(L, vm, kernel, i, values), *expected = &kernel->answers[i];
        bool other_closure = answer.type == CLUA_TYPE_CLOSURE && lua_topointer(L, -1) != kernel->closures[i];
        // The closure that was there before lives until its place is taken: no other one has its address yet.
        lua_rawseti(L, values, i + 1);
        if (answer.type != expected->type || answer.function != expected->function || other_closure) {
            fits = false;
            kernel->misfit = i;
            kernel->misfit_type = answer.type;
        }
        expected->number = answer.number;
    }
    lua_settop(L, values - 1);
    return fits;
}
