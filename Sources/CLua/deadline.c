// The CPU deadline of a call. On Linux a timer of the thread's CPU clock signals the thread when the time is up,
// and the signal's handler sets a hook on the coroutine that runs: until then nothing is counted, so a deadline
// costs two system calls an entry and no instruction of the script is slower.

#define _GNU_SOURCE
#include "internal.h"

#include <errno.h>
#include <math.h>
#include <pthread.h>
#include <string.h>
#include <time.h>

// Sets only what changes: setting a count hook anew starts its count anew, and switching to and fro between
// coroutines would never be charged.
void clua_set_hook(CLuaVM *vm, lua_State *L) {
    bool at_once = vm->trap.reason || vm->expired || vm->under_pressure || vm->refusal.wants_place;
    int mask = 0, count = 0;
    if (at_once) {
        mask = LUA_MASKCALL | LUA_MASKRET | LUA_MASKLINE | LUA_MASKCOUNT;
        count = 1;
    } else if (vm->fuel) {
        mask = LUA_MASKCOUNT;
        count = CLUA_FUEL_QUANTUM;
    } else if (CLUA_CLOCK_QUANTUM && vm->armed) {
        mask = LUA_MASKCOUNT;
        count = CLUA_CLOCK_QUANTUM;
    }
    if (lua_gethookmask(L) == mask && (!mask || lua_gethookcount(L) == count)) return;
    lua_sethook(L, mask ? clua_hook : NULL, mask, count);
}

// For a new call, whose count starts at the beginning whatever the last one left over.
static void reset_hook(CLuaVM *vm) {
    lua_sethook(vm->main, NULL, 0, 0);
    clua_set_hook(vm, vm->main);
}

#if defined(__linux__)

#include <sys/syscall.h>
#include <unistd.h>

// Nanoseconds of CPU time between two signals, once the first has come.
enum { TICK = 10000000 };

// The timer of this thread. One is enough: only the innermost VM runs, and entering saves what the outer had left.
static _Thread_local struct {
    timer_t timer;
    bool made, failed;
    CLuaVM *active;
} thread;

static pthread_once_t once = PTHREAD_ONCE_INIT;
static pthread_key_t key;

static int deadline_signal(void) { return SIGRTMIN + 6; }

// Runs on the thread that runs the VM, between any two machine instructions. lua_sethook is made for that.
static void time_is_up(int signal, siginfo_t *information, void *context) {
    (void)signal, (void)information, (void)context;
    int saved = errno;
    CLuaVM *vm = thread.active;
    if (vm) {
        if (vm->expired) vm->overdue++;
        vm->expired = 1;
        if (vm->running) clua_set_hook(vm, vm->running);
        // Two ticks later the hook has still not ended it: hooks do not reach what it is in.
        if (vm->overdue >= 2 && vm->way_is_open && !vm->guarded) {
            vm->way_is_open = 0;
            siglongjmp(vm->way_out, 1);
        }
    }
    errno = saved;
}

static void delete_timer(void *unused) {
    (void)unused;
    if (thread.made) timer_delete(thread.timer);
    thread.made = false;
}

static void prepare_process(void) {
    struct sigaction action = {.sa_sigaction = time_is_up, .sa_flags = SA_SIGINFO | SA_RESTART | SA_ONSTACK};
    sigemptyset(&action.sa_mask);
    sigaction(deadline_signal(), &action, NULL);
    pthread_key_create(&key, delete_timer);
}

// A handler that is left by a jump leaves its signal blocked.
void clua_unblock_deadline(void) {
    sigset_t set;
    sigemptyset(&set);
    sigaddset(&set, deadline_signal());
    pthread_sigmask(SIG_UNBLOCK, &set, NULL);
}

static bool make_timer(void) {
    if (thread.made) return true;
    if (thread.failed) return false;
    pthread_once(&once, prepare_process);
    struct sigevent event = {.sigev_notify = SIGEV_THREAD_ID, .sigev_signo = deadline_signal()};
    event._sigev_un._tid = (pid_t)syscall(SYS_gettid);
    if (timer_create(CLOCK_THREAD_CPUTIME_ID, &event, &thread.timer)) {
        thread.failed = true;
        return false;
    }
    pthread_setspecific(key, &thread);
    clua_unblock_deadline();
    thread.made = true;
    return true;
}

static struct timespec span(double seconds) {
    if (!(seconds > 1e-6)) seconds = 1e-6;
    if (seconds > 1e6) seconds = 1e6;
    time_t whole = (time_t)seconds;
    return (struct timespec){whole, (long)((seconds - (double)whole) * 1e9)};
}

void clua_arm(CLuaVM *vm, double seconds) {
    vm->expired = 0;
    vm->under_pressure = false;
    vm->overdue = 0;
    vm->armed = false;
    vm->seconds = seconds;
    reset_hook(vm);
    vm->outer = thread.active;
    vm->outer_left = (struct timespec){0};
    if (!make_timer()) {
        thread.active = vm;
        return;
    }
    struct itimerspec rest;
    if (vm->outer && timer_gettime(thread.timer, &rest) == 0) vm->outer_left = rest.it_value;
    thread.active = vm;
    // It fires again every 10 ms until the call ends, should a hook have been set on a coroutine just left.
    struct itimerspec timing = {.it_interval = {0, TICK}, .it_value = span(seconds)};
    if (isinf(seconds)) timing = (struct itimerspec){0};
    if (!isinf(seconds) || vm->outer) timer_settime(thread.timer, 0, &timing, NULL);
    vm->armed = !isinf(seconds);
}

void clua_disarm(CLuaVM *vm) {
    struct itimerspec rest = {0};
    if (thread.made && (vm->armed || vm->outer)) {
        struct itimerspec timing = {.it_value = vm->outer_left};
        if (vm->outer_left.tv_sec || vm->outer_left.tv_nsec) timing.it_interval = (struct timespec){0, TICK};
        timer_settime(thread.timer, 0, &timing, &rest);
    }
    if (vm->shares && vm->armed) {
        double left = vm->expired ? 0 : (double)rest.it_value.tv_sec + (double)rest.it_value.tv_nsec * 1e-9;
        if (left < vm->seconds) vm->shared_seconds -= vm->seconds - left;
    }
    thread.active = vm->outer;
    vm->outer = NULL;
}

void clua_open_way_out(CLuaVM *vm) {
    vm->guarded = 0;
    vm->way_is_open = vm->armed;
}

void clua_shut_way_out(CLuaVM *vm) { vm->way_is_open = 0; }

#else

// Elsewhere the hook counts, and looks at the thread's CPU clock every thousand instructions.

void clua_arm(CLuaVM *vm, double seconds) {
    vm->expired = 0;
    vm->under_pressure = false;
    vm->armed = !isinf(seconds);
    vm->seconds = seconds;
    vm->due = vm->armed ? clua_cpu_seconds() + seconds : 0;
    reset_hook(vm);
}

void clua_disarm(CLuaVM *vm) {
    if (vm->shares && vm->armed) vm->shared_seconds -= vm->seconds - (vm->due - clua_cpu_seconds());
    vm->armed = false;
}

void clua_open_way_out(CLuaVM *vm) { vm->guarded = 0; }
void clua_shut_way_out(CLuaVM *vm) { (void)vm; }

void clua_look_at_clock(CLuaVM *vm) {
    if (vm->armed && clua_cpu_seconds() >= vm->due) vm->expired = 1;
}

#endif
