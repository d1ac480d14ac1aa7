#ifndef CALLBOOK_VECTORS_H
#define CALLBOOK_VECTORS_H

#include <stdint.h>
#include <string.h>

// Sixteen bytes at a time: load them, compare each, and gather the answers as one bit a byte. All that
// tells bytes apart is written once on top of these few, for SSE2, NEON, and with CALLBOOK_SCALAR or on
// any other processor in plain C, which the tests hold the others to.

enum { CALLBOOK_VECTOR = 16 };

#if defined(CALLBOOK_SCALAR)
#define CALLBOOK_VECTORS "plain C"
#elif defined(__SSE2__)
#include <emmintrin.h>
#define CALLBOOK_VECTORS "SSE2"
#elif defined(__aarch64__) && defined(__ARM_NEON)
#include <arm_neon.h>
#define CALLBOOK_VECTORS "NEON"
#define CALLBOOK_NEON 1
#else
#define CALLBOOK_VECTORS "plain C"
#define CALLBOOK_SCALAR 1
#endif

#if defined(CALLBOOK_SCALAR)

/// Sixteen bytes.
typedef struct {
  uint8_t at[CALLBOOK_VECTOR];
} callbook_bytes;
/// Which of sixteen bytes are what was asked for: bit n for byte n.
typedef uint32_t callbook_hits;

/// The sixteen bytes at `text`.
static inline callbook_bytes callbook_load(const uint8_t *text) {
  callbook_bytes bytes;
  memcpy(bytes.at, text, CALLBOOK_VECTOR);
  return bytes;
}

/// The eight bytes at `text`, and zeros.
static inline callbook_bytes callbook_load_half(const uint8_t *text) {
  callbook_bytes bytes = {{0}};
  memcpy(bytes.at, text, CALLBOOK_VECTOR / 2);
  return bytes;
}

/// The bytes that are `byte`.
static inline callbook_hits callbook_equal(callbook_bytes bytes, uint8_t byte) {
  callbook_hits hits = 0;
  for (int n = 0; n < CALLBOOK_VECTOR; n++) hits |= (callbook_hits)(bytes.at[n] == byte) << n;
  return hits;
}

/// The bytes from `first` to `last`, both included; `first` <= `last`.
static inline callbook_hits callbook_between(callbook_bytes bytes, uint8_t first, uint8_t last) {
  callbook_hits hits = 0;
  for (int n = 0; n < CALLBOOK_VECTOR; n++)
    hits |= (callbook_hits)(bytes.at[n] >= first && bytes.at[n] <= last) << n;
  return hits;
}

/// The bytes that are hits of one or the other.
static inline callbook_hits callbook_either(callbook_hits one, callbook_hits other) {
  return one | other;
}

/// The hits as bits, the first byte lowest.
static inline uint32_t callbook_mask(callbook_hits hits) { return hits; }

#elif defined(CALLBOOK_NEON)

typedef uint8x16_t callbook_bytes;
typedef uint8x16_t callbook_hits;

static inline callbook_bytes callbook_load(const uint8_t *text) { return vld1q_u8(text); }

static inline callbook_bytes callbook_load_half(const uint8_t *text) {
  return vcombine_u8(vld1_u8(text), vdup_n_u8(0));
}

static inline callbook_hits callbook_equal(callbook_bytes bytes, uint8_t byte) {
  return vceqq_u8(bytes, vdupq_n_u8(byte));
}

static inline callbook_hits callbook_between(callbook_bytes bytes, uint8_t first, uint8_t last) {
  return vcleq_u8(vsubq_u8(bytes, vdupq_n_u8(first)), vdupq_n_u8((uint8_t)(last - first)));
}

static inline callbook_hits callbook_either(callbook_hits one, callbook_hits other) {
  return vorrq_u8(one, other);
}

static inline uint32_t callbook_mask(callbook_hits hits) {
  static const uint8_t weights[CALLBOOK_VECTOR] = {1, 2, 4, 8, 16, 32, 64, 128, 1, 2, 4, 8, 16, 32, 64, 128};
  uint8x16_t bits = vandq_u8(hits, vld1q_u8(weights));
  return vaddv_u8(vget_low_u8(bits)) | (uint32_t)vaddv_u8(vget_high_u8(bits)) << 8;
}

#else

typedef __m128i callbook_bytes;
typedef __m128i callbook_hits;

static inline callbook_bytes callbook_load(const uint8_t *text) {
  return _mm_loadu_si128((const __m128i *)text);
}

static inline callbook_bytes callbook_load_half(const uint8_t *text) {
  return _mm_loadl_epi64((const __m128i *)text);
}

static inline callbook_hits callbook_equal(callbook_bytes bytes, uint8_t byte) {
  return _mm_cmpeq_epi8(bytes, _mm_set1_epi8((char)byte));
}

static inline callbook_hits callbook_between(callbook_bytes bytes, uint8_t first, uint8_t last) {
  __m128i value = _mm_sub_epi8(bytes, _mm_set1_epi8((char)first));
  return _mm_cmpeq_epi8(_mm_min_epu8(value, _mm_set1_epi8((char)(last - first))), value);
}

static inline callbook_hits callbook_either(callbook_hits one, callbook_hits other) {
  return _mm_or_si128(one, other);
}

static inline uint32_t callbook_mask(callbook_hits hits) { return (uint32_t)_mm_movemask_epi8(hits); }

#endif

#endif
