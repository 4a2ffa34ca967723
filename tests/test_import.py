"""What ``import sharray`` does and does not do, in a process of its own."""

import json
import subprocess
import sys

import pytest

PROGRAM = """
import json, sys, jax

heavy = ["hypothesis", "jax.extend", "matplotlib", "PIL", "pytest", "scipy", "sklearn", "sphinx"]
before = set(sys.modules)
import sharray
found = {"heavy": [name for name in heavy if name in sys.modules and name not in before]}
found["64 bits"] = jax.config.jax_enable_x64
# JAX refuses to change the number of devices once the backend has started
jax.config.update("jax_num_cpu_devices", 5)
found["devices"] = len(jax.devices("cpu"))
from sharray import *
found["star"] = [all is sharray.all, fft is sharray.fft]
print(json.dumps(found))
"""


def _run(code):
    return subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=120)


@pytest.fixture(scope="module")
def found():
    done = _run(PROGRAM)
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def test_import_does_not_start_the_backend(found):
    assert found["devices"] == 5


def test_import_loads_nothing_heavy(found):
    assert found["heavy"] == []


def test_import_turns_on_64_bits(found):
    assert found["64 bits"] is True


def test_import_fails_without_64_bits():
    done = _run("import os; os.environ['JAX_ENABLE_X64'] = '0'; import sharray")
    assert done.returncode == 1
    assert "unset JAX_ENABLE_X64" in done.stderr.splitlines()[-1]


def test_star_import_gives_what_is_exported(found):
    assert found["star"] == [True, True]
