"""Runs a command on this standard input; says so when it held more than 100 MB."""
import resource
import subprocess
import sys

code = subprocess.run(sys.argv[1:]).returncode
peak = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss
if peak > 100 << 10:
    print(f"peak {peak >> 10} MB")
sys.exit(code)
