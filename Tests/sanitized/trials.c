// The C of Sources/CSystem under the address and undefined behaviour sanitizers: every text stands in
// memory of exactly its size, so that one byte read or written beside it ends the program, and every
// answer is held against one that is counted byte by byte. Usage: trials ROUNDS SEED
#define _GNU_SOURCE
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "highest_mix.h"
#include "ideographs.h"
#include "keyword_hashes.h"
#include "marks.h"
#include "nameless.h"
#include "past_cache.h"
#include "plain_text.h"
#include "returned_memory.h"
#include "short_text.h"
#include "utf8.h"

static uint64_t state;

static uint64_t mixed(uint64_t z) {
  z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9;
  z = (z ^ (z >> 27)) * 0x94D049BB133111EB;
  return z ^ (z >> 31);
}

static uint64_t draw(void) { return mixed(state += 0x9E3779B97F4A7C15); }

static void expect(int is_right, const char *what, size_t count) {
  if (is_right) return;
  fprintf(stderr, "%s: wrong for %zu bytes\n", what, count);
  exit(1);
}

/// One scalar as UTF-8, now and then a wrong one; returns how many bytes it has.
static size_t put_scalar(uint8_t *at) {
  uint32_t ranges[] = {0x7F, 0x20, 0x7FF, 0x4000, 0x9FFF, 0xD7FF, 0xDFFF, 0xFFFF, 0x10FFFF, 0x13FFFF};
  uint64_t dice = draw();
  uint32_t scalar = dice % 3 == 0 ? 0x20 + dice / 8 % 0x5F : dice % 3 == 1 ? 0x4000 + dice / 8 % 0x6000
                                                           : ranges[dice / 8 % 10] - dice / 128 % 3;
  int wrong = dice >> 40 & 63;
  size_t count = scalar < 0x80 ? 1 : scalar < 0x800 ? 2 : scalar < 0x10000 ? 3 : 4;
  if (wrong == 0 && count < 4) count++;
  static const uint8_t leads[] = {0, 0, 0xC0, 0xE0, 0xF0};
  for (size_t n = count - 1; n > 0; n--, scalar >>= 6) at[n] = 0x80 | (scalar & 0x3F);
  at[0] = (uint8_t)(leads[count] | scalar);
  if (wrong == 1) at[dice >> 48 & (count - 1)] ^= 1 << (dice >> 56 & 7);
  return count;
}

/// The definition of the Unicode Standard, table 3-7.
static int is_well_formed(const uint8_t *text, size_t count) {
  for (size_t at = 0; at < count;) {
    uint8_t lead = text[at++];
    int trails = lead < 0x80 ? 0 : lead >= 0xC2 && lead < 0xE0 ? 1 : (lead & 0xF0) == 0xE0 ? 2
               : lead >= 0xF0 && lead < 0xF5 ? 3 : -1;
    if (trails < 0 || (size_t)trails > count - at) return 0;
    uint8_t least = lead == 0xE0 ? 0xA0 : lead == 0xF0 ? 0x90 : 0x80;
    uint8_t most = lead == 0xED ? 0x9F : lead == 0xF4 ? 0x8F : 0xBF;
    for (int n = 0; n < trails; n++, at++, least = 0x80, most = 0xBF)
      if (text[at] < least || text[at] > most) return 0;
  }
  return 1;
}

static int is_plain(const uint8_t *text, size_t count) {
  for (size_t at = 0; at < count; at++)
    if (text[at] < 0x20 || text[at] == 0x7F || (text[at] >= 0x80 && text[at] < 0xE4 && text[at] >= 0xC0)
        || text[at] > 0xE9) return 0;
  return is_well_formed(text, count);
}

static void try_utf8(void) {
  uint8_t drawn[260];
  size_t count = 0, most = draw() % 250;
  while (count < most) count += put_scalar(drawn + count);
  if (draw() % 4 == 0 && count > 0) count--;
  uint8_t *text = malloc(count);
  memcpy(text, drawn, count);
  int right = is_well_formed(text, count);
  int found = callbook_is_utf8(text, count);
  expect(callbook_has_is_utf8() ? found == right : !found, "utf8", count);
  int ideographs = callbook_is_ascii_and_ideographs(text, count);
  expect(ideographs == (count >= 16 && count <= 60 && is_plain(text, count)), "ideographs", count);
  free(text);
}

static void try_marks(void) {
  static const uint8_t few[] = {'\n', '\r', ',', '"', 'a', 0, 0xFF};
  size_t count = draw() % 3 ? draw() % 200 : draw() % (CALLBOOK_LONGEST_WINDOW + 1);
  uint8_t *text = malloc(count), one = few[draw() % 7], other = few[draw() % 7];
  uint16_t *places = malloc((count + 64) * sizeof *places);
  uint64_t share = draw() % 40;
  for (size_t at = 0; at < count; at++)
    text[at] = draw() % 40 < share ? few[draw() % 7] : (uint8_t)draw();
  size_t found = callbook_find_marks(text, count, one, other, places), next = 0;
  for (size_t at = 0; at < count; at++) {
    uint8_t byte = text[at];
    if (byte != '\n' && byte != '\r' && byte != one && byte != other) continue;
    expect(next < found && places[next] == at, "marks", count);
    next++;
  }
  expect(next == found, "marks", count);
  free(places);
  free(text);
}

