// The header of xxHash holds the whole library: nothing is linked, and a worker needs no library more.
#define XXH_INLINE_ALL
#include "checksum.h"
#include <string.h>
#include <xxhash.h>

uint64_t callbook_xxh3_64(
    const void *bytes, size_t count, const void *rest, size_t rest_count) {
  XXH3_state_t state;
  XXH3_64bits_reset(&state);
  XXH3_64bits_update(&state, bytes, count);
  if (rest_count > 0) XXH3_64bits_update(&state, rest, rest_count);
  return XXH3_64bits_digest(&state);
}

void *callbook_xxh3_128_begin(void) {
  XXH3_state_t *state = XXH3_createState();
  if (state) XXH3_128bits_reset(state);
  return state;
}

void callbook_xxh3_128_update(void *state, const void *bytes, size_t count) {
  XXH3_128bits_update(state, bytes, count);
}

void callbook_xxh3_128_digest(void *state, unsigned char digest[16]) {
  XXH128_canonical_t canonical;
  XXH128_canonicalFromHash(&canonical, XXH3_128bits_digest(state));
  memcpy(digest, canonical.digest, sizeof canonical.digest);
}

void callbook_xxh3_128_end(void *state) { XXH3_freeState(state); }
