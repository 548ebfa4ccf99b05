// What a script does with a flake. The fields are read and written right in the scene's columns.

#include "internal.h"

#include <math.h>
#include <string.h>

// The place of a name among the fields: found by the address of the interned string, which is what lua_topointer
// answers, so that a look-up compares no characters. Other values have other addresses, or none.
const Field *clua_find_field(lua_State *L, CLuaVM *vm, int index) {
    const void *key = lua_topointer(L, index);
    if (!key) return NULL;
    size_t place = (uintptr_t)key >> 4 & (FIELD_PLACES - 1);
    while (vm->fields[place].key) {
        if (vm->fields[place].key == key) return &vm->fields[place];
        place = (place + 1) & (FIELD_PLACES - 1);
    }
    return NULL;
}

typedef struct FieldDefinition {
    const char *name;
    Field field;
} FieldDefinition;

static int define_field(lua_State *L) {
    FieldDefinition *definition = lua_touserdata(L, 1);
    CLuaVM *vm = vm_of(L);
    // Short strings are interned: while this table holds the name, no other string has its address.
    lua_rawgeti(L, LUA_REGISTRYINDEX, vm->references.names);
    const char *name = lua_pushstring(L, definition->name);
    lua_pushvalue(L, -1);
    lua_pushboolean(L, 1);
    lua_rawset(L, -4);
    const void *key = lua_topointer(L, -1);
    size_t place = (uintptr_t)key >> 4 & (FIELD_PLACES - 1);
    while (vm->fields[place].key && vm->fields[place].key != key) place = (place + 1) & (FIELD_PLACES - 1);
    vm->fields[place] = definition->field;
    vm->fields[place].key = key;
    vm->fields[place].name = name;
    return 0;
}

bool clua_define_field(CLuaVM *vm, const char *name, CLuaFieldKind kind, int32_t column, bool writable) {
    if (strlen(name) > 40) return false;  // longer strings are not interned
    FieldDefinition definition = {name, {.kind = kind, .column = column, .writable = writable}};
    return clua_prepare(vm, define_field, &definition);
}

// Handles

Handle clua_check_flake(lua_State *L, CLuaVM *vm, int index, const char *function) {
    Handle handle = {0};
    if (!clua_to_handle(L, index, &handle)) {
        const char *got = lua_isnone(L, index) ? "no value" : clua_type_name(L, index);
        luaL_error(L, "bad argument #%d to '%s' (flake expected, got %s)", index, function, got);
    }
    if (!clua_is_current(vm, handle)) luaL_error(L, "this flake has been removed");
    return handle;
}

// Words for names that do not exist

int clua_unknown(lua_State *L, CLuaUnknown kind, int name_index) {
    CLuaVM *vm = vm_of(L);
    size_t length;
    const char *name;
    if (lua_type(L, name_index) == LUA_TSTRING) {
        name = lua_tolstring(L, name_index, &length);
    } else {
        name = lua_pushfstring(L, "[%s]", luaL_typename(L, name_index));
        length = strlen(name);
    }
    if (length > 64) length = 64;
    clua_guard(vm);
    vm->host.unknown(vm->host.context, vm, kind, name, length);
    clua_unguard(vm);
    return clua_raise_failure(L);
}

double clua_check_field_number(lua_State *L, int index, const char *name) {
    if (lua_type(L, index) != LUA_TNUMBER)
        luaL_error(L, "bad value for '%s' (number expected, got %s)", name, clua_type_name(L, index));
    return lua_tonumber(L, index);
}

uint32_t clua_check_color(lua_State *L, int index) {
    double value = clua_check_field_number(L, index, "color");
    if (!(value >= 0 && value <= 0xFFFFFF)) luaL_error(L, "bad value for 'color' (0x000000 to 0xFFFFFF expected)");
    return (uint32_t)value;
}

