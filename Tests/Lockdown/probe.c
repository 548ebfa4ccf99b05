// Native code in the process of the command, as a script that broke out of Lua would be. It is preloaded, waits until
// the process makes its first Lua state, tries everything that must be refused then, tells what came of it on standard
// error, and ends the process.
//
// A line is: attempt, the thread, the wall, whether the answer says something without a lockdown, the name, the error
// number. The walls: L where Landlock suffices, S where the filter is needed, A for what must be allowed.

#define _GNU_SOURCE
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <spawn.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/mount.h>
#include <sys/personality.h>
#include <sys/prctl.h>
#include <sys/ptrace.h>
#include <sys/resource.h>
#include <sys/shm.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static char folder[1024];
static char inside[1100], fresh[1100];

// Zero for what worked.
static int outcome(long result) { return result < 0 ? errno : 0; }

static int close_again(long descriptor) {
    int code = outcome(descriptor);
    if (!code) close((int)descriptor);
    return code;
}

static int child_outcome(pid_t child) {
    int status = 0;
    if (waitpid(child, &status, 0) < 0) return errno;
    return WIFEXITED(status) ? WEXITSTATUS(status) : EINTR;
}

static int read_script(void) { return close_again(open(inside, O_RDONLY)); }
static int stat_outside(void) { struct stat s; return outcome(stat("/etc/passwd", &s)); }
static int take_memory(void) { void *m = malloc(64 << 20); if (!m) return errno; memset(m, 1, 64 << 20); free(m); return 0; }
static int ask_time(void) { struct timespec t; return outcome(clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t)); }
static int signal_itself(void) { return outcome(kill(getpid(), 0)); }
static void *nothing(void *argument) { return argument; }
static int start_thread(void) {
    pthread_t thread;
    int code = pthread_create(&thread, NULL, nothing, NULL);
    return code ? code : pthread_join(thread, NULL);
}

static int read_outside(void) { return close_again(open("/etc/passwd", O_RDONLY)); }
static int read_own_memory(void) { return close_again(open("/proc/self/mem", O_RDWR)); }
static int read_memory_of_parent(void) {
    char path[64];
    snprintf(path, sizeof path, "/proc/%d/mem", getppid());
    return close_again(open(path, O_RDWR));
}
static int list_folder(void) { DIR *d = opendir(folder); if (!d) return errno; closedir(d); return 0; }
static int write_script(void) { return close_again(open(inside, O_WRONLY)); }
static int append_script(void) { return close_again(open(inside, O_RDWR | O_APPEND)); }
static int make_file(void) { int c = close_again(open(fresh, O_WRONLY | O_CREAT | O_EXCL, 0600)); if (!c) unlink(fresh); return c; }
static int make_nameless_file(void) { return close_again(open(folder, O_WRONLY | O_TMPFILE, 0600)); }
static int make_folder(void) { int c = outcome(mkdir(fresh, 0700)); if (!c) rmdir(fresh); return c; }
static int make_link(void) { int c = outcome(symlink("x", fresh)); if (!c) unlink(fresh); return c; }
static int make_hard_link(void) { int c = outcome(link(inside, fresh)); if (!c) unlink(fresh); return c; }
static int make_fifo(void) { int c = outcome(mknod(fresh, S_IFIFO | 0600, 0)); if (!c) unlink(fresh); return c; }
static int rename_script(void) { int c = outcome(rename(inside, fresh)); if (!c) rename(fresh, inside); return c; }
static int remove_script(void) { char t[1100]; snprintf(t, sizeof t, "%s/gone", folder); return outcome(unlink(t)); }
static int cut_script(void) { struct stat s; stat(inside, &s); return outcome(truncate(inside, s.st_size)); }
static int open_terminal(void) { return close_again(open("/dev/ptmx", O_RDWR | O_NOCTTY)); }
static int change_mode(void) { struct stat s; stat(inside, &s); return outcome(chmod(inside, s.st_mode & 0777)); }
static int change_folder(void) { return outcome(chdir(".")); }

