#ifndef CLUA_H
#define CLUA_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// The border around liblua 5.4.
//
// No function here raises, and no Lua error ever crosses a host callback: a callback answers success or
// failure, and the border raises inside Lua after the callback's frame has returned. A `CLuaVM` belongs to
// one thread at a time.

typedef struct CLuaVM CLuaVM;

// Values

typedef enum CLuaKind {
    CLUA_NIL,
    CLUA_BOOLEAN,   // integer: 0 or 1
    CLUA_INTEGER,
    CLUA_NUMBER,
    CLUA_STRING,    // bytes, length
    CLUA_FLAKE,     // integer: generation << 32 | slot
    CLUA_FUNCTION,  // integer: a reference; give it back with clua_release
    CLUA_TREE,      // bytes, length: plain data, as clua_tree describes it
    CLUA_OTHER,     // a value that has no plain form; bytes, length: its type's name
} CLuaKind;

typedef struct CLuaValue {
    CLuaKind kind;
    int64_t integer;
    double number;
    const char *bytes;
    size_t length;
} CLuaValue;

// Plain data (nil, booleans, numbers, strings, tables of these) as a row of bytes: one tag, then its payload.
// Integers, floats and lengths are in the machine's byte order.
typedef enum CLuaTag {
    CLUA_TAG_NIL,
    CLUA_TAG_FALSE,
    CLUA_TAG_TRUE,
    CLUA_TAG_INTEGER,  // int64_t
    CLUA_TAG_NUMBER,   // double
    CLUA_TAG_STRING,   // uint32_t length, bytes
    CLUA_TAG_TABLE,    // key, value, key, value, …, CLUA_TAG_END
    CLUA_TAG_END,
    CLUA_TAG_OTHER,    // uint32_t length, the type's name: a value without a plain form
} CLuaTag;

// Traps

typedef enum CLuaReason {
    CLUA_NO_TRAP,
    CLUA_TRAP_ERROR,
    CLUA_TRAP_MEMORY,
    CLUA_TRAP_DEADLINE,
    CLUA_TRAP_FUEL,
    CLUA_TRAP_STACK,
    CLUA_TRAP_LINK,
    CLUA_TRAP_SYNTAX,
} CLuaReason;

typedef struct CLuaTrap {
    CLuaReason reason;
    const char *message;    // not terminated; may hold any byte
    size_t message_length;
    const char *source;     // the chunk's short name, "" where unknown
    int line;               // 0 where unknown
    const char *traceback;  // one level a line, innermost first; "" where there is none
} CLuaTrap;

typedef enum CLuaStatus {
    CLUA_OK,
    CLUA_TRAPPED,  // clua_trap says why; the VM runs no more
    CLUA_ABSENT,   // the script has no such function
    CLUA_BUSY,     // called from inside one of this VM's own callbacks
} CLuaStatus;

// Host callbacks

enum { CLUA_MAX_RESULTS = 8, CLUA_MAX_ARGUMENTS = 16, CLUA_MAX_TRACKS = 48 };

typedef struct CLuaCall {
    CLuaVM *vm;
    int32_t import;
    int32_t argument_count;
    const CLuaValue *arguments;
    int32_t result_count;
    CLuaValue results[CLUA_MAX_RESULTS];
} CLuaCall;

typedef struct CLuaTrack {
    int32_t field;  // a float column; -1 is the colour
    bool has_from;
    double from;
    double to;
} CLuaTrack;

enum { CLUA_DONE_NOTHING = -1, CLUA_DONE_REMOVE = -2, CLUA_COLOR_TRACK = -1 };

typedef struct CLuaAnimation {
    uint64_t flake;
    double delay, duration, times;
    bool reverse;
    int32_t easing;      // as `easing` of the host answered; -1 is the default
    int32_t completion;  // CLUA_DONE_…, or a token for clua_complete
    int32_t track_count;
    CLuaTrack tracks[CLUA_MAX_TRACKS];
} CLuaAnimation;

