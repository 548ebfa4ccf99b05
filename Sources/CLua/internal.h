#ifndef CLUA_INTERNAL_H
#define CLUA_INTERNAL_H

#include "CLua.h"
#include "arena.h"

#include <assert.h>
#include "CLuaKernel.h"
#include "CLuaStaging.h"

#include <lauxlib.h>
#include <locale.h>
#include <lua.h>
#include <lualib.h>
#include <math.h>
#include <setjmp.h>
#include <signal.h>
#include <stdatomic.h>
#if defined(__APPLE__)
#include <xlocale.h>
#endif

_Static_assert(LUA_VERSION_NUM == 504, "snowscript needs Lua 5.4");

// A row of bytes of the border's own, outside the VM's memory limit.
typedef struct Buffer {
    char *bytes;
    size_t length, capacity;
} Buffer;

bool clua_append(Buffer *buffer, const void *bytes, size_t length);

typedef struct Kernel Kernel;  // its compiled update
typedef struct Staging Staging;  // and the twin of a called one

typedef struct Import {
    struct Import *next;
    int32_t number;
    bool granted;
    char *name, *signature, *group;
} Import;

typedef struct Pure {
    struct Pure *next;
    CLuaPure function;
    CLuaFunction known;
    int minimum, maximum;
    char *name;
} Pure;

typedef struct Field {
    const void *key;   // the address of the interned string
    const char *name;
    CLuaFieldKind kind;
    int32_t column;
    bool writable;
    bool is_staged;  // it lies in a register while its flake is staged, or follows one that does
} Field;

enum { FIELD_PLACES = 512, CLUA_HARMLESS_COUNT = 25, CLUA_CLOSING_COUNT = 2 };

#define CLUA_NO_SLOT UINT32_MAX

// Instructions between two looks at the fuel: fewer would cost more than a plain count hook does.
enum { CLUA_FUEL_QUANTUM = 100 };

// What the registry holds, at fixed places of its array part.
typedef struct References {
    int sprite;       // the metatable of pictures
    int sprites;      // number -> picture
    int params;       // name -> value
    int loaded;       // module -> what it returned
    int easings;      // name -> number
    int completions;  // token -> function or name
    int names;        // interned strings that are found by address
} References;

// A request for memory that was refused. Lua may collect garbage and ask again.
typedef struct Refusal {
    const void *pointer;
    size_t size;  // 0: none is pending
    bool is_deep;
    // Where the script stood: noted when it was refused, and when its stack had grown, since nothing can be read while a
    // stack moves (Lua 5.4.5 and later). The traceback of that place is the VM's.
    bool wants_place;
    char source[LUA_IDSIZE + 4];
    int line;
} Refusal;

struct CLuaVM {
    lua_State *main;
    lua_State *volatile running;  // the coroutine that executes: where a signal must set its hook
    volatile sig_atomic_t expired;
    CLuaVM *outer;              // the VM whose callback entered this one
    volatile int64_t time_left;  // nanoseconds of CPU time, of this call or of those that share them
    volatile int64_t grace;      // as much of what was taken off was perhaps not used
    volatile bool has_grace;     // that is known
    bool never_ticks;            // for tests: as where no timer can be had
    bool keeps_ticks;            // the thread ticks between two calls, too
    bool counts;                 // there are no ticks: the hook looks at the clock
    int64_t due;                 // by the thread's CPU clock, while it counts
    bool hook_is_stale;          // the next call starts its count anew
    // The way out of a Lua that hooks do not reach: the tick jumps back to the entry, unless the VM is inside
    // something that must come to its end, such as a callback of the host or an allocation.
    sigjmp_buf way_out;
    volatile sig_atomic_t way_is_open, guarded, overdue;
    bool abandoned;          // it was left that way: nothing in it may be read or run any more
    bool shares;             // the calls share what is left of time and fuel
    int depth;               // of resume and close inside each other
    const char *entry_frame; // where the C stack was when the VM was entered
    double entered_seconds;  // that all entries took
    bool metered;
    double spent;                // CPU seconds of the calls while metered
    CLuaHost host;
    locale_t host_locale;      // of the thread that entered the VM, while it is inside
    bool inside;
    bool sees_images;          // `sprite` and `backdrop` were granted

    Arena arena;
    size_t used, peak, soft_limit, hard_limit;
    uint64_t allocations, refuse_at;
    bool under_pressure;  // above the soft limit: the next instruction collects, or traps
    int64_t fuel, fuel_left;

