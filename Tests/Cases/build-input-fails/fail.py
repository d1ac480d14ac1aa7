"""Runs a command with a standard input that gives some bytes and then fails: a terminal whose other
end has gone (EIO)."""

import os
import subprocess
import sys
import tty

ours, theirs = os.openpty()
tty.setraw(theirs)
os.write(theirs, b"number,label\n0912345671,one\n0912345672,two\n0912")
os.close(theirs)
sys.exit(subprocess.run(sys.argv[1:], stdin=ours, check=False).returncode)
