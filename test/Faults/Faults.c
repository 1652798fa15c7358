/* Faults.c: for LD_PRELOAD; lets a call of a program fail, or a signal come before it.
 *
 *   FAULT_PROGRAM=name     the program (as in /proc/self/comm); its children are left alone
 *   FAULT=call:n:what      the n-th call of that kind, from 1; what: a number of errno, `kill` (SIGTERM
 *                          comes before the call), or `short` (half is written)
 *   FAULT_COUNTS=file      how often each kind was called is appended when the process ends
 *
 * Kinds: open write rename link mkdir unlink spawn wait malloc map. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

enum kind { OPEN, WRITE, RENAME, LINK, MKDIR, UNLINK, SPAWN, WAIT, MALLOC, MAP, KINDS };
static const char *const names[KINDS] = {"open",   "write", "rename", "link",   "mkdir",
                                         "unlink", "spawn", "wait",   "malloc", "map"};
static unsigned long counts[KINDS], chosen_call;
static int chosen = -1, chosen_error, chosen_kill, chosen_short, counting;

static int is_program(const char *wanted) {
  char comm[64] = "";
  const int file = (int)syscall(SYS_openat, AT_FDCWD, "/proc/self/comm", O_RDONLY | O_CLOEXEC);
  const long length = syscall(SYS_read, file, comm, sizeof comm - 1);
  syscall(SYS_close, file);
  return length > 0 && wanted && strlen(wanted) == (size_t)length - 1 &&
         strncmp(comm, wanted, (size_t)length - 1) == 0;
}

__attribute__((constructor)) static void read_plan(void) {
  const char *const plan = getenv("FAULT");
  char kind[16] = "", what[16] = "";
  if (!is_program(getenv("FAULT_PROGRAM")))
    return;
  counting = 1;
  if (!plan || sscanf(plan, "%15[a-z]:%lu:%15s", kind, &chosen_call, what) != 3)
    return;
  for (int k = 0; k < KINDS; ++k)
    if (strcmp(names[k], kind) == 0)
      chosen = k;
  chosen_kill = strcmp(what, "kill") == 0;
  chosen_short = strcmp(what, "short") == 0;
  chosen_error = atoi(what);
}

__attribute__((destructor)) static void write_counts(void) {
  const char *const path = getenv("FAULT_COUNTS");
  if (!path || !counting)
    return;
  char text[512] = "";
  for (int k = 0; k < KINDS; ++k)
    snprintf(text + strlen(text), sizeof text - strlen(text), "%s %lu\n", names[k], counts[k]);
  const int file =
      (int)syscall(SYS_openat, AT_FDCWD, path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0666);
  syscall(SYS_write, file, text, strlen(text));
  syscall(SYS_close, file);
}

/* Whether this call of the kind is the one that is to fail. */
static int fails(enum kind kind) {
  if (!counting || __atomic_add_fetch(&counts[kind], 1, __ATOMIC_RELAXED) != chosen_call ||
      chosen != (int)kind)
    return 0;
  if (chosen_kill)
    kill(getpid(), SIGTERM);
  errno = chosen_error;
  return !chosen_kill && !chosen_short;
}

#define REAL(name) __typeof__(&name) real = (__typeof__(&name))dlsym(RTLD_NEXT, #name)

static mode_t mode_of(int flags, va_list arguments) {
  return (flags & O_CREAT) || (flags & O_TMPFILE) == O_TMPFILE ? va_arg(arguments, mode_t) : 0;
}

#define OPEN_LIKE(name)                                                                            \
  int name(const char *path, int flags, ...) {                                                     \
    va_list arguments;                                                                             \
    va_start(arguments, flags);                                                                    \
    const mode_t mode = mode_of(flags, arguments);                                                 \
    va_end(arguments);                                                                             \
    return fails(OPEN) ? -1 : (int)syscall(SYS_openat, AT_FDCWD, path, flags, mode);               \
  }
OPEN_LIKE(open)
OPEN_LIKE(open64)

#define OPENAT_LIKE(name)                                                                          \
  int name(int folder, const char *path, int flags, ...) {                                         \
    va_list arguments;                                                                             \
    va_start(arguments, flags);                                                                    \
    const mode_t mode = mode_of(flags, arguments);                                                 \
    va_end(arguments);                                                                             \
    return fails(OPEN) ? -1 : (int)syscall(SYS_openat, folder, path, flags, mode);                 \
  }
OPENAT_LIKE(openat)
OPENAT_LIKE(openat64)

FILE *fopen(const char *path, const char *mode) {
  REAL(fopen);
  return fails(OPEN) ? NULL : real(path, mode);
}

/* The standard streams can be told anything. */
ssize_t write(int file, const void *bytes, size_t size) {
  if (file <= STDERR_FILENO)
    return syscall(SYS_write, file, bytes, size);
  if (fails(WRITE))
    return -1;
  const int half = chosen_short && chosen == WRITE && counts[WRITE] == chosen_call && size > 1;
  return syscall(SYS_write, file, bytes, half ? size / 2 : size);
}

int rename(const char *from, const char *to) {
  return fails(RENAME) ? -1 : (int)syscall(SYS_renameat2, AT_FDCWD, from, AT_FDCWD, to, 0);
}

int renameat(int from_folder, const char *from, int to_folder, const char *to) {
  return fails(RENAME) ? -1 : (int)syscall(SYS_renameat2, from_folder, from, to_folder, to, 0);
}

int link(const char *from, const char *to) {
  return fails(LINK) ? -1 : (int)syscall(SYS_linkat, AT_FDCWD, from, AT_FDCWD, to, 0);
}

int mkdir(const char *path, mode_t mode) {
  return fails(MKDIR) ? -1 : (int)syscall(SYS_mkdirat, AT_FDCWD, path, mode);
}

char *mkdtemp(char *text) {
  REAL(mkdtemp);
  return fails(MKDIR) ? NULL : real(text);
}

int posix_spawnp(pid_t *child, const char *file, const posix_spawn_file_actions_t *actions,
                 const posix_spawnattr_t *attributes, char *const arguments[],
                 char *const environment[]) {
  REAL(posix_spawnp);
  return fails(SPAWN) ? chosen_error : real(child, file, actions, attributes, arguments, environment);
}

pid_t waitpid(pid_t child, int *status, int options) {
  REAL(waitpid);
  return fails(WAIT) ? -1 : real(child, status, options);
}

int waitid(idtype_t type, id_t id, siginfo_t *info, int options) {
  REAL(waitid);
  return fails(WAIT) ? -1 : real(type, id, info, options);
}

void *__libc_malloc(size_t size);

/* Clang 19 goes on with a null pointer where LLVM has no memory for the text of a file or of
 * tokens. That is not gputile's to test. */
static int is_of_clang(const void *caller) {
  Dl_info info;
  return dladdr(caller, &info) && info.dli_sname &&
         strstr(info.dli_sname, "getNewUninitMemBuffer");
}

void *malloc(size_t size) {
  const int failing = fails(MALLOC) && !is_of_clang(__builtin_return_address(0));
  return failing ? NULL : __libc_malloc(size);
}

void *mmap(void *address, size_t size, int protection, int flags, int file, off_t offset) {
  if (fails(MAP))
    return MAP_FAILED;
  return (void *)syscall(SYS_mmap, address, size, protection, flags, file, offset);
}
