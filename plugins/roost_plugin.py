"""A driver of Roost that is a program of its own.

    from roost_plugin import Fault, Plugin

    plugin = Plugin()

    def main(settings):
        device = open_device(settings["port"])    # raises Fault("absent", "...") where it is not there
        plugin.ready()
        going = True
        while going:
            plugin.sample("co2", device.read())
            going = plugin.wait(settings["every"])

    plugin.run(main)

Roost speaks with the program in lines of JSON on standard input and output. Standard error is the log.
"""

from __future__ import annotations

import json
import os
import queue
import sys
import threading
import time
import traceback
from contextlib import contextmanager
from typing import Any, Callable, Iterator, Literal, get_args

__all__ = ["Fault", "Kind", "Plugin"]

Kind = Literal["absent", "busy", "timeout", "corrupt", "refused", "other"]

_VERSION = 1
# Bytes of a line, with its end.
_MAX_LINE = 65536
_MAX_INFO = 16
# How long, in seconds, the main loop may take to come to its end after the end of the input.
_LEAVE_AFTER = 2.0


class Fault(Exception):
    """Why a driver cannot go on.

    Roost tries again for ever what is "absent" or "busy", and less often what is "timeout" (no answer in time),
    "corrupt" (it answers with nonsense), "refused" (it, or the kernel, said no) or "other".

    Raises:
        ValueError: there is no such kind.
    """

    def __init__(self, kind: Kind, text: str) -> None:
        if kind not in get_args(Kind):
            raise ValueError(f'no kind of fault "{kind}": it is one of {", ".join(get_args(Kind))}')
        super().__init__(text)
        self.kind = kind


