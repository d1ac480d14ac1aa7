// The functions of one block, which libcrypto 3 deprecates in favour of contexts, are four times as
// fast for a few bytes.
#define OPENSSL_SUPPRESS_DEPRECATED
#include <openssl/evp.h>
#include <openssl/sha.h>
#include <openssl/err.h>
#include <openssl/pem.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

/// The first eight bytes of the SHA-256 of `count` bytes, the lowest first.
static inline uint64_t callbook_sha256_lowest_eight_bytes(const void *bytes, size_t count) {
  SHA256_CTX context;
  unsigned char digest[SHA256_DIGEST_LENGTH];
  SHA256_Init(&context);
  if (count > 0 && count < 56) {
    /* What fits in one block is padded here; a keyword is hashed by one call. */
    unsigned char block[SHA256_CBLOCK] = {0};
    memcpy(block, bytes, count);
    block[count] = 0x80;
    block[62] = (unsigned char)(count >> 5);
    block[63] = (unsigned char)(count << 3);
    SHA256_Transform(&context, block);
    for (int place = 0; place < 8; place++)
      digest[place] = (unsigned char)(context.h[place / 4] >> (24 - 8 * (place % 4)));
  } else {
    SHA256_Update(&context, bytes, count);
    SHA256_Final(digest, &context);
  }
  uint64_t value = 0;
  for (int place = 7; place >= 0; place--) value = value << 8 | digest[place];
  return value;
}
