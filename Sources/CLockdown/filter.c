// The seccomp filter: a list of the system calls that playing scripts needs. Any other call returns an error.
//
// Some calls are allowed with certain arguments only. The kernel ignores the upper half of an argument that is an int,
// so only the lower half is compared.

#define _GNU_SOURCE
#include "CLockdown.h"

#include <errno.h>

#if defined(__linux__) && defined(__LP64__) && __has_include(<seccomp.h>)

#include <fcntl.h>
#include <sched.h>
#include <seccomp.h>
#include <signal.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <unistd.h>

// Allowed with any argument: they act on open descriptors or on the process itself. The list holds names, because some
// processors lack old calls, and an older libseccomp does not know new ones.
static const char *const allowed[] = {
    // Descriptors.
    "read", "readv", "pread64", "write", "writev", "lseek", "close", "dup", "dup2", "dup3", "pipe", "pipe2", "poll",
    "ppoll", "select", "pselect6", "fstat", "ftruncate",
    // Paths, without opening them. Landlock does not restrict these.
    "stat", "lstat", "newfstatat", "fstatat64", "statx", "access", "faccessat", "faccessat2", "readlink", "readlinkat",
    "getcwd", "inotify_init1", "inotify_add_watch", "inotify_rm_watch",
    // Memory; see below for mmap and mprotect.
    "brk", "munmap", "mremap", "madvise",
    // Threads; see below for clone.
    "futex", "futex_waitv", "futex_wait", "futex_wake", "futex_requeue", "set_robust_list", "get_robust_list", "rseq",
    "membarrier", "sched_yield", "sched_getaffinity", "getcpu", "exit", "exit_group", "wait4", "waitid",
    // Signals; see below for kill and tgkill.
    "rt_sigaction", "rt_sigprocmask", "rt_sigreturn", "rt_sigpending", "rt_sigsuspend", "rt_sigtimedwait",
    "sigaltstack", "pause", "restart_syscall",
    // Time.
    "clock_gettime", "clock_getres", "clock_nanosleep", "nanosleep", "gettimeofday", "time", "times", "getrusage",
    "timer_create", "timer_settime", "timer_gettime", "timer_getoverrun", "timer_delete",
    // Queries.
    "getpid", "gettid", "getppid", "getpgrp", "getpgid", "getsid", "getrandom", "getrlimit", "sysinfo", "uname",
};

#define LOW(argument, value) SCMP_CMP64(argument, SCMP_CMP_MASKED_EQ, UINT64_C(0xFFFFFFFF), (uint32_t)(value))
#define NONE_OF(argument, bits) SCMP_CMP64(argument, SCMP_CMP_MASKED_EQ, (uint64_t)(bits), 0)

// Without TIOCSTI and TIOCLINUX, which inject input, and TIOCSETD, which changes the line discipline.
static const uint32_t terminal_commands[] = {
    TCGETS, TCSETS, TCSETSW, TCSETSF, TCFLSH, TIOCGWINSZ, TIOCGPGRP,
    // TCGETS2, TCSETS2, TCSETSW2 and TCSETSF2, which newer C libraries use.
    0x802C542A, 0x402C542B, 0x402C542C, 0x402C542D,
};

// Without F_SETOWN, which has the kernel send signals to another process.
static const int descriptor_commands[] = {F_GETFD, F_SETFD, F_GETFL, F_SETFL, F_DUPFD, F_DUPFD_CLOEXEC};

enum { SET_VMA = 0x53564D41, MODE_FILTER = 2 };
static const int own_settings[] = {PR_SET_NAME, PR_GET_NAME, SET_VMA};

// Flags of open that do more than read. The last one creates a file without a name.
#define WRITING (O_ACCMODE | O_CREAT | O_TRUNC | O_APPEND | (O_TMPFILE & ~O_DIRECTORY))

// Flags of clone that create processes or namespaces, or trace.
#define NEW_PROCESS                                                                                            \
    (CLONE_VFORK | CLONE_PARENT | CLONE_PTRACE | CLONE_NEWNS | CLONE_NEWCGROUP | CLONE_NEWUTS | CLONE_NEWIPC | \
     CLONE_NEWUSER | CLONE_NEWPID | CLONE_NEWNET)

// Calls that Linux 5.1 and later added, with the same numbers everywhere. They return ENOSYS, as on an older kernel, and
// the C library falls back to older calls: from clone3 to clone, whose flags the filter can see.
enum { FIRST_YOUNG_CALL = 424, LAST_YOUNG_CALL = 511 };

