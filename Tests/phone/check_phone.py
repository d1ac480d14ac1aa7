#!/usr/bin/env python3
"""What Apple's compiler would say, without Apple's SDK.

Lays out the libraries and samples/ios with every `#if` decided for a phone, beside stubs of Apple's
frameworks, and builds them; then type-checks the samples in each setting that Xcode offers to an
app. Exit 1 with the compiler's words.
"""

import os
import re
import shutil
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import apple_branches

ROOT = Path(__file__).resolve().parent.parent.parent
HERE = Path(__file__).resolve().parent
WORLD = ROOT / ".build/phone/world"
LIBRARIES = [
    "DirectoryFormat", "DirectoryLoading", "DirectoryInstalling", "SimulatedCallDirectory"]
SAMPLES = ["App", "DirectoryExtension"]
# Nobody's: the one of RFC 8410, section 10.1.
KEY = "MCowBQYDK2VwAyEAGb9ECWmEzf6FQbrBZ9w7lshQhqowtrbLDFw4rXAxZuE="


def features(*names: str) -> list[str]:
    return [word for name in names for word in ("-enable-upcoming-feature", name)]


# What Xcode 26 calls Approachable Concurrency; Swift 6 has the rest of it anyway.
APPROACHABLE = features("InferIsolatedConformances", "NonisolatedNonsendingByDefault")
ALSO_IN_SWIFT_5 = features(
    "DisableOutwardActorInference", "GlobalActorIsolatedTypesUsability", "InferSendableFromCaptures")
MAIN_ACTOR = ["-default-isolation", "MainActor"]

# The build settings of an app: a new one of Xcode 26, and older kinds.
SETTINGS = {
    "Swift 5": ["-swift-version", "5"],
    "Swift 5, strict concurrency": ["-swift-version", "5", "-strict-concurrency=complete"],
    "Swift 5, default MainActor isolation": ["-swift-version", "5", *MAIN_ACTOR],
    "Swift 5, a new app of Xcode 26": [
        "-swift-version", "5", *MAIN_ACTOR, *APPROACHABLE, *ALSO_IN_SWIFT_5],
    "Swift 6": ["-swift-version", "6"],
    "Swift 6, default MainActor isolation": ["-swift-version", "6", *MAIN_ACTOR],
    "Swift 6, a new app of Xcode 26": ["-swift-version", "6", *MAIN_ACTOR, *APPROACHABLE],
}


def with_a_key(source: str) -> str:
    """The sample with a key in it, as every app must have one of its own."""
    kept = [line for line in source.split("\n") if not line.lstrip().startswith("#error")]
    return "\n".join(kept).replace(
        "-----BEGIN PUBLIC KEY-----", "-----BEGIN PUBLIC KEY-----\n    " + KEY)


def with_a_root(source: str) -> str:
    """The sample as docs/loader.md changes it for an app that ships a root in the place of a key."""
    for below, line in [
        ("  override var signature:", "  override var keyring: Keyring? { Deployment.keyring }"),
        ("    installer.acceptsSignature =", "    installer.keyring = Deployment.keyring"),
    ]:
        source = re.sub(f"^{re.escape(below)}.*$", lambda match: f"{match[0]}\n{line}", source,
                        flags=re.MULTILINE)
    return source


def lay_out() -> None:
    shared = ROOT / "samples/ios/Shared"
    folders = {name: [HERE / name] for name in ("Stubs", "Phone/System", "Phone/App", "Phone/Extension")}
    folders |= {f"Sources/{name}": [ROOT / "Sources" / name] for name in LIBRARIES}
    folders |= {f"samples/{name}": [ROOT / "samples/ios" / name] for name in SAMPLES}
    for name, sources in (folders | {"keyless": [shared]}).items():
        apple_branches.copy(sources, WORLD / name, "phone")
    apple_branches.copy([shared], WORLD / "keyed", "phone", with_a_key)
    # On the simulated phone, address, key and root come from the test.
    for name in SAMPLES:
        apple_branches.copy(
            [ROOT / "samples/ios" / name, HERE / "Phone/Deployment.swift"], WORLD / "rooted" / name,
            "phone", with_a_root)
    for name in ["CZlib", "CLibCrypto"]:
        shutil.copytree(ROOT / "Sources" / name, WORLD / "Sources" / name, dirs_exist_ok=True)
    shutil.copy(HERE / "Package.swift", WORLD / "Package.swift")


def build() -> Path:
    done = subprocess.run(["swift", "build"], cwd=WORLD, capture_output=True, text=True)
    if done.returncode != 0:
        said = dict.fromkeys(re.findall(r"^\S+\.swift:.*error:.*$|^error:.*$", done.stdout, re.MULTILINE))
        sys.exit("\n".join(["phone: the app's side does not build as on a phone:", *said, done.stderr]))
    return WORLD / ".build/debug/Modules"


def type_check(sample: str, words: list[str], modules: Path, shared: str = "keyed") -> str:
    files = [
        str(path)
        for folder in (WORLD / "samples" / sample, WORLD / shared)
        for path in sorted(folder.glob("*.swift"))]
    done = subprocess.run(
        ["swiftc", "-typecheck", "-parse-as-library", "-warnings-as-errors", "-I", str(modules),
         "-Xfrontend", "-import-module", "-Xfrontend", "AppleFoundation", "-module-name", sample,
         "-Xcc", f"-fmodule-map-file={WORLD}/Sources/CLibCrypto/module.modulemap",
         "-Xcc", f"-fmodule-map-file={WORLD}/Sources/CZlib/module.modulemap",
         *words, *files],
        capture_output=True, text=True)
    return "" if done.returncode == 0 else done.stdout + done.stderr


def check_samples(modules: Path, report) -> None:
    checks = [(name, sample) for name in SETTINGS for sample in SAMPLES]
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        found = pool.map(lambda check: type_check(check[1], SETTINGS[check[0]], modules), checks)
        for (name, sample), words in zip(checks, found):
            if words:
                report(f"samples/ios/{sample} does not compile with {name}:\n{words}")


def check_key(modules: Path, report) -> None:
    """Nobody can ship the sample with a key that is not theirs."""
    for sample in SAMPLES:
        said = type_check(sample, SETTINGS["Swift 6"], modules, "keyless")
        errors = re.findall(r": error: (.*)", said)
        if not errors or any("Paste the public key" not in error for error in errors):
            report(f"samples/ios/{sample} without a key of one's own: expected one error that asks for it, "
                   f"found {errors or 'none'}")


def check_snippets(report) -> None:
    """Every piece of Swift in docs/loader.md stands in a sample; Package.swift has a check of its own."""
    text = (ROOT / "docs/loader.md").read_text(encoding="utf-8")
    samples = [path.read_text(encoding="utf-8") for path in (ROOT / "samples/ios").rglob("*.swift")]
    for snippet in re.findall(r"```swift\n(.*?)```", text, re.DOTALL):
        if not snippet.startswith("// swift-tools-version") and not any(
                snippet in sample for sample in samples):
            report(f"docs/loader.md: no file of samples/ios has this, so nothing compiles it:\n{snippet}")


def main() -> int:
    lay_out()
    modules = build()
    breaches: list[str] = []
    check_samples(modules, breaches.append)
    check_key(modules, breaches.append)
    check_snippets(breaches.append)
    for breach in breaches:
        print(f"phone: {breach}")
    if not breaches:
        print(f"phone: the libraries compile as on a phone, samples/ios in {len(SETTINGS)} settings")
    return 1 if breaches else 0


if __name__ == "__main__":
    sys.exit(main())
