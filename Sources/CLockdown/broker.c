// The broker: a child process, started before the lockdown, that renames or removes one file for its parent. It reads
// one byte from its parent and no other input.
//
// It is started before the file is created: whenever the parent ends, there is somebody to remove the file.

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

// A folder need not be readable for files to be made in it.
#if defined(O_PATH)
enum { FOLDER = O_PATH };
#else
enum { FOLDER = O_RDONLY };
#endif

// What the parent may say. It says nothing when it ends.
enum { REMOVE = 0, COMMIT = 'c', FORGET = 'f' };

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

static _Noreturn void serve(int channel, int folder, const char *draft, const char *name) {
    ignore_signals();
    // Both end up below 2, also in a process that was started without standard streams.
    channel = fcntl(channel, F_DUPFD, 2);
    folder = fcntl(folder, F_DUPFD, 2);
    channel = dup2(channel, 0);
    folder = dup2(folder, 1);
    close_from(2);
    char order = REMOVE;
    while (read(channel, &order, 1) < 0 && errno == EINTR) {}
    int code = 0;
    if (order == COMMIT) code = renameat(folder, draft, folder, name) ? errno : 0;
    struct stat status;
    bool is_unfinished = name || (!fstatat(folder, draft, &status, AT_SYMLINK_NOFOLLOW) && status.st_size == 0);
    if (code || (order == REMOVE && is_unfinished)) unlinkat(folder, draft, 0);
    if (order == COMMIT) (void)!write(channel, &code, sizeof code);
    _exit(0);
}

CLockdownBroker clockdown_start_broker(const char *folder, const char *draft, const char *name) {
    int place = open(folder, FOLDER | O_DIRECTORY | O_CLOEXEC);
    if (place < 0) return (CLockdownBroker){-errno, 0};
    int ends[2];
    pid_t process = -1;
    int code = 0;
    if (socketpair(AF_UNIX, SOCK_STREAM | CLOSE_ON_EXEC, 0, ends)) {
        code = errno;
    } else {
        for (int i = 0; i < 2; i++) fcntl(ends[i], F_SETFD, FD_CLOEXEC);
        process = fork();
        code = errno;
        if (process == 0) serve(ends[1], place, draft, name);
        close(ends[1]);
        if (process < 0) close(ends[0]);
    }
    close(place);
    return process > 0 ? (CLockdownBroker){ends[0], process} : (CLockdownBroker){-code, 0};
}

static bool tell(CLockdownBroker broker, char order) { return write(broker.channel, &order, 1) == 1; }

void clockdown_forget(CLockdownBroker broker) { (void)tell(broker, FORGET); }

int clockdown_commit(CLockdownBroker broker) {
    int code = 0;
    if (!tell(broker, COMMIT)) return errno;
    ssize_t count;
    while ((count = read(broker.channel, &code, sizeof code)) < 0 && errno == EINTR) {}
    // No answer: the broker was killed.
    return count == sizeof code ? code : EPIPE;
}

void clockdown_end_broker(CLockdownBroker broker) {
    close(broker.channel);
    while (waitpid(broker.process, NULL, 0) < 0 && errno == EINTR) {}
}
