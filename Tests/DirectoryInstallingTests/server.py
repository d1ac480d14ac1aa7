"""A web server on the loopback for the installer's tests, with ways to misbehave.

It serves the folder given as argument, with ETag, If-None-Match and Range; prints its port, ends
with its standard input. The file `.trouble` in that folder says what goes wrong, a line each:
`cut PATH N` closes the connection behind N bytes of each answer, `wrong PATH` changes a byte,
`status PATH N` answers with that status, `once` makes each of them happen one time only.
"""

import hashlib
import http.server
import os
import sys
import threading

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
