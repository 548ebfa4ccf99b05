// The broker: a child process, started before the lockdown, that renames or removes one file for its parent. It reads
// one byte from its parent and no other input.

#define _GNU_SOURCE
#include "CLockdown.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#if defined(__linux__)
#include <sys/syscall.h>
#endif

// Set at once where that can be: another thread may start a process meanwhile, which would keep the channel open.
#if defined(SOCK_CLOEXEC)
enum { CLOSE_ON_EXEC = SOCK_CLOEXEC };
#else
enum { CLOSE_ON_EXEC = 0 };
#endif

// The parent may have inherited any descriptor, and somebody may wait until all copies of it are closed.
static void close_from(int first) {
#if defined(__linux__) && defined(SYS_close_range)
    if (!syscall(SYS_close_range, first, ~0U, 0)) return;
#endif
    long count = sysconf(_SC_OPEN_MAX);
    for (int descriptor = first; descriptor < count && descriptor < 65536; descriptor++) close(descriptor);
}

// A signal that ends or stops the parent must not end or stop the broker before its work is done.
static void ignore_signals(void) {
    sigset_t set;
    sigfillset(&set);
    sigprocmask(SIG_SETMASK, &set, NULL);
    setpgid(0, 0);
}

static _Noreturn void serve(int channel, int folder, const char *draft, const char *name, struct stat begun) {
    ignore_signals();
    // Both end up below 2, also in a process that was started without standard streams.
    channel = fcntl(channel, F_DUPFD, 2);
    folder = fcntl(folder, F_DUPFD, 2);
    channel = dup2(channel, 0);
    folder = dup2(folder, 1);
    close_from(2);
    struct stat now;
    char order;
    ssize_t count;
    while ((count = read(channel, &order, 1)) < 0 && errno == EINTR) {}
    int code = 0;
    if (count == 1) code = renameat(folder, draft, folder, name) ? errno : 0;
    bool is_kept = count == 1 && !code;
    if (!is_kept && !fstatat(folder, draft, &now, AT_SYMLINK_NOFOLLOW) && now.st_ino == begun.st_ino &&
        now.st_dev == begun.st_dev && (name || now.st_size == 0))
        unlinkat(folder, draft, 0);
    if (count == 1) (void)!write(channel, &code, sizeof code);
    _exit(0);
}

CLockdownBroker clockdown_start_broker(int folder, const char *draft, const char *name) {
    int ends[2];
    if (socketpair(AF_UNIX, SOCK_STREAM | CLOSE_ON_EXEC, 0, ends)) return (CLockdownBroker){-errno, 0};
    for (int i = 0; i < 2; i++) fcntl(ends[i], F_SETFD, FD_CLOEXEC);
    struct stat begun = {0};
    fstatat(folder, draft, &begun, AT_SYMLINK_NOFOLLOW);
    pid_t process = fork();
    int code = errno;
    if (process == 0) serve(ends[1], folder, draft, name, begun);
    close(ends[1]);
    if (process > 0) return (CLockdownBroker){ends[0], process};
    close(ends[0]);
    return (CLockdownBroker){-code, 0};
}

int clockdown_commit(CLockdownBroker broker) {
    int code = 0;
    if (write(broker.channel, "k", 1) != 1) return errno;
    ssize_t count;
    while ((count = read(broker.channel, &code, sizeof code)) < 0 && errno == EINTR) {}
    // No answer: the broker was killed.
    return count == sizeof code ? code : EPIPE;
}

void clockdown_end_broker(CLockdownBroker broker) {
    close(broker.channel);
    while (waitpid(broker.process, NULL, 0) < 0 && errno == EINTR) {}
}
