"""The benchmark: small sizes, the form of what it prints, and what it does when a part fails."""

import json
import math
import os
import re
import subprocess
import sys
from pathlib import Path

import jax
import pytest
from test_standard import FUNCTIONS

import sharray
from conformance.benchmark import (
    calls,
    children,
    npbench,
    page,
    processes,
    reasons,
    rows,
    targets,
    timing,
)
from conformance.benchmark.examples import ARGUMENTS
from conformance.benchmark.rows import IMPORT, Task
from conformance.benchmark.sizes import FULL, QUICK

ROOT = Path(sharray.__path__[0]).parent


def benchmark(*arguments):
    return subprocess.run(
        [sys.executable, "-m", "conformance.benchmark", *arguments],
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=240,
        check=False,
    )


def test_every_function_is_called():
    called = {case.partition(",")[0] for case in calls.CALLS}
    assert called == set(FUNCTIONS) - {"__array_namespace_info__"}


def test_every_reason_is_of_a_function():
    for text, pattern in reasons.REASONS.items():
        assert any(re.fullmatch(pattern, case) for case in calls.CALLS), text


def test_what_is_measured():
    devices = {row: {t.devices for t in rows.tasks([row])} for row in rows.ROWS}
    assert devices["add"] == {1, 2, 8}
    assert devices["stencil"] == {2, 3, 8}
    assert {task.case for task in rows.tasks(["functions"], "^sum$")} == {"sum"}
    assert {task.row for task in rows.tasks()} == set(rows.ROWS)


@pytest.fixture(scope="module")
def quick():
    only = [
        word for row in ("functions", "memory", "programs", "import") for word in ("--only", row)
    ]
    before = (ROOT / "docs" / "performance.md").read_bytes() if PAGE.exists() else None
    done = benchmark("--quick", *only, "--functions", "^(add|real|matmul|meshgrid)$")
    after = PAGE.read_bytes() if PAGE.exists() else None
    assert before == after
    return done


PAGE = ROOT / "docs" / "performance.md"


def test_quick(quick):
    assert quick.returncode == 0, quick.stderr
    assert "Not the whole measurement" in quick.stdout
    assert "failed:" not in quick.stdout
    head = re.findall("^## (.+)$", quick.stdout, re.MULTILINE)
    assert head == ["Targets", "Import", "Every function", "Memory", "Programs"]
    for name in ("add", "real", "matmul", "meshgrid"):
        assert len(re.findall(rf"^\| `{name}` ", quick.stdout, re.MULTILINE)) == 1


def test_quick_uses_the_devices(quick):
    (line,) = re.findall(r"^\| `meshgrid` .*$", quick.stdout, re.MULTILINE)
    assert int(line.split("|")[7]) >= 1


def test_counts_are_within_the_targets(quick):
    judged = re.findall(r"^\| Programs of .*$", quick.stdout, re.MULTILINE)
    assert len(judged) == len(rows.ROWS["programs"].cases)
    assert all(line.rstrip(" |").endswith("| met") for line in judged)


def test_progress(quick):
    assert re.search(r"2 devices, functions, matmul: \d+/\d+, 0 failed", quick.stderr) or (
        "programs" in quick.stderr
    )


def test_wrong_options():
    for words in (["--only", "nothing"], ["--functions", "("], ["--size", "L"]):
        done = benchmark(*words)
        assert done.returncode == 2
        assert "Traceback" not in done.stderr


def test_environment():
    base = {
        "XLA_FLAGS": "--xla_a=1 --xla_force_host_platform_device_count=5",
        "GLIBC_TUNABLES": "glibc.malloc.arena_max=1:glibc.malloc.hugetlb=0",
        "SHARRAY_IMMEDIATE": "1",
        "JAX_NUM_CPU_DEVICES": "4",
        "HOME": "/home",
    }
    env = children.environment(base, 3)
    assert env["XLA_FLAGS"] == "--xla_a=1 --xla_force_host_platform_device_count=3"
    assert env["GLIBC_TUNABLES"] == "glibc.malloc.arena_max=1:glibc.malloc.hugetlb=1"
    assert not {"SHARRAY_IMMEDIATE", "JAX_NUM_CPU_DEVICES"} & env.keys()
    assert env["HOME"] == "/home"


