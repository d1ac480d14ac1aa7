#include "utf8.h"

#if defined(__x86_64__) && defined(__GNUC__) && !defined(CALLBOOK_SCALAR)

#include <immintrin.h>
#include <string.h>

// The range check of J. Keiser and D. Lemire, "Validating UTF-8 in less than one instruction per
// byte" (Software: Practice and Experience 51, 2021): every pair of neighbouring bytes is looked up
// by three of its four half-bytes, and the three answers have a bit in common only if the pair is
// wrong in that way.

enum {
  LEAD_WITHOUT_TRAIL = 1 << 0,
  TRAIL_WITHOUT_LEAD = 1 << 1,
  OVERLONG_OF_3 = 1 << 2,
  ABOVE_10FFFF = 1 << 3,
  SURROGATE = 1 << 4,
  OVERLONG_OF_2 = 1 << 5,
  OVERLONG_OF_4 = 1 << 6,
  ABOVE_13FFFF = 1 << 6,  // shares its bit: no second half-byte belongs to both
  TWO_TRAILS = 1 << 7,    // wrong unless a lead of three or four bytes stands before them
  ANY_LOW = LEAD_WITHOUT_TRAIL | TRAIL_WITHOUT_LEAD | TWO_TRAILS,
  FROM_F5 = ANY_LOW | ABOVE_10FFFF | ABOVE_13FFFF,
  ANY_TRAIL = TRAIL_WITHOUT_LEAD | OVERLONG_OF_2 | TWO_TRAILS,
};

#define BOTH_LANES(...) _mm256_setr_epi8(__VA_ARGS__, __VA_ARGS__)

/// What is wrong with `input` behind `before`, byte by byte; 0 where nothing is.
__attribute__((target("avx2"))) static inline __m256i wrong_in(__m256i input, __m256i before) {
  const __m256i by_first_high = BOTH_LANES(
      TRAIL_WITHOUT_LEAD, TRAIL_WITHOUT_LEAD, TRAIL_WITHOUT_LEAD, TRAIL_WITHOUT_LEAD,
      TRAIL_WITHOUT_LEAD, TRAIL_WITHOUT_LEAD, TRAIL_WITHOUT_LEAD, TRAIL_WITHOUT_LEAD,
      (char)TWO_TRAILS, (char)TWO_TRAILS, (char)TWO_TRAILS, (char)TWO_TRAILS,
      LEAD_WITHOUT_TRAIL | OVERLONG_OF_2, LEAD_WITHOUT_TRAIL,
      LEAD_WITHOUT_TRAIL | OVERLONG_OF_3 | SURROGATE,
      LEAD_WITHOUT_TRAIL | ABOVE_10FFFF | ABOVE_13FFFF);
  const __m256i by_first_low = BOTH_LANES(
      (char)(ANY_LOW | OVERLONG_OF_3 | OVERLONG_OF_2 | OVERLONG_OF_4),
      (char)(ANY_LOW | OVERLONG_OF_2), (char)ANY_LOW, (char)ANY_LOW,
      (char)(ANY_LOW | ABOVE_10FFFF), (char)FROM_F5, (char)FROM_F5, (char)FROM_F5, (char)FROM_F5,
      (char)FROM_F5, (char)FROM_F5, (char)FROM_F5, (char)FROM_F5, (char)(FROM_F5 | SURROGATE),
      (char)FROM_F5, (char)FROM_F5);
  const __m256i by_second_high = BOTH_LANES(
      LEAD_WITHOUT_TRAIL, LEAD_WITHOUT_TRAIL, LEAD_WITHOUT_TRAIL, LEAD_WITHOUT_TRAIL,
      LEAD_WITHOUT_TRAIL, LEAD_WITHOUT_TRAIL, LEAD_WITHOUT_TRAIL, LEAD_WITHOUT_TRAIL,
      (char)(ANY_TRAIL | OVERLONG_OF_3 | ABOVE_13FFFF | OVERLONG_OF_4),
      (char)(ANY_TRAIL | OVERLONG_OF_3 | ABOVE_10FFFF),
      (char)(ANY_TRAIL | SURROGATE | ABOVE_10FFFF), (char)(ANY_TRAIL | SURROGATE | ABOVE_10FFFF),
      LEAD_WITHOUT_TRAIL, LEAD_WITHOUT_TRAIL, LEAD_WITHOUT_TRAIL, LEAD_WITHOUT_TRAIL);
  const __m256i half = _mm256_set1_epi8(0x0F);

  __m256i joint = _mm256_permute2x128_si256(before, input, 0x21);
  __m256i one_before = _mm256_alignr_epi8(input, joint, 15);
  __m256i two_before = _mm256_alignr_epi8(input, joint, 14);
  __m256i three_before = _mm256_alignr_epi8(input, joint, 13);

  __m256i wrong = _mm256_and_si256(
      _mm256_and_si256(
          _mm256_shuffle_epi8(
              by_first_high, _mm256_and_si256(_mm256_srli_epi16(one_before, 4), half)),
          _mm256_shuffle_epi8(by_first_low, _mm256_and_si256(one_before, half))),
      _mm256_shuffle_epi8(by_second_high, _mm256_and_si256(_mm256_srli_epi16(input, 4), half)));

  // A third byte behind E0 … or a fourth behind F0 … has to be a trail behind a trail.
  __m256i third = _mm256_subs_epu8(two_before, _mm256_set1_epi8(0xE0 - 0x80));
  __m256i fourth = _mm256_subs_epu8(three_before, _mm256_set1_epi8((char)(0xF0 - 0x80)));
  __m256i expected = _mm256_and_si256(
      _mm256_or_si256(third, fourth), _mm256_set1_epi8((char)TWO_TRAILS));
  return _mm256_xor_si256(expected, wrong);
}

__attribute__((target("avx2"))) static int is_utf8(const unsigned char *text, size_t count) {
  __m256i before = _mm256_setzero_si256();
  __m256i wrong = before;
  size_t at = 0;
  for (; at + 32 <= count; at += 32) {
    __m256i input = _mm256_loadu_si256((const __m256i *)(text + at));
    // ASCII behind ASCII needs no look.
    if (_mm256_movemask_epi8(_mm256_or_si256(input, before)) != 0)
      wrong = _mm256_or_si256(wrong, wrong_in(input, before));
    before = input;
  }
  // The rest, and at least one zero behind it, behind which nothing can be left open.
  unsigned char rest[64] = {0};
  memcpy(rest, text + at, count - at);
  for (int part = 0; part < 64; part += 32) {
    __m256i input = _mm256_loadu_si256((const __m256i *)(rest + part));
    wrong = _mm256_or_si256(wrong, wrong_in(input, before));
    before = input;
  }
  return _mm256_testz_si256(wrong, wrong);
}

int callbook_has_is_utf8(void) { return __builtin_cpu_supports("avx2") != 0; }

int callbook_is_utf8(const unsigned char *text, size_t count) {
  return callbook_has_is_utf8() && is_utf8(text, count);
}

#else

int callbook_has_is_utf8(void) { return 0; }

int callbook_is_utf8(const unsigned char *text, size_t count) {
  (void)text;
  (void)count;
  return 0;
}

#endif
