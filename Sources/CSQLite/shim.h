#ifndef CALLBOOK_CSQLITE_H
#define CALLBOOK_CSQLITE_H

#include <errno.h>
#include <fcntl.h>
#include <sqlite3.h>
#include <sys/types.h>
#include <unistd.h>

/// How often in a row a call of SQLite's is made again because a signal interrupted it.
enum { CALLBOOK_SQLITE_MOST_INTERRUPTIONS = 1000 };

/// SQLite makes an interrupted call again for as long as it takes: after so many it is an error.
#define CALLBOOK_SQLITE_BOUNDED(type, call)                                  \
  for (int times = 0; times < CALLBOOK_SQLITE_MOST_INTERRUPTIONS; times++) { \
    type result = (call);                                                    \
    if (result >= 0 || errno != EINTR) return result;                        \
  }                                                                          \
  errno = EIO;                                                               \
  return -1

static int callbook_sqlite_open(const char *path, int flags, int mode) {
  CALLBOOK_SQLITE_BOUNDED(int, open(path, flags, mode));
}

static ssize_t callbook_sqlite_read(int file, void *bytes, size_t count) {
  CALLBOOK_SQLITE_BOUNDED(ssize_t, read(file, bytes, count));
}

static ssize_t callbook_sqlite_pread(int file, void *bytes, size_t count, off_t offset) {
  CALLBOOK_SQLITE_BOUNDED(ssize_t, pread(file, bytes, count, offset));
}

static ssize_t callbook_sqlite_write(int file, const void *bytes, size_t count) {
  CALLBOOK_SQLITE_BOUNDED(ssize_t, write(file, bytes, count));
}

static ssize_t callbook_sqlite_pwrite(int file, const void *bytes, size_t count, off_t offset) {
  CALLBOOK_SQLITE_BOUNDED(ssize_t, pwrite(file, bytes, count, offset));
}

static int callbook_sqlite_ftruncate(int file, off_t size) {
  CALLBOOK_SQLITE_BOUNDED(int, ftruncate(file, size));
}

/// Sees to it that no call of SQLite's is interrupted for ever; once, before the first database.
static inline void callbook_sqlite_bound_interruptions(void) {
  const struct {
    const char *name;
    sqlite3_syscall_ptr call;
  } calls[] = {
      {"open", (sqlite3_syscall_ptr)callbook_sqlite_open},
      {"read", (sqlite3_syscall_ptr)callbook_sqlite_read},
      {"pread", (sqlite3_syscall_ptr)callbook_sqlite_pread},
      {"write", (sqlite3_syscall_ptr)callbook_sqlite_write},
      {"pwrite", (sqlite3_syscall_ptr)callbook_sqlite_pwrite},
      {"ftruncate", (sqlite3_syscall_ptr)callbook_sqlite_ftruncate},
#if defined(__LP64__)
      // The same calls where an off_t has 64 bits anyway.
      {"pread64", (sqlite3_syscall_ptr)callbook_sqlite_pread},
      {"pwrite64", (sqlite3_syscall_ptr)callbook_sqlite_pwrite},
#endif
  };
  sqlite3_initialize();
  sqlite3_vfs *system = sqlite3_vfs_find(0);
  if (!system || system->iVersion < 3 || !system->xSetSystemCall) return;
  for (unsigned i = 0; i < sizeof calls / sizeof calls[0]; i++) {
    // What this SQLite was not built to call stays so.
    if (system->xGetSystemCall(system, calls[i].name))
      system->xSetSystemCall(system, calls[i].name, calls[i].call);
  }
}

#endif