typedef struct CLuaTextItem {
    double x, y;
    const char *bytes;
    size_t length;
    uint32_t color;
    int32_t alignment;  // 0 left, 1 centre, 2 right
    bool is_bold;
    bool is_behind;
} CLuaTextItem;

// A picture that flakes may be drawn from.
typedef struct CLuaSprite {
    uint32_t number;  // 0: none
    int32_t width, height;
} CLuaSprite;
// What `snowpack` changes: numbers that are NaN, a colour or a choice below 0 stay as they are.
typedef struct CLuaSnowpack {
    double slope, melt, blow, depth;
    int64_t color;
    int32_t settles;
} CLuaSnowpack;

enum { CLUA_MAX_SCENERY = 1 << 20 };

typedef struct CLuaScenery {
    double x, y;  // NaN where the script names none
    const char *bytes;
    size_t length;
    int32_t alignment;  // as a text's
} CLuaScenery;

// What the VM asks of its host. Each is called on the thread that entered the VM, none may unwind, and none
// may enter the same VM again (it would be answered CLUA_BUSY). A callback that returns false has first said
// why with clua_fail.
// A part of what threads share out.
typedef void CLuaShare(void *context, size_t part, size_t thread);

typedef struct CLuaHost {
    void *context;        // of the callbacks down to `unknown`
    void *scene_context;  // of `spawn` and those after it, and of pure functions
    bool (*call)(void *context, CLuaCall *call);
    // The header of the script, `plugin {…}`: a tree. May call clua_grant.
    bool (*header)(void *context, CLuaVM *vm, const CLuaValue *tree, int line);
    // Answers the source of a module with clua_give_source.
    bool (*require)(void *context, CLuaVM *vm, const char *name, size_t length);
    void (*log)(void *context, const char *bytes, size_t length);
    // The words for a name that does not exist, through clua_fail. Kinds: CLuaUnknown.
    void (*unknown)(void *context, CLuaVM *vm, int kind, const char *name, size_t length);
    uint64_t (*spawn)(void *context);  // 0 when the scene is full
    void (*remove)(void *context, uint64_t flake);
    bool (*animate)(void *context, const CLuaAnimation *animation);  // false when no more fit
    int32_t (*easing)(void *context, const char *name, size_t length);  // -1 when there is none
    bool (*text)(void *context, const CLuaTextItem *item);  // false when no more fit
    // Loads the picture of a file.
    bool (*sprite)(void *context, CLuaVM *vm, const char *name, size_t length, CLuaSprite *sprite);
    // What is known of a picture of a flake; false when there is none of that number.
    bool (*sprite_numbered)(void *context, uint32_t number, CLuaSprite *sprite);
    // Lays the picture of a file behind the flakes; nothing, where the name is NULL. No fit: the usual one.
    bool (*backdrop)(void *context, CLuaVM *vm, const char *name, size_t length, const char *fit);
    double (*ground)(void *context, double x, double y);  // y is NaN for the surface seen from above
    void (*settle)(void *context, uint64_t flake);
    void (*snowpack)(void *context, const CLuaSnowpack *change);
    void (*scenery)(void *context, const CLuaScenery *scenery, double *size);  // fills in width and height
    uint64_t (*random_bits)(void *context);
    double (*random_unit)(void *context);
    // Calls `body` for each of so many parts, on several threads at once, of which each has a number below `threads`,
    // and comes back when all are done. NULL where all is done by the one thread.
    void (*share_out)(size_t parts, CLuaShare *body, void *body_context);
    int threads;
} CLuaHost;

typedef enum CLuaUnknown {
    CLUA_UNKNOWN_FIELD,       // of a flake
    CLUA_UNKNOWN_TWEEN,       // of animate's table
    CLUA_UNKNOWN_EASING,
    CLUA_UNKNOWN_SCENE_FIELD,
    CLUA_UNKNOWN_PARAM,
    CLUA_READ_ONLY_FIELD,
} CLuaUnknown;

