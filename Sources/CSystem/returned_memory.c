#include "returned_memory.h"

// Says which C library this is.
#include <stdlib.h>

#if defined(__GLIBC__)
#include <malloc.h>
#endif

void callbook_return_blocks_from(int bytes) {
#if defined(__GLIBC__)
  mallopt(M_MMAP_THRESHOLD, bytes);
#else
  (void)bytes;
#endif
}
