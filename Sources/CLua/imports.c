// What the host lends to the script: functions, pure functions, numbers, modules.

#include "internal.h"

#include <stdlib.h>
#include <string.h>

enum { MAX_MESSAGE = 4096 };

void clua_fail(CLuaVM *vm, const char *bytes, size_t length) {
    // Words may quote what a script made, of any length.
    vm->message.length = 0;
    clua_append(&vm->message, bytes, length > MAX_MESSAGE ? MAX_MESSAGE : length);
}

// Points the values that have bytes to where these are now; `integer` holds their offsets.
static void place_strings(const Buffer *strings, CLuaValue *values, int count) {
    for (CLuaValue *value = values; value < values + count; value++)
        if (value->kind == CLUA_STRING || value->kind == CLUA_TREE || value->kind == CLUA_OTHER)
            value->bytes = strings->bytes + (size_t)value->integer;
}

bool clua_return_string(CLuaCall *call, const char *bytes, size_t length) {
    if (call->result_count >= CLUA_MAX_RESULTS) return false;
    Buffer *strings = &call->vm->strings;
    CLuaValue value = {.kind = CLUA_STRING, .length = length, .integer = (int64_t)strings->length};
    if (!clua_append(strings, bytes, length)) return false;
    // The buffer may have moved, and the host may still read its arguments.
    place_strings(strings, (CLuaValue *)call->arguments, call->argument_count);
    call->results[call->result_count++] = value;
    return true;
}

static int bad_argument(lua_State *L, const Import *import, int index, const char *expected) {
    const char *got = lua_isnone(L, index) ? "no value" : clua_type_name(L, index);
    return luaL_error(L, "bad argument #%d to '%s' (%s expected, got %s)", index, import->name, expected, got);
}

static CLuaValue check_argument(lua_State *L, CLuaVM *vm, const Import *import, int index, char letter) {
    CLuaValue value = {0};
    switch (letter) {
        case 'n':
            if (lua_type(L, index) != LUA_TNUMBER) bad_argument(L, import, index, "number");
            value = clua_value(L, index, &vm->strings);
            value.kind = CLUA_NUMBER;
            return value;
        case 'i': {
            int whole = 0;
            if (lua_type(L, index) == LUA_TNUMBER) value.integer = lua_tointegerx(L, index, &whole);
            if (!whole) bad_argument(L, import, index, "whole number");
            value.kind = CLUA_INTEGER;
            return value;
        }
        case 'b':
            if (!lua_isboolean(L, index)) bad_argument(L, import, index, "boolean");
            break;
        case 's':
            if (lua_type(L, index) != LUA_TSTRING) bad_argument(L, import, index, "string");
            break;
        case 'f': clua_check_flake(L, vm, index, import->name); break;
        case 't':
            if (!lua_istable(L, index)) bad_argument(L, import, index, "table");
            break;
        case 'c':
            if (!lua_isfunction(L, index)) bad_argument(L, import, index, "function");
            lua_rawgeti(L, LUA_REGISTRYINDEX, vm->references.completions);
            lua_pushvalue(L, index);
            value.integer = luaL_ref(L, -2);
            value.kind = CLUA_FUNCTION;
            lua_pop(L, 1);
            return value;
        default:
            if (lua_isnone(L, index)) luaL_error(L, "bad argument #%d to '%s' (value expected)", index, import->name);
    }
    return clua_value(L, index, &vm->strings);
}

// The only way from Lua into a host import: the host answers while no Lua frame can be left, and this function
// raises, or pushes the results, when the host's own frame is gone.
int clua_import_function(lua_State *L) {
    const Import *import = lua_touserdata(L, lua_upvalueindex(1));
    CLuaVM *vm = vm_of(L);
    CLuaValue arguments[CLUA_MAX_ARGUMENTS];
    CLuaCall call;
    call.vm = vm;
    call.import = import->number;
    call.arguments = arguments;
    call.result_count = 0;
    int count = 0;
    bool optional = false;
    vm->strings.length = 0;
    for (const char *letter = import->signature; *letter; letter++) {
        if (*letter == '?') {
            optional = true;
            continue;
        }
        int index = count + 1;
        if (optional && lua_isnoneornil(L, index)) {
            arguments[count] = (CLuaValue){0};
        } else {
            arguments[count] = check_argument(L, vm, import, index, *letter);
        }
        if (++count == CLUA_MAX_ARGUMENTS) break;
    }
    call.argument_count = count;
    place_strings(&vm->strings, arguments, count);
    clua_unstage(vm);
    clua_guard(vm);
    clua_use_host_locale(vm);
    bool answered = vm->host.call(vm->host.context, &call);
    clua_use_plain_locale(vm);
    clua_unguard(vm);
    if (!answered) return clua_raise_failure(L);
    for (int i = 0; i < call.result_count; i++) {
        CLuaValue *value = &call.results[i];
        if (value->kind == CLUA_STRING) value->bytes = vm->strings.bytes + (size_t)value->integer;
        clua_push(L, value);
    }
    return call.result_count;
}

