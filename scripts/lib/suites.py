"""What the scripts that run other people's suites have in common."""
import os
import signal
import subprocess
import sys
import time


def notes(file):
    """The reasons by the names of programs, from lines NAME | REASON."""
    known = {}
    for line in file.read_text().splitlines() if file.exists() else []:
        if not line or line.startswith("#"):
            continue
        name, bar, reason = (part.strip() for part in line.partition("|"))
        if not (bar and name and reason) or name in known:
            sys.exit(f"{file}: found `{line}`; expected NAME | REASON, and each name once")
        known[name] = reason
    return known


def run(command, directory, limit):
    """The exit status (or "timeout"), the output and the seconds of a command of the shell."""
    start = time.time()
    process = subprocess.Popen(
        command, cwd=directory, shell=True, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
        start_new_session=True, executable="/bin/bash")
    try:
        output, _ = process.communicate(timeout=limit)
        status = process.returncode
    except subprocess.TimeoutExpired:
        os.killpg(process.pid, signal.SIGKILL)
        output, _ = process.communicate()
        status = "timeout"
    return status, output.decode("utf8", "replace")[-100_000:], round(time.time() - start, 1)
