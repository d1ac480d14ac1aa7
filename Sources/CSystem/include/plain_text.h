#ifndef CALLBOOK_PLAIN_TEXT_H
#define CALLBOOK_PLAIN_TEXT_H

#include <stddef.h>

#include "vectors.h"

/// The first place from `at` on that holds a control character, "<", "&", "]" or the byte 0xEF;
/// `end` where there is none.
static inline size_t callbook_end_of_plain_text(const uint8_t *text, size_t at, size_t end) {
  for (; at + CALLBOOK_VECTOR <= end; at += CALLBOOK_VECTOR) {
    callbook_bytes bytes = callbook_load(text + at);
    callbook_hits markup = callbook_either(callbook_equal(bytes, '<'), callbook_equal(bytes, '&'));
    callbook_hits others = callbook_either(callbook_equal(bytes, ']'), callbook_equal(bytes, 0xEF));
    callbook_hits controls = callbook_between(bytes, 0, 0x1F);
    uint32_t found = callbook_mask(callbook_either(controls, callbook_either(markup, others)));
    if (found != 0) return at + (size_t)__builtin_ctz(found);
  }
  for (; at < end; at++) {
    uint8_t byte = text[at];
    if (byte < 0x20 || byte == '<' || byte == '&' || byte == ']' || byte == 0xEF) break;
  }
  return at;
}

#endif
