// Stands between a program and the C library (LD_PRELOAD): counts the calls that touch files below
// one folder, writes them down, and at the one it was told does something to the program.
//
//   TAMPER_ROOT    absolute folder; only calls on files below it count
//   TAMPER_STATE   a file of 4096 bytes, shared: how many calls counted, and which one was met
//   TAMPER_TRACE   a file to which every call that changes or syncs something is appended
//   TAMPER_CALLS   which calls count: all, changes, reads, or names with commas (open,read,...)
//   TAMPER_PATH    only paths that contain this count
//   TAMPER_AT      the call that is met, counted from 1; 0 none
//   TAMPER_DO      kill            SIGKILL before it
//                  tear            half of what it writes, then SIGKILL
//                  short           half of what it reads or writes, as a system may
//                  error:N         it fails with errno N
//                  errors:N        it and every later one fail with errno N
//                  signal:N        the process gets signal N before it
//                  pause           a byte goes to TAMPER_TELL, one is awaited from TAMPER_HEAR
//                                  (descriptors); no other counted call is made meanwhile
//
// The trace is what a model of power loss needs: a record each of `struct record`, the operation,
// two paths and the written bytes behind it.
#define _GNU_SOURCE
#include <dirent.h>
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <fts.h>
#include <glob.h>
#include <limits.h>
#include <pthread.h>
#include <signal.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <unistd.h>

