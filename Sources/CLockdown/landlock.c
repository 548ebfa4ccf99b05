// Landlock, see landlock(7). The C library has no functions for it, and the installed headers of Linux may be older
// than the kernel, so numbers and structs are written out here.

#define _GNU_SOURCE
#include "CLockdown.h"

#include <errno.h>

#if defined(__has_feature)
#define HAS_FEATURE(name) __has_feature(name)
#else
#define HAS_FEATURE(name) 0
#endif

bool clockdown_has_sanitizer(void) {
    return HAS_FEATURE(address_sanitizer) || HAS_FEATURE(thread_sanitizer) || HAS_FEATURE(leak_sanitizer);
}

#if defined(__linux__)

#include <dirent.h>
#include <fcntl.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

// The same on all processors that Swift supports.
enum { CREATE_RULESET = 444, ADD_RULE = 445, RESTRICT_SELF = 446 };
enum { VERSION_QUERY = 1, PATH_BENEATH = 1 };

#define READ_FILE (UINT64_C(1) << 2)

// An older kernel accepts the longer struct if the members that it does not know are zero.
struct ruleset {
    uint64_t files, network, scope;
};

struct path_rule {
    uint64_t allowed;
    int32_t folder;
} __attribute__((packed));

// All rights that an ABI version can restrict: execute, write, read, list, remove and create (1), move between folders
// (2), truncate (3), ioctl on devices (5).
static uint64_t file_rights(int abi) {
    uint64_t rights = (UINT64_C(1) << 13) - 1;
    if (abi >= 2) rights |= UINT64_C(1) << 13;
    if (abi >= 3) rights |= UINT64_C(1) << 14;
    if (abi >= 5) rights |= UINT64_C(1) << 15;
    return rights;
}

int clockdown_landlock_abi(void) {
    long abi = syscall(CREATE_RULESET, NULL, (size_t)0, VERSION_QUERY);
    return abi > 0 ? (int)abi : -errno;
}

int clockdown_new_ruleset(int abi) {
    struct ruleset rules = {.files = file_rights(abi)};
    // Bind and connect TCP sockets (4), connect to abstract Unix sockets of other processes (6).
    // Signals are not scoped: Ctrl-Z must stop the whole job, for instance the shell script that started this process.
    // The seccomp filter allows that one signal.
    if (abi >= 4) rules.network = 3;
    if (abi >= 6) rules.scope = 1;
    long ruleset = syscall(CREATE_RULESET, &rules, sizeof rules, 0);
    return ruleset >= 0 ? (int)ruleset : -errno;
}

int clockdown_allow_reading(int ruleset, const char *folder) {
    int descriptor = open(folder, O_PATH | O_CLOEXEC);
    if (descriptor < 0) return errno;
    struct path_rule rule = {.allowed = READ_FILE, .folder = descriptor};
    int code = syscall(ADD_RULE, ruleset, PATH_BENEATH, &rule, 0) ? errno : 0;
    close(descriptor);
    return code;
}

int clockdown_enforce(int ruleset) {
    if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0)) return errno;
    return syscall(RESTRICT_SELF, ruleset, 0) ? errno : 0;
}

int clockdown_thread_count(void) {
    DIR *folder = opendir("/proc/self/task");
    if (!folder) return 0;
    int count = 0;
    for (struct dirent *entry; (entry = readdir(folder));) count += entry->d_name[0] != '.';
    closedir(folder);
    return count;
}

#else

int clockdown_landlock_abi(void) { return -ENOSYS; }

int clockdown_new_ruleset(int abi) {
    (void)abi;
    return -ENOSYS;
}

int clockdown_allow_reading(int ruleset, const char *folder) {
    (void)ruleset, (void)folder;
    return ENOSYS;
}

int clockdown_enforce(int ruleset) {
    (void)ruleset;
    return ENOSYS;
}

int clockdown_thread_count(void) { return 0; }

#endif
