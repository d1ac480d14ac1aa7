"""Directories that attack a reader, each with the clock and what a phone must make of it.

Writes attacks/<name>/case.json and the folders that it serves; generate.py calls it. The keys are made
from their names, so that anybody can make the same bytes again: they protect nothing.
"""

import functools
import hashlib
import json
import shutil
import subprocess
import tempfile
from pathlib import Path

SLOT = "tw.example.app.directory1"
PKCS8 = bytes.fromhex("302e020100300506032b657004220420")
SPKI_LENGTH = 12
TODAY = "2026-11-22T00:00:00Z"
ATTACKS = {}


def sha(data):
    return hashlib.sha256(data).hexdigest()


def openssl(*arguments, given=b""):
    return subprocess.run(["openssl", *arguments], input=given, stdout=subprocess.PIPE, check=True).stdout


class Key:
    """An Ed25519 key made from a name."""

    def __init__(self, name):
        self.der = PKCS8 + hashlib.sha256(f"conformance kit: {name}".encode()).digest()
        self.public = openssl("pkey", "-inform", "DER", "-pubout", "-outform", "DER", given=self.der)[SPKI_LENGTH:]
        self.id = sha(self.public)

    @functools.cache
    def sign(self, data):
        with tempfile.TemporaryDirectory() as folder:
            key, document = Path(folder, "key"), Path(folder, "document")
            key.write_bytes(self.der)
            document.write_bytes(data)
            return openssl("pkeyutl", "-sign", "-keyform", "DER", "-inkey", str(key), "-rawin", "-in", str(document))


@functools.cache
def key(name):
    return Key(name)


def canonical(value):
    return (json.dumps(value, indent=2, sort_keys=True, ensure_ascii=False) + "\n").encode()


def day(number):
    return f"2026-11-{number:02}T00:00:00Z"


def lines(names, document):
    return b"".join(f"{key(n).id} {key(n).sign(document).hex()}\n".encode() for n in names)


class Root:
    """A version of the root: its offline keys, its keys of every night, and who signed it."""

    def __init__(self, version, signed_by, root=("a", "b", "c"), threshold=2, nightly=("night",),
                 nights_needed=1, expires="2028-01-01T00:00:00Z", says=None, wrong_id=False):
        keys = {key(n).id: key(n).public.hex() for n in (*root, *nightly)}
        if wrong_id:
            keys[key(nightly[0]).id] = key("thief").public.hex()
        self.version, self.signed_by = version, signed_by
        self.document = canonical({
            "format": 1, "type": "root", "version": says or version, "expires": expires, "keys": keys,
            "root": {"keyids": [key(n).id for n in root], "threshold": threshold},
            "manifest": {"keyids": [key(n).id for n in nightly], "threshold": nights_needed}})

    def files(self):
        return {f"roots/{self.version}.json": self.document,
                f"roots/{self.version}.sigs": lines(self.signed_by, self.document)}


class Case:
    """An attack: what the app knows, and what it is served, step by step."""

    def __init__(self, make, name, root=None):
        self.make, self.folder, self.files = make, name, {}
        self.case = {"name": "conformance", "slots": [SLOT], "steps": []}
        if root:
            self.files["root.json"] = root.document
            self.case["root"] = "root.json"
        else:
            self.case["key"] = key("night").public.hex()

    def publish(self, place, label="Shop", sequence=1, signers=("night",), issued=TODAY, expires=None,
                roots=(), name="conformance", slot=SLOT, stamp=True, next=None):
        """A directory of one entry, signed; as the attacker or the publisher would make it."""
        directory = self.make({886_255_667_788: label}, {}, sequence, [slot]).seal()
        directory.manifest["name"] = name
        files = dict(directory.files)
        files["manifest.json"] = manifest = directory.encoded()
        if stamp:
            expires = expires or issued.replace(issued[8:10], f"{int(issued[8:10]) + 7:02}", 1)
            files["timestamp.json"] = canonical({
                "format": 1, "type": "timestamp", "manifest_sha256": sha(manifest), "sequence": sequence,
                "issued": issued, "expires": expires, "next": next or issued})
        for document, prefix in (("manifest.json", ""), ("timestamp.json", "timestamp-")):
            if document in files:
                self.sign(files, document, prefix, signers)
        for root in roots:
            files |= root.files()
        self.files |= {f"{place}/{path}": data for path, data in files.items()}
        return directory

    def sign(self, files, document, prefix, signers):
        stem = f"signatures/{prefix}{sha(files[document])}"
        files[f"{stem}.sig"] = key(signers[0]).sign(files[document])
        if "root" in self.case:
            files[f"{stem}.sigs"] = lines(signers, files[document])

    def step(self, bases, verdict, sequence, now=TODAY):
        bases = [bases] if isinstance(bases, str) else bases
        self.case["steps"].append({"now": now, "bases": bases, "verdict": verdict, "sequence": sequence})

    def write(self, folder):
        self.files["case.json"] = canonical(self.case)
        for path, data in self.files.items():
            (folder / path).parent.mkdir(parents=True, exist_ok=True)
            (folder / path).write_bytes(data)


