#include "ideographs.h"

#if defined(__SSE2__)

#include <emmintrin.h>

enum { WIDTH = 16, SHORTEST = WIDTH, LONGEST = 60 };

/// Which of 16 bytes are what, one bit each.
struct kinds {
  uint64_t ascii;
  uint64_t leads;
  uint64_t trails;
};

static inline struct kinds kinds_of(const uint8_t *text) {
  __m128i bytes = _mm_loadu_si128((const __m128i *)text);
  // Bytes from 0x80 on are negative.
  __m128i ascii = _mm_and_si128(
      _mm_cmpgt_epi8(bytes, _mm_set1_epi8(0x1F)), _mm_cmplt_epi8(bytes, _mm_set1_epi8(0x7F)));
  __m128i behind_first_lead = _mm_sub_epi8(bytes, _mm_set1_epi8((char)0xE4));
  __m128i leads = _mm_cmpeq_epi8(
      _mm_min_epu8(behind_first_lead, _mm_set1_epi8(0xE9 - 0xE4)), behind_first_lead);
  __m128i trails = _mm_cmplt_epi8(bytes, _mm_set1_epi8((char)0xC0));
  struct kinds kinds = {
      (uint32_t)_mm_movemask_epi8(ascii),
      (uint32_t)_mm_movemask_epi8(leads),
      (uint32_t)_mm_movemask_epi8(trails),
  };
  return kinds;
}

int callbook_is_ascii_and_ideographs(const uint8_t *text, size_t count) {
  if (count < SHORTEST || count > LONGEST) return 0;
  struct kinds all = {0, 0, 0};
  size_t at = 0;
  while (1) {
    struct kinds here = kinds_of(text + at);
    all.ascii |= here.ascii << at;
    all.leads |= here.leads << at;
    all.trails |= here.trails << at;
    if (at == count - WIDTH) break;
    // The last sixteen may have been looked at in part.
    at = at + 2 * WIDTH <= count ? at + WIDTH : count - WIDTH;
  }
  // Every lead has two trails behind it, and no trail stands anywhere else.
  uint64_t every = ((uint64_t)1 << count) - 1;
  return (all.ascii | all.leads | all.trails) == every
      && all.trails == (all.leads << 1 | all.leads << 2);
}

#else

int callbook_is_ascii_and_ideographs(const uint8_t *text, size_t count) {
  (void)text;
  (void)count;
  return 0;
}

#endif
