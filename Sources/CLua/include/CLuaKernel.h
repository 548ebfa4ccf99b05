#ifndef CLUA_KERNEL_H
#define CLUA_KERNEL_H

// Compiled updates: a program over all flakes, a few hundred at a time, in place of a call of `update` for each.
//
// A program reads two sorts of values. Uniforms are the same for all flakes of a frame: constants, upvalues, fields of
// tables, and what follows from these; they are worked out by Lua itself, once a frame. Lanes differ from flake to
// flake: a register holds one number, or one mask, for each flake of a chunk.

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct CLuaVM;

// Uniforms

typedef enum CLuaUniformSource {
    CLUA_UNIFORM_UPDATE,   // the function `update` itself; the first uniform of a program
    CLUA_UNIFORM_DT,
    CLUA_UNIFORM_TIME,
    CLUA_UNIFORM_NIL,
    CLUA_UNIFORM_BOOLEAN,  // integer: 0 or 1
    CLUA_UNIFORM_INTEGER,  // integer
    CLUA_UNIFORM_NUMBER,   // number
    CLUA_UNIFORM_STRING,   // bytes, length
    CLUA_UNIFORM_UPVALUE,  // a: a function, integer: the upvalue, from 1
    CLUA_UNIFORM_FIELD,    // a: a table, params or scene; b: the key
    CLUA_UNIFORM_LENGTH,   // a: a table
    CLUA_UNIFORM_ARITHMETIC,  // a, b: operands; integer: Lua's number of the operator
    CLUA_UNIFORM_COMPARE,     // a, b: operands; integer: 0 equal, 1 less, 2 less or equal
    CLUA_UNIFORM_NOT,         // a
    CLUA_UNIFORM_CALL,        // integer: how many arguments; a: the function; the arguments follow it: b, c, d
    CLUA_UNIFORM_ROW,         // a: a table whose numbers at whole keys lanes pick from
} CLuaUniformSource;

// What a uniform is. A program is made for these.
typedef enum CLuaUniformType {
    CLUA_TYPE_NIL,
    CLUA_TYPE_BOOLEAN,
    CLUA_TYPE_INTEGER,
    CLUA_TYPE_FLOAT,
    CLUA_TYPE_NUMBER,    // of either sort: only where a program said that it does not mind
    CLUA_TYPE_STRING,
    CLUA_TYPE_TABLE,
    CLUA_TYPE_PROXY,     // params or scene
    CLUA_TYPE_FUNCTION,  // of the host or of Lua's library; `function` says which
    CLUA_TYPE_CLOSURE,   // written in Lua
    CLUA_TYPE_OTHER,
    CLUA_TYPE_ERROR,     // working it out would raise, or needs a metamethod
} CLuaUniformType;

// Functions that programs know.
typedef enum CLuaFunction {
    CLUA_FUNCTION_UNKNOWN,
    CLUA_FUNCTION_SIN,
    CLUA_FUNCTION_COS,
    CLUA_FUNCTION_TAN,
    CLUA_FUNCTION_ASIN,
    CLUA_FUNCTION_ACOS,
    CLUA_FUNCTION_ATAN,
    CLUA_FUNCTION_SQRT,
    CLUA_FUNCTION_EXP,
    CLUA_FUNCTION_LOG,
    CLUA_FUNCTION_ABS,
    CLUA_FUNCTION_FLOOR,
    CLUA_FUNCTION_CEIL,
    CLUA_FUNCTION_FMOD,
    CLUA_FUNCTION_MIN,
    CLUA_FUNCTION_MAX,
    CLUA_FUNCTION_DEG,
    CLUA_FUNCTION_RAD,
    CLUA_FUNCTION_NOISE,
    CLUA_FUNCTION_CLAMP,
    CLUA_FUNCTION_LERP,
    CLUA_FUNCTION_SMOOTHSTEP,
    CLUA_FUNCTION_GROUND,
    CLUA_FUNCTION_RANDOM,
    CLUA_FUNCTION_REMOVE,
    CLUA_FUNCTION_COUNT,
} CLuaFunction;

typedef struct CLuaUniform {
    CLuaUniformSource source;
    int32_t a, b, c, d;
    int64_t integer;
    double number;
    const char *bytes;  // copied
    size_t length;
    bool takes_either;  // an integer and a float are alike to this program
} CLuaUniform;

typedef struct CLuaUniformAnswer {
    CLuaUniformType type;
    CLuaFunction function;
    double number;  // of numbers and booleans
} CLuaUniformAnswer;

enum { CLUA_MAX_UNIFORMS = 1024 };

// Starts a program for the function that is `update` now, of which this is uniform 0. False when there is no such Lua
// function, or no memory.
bool clua_kernel_begin(struct CLuaVM *vm, double dt);
// Adds a uniform, and works it out for this moment; -1 when there is no place for it, or no memory.
int32_t clua_kernel_add(struct CLuaVM *vm, const CLuaUniform *uniform, CLuaUniformAnswer *answer);
// The bytes of a uniform that is a closure, as lua_dump writes them; valid until the next entry.
bool clua_kernel_dump(struct CLuaVM *vm, int32_t uniform, const char **bytes, size_t *length);

// Lanes

enum {
    CLUA_LANES = 128,  // in a register
    CLUA_MAX_REGISTERS = 96,
};