static int execute(void) {
    char *words[] = {"true", NULL};
    pid_t child = fork();
    if (child > 0) return child_outcome(child);
    // Where there is no child this process itself tries, which must not succeed either.
    execve("/bin/true", words, NULL);
    int code = errno;
    if (child == 0) _exit(code);
    return code;
}
static int spawn(void) {
    char *words[] = {"true", NULL};
    pid_t child;
    int code = posix_spawn(&child, "/bin/true", NULL, NULL, words, NULL);
    return code ? code : child_outcome(child);
}
static int start_process(void) { pid_t c = fork(); if (c == 0) _exit(0); return c < 0 ? errno : child_outcome(c); }
static int clone_process(void) {
    long c = syscall(SYS_clone, SIGCHLD, 0, 0, 0, 0);
    if (c == 0) _exit(0);
    return c < 0 ? errno : child_outcome((pid_t)c);
}
static int clone3_process(void) {
    unsigned long long arguments[8] = {0};
    arguments[4] = SIGCHLD;
    long c = syscall(435, arguments, sizeof arguments);
    if (c == 0) _exit(0);
    return c < 0 ? errno : child_outcome((pid_t)c);
}

static int unix_socket(void) { return close_again(socket(AF_UNIX, SOCK_STREAM, 0)); }
static int internet_socket(void) { return close_again(socket(AF_INET, SOCK_STREAM, 0)); }
static int datagram_socket(void) { return close_again(socket(AF_INET, SOCK_DGRAM, 0)); }
static int kernel_socket(void) { return close_again(socket(AF_NETLINK, SOCK_RAW, 0)); }
static int socket_pair(void) {
    int ends[2];
    int code = outcome(socketpair(AF_UNIX, SOCK_STREAM, 0, ends));
    if (!code) close(ends[0]), close(ends[1]);
    return code;
}
static int connect_somewhere(void) {
    struct sockaddr to = {.sa_family = AF_UNIX};
    int code = outcome(connect(0, &to, sizeof to));
    // Not a socket: it was not refused for what it is.
    return code;
}

static int send_something(void) { return outcome(sendto(0, "", 1, 0, NULL, 0)); }

static int signal_parent(void) { return outcome(kill(getppid(), 0)); }
static int signal_group(void) { return outcome(kill(0, 0)); }
static int signal_all(void) { return outcome(kill(-1, 0)); }
static int signal_thread_of_parent(void) { return outcome(syscall(SYS_tgkill, getppid(), getppid(), 0)); }
static int queue_signal(void) {
    siginfo_t what = {.si_code = SI_QUEUE};
    return outcome(syscall(SYS_rt_sigqueueinfo, getppid(), 0, &what));
}
static int own_descriptor_for_parent(void) { return outcome(fcntl(0, F_SETOWN, getppid())); }
static int hold_parent(void) { return close_again(syscall(434, getppid(), 0)); }
static int pdeath_signal(void) { return outcome(prctl(PR_SET_PDEATHSIG, 0)); }

