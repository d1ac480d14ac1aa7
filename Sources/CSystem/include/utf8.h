#ifndef CALLBOOK_UTF8_H
#define CALLBOOK_UTF8_H

#include <stddef.h>

/// Whether this processor has instructions for `callbook_is_utf8`: 1 or 0.
int callbook_has_is_utf8(void);

/// Whether `count` bytes are well-formed UTF-8: 1 when they are; 0 when they are not, or when this
/// processor has no instructions for telling quickly.
int callbook_is_utf8(const unsigned char *text, size_t count);

#endif
