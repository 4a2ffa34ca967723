"""``python -m sharray doctor`` and `show_versions`."""

import io
import os
import re

import numpy as np
import pytest
from launching import LAUNCHER, PYTHON, run

import sharray
from sharray._core import variables
from sharray._tools.launch import doctor, machine, program_cache


def made(root, **files):
    """Write files of a system, given by path."""
    for path, text in files.items():
        file = root / path.replace("__", "/")
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text)
    return root


def test_a_healthy_machine(tmp_path):
    done = run(LAUNCHER, "doctor", cwd=tmp_path, SHARRAY_PROGRAM_CACHE=str(tmp_path / "kept"))
    assert done.stderr == ""
    for about in ("versions", "devices", "cores", "threads", "memory", "large pages", "programs"):
        assert re.search(rf"^(ok|note|change) +{about} ", done.stdout, re.MULTILINE), about
    assert done.returncode == ("change " in done.stdout)
    assert "\x1b" not in done.stdout
    assert f"sharray {sharray.__version__}, NumPy {np.__version__}" in done.stdout


def test_what_is_wrong_is_said_with_its_remedy(tmp_path):
    settings = tmp_path / "settings"
    settings.write_text("host_work = much\n")
    folder = tmp_path / "open"
    folder.mkdir()
    folder.chmod(0o777)
    done = run(
        LAUNCHER, "doctor", cwd=tmp_path,
        SHARRAY_SETTINGS=str(settings), SHARRAY_PROGRAM_CACHE=str(folder), JAX_PLATFORMS="cuda",
    )  # fmt: skip
    assert done.returncode == 1
    text = " ".join(done.stdout.split())
    assert "3 to change" in text
    assert "unset JAX_PLATFORMS" in text
    assert "chmod -R go-w" in text
    assert "--tune writes the file anew" in text


#: Variables that are wrong, and a part of what says so; and whether it is sharray that reads them.
WRONG = [
    ("SHARRAY_HOST_THRESHOLD", "abc", "must be an int of at least 0, not 'abc'", True),
    ("SHARRAY_LOG", "loud", "must be debug, info, warning or error, not 'loud'", True),
    ("SHARRAY_MESH", "4x", "must look like 8 or 4x2, not '4x'", True),
    ("JAX_ENABLE_X64", "0", "unset JAX_ENABLE_X64 (it is '0') or set it to 1", True),
    ("JAX_ENABLE_X64", "maybe", "unset JAX_ENABLE_X64 (it is 'maybe'), or correct it", False),
    ("JAX_NUM_CPU_DEVICES", "zero", "unset JAX_NUM_CPU_DEVICES (it is 'zero'), or correct", False),
    (
        "XLA_FLAGS",
        "--bogus",
        "Unknown flag in XLA_FLAGS: --bogus -> unset XLA_FLAGS (it is '--bogus')",
        False,
    ),
]


@pytest.mark.parametrize(("variable", "value", "said", "ours"), WRONG)
def test_a_variable_that_is_wrong(tmp_path, variable, value, said, ours):
    done = run(LAUNCHER, "doctor", cwd=tmp_path, **{variable: value})
    text = " ".join(done.stdout.split())
    assert (done.returncode, done.stderr) == (1, "")
    assert said in text
    assert "threads " in text
    done = run(LAUNCHER, "--version", cwd=tmp_path, **{variable: value})
    assert (done.stdout[:8], done.stderr) == ("sharray ", "")
    if ours:
        done = run(LAUNCHER, "-c", "1", cwd=tmp_path, **{variable: value})
        assert done.returncode == 2
        (line,) = done.stderr.splitlines()
        assert re.match(rf"sharray: .*{re.escape(said)}", line)
        done = run(PYTHON, "-c", "import sharray", cwd=tmp_path, **{variable: value})
        assert done.returncode == 1
        assert re.search(rf"^\w+Error: .*{re.escape(said)}", done.stderr, re.MULTILINE)
        assert "During handling" not in done.stderr


def test_each_variable_has_its_own_advice(monkeypatch):
    monkeypatch.setattr(variables, "wrong", {"SHARRAY_LOG": ValueError("log must be")})
    for name, value in {"LOG": "loud", "MESH": "3", "NOSUCH": "1"}.items():
        monkeypatch.setenv(f"SHARRAY_{name}", value)
    monkeypatch.delenv("SHARRAY_PROGRAM_CACHE", raising=False)
    found = {f.text: (f.level, f.remedy) for f in doctor.of_environment()}
    assert found.pop("SHARRAY_LOG=loud") == ("change", "log must be")
    level, remedy = found.pop("SHARRAY_NOSUCH=1")
    assert level == "change"
    assert "SHARRAY_NOSUCH" in remedy
    ((text, (level, _)),) = found.items()
    assert "SHARRAY_MESH=3" in text.split(", ")
    assert level == "ok"


