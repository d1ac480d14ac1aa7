#ifndef CALLBOOK_HIGHEST_MIX_H
#define CALLBOOK_HIGHEST_MIX_H

#include <stddef.h>
#include <stdint.h>

/// Whether this processor has instructions for `callbook_highest_mix`: 1 or 0.
int callbook_has_highest_mix(void);

/// The index of the value with the highest `mix(seed ^ value)`, the first of equals; `count` > 0.
///
/// `mix` is the finalizer of SplitMix64, taken of eight values at a time.
size_t callbook_highest_mix(uint64_t seed, const uint64_t *values, size_t count);

#endif
