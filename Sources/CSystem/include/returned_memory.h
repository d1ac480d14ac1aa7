#ifndef CALLBOOK_RETURNED_MEMORY_H
#define CALLBOOK_RETURNED_MEMORY_H

/// Makes freed blocks of so many bytes and more go back to the system at once, for good.
///
/// The C library of GNU keeps larger and larger ones by itself, each thread its own.
void callbook_return_blocks_from(int bytes);

#endif
