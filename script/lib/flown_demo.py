"""The shipped demo, flown by the program in real time, with a look at every command on the wire. Needs root, a network and
mounts of its own: see script/test-swaps."""

import json
import os
import re
import shutil
import signal
import socket
import struct
import subprocess
import tempfile
import threading
import time

ADDRESS, AT_PORT = "127.0.0.42", 5556
# Where Bench/C/at-loop sends as often, and does nothing else: what it is late by, the machine is.
LOOP_PORT = 5557
MOST_GAP_MS = 60
# docs/drone-link.md: a stick is the share of the largest tilt, 29 degrees in the demo, which may change by 180 degrees a second.
FULL_TILT, SLEW = 29.0, 180.0
STEP_MS = 50


class Wire(threading.Thread):
    """Each datagram with a command for the drone, as the kernel stamped it when it was sent."""

    def __init__(self):
        super().__init__(daemon=True)
        self.socket = socket.socket(socket.AF_PACKET, socket.SOCK_DGRAM, socket.htons(0x0800))
        self.socket.bind(("lo", 0))
        self.socket.setsockopt(socket.SOL_SOCKET, 35, 1)  # SO_TIMESTAMPNS
        self.sent = []  # When, and the flags and sticks of the last command in the datagram; None without one.
        self.looped = []  # When the loop's arrived.
        self.start()

    def run(self):
        while True:
            data, control, _, sender = self.socket.recvmsg(2048, 64)
            head = (data[0] & 15) * 4
            if sender[2] != 0 or data[9] != 17:
                continue  # Not as it arrived, or not UDP.
            port = struct.unpack_from("!H", data, head + 2)[0]
            seconds, nanoseconds = struct.unpack("qq", control[0][2])
            if port == LOOP_PORT:
                self.looped.append(seconds + nanoseconds / 1e9)
            if port != AT_PORT:
                continue
            sticks = re.findall(rb"AT\*PCMD(?:_MAG)?=\d+,(\d+),(-?\d+),(-?\d+),", data[head + 8:])
            stick = None
            if sticks:
                roll, pitch = (struct.unpack("f", struct.pack("i", int(word)))[0] for word in sticks[-1][1:])
                stick = (int(sticks[-1][0]), roll, pitch)
            self.sent.append((seconds + nanoseconds / 1e9, stick))

    def gaps_ms(self, begin, end):
        """Those of Roost, those of the loop, and how often Roost had one that is too long while the loop had none."""
        times = [each for each, _ in list(self.sent) if begin <= each <= end]
        loop = [each for each in list(self.looped) if begin - 1 <= each <= end + 1]
        stood = [(a, b) for a, b in zip(loop, loop[1:]) if 1000 * (b - a) > MOST_GAP_MS]
        gaps = list(zip(times, times[1:]))
        alone = [1000 * (b - a) for a, b in gaps if 1000 * (b - a) > MOST_GAP_MS
                 and not any(c < b and a < d for c, d in stood)]
        return [1000 * (b - a) for a, b in gaps], [1000 * (b - a) for a, b in zip(loop, loop[1:])], alone

    def steps(self, begin, end):
        """How far the commanded attitude moved from one command to the next, and how far it may have, in degrees; and how often
        it was told to hover after it was told to move."""
        told = [(at, stick) for at, stick in list(self.sent) if begin <= at <= end and stick]
        moved, hovers = [], 0
        for (a, before), (b, after) in zip(told, told[1:]):
            if not before[0] & 1:
                continue
            if not after[0] & 1:
                hovers += 1
                continue
            step = FULL_TILT * max(abs(after[1] - before[1]), abs(after[2] - before[2]))
            # By the time between its steps, so a step that is a little late may be a little larger. A policy may have stepped once between the two, and once more for each further period that passed.
            policy_steps = 1 + int(1000 * (b - a) / STEP_MS)
            moved.append((step, SLEW * STEP_MS / 1000 * policy_steps))
        return moved, hovers


class Demo:
    """A simulated world and a roost in it, each a process."""

    def __init__(self, program):
        self.program, self.processes = program, {}
        self.home = tempfile.mkdtemp(prefix="roost-flown-")
        self.runtime = f"{self.home}/run"
        os.mkdir(self.runtime)
        with open("config/demo.json") as file:
            self.shipped = json.load(file)

    def log(self, name):
        with open(f"{self.home}/{name}.log", errors="replace") as file:
            return file.read()

    def begin(self, name, *words):
        with open(f"{self.home}/{name}.log", "a") as log:
            self.processes[name] = subprocess.Popen(
                [self.program, *words], stdin=subprocess.PIPE, stdout=log, stderr=log, text=True)

    def end(self, name, how=signal.SIGTERM, limit=60):
        process = self.processes.pop(name)
        process.send_signal(signal.SIGCONT)
        process.send_signal(how)
        return process.wait(limit)

    def end_all(self):
        for name in list(self.processes):
            self.end(name, signal.SIGKILL)

    def forget(self):
        shutil.rmtree(self.home, ignore_errors=True)

    def start_world(self, seed):
        self.begin("world", "simulate", "world", "--address", ADDRESS, "--runtime", self.runtime, "--seed", str(seed))
        self.until("the world is there", lambda: os.path.isdir(f"{self.runtime}/world/sys/class/pwm"))

    def start_roost(self, path):
        self.begin("roost", "run", path, "--runtime", self.runtime)
        self.until("roost runs", lambda: self.ask({"request": "status"}) is not None)

    def write(self, name, configuration):
        path = f"{self.home}/{name}.json"
        with open(path, "w") as file:
            json.dump(configuration, file)
        return path

    def fault(self, line):
        self.processes["world"].stdin.write(line + "\n")
        self.processes["world"].stdin.flush()

    def run(self, *words, limit=30):
        return subprocess.run(
            [self.program, *words, "--runtime", self.runtime], stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=limit)

    def ask(self, request, limit=10):
        """The answer of the control socket; None where nobody answers."""
        try:
            with socket.socket(socket.AF_UNIX) as control:
                control.settimeout(limit)
                control.connect(f"{self.runtime}/control.sock")
                control.sendall(json.dumps(request).encode() + b"\n")
                text = b""
                while not text.endswith(b"\n"):
                    more = control.recv(65536)
                    if not more:
                        return None
                    text += more
                return json.loads(text)
        except OSError:
            return None

    def apply(self, configuration):
        return self.ask({"request": "apply", "text": json.dumps(configuration), "files": {}}) or {"error": "no answer"}

    def status(self):
        return (self.ask({"request": "status"}) or {}).get("status")

    def policy(self, name):
        found = [each for each in (self.status() or {}).get("policies", []) if each["name"] == name]
        return found[0] if found else {}

    def reason(self, name):
        return (self.policy(name).get("reason") or {}).get("text", "")

    def until(self, what, condition, limit=60):
        end = time.monotonic() + limit
        while not condition():
            if time.monotonic() > end:
                raise AssertionError(f"not within {limit} s: {what}\n" + self.tail())
            time.sleep(0.1)

    def tail(self):
        return "\n".join(f"--- {name}\n" + "\n".join(self.log(name).splitlines()[-12:])
                         for name in ("world", "roost") if os.path.exists(f"{self.home}/{name}.log"))
