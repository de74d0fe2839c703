"""Flies a simulated drone with pyardrone, a client that knows nothing of this project.

Usage: pyardrone_flight.py HOST AT_PORT NAVDATA_PORT. Leaves with 0 when the flight went as a flight does.
"""

import os
import sys
import time

from pyardrone import ARDrone, at

LANDED, HOVERING = 2, 4


def wait(what, condition, seconds=15):
    """Waits until something is so, and says what was not if it never is."""
    deadline = time.monotonic() + seconds
    while not condition():
        if time.monotonic() > deadline:
            raise SystemExit(f"after {seconds} s still not so: {what}")
        time.sleep(0.03)
    print("ok:", what, flush=True)


def keep(send, seconds):
    """Sends again and again, as a controller must."""
    deadline = time.monotonic() + seconds
    while time.monotonic() < deadline:
        send()
        time.sleep(0.03)


def fly(drone):
    def demo():
        return getattr(drone.navdata, "demo", None)

    def major():
        return demo().ctrl_state >> 16

    def tell(send, condition):
        send()
        return condition()

    wait("a first packet", drone.navdata_ready.is_set)
    # pyardrone leaves the bootstrap to who uses it. It knows the options of firmware before 2.4.
    drone.send(at.CONFIG("general:navdata_demo", False))
    wait("the acknowledgement (bit 6)", lambda: drone.state.command_mask)
    drone.send(at.CTRL(at.CTRL.mode.ACK_CONTROL_MODE))
    wait("navigation data with options", lambda: demo() is not None)
    wait("the acknowledgement cleared", lambda: not drone.state.command_mask)
    wait("landed at first", lambda: major() == LANDED)
    assert demo().vbat_flying_percentage > 20, demo()

    wait("hovering", lambda: tell(drone.takeoff, lambda: major() == HOVERING))
    wait("above half a metre", lambda: demo().altitude > 500)
    keep(lambda: drone.move(forward=0.3), 2)
    assert demo().vx > 300, f"flies forward at {demo().vx} mm/s"
    assert demo().theta < 0, "with its nose down"
    turned_from = demo().psi
    keep(lambda: drone.move(cw=0.5), 1)
    assert demo().psi > turned_from + 20000, f"turns clockwise to {demo().psi}"
    wait("hovering again", lambda: tell(drone.hover, lambda: major() == HOVERING))
    wait("landed", lambda: tell(drone.land, lambda: major() == LANDED))
    assert demo().altitude == 0, demo()


def main():
    host, at_port, navdata_port = sys.argv[1:]
    drone = ARDrone(host=host, at_port=int(at_port), navdata_port=int(navdata_port))
    try:
        fly(drone)
    finally:
        drone.close()
    print("flown", flush=True)


if __name__ == "__main__":
    code = 1
    try:
        main()
        code = 0
    except SystemExit as end:
        print(end, flush=True)
    except Exception as error:
        print(f"{type(error).__name__}: {error}", flush=True)
    # Not sys.exit: a listener thread of pyardrone that died of an error must not hold us up.
    os._exit(code)
