"""Tests of the library and of the drivers beside it: real programs, spoken with over pipes as Roost does.

Run by `python3 -m unittest` in this folder.
"""

from __future__ import annotations

import errno
import fcntl
import importlib.util
import json
import os
import re
import select
import shutil
import socket
import stat
import subprocess
import sys
import tempfile
import textwrap
import threading
import time
import tty
import unittest
from pathlib import Path
from typing import Any, Callable, Optional

HERE = Path(__file__).resolve().parent
# How long, in seconds, something may take that is to happen: long, for a machine that is busy.
SOON = 15.0
MANIFEST: dict[str, Any] = {
    "roost_plugin": 1,
    "name": "example.test",
    "version": "1.0.0",
    "summary": "Not ASCII: 5 µm, and a number, 1.5.",
    "program": "driver.py",
    "ports": {
        "co2": {"kind": "measurement", "quantity": "concentration", "valid_for": "1min", "help": "A value."},
        "presses": {"kind": "button-press", "help": "An event."},
    },
}


class Program:
    """A driver that runs, and the end of the conversation that Roost has."""

    def __init__(self, path: Path, **streams: Any) -> None:
        environment = {**os.environ, "PYTHONPATH": str(HERE), "PYTHONDONTWRITEBYTECODE": "1"}
        pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "stderr": subprocess.PIPE, **streams}
        command = [sys.executable, str(path)] if path.suffix == ".py" else [str(path)]
        self.process = subprocess.Popen(command, env=environment, cwd=str(path.parent), **pipes)
        self._rest = b""
        self.log = b""

    def send(self, message: Any) -> None:
        assert self.process.stdin
        line = message if isinstance(message, bytes) else json.dumps(message).encode()
        self.process.stdin.write(line + b"\n")
        self.process.stdin.flush()

    def start(self, **settings: Any) -> None:
        self.send({"start": 1, "driver": "example.test", "instance": "air", "settings": settings})

    def line(self, within: float = SOON) -> Optional[dict[str, Any]]:
        """The next line; None where none comes within the time, or the output has ended."""
        assert self.process.stdout
        deadline = time.monotonic() + within
        while b"\n" not in self._rest:
            left = max(0.0, deadline - time.monotonic())
            if not select.select([self.process.stdout], [], [], left)[0]:
                return None
            data = os.read(self.process.stdout.fileno(), 65536)
            if not data:
                return None
            self._rest += data
        line, self._rest = self._rest.split(b"\n", 1)
        message = json.loads(line.decode("utf-8"))
        assert isinstance(message, dict)
        return message

    def wait_for_log(self, text: bytes) -> None:
        assert self.process.stderr
        deadline = time.monotonic() + SOON
        while text not in self.log:
            left = max(0.0, deadline - time.monotonic())
            ready = select.select([self.process.stderr], [], [], left)[0]
            data = os.read(self.process.stderr.fileno(), 65536) if ready else b""
            assert data, f"{text!r} is not in the log: {self.log!r}"
            self.log += data

    def end_input(self) -> None:
        assert self.process.stdin
        self.process.stdin.close()

    def exit_code(self, within: float = SOON) -> int:
        code = self.process.wait(within)
        if self.process.stderr:
            self.log += self.process.stderr.read()
        return code

    def close(self) -> None:
        self.process.kill()
        self.process.wait()
        for stream in (self.process.stdin, self.process.stdout, self.process.stderr):
            try:
                if stream:
                    stream.close()
            except OSError:
                pass