class Plugin:
    """The conversation with Roost. A program makes one, before anything else.

    Args:
        hang_limit: how long, in seconds, the main loop may stay away from `wait` and `alive`. After that Roost is given
            no answer: it takes the driver for hung, and starts another.

    Raises:
        OSError: plugin.json cannot be read.
        ValueError: it is no JSON.

    Attributes:
        manifest: plugin.json as it was when the program started.
        instance: what the driver is called in the configuration; empty before `start`.
    """

    def __init__(self, hang_limit: float = 3.0) -> None:
        self._folder = os.path.dirname(os.path.abspath(sys.argv[0]))
        with open(os.path.join(self._folder, "plugin.json"), encoding="utf-8") as file:
            self.manifest: dict[str, Any] = json.load(file)
        self.instance = ""
        self._hang_limit = hang_limit
        self._alive_until = 0.0
        self._is_ready = False
        self._info: dict[str, Any] = {}
        self._ended = threading.Event()
        self._lock = threading.Lock()
        self._pings: queue.SimpleQueue[Any] = queue.SimpleQueue()
        self._in, self._out = os.dup(0), os.dup(1)
        # A stray print(), here or in a program that the driver runs, goes to the log instead of into a line of JSON, and
        # a stray input() takes no ping away.
        null = os.open(os.devnull, os.O_RDONLY)
        os.dup2(null, 0)
        os.close(null)
        os.dup2(2, 1)
        sys.stdout = sys.stderr
        self._lines = self._read_lines()

    # What a driver calls

    def start(self) -> dict[str, Any]:
        """Waits for the first line, and gives the settings: a time is a number of seconds.

        Raises:
            Fault: the other end speaks another version of the protocol.
            SystemExit: the input ended before there was a line.
        """
        if os.isatty(self._in):
            self._explain()
        line = next(self._lines, None)
        if line is None:
            sys.exit(0)
        first = _object(line)
        if first.get("start") != _VERSION:
            raise Fault("refused", f"speaks version {_VERSION} of the protocol, and the first line is {line[:80]!r}")
        self.instance = str(first.get("instance", ""))
        for work in (self._listen, self._answer, self._leave):
            threading.Thread(target=work, name=work.__name__, daemon=True).start()
        return dict(first.get("settings", {}))

    def ready(self) -> None:
        """Says that the device is open. Roost waits for it 5 s from the start, unless plugin.json has "ready_within"."""
        self._send({"ready": _VERSION, "manifest": self.manifest})
        self.alive()
        self._is_ready = True

    def wait(self, seconds: float) -> bool:
        """Waits. The main loop counts as alive meanwhile.

        Returns:
            Whether to go on: `False`, at once, when Roost has ended the input.
        """
        self._alive_until = time.monotonic() + seconds + self._hang_limit
        return not self._ended.wait(seconds)

    def alive(self) -> None:
        """Says that the main loop does not hang, for the next `hang_limit`: call it within work that takes longer."""
        self._alive_until = time.monotonic() + self._hang_limit

    def sample(
        self, port: str, value: float | bool | str | None, doubt: str | None = None, taken: int | None = None
    ) -> None:
        """Publishes a value, in the unit of the port's quantity.

        Args:
            doubt: why it is odd.
            taken: when it was measured, by `time.monotonic_ns()`; now where it is left out.

        Raises:
            ValueError: it is NaN or infinite, from the future, longer than a line, or the manifest has no such port.
        """
        message: dict[str, Any] = {"value": value}
        if doubt is not None:
            message["doubt"] = doubt
        if taken is not None:
            if not 0 <= taken <= time.monotonic_ns():
                raise ValueError(f"taken at {taken} ns of a clock that shows {time.monotonic_ns()} ns")
            message["taken"] = int(taken)
        self._publish(port, message)

    def absent(self, port: str, why: str) -> None:
        """Publishes that there is no value, and why. Raises ValueError as `sample` does."""
        self._publish(port, {"absent": why})

    def event(self, port: str, event: str) -> None:
        """Publishes what happened once, such as "press". Raises ValueError as `sample` does."""
        self._publish(port, {"event": event})

    def info(self, **members: str | float | bool) -> None:
        """Has something shown by `roost status`. It stays there until it is given anew.

        Raises:
            ValueError: they are more than 16 with those before, or one is no text, number, true or false.
        """
        together = {**self._info, **members}
        if len(together) > _MAX_INFO:
            raise ValueError(f"more than {_MAX_INFO} members of info: {', '.join(together)}")
        if not all(isinstance(value, (str, int, float)) for value in members.values()):
            raise ValueError(f"a member of info that is no text, number, true or false: {members}")
        self._say({"info": members})
        self._info = together

    @contextmanager
    def running(self) -> Iterator[dict[str, Any]]:
        """Starts, gives the settings, and tells Roost of an error that the block does not catch; exit code 1 then."""
        try:
            yield self.start()
        except Fault as fault:
            self._send({"fault": fault.kind, "text": _one_line(str(fault))})
            sys.exit(1)
        except Exception as error:
            traceback.print_exc()
            self._send({"fault": "other", "text": _one_line(f"{type(error).__name__}: {error}") + self._where(error)})
            sys.exit(1)

    def run(self, main: Callable[[dict[str, Any]], None]) -> None:
        """Calls `main` with the settings, as `running` does."""
        with self.running() as settings:
            main(settings)

    # Output

    def _publish(self, port: str, message: dict[str, Any]) -> None:
        if port not in self.manifest["ports"]:
            raise ValueError(f'no port "{port}" in plugin.json: {", ".join(self.manifest["ports"])}')
        self._say({"port": port, **message})

    def _say(self, message: dict[str, Any]) -> None:
        if not self._is_ready:
            raise RuntimeError("Roost takes nothing from a driver before ready()")
        self._send(message)

    def _send(self, message: dict[str, Any]) -> None:
        text = json.dumps(message, allow_nan=False, ensure_ascii=False, separators=(",", ":"))
        # A file's name may have bytes that are no UTF-8; they are not worth a driver.
        line = text.encode("utf-8", "replace") + b"\n"
        if len(line) > _MAX_LINE:
            raise ValueError(f"a line of {len(line)} bytes; {_MAX_LINE} are the most")
        with self._lock:
            try:
                while line:
                    line = line[os.write(self._out, line) :]
            except OSError:  # Nobody reads it any more.
                self._ended.set()

    def _where(self, error: Exception) -> str:
        """The line of the driver, not the one of a library that refused what it was given: the log has all of them."""
        frames = traceback.extract_tb(error.__traceback__)
        frame = [frame for frame in frames if os.path.dirname(frame.filename) == self._folder][-1:] or frames[-1:]
        return f" ({os.path.basename(frame[0].filename)}:{frame[0].lineno})"

    # The threads. None does another's work: the reader must see the end of the input also while the output is stuck.

    def _listen(self) -> None:
        try:
            for line in self._lines:
                message = _object(line)
                if "ping" in message:
                    self._pings.put(message["ping"])
        finally:
            self._ended.set()

    def _answer(self) -> None:
        while True:
            number = self._pings.get()
            # Before it is ready Roost has another limit, which the manifest can widen.
            if not self._is_ready or time.monotonic() < self._alive_until:
                self._send({"pong": number})

    def _leave(self) -> None:
        self._ended.wait()
        time.sleep(_LEAVE_AFTER)
        # Whatever the main loop is stuck in: a program that nobody speaks with must not keep the device.
        os._exit(0)

    # Input

    def _read_lines(self) -> Iterator[bytes]:
        rest = b""
        while True:
            try:
                data = os.read(self._in, _MAX_LINE)
            except OSError:  # A connection that was reset has ended too.
                return
            if not data:
                return
            *lines, rest = (rest + data).split(b"\n")
            yield from lines

    def _explain(self) -> None:
        settings = ", ".join(f'"{name}": ...' for name in self.manifest.get("settings", {}))
        start = f'{{"start": {_VERSION}, "driver": "{self.manifest.get("name")}", "settings": {{{settings}}}}}'
        print("This is a driver of Roost, which starts it where its configuration names it.", file=sys.stderr)
        print(f"To try it by hand type one line, and Ctrl-D to end it: {start}", file=sys.stderr)


def _object(line: bytes) -> dict[str, Any]:
    """An empty one where the line is none: what this version does not know is ignored."""
    try:
        message = json.loads(line)
    except (ValueError, RecursionError):
        return {}
    return message if isinstance(message, dict) else {}


def _one_line(text: str) -> str:
    return " ".join(text.split())[:400]
