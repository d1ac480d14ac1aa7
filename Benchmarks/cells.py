#!/usr/bin/env python3
"""Nanoseconds a phone cell by notation, callbook beside libphonenumber, measured in one run.

The cells are invented. libphonenumber parses and validates each; what it makes of the difficult
ones is another matter (docs/rules.md). Needs g++ and Debian's libphonenumber-dev for the peer.
"""
import re
import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
OURS = HERE.parent / ".build" / "release" / "cell-benchmark"
PEER = HERE.parent / "build" / "phone_cells"
NOTATIONS = [
    ("plain landline", "TW", ["02-5566-7788", "(03)536-5460", "0422754910", "07-2345678"]),
    ("plain mobile", "TW", ["0912-345-678", "0987654321", "0928 040 018"]),
    ("international", "TW", ["+886-2-5566-7788", "+886 912 345 678", "+88673565460"]),
    ("plain", "CN", ["0755-28091314", "18012341234", "010-61001234"]),
    ("plain", "US", ["(202) 456-1414", "202-456-1111", "2024561414"]),
    ("marker 轉 分機 #", "TW", ["02-55667788轉0718", "(04)22289111#117", "07-5523621 分機 153"]),
    ("dash or star extension", "TW", ["04-22585000-791", "05-6322767*251", "037-246166-399"]),
    ("full-width", "TW", ["（02）２４９６２８００＃２８９２", "０２－２５６７－８９０１"]),
    ("run of lines", "TW", ["(03)5374281~5", "0222071182-3", "(07)3351121~31"]),
    ("list", "TW", ["06-2645955、0988339765", "04-25562363 04-25578989"]),
    ("several extensions", "TW", ["02-27226616#312、313", "06-5982065轉1200或1035"]),
    ("label and note", "CN", ["电话0755-28091314  纠错", "电话021-80187829-1023167"]),
    ("inherited area code", "CN", ["0755-83350483/83350385", "0755-26933222、26932122"]),
    ("no number", "TW", ["週一至週五08:00-17:00", "N/A", "1986-03-21"]),
]


def nanoseconds(command, cells):
    """What a program prints for these cells; None where there is no such program."""
    if not Path(command[0]).exists():
        return None
    done = subprocess.run(command, input="\n".join(cells) + "\n", capture_output=True, text=True,
                          check=True)
    return int(re.search(r"(\d+) ns a cell", done.stdout)[1])


def main():
    PEER.parent.mkdir(exist_ok=True)
    built = subprocess.run(["g++", "-O2", "-o", PEER, HERE / "peers" / "phone_cells.cpp",
                            "-lphonenumber"], capture_output=True, text=True)
    if built.returncode != 0:
        print("no libphonenumber here: apt-get install libphonenumber-dev", file=sys.stderr)
    print("| notation | region | callbook ns | libphonenumber ns | ratio |\n|---|---|---|---|---|")
    for name, region, cells in NOTATIONS:
        ours = nanoseconds([OURS, region, "--time"], cells)
        peer = nanoseconds([PEER, region], cells)
        ratio = f"{peer / ours:.0f} ×" if peer else ""
        print(f"| {name} | {region} | {ours} | {peer or ''} | {ratio} |", flush=True)


if __name__ == "__main__":
    main()
