#!/usr/bin/env python3
"""The smallest driver that is a program of its own: it counts."""

import os
import sys

# The library lies in the folder above.
sys.path.append(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))

from roost_plugin import Plugin  # noqa: E402

plugin = Plugin()
with plugin.running() as settings:
    # One that has a device opens it here.
    plugin.ready()
    count = 0
    plugin.sample("count", count)
    while plugin.wait(settings["every"]):
        count += 1
        plugin.sample("count", count)
