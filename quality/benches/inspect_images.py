#!/usr/bin/env python3
"""Times sycl-packager inspect and its pages against LLVM's programs for such files and an empty page in a browser.

usage: quality/benches/inspect_images.py [--images 1000] [--bytes 10000] [--repeat 9] [--json FILE]

So many SPIR-V images of about so many bytes, with properties of their own, in an OffloadBinary and in a host object. In
turns: the start of each program (--help), what is in the files, and the page of the object. A browser, Chromium, opens that
page and one without content; without Chromium this is left out. Wall and CPU time in seconds, medians.
"""
import shutil
import statistics
import subprocess
import sys
import tempfile
from pathlib import Path

from common import LLVM, PACKAGER, SCRATCH, in_turn, medians, parser, write_json
from images import generate

BROWSERS = ("chromium", "chromium-headless-shell", "google-chrome")
EMPTY = "<!DOCTYPE html>\n<html lang=\"en\"><head><title>empty</title></head><body><p>Nothing.</p></body></html>\n"


def make(at, images, size):
    """The files `app.bundle` and `app.o`."""
    def llc(count):
        module = generate(at / "module.bc", count)
        subprocess.run([LLVM / "llc", "-O0", "-filetype=obj", module, "-o", at / "image.spv"], check=True)
        return (at / "image.spv").stat().st_size

    # What a kernel takes, from two modules.
    one, two = llc(1), llc(2)
    llc(max(1, (size - one) // (two - one) + 1))
    rows = ["[Code|Properties]"]
    for number in range(images):
        aspect = "[SYCL/device requirements]\naspects=2|gAAAAAAAAAgBAAAA\n" if number % 3 == 0 else ""
        (at / f"{number}.prop").write_text(f"[SYCL/kernel names]\n_ZTS10Kernel{number:04}=1|1\n{aspect}")
        rows.append(f"image.spv|{number}.prop")
    (at / "app.table").write_text("\n".join(rows) + "\n")
    for command in ("bundle --triple spirv64-unknown-unknown -o app.bundle", "wrap --runtime-target spir64 -o app.o"):
        subprocess.run([PACKAGER, *command.split(), "--table", "app.table", "-q"], cwd=at, check=True)


def commands(at):
    """What is measured, by name."""
    found = {
        "sycl-packager --help": [PACKAGER, "--help"],
        "sycl-packager inspect --help": [PACKAGER, "inspect", "--help"],
        "llvm-objdump --help": [LLVM / "llvm-objdump", "--help"],
        "bundle: sycl-packager inspect --summary": [PACKAGER, "inspect", "--summary", "app.bundle"],
        "bundle: sycl-packager inspect": [PACKAGER, "inspect", "app.bundle"],
        "bundle: llvm-objdump --offloading": [LLVM / "llvm-objdump", "--offloading", "app.bundle"],
        "object: sycl-packager inspect": [PACKAGER, "inspect", "app.o"],
        "object: llvm-readelf --all": [LLVM / "llvm-readelf", "--all", "app.o"],
        "object: sycl-packager inspect --html": [PACKAGER, "inspect", "app.o", "--html", "page.html", "-q"],
    }
    browser = next(filter(None, map(shutil.which, BROWSERS)), None)
    if not browser:
        print("there is no Chromium; how long a browser takes for the page is not measured", file=sys.stderr)
        return found
    for name, page in (("page", "page.html"), ("empty page", "empty.html")):
        found[f"Chromium: {name}"] = [
            browser, "--headless", "--no-sandbox", "--disable-gpu", f"--user-data-dir={at / 'profile'}",
            f"--screenshot={at / 'picture.png'}", "--window-size=1200,2000", f"file://{at / page}",
        ]
    return found


def main():
    arguments = parser("inspect", __doc__.split("\n")[0], 9)
    arguments.add_argument("--images", type=int, default=1000)
    arguments.add_argument("--bytes", type=int, default=10_000)
    options = arguments.parse_args()
    with tempfile.TemporaryDirectory(dir=SCRATCH) as scratch:
        at = Path(scratch)
        make(at, options.images, options.bytes)
        (at / "empty.html").write_text(EMPTY)
        results = in_turn(commands(at), options.repeat, at)
        sizes = {name: (at / name).stat().st_size for name in ("app.bundle", "app.o", "page.html")}
    median = medians(results)
    print(f"{options.images} images: " + ", ".join(f"{name} {size / 1e6:.1f} MB" for name, size in sizes.items()))
    print(f"{'medians of ' + str(options.repeat):42}{'wall s':>10}{'CPU s':>10}")
    for name, (wall, cpu) in median.items():
        print(f"{name:42}{wall:10.4f}{cpu:10.4f}")
    must = {"sycl-packager --help": 0.02, "bundle: sycl-packager inspect": 0.02, "object: sycl-packager inspect --html": 1}
    for name, limit in must.items():
        print(f"{name}: {median[name][0]:.4f} s (must: less than {limit} s)")
    if "Chromium: page" in median:
        opened = statistics.median(a[0] - b[0] for a, b in zip(results["Chromium: page"], results["Chromium: empty page"]))
        print(f"Chromium opens the page in {opened:.3f} s more than an empty one (must: less than 2 s)")
    write_json(options.json, {"sizes": sizes, "median": median, "runs": results})


if __name__ == "__main__":
    main()