class DriverTestCase(unittest.TestCase):
    def setUp(self) -> None:
        self.folder = Path(tempfile.mkdtemp())
        self.addCleanup(shutil.rmtree, str(self.folder))

    def program(self, body: str, hang_limit: float = 3.0, **streams: Any) -> Program:
        """A small driver with `body` as its main function; `f` is the folder that it is in."""
        (self.folder / "plugin.json").write_text(json.dumps(MANIFEST), encoding="utf-8")
        path = self.folder / "driver.py"
        path.write_text(
            "import os, subprocess, sys, threading, time\n"
            "from roost_plugin import Fault, Plugin\n"
            f"plugin = Plugin(hang_limit={hang_limit})\n"
            f"f = {str(self.folder)!r}\n"
            "def log(text): print(text, file=sys.stderr, flush=True)\n"
            "log('made')\n"
            "def main(settings):\n" + textwrap.indent(textwrap.dedent(body), "    ") + "\nplugin.run(main)\n"
        )
        return self.started(Program(path, **streams))

    def started(self, program: Program) -> Program:
        self.addCleanup(program.close)
        return program

    def running(self, body: str, hang_limit: float = 3.0) -> Program:
        """One that was started, and has said that it is ready."""
        program = self.program(body, hang_limit)
        program.start(every=0.05)
        self.assertEqual(program.line(), {"ready": 1, "manifest": MANIFEST})
        return program


class ConversationTests(DriverTestCase):
    def test_ready_has_the_manifest_that_was_there_when_the_program_started(self) -> None:
        program = self.program("plugin.ready()")
        program.wait_for_log(b"made")
        (self.folder / "plugin.json").write_text('{"name": "example.later"}')
        program.start()
        self.assertEqual(program.line(), {"ready": 1, "manifest": MANIFEST})
        self.assertEqual(program.exit_code(), 0)

    def test_settings_and_the_instance_arrive(self) -> None:
        program = self.program("plugin.ready()\nplugin.info(got=repr((settings, plugin.instance)))")
        program.send({"later": True, "start": 1, "driver": "d", "instance": "air", "settings": {"port": "/dev/x", "every": 10.0}})
        program.line()
        self.assertEqual(program.line(), {"info": {"got": "({'port': '/dev/x', 'every': 10.0}, 'air')"}})

    def test_values_absences_events_and_info_are_lines_of_the_protocol(self) -> None:
        before = time.monotonic_ns()
        program = self.running(
            """
            plugin.ready()
            taken = time.monotonic_ns()
            plugin.sample("co2", 412.5)
            plugin.sample("co2", 400, doubt="warming up", taken=taken)
            plugin.sample("co2", None)
            plugin.absent("co2", "no answer on 5 µm")
            plugin.event("presses", "press")
            plugin.info(firmware="1.2", hot=False, count=3)
            """
        )
        self.assertEqual(program.line(), {"port": "co2", "value": 412.5})
        doubtful = program.line()
        assert doubtful
        taken = doubtful.pop("taken")
        self.assertIs(type(taken), int)
        self.assertTrue(before <= taken <= time.monotonic_ns())
        self.assertEqual(doubtful, {"port": "co2", "value": 400, "doubt": "warming up"})
        self.assertEqual(program.line(), {"port": "co2", "value": None})
        self.assertEqual(program.line(), {"port": "co2", "absent": "no answer on 5 µm"})
        self.assertEqual(program.line(), {"port": "presses", "event": "press"})
        self.assertEqual(program.line(), {"info": {"firmware": "1.2", "hot": False, "count": 3}})
        self.assertEqual(program.exit_code(), 0)

    def test_another_version_of_the_protocol_is_refused(self) -> None:
        program = self.program("plugin.ready()")
        program.send({"start": 2, "driver": "d", "instance": "air", "settings": {}})
        fault = program.line()
        assert fault
        self.assertEqual(fault["fault"], "refused")
        self.assertIn("version 1", fault["text"])
        self.assertEqual(program.exit_code(), 1)

    def test_unknown_messages_and_broken_lines_are_ignored(self) -> None:
        program = self.running("plugin.ready()\nplugin.wait(60)")
        for line in [b'{"later":1}', b"no json", b"", b"[1]", b"\xff\xfe", b"[" * 60000, b'{"ping":7,"later":{}}']:
            program.send(line)
        self.assertEqual(program.line(), {"pong": 7})

    def test_lines_of_several_threads_are_never_mixed(self) -> None:
        program = self.running(
            """
            plugin.ready()
            def work(letter):
                for _ in range(20): plugin.absent("co2", letter * 60000)
            threads = [threading.Thread(target=work, args=(letter,)) for letter in "abc"]
            for thread in threads: thread.start()
            for thread in threads: thread.join()
            """
        )
        texts = [(program.line() or {}).get("absent") for _ in range(60)]
        self.assertEqual(sorted(map(str, texts)), sorted([letter * 60000 for letter in "abc"] * 20))

    def test_a_line_that_is_interrupted_by_a_signal_is_written_whole(self) -> None:
        program = self.running(
            """
            import signal
            plugin.ready()
            signal.signal(signal.SIGALRM, lambda *_: None)
            signal.setitimer(signal.ITIMER_REAL, 0.01, 0.01)
            for _ in range(5): plugin.absent("co2", "x" * 60000)
            """
        )
        for _ in range(5):
            time.sleep(0.05)
            self.assertEqual(program.line(), {"port": "co2", "absent": "x" * 60000})

    def test_what_is_printed_goes_to_the_log(self) -> None:
        program = self.running(
            """
            print("printed")
            os.write(1, b"written\\n")
            subprocess.run(["echo", "of a child"])
            plugin.ready()
            print("printed later")
            assert sys.stdin.read() == "", "it has taken what Roost sent"
            plugin.sample("co2", 1)
            """
        )
        self.assertEqual(program.line(), {"port": "co2", "value": 1})
        self.assertIsNone(program.line())
        self.assertEqual(program.exit_code(), 0)
        for text in (b"printed\n", b"written\n", b"of a child\n", b"printed later\n"):
            self.assertIn(text, program.log)

    def test_it_says_at_a_terminal_how_it_is_meant_to_be_run(self) -> None:
        master, slave = os.openpty()
        self.addCleanup(os.close, master)
        tty.setraw(slave)
        program = self.program("plugin.ready()", stdin=slave)
        os.close(slave)
        program.wait_for_log(b'"settings"')
        os.write(master, b'{"start":1,"settings":{}}\n')
        self.assertEqual(program.line(), {"ready": 1, "manifest": MANIFEST})
        self.assertEqual(program.exit_code(), 0)
        self.assertEqual(len(program.log.splitlines()), 3, program.log)  # With "made".

    def test_it_says_nothing_of_that_where_roost_runs_it(self) -> None:
        program = self.running("plugin.ready()")
        self.assertEqual(program.exit_code(), 0)
        self.assertEqual(program.log, b"made\n")