def attack(name, root=None):
    return lambda act: ATTACKS.setdefault(name, (act, root))


FIRST = Root(1, ("a", "b"))
ROTATED = Root(2, ("a", "c"), nightly=("day",))


# Arbitrary installation.

@attack("arbitrary-manifest")
def _(case):
    case.publish("served", "Thief", signers=("thief",))
    case.step("served", "signature", None)


@attack("arbitrary-timestamp")
def _(case):
    case.publish("served")
    files = {path.removeprefix("served/"): data for path, data in case.files.items()}
    stamp = json.loads(files["timestamp.json"]) | {"expires": day(30)}
    case.files["served/timestamp.json"] = canonical(stamp)
    case.sign(forged := {"timestamp.json": canonical(stamp)}, "timestamp.json", "timestamp-", ("thief",))
    case.files |= {f"served/{path}": data for path, data in forged.items()}
    case.step("served", "signature", None)


@attack("arbitrary-chunk")
def _(case):
    directory = case.publish("served")
    path = f"served/{chunk_of(directory)['path']}"
    case.files[path] = case.files[path].replace(b"Shop", b"Spam")
    case.step("served", "hash", None)


@attack("arbitrary-by-a-root", FIRST)
def _(case):
    case.publish("served", "Thief", signers=("thief",), roots=(FIRST,))
    case.step("served", "signature", None)


def chunk_of(directory):
    return directory.manifest["slots"][0]["lists"]["identification"]["chunks"][0]


# Endless data.

@attack("endless-timestamp")
def _(case):
    case.publish("served")
    case.files["served/timestamp.json"] += b" " * 4096
    case.step("served", "too-large", None)


@attack("endless-signature")
def _(case):
    case.publish("served")
    for path in [path for path in case.files if path.endswith(".sig")]:
        case.files[path] += b"\0" * 65_536
    case.step("served", "signature", None)


@attack("endless-chunk")
def _(case):
    directory = case.publish("served")
    case.files[f"served/{chunk_of(directory)['path']}"] += b"886255667799\tShop\n" * 4000
    case.step("served", "too-large", None)


@attack("endless-root", FIRST)
def _(case):
    case.publish("served", roots=(FIRST, ROTATED))
    case.files["served/roots/2.json"] += b" " * 65_536
    case.step("served", "too-large", None)


@attack("endless-twin")
def _(case):
    """A twin that says it gives 4 MiB: it is dropped, and the plain file fetched."""
    directory = case.make({886_255_667_788: "Shop"}, {}, 1, [SLOT]).seal()
    bomb = b"\x00" + b"\x80\x80\x80\x02" + b"\x00" * 6
    chunk_of(directory)["packed"] = {"path": f"packed/{sha(bomb)[:32]}.cbp", "format": "columns-1",
                                     "bytes": len(bomb), "sha256": sha(bomb)}
    case.publish("served")
    manifest, stamp = directory.encoded(), json.loads(case.files["served/timestamp.json"])
    files = {"manifest.json": manifest, f"packed/{sha(bomb)[:32]}.cbp": bomb,
             "timestamp.json": canonical(stamp | {"manifest_sha256": sha(manifest)})}
    case.sign(files, "manifest.json", "", ("night",))
    case.sign(files, "timestamp.json", "timestamp-", ("night",))
    case.files |= {f"served/{path}": data for path, data in files.items()}
    case.step("served", "installed", 1)