// Says why a callback answers false. The bytes are copied.
void clua_fail(CLuaVM *vm, const char *bytes, size_t length);
// Adds a string to the results of a call. The bytes are copied; false when there is no memory or no place.
bool clua_return_string(CLuaCall *call, const char *bytes, size_t length);
// Answers `require`: the text of the module and the name it has in messages. Both are copied.
bool clua_give_source(CLuaVM *vm, const char *bytes, size_t length, const char *chunk_name);
// Answers `header`: lets the script see the imports of this group; false where there are none.
bool clua_grant(CLuaVM *vm, const char *group);
// The same for `sprite` and `backdrop`.
void clua_grant_images(CLuaVM *vm);

// A VM's life

typedef struct CLuaLimits {
    size_t memory_bytes;  // the most that Lua asks for
    int64_t fuel;         // instructions a callback; 0: not counted, below: none are allowed
    bool never_ticks;     // for tests: the hook looks at the clock, as where no timer can be had
    uint64_t refused_allocation;  // for tests: as clua_refuse_allocation from the first one on
} CLuaLimits;

// n of the linked Lua 5.4.n; 0, the oldest, where the library does not tell.
int clua_lua_release(void);
// NULL when there is no memory for it.
CLuaVM *clua_open(const CLuaHost *host, CLuaLimits limits);
void clua_close(CLuaVM *vm);
// Whether one of its callbacks runs: it must not be closed then.
bool clua_is_busy(const CLuaVM *vm);
// How often the unreachable panic handler ran in this process: 0.
int clua_panic_count(void);

typedef struct CLuaMemory {
    size_t used, peak;
    uint64_t allocations;
} CLuaMemory;

CLuaMemory clua_memory(const CLuaVM *vm);
// Seconds that entries have taken so far, by the clock on the wall, with the host callbacks inside them.
double clua_seconds(const CLuaVM *vm);
// Refuses the n-th growth from now on (1 is the next), and every later one: for tests. 0: none.
void clua_refuse_allocation(CLuaVM *vm, uint64_t n);
// Why the VM stopped; reason CLUA_NO_TRAP while it runs. Valid until the next call or clua_close.
const CLuaTrap *clua_trap(const CLuaVM *vm);

// Linking: before the script is run. Each answers false when there is no memory.

// A global function. `signature` has a letter an argument: n number, i integer, b boolean, s string, f flake,
// c function, t plain data, a any; those after `?` may be left out. A `group` other than "" stays hidden until
// it is granted.
bool clua_define_import(CLuaVM *vm, const char *name, int32_t import, const char *signature, const char *group);
// A pure function of up to three numbers; missing ones are 0.
typedef double (*CLuaPure)(void *context, double, double, double);
bool clua_define_pure(CLuaVM *vm, const char *name, int minimum, int maximum, CLuaPure function);
bool clua_define_number(CLuaVM *vm, const char *name, double value);

typedef enum CLuaFieldKind {
    CLUA_FIELD_FLOAT,
    CLUA_FIELD_HEIGHT,  // NaN reads as the width times the picture's aspect
    CLUA_FIELD_COLOR,
    CLUA_FIELD_GLYPH,
    CLUA_FIELD_SPRITE,
    CLUA_FIELD_ID,
    CLUA_FIELD_ALIVE,
} CLuaFieldKind;

bool clua_define_field(CLuaVM *vm, const char *name, CLuaFieldKind kind, int32_t column, bool writable);
// Sets `params.name`; also while the script runs between callbacks.
bool clua_set_param(CLuaVM *vm, const char *name, double value, bool is_integer);

