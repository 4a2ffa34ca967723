"""Connects this process with those that run the same (see `launched.join`); a plugin of pytest."""

from __future__ import annotations

import os

import jax

from conformance.environment import JOINED
from sharray import distributed

_index, _count, _devices, _address = os.environ[JOINED].split()
jax.config.update("jax_platforms", "cpu")
jax.config.update("jax_num_cpu_devices", int(_devices))
distributed.initialize(_address, int(_count), int(_index))
