#ifndef CALLBOOK_PLAIN_TEXT_H
#define CALLBOOK_PLAIN_TEXT_H

#include <stddef.h>
#include <stdint.h>

#if defined(__SSE2__)
#include <emmintrin.h>
#endif

/// The first place from `at` on that holds a control character, "<", "&", "]" or the byte 0xEF;
/// `end` where there is none.
static inline size_t callbook_end_of_plain_text(const uint8_t *text, size_t at, size_t end) {
#if defined(__SSE2__)
  const __m128i last_control = _mm_set1_epi8(0x1F);
  for (; at + 16 <= end; at += 16) {
    __m128i bytes = _mm_loadu_si128((const __m128i *)(text + at));
    __m128i controls = _mm_cmpeq_epi8(_mm_min_epu8(bytes, last_control), bytes);
    __m128i markup = _mm_or_si128(
        _mm_cmpeq_epi8(bytes, _mm_set1_epi8('<')), _mm_cmpeq_epi8(bytes, _mm_set1_epi8('&')));
    __m128i others = _mm_or_si128(
        _mm_cmpeq_epi8(bytes, _mm_set1_epi8(']')), _mm_cmpeq_epi8(bytes, _mm_set1_epi8((char)0xEF)));
    int found = _mm_movemask_epi8(_mm_or_si128(controls, _mm_or_si128(markup, others)));
    if (found != 0) return at + (size_t)__builtin_ctz((unsigned)found);
  }
#endif
  for (; at < end; at++) {
    uint8_t byte = text[at];
    if (byte < 0x20 || byte == '<' || byte == '&' || byte == ']' || byte == 0xEF) break;
  }
  return at;
}

#endif
