// The functions of one block, which libcrypto 3 deprecates in favour of contexts, are four times as
// fast for a few bytes.
#define OPENSSL_SUPPRESS_DEPRECATED
#include <openssl/evp.h>
#include <openssl/sha.h>
#include <openssl/err.h>
#include <openssl/pem.h>
#include <stddef.h>
#include <stdint.h>

/// The first eight bytes of the SHA-256 of `count` bytes, the lowest first.
static inline uint64_t callbook_sha256_lowest_eight_bytes(const void *bytes, size_t count) {
  SHA256_CTX context;
  unsigned char digest[SHA256_DIGEST_LENGTH];
  SHA256_Init(&context);
  SHA256_Update(&context, bytes, count);
  SHA256_Final(digest, &context);
  uint64_t value = 0;
  for (int place = 7; place >= 0; place--) value = value << 8 | digest[place];
  return value;
}
