#ifndef CALLBOOK_SHORT_TEXT_H
#define CALLBOOK_SHORT_TEXT_H

#include <stddef.h>
#include <stdint.h>

#if defined(__SSE2__)
#include <emmintrin.h>
#endif

/// Where bytes of a few kinds stand in a short text: bit n for byte n.
struct callbook_places {
  uint32_t digits;
  uint32_t hyphens;
  uint32_t blanks;
  uint32_t opens;
  uint32_t closes;
  uint32_t pluses;
};

#if defined(__SSE2__)

static inline uint32_t callbook_places_of(__m128i bytes, char byte) {
  return (uint32_t)_mm_movemask_epi8(_mm_cmpeq_epi8(bytes, _mm_set1_epi8(byte)));
}

static inline struct callbook_places callbook_find_places_in(__m128i bytes) {
  __m128i value = _mm_sub_epi8(bytes, _mm_set1_epi8('0'));
  __m128i digits = _mm_cmpeq_epi8(_mm_min_epu8(value, _mm_set1_epi8(9)), value);
  struct callbook_places places = {
      (uint32_t)_mm_movemask_epi8(digits), callbook_places_of(bytes, '-'),
      callbook_places_of(bytes, ' '),      callbook_places_of(bytes, '('),
      callbook_places_of(bytes, ')'),      callbook_places_of(bytes, '+'),
  };
  return places;
}

/// Where the bytes of a text of 8 … 32 bytes are digits, "-", " ", "(", ")" and "+".
static inline struct callbook_places callbook_find_places(const uint8_t *text, size_t count) {
  // Two halves that overlap, so that nothing outside the text is read.
  struct callbook_places places, end;
  size_t shift;
  if (count >= 16) {
    shift = count - 16;
    places = callbook_find_places_in(_mm_loadu_si128((const __m128i *)text));
    end = callbook_find_places_in(_mm_loadu_si128((const __m128i *)(text + shift)));
  } else {
    shift = count - 8;
    places = callbook_find_places_in(_mm_loadl_epi64((const __m128i *)text));
    end = callbook_find_places_in(_mm_loadl_epi64((const __m128i *)(text + shift)));
  }
  places.digits |= end.digits << shift;
  places.hyphens |= end.hyphens << shift;
  places.blanks |= end.blanks << shift;
  places.opens |= end.opens << shift;
  places.closes |= end.closes << shift;
  places.pluses |= end.pluses << shift;
  return places;
}

#else

/// Where the bytes of a text of 8 … 32 bytes are digits, "-", " ", "(", ")" and "+".
static inline struct callbook_places callbook_find_places(const uint8_t *text, size_t count) {
  struct callbook_places places = {0, 0, 0, 0, 0, 0};
  for (size_t at = 0; at < count; at++) {
    uint32_t place = (uint32_t)1 << at;
    uint8_t byte = text[at];
    if (byte >= '0' && byte <= '9') places.digits |= place;
    if (byte == '-') places.hyphens |= place;
    if (byte == ' ') places.blanks |= place;
    if (byte == '(') places.opens |= place;
    if (byte == ')') places.closes |= place;
    if (byte == '+') places.pluses |= place;
  }
  return places;
}

#endif

#endif
