// The header holds the whole library: nothing is linked, and a worker needs no library more.
#define XXH_INLINE_ALL
#include <xxhash.h>
#include <stddef.h>
#include <stdint.h>

/// XXH3 of 64 bits, seed 0, of `count` bytes and the `rest_count` bytes after them.
static inline uint64_t callbook_xxh3_64(
    const void *bytes, size_t count, const void *rest, size_t rest_count) {
  XXH3_state_t state;
  XXH3_64bits_reset(&state);
  XXH3_64bits_update(&state, bytes, count);
  if (rest_count > 0) XXH3_64bits_update(&state, rest, rest_count);
  return XXH3_64bits_digest(&state);
}

/// A computation of XXH3 of 128 bits, seed 0; null without memory.
static inline void *callbook_xxh3_128_begin(void) {
  XXH3_state_t *state = XXH3_createState();
  if (state) XXH3_128bits_reset(state);
  return state;
}

static inline void callbook_xxh3_128_update(void *state, const void *bytes, size_t count) {
  XXH3_128bits_update((XXH3_state_t *)state, bytes, count);
}

/// The 16 bytes in their canonical order, the highest first; the computation may go on.
static inline void callbook_xxh3_128_digest(void *state, unsigned char digest[16]) {
  XXH128_canonical_t canonical;
  XXH128_canonicalFromHash(&canonical, XXH3_128bits_digest((XXH3_state_t *)state));
  for (int place = 0; place < 16; place++) digest[place] = canonical.digest[place];
}

static inline void callbook_xxh3_128_end(void *state) { XXH3_freeState((XXH3_state_t *)state); }
