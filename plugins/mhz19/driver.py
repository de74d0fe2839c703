#!/usr/bin/env python3
"""The Winsen MH-Z19B and MH-Z19C, which measure the carbon dioxide in the air, on a serial port.

What is on the wire is from the MH-Z19B user's manual by Winsen, "Commands": 9600 baud, 8 bits, no parity, 1 stop bit; commands
and answers of 9 bytes.
"""

from __future__ import annotations

import errno
import fcntl
import os
import select
import sys
import termios
import time
from contextlib import contextmanager
from typing import Any, Iterator

# Last, so that no file in the folder above can take the place of a module of Python's.
sys.path.append(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))

from roost_plugin import Fault, Kind, Plugin  # noqa: E402

READ = bytes.fromhex("FF 01 86 00 00 00 00 00 79")
ANSWER = bytes.fromhex("FF 86")
LENGTH = 9
# It answers within some 20 ms.
ANSWER_WITHIN = 1.0
# One or two readings that fail are forgiven: the value before counts until it is stale.
FORGIVEN = 2

FAULTS: dict[int, tuple[Kind, str]] = {
    **dict.fromkeys((errno.ENOENT, errno.ENODEV, errno.ENXIO, errno.EIO), ("absent", "is not there")),
    **dict.fromkeys((errno.EBUSY, errno.EWOULDBLOCK), ("busy", "is used by another program")),
    **dict.fromkeys((errno.EACCES, errno.EPERM), ("refused", "may not be opened (is the user in the group dialout?)")),
    errno.ENOTTY: ("refused", "is no serial port"),
}


def checksum(frame: bytes) -> int:
    """The last byte of a command or an answer, from those between it and the first."""
    return (0xFF - sum(frame[1:8]) + 1) & 0xFF


def fault(path: str, code: int) -> Fault:
    """What an error of the port, by its errno, means for the driver."""
    kind, words = FAULTS.get(code, ("other", "cannot be used"))
    return Fault(kind, f"{path} {words}: {os.strerror(code)}")


@contextmanager
def faults_of(path: str) -> Iterator[None]:
    """Makes a fault of an error of the port."""
    try:
        yield
    except (OSError, termios.error) as error:  # A termios.error is no OSError, but begins with its number too.
        raise fault(path, error.args[0]) from error


def open_port(path: str) -> int:
    """Opens the serial port for this program alone.

    Raises:
        OSError, termios.error: it cannot be.
    """
    # Without O_NONBLOCK the opening would wait for a carrier, which three wires do not have.
    port = os.open(path, os.O_RDWR | os.O_NOCTTY | os.O_NONBLOCK)
    raw = termios.tcgetattr(port)
    # The kernel's lock keeps out all programs but those of root, flock those of root that ask for it.
    fcntl.flock(port, fcntl.LOCK_EX | fcntl.LOCK_NB)
    fcntl.ioctl(port, termios.TIOCEXCL)
    raw[:6] = [0, 0, termios.CS8 | termios.CREAD | termios.CLOCAL, 0, termios.B9600, termios.B9600]
    raw[6][termios.VMIN], raw[6][termios.VTIME] = 1, 0
    termios.tcsetattr(port, termios.TCSANOW, raw)
    os.set_blocking(port, True)
    return port


def ask(port: int) -> bytes | None:
    """Asks once; gives the answer, its checksum not looked at, or None where none comes within ANSWER_WITHIN.

    Raises:
        OSError, termios.error: the port is gone.
    """
    # An answer that came too late for the last reading is none to this one.
    termios.tcflush(port, termios.TCIFLUSH)
    os.write(port, READ)
    received = b""
    deadline = time.monotonic() + ANSWER_WITHIN
    while (left := deadline - time.monotonic()) > 0 and select.select([port], [], [], left)[0]:
        data = os.read(port, 64)
        if not data:
            raise OSError(errno.EIO, "hung up")
        received += data
        # Noise may come before it: a wire that is touched, a sensor that was just given power.
        start = received.find(ANSWER)
        if start >= 0 and len(received) >= start + LENGTH:
            return received[start : start + LENGTH]
    return None


def main(plugin: Plugin, settings: dict[str, Any]) -> None:
    path = settings["port"]
    warm_at = time.monotonic() + settings["warm_up"]
    with faults_of(path):
        port = open_port(path)
    plugin.ready()
    failed = unanswered = bad_checksums = 0
    going = True
    while going:
        with faults_of(path):
            answer = ask(port)
        if answer is not None and answer[8] == checksum(answer):
            failed = 0
            doubt = "warming up" if time.monotonic() < warm_at else None
            plugin.sample("co2", answer[2] * 256 + answer[3], doubt=doubt)
        else:
            failed += 1
            if answer is None:
                unanswered += 1
                why = f"no answer on {path}"
            else:
                bad_checksums += 1
                why = f"answers with wrong checksums on {path}"
            plugin.info(unanswered=unanswered, bad_checksums=bad_checksums)
            if failed > FORGIVEN:
                plugin.absent("co2", why)
        going = plugin.wait(settings["every"])


if __name__ == "__main__":
    the_plugin = Plugin()
    the_plugin.run(lambda settings: main(the_plugin, settings))