static uint32_t check_glyph(lua_State *L, int index) {
    if (lua_isnil(L, index)) return 0;
    size_t length = 0;
    const char *bytes = lua_type(L, index) == LUA_TSTRING ? lua_tolstring(L, index, &length) : NULL;
    if (!bytes) luaL_error(L, "bad value for 'glyph' (one character expected, got %s)", clua_type_name(L, index));
    const unsigned char *b = (const unsigned char *)bytes;
    static const unsigned char lead_mask[5] = {0, 0x7F, 0x1F, 0x0F, 0x07};
    static const uint32_t smallest[5] = {0, 0x20, 0x80, 0x800, 0x10000};
    size_t wanted = !length ? 0 : b[0] < 0x80 ? 1 : b[0] >> 5 == 6 ? 2 : b[0] >> 4 == 14 ? 3 : b[0] >> 3 == 30 ? 4 : 0;
    uint32_t scalar = wanted ? b[0] & lead_mask[wanted] : 0;
    // U+FE0E or U+FE0F, as which keyboards end a sign: it is left out, since an emoji would not take the flake's colour.
    if (wanted && length == wanted + 3 && b[wanted] == 0xEF && b[wanted + 1] == 0xB8 && (b[wanted + 2] | 1) == 0x8F)
        length = wanted;
    bool fine = wanted && wanted == length;
    for (size_t i = 1; fine && i < length; i++) {
        fine = b[i] >> 6 == 2;
        scalar = scalar << 6 | (b[i] & 0x3F);
    }
    fine = fine && scalar >= smallest[wanted] && scalar <= 0x10FFFF && scalar >> 11 != 0x1B;
    if (!fine || (scalar >= 0x7F && scalar < 0xA0))
        luaL_error(L, "bad value for 'glyph' (one printable character expected)");
    return scalar;
}

static void push_glyph(lua_State *L, uint32_t scalar) {
    if (!scalar) {
        lua_pushnil(L);
        return;
    }
    lua_pushfstring(L, "%U", (unsigned long)scalar);
}

// Fields

static int flake_index(lua_State *L) {
    CLuaVM *vm = vm_of(L);
    // Argument 1 is a handle: only handles have this metatable, it is locked, and metamethods are called with
    // the value that has them.
    Handle handle = handle_of((uintptr_t)lua_touserdata(L, 1));
    const Field *field = clua_find_field(L, vm, 2);
    if (!field) {
        lua_pushvalue(L, 2);
        if (lua_rawget(L, lua_upvalueindex(1)) != LUA_TNIL) return 1;  // a method
        return clua_unknown(L, CLUA_UNKNOWN_FIELD, 2);
    }
    if (field->is_staged && handle.slot == vm->staged_slot) clua_meet_staged(L, vm);
    bool current = clua_is_current(vm, handle);
    if (field->kind == CLUA_FIELD_FLOAT && current) {
        lua_pushnumber(L, vm->columns.fields[field->column][handle.slot]);
        return 1;
    }
    if (field->kind == CLUA_FIELD_ALIVE) {
        lua_pushboolean(L, current && vm->columns.state[handle.slot] == 1);
        return 1;
    }
    if (!current) return luaL_error(L, "this flake has been removed");
    uint32_t slot = handle.slot;
    switch (field->kind) {
        case CLUA_FIELD_HEIGHT:
        case CLUA_FIELD_FLOAT: {
            float value = vm->columns.fields[field->column][slot];
            if (field->kind == CLUA_FIELD_HEIGHT && isnan(value))
                value = vm->columns.fields[vm->columns.width_column][slot] * vm->columns.aspect[slot];
            lua_pushnumber(L, value);
            return 1;
        }
        case CLUA_FIELD_COLOR: lua_pushinteger(L, vm->columns.color[slot]); return 1;
        case CLUA_FIELD_GLYPH: push_glyph(L, vm->columns.glyph[slot]); return 1;
        case CLUA_FIELD_SPRITE: clua_push_sprite(L, vm, vm->columns.sprite[slot]); return 1;
        case CLUA_FIELD_ID: lua_pushinteger(L, vm->columns.birth_number[slot]); return 1;
        case CLUA_FIELD_ALIVE: break;
    }
    return 0;
}

