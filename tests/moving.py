"""Arrays of a thousand elements that move after some operations, and what notes that they do."""

import pytest

import sharray as xp
import sharray.numpy as snp
from sharray._core import policy
from sharray._core.observers import Observer
from sharray._functions.flavours import NUMPY
from sharray._record import host_operands

SHAPE = (40, 30)
SIZE = SHAPE[0] * SHAPE[1]


@pytest.fixture
def small_sizes(monkeypatch):
    """Let arrays of a thousand elements move after some operations."""
    monkeypatch.setattr(policy, "PIECE_COST", SIZE // 4)
    monkeypatch.setattr(host_operands, "YOUNG", 2)
    monkeypatch.setattr(policy, "COMPILING", 12 * SIZE)
    monkeypatch.setattr(policy, "IN_PLACE", policy.ALL)
    policy.forget()
    with xp.set_options(host_threshold=500, host_work=20 * SIZE):
        yield
    policy.forget()


def on_host(x):
    return x._memory.host is not None


def made():
    x = snp.arange(float(SIZE)).reshape(SHAPE).copy()
    assert type(x) is NUMPY.array
    assert on_host(x)
    return x


def make_hot(x):
    for _ in range(40):
        x *= 1.0
    assert not on_host(x)
    return x


class Moves(Observer):
    """Notes each change of home."""

    def __init__(self):
        self.seen = []

    def changed_home(self, to_devices, shape, nbytes):
        self.seen.append((to_devices, shape))
