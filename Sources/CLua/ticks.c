// The ticks that deadlines are counted in: while scripts run, a timer of the thread's CPU clock signals the thread
// every two milliseconds that it computes. A call that begins or ends writes a pointer, and no system call is needed.

#define _GNU_SOURCE
#include "internal.h"

#if defined(__linux__)

#include <errno.h>
#include <pthread.h>
#include <sys/syscall.h>
#include <unistd.h>

// Nanoseconds of CPU time. The kernel looks at such timers with its own clock, every 1 to 10 ms, and tells how many
// ticks one signal stands for.
enum { TICK = 2000000 };

static _Thread_local struct {
    timer_t timer;
    bool has_timer;
    int signal;             // of the timer
    int users;              // how many starts have no stop yet
    bool was_blocked;       // the thread had the signal blocked before the first of them
    CLuaVM *volatile active;  // the innermost VM that runs: its time passes
} thread;

// The signal belongs to the border while the process has a VM.
static struct {
    pthread_mutex_t mutex;
    int vms;
    int signal;  // 0: none could be had
    struct sigaction before;
    bool is_prepared, has_key;
    pthread_key_t key;
} process = {.mutex = PTHREAD_MUTEX_INITIALIZER};

// Runs on the thread that runs the VM, between any two machine instructions.
static void take_tick(int signal, siginfo_t *information, void *context) {
    (void)signal, (void)context;
    // Anybody may send the signal; only our own timers count.
    if (information->si_code != SI_TIMER || information->si_value.sival_ptr != &process) return;
    int saved = errno;
    CLuaVM *vm = thread.active;
    if (vm) clua_take_time(vm, TICK * ((int64_t)information->si_overrun + 1));
    errno = saved;
}

static void delete_timer(void *unused) {
    (void)unused;
    if (thread.has_timer) timer_delete(thread.timer);
    thread.has_timer = false;
}

static bool make_timer(void) {
    struct sigevent event = {.sigev_notify = SIGEV_THREAD_ID, .sigev_signo = process.signal};
    event.sigev_value.sival_ptr = &process;
    event._sigev_un._tid = (pid_t)syscall(SYS_gettid);
    // The key deletes the timer with its thread.
    if (!process.has_key || pthread_setspecific(process.key, &thread)) return false;
    if (timer_create(CLOCK_THREAD_CPUTIME_ID, &event, &thread.timer)) return false;
    thread.signal = process.signal;
    return thread.has_timer = true;
}

static bool start_timer(void) {
    const struct itimerspec timing = {{0, TICK}, {0, TICK}};
    if (thread.has_timer && thread.signal != process.signal) delete_timer(NULL);
    if (!thread.has_timer && !make_timer()) return false;
    return timer_settime(thread.timer, 0, &timing, NULL) == 0;
}

// The child of a fork inherits no timer.
static void forget_timer(void) {
    thread.has_timer = false;
    if (thread.users) start_timer();
}

static void block(int how) {
    sigset_t own;
    sigemptyset(&own);
    sigaddset(&own, process.signal);
    pthread_sigmask(how, &own, NULL);
}

// Whether the signal was blocked, and is not any more.
static bool unblock(bool *was_blocked) {
    sigset_t own, before;
    sigemptyset(&own);
    sigaddset(&own, process.signal);
    if (pthread_sigmask(SIG_UNBLOCK, &own, &before)) return false;
    *was_blocked = sigismember(&before, process.signal) == 1;
    return true;
}

static bool has_handler(struct sigaction *action) {
    return sigaction(process.signal, NULL, action) == 0 && (action->sa_flags & SA_SIGINFO) &&
           action->sa_sigaction == take_tick;
}

int clua_start_ticks(void) {
    struct sigaction action;
    bool was_blocked;
    // The program may have taken the signal since, or blocked it on this thread.
    if (!process.signal || !has_handler(&action) || !unblock(&was_blocked)) return 0;
    if (thread.users == 0 && !start_timer()) {
        if (was_blocked) block(SIG_BLOCK);
        return 0;
    }
    thread.was_blocked = was_blocked || (thread.users > 0 && thread.was_blocked);
    return ++thread.users;
}

void clua_stop_ticks(void) {
    if (thread.users == 0 || --thread.users > 0) return;
    const struct itimerspec never = {0};
    timer_settime(thread.timer, 0, &never, NULL);
    // A last tick has come by now: the signal was not blocked.
    if (thread.was_blocked) block(SIG_BLOCK);
}

CLuaVM *clua_give_ticks_to(CLuaVM *vm) {
    CLuaVM *before = thread.active;
    atomic_signal_fence(memory_order_seq_cst);
    thread.active = vm;
    atomic_signal_fence(memory_order_seq_cst);
    return before;
}

void clua_leave_tick(void) { block(SIG_UNBLOCK); }

// The first signal from SIGRTMIN + 6 on that the program has no use for.
static int take_free_signal(void) {
    struct sigaction action = {.sa_sigaction = take_tick, .sa_flags = SA_SIGINFO | SA_RESTART | SA_ONSTACK};
    sigemptyset(&action.sa_mask);
    for (int signal = SIGRTMIN + 6; signal <= SIGRTMAX; signal++) {
        if (sigaction(signal, NULL, &process.before)) continue;
        if ((process.before.sa_flags & SA_SIGINFO) || process.before.sa_handler != SIG_DFL) continue;
        if (sigaction(signal, &action, NULL) == 0) return signal;
    }
    return 0;
}

void clua_enlist(void) {
    pthread_mutex_lock(&process.mutex);
    if (!process.is_prepared) {
        process.is_prepared = true;
        process.has_key = pthread_key_create(&process.key, delete_timer) == 0 &&
                          pthread_atfork(NULL, NULL, forget_timer) == 0;
    }
    if (process.vms++ == 0) process.signal = take_free_signal();
    pthread_mutex_unlock(&process.mutex);
}

void clua_retire(void) {
    pthread_mutex_lock(&process.mutex);
    struct sigaction action;
    if (--process.vms == 0 && process.signal && has_handler(&action)) sigaction(process.signal, &process.before, NULL);
    pthread_mutex_unlock(&process.mutex);
}

#else

int clua_start_ticks(void) { return 0; }
void clua_stop_ticks(void) {}
CLuaVM *clua_give_ticks_to(CLuaVM *vm) { return vm; }
void clua_leave_tick(void) {}
void clua_enlist(void) {}
void clua_retire(void) {}

#endif