// Adds a rule with conditions, unless an earlier one failed.
#define ALLOW(name, count, ...) \
    if (!code) code = seccomp_rule_add(filter, SCMP_ACT_ALLOW, seccomp_syscall_resolve_name(name), count, __VA_ARGS__)
#define COUNT(list) (sizeof(list) / sizeof *(list))

static int add_conditional(scmp_filter_ctx filter) {
    int code = 0;
    // No executable memory.
    ALLOW("mmap", 1, NONE_OF(2, PROT_EXEC));
    ALLOW("mprotect", 1, NONE_OF(2, PROT_EXEC));
    // Reading only; Landlock restricts which files.
    ALLOW("open", 1, NONE_OF(1, WRITING));
    ALLOW("openat", 1, NONE_OF(2, WRITING));
    // Threads only.
    ALLOW("clone", 1, SCMP_CMP64(0, SCMP_CMP_MASKED_EQ, NEW_PROCESS | CLONE_VM | CLONE_THREAD, CLONE_VM | CLONE_THREAD));
    // Signals to this process, and SIGTSTP to its group.
    ALLOW("kill", 1, LOW(0, getpid()));
    ALLOW("kill", 2, LOW(0, 0), LOW(1, SIGTSTP));
    ALLOW("tgkill", 1, LOW(0, getpid()));
    // Reading limits only.
    ALLOW("prlimit64", 1, NONE_OF(2, UINT64_MAX));
    for (size_t i = 0; i < COUNT(terminal_commands); i++) ALLOW("ioctl", 1, LOW(1, terminal_commands[i]));
    for (size_t i = 0; i < COUNT(descriptor_commands); i++) ALLOW("fcntl", 1, LOW(1, descriptor_commands[i]));
    for (size_t i = 0; i < COUNT(own_settings); i++) ALLOW("prctl", 1, LOW(0, own_settings[i]));
    return code;
}

static int add_rules(scmp_filter_ctx filter) {
    bool is_allowed[LAST_YOUNG_CALL + 1] = {false};
    for (size_t i = 0; i < COUNT(allowed); i++) {
        int number = seccomp_syscall_resolve_name(allowed[i]);
        if (number == __NR_SCMP_ERROR) continue;
        int code = seccomp_rule_add(filter, SCMP_ACT_ALLOW, number, 0);
        if (code) return code;
        if (number >= 0 && number <= LAST_YOUNG_CALL) is_allowed[number] = true;
    }
    int code = add_conditional(filter);
    for (int number = FIRST_YOUNG_CALL; !code && number <= LAST_YOUNG_CALL; number++)
        if (!is_allowed[number]) code = seccomp_rule_add(filter, SCMP_ACT_ERRNO(ENOSYS), number, 0);
    return code;
}

unsigned clockdown_seccomp_version(void) {
    const struct scmp_version *version = seccomp_version();
    return version->major << 16 | version->minor << 8 | version->micro;
}

// A kernel with filters complains of the missing one.
int clockdown_check_filter(void) {
    if (!prctl(PR_SET_SECCOMP, MODE_FILTER, NULL)) return 0;
    return errno == EFAULT ? 0 : errno;
}

int clockdown_filter(void) {
    scmp_filter_ctx filter = seccomp_init(SCMP_ACT_ERRNO(EPERM));
    if (!filter) return ENOMEM;
    // Calls by the numbers of another processor, such as 32-bit ones, return an error, too. All threads are filtered.
    int code = seccomp_attr_set(filter, SCMP_FLTATR_ACT_BADARCH, SCMP_ACT_ERRNO(EPERM));
    if (!code) code = seccomp_attr_set(filter, SCMP_FLTATR_CTL_TSYNC, 1);
    // Before Linux 5.16, filtered processes are slowed down against side channels that need a clock; scripts have none.
    // A failure here costs speed only.
    if (!code) (void)seccomp_attr_set(filter, SCMP_FLTATR_CTL_SSB, 1);
    if (!code) code = add_rules(filter);
    if (!code) code = seccomp_load(filter);
    seccomp_release(filter);
    return -code;
}

#else

unsigned clockdown_seccomp_version(void) { return 0; }
int clockdown_check_filter(void) { return ENOSYS; }
int clockdown_filter(void) { return ENOSYS; }

#endif
