#ifndef CALLBOOK_NAMELESS_H
#define CALLBOOK_NAMELESS_H

/// Opens a new file on the file system of a folder that has no name there, for reading and writing,
/// mode 0600; -1 where it cannot be had, and `errno` says why.
int callbook_open_nameless(const char *folder);

#endif