def test_a_variable_that_the_user_has_not_set_is_not_blamed(monkeypatch):
    for name in [name for name in os.environ if name.startswith(("JAX_", "XLA_"))]:
        monkeypatch.delenv(name)
    monkeypatch.setattr(doctor, "given", {})
    monkeypatch.setenv("XLA_FLAGS", "--of_the_library")
    assert doctor._remedy("it fell over") == "see what python -c 'import jax; jax.devices()' says"
    monkeypatch.setenv("JAX_PLATFORM", "x")
    monkeypatch.setenv("JAX_PLATFORMS", "cpu")
    assert (
        doctor._remedy("flag jax_platforms") == "unset JAX_PLATFORMS (it is 'cpu'), or correct it"
    )
    assert "without JAX_PLATFORM, JAX_PLATFORMS, one" in doctor._remedy("it fell over")


@pytest.mark.parametrize("place", ["file", "file/below"])
def test_a_folder_for_programs_that_cannot_be_made(tmp_path, monkeypatch, place):
    (tmp_path / "file").touch()
    monkeypatch.setenv("SHARRAY_PROGRAM_CACHE", str(tmp_path / place))
    (found,) = doctor.of_programs()
    assert found.level == "change"
    assert f"{tmp_path / 'file'}: Not a directory" in found.text
    assert "name a folder that can be written to in SHARRAY_PROGRAM_CACHE" in found.remedy
    with pytest.warns(
        UserWarning, match=r"not kept in .*: (Not a directory|File exists); name anoth"
    ):
        program_cache._start(tmp_path / place)


@pytest.mark.parametrize(
    ("variable", "hint"),
    [("SHARRAY_HOST_WROK", "is it SHARRAY_HOST_WORK?"), ("SHARRAY_NOSUCH", "guide.html#settings")],
)
def test_a_variable_that_nobody_knows(tmp_path, variable, hint):
    for command in LAUNCHER, PYTHON:
        code = "import sharray; import sharray.numpy"
        done = run(command, "-c", code, cwd=tmp_path, **{variable: "1"})
        (line,) = done.stderr.splitlines()
        assert f"sharray does not know the variable {variable} of the environment " in line
        assert f"(unset {variable} silences this): " in line
        assert line.endswith(hint)
    assert line.startswith("<string>:1: UserWarning: ")


def test_limits_of_the_control_group(tmp_path):
    root = made(
        tmp_path,
        proc__self__cgroup="0::/inner/one\n",
        **{
            "sys__fs__cgroup__inner/one__cpu.max": "max 100000",
            "sys__fs__cgroup__inner__cpu.max": "150000 100000",
            "sys__fs__cgroup__inner__memory.max": "1000000",
        },
    )
    assert machine.core_limit(root) == 1.5
    assert machine.memory_limit(root) == 1_000_000
    (found,) = [f for f in doctor.of_cores({0, 1}, root) if f.about == "cores"]
    assert found.level == "change"
    assert "OPENBLAS_NUM_THREADS=1" in found.remedy


def test_limits_of_a_control_group_of_the_first_version(tmp_path):
    root = made(
        tmp_path,
        proc__self__cgroup="4:cpu,cpuacct:/a\n3:memory:/a\n",
        **{
            "sys__fs__cgroup__cpu__a__cpu.cfs_quota_us": "50000",
            "sys__fs__cgroup__cpu__a__cpu.cfs_period_us": "100000",
            "sys__fs__cgroup__cpu__cpu.cfs_quota_us": "-1",
            "sys__fs__cgroup__cpu__cpu.cfs_period_us": "100000",
            "sys__fs__cgroup__memory__a__memory.limit_in_bytes": str(2**63 - 4096),
        },
    )
    assert machine.core_limit(root) == 0.5
    assert machine.memory_limit(root) is None


def test_no_limits_where_nothing_says_so(tmp_path):
    assert machine.core_limit(tmp_path) is None
    assert machine.memory_limit(tmp_path) is None
    assert machine.whole_cores({0, 1}, tmp_path) is None
    assert machine.huge_pages(tmp_path) == ""
    (cores,) = [f for f in doctor.of_cores({0, 1}, tmp_path) if f.about == "cores"]
    assert cores.level == "ok"


@pytest.mark.parametrize(("siblings", "cores"), [(["0-1", "0-1"], 1), (["0", "1"], 2)])
def test_threads_of_one_core_are_told(tmp_path, siblings, cores):
    folder = "sys__devices__system__cpu__cpu"
    files = {f"{folder}{i}__topology__thread_siblings_list": s for i, s in enumerate(siblings)}
    root = made(tmp_path, **files)
    assert machine.whole_cores({0, 1}, root) == cores
    (found,) = [f for f in doctor.of_cores({0, 1}, root) if f.about == "cores"]
    assert found.level == ("ok" if cores == 2 else "note")
    assert ("two threads share one" in found.remedy) == (cores == 1)