    CLuaTrap trap;
    Buffer trap_message;
    char trap_source[LUA_IDSIZE + 4];
    char traceback[4096];
    CLuaReason failure;        // the reason that the next error stands for
    Refusal refusal;
    bool makes_stack;          // a thread is being made
    bool is_preparing;         // the border's own code runs, for the host
    int release;               // of Lua
    lua_CFunction quoting[4];  // functions that raise words of others
    const char *callback;      // the export being called, for tracebacks

    Buffer message;            // what clua_fail was told
    Buffer source, source_name;
    Buffer strings;            // results of one import call
    Buffer tree, dump;
    CLuaValue results[CLUA_MAX_RESULTS];
    int result_count;

    Import *imports;
    Pure *pures;
    References references;
    Field fields[FIELD_PLACES];
    const char *scene_names[7];
    const void *scene_proxy, *params_proxy;
    lua_CFunction known[CLUA_FUNCTION_COUNT];  // functions that programs know; NULL for the pure ones
    Kernel *kernel;
    Staging *staging;
    uint32_t staged_slot;  // the flake whose fields lie in registers now, or CLUA_NO_SLOT
    bool has_concat;       // the script has set a metatable with `__concat`
    bool has_metatables;   // the script has set one: arithmetic and fields of tables may run its code
    lua_CFunction harmless[CLUA_HARMLESS_COUNT], closing[CLUA_CLOSING_COUNT];  // by what a call of them can do
    const void *update_identity;  // the function `update` of the last frame
    CLuaColumns columns;
    CLuaScene scene;
};

static inline CLuaVM *vm_of(lua_State *L) { return *(CLuaVM **)lua_getextraspace(L); }

// What a signal must not interrupt for good lies between these two.
static inline void clua_guard(CLuaVM *vm) {
    vm->guarded++;
    atomic_signal_fence(memory_order_seq_cst);
}

static inline void clua_unguard(CLuaVM *vm) {
    atomic_signal_fence(memory_order_seq_cst);
    vm->guarded--;
}

// vm.c
// Calls `update` for the flakes of these slots; answers for how many. May raise.
uint32_t clua_call_updates(
    lua_State *L, CLuaVM *vm, double dt, int function, uint32_t start, uint32_t end, uint32_t last);
CLuaStatus clua_enter(CLuaVM *vm, lua_CFunction body, void *argument, double seconds);
bool clua_prepare(CLuaVM *vm, lua_CFunction body, void *argument);
// Numbers, patterns and comparisons of Lua go by the thread's locale, which inside a VM is always "C". A function that
// the program lends runs between these two.
void clua_use_host_locale(CLuaVM *vm);
void clua_use_plain_locale(CLuaVM *vm);

// staging.c
void clua_open_staging(lua_State *L);
// Whether the twin may be called in the place of the function at `function`; leaves it at the top of the stack then. May
// raise.
bool clua_begin_staged(lua_State *L, CLuaVM *vm, int function);
// Calls the twin, which lies at the top of the stack, for a flake. False when the function itself is to be called for
// this one. May raise.
bool clua_call_staged(lua_State *L, CLuaVM *vm, double dt, uint32_t slot);
// Takes the staged flake's fields back to its columns for good. Before anything but the twin can look at them.
void clua_put_back(CLuaVM *vm);
static inline void clua_unstage(CLuaVM *vm) {
    if (vm->staged_slot != CLUA_NO_SLOT) clua_put_back(vm);
}
// Before a field of the staged flake is asked for in another way than by its register, and after it was written so.
void clua_meet_staged(lua_State *L, CLuaVM *vm);
void clua_take_again(lua_State *L, CLuaVM *vm);
// Notes the registers, as no error handler sees them when memory is refused. Allocates nothing.
void clua_note_staged(CLuaVM *vm);

// refusal.c: called by the allocator.
// Before a request: what was refused before it may now be known as final.
void clua_judge_refusal(CLuaVM *vm, const void *pointer, size_t size);
void clua_note_refusal(CLuaVM *vm, const void *pointer, size_t size);
void clua_note_growth(CLuaVM *vm, const void *pointer);
// Records the trap of a refusal that no other request followed. Before a script sees the error.
void clua_end_refusal(CLuaVM *vm);
void clua_note_place(lua_State *L);

