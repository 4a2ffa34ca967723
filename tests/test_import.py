"""What ``import sharray`` does and does not do, in a process of its own."""

import subprocess
import sys


def _run(code):
    return subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=120)


def _python(code):
    done = _run(code)
    assert done.returncode == 0, done.stderr
    return done.stdout.split()


def test_import_does_not_start_the_backend():
    # JAX refuses to change the number of devices once the backend has started
    code = "import sharray, jax; jax.config.update('jax_num_cpu_devices', 5); print(jax.devices())"
    assert _python(code + "; assert len(jax.devices('cpu')) == 5")


def test_import_loads_nothing_heavy():
    heavy = (
        "('hypothesis', 'jax.extend', 'matplotlib', 'PIL', 'pytest', 'scipy', 'sklearn', 'sphinx')"
    )
    code = f"import jax, sys; before = {{m for m in {heavy} if m in sys.modules}}; import sharray; "
    assert _python(
        code + f"print([m for m in {heavy} if m in sys.modules and m not in before])"
    ) == ["[]"]


def test_import_turns_on_64_bits():
    assert _python("import sharray, jax; print(jax.config.jax_enable_x64)") == ["True"]


def test_import_fails_without_64_bits():
    done = _run("import os; os.environ['JAX_ENABLE_X64'] = '0'; import sharray")
    assert done.returncode == 1
    assert "unset JAX_ENABLE_X64" in done.stderr.splitlines()[-1]


def test_star_import_gives_what_is_exported():
    code = "import sharray; from sharray import *; "
    assert _python(code + "print(all is sharray.all, fft is sharray.fft)") == ["True", "True"]