class RefusalTests(DriverTestCase):
    def refused(self, call: str, error: str = "ValueError") -> None:
        """Has a driver make a call; it must be told of the error, and nothing may have been sent."""
        program = self.running(
            f"""
            plugin.ready()
            try:
                {call}
            except {error}:
                plugin.sample("co2", 1)
            """
        )
        self.assertEqual(program.line(), {"port": "co2", "value": 1}, call)
        self.assertIsNone(program.line(), call)

    def test_what_json_cannot_say_is_refused(self) -> None:
        self.refused('plugin.sample("co2", float("nan"))')
        self.refused('plugin.sample("co2", float("-inf"))')

    def test_a_line_that_is_too_long_is_refused(self) -> None:
        # 65,536 bytes with the frame of 26 and the line's end are the most.
        self.refused('plugin.absent("co2", "x" * (65536 - len(\'{"port":"co2","absent":""}\')))')

    def test_the_longest_line_is_not_refused(self) -> None:
        program = self.running('plugin.ready()\nplugin.absent("co2", "x" * 65509)')
        self.assertEqual(program.line(), {"port": "co2", "absent": "x" * 65509})

    def test_ports_and_times_that_cannot_be_are_refused(self) -> None:
        self.refused('plugin.sample("co3", 1)')
        self.refused('plugin.sample("co2", 1, taken=time.monotonic_ns() + 10**12)')

    def test_info_that_cannot_be_shown_is_refused(self) -> None:
        self.refused("plugin.info(**{f'a{n}': n for n in range(17)})")
        self.refused("plugin.info(a=[1])")

    def test_a_kind_of_fault_that_is_none_is_refused(self) -> None:
        self.refused('raise Fault("gone", "text")')

    def test_nothing_is_said_before_ready(self) -> None:
        program = self.running('try: plugin.sample("co2", 1)\nexcept RuntimeError: plugin.ready()')
        self.assertIsNone(program.line())


