// The CPU deadline of a call. Where there are ticks (ticks.c), they are taken off the time that is left, and the one
// that takes the last of it sets a hook on the coroutine that runs: nothing is counted until then, and no instruction of
// the script is slower. Where there are none, a hook looks at the thread's CPU clock every thousand instructions. Where
// that clock cannot be read either, nothing is run.

#define _GNU_SOURCE
#include "internal.h"

#include <time.h>

// Instructions between two looks at the CPU clock.
enum { CLOCK_QUANTUM = 1000 };

// Ticks that a hook has to end a call: about 20 ms, or two signals of a kernel that looks at its timers seldom.
enum { PATIENCE = 5 };

// Sets only what changes: setting a count hook anew starts its count anew, and switching to and fro between
// coroutines would never be charged.
void clua_set_hook(CLuaVM *vm, lua_State *L) {
    bool at_once = vm->trap.reason || vm->expired || vm->under_pressure || vm->refusal.wants_place ||
                   (vm->fuel && vm->fuel_left <= 0);
    int mask = 0, count = 0;
    if (at_once) {
        mask = LUA_MASKCALL | LUA_MASKRET | LUA_MASKLINE | LUA_MASKCOUNT;
        count = 1;
    } else if (vm->fuel) {
        mask = LUA_MASKCOUNT;
        count = CLUA_FUEL_QUANTUM;
    } else if (vm->counts) {
        mask = LUA_MASKCOUNT;
        count = CLOCK_QUANTUM;
    }
    if (lua_gethookmask(L) == mask && (!mask || lua_gethookcount(L) == count)) return;
    lua_sethook(L, mask ? clua_hook : NULL, mask, count);
}

// Nanoseconds; below 0 where the clock cannot be read.
static int64_t cpu_time(void) {
    struct timespec now;
    if (clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now)) return -1;
    return (int64_t)now.tv_sec * 1000000000 + now.tv_nsec;
}

// NaN counts as 0.
static int64_t nanoseconds(double seconds) {
    if (!(seconds > 0)) return 0;
    return seconds < 1e9 ? (int64_t)(seconds * 1e9) : 1000000000000000000;
}

static void begin_budget(CLuaVM *vm, double seconds) {
    vm->time_left = nanoseconds(seconds);
    vm->grace = 0;
    vm->has_grace = false;
    vm->fuel_left = vm->fuel;
    vm->hook_is_stale = true;
}

static bool start_ticks(CLuaVM *vm) {
    int users = vm->never_ticks ? 0 : clua_start_ticks();
    // The first tick starts now: all of it belongs to this call.
    if (users == 1) vm->has_grace = true;
    return users > 0;
}

void clua_share(CLuaVM *vm, double seconds) {
    vm->shares = isfinite(seconds);
    begin_budget(vm, seconds);
    if (vm->keeps_ticks == vm->shares) return;
    if (vm->keeps_ticks) clua_stop_ticks();
    vm->keeps_ticks = vm->shares && start_ticks(vm);
}

// In the handler of a signal.
void clua_take_time(CLuaVM *vm, int64_t elapsed) {
    if (vm->expired) vm->overdue++;
    // Some of the first tick may have passed before the call began, or before any of the calls that share this time
    // did; it is given back.
    if (!vm->has_grace) vm->grace = elapsed;
    vm->has_grace = true;
    vm->time_left -= elapsed;
    if (vm->time_left + vm->grace > 0) return;
    vm->expired = 1;
    if (vm->running) clua_set_hook(vm, vm->running);
    // The hook still has not ended it: hooks do not reach what it is in.
    if (vm->overdue >= PATIENCE && vm->way_is_open && !vm->guarded) {
        vm->way_is_open = 0;
        siglongjmp(vm->way_out, 1);
    }
}

void clua_look_at_clock(CLuaVM *vm) {
    int64_t now = cpu_time();
    if (now < 0 || now >= vm->due) vm->expired = 1;
}

bool clua_arm(CLuaVM *vm, double seconds) {
    vm->expired = 0;
    vm->overdue = 0;
    vm->under_pressure = false;
    if (!vm->shares) begin_budget(vm, seconds);
    vm->counts = !vm->keeps_ticks && !start_ticks(vm);
    if (vm->counts) {
        int64_t now = cpu_time();
        if (now < 0) return false;
        vm->due = now + vm->time_left;
    }
    if (vm->time_left + vm->grace <= 0) vm->expired = 1;
    // A count starts at the beginning, whatever an earlier call left over.
    if (vm->hook_is_stale) lua_sethook(vm->main, NULL, 0, 0);
    vm->hook_is_stale = false;
    clua_set_hook(vm, vm->main);
    // The last: a tick that comes before belongs to the outer call.
    vm->outer = clua_give_ticks_to(vm);
    return true;
}

void clua_disarm(CLuaVM *vm) {
    clua_give_ticks_to(vm->outer);
    vm->outer = NULL;
    if (vm->counts)
        vm->time_left = vm->due - cpu_time();
    else if (!vm->keeps_ticks)
        clua_stop_ticks();
}

void clua_open_way_out(CLuaVM *vm) {
    vm->guarded = 0;
    vm->way_is_open = !vm->counts;
}

void clua_shut_way_out(CLuaVM *vm) { vm->way_is_open = 0; }
