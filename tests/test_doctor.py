"""``python -m sharray doctor`` and `show_versions`."""

import io
import re

import numpy as np
import pytest
from launching import LAUNCHER, run

import sharray
from sharray._tools import versions
from sharray._tools.launch import doctor, machine


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
    monkeypatch.setattr(versions, "show_devices", lambda: "1 CPU")
    (found,) = doctor.of_devices(root)
    assert "pip install" in found.remedy
    monkeypatch.setattr(versions, "show_devices", lambda: "1 GPU (NVIDIA H100)")
    (found,) = doctor.of_devices(root)
    assert found.level == "ok"


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
    (found,) = [f for f in doctor.of_settings() if f.about == "environment"]
    assert found.level == "change"
    assert "SHARRAY_HOST_WROK" in found.remedy


def test_colours_of_the_findings(monkeypatch):
    monkeypatch.delenv("NO_COLOR", raising=False)
    monkeypatch.setenv("FORCE_COLOR", "1")
    out = io.StringIO()
    doctor.show([doctor.Finding("cores", "two", "buy some")], out)
    assert out.getvalue().startswith("\x1b[33mchange\x1b[0m  cores")


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


def test_versions_do_not_start_jax(tmp_path):
    code = (
        "import io, sys, sharray; out = io.StringIO(); sharray.show_versions(file=out)\n"
        "assert 'not in use yet' in out.getvalue()\nassert 'jax' not in sys.modules"
    )
    done = run((LAUNCHER[0],), "-c", code, cwd=tmp_path)
    assert (done.returncode, done.stderr) == (0, "")
