#define _GNU_SOURCE
#include "past_cache.h"

#include <fcntl.h>

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
