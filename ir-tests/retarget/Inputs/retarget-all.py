"""retarget-all.py LLVM-BIN PLUGIN PROGRAMS DIR: retargets every program, and checks the results."""
import pathlib
import subprocess
import sys

llvm_bin, plugin, programs, directory = map(pathlib.Path, sys.argv[1:])
directory.mkdir(parents=True, exist_ok=True)
TARGETS = {"nvptx64:sm_90": ["-mcpu=sm_90"], "amdgcn:gfx90a": ["-mcpu=gfx90a"], "host": [], "spirv64": None}


def retarget(target, source, times=1):
    passes = ",".join([f"retarget<target={target}>"] * times)
    command = [llvm_bin / "opt", f"-load-pass-plugin={plugin}", f"-passes={passes}", "-verify-each", source]
    return subprocess.run(command, check=True, capture_output=True).stdout


sources = sorted(programs.glob("*.bc"))
assert len(sources) >= 10, sources
for source in sources:
    for target, options in TARGETS.items():
        result = retarget(target, source)
        assert result == retarget(target, source), f"{source} for {target} differs from run to run"
        assert result == retarget(target, source, times=2), f"{source} for {target} changes again"
        if options is not None:
            subprocess.run([llvm_bin / "llc", "-O0", *options, "-o", "-"], input=result, check=True, capture_output=True)