static void set_sprite(CLuaVM *vm, uint32_t slot, CLuaSprite sprite) {
    vm->columns.sprite[slot] = sprite.number;
    vm->columns.aspect[slot] = sprite.number ? (float)sprite.height / (float)sprite.width : 1;
}

static int flake_newindex(lua_State *L) {
    CLuaVM *vm = vm_of(L);
    Handle handle = handle_of((uintptr_t)lua_touserdata(L, 1));
    const Field *field = clua_find_field(L, vm, 2);
    if (!field) return clua_unknown(L, CLUA_UNKNOWN_FIELD, 2);
    if (!field->writable) return clua_unknown(L, CLUA_READ_ONLY_FIELD, 2);
    if (!clua_is_current(vm, handle)) return luaL_error(L, "this flake has been removed");
    uint32_t slot = handle.slot;
    if (field->is_staged && slot == vm->staged_slot) clua_meet_staged(L, vm);
    switch (field->kind) {
        case CLUA_FIELD_HEIGHT:
            if (lua_isnil(L, 3)) {
                vm->columns.fields[field->column][slot] = NAN;
                break;
            }
            // fall through
        case CLUA_FIELD_FLOAT:
            vm->columns.fields[field->column][slot] = clua_single(clua_check_field_number(L, 3, field->name));
            break;
        case CLUA_FIELD_COLOR: vm->columns.color[slot] = clua_check_color(L, 3); break;
        case CLUA_FIELD_GLYPH: vm->columns.glyph[slot] = check_glyph(L, 3); break;
        case CLUA_FIELD_SPRITE: set_sprite(vm, slot, clua_check_sprite(L, vm, 3)); break;
        case CLUA_FIELD_ID:
        case CLUA_FIELD_ALIVE: break;
    }
    if (field->is_staged && slot == vm->staged_slot) clua_take_again(L, vm);
    return 0;
}

static int flake_tostring(lua_State *L) {
    CLuaVM *vm = vm_of(L);
    Handle handle;
    if (clua_to_handle(L, 1, &handle) && clua_is_current(vm, handle))
        lua_pushfstring(L, "flake %I", (LUAI_UACINT)vm->columns.birth_number[handle.slot]);
    else
        lua_pushliteral(L, "flake (removed)");
    return 1;
}

// spawn, remove, flakes

typedef struct Setting {
    const Field *field;
    double number;
    uint32_t word;
    CLuaSprite sprite;
} Setting;

