#ifndef CALLBOOK_INTERRUPTED_H
#define CALLBOOK_INTERRUPTED_H

#include <errno.h>

/// How often in a row a call of the system is made again because a signal interrupted it.
enum { CALLBOOK_MOST_INTERRUPTIONS = 1000 };

/// Whether a call that has just failed is to be made again: a signal interrupted it, and not for
/// ever. `times` counts from 0; a file system that answers nothing else is no reason to hang.
static inline int callbook_is_interrupted(int *times) {
  return errno == EINTR && (*times)++ < CALLBOOK_MOST_INTERRUPTIONS;
}

#endif