class HangTests(DriverTestCase):
    def test_pings_are_answered_while_the_main_loop_waits(self) -> None:
        program = self.running("plugin.ready()\nplugin.wait(60)", hang_limit=0.3)
        time.sleep(0.5)
        for number in (17, 18):
            program.send({"ping": number})
            self.assertEqual(program.line(), {"pong": number})

    def test_pings_are_answered_before_it_is_ready(self) -> None:
        program = self.program("time.sleep(60)", hang_limit=0.1)
        program.start()
        program.wait_for_log(b"made")
        time.sleep(0.3)
        program.send({"ping": 1})
        self.assertEqual(program.line(), {"pong": 1})

    def test_pings_are_answered_while_it_says_that_it_is_alive(self) -> None:
        body = "plugin.ready()\nwhile True:\n    plugin.alive()\n    time.sleep(0.05)"
        program = self.running(body, hang_limit=0.5)
        time.sleep(0.8)
        # A busy machine may take its turn away for as long as the limit, but not each time.
        answer, number = None, 0
        while answer is None and number < 15:
            number += 1
            program.send({"ping": number})
            answer = program.line(within=1)
        self.assertIn("pong", answer or {})

    def test_a_main_loop_that_hangs_is_not_answered_for_until_it_goes_on(self) -> None:
        os.mkfifo(str(self.folder / "device"))
        program = self.running(
            """
            plugin.ready()
            plugin.wait(0.05)
            plugin.sample("co2", 1)
            open(f + "/device").close()
            plugin.sample("co2", 2)
            plugin.wait(60)
            """,
            hang_limit=0.2,
        )
        self.assertEqual(program.line(), {"port": "co2", "value": 1})
        time.sleep(0.4)
        program.send({"ping": 1})
        self.assertIsNone(program.line(within=0.3))
        open(str(self.folder / "device"), "w").close()
        self.assertEqual(program.line(), {"port": "co2", "value": 2})
        time.sleep(0.2)
        program.send({"ping": 2})
        self.assertEqual(program.line(), {"pong": 2})


class EndTests(DriverTestCase):
    def test_the_end_of_the_input_ends_the_wait_and_the_program(self) -> None:
        program = self.running("plugin.ready()\nassert plugin.wait(0.01)\nlog('going on')\nplugin.wait(60) or log('closed')")
        program.wait_for_log(b"going on")
        program.end_input()
        self.assertEqual(program.exit_code(), 0)
        self.assertIn(b"closed", program.log)

    def test_the_end_before_the_first_line(self) -> None:
        program = self.program("log('started')")
        program.end_input()
        self.assertEqual(program.exit_code(), 0)
        self.assertEqual(program.log, b"made\n")

    def test_a_main_loop_has_time_to_close_its_device(self) -> None:
        program = self.running("plugin.ready()\nplugin.wait(60)\ntime.sleep(0.3)\nlog('closed')")
        program.end_input()
        self.assertEqual(program.exit_code(), 0)
        self.assertIn(b"closed", program.log)

    def test_a_main_loop_that_is_stuck_is_left(self) -> None:
        silent = self.running("plugin.ready()\ntime.sleep(60)")
        # Here nobody reads: the output is full, and the ping cannot be answered.
        full = self.running('plugin.ready()\nwhile True: plugin.absent("co2", "x" * 10000)')
        time.sleep(0.3)
        full.send({"ping": 1})
        time.sleep(0.2)
        silent.end_input()
        full.end_input()
        ended = time.monotonic()
        self.assertEqual(silent.exit_code(), 0)
        self.assertEqual(full.process.wait(SOON), 0)
        # After 2 s; the rest is a busy machine's.
        self.assertLess(time.monotonic() - ended, SOON)

    def test_an_output_that_nobody_reads_any_more_is_an_end(self) -> None:
        program = self.running("plugin.ready()\nwhile plugin.wait(0.05): plugin.sample('co2', 1)\nlog('closed')")
        assert program.process.stdout
        program.process.stdout.close()
        self.assertEqual(program.exit_code(), 0)
        self.assertIn(b"closed", program.log)
        self.assertNotIn(b"Traceback", program.log)

    def test_one_connection_as_input_and_output(self) -> None:
        # So Roost has it. What was sent and not read when it hangs up makes the end an error, ECONNRESET.
        ours, its = socket.socketpair()
        body = "plugin.ready()\nwhile plugin.wait(0.02): plugin.sample('co2', 1)\nlog('closed')"
        program = self.program(body, stdin=its, stdout=its)
        its.close()
        ours.sendall(b'{"start":1,"instance":"air","settings":{}}\n')
        self.assertTrue(ours.recv(100).startswith(b'{"ready":1'))
        time.sleep(0.2)
        ours.close()
        self.assertEqual(program.exit_code(), 0)
        self.assertIn(b"closed", program.log)
        self.assertNotIn(b"Traceback", program.log)


