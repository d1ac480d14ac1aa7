"""Every error at every call, errors that persist, short reads and writes.

A call that fails may be the end of a run or of no importance; the run must not take it for
something else: no file that cannot be read is a file that is not there.
"""

import errno

from judge import judge, judge_next
from nights import Nights
from workshop import Outcome, Tampering, Workshop

NIGHTS = ["second-2", "second-1", "first-2", "few-2", "unchanged-2", "signed-2", "sqlite-2",
          "refused-2", "back-2"]
CODES = ["ENOSPC", "EIO", "EMFILE", "EINTR", "EACCES", "EDQUOT", "EROFS", "ENFILE", "ENOMEM", "ESTALE"]
# What goes on failing once it fails: a full disk, a dying one, no descriptors, a lost server.
PERSISTENT = [("ENOSPC", "create,write,mkdir,fsync,link,symlink"), ("EIO", "all"), ("EIO", "read"),
              ("EIO", "fsync"), ("EMFILE", "open,create,opendir"), ("EROFS", "changes"),
              ("EACCES", "opendir,readdir"), ("EACCES", "stat,fstat,access"), ("EIO", "readdir"),
              ("ESTALE", "all"), ("EINTR", "flock"), ("EINTR", "all")]
THREADS = "pthread_create"
# Advice that these errors do not deserve: whoever follows it looks in the wrong place.
NOT_PERMISSIONS = {"EIO", "EINTR", "EMFILE", "ENFILE", "ENOSPC", "EDQUOT", "ENOMEM", "ESTALE"}


def points(shop: Workshop, nights: Nights, wanted):
    for name in ["few-2", "second-2"] if shop.is_slice else NIGHTS:
        if wanted(name):
            yield from of_night(shop, nights, nights.get(name))


def of_night(shop, nights, night):
    everything = nights.count(night, "all")
    for code in CODES:
        for at in range(1, everything + 4):
            yield point(shop, night, code, Tampering(f"error:{number(code)}", at, "all"))
    for code, calls in PERSISTENT:
        for at in range(1, nights.count(night, calls) + 2):
            yield point(shop, night, code, Tampering(f"errors:{number(code)}", at, calls))
    for calls in ("read", "write"):
        for at in range(1, nights.count(night, calls) + 2):
            yield point(shop, night, "", Tampering("short", at, calls))
    for do in ("error", "errors"):
        for at in range(1, nights.count(night, THREADS) + 2):
            yield point(shop, night, "EAGAIN", Tampering(f"{do}:{number('EAGAIN')}", at, THREADS))


def number(code: str) -> int:
    return getattr(errno, code)


def point(shop, night, code: str, tampering: Tampering):
    word = tampering.do.partition(":")[0]
    name = f"{night.name}/{word}-{code}-{tampering.calls}@{tampering.at}"

    def run(folder) -> Outcome:
        work = night.copy(folder)
        failed = shop.build(work, *night.arguments, tampering=tampering)
        outcome = judge(night, work, failed, may_leave=bool(failed.met))
        if code in NOT_PERMISSIONS and failed.code and "ermission" in failed.said:
            outcome.faults.append(f"{code} is said to be a matter of permissions: {failed.said.strip()}")
        if word == "short" and failed.code != night.code:
            outcome.faults.append(f"exit {failed.code} because a call did half of it: {failed.said}")
        outcome.faults += judge_next(night, work, shop.build(work, *night.arguments))
        outcome.words = f"{word}: {outcome.words}"
        return outcome.at(failed.met)
    return name, run
