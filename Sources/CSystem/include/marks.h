#ifndef CALLBOOK_MARKS_H
#define CALLBOOK_MARKS_H

#include <stddef.h>
#include <stdint.h>

/// The most bytes that are searched in one call.
enum { CALLBOOK_LONGEST_WINDOW = 4096 };

/// Writes the places of the bytes of `text` that are an LF, a CR, `one` or `other` to `places`, in
/// ascending order, and returns how many they are.
///
/// `count` is at most `CALLBOOK_LONGEST_WINDOW`; `places` has room for as many and 64 more.
size_t callbook_find_marks(
    const uint8_t *text, size_t count, uint8_t one, uint8_t other, uint16_t *places);

#endif
