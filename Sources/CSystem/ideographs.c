#include "ideographs.h"

#include "vectors.h"

enum { WIDTH = CALLBOOK_VECTOR, SHORTEST = WIDTH, LONGEST = 60 };

/// Which of 16 bytes are what, one bit each.
struct kinds {
  uint64_t ascii;
  uint64_t leads;
  uint64_t trails;
};

static inline struct kinds kinds_of(const uint8_t *text) {
  callbook_bytes bytes = callbook_load(text);
  struct kinds kinds = {
      callbook_mask(callbook_between(bytes, 0x20, 0x7E)),
      callbook_mask(callbook_between(bytes, 0xE4, 0xE9)),
      callbook_mask(callbook_between(bytes, 0x80, 0xBF)),
  };
  return kinds;
}

/// Adds what the 16 bytes from `at` on are.
static inline void add(struct kinds *all, const uint8_t *text, size_t at) {
  struct kinds here = kinds_of(text + at);
  all->ascii |= here.ascii << at;
  all->leads |= here.leads << at;
  all->trails |= here.trails << at;
}

int callbook_is_ascii_and_ideographs(const uint8_t *text, size_t count) {
  if (count < SHORTEST || count > LONGEST) return 0;
  struct kinds all = kinds_of(text);
  for (size_t at = WIDTH; at + WIDTH < count; at += WIDTH) add(&all, text, at);
  // The last sixteen, which may have been looked at in part.
  add(&all, text, count - WIDTH);
  // Every lead has two trails behind it, and no trail stands anywhere else.
  uint64_t every = ((uint64_t)1 << count) - 1;
  return (all.ascii | all.leads | all.trails) == every
      && all.trails == (all.leads << 1 | all.leads << 2);
}
