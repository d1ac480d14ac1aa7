#ifndef CALLBOOK_KEYWORD_HASHES_H
#define CALLBOOK_KEYWORD_HASHES_H

#include <stddef.h>
#include <stdint.h>
#include <string.h>

/// How many keywords are hashed beside one another.
#define CALLBOOK_KEYWORDS 16
/// Words of a keyword's block that are not always 0: five of the text, one of its length.
#define CALLBOOK_KEYWORD_WORDS 6

/// Puts a text of 8 … 16 bytes in the place `at` among sixteen: word n of it is
/// `words[n * CALLBOOK_KEYWORDS + at]`.
static inline void callbook_put_keyword(
    uint32_t *words, size_t at, const uint8_t *text, size_t count) {
  // Two halves that overlap, so that nothing outside the text is read.
  uint64_t first, last;
  memcpy(&first, text, 8);
  memcpy(&last, text + count - 8, 8);
  first = __builtin_bswap64(first);
  last = __builtin_bswap64(last);
  // The bytes that the first half has, too, go; a bit ends the text.
  last = count == 8 ? 0 : last << 8 * (16 - count);
  last |= count == 16 ? 0 : (uint64_t)0x80 << 8 * (15 - count);
  words[at] = (uint32_t)(first >> 32);
  words[CALLBOOK_KEYWORDS + at] = (uint32_t)first;
  words[2 * CALLBOOK_KEYWORDS + at] = (uint32_t)(last >> 32);
  words[3 * CALLBOOK_KEYWORDS + at] = (uint32_t)last;
  words[4 * CALLBOOK_KEYWORDS + at] = count == 16 ? 0x80000000 : 0;
  words[5 * CALLBOOK_KEYWORDS + at] = (uint32_t)count * 8;
}

/// Whether this machine hashes keywords beside one another: it has registers of 64 bytes.
int callbook_has_keyword_hashes(void);

/// The first eight bytes, the lowest first, of the SHA-256 (FIPS 180-4) of sixteen texts that were
/// put into `words`.
///
/// In half the time of libcrypto, which takes them one after the other; only where
/// `callbook_has_keyword_hashes` is not 0.
void callbook_keyword_hashes(const uint32_t *words, uint64_t *hashes);

#endif
