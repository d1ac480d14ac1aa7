#define _GNU_SOURCE
#include "past_cache.h"

#include <fcntl.h>
#include <unistd.h>

#if defined(__linux__)
#include <sys/syscall.h>
// Of Linux 6.5; the headers of most systems are older. Elsewhere it is refused.
#if !defined(SYS_cachestat)
#define SYS_cachestat 451
#endif
#endif

int callbook_set_past_cache(int descriptor, int is_on) {
#if defined(O_DIRECT)
  int flags = fcntl(descriptor, F_GETFL);
  if (flags < 0) return 0;
  return fcntl(descriptor, F_SETFL, is_on ? flags | O_DIRECT : flags & ~O_DIRECT) == 0;
#elif defined(F_NOCACHE)
  return fcntl(descriptor, F_NOCACHE, is_on) == 0;
#else
  return !is_on;
#endif
}

int64_t callbook_bytes_in_cache(int descriptor, int64_t offset, int64_t count) {
#if defined(__linux__)
  struct {
    uint64_t offset, count;
  } range = {(uint64_t)offset, (uint64_t)count};
  struct {
    uint64_t cached, dirty, being_written, evicted, recently_evicted;
  } pages;
  if (syscall(SYS_cachestat, descriptor, &range, &pages, 0) != 0) return -1;
  return (int64_t)pages.cached * sysconf(_SC_PAGESIZE);
#else
  return -1;
#endif
}

void callbook_drop_from_cache(int descriptor, int64_t offset, int64_t count) {
#if defined(__linux__)
  posix_fadvise(descriptor, offset, count, POSIX_FADV_DONTNEED);
#endif
}