class FaultTests(DriverTestCase):
    def test_a_fault_is_a_line_and_an_exit_code(self) -> None:
        program = self.program('raise Fault("absent", "/dev/serial0\\nis not there")')
        program.start()
        self.assertEqual(program.line(), {"fault": "absent", "text": "/dev/serial0 is not there"})
        self.assertEqual(program.exit_code(), 1)
        self.assertNotIn(b"Traceback", program.log)

    def test_any_other_exception_is_a_fault_that_says_where(self) -> None:
        program = self.running('plugin.ready()\nplugin.wait(0.01)\nraise ValueError("two\\nlines " + 1000 * "x")')
        fault = program.line()
        assert fault
        self.assertEqual(fault["fault"], "other")
        self.assertRegex(fault["text"], r"^ValueError: two lines x+ \(driver\.py:\d+\)$")
        self.assertLess(len(fault["text"]), 500)
        self.assertEqual(program.exit_code(), 1)
        self.assertIn(b"Traceback", program.log)
        self.assertIn(b"ValueError", program.log)

    def test_what_the_library_refused_is_a_fault_at_the_line_of_the_driver(self) -> None:
        program = self.running('plugin.ready()\nplugin.sample("co2", float("inf"))')
        fault = program.line()
        assert fault
        lines = (self.folder / "driver.py").read_text().splitlines()
        number = next(number for number, line in enumerate(lines, 1) if "inf" in line)
        self.assertEqual(fault["fault"], "other")
        self.assertRegex(fault["text"], rf"^ValueError: .* \(driver\.py:{number}\)$")


# The examples of the data sheets: the MH-Z19B user's manual, "0x86 Read CO2 concentration", and one with bytes between
# the concentration and the checksum, which the sheets of the maker's other sensors have for the same command.
SHEET = bytes.fromhex("FF 86 02 20 00 00 00 00 58")
SHEET_PPM = 544
FULL = bytes.fromhex("FF 86 02 60 47 00 00 00 D1")
FULL_PPM = 608


class Sensor:
    """An MH-Z19 at the other end of a wire."""

    def __init__(self) -> None:
        self.master, self._slave = os.openpty()
        self.path = os.ttyname(self._slave)
        # What it answers with, in pieces that come one after another.
        self.pieces: Callable[[], list[bytes]] = lambda: [SHEET]
        self.asked: list[bytes] = []
        self._stop = threading.Event()
        self._thread = threading.Thread(target=self._run, daemon=True)
        self._thread.start()

    def _run(self) -> None:
        while not self._stop.is_set():
            if not select.select([self.master], [], [], 0.02)[0]:
                continue
            try:
                self.asked.append(os.read(self.master, 64))
                for piece in self.pieces():
                    os.write(self.master, piece)
                    time.sleep(0.02)
            except OSError:
                return

    def unplug(self) -> None:
        if not self._stop.is_set():
            self._stop.set()
            self._thread.join()
            os.close(self._slave)
            os.close(self.master)


