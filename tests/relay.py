"""Two network namespaces on one host, joined by a relay that delays what passes, and can stop.

Linux alone has them, for root alone.
"""

from __future__ import annotations

import contextlib
import fcntl
import heapq
import os
import select
import shutil
import socket
import struct
import subprocess
import threading
import time
from collections.abc import Iterator
from pathlib import Path

_TUNSETIFF, _IFF_TUN, _IFF_NO_PI = 0x400454CA, 0x0001, 0x1000
ADDRESSES = ("10.77.0.1", "10.77.0.2")


def are_possible() -> bool:
    """Whether this machine lets us make namespaces."""
    if os.geteuid() or not Path("/dev/net/tun").exists():
        return False
    made = subprocess.run(["ip", "netns", "add", "sharray-try"], capture_output=True, check=False)
    subprocess.run(["ip", "netns", "del", "sharray-try"], capture_output=True, check=False)
    return made.returncode == 0


class Relay:
    """Carries packets between two tunnels.

    Attributes
    ----------
    delay
        Seconds that each takes.
    is_cut
        Whether none gets through.
    """

    def __init__(self, tunnels: list[int], delay: float) -> None:
        self.delay, self.is_cut = delay, False
        self._tunnels = tunnels
        self._over = False
        self._thread = threading.Thread(target=self._run, daemon=True)
        self._thread.start()

    def _run(self) -> None:
        waiting: list[tuple[float, int, int, bytes]] = []
        number = 0
        while not self._over:
            now = time.monotonic()
            while waiting and waiting[0][0] <= now:
                _, _, tunnel, packet = heapq.heappop(waiting)
                if not self.is_cut:
                    with contextlib.suppress(OSError):
                        os.write(tunnel, packet)
            rest = max(0.0, waiting[0][0] - now) if waiting else 0.1
            ready, _, _ = select.select(self._tunnels, [], [], rest)
            for tunnel in ready:
                packet = os.read(tunnel, 1 << 16)
                other = self._tunnels[1 - self._tunnels.index(tunnel)]
                number += 1
                heapq.heappush(waiting, (time.monotonic() + self.delay, number, other, packet))

    def end(self) -> None:
        """Stop."""
        self._over = True
        self._thread.join()


def _ip(*words: str) -> None:
    subprocess.run(["ip", *words], check=True, capture_output=True)


@contextlib.contextmanager
def two_hosts(delay: float = 0.0) -> Iterator[tuple[Relay, list[list[str]]]]:
    """Make two namespaces; give the relay between them, and what runs a command in each."""
    names = [f"sharray-{os.getpid()}-{i}" for i in range(2)]
    tunnels: list[int] = []
    try:
        for i, name in enumerate(names):
            _ip("netns", "add", name)
            # the name of the host, by which Gloo finds its address, means this one
            own = Path("/etc/netns") / name
            own.mkdir(parents=True)
            hosts = f"127.0.0.1 localhost\n{ADDRESSES[i]} {socket.gethostname()}\n"
            (own / "hosts").write_text(hosts)
            tunnel = os.open("/dev/net/tun", os.O_RDWR)
            tunnels.append(tunnel)
            device = f"shar{os.getpid() % 100000}{i}"[:15]
            request = struct.pack("16sH", device.encode(), _IFF_TUN | _IFF_NO_PI)
            fcntl.ioctl(tunnel, _TUNSETIFF, request)
            _ip("link", "set", device, "netns", name)
            inside = ("-n", name)
            _ip(*inside, "link", "set", "lo", "up")
            _ip(*inside, "addr", "add", f"{ADDRESSES[i]}/24", "dev", device)
            _ip(*inside, "link", "set", device, "up")
        relay = Relay(tunnels, delay)
        yield relay, [["ip", "netns", "exec", name] for name in names]
        relay.end()
    finally:
        for tunnel in tunnels:
            os.close(tunnel)
        for name in names:
            subprocess.run(["ip", "netns", "del", name], check=False, capture_output=True)
            shutil.rmtree(Path("/etc/netns") / name, ignore_errors=True)
