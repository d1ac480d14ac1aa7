#ifndef CALLBOOK_PAST_CACHE_H
#define CALLBOOK_PAST_CACHE_H

/// Lets what is written to an open file or read from it go past the system's cache of files
/// (`is_on` 1) or through it (0); returns whether the file is in that mode now.
///
/// Past the cache Linux takes whole pages from page-aligned memory only.
int callbook_set_past_cache(int descriptor, int is_on);

#endif