static int executable_memory(void) {
    void *m = mmap(NULL, 4096, PROT_READ | PROT_WRITE | PROT_EXEC, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (m == MAP_FAILED) return errno;
    munmap(m, 4096);
    return 0;
}
static int executable_later(void) {
    void *m = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (m == MAP_FAILED) return 0;
    int code = outcome(mprotect(m, 4096, PROT_READ | PROT_EXEC));
    munmap(m, 4096);
    return code;
}
static int executable_with_key(void) {
    void *m = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (m == MAP_FAILED) return 0;
    int code = outcome(syscall(SYS_pkey_mprotect, m, 4096, PROT_READ | PROT_EXEC, -1));
    munmap(m, 4096);
    return code;
}
static int executable_file(void) {
    int descriptor = open(inside, O_RDONLY);
    void *m = mmap(NULL, 4096, PROT_READ | PROT_EXEC, MAP_PRIVATE, descriptor, 0);
    int code = m == MAP_FAILED ? errno : 0;
    if (!code) munmap(m, 4096);
    close(descriptor);
    return code;
}
static int memory_file(void) { return close_again(syscall(SYS_memfd_create, "x", 0)); }
static int shared_memory(void) {
    int id = shmget(IPC_PRIVATE, 4096, IPC_CREAT | 0600);
    if (id < 0) return errno;
    shmctl(id, IPC_RMID, NULL);
    return 0;
}
static int change_personality(void) { return outcome(personality(0xFFFFFFFF)); }

static int trace(void) { return outcome(ptrace(PTRACE_PEEKDATA, getppid(), 0, 0)); }
static int read_process(void) {
    char from, to;
    struct iovec a = {&to, 1}, b = {&from, 1};
    return outcome(process_vm_readv(getpid(), &a, 1, &b, 1, 0));
}
static int write_process(void) {
    char from, to;
    struct iovec a = {&from, 1}, b = {&to, 1};
    return outcome(process_vm_writev(getpid(), &a, 1, &b, 1, 0));
}
static int be_dumpable(void) { return outcome(prctl(PR_SET_DUMPABLE, 1)); }

static int type_into_terminal(void) { return outcome(ioctl(0, TIOCSTI, " ")); }
// The kernel reads the lower half of a command only.
static int type_with_upper_half(void) { return outcome(syscall(SYS_ioctl, 0, TIOCSTI | 1UL << 32, " ")); }
static int paste_on_console(void) { char what = 3; return outcome(ioctl(0, TIOCLINUX, &what)); }
static int change_discipline(void) { int n = 0; return outcome(ioctl(0, TIOCSETD, &n)); }
static int give_up_terminal(void) { return outcome(ioctl(0, TIOCCONS, 0)); }

static int other_limits(void) {
    struct rlimit limit;
    getrlimit(RLIMIT_CORE, &limit);
    return outcome(prlimit(0, RLIMIT_CORE, &limit, NULL));
}
static int ring(void) { char parameters[120] = {0}; return close_again(syscall(425, 1, parameters)); }
static int leave_namespaces(void) { return outcome(unshare(0)); }
static int enter_namespace(void) { return outcome(setns(-1, 0)); }
static int change_root(void) { return outcome(chroot("/nonexistent")); }
static int mount_something(void) { return outcome(mount("x", "/nonexistent", "tmpfs", 0, NULL)); }
static int load_module(void) { return outcome(syscall(SYS_finit_module, -1, "", 0)); }
static int load_bpf(void) { return close_again(syscall(SYS_bpf, 0, NULL, 0)); }
static int count_events(void) { return close_again(syscall(SYS_perf_event_open, NULL, 0, -1, -1, 0)); }
static int fault_handler(void) { return close_again(syscall(SYS_userfaultfd, 0)); }
static int keyring(void) { return outcome(syscall(SYS_keyctl, 0, -3, 0)); }
static int another_filter(void) { unsigned action = 0x7FFF0000; return outcome(syscall(SYS_seccomp, 2, 0, &action)); }
static int another_landlock(void) { return outcome(syscall(444, NULL, 0, 1)); }

static const struct {
    char wall;
    // Whether a process may do it that is not locked down, whoever runs it.
    bool works_for_all;
    const char *name;
    int (*run)(void);
} attempts[] = {
    {'A', true, "read the script", read_script},
    {'A', true, "see a file elsewhere", stat_outside},
    {'A', true, "take memory", take_memory},
    {'A', true, "ask for the time", ask_time},
    {'A', true, "signal itself", signal_itself},
    {'A', true, "start a thread", start_thread},

    {'L', true, "read a file elsewhere", read_outside},
    {'L', true, "open its own memory", read_own_memory},
    {'L', false, "open the parent's memory", read_memory_of_parent},
    {'L', true, "list the script's folder", list_folder},
    {'L', true, "write to the script", write_script},
    {'L', true, "append to the script", append_script},
    {'L', true, "make a file", make_file},
    {'L', false, "make a file without a name", make_nameless_file},
    {'L', true, "make a folder", make_folder},
    {'L', true, "make a symbolic link", make_link},
    {'L', true, "make a hard link", make_hard_link},
    {'L', true, "make a pipe", make_fifo},
    {'L', true, "rename the script", rename_script},
    {'L', true, "remove a file", remove_script},
    {'L', true, "cut the script off", cut_script},
    {'L', true, "open a terminal", open_terminal},
    {'L', true, "execute a program", execute},
    {'L', true, "spawn a program", spawn},
    {'S', true, "change a file's mode", change_mode},
    {'S', true, "change the folder", change_folder},

    {'S', true, "fork", start_process},
    {'S', true, "clone a process", clone_process},
    {'S', false, "clone3 a process", clone3_process},

    {'S', true, "make a Unix socket", unix_socket},
    {'S', true, "make an internet socket", internet_socket},
    {'S', true, "make a datagram socket", datagram_socket},
    {'S', false, "make a kernel socket", kernel_socket},
    {'S', true, "make a pair of sockets", socket_pair},
    {'S', true, "connect", connect_somewhere},
    {'S', true, "send", send_something},

    {'S', true, "signal the parent", signal_parent},
    {'S', true, "signal the group", signal_group},
    {'S', false, "signal everybody", signal_all},
    {'S', true, "signal a thread of the parent", signal_thread_of_parent},
    {'S', true, "queue a signal", queue_signal},
    {'S', true, "have a descriptor signal the parent", own_descriptor_for_parent},
    {'S', false, "hold the parent by a descriptor", hold_parent},
    {'S', true, "be signalled at the parent's death", pdeath_signal},

    {'S', true, "map executable memory", executable_memory},
    {'S', true, "make memory executable", executable_later},
    {'S', false, "make memory executable with a key", executable_with_key},
    {'S', false, "map a file as executable", executable_file},
    {'S', true, "make a file in memory", memory_file},
    {'S', false, "make shared memory", shared_memory},
    {'S', false, "ask for the personality", change_personality},

    {'S', false, "trace", trace},
    {'S', false, "read memory by process number", read_process},
    {'S', false, "write memory by process number", write_process},
    {'S', true, "change what may trace it", be_dumpable},

    {'S', true, "type into the terminal", type_into_terminal},
    {'S', true, "type with another upper half", type_with_upper_half},
    {'S', false, "paste on the console", paste_on_console},
    {'S', true, "change the line discipline", change_discipline},
    {'S', false, "redirect the console", give_up_terminal},

    {'S', true, "set its limits", other_limits},
    {'S', false, "make a ring of calls", ring},
    {'S', false, "leave namespaces", leave_namespaces},
    {'S', false, "enter a namespace", enter_namespace},
    {'S', false, "change the root", change_root},
    {'S', false, "mount", mount_something},
    {'S', false, "load a module", load_module},
    {'S', false, "load a program into the kernel", load_bpf},
    {'S', false, "count events", count_events},
    {'S', false, "handle faults of memory", fault_handler},
    {'S', false, "open a keyring", keyring},
    {'S', false, "ask for another filter", another_filter},
    {'S', false, "ask for another Landlock", another_landlock},
};

static void *try_all(void *thread) {
    for (size_t i = 0; i < sizeof attempts / sizeof *attempts; i++) {
        int code = attempts[i].run();
        char line[200];
        int length = snprintf(line, sizeof line, "attempt\t%s\t%c\t%d\t%s\t%d\n", (const char *)thread,
                              attempts[i].wall, attempts[i].works_for_all, attempts[i].name, code);
        (void)!write(2, line, (size_t)length);
    }
    return NULL;
}

// In the place of liblua's: the first thing that compiling any script does.
__attribute__((visibility("default"))) void *lua_newstate(void *allocator, void *context) {
    (void)allocator, (void)context;
    try_all("main");
    pthread_t thread;
    if (!pthread_create(&thread, NULL, try_all, "other")) pthread_join(thread, NULL);
    _exit(0);
}

__attribute__((constructor)) static void prepare(void) {
    const char *place = getenv("PROBE_FOLDER");
    snprintf(folder, sizeof folder, "%s", place ? place : ".");
    snprintf(inside, sizeof inside, "%s/a.lua", folder);
    snprintf(fresh, sizeof fresh, "%s/fresh", folder);
}
