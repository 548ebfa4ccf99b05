// A kernel without walls, or with one that fails, as the C library tells of it. It is preloaded.

#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>

enum { CREATE_RULESET = 444, RESTRICT_SELF = 446 };

static int has_lost(const char *what) {
    const char *lost = getenv("KERNEL_LACKS");
    return lost && strcmp(lost, what) == 0;
}

long syscall(long number, long a, long b, long c, long d, long e, long f) {
    if ((number == CREATE_RULESET && has_lost("walls")) || (number == RESTRICT_SELF && has_lost("landlock"))) {
        errno = number == CREATE_RULESET ? ENOSYS : EPERM;
        return -1;
    }
    long (*real)(long, ...) = (long (*)(long, ...))dlsym(RTLD_NEXT, "syscall");
    return real(number, a, b, c, d, e, f);
}

int prctl(int option, unsigned long a, unsigned long b, unsigned long c, unsigned long d) {
    if (option == PR_SET_SECCOMP && has_lost("walls")) {
        errno = EINVAL;
        return -1;
    }
    int (*real)(int, ...) = (int (*)(int, ...))dlsym(RTLD_NEXT, "prctl");
    return real(option, a, b, c, d);
}