# Mix and match.

@attack("mixed-manifest")
def _(case):
    case.publish("old", "Shop", 1)
    case.publish("served", "Baker", 2)
    case.files["served/manifest.json"] = case.files["old/manifest.json"]
    case.step("served", "mixed", None)


@attack("mixed-chunk")
def _(case):
    old = case.publish("old", "Shop", 1)
    new = case.publish("served", "Cafe", 2)
    case.files[f"served/{chunk_of(new)['path']}"] = case.files[f"old/{chunk_of(old)['path']}"]
    case.step("old", "installed", 1)
    case.step("served", "hash", 1)


# Rollback.

@attack("rollback-known-phone")
def _(case):
    case.publish("new", "Cafe", 2, issued=day(22))
    case.publish("old", "Shop", 1, issued=day(21))
    case.publish("vouched", "Shop", 1, issued=day(23))
    case.step("new", "installed", 2, day(22))
    case.step("old", "rollback", 2, day(22))
    case.step("vouched", "rollback", 2, day(23))


@attack("rollback-new-phone")
def _(case):
    case.publish("served", issued="2025-11-22T00:00:00Z")
    case.step("served", "expired", None)


@attack("rollback-without-timestamp")
def _(case):
    case.publish("served", stamp=False)
    case.step("served", "no-timestamp", None)


# Indefinite freeze.

@attack("freeze")
def _(case):
    case.publish("served", issued=day(22))
    case.step("served", "installed", 1, day(22))
    case.step("served", "installed", 1, day(28))
    case.step("served", "expired", 1, day(29))


@attack("clock-set-back")
def _(case):
    case.publish("served", issued=day(22))
    case.step("served", "installed", 1, day(22))
    case.step("served", "clock", 1, day(20))


# Fast forward, and a stolen key.

@attack("fast-forward", FIRST)
def _(case):
    case.publish("stolen", "Thief", 1 << 53, roots=(FIRST,))
    case.publish("honest", "Shop", 3, roots=(FIRST,))
    case.publish("rotated", "Shop", 3, signers=("day",), roots=(FIRST, ROTATED))
    case.step("stolen", "installed", 1 << 53)
    case.step("honest", "rollback", 1 << 53)
    case.step("rotated", "installed", 3)
    # The newer root is kept from the phone, which has it already.
    case.step("stolen", "signature", 3)


@attack("stolen-key", FIRST)
def _(case):
    case.publish("served", "Thief", 5, roots=(FIRST, ROTATED))
    case.step("served", "signature", None)


@attack("root-known-of-a-refused-directory", FIRST)
def _(case):
    """A root counts from the moment it is verified, whatever came with it."""
    case.publish("unsigned", "Thief", 5, roots=(FIRST, ROTATED))
    case.publish("withheld", "Thief", 5, roots=(FIRST,))
    case.step("unsigned", "signature", None)
    case.step("withheld", "signature", None)


BOTH = Root(1, ("a", "b"), nightly=("night", "day"), nights_needed=2)


@attack("threshold-of-two", BOTH)
def _(case):
    case.publish("one", signers=("night",), roots=(BOTH,))
    case.publish("twice", signers=("night", "night"), roots=(BOTH,))
    case.publish("stranger", signers=("night", "thief"), roots=(BOTH,))
    case.publish("both", signers=("day", "night"), roots=(BOTH,))
    for place in ("one", "twice", "stranger"):
        case.step(place, "signature", None)
    case.step("both", "installed", 1)


def wrong_root(name, second, verdict="root", root=FIRST):
    @attack(name, root)
    def _(case):
        case.publish("known", roots=(root,))
        case.publish("served", "Thief", 2, signers=("day",), roots=(root, second))
        case.step("known", "installed", 1)
        case.step("served", verdict, 1)