class MHZ19Tests(DriverTestCase):
    def setUp(self) -> None:
        super().setUp()
        self.sensor = Sensor()
        self.addCleanup(self.sensor.unplug)

    def driver(self, path: Optional[str] = None, warm_up: float = 0.0, every: float = 0.05) -> Program:
        program = self.started(Program(HERE / "mhz19" / "driver.py"))
        program.start(port=path or self.sensor.path, every=every, warm_up=warm_up)
        return program

    def ready(self, **settings: Any) -> Program:
        program = self.driver(**settings)
        manifest = json.loads((HERE / "mhz19" / "plugin.json").read_text())
        self.assertEqual(program.line(), {"ready": 1, "manifest": manifest})
        return program

    def test_the_examples_of_the_data_sheets(self) -> None:
        program = self.ready()
        self.assertEqual(program.line(), {"port": "co2", "value": SHEET_PPM})
        self.sensor.pieces = lambda: [FULL]
        self.assertTrue(any(program.line() == {"port": "co2", "value": FULL_PPM} for _ in range(4)))
        self.assertEqual(set(self.sensor.asked), {bytes.fromhex("FF 01 86 00 00 00 00 00 79")})
        program.end_input()
        self.assertEqual(program.exit_code(), 0)

    def test_an_answer_in_pieces_after_noise(self) -> None:
        self.sensor.pieces = lambda: [b"\x00\xff", SHEET[:3], SHEET[3:8], SHEET[8:]]
        program = self.ready()
        self.assertEqual(program.line(), {"port": "co2", "value": SHEET_PPM})

    def test_what_came_too_late_is_no_answer_to_the_next_reading(self) -> None:
        answers = [[SHEET, SHEET], [FULL]]
        self.sensor.pieces = lambda: answers.pop(0) if answers else []
        program = self.ready(every=0.3)
        self.assertEqual(program.line(), {"port": "co2", "value": SHEET_PPM})
        self.assertEqual(program.line(), {"port": "co2", "value": FULL_PPM})

    def test_the_port_is_raw(self) -> None:
        # 0x0D, 0x0A, 0x11, 0x13, 0x03 and 0x04 mean something to a port that is not: 0x0D0A = 3338 ppm.
        frame = bytes.fromhex("FF 86 0D 0A 11 13 03 04 38")
        self.sensor.pieces = lambda: [frame]
        self.assertEqual(self.ready().line(), {"port": "co2", "value": 3338})

    def test_a_value_is_doubtful_while_it_warms_up(self) -> None:
        program = self.ready(warm_up=1.0)
        self.assertEqual(program.line(), {"port": "co2", "value": SHEET_PPM, "doubt": "warming up"})
        deadline = time.monotonic() + SOON
        while time.monotonic() < deadline and program.line() != {"port": "co2", "value": SHEET_PPM}:
            pass
        self.assertLess(time.monotonic(), deadline)

    def test_a_wrong_checksum_is_counted_and_not_published(self) -> None:
        wrong = SHEET[:2] + b"\x03" + SHEET[3:]
        answers = [SHEET[:8] + b"\x59", wrong, FULL, wrong, SHEET]
        self.sensor.pieces = lambda: [answers.pop(0) if len(answers) > 1 else answers[0]]
        program = self.ready()
        self.assertEqual(program.line(), {"info": {"unanswered": 0, "bad_checksums": 1}})
        self.assertEqual(program.line(), {"info": {"unanswered": 0, "bad_checksums": 2}})
        self.assertEqual(program.line(), {"port": "co2", "value": FULL_PPM})
        # The third, but not in a row.
        self.assertEqual(program.line(), {"info": {"unanswered": 0, "bad_checksums": 3}})
        self.assertEqual(program.line(), {"port": "co2", "value": SHEET_PPM})

    def test_three_wrong_checksums_in_a_row_are_an_absence(self) -> None:
        self.sensor.pieces = lambda: [SHEET[:8] + b"\x00"]
        program = self.ready()
        for count in (1, 2, 3):
            self.assertEqual(program.line(), {"info": {"unanswered": 0, "bad_checksums": count}})
        why = f"answers with wrong checksums on {self.sensor.path}"
        self.assertEqual(program.line(), {"port": "co2", "absent": why})

    def test_three_readings_without_an_answer_are_an_absence_until_it_answers_again(self) -> None:
        # Half an answer is none either.
        answers: list[list[bytes]] = [[], [SHEET[:8]]]
        self.sensor.pieces = lambda: answers.pop() if answers else []
        program = self.ready()
        began = time.monotonic()
        for count in (1, 2, 3):
            self.assertEqual(program.line(), {"info": {"unanswered": count, "bad_checksums": 0}})
        self.assertGreater(time.monotonic() - began, 2.5)
        self.assertEqual(program.line(), {"port": "co2", "absent": f"no answer on {self.sensor.path}"})
        program.send({"ping": 5})
        self.assertEqual(program.line(), {"pong": 5})
        self.sensor.pieces = lambda: [SHEET]
        lines = [program.line() for _ in range(3)]
        self.assertIn({"port": "co2", "value": SHEET_PPM}, lines)

    def test_a_port_that_is_unplugged_is_a_fault(self) -> None:
        program = self.ready()
        self.assertEqual(program.line(), {"port": "co2", "value": SHEET_PPM})
        self.sensor.unplug()
        line = program.line()
        while line and "fault" not in line:
            line = program.line()
        assert line
        self.assertEqual(line["fault"], "absent")
        self.assertIn(f"{self.sensor.path} is not there", line["text"])
        self.assertEqual(program.exit_code(), 1)

    def test_a_port_that_is_unplugged_while_it_waits_for_an_answer_is_a_fault(self) -> None:
        asked = threading.Event()
        self.sensor.pieces = lambda: asked.set() or []  # type: ignore[func-returns-value]
        program = self.ready()
        self.assertTrue(asked.wait(SOON))
        self.sensor.unplug()
        line = program.line()
        self.assertEqual(line and line.get("fault"), "absent")

    def test_a_port_that_cannot_be_opened_is_a_fault_and_never_ready(self) -> None:
        fault = self.driver(path=str(self.folder / "serial0")).line()
        assert fault
        self.assertEqual(fault["fault"], "absent")
        self.assertIn("serial0 is not there", fault["text"])
        fault = self.driver(path="/dev/null").line()
        self.assertEqual(fault and fault["fault"], "refused")

    def test_a_port_that_another_program_has_is_busy(self) -> None:
        first = self.ready(every=60)
        self.assertIsNotNone(first.line())
        fault = self.driver().line()
        self.assertEqual(fault and fault["fault"], "busy")
        # Programs that do not ask for the lock are kept out by TIOCEXCL, but for those of root.
        slave = os.open(self.sensor.path, os.O_RDWR | os.O_NOCTTY) if os.geteuid() == 0 else None
        if slave is not None:
            exclusive = fcntl.ioctl(slave, 0x80045440, b"\0\0\0\0")  # TIOCGEXCL
            os.close(slave)
            self.assertEqual(int.from_bytes(exclusive, sys.byteorder), 1)

    def test_the_kind_of_a_fault_is_from_the_errno(self) -> None:
        module = importlib.util.spec_from_file_location("mhz19_driver", str(HERE / "mhz19" / "driver.py"))
        assert module and module.loader
        driver = importlib.util.module_from_spec(module)
        module.loader.exec_module(driver)
        kinds = {
            errno.ENOENT: "absent", errno.ENODEV: "absent", errno.EIO: "absent", errno.EBUSY: "busy",
            errno.EACCES: "refused", errno.EPERM: "refused", errno.ENOTTY: "refused", errno.ENOMEM: "other",
        }  # fmt: skip
        self.assertEqual({code: driver.fault("/dev/serial0", code).kind for code in kinds}, kinds)
        self.assertIn("dialout", str(driver.fault("/dev/serial0", errno.EACCES)))