// memory.c
// From Lua 5.4.5 on: whether this block is the stack of a coroutine, which has no pointers while its stack moves.
bool clua_is_stack(const CLuaVM *vm, const void *pointer);
// lua_newthread, in a way that the allocator knows the stack.
lua_State *clua_new_thread(lua_State *L);
void *clua_allocate(void *context, void *pointer, size_t old_size, size_t new_size);
void clua_limit_memory(CLuaVM *vm, size_t bytes);

// seed.c
lua_State *clua_new_state(CLuaVM *vm);

// closures.c
void clua_push_function(lua_State *L, lua_CFunction function);
void clua_enclose_functions(lua_State *L);

// miscompiled.c: what is wrong with the function on top of the stack, by the fault of an old release of Lua; NULL for
// nothing.
const char *clua_find_miscompiled(lua_State *L, int *line);
// The line of the division by zero that a function raised an error for.
int clua_line_of_division(lua_State *L, lua_Debug *record, bool is_remainder);

// source.c
int clua_load(lua_State *L, const char *bytes, size_t length, const char *chunk_name);

// deadline.c
// False when nothing would stop the call: it must not be run.
bool clua_arm(CLuaVM *vm, double seconds);
void clua_disarm(CLuaVM *vm);
void clua_set_hook(CLuaVM *vm, lua_State *L);
void clua_open_way_out(CLuaVM *vm);
void clua_shut_way_out(CLuaVM *vm);
// Where there are no ticks: notes whether the time is up.
void clua_look_at_clock(CLuaVM *vm);
// Called by each tick of a VM's thread, in the handler of a signal.
void clua_take_time(CLuaVM *vm, int64_t elapsed);

// ticks.c
// Lets the calling thread tick until as many calls of clua_stop_ticks. Answers how many those are now: 1 when the first
// tick begins with this call, 0 where ticks cannot be had.
int clua_start_ticks(void);
void clua_stop_ticks(void);
// Whose time passes on this thread; answers whose did before.
CLuaVM *clua_give_ticks_to(CLuaVM *vm);
// After a jump out of clua_take_time.
void clua_leave_tick(void);
// A process that has VMs has a signal for ticks.
void clua_enlist(void);
void clua_retire(void);

// trap.c: the functions that return int raise.
void clua_refuse(CLuaVM *vm, CLuaReason reason, const char *message);
void clua_abandon(CLuaVM *vm);
void clua_hook(lua_State *L, lua_Debug *record);
// Records a limit that was hit, if it is the first. From here on it rises through whatever the script puts in its way.
void clua_note_trap(lua_State *L, CLuaReason reason, const char *message);
// The same, of a place that was noted before, with the VM's traceback.
void clua_note_limit(CLuaVM *vm, CLuaReason reason, const char *source, int line);
void clua_note_location(lua_State *L, char *source, int *line);
void clua_note_traceback(lua_State *L);
int clua_trap_here(lua_State *L, CLuaReason reason, const char *message);
int clua_rethrow(lua_State *L);
int clua_message_handler(lua_State *L);
// The message handler of protected calls that a script makes.
int clua_judge_error(lua_State *L);
// Notes a limit that ended a coroutine, whose error lies on its stack.
void clua_judge_coroutine(lua_State *coroutine);
void clua_find_quoting(lua_State *L);
void clua_settle(CLuaVM *vm, int status);
int clua_sticky(lua_State *L, int status);
int clua_raise_failure(lua_State *L);
// Makes room for so many results. More than a Lua stack can hold are an error at once: from 5.4.5 on lua_checkstack would
// first make the stack as large as it can be.
static inline void clua_reserve(lua_State *L, lua_Unsigned count, const char *words) {
    if (count >= LUAI_MAXSTACK || !lua_checkstack(L, (int)count)) luaL_error(L, "%s", words);
}

// Raises if the deadline has passed: for the border's own loops.
static inline void clua_poll(lua_State *L, CLuaVM *vm) {
    if (vm->counts) clua_look_at_clock(vm);
    if (vm->expired) clua_trap_here(L, CLUA_TRAP_DEADLINE, NULL);
}
// The same, and takes fuel for work that Lua does not count.
static inline void clua_charge(lua_State *L, CLuaVM *vm, int64_t units) {
    if (vm->fuel && (vm->fuel_left -= units) <= 0) clua_trap_here(L, CLUA_TRAP_FUEL, NULL);
    clua_poll(L, vm);
}

