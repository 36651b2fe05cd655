"""Kills runs of sycl-post-link in the middle, and checks what they leave.

usage: kill-mid-run.py OLD NEW TABLE COMMAND...

OLD and NEW are directories with the complete outputs of two runs. COMMAND writes TABLE and what it lists into the current
directory, as the run of NEW did. For one output after another: the directory holds the files of OLD, with a pipe in the place
of that output, so that the run stops there until its output is read. It is killed as soon as it has replaced another file.
"""
import filecmp
import os
import shutil
import subprocess
import sys
import time

old, new, table, *command = sys.argv[1:]
names = sorted(os.listdir(old))
images = [name for name in names if name.endswith(".bc")]


def same(name, directory):
    return filecmp.cmp(name, os.path.join(directory, name), shallow=False)


def replaced(pipe):
    return [name for name in images if name != pipe and os.path.exists(name) and same(name, new)]


# The first image is left out: a run with one job has replaced nothing when it is there.
for pipe in images[1:] + [table]:
    for name in os.listdir():
        os.remove(name)
    for name in names:
        shutil.copy(os.path.join(old, name), name)
    os.remove(pipe)
    os.mkfifo(pipe)
    assert not replaced(pipe), "the two runs must differ in every image"
    run = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    deadline = time.monotonic() + 60
    while not replaced(pipe):
        assert run.poll() is None, f"the run ended at {pipe}: {run.stdout.read()}"
        assert time.monotonic() < deadline, f"the run has replaced nothing, with a pipe as {pipe}"
        time.sleep(0.001)
    run.kill()
    # Workers end with the run; the output ends with the last of them.
    run.communicate(timeout=60)
    assert run.returncode == -9, f"the run was not killed at {pipe}: {run.returncode}"
    # Temporary files, whose names begin with a dot, are removed by the next run.
    for name in os.listdir():
        if name != pipe and not name.startswith("."):
            assert same(name, old) or same(name, new), f"{name} is neither old nor new, with a pipe as {pipe}"
    assert pipe == table or not os.path.exists(table), f"a table lists old and new files, with a pipe as {pipe}"
print(f"killed {len(images)} runs")