@pytest.mark.parametrize(
    ("pages", "tunables", "level"),
    [
        ("always [madvise] never", "glibc.malloc.hugetlb=1", "ok"),
        ("always [madvise] never", "", "note"),
        ("[always] madvise never", "", "ok"),
        ("always madvise [never]", "glibc.malloc.hugetlb=1", "change"),
    ],
)
def test_large_pages(tmp_path, monkeypatch, pages, tunables, level):
    monkeypatch.setenv("GLIBC_TUNABLES", tunables)
    root = made(tmp_path, sys__kernel__mm__transparent_hugepage__enabled=pages)
    (found,) = [f for f in doctor.of_memory(root) if f.about == "large pages"]
    assert found.level == level


def test_a_gpu_that_jax_does_not_use(tmp_path, monkeypatch):
    root = made(tmp_path, proc__driver__nvidia__version="570")
    monkeypatch.setattr(doctor, "ask_devices", lambda: "1 CPU")
    (found,) = doctor.of_devices(root)
    assert "pip install" in found.remedy
    monkeypatch.setattr(doctor, "ask_devices", lambda: "1 GPU (NVIDIA H100)")
    (found,) = doctor.of_devices(root)
    assert found.level == "ok"


def test_a_variable_of_another_blas_is_not_named(monkeypatch):
    monkeypatch.setenv("MKL_NUM_THREADS", "1")
    for name in ("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS"):
        monkeypatch.delenv(name, raising=False)
    levels = {}
    for library in ("scipy-openblas 0.3", "mkl-sdl 2024"):
        monkeypatch.setattr(doctor.versions, "blas", lambda library=library: library)
        (found,) = doctor.of_threads(2)
        levels[library] = found.level
    assert list(levels.values()) == ["ok", "note"]


@pytest.mark.parametrize(
    ("value", "level"), [("", "ok"), ("2", "ok"), ("1", "note"), ("9", "note")]
)
def test_threads_of_the_blas(monkeypatch, value, level):
    monkeypatch.delenv("OMP_NUM_THREADS", raising=False)
    monkeypatch.setenv("OPENBLAS_NUM_THREADS", value)
    (found,) = doctor.of_threads(2)
    assert found.level == level


def test_a_variable_that_is_misspelt(monkeypatch):
    monkeypatch.setenv("SHARRAY_HOST_WROK", "0")
    (found,) = [f for f in doctor.of_environment() if f.level != "ok"]
    assert found.level == "change"
    assert "SHARRAY_HOST_WROK" in found.remedy


def test_colours_of_the_findings(monkeypatch):
    monkeypatch.delenv("NO_COLOR", raising=False)
    monkeypatch.setenv("FORCE_COLOR", "1")
    out = io.StringIO()
    doctor.show([doctor.Finding("cores", "two", "buy some")], out)
    assert out.getvalue().startswith("\x1b[33mchange\x1b[0m  cores")


def test_addresses_are_not_broken():
    out = io.StringIO()
    address = "https://sharray.readthedocs.io/en/latest/errors.html#a-place-with-a-long-name"
    doctor.show([doctor.Finding("devices", f"none; see {address}", f"see {address}")], out)
    assert out.getvalue().count(address) == 2


# versions


def test_versions_for_a_report_of_a_bug(capsys, monkeypatch):
    monkeypatch.setenv("SHARRAY_TEST_SEED", "5")
    with sharray.set_options(chain_length=7):
        sharray.show_versions(devices=True)
    rows = dict(line.split(maxsplit=1) for line in capsys.readouterr().out.splitlines())
    assert rows["sharray"] == sharray.__version__
    assert rows["NumPy"].startswith(f"{np.__version__}, BLAS ")
    assert "jaxlib" in rows["JAX"]
    assert "CPU" in rows["devices"]
    assert "chain_length=7" in rows["settings"]
    assert "SHARRAY_TEST_SEED=5" in rows["environment"]
    assert "scipy" in rows["libraries"]


def test_versions_without_devices(tmp_path):
    code = "import sharray; sharray.show_versions(devices=True)"
    done = run(PYTHON, "-c", code, cwd=tmp_path, JAX_PLATFORMS="cuda")
    assert (done.returncode, done.stderr) == (0, "")
    assert re.search(r"^devices +none: JAX finds no devices: .*#no-devices$", done.stdout, re.M)
    assert re.search(r"^environment .*JAX_PLATFORMS=cuda", done.stdout, re.M)


def test_versions_do_not_start_jax(tmp_path):
    code = (
        "import io, sys, sharray; out = io.StringIO(); sharray.show_versions(file=out)\n"
        "assert 'not in use yet' in out.getvalue()\nassert 'jax' not in sys.modules"
    )
    done = run((LAUNCHER[0],), "-c", code, cwd=tmp_path)
    assert (done.returncode, done.stderr) == (0, "")
