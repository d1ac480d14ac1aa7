#ifndef CALLBOOK_CHECKSUM_H
#define CALLBOOK_CHECKSUM_H

#include <stddef.h>
#include <stdint.h>

/// XXH3 of 64 bits, seed 0, of `count` bytes and the `rest_count` bytes after them.
uint64_t callbook_xxh3_64(
    const void *bytes, size_t count, const void *rest, size_t rest_count);

/// A computation of XXH3 of 128 bits, seed 0; null without memory.
void *callbook_xxh3_128_begin(void);

void callbook_xxh3_128_update(void *state, const void *bytes, size_t count);

/// The 16 bytes in their canonical order, the highest first; the computation may go on.
void callbook_xxh3_128_digest(void *state, unsigned char digest[16]);

void callbook_xxh3_128_end(void *state);

#endif
