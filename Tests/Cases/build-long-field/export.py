"""Writes an export whose second row is one field of 200 MB, quoted or not."""
import sys

write = sys.stdout.buffer.write
quote = sys.argv[1].encode()
write("number,label\n0255667788,花店\n0255667789,".encode() + quote)
for _ in range(200):
    write(b"x" * (1 << 20))
write(quote + "\n0255667790,快樂麵包\n".encode())