@pytest.fixture
def bad_worker(tmp_path, monkeypatch):
    """A worker that fails at `bad`, dies at `dies` and hangs at `hangs`."""
    script = tmp_path / "worker.py"
    script.write_text(
        "import json, os, sys, time\n"
        "given = json.loads(sys.stdin.readline())\n"
        "for i, (row, case) in enumerate(given['tasks']):\n"
        "    print(json.dumps({'begin': i}), flush=True)\n"
        "    if case == 'dies': print('no more', file=sys.stderr); os._exit(3)\n"
        "    if case == 'hangs': time.sleep(60)\n"
        "    found = {'error': 'bad'} if case == 'bad' else {'devices': given['devices']}\n"
        "    print(json.dumps({'end': i, **found}), flush=True)\n"
    )
    monkeypatch.setattr(children, "COMMAND", [sys.executable, str(script)])


def test_failures_lose_nothing_else(bad_worker):
    tasks = [Task("row", case, 2) for case in ("a", "bad", "b", "dies", "c", "hangs", "d")]
    tasks.append(Task("row", "a", 3))
    begun, found = [], {}
    children.run(tasks, True, begun.append, found.__setitem__, patience=2)
    assert begun == tasks
    assert [found[t].get("devices") for t in tasks] == [2, None, 2, None, 2, None, 2, 3]
    assert found[tasks[1]] == {"error": "bad"}
    assert found[tasks[3]] == {"error": "the process ended with code 3: no more"}
    assert found[tasks[5]] == {"error": "not done after 2 s"}


def test_in_turns():
    order = []
    samples = timing.in_turns(
        {"a": lambda: order.append("a"), "b": lambda: math.factorial(3000)}, 0.01, rounds=(4, 4)
    )
    assert list(samples) == ["a", "b"]
    assert [len(s) for s in samples.values()] == [4, 4]
    assert all(s > 0 for side in samples.values() for s in side)
    assert order


def test_ratio():
    samples = {"a": [1.0, 4.0, 9.0], "b": [1.0, 2.0, 3.0]}
    assert timing.ratio(samples, "a", "b") == (1.5, 2.0, 2.5)
    assert timing.spread([2.0]) == (2.0, 2.0, 2.0)


def _results(change=None):
    """Results of every row that meet all targets."""
    samples = {
        "sharray": [1e-6, 1e-6],
        "JAX": [1e-6, 1e-6],
        "NumPy": [2e-6, 2e-6],
        "JAX, edges joined": [1e-6, 1e-6],
        "JAX, edges padded": [1e-6, 1e-6],
    }
    whole = {
        "samples": samples, "dispatches": 1, "elements": 5, "operands": "x", "view": False,
        "shape": [2, 2], "programs": 1, "inputs": 8, "outputs": 8, "temporary": 0, "shard": 8,
        "statements": 1, "compilations": 1, "arguments": "5", "first": 1.0,
    }  # fmt: skip
    made = {Task(IMPORT, IMPORT, 0): whole} | dict.fromkeys(rows.tasks(), whole)
    return {task: (change or (lambda t, r: r))(task, result) for task, result in made.items()}


def test_targets_met():
    found = targets.targets(_results())
    assert all(target.met for target in found)
    assert len(found) == 2 + 3 + 2 + 3 + 1 + 2 + 2 + 4 + 1 + 1 + 6 + len(
        rows.ROWS["programs"].cases
    )


