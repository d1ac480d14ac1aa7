#ifndef CALLBOOK_SHORT_TEXT_H
#define CALLBOOK_SHORT_TEXT_H

#include <stddef.h>

#include "vectors.h"

/// Where bytes of a few kinds stand in a short text: bit n for byte n.
struct callbook_places {
  uint32_t digits;
  uint32_t hyphens;
  uint32_t blanks;
  uint32_t opens;
  uint32_t closes;
  uint32_t pluses;
};

static inline struct callbook_places callbook_find_places_in(callbook_bytes bytes) {
  struct callbook_places places = {
      callbook_mask(callbook_between(bytes, '0', '9')), callbook_mask(callbook_equal(bytes, '-')),
      callbook_mask(callbook_equal(bytes, ' ')),        callbook_mask(callbook_equal(bytes, '(')),
      callbook_mask(callbook_equal(bytes, ')')),        callbook_mask(callbook_equal(bytes, '+')),
  };
  return places;
}

/// Where the bytes of a text of 8 … 32 bytes are digits, "-", " ", "(", ")" and "+".
static inline struct callbook_places callbook_find_places(const uint8_t *text, size_t count) {
  // Two halves that overlap, so that nothing outside the text is read.
  struct callbook_places places, end;
  size_t shift;
  if (count >= CALLBOOK_VECTOR) {
    shift = count - CALLBOOK_VECTOR;
    places = callbook_find_places_in(callbook_load(text));
    end = callbook_find_places_in(callbook_load(text + shift));
  } else {
    shift = count - CALLBOOK_VECTOR / 2;
    places = callbook_find_places_in(callbook_load_half(text));
    end = callbook_find_places_in(callbook_load_half(text + shift));
  }
  places.digits |= end.digits << shift;
  places.hyphens |= end.hyphens << shift;
  places.blanks |= end.blanks << shift;
  places.opens |= end.opens << shift;
  places.closes |= end.closes << shift;
  places.pluses |= end.pluses << shift;
  return places;
}

#endif