// dump.c: CPU time of this thread.
double clua_cpu_seconds(void);

// values.c
void clua_push(lua_State *L, const CLuaValue *value);
void clua_write_tree(lua_State *L, int index, Buffer *buffer, bool strict);
void clua_read_tree(lua_State *L, const char **cursor, const char *end);
CLuaValue clua_value(lua_State *L, int index, Buffer *strings);
void clua_push_plain_string(lua_State *L, int index);
const char *clua_type_name(lua_State *L, int index);

// sandbox.c, coroutines.c, strings.c, format.c, tables.c, traversal.c, imports.c, flake.c, image.c, animate.c, scene.c, ground.c
void clua_open_strings(lua_State *L);
void clua_open_packing(lua_State *L);
void clua_open_utf8(lua_State *L);
size_t clua_first_position(lua_Integer position, size_t length);
void clua_open_tables(lua_State *L);
int clua_format(lua_State *L);
void clua_open_base(lua_State *L);
void clua_open_imports(lua_State *L);
void clua_open_libraries(lua_State *L);
void clua_open_coroutine(lua_State *L);
int clua_wrapped_coroutine(lua_State *L);
void clua_open_traversal(lua_State *L);
void clua_open_scene(lua_State *L);
void clua_open_ground(lua_State *L);
void clua_open_flakes(lua_State *L);
void clua_open_sprites(lua_State *L);
int clua_open_images(lua_State *L);
void clua_open_animate(lua_State *L);
// Pushes what `scene` has under the name at `index`; false when it has no such field.
bool clua_push_scene_field(lua_State *L, const CLuaVM *vm, int index);
int clua_pairs_of(lua_State *L, int index);
int clua_import_function(lua_State *L);
int clua_pure_function(lua_State *L);

// flake.c

// What a column takes: NaN has one form there, whichever operation on whichever machine made it.
static inline float clua_single(double number) {
    float value = (float)number;
    return isnan(value) ? NAN : value;
}

// What a script holds of a flake: a light userdata, of which there are no others that a script can come by. Nothing is
// made for it, and two of one flake are equal.
typedef struct Handle {
    uint32_t slot, generation;  // the generation is never 0
} Handle;

static_assert(sizeof(void *) >= sizeof(Handle), "a handle is a pointer's bits");

static inline uint64_t handle_value(Handle handle) { return (uint64_t)handle.generation << 32 | handle.slot; }
static inline Handle handle_of(uint64_t value) { return (Handle){(uint32_t)value, (uint32_t)(value >> 32)}; }

const Field *clua_find_field(lua_State *L, CLuaVM *vm, int index);
// Whether there is a handle at `index`.
static inline bool clua_to_handle(lua_State *L, int index, Handle *handle) {
    if (lua_type(L, index) != LUA_TLIGHTUSERDATA) return false;
    *handle = handle_of((uintptr_t)lua_touserdata(L, index));
    return true;
}
static inline bool clua_is_current(const CLuaVM *vm, Handle handle) {
    const CLuaColumns *columns = &vm->columns;
    // 1 is alive, 3 is leaving: shown to `removed` right now.
    return handle.slot < columns->capacity && columns->generation[handle.slot] == handle.generation &&
           (columns->state[handle.slot] & 1);
}
Handle clua_check_flake(lua_State *L, CLuaVM *vm, int index, const char *function);
// Pushes the handle of the flake that lives in a slot.
static inline void clua_push_flake(lua_State *L, const CLuaVM *vm, uint32_t slot) {
    lua_pushlightuserdata(L, (void *)(uintptr_t)handle_value((Handle){slot, vm->columns.generation[slot]}));
}
int clua_unknown(lua_State *L, CLuaUnknown kind, int name_index);
double clua_check_field_number(lua_State *L, int index, const char *name);
uint32_t clua_check_color(lua_State *L, int index);
int clua_check_alignment(lua_State *L, int index);  // scene.c

// image.c
CLuaSprite *clua_to_sprite(lua_State *L, CLuaVM *vm, int index);
CLuaSprite clua_check_sprite(lua_State *L, CLuaVM *vm, int index);
void clua_push_sprite(lua_State *L, CLuaVM *vm, uint32_t number);

// ground.c
int clua_settle_flake(lua_State *L);

// animate.c
int clua_animate(lua_State *L);

#endif
