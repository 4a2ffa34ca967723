"""What ``python -m sharray`` has ready before the program begins: devices, threads, memory."""

import re
import sys

import pytest
from launching import LAUNCHER, run

from sharray._tools.launch import environment, rank

DEVICES = "import jax, sharray; print(len(jax.devices()), dict(sharray.get_mesh().shape))"


@pytest.mark.parametrize(
    ("options", "expected"),
    [
        (["--devices", "3"], "3 {'x': 3}"),
        (["--devices=5"], "5 {'x': 5}"),
        (["--mesh", "4x2"], "8 {'x': 4, 'y': 2}"),
        (["--mesh=2x3", "--devices", "6"], "6 {'x': 2, 'y': 3}"),
    ],
)
def test_devices(tmp_path, options, expected):
    done = run(LAUNCHER, *options, "-c", DEVICES, cwd=tmp_path, XLA_FLAGS="")
    assert (done.stdout, done.stderr) == (f"{expected}\n", "")


def test_arrays_lie_along_all_axes_of_a_mesh(tmp_path):
    code = "import numpy as np; print(np.ones(10**6).sharding.spec)"
    done = run(LAUNCHER, "--at-once", "--mesh", "2x2", "-c", code, cwd=tmp_path, XLA_FLAGS="")
    assert (done.stdout, done.stderr) == ("P(('x', 'y'),)\n", "")


def test_devices_by_default_are_what_jax_has(tmp_path):
    environment = {"JAX_NUM_CPU_DEVICES": "1", "XLA_FLAGS": ""}
    assert run(LAUNCHER, "-c", DEVICES, cwd=tmp_path, **environment).stdout == "1 {'x': 1}\n"
    found = run(LAUNCHER, "-c", DEVICES, cwd=tmp_path, JAX_NUM_CPU_DEVICES="3").stdout
    assert found == "3 {'x': 3}\n"


def test_pool_has_more_threads_than_devices(tmp_path):
    code = "import os; print(os.environ['NPROC'])"
    done = run(LAUNCHER, "--devices", "64", "-c", code, cwd=tmp_path)
    assert int(done.stdout) > 64


# the environment


@pytest.mark.parametrize(
    ("there", "expected"),
    [
        ("", "{pages}:{mmap}:{trim}"),
        ("glibc.malloc.check=3", "glibc.malloc.check=3:{pages}:{mmap}:{trim}"),
        ("glibc.malloc.hugetlb=2", "glibc.malloc.hugetlb=2:{mmap}:{trim}"),
        (
            "glibc.malloc.hugetlb=0:glibc.malloc.trim_threshold=0",
            "glibc.malloc.hugetlb=0:glibc.malloc.trim_threshold=0:{mmap}",
        ),
    ],
)
def test_tunables_are_extended(there, expected):
    settings = {
        "pages": "glibc.malloc.hugetlb=1",
        "mmap": "glibc.malloc.mmap_threshold=33554432",
        "trim": "glibc.malloc.trim_threshold=1073741824",
    }
    memory = 8 << 30
    found = environment.tunables(there, memory)
    assert found == expected.format(**settings)
    assert environment.tunables(found, memory) == found


@pytest.mark.parametrize(
    ("argv", "orig_argv", "expected"),
    [
        (["-m", "program.py"], ["python", "-m", "sharray", "program.py"], True),
        (["-m"], ["python", "-X", "dev", "-msharray"], True),
        (["-m", "sharray"], ["python", "-m", "other", "sharray"], False),
        (["-m"], ["python", "-m", "sharray.demo"], False),
        (["bin/sharray", "x.py"], ["python", "bin/sharray", "x.py"], True),
        (["program.py"], ["python", "program.py"], False),
        (["-c"], ["python", "-c", "import sharray"], False),
        ([], [], False),
    ],
)
def test_only_the_launcher_starts_again(argv, orig_argv, expected):
    assert environment.is_launcher(argv, orig_argv) == expected


@pytest.mark.parametrize(
    ("said", "expected"),
    [
        ({}, True),
        ({"SLURM_PROCID": "0"}, True),
        ({"SLURM_PROCID": "1"}, False),
        ({"OMPI_COMM_WORLD_RANK": "2"}, False),
        ({rank.VARIABLE: "0 2 here:1"}, False),  # the one that has started it has said so
    ],
)
def test_who_says_what_all_would_say(monkeypatch, said, expected):
    for name in ("SLURM_PROCID", "OMPI_COMM_WORLD_RANK", rank.VARIABLE):
        monkeypatch.delenv(name, raising=False)
    for name, value in said.items():
        monkeypatch.setenv(name, value)
    assert rank.is_first() == expected


def test_starts_again_once_with_large_pages_and_before_jax(tmp_path):
    code = (
        "import os; print(os.environ.get('GLIBC_TUNABLES'), sys.warnoptions, sys.flags.utf8_mode)"
    )
    code = f"import sys, jax; {code}"
    options = ("-W", "ignore", "-X", "utf8", "-X", "importtime")
    command = (sys.executable, *options, "-m", "sharray")
    done = run(command, "-c", code, cwd=tmp_path, GLIBC_TUNABLES="glibc.malloc.check=0")
    has, memory = environment._has_tunable(), environment.physical_memory()
    expected = environment.tunables("glibc.malloc.check=0", memory) if has else ""
    assert done.stdout.startswith(f"{expected} ['ignore'] 1")
    assert len(re.findall(r"\|\s+jax\.version$", done.stderr, re.MULTILINE)) == 1


def test_console_script_is_the_launcher(tmp_path):
    script = tmp_path / "sharray"
    script.write_text("import sys\nfrom sharray.__main__ import main\nsys.exit(main())\n")
    code = "import sys, os; print(sys.argv, os.environ.get('GLIBC_TUNABLES'))"
    done = run((sys.executable, script), "-c", code, "a", cwd=tmp_path)
    assert done.stderr == ""
    assert done.stdout.startswith("['-c', 'a'] ")
    assert ("hugetlb" in done.stdout) == environment._has_tunable()


def test_tune_writes_settings_that_the_launcher_reads(tmp_path):
    code = "import sharray; o = sharray.get_options(); print(o['host_threshold'], o['host_work'])"
    file = tmp_path / "there" / "settings"
    environment = {"SHARRAY_SETTINGS": str(file)}
    done = run(LAUNCHER, "--tune", cwd=tmp_path, **environment)
    assert (done.returncode, done.stderr) == (0, "")
    assert f"wrote {file}" in done.stdout
    written = dict(line.split(" = ") for line in file.read_text().splitlines())
    assert list(written) == ["host_threshold", "host_work"]
    found = run(LAUNCHER, "-c", code, cwd=tmp_path, **environment).stdout
    assert found == "{host_threshold} {host_work}\n".format(**written)
    environment["SHARRAY_HOST_WORK"] = "5"
    found = run(LAUNCHER, "-c", code, cwd=tmp_path, **environment).stdout
    assert found == f"{written['host_threshold']} 5\n"
    file.write_text("host_work = much  # too much\n")
    done = run(LAUNCHER, "-c", code, cwd=tmp_path, **environment)
    assert done.returncode == 2
    assert f"{file}, line 1" in done.stderr