static int spawn(lua_State *L) {
    CLuaVM *vm = vm_of(L);
    if (!vm->columns.capacity) return luaL_error(L, "spawn works from init on, not while the script is loaded");
    if (!lua_isnoneornil(L, 1) && !lua_istable(L, 1))
        return luaL_error(L, "bad argument #1 to 'spawn' (table expected, got %s)", clua_type_name(L, 1));
    Setting settings[FIELD_PLACES / 2];
    int count = 0;
    if (lua_istable(L, 1)) {
        lua_settop(L, 1);
        lua_pushnil(L);
        while (lua_next(L, 1)) {
            const Field *field = clua_find_field(L, vm, 2);
            if (!field) return clua_unknown(L, CLUA_UNKNOWN_FIELD, 2);
            if (!field->writable) return clua_unknown(L, CLUA_READ_ONLY_FIELD, 2);
            Setting *setting = &settings[count++];
            setting->field = field;
            switch (field->kind) {
                case CLUA_FIELD_COLOR: setting->word = clua_check_color(L, 3); break;
                case CLUA_FIELD_GLYPH: setting->word = check_glyph(L, 3); break;
                case CLUA_FIELD_SPRITE: setting->sprite = clua_check_sprite(L, vm, 3); break;
                case CLUA_FIELD_FLOAT:
                case CLUA_FIELD_HEIGHT:
                case CLUA_FIELD_ID:
                case CLUA_FIELD_ALIVE: setting->number = clua_check_field_number(L, 3, field->name); break;
            }
            lua_pop(L, 1);
        }
    }
    clua_guard(vm);
    uint64_t flake = vm->host.spawn(vm->host.scene_context);
    clua_unguard(vm);
    if (!flake) {
        lua_pushnil(L);
        return 1;
    }
    uint32_t slot = (uint32_t)flake;
    for (int i = 0; i < count; i++) {
        const Setting *setting = &settings[i];
        if (setting->field->kind == CLUA_FIELD_COLOR)
            vm->columns.color[slot] = setting->word;
        else if (setting->field->kind == CLUA_FIELD_GLYPH)
            vm->columns.glyph[slot] = setting->word;
        else if (setting->field->kind == CLUA_FIELD_SPRITE)
            set_sprite(vm, slot, setting->sprite);
        else
            vm->columns.fields[setting->field->column][slot] = clua_single(setting->number);
    }
    clua_push_flake(L, vm, slot);
    return 1;
}

static int remove_flake(lua_State *L) {
    CLuaVM *vm = vm_of(L);
    Handle handle = clua_check_flake(L, vm, 1, "remove");
    if (vm->columns.state[handle.slot] != 1) return 0;
    clua_unstage(vm);
    clua_guard(vm);
    vm->host.remove(vm->host.scene_context, handle_value(handle));
    clua_unguard(vm);
    return 0;
}

// The control value of the loop is the flake itself, the state the last birth that belongs to it: a loop makes
// nothing, and the flakes that its own body spawns are not visited.
static int next_flake(lua_State *L) {
    CLuaVM *vm = vm_of(L);
    lua_Integer last = lua_tointeger(L, 1);
    Handle before;
    for (uint32_t slot = clua_to_handle(L, 2, &before) ? before.slot + 1 : 0; slot < vm->scene.high_water; slot++) {
        if (vm->columns.state[slot] != 1 || vm->columns.birth_number[slot] > last) continue;
        clua_push_flake(L, vm, slot);
        return 1;
    }
    return 0;
}

static int flakes(lua_State *L) {
    clua_push_function(L, next_flake);
    lua_pushinteger(L, vm_of(L)->scene.last_birth);
    lua_pushnil(L);
    return 3;
}

void clua_open_flakes(lua_State *L) {
    CLuaVM *vm = vm_of(L);
    lua_newtable(L);
    lua_createtable(L, 0, 3);
    clua_push_function(L, clua_animate);
    lua_setfield(L, -2, "animate");
    clua_push_function(L, remove_flake);
    lua_setfield(L, -2, "remove");
    clua_push_function(L, clua_settle_flake);
    lua_setfield(L, -2, "settle");
    lua_pushcclosure(L, flake_index, 1);
    lua_setfield(L, -2, "__index");
    lua_pushcfunction(L, flake_newindex);
    lua_setfield(L, -2, "__newindex");
    lua_pushcfunction(L, flake_tostring);
    lua_setfield(L, -2, "__tostring");
    lua_pushliteral(L, "flake");
    lua_setfield(L, -2, "__name");
    lua_pushliteral(L, "flake");
    lua_setfield(L, -2, "__metatable");
    // All light userdata have one metatable.
    lua_pushlightuserdata(L, vm);
    lua_insert(L, -2);
    lua_setmetatable(L, -2);
    lua_pop(L, 1);
    lua_register(L, "spawn", spawn);
    lua_register(L, "remove", remove_flake);
    vm->known[CLUA_FUNCTION_REMOVE] = remove_flake;
    lua_register(L, "flakes", flakes);
}