// The scene's memory, which must outlive the VM or the next clua_bind.
typedef struct CLuaColumns {
    float **fields;
    uint32_t *color, *glyph, *sprite, *birth_number, *generation;
    float *aspect;   // of the flake's picture: its height over its width
    uint8_t *state;  // 1 alive, 3 leaving: a script may touch it
    uint32_t capacity;
    int32_t width_column;
} CLuaColumns;

void clua_bind(CLuaVM *vm, const CLuaColumns *columns);

// What the VM reads of the scene without asking. The host keeps it up to date.
typedef struct CLuaScene {
    double width, height, time;
    uint64_t seed;  // of what is random inside `update`
    double snow;  // area of what lies
    int64_t frame;
    uint32_t count, capacity, high_water;
    uint32_t last_birth;
    uint32_t updating_birth;  // written by the VM: the flake inside `update`, 0 outside
    uint32_t random_calls;    // written by the VM and the host: calls of random in this flake's update
} CLuaScene;

CLuaScene *clua_scene(CLuaVM *vm);

// Lets the calls from now on share this much CPU time, in the place of their own, and one callback's fuel, until the next
// clua_share. For callbacks of which a script can bring about any number in a frame. Infinity: each call has its own
// again. The thread ticks from one to the other, so that a call costs no system call.
void clua_share(CLuaVM *vm, double seconds);

// Running. `seconds` is the CPU time a call may take; 0 and less is none.

// Whether the CPU time of calls is added up, at the price of two system calls each; off at first.
void clua_meter(CLuaVM *vm, bool on);
// Seconds that calls took while the meter was on.
double clua_spent(const CLuaVM *vm);

// Compiles a chunk without running it. `chunk_name` as Lua wants it: "@snow.lua".
CLuaStatus clua_check(CLuaVM *vm, const char *bytes, size_t length, const char *chunk_name);
CLuaStatus clua_run(CLuaVM *vm, const char *bytes, size_t length, const char *chunk_name, double seconds);
// The function that a text compiles to, or that a global holds, as `lua_dump` writes it, with its debug information.
// Runs nothing; false when there is none that was written in Lua, or no memory. Valid until the next entry.
bool clua_dump_source(CLuaVM *vm, const char *source, size_t source_length, const char *chunk_name,
                      const char **bytes, size_t *length);
bool clua_dump_global(CLuaVM *vm, const char *name, const char **bytes, size_t *length);
// Whether the global is a function (CLUA_FUNCTION), nil, or something else.
CLuaKind clua_global_kind(CLuaVM *vm, const char *name);
// Calls the global function `name`.
CLuaStatus clua_call(CLuaVM *vm, const char *name, const CLuaValue *arguments, int count, double seconds);
// What the last clua_call returned, at most CLUA_MAX_RESULTS; valid until the next entry.
int clua_results(const CLuaVM *vm, const CLuaValue **results);
// Calls `update(flake, dt, t)` for each flake that was alive when the call began, in one protected call.
CLuaStatus clua_update(CLuaVM *vm, double dt, double seconds);
// Calls what `done` of an animation named, with the flake, and forgets the token.
CLuaStatus clua_complete(CLuaVM *vm, int32_t completion, uint64_t flake, double seconds);
// The name behind a completion token: false when it is a function. Valid until the next entry.
bool clua_completion_name(CLuaVM *vm, int32_t completion, const char **bytes, size_t *length);
// A token for a named completion; CLUA_DONE_NOTHING when there is no memory.
int32_t clua_name_completion(CLuaVM *vm, const char *bytes, size_t length);
// Forgets a completion token or a function reference.
void clua_release(CLuaVM *vm, int64_t reference);
// Copies `state` out as a tree (works after a trap too); false when it is too big, too deep or not a table.
bool clua_copy_state(CLuaVM *vm, const char **bytes, size_t *length);
// Replaces `state` by a tree of clua_copy_state.
bool clua_restore_state(CLuaVM *vm, const char *bytes, size_t length);

#include "CLuaKernel.h"
#include "CLuaStaging.h"

#endif
