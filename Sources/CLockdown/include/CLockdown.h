// Landlock, a filter of system calls, and a process that stays outside both. Swift cannot make these calls itself:
// Landlock has no functions in the C library, libseccomp is optional, and Swift hides fork.
//
// No function keeps a pointer, or returns memory. On systems other than Linux only the broker works.

#ifndef CLOCKDOWN_H
#define CLOCKDOWN_H

#include <stdbool.h>
#include <sys/types.h>

// Landlock's ABI version, from 1 on; a negative error number if the kernel lacks Landlock, or disables it.
int clockdown_landlock_abi(void);

// A ruleset that forbids everything that this ABI version can forbid. A descriptor, or a negative error number.
int clockdown_new_ruleset(int abi);

// Allows reading the files beneath `folder`. Zero, or an error number.
int clockdown_allow_reading(int ruleset, const char *folder);

// Applies the ruleset to this thread, and to all that it starts. Zero, or an error number. Nothing undoes it.
int clockdown_enforce(int ruleset);

// The version of libseccomp as major << 16 | minor << 8 | micro; zero if this was built without it.
unsigned clockdown_seccomp_version(void);

// Zero if the kernel supports filters, or an error number.
int clockdown_check_filter(void);

// Restricts all threads to the system calls that playing scripts needs; any other one returns an error. Zero, or an
// error number. Nothing undoes it.
int clockdown_filter(void);

// Whether this was built with a sanitizer. At the end of a process, it reads /proc and starts a process that traces it.
bool clockdown_has_sanitizer(void);

// The number of threads of this process; zero if it is not known.
int clockdown_thread_count(void);

// A child process that renames or removes one file for this process, which cannot once it is locked down.
typedef struct {
    // One end of a pair of sockets. Negative: an error number.
    int channel;
    pid_t process;
} CLockdownBroker;

// Starts a broker for the file `draft` in a folder; create the file afterwards. If the channel is closed, or this process
// ends, the broker removes the file: in any case if there is a `name`, else if it is empty.
CLockdownBroker clockdown_start_broker(const char *folder, const char *draft, const char *name);

// Renames the file to `name`, in place of what is there. Zero, or an error number; the file is removed then.
int clockdown_commit(CLockdownBroker broker);

// The broker leaves the file alone: it is not this process's.
void clockdown_forget(CLockdownBroker broker);

// Closes the channel, and waits for the broker to end.
void clockdown_end_broker(CLockdownBroker broker);

#endif