int clua_pure_function(lua_State *L) {
    const Pure *pure = lua_touserdata(L, lua_upvalueindex(1));
    double numbers[3] = {0, 0, 0};
    for (int i = 0; i < pure->maximum; i++) {
        if (lua_type(L, i + 1) == LUA_TNUMBER) {
            numbers[i] = lua_tonumber(L, i + 1);
        } else if (i < pure->minimum || !lua_isnoneornil(L, i + 1)) {
            const char *got = lua_isnone(L, i + 1) ? "no value" : clua_type_name(L, i + 1);
            return luaL_error(L, "bad argument #%d to '%s' (number expected, got %s)", i + 1, pure->name, got);
        }
    }
    CLuaVM *vm = vm_of(L);
    clua_guard(vm);
    double answer = pure->function(vm->host.scene_context, numbers[0], numbers[1], numbers[2]);
    clua_unguard(vm);
    lua_pushnumber(L, answer);
    return 1;
}

// Makes a global function that finds its record in its upvalue.
static int install(lua_State *L, const char *name, void *record, lua_CFunction function) {
    lua_pushglobaltable(L);
    lua_pushstring(L, name);
    lua_pushlightuserdata(L, record);
    lua_pushcclosure(L, function, 1);
    lua_rawset(L, -3);
    return 0;
}

static int install_import(lua_State *L) {
    Import *import = lua_touserdata(L, 1);
    return install(L, import->name, import, clua_import_function);
}

bool clua_define_import(CLuaVM *vm, const char *name, int32_t number, const char *signature, const char *group) {
    Import *import = calloc(1, sizeof *import);
    if (!import) return false;
    import->number = number;
    import->name = strdup(name);
    import->signature = strdup(signature);
    import->group = strdup(group);
    import->next = vm->imports;
    vm->imports = import;
    if (!import->name || !import->signature || !import->group) return false;
    return group[0] ? true : clua_prepare(vm, install_import, import);
}

bool clua_grant(CLuaVM *vm, const char *group) {
    bool is_known = false;
    for (Import *import = vm->imports; import; import = import->next)
        if (strcmp(import->group, group) == 0) import->granted = is_known = true;
    return is_known;
}

void clua_grant_images(CLuaVM *vm) { vm->sees_images = true; }

static int install_pure(lua_State *L) {
    Pure *pure = lua_touserdata(L, 1);
    return install(L, pure->name, pure, clua_pure_function);
}

bool clua_define_pure(CLuaVM *vm, const char *name, int minimum, int maximum, CLuaPure function) {
    Pure *pure = calloc(1, sizeof *pure);
    if (!pure) return false;
    *pure = (Pure){.next = vm->pures, .function = function, .minimum = minimum, .maximum = maximum, .name = strdup(name)};
    pure->known = strcmp(name, "noise") == 0        ? CLUA_FUNCTION_NOISE
                  : strcmp(name, "clamp") == 0      ? CLUA_FUNCTION_CLAMP
                  : strcmp(name, "lerp") == 0       ? CLUA_FUNCTION_LERP
                  : strcmp(name, "smoothstep") == 0 ? CLUA_FUNCTION_SMOOTHSTEP
                                                    : CLUA_FUNCTION_UNKNOWN;
    vm->pures = pure;
    return pure->name && clua_prepare(vm, install_pure, pure);
}

typedef struct Number {
    const char *name;
    double value;
    bool is_integer;
} Number;

static int set_number(lua_State *L) {
    Number *number = lua_touserdata(L, 1);
    lua_pushglobaltable(L);
    lua_pushstring(L, number->name);
    lua_pushnumber(L, number->value);
    lua_rawset(L, -3);
    return 0;
}

bool clua_define_number(CLuaVM *vm, const char *name, double value) {
    Number number = {name, value, false};
    return clua_prepare(vm, set_number, &number);
}

static int set_param(lua_State *L) {
    Number *number = lua_touserdata(L, 1);
    lua_rawgeti(L, LUA_REGISTRYINDEX, vm_of(L)->references.params);
    lua_pushstring(L, number->name);
    if (number->is_integer)
        lua_pushinteger(L, (lua_Integer)number->value);
    else
        lua_pushnumber(L, number->value);
    lua_rawset(L, -3);
    return 0;
}

bool clua_set_param(CLuaVM *vm, const char *name, double value, bool is_integer) {
    Number number = {name, value, is_integer};
    return clua_prepare(vm, set_param, &number);
}

// The header

// No deadline reaches the host while it reads the header.
enum { MAX_HEADER = 64 * 1024 };

