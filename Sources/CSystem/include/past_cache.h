#ifndef CALLBOOK_PAST_CACHE_H
#define CALLBOOK_PAST_CACHE_H

#include <stdint.h>

/// Lets what is written to an open file or read from it go past the system's cache of files
/// (`is_on` 1) or through it (0); returns whether the file is in that mode now.
///
/// Past the cache Linux takes whole pages from page-aligned memory only.
int callbook_set_past_cache(int descriptor, int is_on);

/// Bytes of a stretch of a file that are in the system's cache of files; -1 where it does not tell.
int64_t callbook_bytes_in_cache(int descriptor, int64_t offset, int64_t count);

/// Asks the system to take a stretch of a file, 0 bytes for all to its end, out of its cache.
void callbook_drop_from_cache(int descriptor, int64_t offset, int64_t count);

#endif
