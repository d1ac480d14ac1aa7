"""A web server on the loopback for the installer's tests, with ways to misbehave.

It serves the folder given as argument, with ETag, If-None-Match and Range; prints its port, ends
with its standard input. The file `.trouble` in that folder says what goes wrong, a line each:
`cut PATH N` closes the connection behind N bytes of each answer, `wrong PATH` changes a byte,
`status PATH N` answers with that status, `once` makes each of them happen one time only;
`endless PATH N` answers with that status and a body without end, `slow PATH S` sends a byte every
S seconds, `bomb PATH` sends 64 MB of zeros as a small gzip, `redirect PATH URL` leads elsewhere.
"""

import gzip
import hashlib
import http.server
import os
import sys
import threading
import time

ROOT = sys.argv[1]
DONE = set()


def trouble(path):
    try:
        with open(os.path.join(ROOT, ".trouble"), encoding="utf-8") as file:
            lines = [line.split() for line in file if line.strip()]
    except FileNotFoundError:
        return None
    once = ["once"] in lines
    for words in lines:
        if len(words) > 1 and path.startswith(words[1]):
            key = (path, words[0])
            if once and key in DONE:
                continue
            DONE.add(key)
            return words
    return None


class Handler(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def log_message(self, *_):
        pass

    def do_GET(self):
        path = self.path.lstrip("/")
        with open(os.path.join(ROOT, ".log"), "a", encoding="utf-8") as log:
            log.write(f"{path} {self.headers.get('Range', '-')}\n")
        try:
            with open(os.path.join(ROOT, path), "rb") as file:
                body = file.read()
        except OSError:
            return self.answer(404, b"")
        etag = '"' + hashlib.sha256(body).hexdigest()[:16] + '"'
        words = trouble(path) or [""]
        if words[0] == "status":
            return self.answer(int(words[2]), b"trouble")
        if words[0] in ("endless", "slow", "bomb", "redirect"):
            return getattr(self, words[0])(*words[2:], body=body)
        if self.headers.get("If-None-Match") == etag:
            return self.answer(304, b"", etag)
        if words[0] == "wrong":
            body = bytes([body[0] ^ 1]) + body[1:]
        status, asked = 200, self.headers.get("Range")
        if asked and asked.startswith("bytes="):
            start = int(asked[6:].split("-")[0])
            if start >= len(body):
                return self.answer(416, b"")
            status, body = 206, body[start:]
        self.answer(status, body, etag, int(words[2]) if words[0] == "cut" else None)

    def endless(self, status, body):
        self.send_response(int(status))
        self.end_headers()

        def piece():
            # A megabyte or so a second: a busy client that is late to hang up must not drown.
            time.sleep(0.05)
            return b"x" * 65536

        self.pour(piece)

    def slow(self, seconds, body):
        self.send_response(200)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        rest = iter(body)

        def byte():
            time.sleep(float(seconds))
            return bytes([next(rest, 0)])
        self.pour(byte)

    def bomb(self, body):
        packed = gzip.compress(bytes(1 << 26), 1)
        self.send_response(200)
        self.send_header("Content-Encoding", "gzip")
        self.send_header("Content-Length", str(len(packed)))
        self.end_headers()
        self.pour(iter([packed]).__next__)

    def redirect(self, address, body):
        self.send_response(302)
        self.send_header("Location", address)
        self.send_header("Content-Length", "0")
        self.end_headers()

    def pour(self, more):
        self.close_connection = True
        try:
            while True:
                self.wfile.write(more())
                self.wfile.flush()
        except (OSError, StopIteration):
            with open(os.path.join(ROOT, ".log"), "a", encoding="utf-8") as log:
                log.write("hung up\n")

    def answer(self, status, body, etag=None, cut=None):
        self.send_response(status)
        if etag:
            self.send_header("ETag", etag)
        if status != 304:
            self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        if cut is None:
            self.wfile.write(body)
        else:
            self.wfile.write(body[:cut])
            self.wfile.flush()
            self.close_connection = True


server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
server.daemon_threads = True
print(server.server_address[1], flush=True)
threading.Thread(target=server.serve_forever, daemon=True).start()
sys.stdin.read()