def test_targets_missed():
    def slow(task, result):
        # a program whose start takes as long as NumPy would be a reason
        seconds = 3e-6 if task.row == "add" else 1.0
        samples = {**result["samples"], "sharray": [seconds, seconds], "NumPy": [1e-3, 1e-3]}
        big = {"temporary": 100, "compilations": 11}
        return {**result, **big, "samples": samples}

    assert not any(target.met for target in targets.targets(_results(slow)))


def test_slow_functions_need_a_reason():
    def slow(task, result):
        if task.case not in ("sum", "nonzero"):
            return result
        return {**result, "samples": {**result["samples"], "sharray": [1.0, 1.0]}}

    results = _results(slow)
    assert targets.unexplained(results) == ["sum"]
    text = page.render(results, FULL)
    (line,) = re.findall(r"^\| `sum`  .*$", text, re.MULTILINE)
    assert "**unexplained**" in line
    (line,) = re.findall(r"^\| `nonzero`  .*$", text, re.MULTILINE)
    assert reasons.reason("nonzero") in line


def test_failures_are_shown():
    results = _results(lambda task, result: {"error": "it fell | over"})
    assert not any(target.met for target in targets.targets(results))
    text = page.render(results, FULL)
    assert text.count("it fell") >= len(results)
    tables = re.findall(r"(?:^\|.*\n)+", text, re.MULTILINE)
    for table in tables:
        counts = {len(re.findall(r"(?<!\\)\|", line)) for line in table.splitlines()}
        assert len(counts) == 1


def test_page_is_whole():
    text = page.render(_results(), FULL)
    assert "Not the whole measurement" not in text
    assert os.uname().nodename not in text
    assert str(ROOT) not in text
    assert "Not the whole measurement" in page.render(_results(), QUICK)
    json.dumps([list(task) for task in _results()])
    assert jax.__version__ in text


KERNELS = {
    # in place, and with NumPy's random numbers
    "good": "def good(n, x):\n    x[:] = x @ x\n    return np.sum(x, axis=0)\n",
    "wrong": "def wrong(n, x):\n    return x + (np.__name__ != 'numpy')\n",
    "later": "calls = []\ndef later(n, x):\n"
    "    calls.append(1)\n    return x + (np.__name__ != 'numpy' and len(calls) > 1)\n",
    "writes": "def writes(n, x):\n    x += 1 + (np.__name__ != 'numpy')\n",
    "fails": "def fails(n, x):\n    assert np.__name__ == 'numpy', 'it fell | over'\n",
    "hangs": "def hangs(n, x):\n    while True: pass\n",
}


@pytest.fixture
def checkout(tmp_path):
    """A checkout of npbench with kernels of our own."""
    (tmp_path / "bench_info").mkdir()
    for name, code in KERNELS.items():
        folder = tmp_path / "npbench" / "benchmarks" / "kind" / name
        folder.mkdir(parents=True)
        info = {
            "module_name": name, "func_name": name, "relative_path": f"kind/{name}",
            "parameters": {"S": {"n": 200}, "M": {"n": 600}},
            "init": {"func_name": "made", "input_args": ["n"], "output_args": ["x"]},
            "input_args": ["n", "x"], "array_args": ["x"], "output_args": [],
        }  # fmt: skip
        text = json.dumps({"benchmark": info})
        (tmp_path / "bench_info" / f"{name}.json").write_text(text)
        made = "import numpy as np\ndef made(n):\n    return np.random.rand(n, n)\n"
        (folder / f"{name}.py").write_text(made)
        (folder / f"{name}_numpy.py").write_text(f"import numpy as np\n{code}")
    jax_version = "import jax\ndef good(n, x):\n    return (x @ x).sum(0)\n"
    (tmp_path / "npbench" / "benchmarks" / "kind" / "good" / "good_jax.py").write_text(jax_version)
    return tmp_path


