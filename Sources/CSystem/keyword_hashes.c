#include "keyword_hashes.h"

#if defined(__x86_64__) && defined(__clang__) && !defined(CALLBOOK_SCALAR)

/// The same word of every text.
typedef uint32_t lanes __attribute__((vector_size(4 * CALLBOOK_KEYWORDS)));

/// FIPS 180-4, 4.2.2 and 5.3.3.
static const uint32_t constants[64] = {
    0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5,
    0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174,
    0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
    0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967,
    0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
    0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
    0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
    0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2};
static const uint32_t start[8] = {0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a,
                                  0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19};

#define ROTATED(x, n) ((x) >> (n) | (x) << (32 - (n)))

__attribute__((target("avx512f"))) static void hash_all(const uint32_t *words, uint64_t *hashes) {
  const lanes zero = {0};
  lanes w[16];
  for (int n = 0; n < 16; n++) w[n] = zero;
  memcpy(w, words, 5 * sizeof(lanes));
  memcpy(&w[15], words + 5 * CALLBOOK_KEYWORDS, sizeof(lanes));
  lanes a = zero + start[0], b = zero + start[1], c = zero + start[2], d = zero + start[3];
  lanes e = zero + start[4], f = zero + start[5], g = zero + start[6], h = zero + start[7];
#pragma clang loop unroll(full)
  for (int n = 0; n < 64; n++) {
    if (n >= 16) {
      lanes x = w[(n + 1) & 15], y = w[(n + 14) & 15];
      w[n & 15] += (ROTATED(x, 7) ^ ROTATED(x, 18) ^ x >> 3) + w[(n + 9) & 15] +
                   (ROTATED(y, 17) ^ ROTATED(y, 19) ^ y >> 10);
    }
    lanes t = h + (ROTATED(e, 6) ^ ROTATED(e, 11) ^ ROTATED(e, 25)) + ((e & f) ^ (~e & g)) +
              constants[n] + w[n & 15];
    lanes u = (ROTATED(a, 2) ^ ROTATED(a, 13) ^ ROTATED(a, 22)) + ((a & b) | (c & (a | b)));
    h = g, g = f, f = e, e = d + t, d = c, c = b, b = a, a = t + u;
  }
  a += start[0];
  b += start[1];
  for (int at = 0; at < CALLBOOK_KEYWORDS; at++)
    hashes[at] = __builtin_bswap32(a[at]) | (uint64_t)__builtin_bswap32(b[at]) << 32;
}

int callbook_has_keyword_hashes(void) { return __builtin_cpu_supports("avx512f"); }

void callbook_keyword_hashes(const uint32_t *words, uint64_t *hashes) { hash_all(words, hashes); }

#else

int callbook_has_keyword_hashes(void) { return 0; }

void callbook_keyword_hashes(const uint32_t *words, uint64_t *hashes) {
  (void)words;
  (void)hashes;
}

#endif
