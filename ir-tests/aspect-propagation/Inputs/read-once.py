"""read-once.py FIFO FILE COMMAND...: runs a command while FIFO gives the content of FILE to one reader; a second reader waits
for ever, which ends the command and is an error."""
import os
import subprocess
import sys
import threading

fifo, file, command = sys.argv[1], sys.argv[2], sys.argv[3:]
if os.path.lexists(fifo):
    os.remove(fifo)
os.mkfifo(fifo)


def feed():
    with open(file, "rb") as content, open(fifo, "wb") as out:
        out.write(content.read())


threading.Thread(target=feed, daemon=True).start()
try:
    code = subprocess.run(command, timeout=60).returncode
except subprocess.TimeoutExpired:
    sys.exit("the file was read again")
# The thread may still wait for a reader that never came.
sys.stdout.flush()
os._exit(code)