wrong_root("root-by-strangers", Root(2, ("x", "y"), root=("x", "y", "z"), nightly=("day",)))
wrong_root("root-by-one-key", Root(2, ("a",), nightly=("day",)))
wrong_root("root-by-one-key-twice", Root(2, ("a", "a"), nightly=("day",)))
wrong_root("root-by-the-nightly-key", Root(2, ("night", "night"), nightly=("day",)))
wrong_root("root-by-old-keys-alone", Root(2, ("a", "b"), root=("x", "y"), nightly=("day",)))
wrong_root("root-that-skips", Root(2, ("a", "b"), nightly=("day",), says=3))
wrong_root("root-that-stays", Root(2, ("a", "b"), nightly=("day",), says=1))
wrong_root("root-with-a-wrong-id", Root(2, ("a", "b"), nightly=("day",), wrong_id=True))
wrong_root("root-of-no-threshold", Root(2, ("a", "b"), nightly=("day",), nights_needed=2))
wrong_root("root-expired", Root(2, ("a", "b"), nightly=("day",), expires=TODAY), "root-expired")


@attack("root-missing-in-between", FIRST)
def _(case):
    fourth = Root(4, ("a", "b"), nightly=("day",))
    case.publish("served", signers=("day",), roots=(FIRST, ROTATED, fourth))
    for path in [path for path in case.files if path.startswith("served/roots/2.")]:
        del case.files[path]
    case.step("served", "signature", None)


@attack("chain-of-five-roots", FIRST)
def _(case):
    """Keys are replaced one by one; a root that has expired on the way plays no part."""
    chain = (FIRST, Root(2, ("b", "c", "d"), root=("b", "c", "d"), expires="2026-01-01T00:00:00Z"),
             Root(3, ("c", "d"), root=("c", "d", "e"), nightly=("noon",)),
             Root(4, ("d", "e"), root=("d", "e", "f"), nightly=("noon",)),
             Root(5, ("e", "f", "d"), root=("e", "f", "g"), nightly=("day",)))
    case.publish("known", roots=chain[:1])
    case.publish("served", "Cafe", 2, signers=("day",), roots=chain)
    case.step("known", "installed", 1)
    case.step("served", "installed", 2)


# Wrong target.

@attack("wrong-target")
def _(case):
    case.publish("served", name="staging")
    case.step("served", "name", None)


@attack("wrong-slots")
def _(case):
    case.publish("served", slot="tw.example.other")
    case.step("served", "no-slots", None)


# Malicious mirrors: the next address is asked.

@attack("mirror-without-files")
def _(case):
    case.publish("good")
    case.files["bad/index.html"] = b"It works!\n"
    case.step(["bad", "good"], "installed", 1)


@attack("mirror-of-a-thief")
def _(case):
    case.publish("good")
    case.publish("bad", "Thief", 2, signers=("thief",))
    case.step(["bad", "good"], "installed", 1)


@attack("mirror-that-stands-still")
def _(case):
    case.publish("good", "Cafe", 2, issued=day(22))
    case.publish("bad", "Shop", 1, issued=day(10))
    case.step("bad", "installed", 1, day(10))
    case.step(["bad", "good"], "installed", 2, day(22))


@attack("mirror-with-a-wrong-root", FIRST)
def _(case):
    case.publish("good", roots=(FIRST,))
    case.publish("bad", "Thief", 2, signers=("day",), roots=(FIRST, Root(2, ("x", "y"), nightly=("day",))))
    case.step(["bad", "good"], "installed", 1)


@attack("mirror-that-keeps-a-root-back", FIRST)
def _(case):
    """The first address has the new root and nothing else; the second goes on by the key that it took away."""
    case.publish("before", roots=(FIRST,))
    case.files |= {f"half/{path}": data for path, data in (FIRST.files() | ROTATED.files()).items()}
    case.publish("thief", "Thief", 9, roots=(FIRST,))
    case.step("before", "installed", 1)
    case.step(["half", "thief"], "signature", 1)


# A fork shows on a phone that knows the other branch.

@attack("fork")
def _(case):
    case.publish("one", "Shop", 2, issued=day(22))
    case.publish("other", "Spam", 2, issued=day(23))
    case.step("one", "installed", 2, day(22))
    case.step("other", "rollback", 2, day(23))


def write(folder, make):
    """Writes every attack; `make` makes a directory of entries."""
    shutil.rmtree(folder, ignore_errors=True)
    for name, (act, root) in sorted(ATTACKS.items()):
        case = Case(make, name, root)
        act(case)
        case.write(folder / name)
    return len(ATTACKS)