@pytest.mark.some(1)
@pytest.mark.parametrize("flavour", ["launcher", "xp"])
def test_npbench(checkout, flavour):
    output = checkout / "figures.json"
    words = ["--size", "M", "--processes", "1", "--flavour", flavour, "--output", str(output)]
    words += ["--warm", "0.1"]
    done = benchmark(
        "--npbench", str(checkout), "--kernels", "good,wrong,later,writes,fails", *words
    )
    assert done.returncode == 1, done.stderr
    lines = [line for line in done.stdout.splitlines() if line.startswith("| ")]
    cells = {c[1]: c for c in ([x.strip() for x in re.split(r"(?<!\\)\|", s)] for s in lines)}
    assert all(float(cell) > 0 for cell in cells["good"][2:8])
    assert cells["good"][8] == "ok"
    assert cells["wrong"][5] == "-"
    assert cells["wrong"][8].startswith(
        "sharray wrong, first call: result 0 has the relative error"
    )
    assert cells["later"][8].startswith("sharray wrong, last call: result 0 has the relative error")
    assert cells["writes"][8].startswith("sharray wrong, first call: argument x has")
    assert cells["fails"][3] == cells["fails"][4] == cells["fails"][7] == "failed"
    assert cells["fails"][8] == "sharray failed: AssertionError: it fell \\| over"
    assert "of 1 kernels, worst good with" in done.stdout
    assert "failed or wrong: 4 of 5: wrong, later, writes, fails" in done.stdout
    kernels = json.loads(output.read_text())["kernels"]
    assert list(kernels["good"]) == ["NumPy", "sharray", "JAX"]
    assert len(kernels["good"]["sharray"]["samples"]) == 1


def test_npbench_limit(checkout):
    words = ["--npbench", str(checkout), "--kernels", "hangs", "--limit", "2"]
    done = benchmark(*words)
    assert done.returncode == 1
    assert "NumPy failed: not done after 2 s" in done.stdout
    assert "Traceback" not in done.stderr


def test_npbench_without_what_it_needs(checkout):
    for path, kernels, size, message in (
        (checkout / "none", "good", "S", "git clone"),
        (checkout, "good,other", "S", "no kernel 'other'"),
        (checkout, "good", "L", "good has no size L, but S, M"),
        (checkout, "good", "XL", "takes S, M, L"),
        (checkout, None, "S", "no kernel 'adi'"),
    ):
        with pytest.raises(npbench.UsageError, match=message):
            npbench.chosen(path, kernels, size)
    assert list(npbench.chosen(checkout, "all", "S")) == sorted(KERNELS)
    done = benchmark("--npbench", str(checkout / "none"))
    assert done.returncode == 2
    assert "is no checkout of npbench" in done.stderr
    assert "Traceback" not in done.stderr


def test_whole_programs():
    done = benchmark("--examples", "0.1", "--runs", "1", "--programs", "heat")
    assert done.returncode == 0, done.stderr
    (row,) = [line for line in done.stdout.splitlines() if line.startswith("| heat")]
    name, *figures = [cell.strip() for cell in row.strip("|").split("|")]
    assert name == "heat"
    assert all(float(figure) > 0 for figure in figures)
    assert "second run, times NumPy's time: geometric mean" in done.stdout


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["--runs", "2"], "--runs is an option of --examples, which is not there"),
        (["--size", "M"], "--size is an option of --npbench, which is not there"),
        (["--examples", "1", "--programs", "none"], "no program 'none'"),
        (["--examples", "1", "--runs", "0"], "--runs takes 1 or more"),
    ],
)
def test_whole_programs_that_cannot_be_run(words, message):
    done = benchmark(*words)
    assert done.returncode == 2
    assert message in done.stderr


def test_a_whole_program_that_fails(monkeypatch, tmp_path):
    (tmp_path / "heat.py").write_text("raise ValueError('cold')")
    monkeypatch.setattr(processes, "FOLDER", tmp_path)
    with pytest.raises(processes.Failed, match="ValueError: cold"):
        processes.measure("heat", (), 1)


def test_examples_have_a_program_for_each_size():
    assert all(set(sizes) == set(ARGUMENTS) for sizes in processes.SIZES.values())
