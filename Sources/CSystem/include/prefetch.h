#ifndef CALLBOOK_PREFETCH_H
#define CALLBOOK_PREFETCH_H

/// Asks for the cache line at an address that will be read soon; any address is allowed.
static inline void callbook_prefetch(const void *address) { __builtin_prefetch(address); }

#endif
