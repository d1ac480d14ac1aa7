#include "highest_mix.h"

#if defined(__x86_64__) && defined(__GNUC__) && !defined(CALLBOOK_SCALAR)

#include <immintrin.h>

#define WIDE __attribute__((target("avx512f,avx512dq")))

WIDE static inline __m512i mix(__m512i z) {
  z = _mm512_xor_si512(z, _mm512_srli_epi64(z, 30));
  z = _mm512_mullo_epi64(z, _mm512_set1_epi64((long long)0xBF58476D1CE4E5B9));
  z = _mm512_xor_si512(z, _mm512_srli_epi64(z, 27));
  z = _mm512_mullo_epi64(z, _mm512_set1_epi64((long long)0x94D049BB133111EB));
  return _mm512_xor_si512(z, _mm512_srli_epi64(z, 31));
}

WIDE static size_t highest(uint64_t seed, const uint64_t *values, size_t count) {
  const __m512i seeds = _mm512_set1_epi64((long long)seed);
  __m512i best = _mm512_setzero_si512();
  __m512i best_index = best;
  __m512i index = _mm512_setr_epi64(0, 1, 2, 3, 4, 5, 6, 7);
  for (size_t at = 0; at < count; at += 8) {
    __mmask8 there = count - at >= 8 ? 0xFF : (__mmask8)((1 << (count - at)) - 1);
    __m512i score = mix(_mm512_xor_si512(seeds, _mm512_maskz_loadu_epi64(there, values + at)));
    // Only a higher score wins, so that each lane keeps the first of equals.
    __mmask8 better = _mm512_mask_cmpgt_epu64_mask(there, score, best);
    best = _mm512_mask_mov_epi64(best, better, score);
    best_index = _mm512_mask_mov_epi64(best_index, better, index);
    index = _mm512_add_epi64(index, _mm512_set1_epi64(8));
  }
  __m512i top = _mm512_set1_epi64((long long)_mm512_reduce_max_epu64(best));
  return _mm512_mask_reduce_min_epu64(_mm512_cmpeq_epu64_mask(best, top), best_index);
}

int callbook_has_highest_mix(void) {
  return __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512dq");
}

size_t callbook_highest_mix(uint64_t seed, const uint64_t *values, size_t count) {
  return highest(seed, values, count);
}

#else

int callbook_has_highest_mix(void) { return 0; }

size_t callbook_highest_mix(uint64_t seed, const uint64_t *values, size_t count) {
  (void)seed;
  (void)values;
  (void)count;
  return 0;
}

#endif