#define REAL(name) \
  static __typeof__(&name) real; \
  if (!real) real = (__typeof__(&name))dlsym(RTLD_NEXT, #name)

enum { GO = 0, SHORT = -1, TEAR = -2 };
enum { READS = 1, CHANGES = 2, THREADS = 4 };
enum { MOST_DESCRIPTORS = 1 << 16 };

struct state {
  uint64_t counted, met;
  char what[2048];
};
struct record {
  uint32_t operation, path, path2, data;
  int64_t offset;
  uint64_t handle;
};

static struct {
  char root[PATH_MAX], calls[256], path[256];
  struct state *state;
  int trace, tell, hear, action, value;
  uint64_t at;
} set;
// A signal handler of the program may come here while its own thread has the turn.
static pthread_mutex_t turn = PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP;
static struct {
  char *path;
  uint64_t handle;
} files[MOST_DESCRIPTORS];
static uint64_t handles;
static int is_ready;

static int number(const char *name, int otherwise) {
  const char *text = getenv(name);
  return text && *text ? atoi(text) : otherwise;
}

static void copy(char *to, size_t room, const char *name) {
  const char *text = getenv(name);
  snprintf(to, room, "%s", text ? text : "");
}

// Descriptors of this library stand high, so that what the program opens has its usual numbers.
static int high(int descriptor) {
  int moved = (int)syscall(SYS_fcntl, descriptor, F_DUPFD_CLOEXEC, 900);
  if (moved < 0) return descriptor;
  syscall(SYS_close, descriptor);
  return moved;
}

__attribute__((constructor)) static void prepare(void) {
  copy(set.root, sizeof set.root, "TAMPER_ROOT");
  copy(set.calls, sizeof set.calls, "TAMPER_CALLS");
  copy(set.path, sizeof set.path, "TAMPER_PATH");
  set.at = (uint64_t)number("TAMPER_AT", 0);
  set.tell = number("TAMPER_TELL", -1);
  set.hear = number("TAMPER_HEAR", -1);
  char action[64];
  copy(action, sizeof action, "TAMPER_DO");
  char *colon = strchr(action, ':');
  if (colon) set.value = atoi(colon + 1);
  set.action = action[0] == 0 ? 0 : !strncmp(action, "errors:", 7) ? 'E' : !strcmp(action, "short") ? 'h' : action[0];
  const char *state = getenv("TAMPER_STATE");
  int file = state ? (int)syscall(SYS_openat, AT_FDCWD, state, O_RDWR | O_CLOEXEC) : -1;
  if (file >= 0) {
    void *memory = mmap(0, sizeof(struct state), PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
    if (memory != MAP_FAILED) set.state = memory;
    syscall(SYS_close, file);
  }
  const char *trace = getenv("TAMPER_TRACE");
  set.trace = -1;
  if (trace && *trace)
    set.trace = high((int)syscall(
      SYS_openat, AT_FDCWD, trace, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0644));
  // What the program starts is not tampered with.
  unsetenv("LD_PRELOAD");
  is_ready = set.root[0] != 0;
}

static int is_below(const char *path) {
  size_t length = strlen(set.root);
  return !strncmp(path, set.root, length) && (path[length] == '/' || path[length] == 0);
}

// The absolute path when it lies below the root, else 0.
static const char *below(int folder, const char *path, char *room) {
  if (!is_ready || !path) return 0;
  if (path[0] == '/') {
    snprintf(room, PATH_MAX, "%s", path);
  } else {
    char base[PATH_MAX];
    if (folder == AT_FDCWD) {
      if (syscall(SYS_getcwd, base, sizeof base) <= 0) return 0;
    } else {
      if (folder < 0 || folder >= MOST_DESCRIPTORS || !files[folder].path) return 0;
      snprintf(base, sizeof base, "%s", files[folder].path);
    }
    while (path[0] == '.' && path[1] == '/') path += 2;
    if (snprintf(room, PATH_MAX, "%s/%s", base, path) >= PATH_MAX) return 0;
  }
  return is_below(room) ? room : 0;
}

static const char *of(int descriptor) {
  if (!is_ready || descriptor < 0 || descriptor >= MOST_DESCRIPTORS) return 0;
  return files[descriptor].path;
}

static uint64_t handle_of(int descriptor) {
  return descriptor >= 0 && descriptor < MOST_DESCRIPTORS ? files[descriptor].handle : 0;
}

static void remember(int descriptor, const char *path) {
  if (descriptor < 0 || descriptor >= MOST_DESCRIPTORS) return;
  free(files[descriptor].path);
  files[descriptor].path = path ? strdup(path) : 0;
  files[descriptor].handle = path ? ((uint64_t)getpid() << 32 | ++handles) : 0;
}

static int is_named(const char *operation) {
  size_t length = strlen(operation);
  for (const char *at = set.calls; (at = strstr(at, operation)); at += length)
    if ((at == set.calls || at[-1] == ',') && (at[length] == 0 || at[length] == ',')) return 1;
  return 0;
}

static int counts(const char *operation, int kind, const char *path) {
  if (set.path[0] && !strstr(path, set.path)) return 0;
  if (!strcmp(set.calls, "all")) return kind != THREADS;
  if (!strcmp(set.calls, "changes")) return kind == CHANGES;
  if (!strcmp(set.calls, "reads")) return kind == READS;
  return is_named(operation);
}

__attribute__((noreturn)) static void end_now(void) {
  for (;;) {
    syscall(SYS_kill, (long)getpid(), (long)SIGKILL);
    syscall(SYS_pause);
  }
}

static void wait_for_harness(void) {
  char byte = 'p';
  if (syscall(SYS_write, set.tell, &byte, 1L) == 1)
    while (syscall(SYS_read, set.hear, &byte, 1L) < 0 && errno == EINTR) {}
}

// Counts a call and does what is asked; the caller has the turn. GO, SHORT, TEAR or an errno.
static int meet(const char *operation, int kind, const char *path) {
  if (!counts(operation, kind, path)) return GO;
  static uint64_t counted;
  uint64_t call = ++counted;
  if (set.state) set.state->counted = call;
  if (!set.at || call < set.at || (call > set.at && set.action != 'E')) return GO;
  if (set.state && !set.state->met) {
    set.state->met = call;
    snprintf(set.state->what, sizeof set.state->what, "%s %s", operation,
             is_below(path) ? path + strlen(set.root) + (path[strlen(set.root)] == '/') : path);
  }
  switch (set.action) {
    case 'k': end_now();
    case 't': return TEAR;
    case 'h': return SHORT;
    case 'e': case 'E': return set.value;
    case 's': syscall(SYS_kill, (long)getpid(), (long)set.value); return GO;
    case 'p': wait_for_harness(); return GO;
  }
  return GO;
}

// A call that changes nothing: counted in its turn, made outside of it.
static int look(const char *operation, const char *path) {
  if (!path) return GO;
  int saved = errno;
  pthread_mutex_lock(&turn);
  int verdict = meet(operation, READS, path);
  pthread_mutex_unlock(&turn);
  errno = saved;
  // Only reading can be short; where half of it is asked of anything else it goes on.
  return verdict;
}

// A call that changes or syncs something: counted, made and written down in one turn.
static int begin(const char *operation, const char *path) {
  pthread_mutex_lock(&turn);
  int verdict = meet(operation, CHANGES, path);
  if (verdict == TEAR && strcmp(operation, "write")) end_now();
  if (verdict == SHORT && strcmp(operation, "write")) verdict = GO;
  return verdict;
}

static void record(const char *operation, const char *path, const char *path2, uint64_t handle,
                   int64_t offset, const void *data, size_t bytes) {
  if (set.trace < 0) return;
  struct record record = {(uint32_t)strlen(operation), (uint32_t)(path ? strlen(path) : 0),
                          (uint32_t)(path2 ? strlen(path2) : 0), (uint32_t)bytes, offset, handle};
  struct iovec parts[] = {{&record, sizeof record}, {(void *)operation, record.operation},
                          {(void *)path, record.path}, {(void *)path2, record.path2},
                          {(void *)data, bytes}};
  syscall(SYS_writev, set.trace, parts, 5L);
}

static void finish(int saved) {
  pthread_mutex_unlock(&turn);
  errno = saved;
}

// ---- opening

static int opened(int folder, const char *path, int flags, mode_t mode) {
  char room[PATH_MAX];
  const char *known = below(folder, path, room);
  if (!known) return (int)syscall(SYS_openat, folder, path, flags, mode);
  int changes = (flags & (O_CREAT | O_TRUNC)) || (flags & O_TMPFILE) == O_TMPFILE;
  if (!changes) {
    int verdict = look("open", known);
    if (verdict > 0) return errno = verdict, -1;
    // Outside of the turn: opening a pipe may wait for another process.
    int file = (int)syscall(SYS_openat, folder, path, flags, mode);
    int saved = errno;
    pthread_mutex_lock(&turn);
    remember(file, known);
    if (file >= 0) record("open", known, 0, handle_of(file), 0, 0, 0);
    finish(saved);
    return file;
  }
  int verdict = begin("create", known);
  if (verdict > 0) return pthread_mutex_unlock(&turn), errno = verdict, -1;
  int file = (int)syscall(SYS_openat, folder, path, flags, mode);
  int saved = errno;
  remember(file, known);
  if (file >= 0)
    record(flags & O_TRUNC ? "create" : "open-or-create", known, 0, handle_of(file), 0, 0, 0);
  finish(saved);
  return file;
}

static mode_t mode_of(int flags, va_list rest) {
  return (flags & O_CREAT) || (flags & O_TMPFILE) == O_TMPFILE ? va_arg(rest, mode_t) : 0;
}
#define OPEN(name) \
  int name(const char *path, int flags, ...) { \
    va_list rest; va_start(rest, flags); mode_t mode = mode_of(flags, rest); va_end(rest); \
    return opened(AT_FDCWD, path, flags, mode); \
  }
OPEN(open) OPEN(open64)
#define OPENAT(name) \
  int name(int folder, const char *path, int flags, ...) { \
    va_list rest; va_start(rest, flags); mode_t mode = mode_of(flags, rest); va_end(rest); \
    return opened(folder, path, flags, mode); \
  }
OPENAT(openat) OPENAT(openat64)

#define MKSTEMP(name) \
  int name(char *template) { \
    REAL(name); \
    char room[PATH_MAX]; \
    if (!below(AT_FDCWD, template, room)) return real(template); \
    int verdict = begin("create", room); \
    if (verdict > 0) return pthread_mutex_unlock(&turn), errno = verdict, -1; \
    int file = real(template), saved = errno; \
    if (file >= 0 && below(AT_FDCWD, template, room)) { \
      remember(file, room); \
      record("create", room, 0, handle_of(file), 0, 0, 0); \
    } \
    finish(saved); \
    return file; \
  }
MKSTEMP(mkstemp) MKSTEMP(mkstemp64)

DIR *opendir(const char *path) {
  REAL(opendir);
  char room[PATH_MAX];
  const char *known = below(AT_FDCWD, path, room);
  int verdict = look("opendir", known);
  if (verdict > 0) return errno = verdict, (DIR *)0;
  DIR *folder = real(path);
  if (folder && known) {
    pthread_mutex_lock(&turn);
    remember(dirfd(folder), known);
    pthread_mutex_unlock(&turn);
  }
  return folder;
}

DIR *fdopendir(int file) {
  REAL(fdopendir);
  int verdict = look("opendir", of(file));
  if (verdict > 0) return errno = verdict, (DIR *)0;
  return real(file);
}

struct dirent *readdir(DIR *folder) {
  REAL(readdir);
  int verdict = look("readdir", of(dirfd(folder)));
  if (verdict > 0) return errno = verdict, (struct dirent *)0;
  return real(folder);
}
struct dirent64 *readdir64(DIR *folder) {
  REAL(readdir64);
  int verdict = look("readdir", of(dirfd(folder)));
  if (verdict > 0) return errno = verdict, (struct dirent64 *)0;
  return real(folder);
}

FTS *fts_open(char *const *paths, int options, int (*order)(const FTSENT **, const FTSENT **)) {
  REAL(fts_open);
  char room[PATH_MAX];
  int verdict = look("opendir", below(AT_FDCWD, paths[0], room));
  if (verdict > 0) return errno = verdict, (FTS *)0;
  return real(paths, options, order);
}

// glob reads folders by itself; given these functions it comes through here.
static int glob_lstat(const char *path, struct stat *status) { return lstat(path, status); }
static int glob_stat(const char *path, struct stat *status) { return stat(path, status); }
static void glob_closedir(void *folder) { closedir(folder); }
int glob(const char *pattern, int flags, int (*failed)(const char *, int), glob_t *found) {
  REAL(glob);
  if (!is_ready) return real(pattern, flags, failed, found);
  found->gl_opendir = (void *(*)(const char *))opendir;
  found->gl_readdir = (struct dirent * (*)(void *)) readdir;
  found->gl_closedir = glob_closedir;
  found->gl_lstat = (int (*)(const char *restrict, struct stat *restrict))glob_lstat;
  found->gl_stat = (int (*)(const char *restrict, struct stat *restrict))glob_stat;
  return real(pattern, flags | GLOB_ALTDIRFUNC, failed, found);
}

FILE *fopen(const char *path, const char *mode) {
  REAL(fopen);
  char room[PATH_MAX];
  const char *known = below(AT_FDCWD, path, room);
  if (!known) return real(path, mode);
  int verdict = look("open", known);
  if (verdict > 0) return errno = verdict, (FILE *)0;
  return real(path, mode);
}

int close(int file) {
  if (of(file)) {
    pthread_mutex_lock(&turn);
    remember(file, 0);
    pthread_mutex_unlock(&turn);
  }
  return (int)syscall(SYS_close, file);
}
int closedir(DIR *folder) {
  REAL(closedir);
  int file = dirfd(folder);
  if (of(file)) {
    pthread_mutex_lock(&turn);
    remember(file, 0);
    pthread_mutex_unlock(&turn);
  }
  return real(folder);
}

// ---- looking

#define BY_PATH(name, type) \
  int name(const char *restrict path, type *restrict status) { \
    REAL(name); \
    char room[PATH_MAX]; \
    int verdict = look("stat", below(AT_FDCWD, path, room)); \
    if (verdict > 0) return errno = verdict, -1; \
    return real(path, status); \
  }
BY_PATH(stat, struct stat) BY_PATH(lstat, struct stat) BY_PATH(statvfs, struct statvfs)
BY_PATH(stat64, struct stat64) BY_PATH(lstat64, struct stat64) BY_PATH(statvfs64, struct statvfs64)
#define BY_FILE(name, type) \
  int name(int file, type *status) { \
    REAL(name); \
    int verdict = look("fstat", of(file)); \
    if (verdict > 0) return errno = verdict, -1; \
    return real(file, status); \
  }
BY_FILE(fstat, struct stat) BY_FILE(fstat64, struct stat64)
BY_FILE(fstatvfs, struct statvfs) BY_FILE(fstatvfs64, struct statvfs64)
#define BY_FOLDER(name, type) \
  int name(int folder, const char *restrict path, type *restrict status, int flags) { \
    REAL(name); \
    char room[PATH_MAX]; \
    int verdict = look("stat", *path ? below(folder, path, room) : of(folder)); \
    if (verdict > 0) return errno = verdict, -1; \
    return real(folder, path, status, flags); \
  }
BY_FOLDER(fstatat, struct stat) BY_FOLDER(fstatat64, struct stat64)

int access(const char *path, int mode) {
  REAL(access);
  char room[PATH_MAX];
  int verdict = look("access", below(AT_FDCWD, path, room));
  if (verdict > 0) return errno = verdict, -1;
  return real(path, mode);
}
char *realpath(const char *restrict path, char *restrict resolved) {
  REAL(realpath);
  char room[PATH_MAX];
  int verdict = look("realpath", below(AT_FDCWD, path, room));
  if (verdict > 0) return errno = verdict, (char *)0;
  return real(path, resolved);
}
ssize_t readlink(const char *restrict path, char *restrict buffer, size_t bytes) {
  REAL(readlink);
  char room[PATH_MAX];
  int verdict = look("readlink", below(AT_FDCWD, path, room));
  if (verdict > 0) return errno = verdict, -1;
  return real(path, buffer, bytes);
}

static ssize_t half(ssize_t bytes) { return bytes > 1 ? bytes / 2 : bytes; }

ssize_t read(int file, void *buffer, size_t bytes) {
  int verdict = look("read", of(file));
  if (verdict > 0) return errno = verdict, -1;
  return syscall(SYS_read, file, buffer, verdict == SHORT ? (size_t)half((ssize_t)bytes) : bytes);
}
ssize_t __read_chk(int file, void *buffer, size_t bytes, size_t room) {
  (void)room;
  return read(file, buffer, bytes);
}
#define PREAD(name) \
  ssize_t name(int file, void *buffer, size_t bytes, off_t offset) { \
    int verdict = look("read", of(file)); \
    if (verdict > 0) return errno = verdict, -1; \
    size_t asked = verdict == SHORT ? (size_t)half((ssize_t)bytes) : bytes; \
    return syscall(SYS_pread64, file, buffer, asked, offset); \
  }
PREAD(pread) PREAD(pread64)

#define MMAP(name) \
  void *name(void *at, size_t bytes, int protection, int flags, int file, off_t offset) { \
    int verdict = file >= 0 ? look("mmap", of(file)) : GO; \
    if (verdict > 0) return errno = verdict, MAP_FAILED; \
    return (void *)syscall(SYS_mmap, at, bytes, protection, flags, file, offset); \
  }
MMAP(mmap) MMAP(mmap64)

int flock(int file, int operation) {
  REAL(flock);
  int verdict = look("flock", of(file));
  if (verdict > 0) return errno = verdict, -1;
  return real(file, operation);
}

int pthread_create(pthread_t *restrict thread, const pthread_attr_t *restrict attributes,
                   void *(*body)(void *), void *restrict argument) {
  REAL(pthread_create);
  if (is_ready) {
    pthread_mutex_lock(&turn);
    int verdict = meet("pthread_create", THREADS, set.root);
    pthread_mutex_unlock(&turn);
    if (verdict > 0) return verdict;
  }
  return real(thread, attributes, body, argument);
}

// ---- changing

static ssize_t written(int file, const void *buffer, size_t bytes, off_t offset, int is_placed) {
  const char *path = of(file);
  if (!path)
    return is_placed ? syscall(SYS_pwrite64, file, buffer, bytes, offset)
                     : syscall(SYS_write, file, buffer, bytes);
  int verdict = begin("write", path);
  if (verdict > 0) return pthread_mutex_unlock(&turn), errno = verdict, -1;
  size_t asked = verdict == GO ? bytes : (size_t)half((ssize_t)bytes);
  if (!is_placed) {
    int flags = (int)syscall(SYS_fcntl, file, F_GETFL);
    offset = syscall(SYS_lseek, file, 0L, flags & O_APPEND ? SEEK_END : SEEK_CUR);
  }
  ssize_t count = is_placed ? syscall(SYS_pwrite64, file, buffer, asked, offset)
                            : syscall(SYS_write, file, buffer, asked);
  int saved = errno;
  if (verdict == TEAR) end_now();
  if (count > 0) record("write", path, 0, handle_of(file), offset, buffer, (size_t)count);
  finish(saved);
  return count;
}
ssize_t write(int file, const void *buffer, size_t bytes) {
  return written(file, buffer, bytes, 0, 0);
}
ssize_t pwrite(int file, const void *buffer, size_t bytes, off_t offset) {
  return written(file, buffer, bytes, offset, 1);
}
ssize_t pwrite64(int file, const void *buffer, size_t bytes, off_t offset) {
  return written(file, buffer, bytes, offset, 1);
}

#define ON_FILE(name, operation, parameters, arguments, offset) \
  int name parameters { \
    REAL(name); \
    const char *path = of(file); \
    if (!path) return real arguments; \
    int verdict = begin(operation, path); \
    if (verdict > 0) return pthread_mutex_unlock(&turn), errno = verdict, -1; \
    int result = real arguments, saved = errno; \
    if (result == 0) record(operation, path, 0, handle_of(file), offset, 0, 0); \
    finish(saved); \
    return result; \
  }
ON_FILE(ftruncate, "ftruncate", (int file, off_t bytes), (file, bytes), bytes)
ON_FILE(ftruncate64, "ftruncate", (int file, off_t bytes), (file, bytes), bytes)
ON_FILE(fsync, "fsync", (int file), (file), 0)
ON_FILE(fdatasync, "fsync", (int file), (file), 0)
ON_FILE(syncfs, "syncfs", (int file), (file), 0)
ON_FILE(fchmod, "fchmod", (int file, mode_t mode), (file, mode), 0)
ON_FILE(futimens, "futimens", (int file, const struct timespec times[2]), (file, times), 0)

#define ON_PATH(name, operation, parameters, arguments, folder) \
  int name parameters { \
    REAL(name); \
    char room[PATH_MAX]; \
    const char *known = below(folder, path, room); \
    if (!known) return real arguments; \
    int verdict = begin(operation, known); \
    if (verdict > 0) return pthread_mutex_unlock(&turn), errno = verdict, -1; \
    int result = real arguments, saved = errno; \
    if (result == 0) record(operation, known, 0, 0, 0, 0, 0); \
    finish(saved); \
    return result; \
  }
ON_PATH(unlink, "unlink", (const char *path), (path), AT_FDCWD)
ON_PATH(rmdir, "rmdir", (const char *path), (path), AT_FDCWD)
ON_PATH(remove, "unlink", (const char *path), (path), AT_FDCWD)
ON_PATH(mkdir, "mkdir", (const char *path, mode_t mode), (path, mode), AT_FDCWD)
ON_PATH(mkdirat, "mkdir", (int folder, const char *path, mode_t mode), (folder, path, mode), folder)
ON_PATH(chmod, "chmod", (const char *path, mode_t mode), (path, mode), AT_FDCWD)

int unlinkat(int folder, const char *path, int flags) {
  REAL(unlinkat);
  char room[PATH_MAX];
  const char *known = below(folder, path, room);
  if (!known) return real(folder, path, flags);
  const char *operation = flags & AT_REMOVEDIR ? "rmdir" : "unlink";
  int verdict = begin(operation, known);
  if (verdict > 0) return pthread_mutex_unlock(&turn), errno = verdict, -1;
  int result = real(folder, path, flags), saved = errno;
  if (result == 0) record(operation, known, 0, 0, 0, 0, 0);
  finish(saved);
  return result;
}

// `known` is the path below the root that the call is counted under; the other one may lie outside.
#define ON_TWO(name, operation, parameters, arguments, from, to) \
  int name parameters { \
    REAL(name); \
    char first[PATH_MAX], second[PATH_MAX]; \
    const char *old_path = from, *new_path = to; \
    const char *known = new_path ? new_path : old_path; \
    if (!known) return real arguments; \
    int verdict = begin(operation, known); \
    if (verdict > 0) return pthread_mutex_unlock(&turn), errno = verdict, -1; \
    int result = real arguments, saved = errno; \
    if (result == 0) record(operation, old_path, new_path, 0, 0, 0, 0); \
    finish(saved); \
    return result; \
  }
ON_TWO(rename, "rename", (const char *old, const char *new), (old, new),
       below(AT_FDCWD, old, first), below(AT_FDCWD, new, second))
ON_TWO(renameat, "rename", (int from, const char *old, int to, const char *new),
       (from, old, to, new), below(from, old, first), below(to, new, second))
ON_TWO(renameat2, "rename",
       (int from, const char *old, int to, const char *new, unsigned flags),
       (from, old, to, new, flags), below(from, old, first), below(to, new, second))
ON_TWO(link, "link", (const char *old, const char *new), (old, new),
       below(AT_FDCWD, old, first), below(AT_FDCWD, new, second))
ON_TWO(linkat, "link", (int from, const char *old, int to, const char *new, int flags),
       (from, old, to, new, flags), below(from, old, first), below(to, new, second))
ON_TWO(symlink, "symlink", (const char *old, const char *new), (old, new),
       (snprintf(first, sizeof first, "%s", old), first), below(AT_FDCWD, new, second))
ON_TWO(symlinkat, "symlink", (const char *old, int to, const char *new), (old, to, new),
       (snprintf(first, sizeof first, "%s", old), first), below(to, new, second))
