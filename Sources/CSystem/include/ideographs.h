#ifndef CALLBOOK_IDEOGRAPHS_H
#define CALLBOOK_IDEOGRAPHS_H

#include <stddef.h>
#include <stdint.h>

/// Whether a text is of visible ASCII, blanks and the characters U+4000 … U+9FFF alone, all
/// well-formed UTF-8: 1 when it is; 0 when it is not, or when that cannot be told in few steps
/// (texts shorter than 16 or longer than 60 bytes, other processors).
int callbook_is_ascii_and_ideographs(const uint8_t *text, size_t count);

#endif
