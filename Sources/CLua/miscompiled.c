// What old releases of Lua get wrong in compiled functions, found in the functions themselves.
//
// Some code reads a register that was never written. It is refused when the text is loaded: the text alone would not tell
// it from what is compiled right. And a division of whole numbers by zero is told of another line.

#include "internal.h"

#include <string.h>

// The format of lua_dump in Lua 5.4 (ldump.c), and the instructions that the faults consist of (lopcodes.h).
enum { HEADER_BYTES = 4 + 1 + 1 + 6 + 3 + 8 + 8, UPVALUE_BYTES = 3, ABSOLUTE_LINE = -128 };
enum {
    LOADI = 1, LOADK = 3, LOADKX = 4, LFALSESKIP = 6, MODK = 25, IDIVK = 28, MOD = 37, IDIV = 40, BAND = 41, BXOR = 43,
    JMP = 56,
};
enum { TAG_FLOAT = 0x13, TAG_INTEGER = 0x03, TAG_SHORT = 0x04, TAG_LONG = 0x14 };
enum { MAX_CONSTANT_OPERAND = 255 };  // the last constant that an instruction can name
// A constant operand of a bitwise operator is loaded so many instructions before it at most.
enum { OPERAND_WINDOW = 6 };
enum { MAX_DUMP = 64 << 20, MAX_NESTING = 250 };

typedef struct Reader {
    const uint8_t *at, *end;
    int release;
    const char *fault;  // the first that was found, and its line
    int line;
    bool is_broken;
} Reader;

static const uint8_t *take(Reader *reader, size_t count) {
    const uint8_t *bytes = reader->at;
    if ((size_t)(reader->end - bytes) < count) {
        reader->is_broken = true;
        reader->at = reader->end;
        return NULL;
    }
    reader->at += count;
    return bytes;
}

// Seven bits a byte, the highest first; the last byte is marked.
static size_t take_size(Reader *reader) {
    size_t value = 0;
    for (const uint8_t *byte; (byte = take(reader, 1));) {
        value = value << 7 | (*byte & 0x7F);
        if (*byte & 0x80) return value;
    }
    return 0;
}

static uint8_t take_byte(Reader *reader) {
    const uint8_t *byte = take(reader, 1);
    return byte ? *byte : 0;
}

static void skip_string(Reader *reader) {
    size_t size = take_size(reader);
    if (size > 1) take(reader, size - 1);
}

static size_t skip_constants(Reader *reader) {
    size_t count = take_size(reader);
    for (size_t i = 0; i < count && !reader->is_broken; i++) {
        switch (take_byte(reader)) {
            case TAG_FLOAT:
            case TAG_INTEGER: take(reader, 8); break;
            case TAG_SHORT:
            case TAG_LONG: skip_string(reader); break;
            default: break;  // nil, false, true
        }
    }
    return count;
}

static uint32_t instruction(const uint8_t *code, size_t place) {
    uint32_t word;
    memcpy(&word, code + 4 * place, sizeof word);
    return word;
}

static unsigned operation(uint32_t word) { return word & 0x7F; }
static unsigned field_a(uint32_t word) { return word >> 7 & 0xFF; }
static unsigned field_b(uint32_t word) { return word >> 16 & 0xFF; }
static unsigned field_c(uint32_t word) { return word >> 24; }
static int64_t jump_target(uint32_t word, size_t place) { return (int64_t)place + 1 + (word >> 7) - 0xFFFFFF; }

// Whether a jump passes over the instructions up to `first`, to one of (first, last].
static bool is_jumped_over(const uint8_t *code, size_t first, size_t last) {
    for (size_t place = 0; place < first; place++) {
        uint32_t word = instruction(code, place);
        if (operation(word) != JMP) continue;
        int64_t target = jump_target(word, place);
        if (target > (int64_t)first && target <= (int64_t)last) return true;
    }
    return false;
}

// Lua 5.4.4 and earlier: 1 | (a or b), in a function with so many constants that the 1 is loaded into a register. It is
// loaded behind the jump of `or`.
static bool has_skipped_operand(const uint8_t *code, size_t place) {
    uint32_t word = instruction(code, place);
    size_t first = place > OPERAND_WINDOW ? place - OPERAND_WINDOW : 0;
    for (size_t load = first; load < place; load++) {
        uint32_t loading = instruction(code, load);
        unsigned kind = operation(loading);
        bool is_constant = kind == LOADI || kind == LOADK || kind == LOADKX;
        bool is_operand = field_a(loading) == field_b(word) || field_a(loading) == field_c(word);
        if (is_constant && is_operand && is_jumped_over(code, load, place)) return true;
    }
    return false;
}

// The place of the first fault of a function, or `count`.
static size_t find_fault(lua_State *L, Reader *reader, const uint8_t *code, size_t count, size_t constants) {
    bool has_operands = reader->release < 5 && constants > MAX_CONSTANT_OPERAND;
    for (size_t place = 1; place < count; place++) {
        uint32_t word = instruction(code, place);
        unsigned kind = operation(word);
        if ((place & 255) == 0) clua_poll(L, vm_of(L));
        // Lua 5.4.7 and earlier: t[a < b] with an upvalue t, which is loaded behind the jump of the comparison. The two
        // instructions that make a boolean of a comparison always follow its jump.
        if (kind == LFALSESKIP && operation(instruction(code, place - 1)) != JMP) {
            reader->fault = "an upvalue indexed by a comparison, as in t[a < b], needs Lua 5.4.8 or later here; put the "
                            "comparison into a local first";
            return place;
        }
        if (has_operands && kind >= BAND && kind <= BXOR && has_skipped_operand(code, place)) {
            reader->fault = "a bitwise operator with a constant and 'and' or 'or' needs Lua 5.4.5 or later here, in a "
                            "function with so many constants; put the operands into locals first";
            return place;
        }
    }
    return count;
}