// What an operation does. R registers, K the uniform's number, M a register that holds a mask.
typedef enum CLuaLaneCode {
    CLUA_LANE_FILL,           // R = K
    CLUA_LANE_FILL_MASK,      // M = K is not 0
    CLUA_LANE_LOAD,           // R = column
    CLUA_LANE_LOAD_ASPECT,
    CLUA_LANE_LOAD_COLOR,
    CLUA_LANE_LOAD_BIRTH,
    CLUA_LANE_ROUND,          // to 32 bits and back
    CLUA_LANE_ADD,            // R = a + b; K stands for b, or for a in those that begin with K
    CLUA_LANE_ADD_K,
    CLUA_LANE_SUB,
    CLUA_LANE_SUB_K,
    CLUA_LANE_K_SUB,
    CLUA_LANE_MUL,
    CLUA_LANE_MUL_K,
    CLUA_LANE_DIV,
    CLUA_LANE_DIV_K,
    CLUA_LANE_K_DIV,
    CLUA_LANE_MUL_K_ADD_K,    // a * K + K2
    CLUA_LANE_MUL_K_ADD,      // a * K + b
    CLUA_LANE_MUL_ADD_K,      // a * b + K
    CLUA_LANE_MUL_ADD,        // a * b + c
    CLUA_LANE_MOD,
    CLUA_LANE_MOD_K,
    CLUA_LANE_POW,
    CLUA_LANE_NEGATE,
    CLUA_LANE_ABS,
    CLUA_LANE_FLOOR,
    CLUA_LANE_CEIL,
    CLUA_LANE_SQRT,
    CLUA_LANE_SIN,
    CLUA_LANE_COS,
    CLUA_LANE_SIN_ADD_K,      // sin(a + K)
    CLUA_LANE_MIN,            // as math.min(a, b)
    CLUA_LANE_MAX,
    CLUA_LANE_PLUS_ZERO,      // a + 0: takes the sign of zero away
    CLUA_LANE_LESS,           // M = a < b
    CLUA_LANE_LESS_K,
    CLUA_LANE_GREATER_K,
    CLUA_LANE_LESS_EQUAL,
    CLUA_LANE_LESS_EQUAL_K,
    CLUA_LANE_GREATER_EQUAL_K,
    CLUA_LANE_EQUAL,
    CLUA_LANE_EQUAL_K,
    CLUA_LANE_AND,            // of masks
    CLUA_LANE_AND_NOT,        // a and not b
    CLUA_LANE_OR,
    CLUA_LANE_NOT,
    CLUA_LANE_SELECT,         // R = c ? a : b
    CLUA_LANE_SELECT_K,       // R = c ? K : b
    CLUA_LANE_CALL_1,         // R = function of `column`(a) where mask c holds
    CLUA_LANE_CALL_2,         // (a, b)
    CLUA_LANE_NOISE,          // noise(a, b, a + 1's place: register `column`) where mask c holds
    CLUA_LANE_GROUND,         // ground(a, b) where mask c holds; b may be NaN
    CLUA_LANE_RANDOM,         // R = the unit of call number `column`
    CLUA_LANE_RANDOM_CALL,    // R = the unit of call number a
    CLUA_LANE_SPREAD,         // R = b where a is not below b and c < b, brought below it: random(lo, hi)
    CLUA_LANE_PICK,           // R = row `column` at a, 0 where it has nothing there
    CLUA_LANE_PICK_MASK,      // M = whether the row has something at a
    CLUA_LANE_STORE,          // column = a, rounded
    CLUA_LANE_STORE_WHERE,    // where mask c holds
    CLUA_LANE_STORE_COLOR,    // where mask c holds
    CLUA_LANE_STORE_MUL_K_ADD_K,  // column = a * K + K2
    CLUA_LANE_STORE_MUL_K,    // column = a * K
    CLUA_LANE_STORE_ADD_K,    // column = a + K
    CLUA_LANE_STORE_SIN,      // column = sin(a + K) * K2 + K3
    CLUA_LANE_STORE_COS,
    CLUA_LANE_REMOVE,         // the flakes of masks a and b, which R holds from then on
    CLUA_LANE_SKIP,           // the next `column` operations, where mask a holds nowhere
    CLUA_LANE_GUARD,          // gives the chunk up where mask a holds somewhere
} CLuaLaneCode;

typedef struct CLuaLaneOperation {
    uint16_t code, target, a, b, c;
    int16_t uniform, second, third;  // whose numbers K, K2 and K3 are; -1: k, k2 and k3 stay as they are
    int16_t source;                  // the column that stands for a; -1: a is a register
    int32_t column;
    double k, k2, k3;
} CLuaLaneOperation;

// Makes the uniforms added since clua_kernel_begin and these operations the program that updates flakes. Register 0
// holds the mask of the flakes that live. False when there is no memory.
bool clua_kernel_install(struct CLuaVM *vm, const CLuaLaneOperation *operations, size_t count, int registers);
// No program: `update` is called for each flake.
void clua_kernel_remove(struct CLuaVM *vm);
// Whether the program still fits the function and its uniforms, as the last clua_update found; true without a program.
bool clua_kernel_fits(const struct CLuaVM *vm);
// The uniform that was of another type than before; -1 when it was something else that did not fit.
int32_t clua_kernel_misfit(const struct CLuaVM *vm, CLuaUniformType *type);

// Tells the functions apart that the last clua_update found as `update`; NULL before the first. Not to be shown to anyone.
const void *clua_update_identity(const struct CLuaVM *vm);

typedef struct CLuaKernelCounts {
    uint64_t compiled, called;  // flakes that programs updated, and those that `update` was called for
} CLuaKernelCounts;

CLuaKernelCounts clua_kernel_counts(const struct CLuaVM *vm);
// Whether lanes may use the wide vectors of this processor: on at first, where it has them. For tests.
void clua_kernel_allow_wide(bool allow);

// The sine and the cosine of scripts: the same bits on every machine, wrong by less than 3 ulp up to 3e6 and by less
// than 4e-16 beyond.
double clua_sine(double x);
double clua_cosine(double x);

#endif