class CounterTests(DriverTestCase):
    def test_it_counts_up(self) -> None:
        program = self.started(Program(HERE / "counter" / "driver.py"))
        program.start(every=0.05)
        manifest = json.loads((HERE / "counter" / "plugin.json").read_text())
        self.assertEqual(program.line(), {"ready": 1, "manifest": manifest})
        for count in range(4):
            self.assertEqual(program.line(), {"port": "count", "value": count})
        program.end_input()
        self.assertEqual(program.exit_code(), 0)


class ShellTests(DriverTestCase):
    def driver(self, first: bytes) -> Program:
        program = self.started(Program(HERE / "shell" / "driver.sh"))
        program.send(first)
        return program

    def start(self, zone: Path) -> bytes:
        return json.dumps({"start": 1, "driver": "d", "instance": "start", "settings": {"zone": str(zone)}}).encode()

    def test_it_answers_pings_with_a_reading(self) -> None:
        zone = self.folder / "temp"
        zone.write_text("48312\n")
        manifest = json.loads((HERE / "shell" / "plugin.json").read_text())
        # As one writer of JSON puts it, as another, and as one that escapes the slashes.
        loose = self.start(zone)
        tight = json.dumps(json.loads(loose), separators=(",", ":"), sort_keys=True).encode()
        for first in (loose, tight, tight.replace(b"/", b"\\/")):
            program = self.driver(first)
            self.assertEqual(program.line(), {"ready": 1, "manifest": manifest})
            program.send(b'{"later":"ping"}')
            program.send(b'{"ping": 17, "later": 3}')
            self.assertEqual(program.line(), {"pong": 17})
            self.assertEqual(program.line(), {"port": "temperature", "value": 48.312})
            program.send(b'{"ping":18}')
            self.assertEqual(program.line(), {"pong": 18})
            program.end_input()
            self.assertEqual(program.exit_code(), 0)

    def test_below_zero_nothing_and_nonsense(self) -> None:
        zone = self.folder / "temp"
        zone.write_text("-5\n")
        program = self.driver(self.start(zone))
        program.line()
        absence = {"port": "temperature", "absent": f"{zone} gives no number"}
        expected = [({"port": "temperature", "value": -0.005}, None), (absence, ""), (absence, "4x\n"), (absence, "--\n")]
        for line, text in expected:
            if text is not None:
                zone.write_text(text)
            program.send(b'{"ping":1}')
            self.assertEqual(program.line(), {"pong": 1})
            self.assertEqual(program.line(), line)
        zone.unlink()
        program.send(b'{"ping":2}')
        self.assertEqual(program.line(), {"pong": 2})
        self.assertEqual(program.line(), absence)

    def test_what_it_cannot_work_with_is_a_fault(self) -> None:
        missing = self.folder / "missing"
        for first, kind in [
            (self.start(missing), "absent"),
            (self.start(self.folder / 'a"b'), "refused"),
            (self.start(self.folder).replace(b'"start": 1', b'"start": 2'), "refused"),
        ]:
            program = self.driver(first)
            fault = program.line()
            self.assertEqual(fault and fault.get("fault"), kind, first)
            self.assertEqual(program.exit_code(), 1)


class ManifestTests(unittest.TestCase):
    def test_each_plugin_can_be_installed_as_it_stands(self) -> None:
        for name in ("mhz19", "counter", "shell"):
            manifest = json.loads((HERE / name / "plugin.json").read_text())
            program = HERE / name / manifest["program"]
            self.assertTrue(program.stat().st_mode & stat.S_IXUSR, program)
            self.assertTrue(program.read_bytes().startswith(b"#!"), program)
            self.assertEqual(manifest["name"], f"example.{name}")
            self.assertEqual(manifest["roost_plugin"], 1)
            for part in (*manifest["settings"].values(), *manifest["ports"].values()):
                self.assertTrue(re.fullmatch(r"[^\n]{1,200}", part["help"]), part)


if __name__ == "__main__":
    unittest.main()
