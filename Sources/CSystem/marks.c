#include "marks.h"

#include "vectors.h"

#if defined(__x86_64__) && defined(__GNUC__) && !defined(CALLBOOK_SCALAR)
#include <immintrin.h>
#define HAS_WIDE_REGISTERS 1
#endif

/// The marks of 64 bytes, one bit each.
static inline uint64_t marks_of(const uint8_t *text, uint8_t one, uint8_t other) {
  uint64_t marks = 0;
  for (int at = 0; at < 64; at += CALLBOOK_VECTOR) {
    callbook_bytes bytes = callbook_load(text + at);
    callbook_hits ends = callbook_either(callbook_equal(bytes, '\n'), callbook_equal(bytes, '\r'));
    callbook_hits others = callbook_either(callbook_equal(bytes, one), callbook_equal(bytes, other));
    marks |= (uint64_t)callbook_mask(callbook_either(ends, others)) << at;
  }
  return marks;
}

/// Writes the places of the bits that are set, eight at a time: how many there are is guessed right
/// almost always, and what is written behind the last one is overwritten by the next.
static inline size_t write_places(uint64_t marks, size_t start, uint16_t *places) {
  size_t count = (size_t)__builtin_popcountll(marks);
  for (size_t written = 0; written < count; written += 8) {
    for (int more = 0; more < 8; more++) {
      // The highest bit keeps the count of zeros defined behind the last mark.
      places[written + more] =
          (uint16_t)(start + (size_t)__builtin_ctzll(marks | (uint64_t)1 << 63));
      marks &= marks - 1;
    }
  }
  return count;
}

/// Does the same for the last bytes, of which there are less than 64.
static size_t find_in_rest(
    const uint8_t *text, size_t start, size_t count, uint8_t one, uint8_t other,
    uint16_t *places) {
  uint8_t last[64] = {0};
  memcpy(last, text + start, count);
  uint64_t marks = marks_of(last, one, other) & (((uint64_t)1 << count) - 1);
  return write_places(marks, start, places);
}

#ifdef HAS_WIDE_REGISTERS
__attribute__((target("avx2,bmi,popcnt"))) static size_t find_in_wide_registers(
    const uint8_t *text, size_t count, uint8_t one, uint8_t other, uint16_t *places) {
  const __m256i line_feed = _mm256_set1_epi8('\n');
  const __m256i carriage_return = _mm256_set1_epi8('\r');
  const __m256i first = _mm256_set1_epi8((char)one);
  const __m256i second = _mm256_set1_epi8((char)other);
  size_t found = 0;
  size_t start = 0;
  for (; start + 64 <= count; start += 64) {
    uint64_t marks = 0;
    for (int half = 0; half < 2; half++) {
      __m256i bytes = _mm256_loadu_si256((const __m256i *)(text + start) + half);
      __m256i ends = _mm256_or_si256(
          _mm256_cmpeq_epi8(bytes, line_feed), _mm256_cmpeq_epi8(bytes, carriage_return));
      __m256i others =
          _mm256_or_si256(_mm256_cmpeq_epi8(bytes, first), _mm256_cmpeq_epi8(bytes, second));
      uint32_t bits = (uint32_t)_mm256_movemask_epi8(_mm256_or_si256(ends, others));
      marks |= (uint64_t)bits << (32 * half);
    }
    found += write_places(marks, start, places + found);
  }
  return found + find_in_rest(text, start, count - start, one, other, places + found);
}
#endif

static size_t find_by_vectors(
    const uint8_t *text, size_t count, uint8_t one, uint8_t other, uint16_t *places) {
  size_t found = 0;
  size_t start = 0;
  for (; start + 64 <= count; start += 64)
    found += write_places(marks_of(text + start, one, other), start, places + found);
  return found + find_in_rest(text, start, count - start, one, other, places + found);
}

size_t callbook_find_marks(
    const uint8_t *text, size_t count, uint8_t one, uint8_t other, uint16_t *places) {
#ifdef HAS_WIDE_REGISTERS
  if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi"))
    return find_in_wide_registers(text, count, one, other, places);
#endif
  return find_by_vectors(text, count, one, other, places);
}