static void try_short_text(void) {
  static const uint8_t few[] = "0123456789-- (+)x\xEF<&]\x1F";
  size_t count = 8 + draw() % 25, start = draw() % (count + 1);
  uint8_t *text = malloc(count);
  for (size_t at = 0; at < count; at++) text[at] = draw() % 9 ? few[draw() % 22] : (uint8_t)draw();
  struct callbook_places found = callbook_find_places(text, count);
  for (size_t at = 0; at < count; at++) {
    uint8_t byte = text[at];
    int is_right = (found.digits >> at & 1) == (byte >= '0' && byte <= '9')
                && (found.hyphens >> at & 1) == (byte == '-') && (found.blanks >> at & 1) == (byte == ' ')
                && (found.opens >> at & 1) == (byte == '(') && (found.closes >> at & 1) == (byte == ')')
                && (found.pluses >> at & 1) == (byte == '+');
    expect(is_right, "places", count);
  }
  size_t end = start;
  while (end < count && text[end] >= 0x20 && text[end] != '<' && text[end] != '&' && text[end] != ']'
         && text[end] != 0xEF) end++;
  expect(callbook_end_of_plain_text(text, start, count) == end, "plain text", count);
  free(text);
}

static void try_highest_mix(void) {
  if (!callbook_has_highest_mix()) return;
  size_t count = 1 + draw() % 70, best = 0;
  uint64_t seed = draw(), *values = malloc(count * sizeof *values);
  for (size_t at = 0; at < count; at++) values[at] = draw() % 5 ? draw() : values[draw() % (at + 1)];
  for (size_t at = 1; at < count; at++)
    if (mixed(seed ^ values[at]) > mixed(seed ^ values[best])) best = at;
  expect(callbook_highest_mix(seed, values, count) == best, "highest mix", count);
  free(values);
}

static void try_keywords(void) {
  if (!callbook_has_keyword_hashes()) return;
  // FIPS 180-4 of "01234567", "0123456789" and "0123456789012345": their first eight bytes.
  static const struct { size_t count; uint64_t hash; } known[] = {
      {8, 0x4ff103b1b9924592}, {10, 0x1e04d4f07798d884}, {16, 0x721134816da44a18}};
  uint32_t *words = malloc(CALLBOOK_KEYWORDS * CALLBOOK_KEYWORD_WORDS * sizeof *words);
  uint64_t *hashes = malloc(CALLBOOK_KEYWORDS * sizeof *hashes);
  size_t first = draw() % 3;
  for (size_t at = 0; at < CALLBOOK_KEYWORDS; at++) {
    size_t count = known[(first + at) % 3].count;
    uint8_t *text = malloc(count);
    for (size_t n = 0; n < count; n++) text[n] = (uint8_t)('0' + n % 10);
    callbook_put_keyword(words, at, text, count);
    free(text);
  }
  callbook_keyword_hashes(words, hashes);
  for (size_t at = 0; at < CALLBOOK_KEYWORDS; at++)
    expect(hashes[at] == known[(first + at) % 3].hash, "keywords", known[(first + at) % 3].count);
  free(hashes);
  free(words);
}

static void try_files(void) {
  callbook_return_blocks_from(1 << 20);
  int file = callbook_open_nameless("/tmp");
  if (file < 0) return;
  expect(pwrite(file, "x", 1, 8191) == 1, "a file without name", 1);
  int64_t cached = callbook_bytes_in_cache(file, 0, 8192);
  expect(cached >= -1 && cached <= 8192, "cached bytes", 8192);
  callbook_drop_from_cache(file, 0, 0);
  if (callbook_set_past_cache(file, 1)) expect(callbook_set_past_cache(file, 0), "past the cache", 0);
  close(file);
  expect(callbook_bytes_in_cache(-1, 0, 4096) == -1, "no file", 0);
}

int main(int count, char **arguments) {
  if (count != 3) return 2;
  long rounds = atol(arguments[1]);
  state = strtoull(arguments[2], NULL, 10);
  for (long round = 0; round < rounds; round++) {
    try_utf8();
    try_marks();
    try_short_text();
    try_highest_mix();
    try_keywords();
  }
  try_files();
  printf("sanitized C, %s: %ld rounds of texts, marks and cells%s%s%s, seed %s\n", CALLBOOK_VECTORS, rounds,
         callbook_has_is_utf8() ? ", UTF-8" : " (no UTF-8 without AVX2)",
         callbook_has_highest_mix() ? ", mixes" : " (no mixes without AVX-512)",
         callbook_has_keyword_hashes() ? ", keywords" : " (no keywords without AVX-512)", arguments[2]);
  return 0;
}