static int plugin(lua_State *L) {
    CLuaVM *vm = vm_of(L);
    vm->failure = CLUA_TRAP_LINK;
    if (vm->columns.capacity) return luaL_error(L, "plugin { … } belongs to the script's own text, not into a callback");
    if (!lua_istable(L, 1))
        return luaL_error(L, "plugin expects a table: plugin { name = \"…\" }, got %s", clua_type_name(L, 1));
    lua_Debug record;
    int line = 0;
    if (lua_getstack(L, 1, &record)) {
        lua_getinfo(L, "l", &record);
        line = record.currentline;
    }
    vm->tree.length = 0;
    clua_write_tree(L, 1, &vm->tree, false);
    if (vm->tree.length > MAX_HEADER) return luaL_error(L, "the header holds more than %d bytes", MAX_HEADER);
    CLuaValue tree = {.kind = CLUA_TREE, .bytes = vm->tree.bytes, .length = vm->tree.length};
    clua_guard(vm);
    bool fits = vm->host.header(vm->host.context, vm, &tree, line);
    clua_unguard(vm);
    if (!fits) {
        lua_pushlstring(L, vm->message.bytes ? vm->message.bytes : "", vm->message.length);
        return lua_error(L);
    }
    vm->failure = CLUA_NO_TRAP;
    for (Import *import = vm->imports; import; import = import->next) {
        if (!import->group[0] || !import->granted) continue;
        lua_pushcfunction(L, install_import);
        lua_pushlightuserdata(L, import);
        lua_call(L, 1, 0);
    }
    if (vm->sees_images) clua_open_images(L);
    return 0;
}

// Modules

bool clua_give_source(CLuaVM *vm, const char *bytes, size_t length, const char *chunk_name) {
    vm->source.length = 0;
    vm->source_name.length = 0;
    return clua_append(&vm->source, bytes, length) && clua_append(&vm->source_name, chunk_name, strlen(chunk_name));
}

enum { MAX_MODULE_NAME = 200 };

// What stands in a module's place while it is loaded: a userdata that knows the module's name and the coroutine that
// loads it.
static const char loading[] = "module that is loaded";
enum { LOADING_NAME = 1, LOADING_THREAD = 2 };

// Closes a require, however it ends: a module that failed may be tried again.
static int forget_loading(lua_State *L) {
    lua_rawgeti(L, LUA_REGISTRYINDEX, vm_of(L)->references.loaded);
    int loaded = lua_gettop(L);
    lua_getiuservalue(L, 1, LOADING_NAME);
    lua_pushvalue(L, -1);
    lua_rawget(L, loaded);
    if (!lua_rawequal(L, -1, 1)) return 0;
    lua_pop(L, 1);
    lua_pushnil(L);
    lua_rawset(L, loaded);
    return 0;
}

static void mark_loading(lua_State *L, int name, int loaded) {
    lua_newuserdatauv(L, 0, 2);
    lua_pushvalue(L, name);
    lua_setiuservalue(L, -2, LOADING_NAME);
    lua_pushthread(L);
    lua_setiuservalue(L, -2, LOADING_THREAD);
    if (luaL_newmetatable(L, loading)) {
        lua_pushcfunction(L, forget_loading);
        lua_setfield(L, -2, "__close");
    }
    lua_setmetatable(L, -2);
    lua_pushvalue(L, name);
    lua_pushvalue(L, -2);
    lua_rawset(L, loaded);
    lua_toclose(L, -1);
}

// Whether the value on top of the stack is a mark whose coroutine still loads. One that failed and was never closed does
// not.
static bool is_loading(lua_State *L) {
    if (!luaL_testudata(L, -1, loading)) return false;
    lua_getiuservalue(L, -1, LOADING_THREAD);
    int status = lua_status(lua_tothread(L, -1));
    lua_pop(L, 1);
    return status == LUA_OK || status == LUA_YIELD;
}

static int require(lua_State *L) {
    CLuaVM *vm = vm_of(L);
    size_t length;
    const char *name = luaL_checklstring(L, 1, &length);
    lua_settop(L, 1);
    lua_rawgeti(L, LUA_REGISTRYINDEX, vm->references.loaded);
    lua_pushvalue(L, 1);
    lua_rawget(L, 2);
    if (is_loading(L)) return luaL_error(L, "module '%s' requires itself, directly or through another", name);
    if (!lua_isnil(L, -1) && !luaL_testudata(L, -1, loading)) return 1;
    if (length > MAX_MODULE_NAME) return luaL_error(L, "the name of a module has at most %d bytes", MAX_MODULE_NAME);
    clua_unstage(vm);
    clua_guard(vm);
    bool found = vm->host.require(vm->host.context, vm, name, length);
    clua_unguard(vm);
    if (!found) return clua_raise_failure(L);
    int status = clua_load(L, vm->source.bytes, vm->source.length, vm->source_name.bytes);
    if (status != LUA_OK) {
        if (status == LUA_ERRSYNTAX) vm->failure = CLUA_TRAP_SYNTAX;
        return lua_error(L);
    }
    int chunk = lua_gettop(L);
    mark_loading(L, 1, 2);
    lua_pushvalue(L, chunk);
    lua_call(L, 0, 1);
    if (lua_isnil(L, -1)) {
        lua_pop(L, 1);
        lua_pushboolean(L, 1);
    }
    lua_pushvalue(L, 1);
    lua_pushvalue(L, -2);
    lua_rawset(L, 2);
    return 1;
}

void clua_open_imports(lua_State *L) {
    lua_register(L, "plugin", plugin);
    lua_register(L, "require", require);
}