// Where the lines of a function's instructions are written down.
typedef struct Lines {
    int first;
    const uint8_t *at;
} Lines;

static int line_of(Reader reader, Lines lines, size_t place) {
    reader.at = lines.at;
    int line = lines.first;
    size_t count = take_size(&reader), since = 0;
    const uint8_t *differences = take(&reader, count);
    size_t absolute_count = take_size(&reader);
    for (size_t i = 0; i < absolute_count && !reader.is_broken; i++) {
        size_t at = take_size(&reader);
        int absolute = (int)take_size(&reader);
        if (at > place) continue;
        line = absolute;
        since = at + 1;
    }
    for (size_t i = since; differences && i <= place && i < count; i++)
        if ((int8_t)differences[i] != ABSOLUTE_LINE) line += (int8_t)differences[i];
    return line;
}

static void skip_lines(Reader *reader) {
    take(reader, take_size(reader));
    size_t count = take_size(reader);
    for (size_t i = 0; i < 2 * count && !reader->is_broken; i++) take_size(reader);
}

typedef struct Function {
    const uint8_t *code;
    size_t count, constants;
    Lines lines;
} Function;

static Function read_function(lua_State *L, Reader *reader, int depth);

static void check_inner(lua_State *L, Reader *reader, int depth) {
    Function function = read_function(L, reader, depth);
    if (reader->is_broken || reader->fault) return;
    size_t fault = find_fault(L, reader, function.code, function.count, function.constants);
    if (fault < function.count) reader->line = line_of(*reader, function.lines, fault);
}

// Reads past a function; those inside it are checked.
static Function read_function(lua_State *L, Reader *reader, int depth) {
    Function function;
    if (depth > MAX_NESTING) reader->is_broken = true;
    skip_string(reader);  // the source
    function.lines.first = (int)take_size(reader);
    take_size(reader);  // the last line
    take(reader, 3);    // parameters, whether they vary, registers
    function.count = take_size(reader);
    function.code = take(reader, 4 * function.count);
    function.constants = skip_constants(reader);
    take(reader, UPVALUE_BYTES * take_size(reader));
    size_t inner = take_size(reader);
    for (size_t i = 0; i < inner && !reader->is_broken; i++) check_inner(L, reader, depth + 1);
    function.lines.at = reader->at;
    skip_lines(reader);
    size_t locals = take_size(reader);
    for (size_t i = 0; i < locals && !reader->is_broken; i++) {
        skip_string(reader);
        take_size(reader);
        take_size(reader);
    }
    size_t names = take_size(reader);
    for (size_t i = 0; i < names && !reader->is_broken; i++) skip_string(reader);
    return function;
}

static int append(lua_State *L, const void *bytes, size_t length, void *context) {
    CLuaVM *vm = vm_of(L);
    Buffer *dump = context;
    clua_guard(vm);
    bool fits = dump->length + length <= MAX_DUMP && clua_append(dump, bytes, length);
    clua_unguard(vm);
    return !fits;
}

// Of the function on top of the stack. False when it cannot be read.
static bool dump(lua_State *L, Reader *reader) {
    CLuaVM *vm = vm_of(L);
    vm->dump.length = 0;
    if (lua_dump(L, append, &vm->dump, 0)) return false;
    *reader = (Reader){.at = (const uint8_t *)vm->dump.bytes, .release = vm->release};
    reader->end = reader->at + vm->dump.length;
    return take(reader, HEADER_BYTES + 1);  // and the number of upvalues
}

const char *clua_find_miscompiled(lua_State *L, int *line) {
    Reader reader;
    if (vm_of(L)->release >= 8) return NULL;
    bool is_whole = dump(L, &reader);
    if (is_whole) check_inner(L, &reader, 0);
    *line = is_whole ? reader.line : 0;
    // What cannot be read cannot be vouched for.
    return is_whole && !reader.is_broken ? reader.fault : "the compiled text is too large to be checked";
}

// Before 5.4.5 Lua does not note where it is before it divides: it tells the line of what it did before. The division is
// the next one in the function.
int clua_line_of_division(lua_State *L, lua_Debug *record, bool is_remainder) {
    Reader reader;
    int line = record->currentline, found = 0;
    lua_getinfo(L, "f", record);
    if (!lua_iscfunction(L, -1) && dump(L, &reader)) {
        Function function = read_function(L, &reader, 0);
        for (size_t place = 0; !reader.is_broken && place < function.count && found < line; place++) {
            unsigned kind = operation(instruction(function.code, place));
            if ((place & 63) == 0) clua_poll(L, vm_of(L));
            bool divides = is_remainder ? kind == MOD || kind == MODK : kind == IDIV || kind == IDIVK;
            if (divides) found = line_of(reader, function.lines, place);
        }
    }
    lua_pop(L, 1);
    return found ? found : line;
}
