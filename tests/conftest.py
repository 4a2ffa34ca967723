"""Eight CPU devices, both modes, and the profiles and the seed of the property tests."""

import functools
import gc
import hashlib
import itertools
import math
import os
import random
import re
import subprocess
import sys
import textwrap
from collections import Counter
from pathlib import Path

import jax
import jaxlib.version
import numpy as np
import pytest
from hypothesis import HealthCheck, Phase, core, settings
from hypothesis.internal.conjecture import providers
from hypothesis.internal.constants_ast import Constants

import sharray
from sharray import strategies
from sharray._engine import cold, verifier

verifier.turn_on()

#: What the fixture `mesh` is drawn from.
MESHES = [1, 2, 3, 8, (4, 2)]
#: The kind of devices to test. Of CPUs there are eight; on others, which are as many as they are,
#: a test that needs more is skipped.
PLATFORM = os.environ.get("SHARRAY_TEST_PLATFORM", "cpu")

if sharray.distributed.is_initialized():
    # several processes run the tests together: a mesh has devices of all
    count = len(jax.devices())
    MESHES = [m for m in MESHES if np.prod(m) == count] or [count]
    shapes = [s for s in strategies.MESH_SHAPES if math.prod(s) == count]
    strategies.MESH_SHAPES = tuple(shapes or [(count,)])
elif PLATFORM != "cpu":
    jax.config.update("jax_platforms", f"{PLATFORM},cpu")
    count = len(jax.devices())
    MESHES = [m for m in MESHES if np.prod(m) <= count]
else:
    # before JAX's backend starts: the tests are about many devices, wherever they run
    jax.config.update("jax_platforms", "cpu")
    jax.config.update("jax_num_cpu_devices", 8)

ROOT = Path(__file__).resolve().parent.parent
SEED_VARIABLE = "SHARRAY_TEST_SEED"
_SEED = pytest.StashKey[int]()
#: Modules whose examples compile programs, or take long for another reason -> how many examples a
#: test tries with the profile `ci`; with `full` twice as many. They import no other tests,
#: which would try as many, and no other tests import them. Behind each are the seconds that its
#: slowest test, and all of them, take on one core with 20; with these the suite would take longer
#: than the quarter of an hour that it has, and with 200 longer than an hour or two.
FEWER = {
    "test_bounded": 5,  # 2.8, 38
    "test_check": 5,  # 6.9, 30
    "test_derivatives": 5,  # 2.9, 17
    "test_files": 20,  # 5.1, 28
    "test_lengths": 3,  # 12.5, 19
    "test_linalg": 5,  # 4.7, 20
    "test_mapping": 5,  # 9.7, 34
    "test_moves": 20,  # 6.8, 18
    "test_ndarray": 5,  # 6.6, 52
    "test_numpy_calls": 20,  # 1.3, 17: many, with the profile `full` more than half an hour
    "test_numpy_functions": 5,  # 5.3, 61
    "test_numpy_generators": 5,  # 4.1, 17
    "test_numpy_random": 5,  # 3.3, 31
    "test_ops": 6,  # 8.0, 170
    "test_placement": 20,  # 2.1, 26
    "test_polynomial_modules": 3,  # 7.6, 25
    "test_random": 4,  # 6.8, 45
    "test_shard_map": 6,  # 4.5, 54
    "test_stateful": 3,  # 12.8, 13
    "test_transformations": 5,  # 4.3, 47
    "test_writes": 5,  # 4.2, 36
}
#: Modules with the marker `quick`: a minute that touches every layer.
QUICK = {
    "test_errors", "test_explain", "test_explain_calls", "test_floating", "test_import", "test_jit",
    "test_jit_errors", "test_layouts", "test_logical", "test_placement_errors",
    "test_rules", "test_standard", "test_svg", "test_views", "test_visualize", "test_wrong_uses",
}  # fmt: skip

_common = {
    "deadline": None,  # an example that compiles takes a hundred times as long as one that does not
    # failures are repeated by the seed, not from a file that only one checkout has
    "database": None,
    "print_blob": True,
    # Hypothesis would set it where the environment has CI, and no seed would have an effect
    "derandomize": False,
    # the fixtures hold settings, which do not change between examples
    "suppress_health_check": [
        HealthCheck.function_scoped_fixture,
        HealthCheck.too_slow,
        HealthCheck.data_too_large,
        HealthCheck.filter_too_much,
    ],
}
#: Profiles -> how many examples a test tries, and how many times those of `FEWER` for `ci`.
PROFILES = {"ci": (20, 1), "full": (200, 2)}
for name, (count, times) in PROFILES.items():
    settings.register_profile(name, max_examples=count, **_common)
    for fewer in set(FEWER.values()):
        settings.register_profile(f"{name} {fewer}", max_examples=times * fewer, **_common)
# while one works on many failures: no time is spent on making the examples smaller
settings.register_profile(
    "rough", max_examples=8, phases=[Phase.explicit, Phase.generate], **_common
)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "ci"))
# Hypothesis also draws numbers that stand in the modules imported so far. Which ones these are
# depends on the tests that ran before, and a test alone would try other examples than among all.
providers._get_local_constants = Constants


def seed_of_run(root=ROOT):
    """Return the seed that the environment names, or else one that follows from the commit.

    From what it holds of the library and of the tests, so that one that changes something else
    tries the same examples.
    """
    text = os.environ.get(SEED_VARIABLE, "")
    if text:
        if not text.isdecimal():
            raise pytest.UsageError(f"{SEED_VARIABLE} is a whole number, not {text!r}")
        return int(text)
    command = ["git", "-C", str(root), "rev-parse", "--show-toplevel", "HEAD:sharray", "HEAD:tests"]
    try:
        done = subprocess.run(command, capture_output=True, text=True, check=True)
    except (OSError, subprocess.CalledProcessError):
        return 0
    top, *trees = done.stdout.splitlines()
    # an unpacked release that lies inside some other repository does not follow its commits
    return seed_of_test(*trees) % 2**32 if Path(top).resolve() == root else 0


def seed_of_test(seed, nodeid):
    """Return a seed for one test, so that the cases of a parametrized one differ."""
    return int.from_bytes(hashlib.sha256(f"{seed} {nodeid}".encode()).digest()[:8], "big")


#: Has XLA generate machine code with its older emitters, and LLVM leave it as it is, in two fifths
#: of the time. What programs compute, move and keep is decided before.
QUICK_CODE = "--xla_cpu_use_fusion_emitters=false --xla_backend_optimization_level=0"
#: With the profile `full` one of so many modules, another one for each commit, has the code of
#: users, as has whatever the tests start as a process of its own.
ONE_OF = 8
#: Modules, and tests, about what is decided after (roundings, bits, memory), which have the code of
#: users.
EXACT = {
    "test_accuracy", "test_elementwise", "test_communication::test_class", "test_random::test_out",
}  # fmt: skip
_compile = jax.stages.Lowered.compile


#: Seconds that the tests of each module have taken, of all workers.
_seconds = Counter()


class _AtOnce:
    """Writes what has failed when it does.

    Nobody wants to wait for the end of a run of hours, and one of several processes may end before
    it, with all of them.
    """

    def __init__(self, config):
        self.config = config

    def pytest_runtest_logreport(self, report):
        terminal = self.config.pluginmanager.get_plugin("terminalreporter")
        if report.failed and terminal is not None:
            terminal.ensure_newline()
            terminal.write_line(f"FAILED {report.nodeid}")
            terminal.write_line(report.longreprtext)


def _is_full(config):
    return config.getoption("--hypothesis-profile", None) == "full"


#: Others have no such emitters, and XLA ends the process for a flag that it does not know.
_has_emitters = jaxlib.version.__version_info__[:2] == (0, 10)


def _set_quick_code(config):
    """Set the flag, unless with the profile `full`; XLA reads it when its backend begins."""
    flags = os.environ.get("XLA_FLAGS", "")
    if _has_emitters and not _is_full(config) and QUICK_CODE not in flags:
        os.environ["XLA_FLAGS"] = f"{flags} {QUICK_CODE}"


def has_quick_code():
    return QUICK_CODE in os.environ.get("XLA_FLAGS", "")


def pytest_configure(config):
    _set_quick_code(config)
    if _is_full(config) or sharray.distributed.is_initialized():
        config.pluginmanager.register(_AtOnce(config))
    # a worker of pytest-xdist has the seed from the session that started it
    given = getattr(config, "workerinput", {}).get("seed")
    config.stash[_SEED] = seed_of_run() if given is None else given


@pytest.hookimpl(optionalhook=True, wrapper=True)
def pytest_xdist_auto_num_workers():
    """Have one worker more than cores: tests that start processes wait for them."""
    count = yield
    return count if "PYTEST_XDIST_AUTO_NUM_WORKERS" in os.environ else count + 1


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config, log):
    """With the profile `full` a worker that has done its tests takes some of another one's.

    One of them would go on for a quarter of an hour, with all the tests that start processes.
    """
    from xdist.scheduler import WorkStealingScheduling

    steals = _is_full(config) and config.getoption("dist") == "load"
    return WorkStealingScheduling(config, log) if steals else None


@pytest.hookimpl(optionalhook=True)
def pytest_configure_node(node):
    node.workerinput["seed"] = node.config.stash[_SEED]


def pytest_runtest_logreport(report):
    _seconds[report.nodeid.partition("::")[0]] += report.duration


def pytest_report_header(config):
    seed = config.stash[_SEED]
    return f"examples: profile {settings.get_current_profile_name()}, {SEED_VARIABLE}={seed}"


def pytest_terminal_summary(terminalreporter, config):
    if terminalreporter.verbosity < 0 and terminalreporter.stats.get("failed"):
        terminalreporter.line(f"repeated by {SEED_VARIABLE}={config.stash[_SEED]}")
    if config.getoption("durations") is not None:
        terminalreporter.section("slowest modules")
        for module, seconds in _seconds.most_common():
            terminalreporter.write_line(f"{seconds:8.0f} s  {module}")


@pytest.fixture
def seed(request):
    """Return the test's own seed, for what it draws without Hypothesis."""
    return seed_of_test(request.config.stash[_SEED], request.node.nodeid)


#: Where Hypothesis keeps what a property is run with.
_SETTINGS = "_hypothesis_internal_use_settings"


def pytest_generate_tests(metafunc):
    """Draw the mesh of a test; only with the profile `full` it runs on all of them.

    A property tries its examples there on all of them together.
    """
    fixtures = metafunc._arg2fixturedefs.get("mesh")
    if not fixtures or fixtures[-1].func.__module__ != __name__:
        return
    chosen = MESHES
    if settings.get_current_profile_name() != "full":
        seed = seed_of_test(metafunc.config.stash[_SEED], metafunc.definition.nodeid)
        chosen = [random.Random(seed).choice(MESHES)]
    elif (whole := getattr(metafunc.function, _SETTINGS, None)) is not None:
        settings(whole, max_examples=math.ceil(whole.max_examples / len(chosen)))(metafunc.function)
    metafunc.parametrize("mesh", chosen, ids=str, indirect=True)


@pytest.hookimpl(wrapper=True)
def pytest_make_collect_report(collector):
    """Load the profile of a module of `FEWER` while it is imported: its decorators read it."""
    count = FEWER.get(collector.path.stem) if isinstance(collector, pytest.Module) else None
    profile = settings.get_current_profile_name()
    if count is None or profile not in PROFILES:
        return (yield)
    # the decorators have read the profile of the module that imported it
    assert collector.path.stem not in sys.modules, f"{collector.path.stem} has been imported before"
    settings.load_profile(f"{profile} {count}")
    try:
        return (yield)
    finally:
        settings.load_profile(profile)


#: Of a test with more cases than the first number each commit tries this share, and others the next
#: one, unless the marker `some` says how many.
ALL_OF, SHARE = 4, 0.2


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(config, items):
    """Draw some of the cases of a test, or of the tests of a file that the marker `some` is on.

    Of those that are left by -k and -m. The profile `full` runs all.
    """
    if settings.get_current_profile_name() == "full":
        return
    cases, counts = {}, {}
    for item in items:
        marked = [*itertools.islice(item.iter_markers_with_node("some"), 1)]
        name = (marked[0][0] if marked else item).nodeid.partition("[")[0]
        cases.setdefault(name, []).append(item)
        if marked:
            [counts[name]] = marked[0][1].args
    left = set()
    for name, all_of_it in cases.items():
        count = counts.get(name, max(ALL_OF, math.ceil(SHARE * len(all_of_it))))
        if count < len(all_of_it):
            drawn = random.Random(seed_of_test(config.stash[_SEED], name)).sample(all_of_it, count)
            left |= set(all_of_it) - set(drawn)
    if left:
        config.hook.pytest_deselected(items=list(left))
        items[:] = [item for item in items if item not in left]


def pytest_itemcollected(item):
    if item.path.stem in QUICK:
        item.add_marker("quick")


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_setup(item):
    # what --hypothesis-seed sets once for all tests, which are then left to it
    if item.config.getoption("--hypothesis-seed", None) is None:
        core.global_force_seed = seed_of_test(item.config.stash[_SEED], item.nodeid)


#: What a test says that makes a mesh of more devices than there are.
_MISSING = re.compile(r"needs \d+ devices, there are|cannot reshape array of size \d+ into shape")


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item, call):
    report = yield
    if PLATFORM != "cpu" and report.failed and _MISSING.search(str(call.excinfo.value)):
        report.outcome = "skipped"
        report.longrepr = (str(item.path), 0, f"Skipped: more devices ({PLATFORM})")
    return report


def _compiling(emitters, level):
    options = {"xla_cpu_use_fusion_emitters": emitters, "xla_backend_optimization_level": level}
    return functools.partialmethod(_compile, options)


#: Compiles as for users, and quickly.
_compile_exactly, _compile_quickly = _compiling(True, 3), _compiling(False, 0)


@pytest.fixture(autouse=True)
def machine_code(request):
    """Compile as for users where code matters; the next test sets what it needs."""
    module, test = request.path.stem, request.node.name.partition("[")[0]
    is_exact = not EXACT.isdisjoint({module, f"{module}::{test}"})
    # no function of this file, which a report would take for a line of the program
    wanted = _compile
    if has_quick_code():
        wanted = _compile_exactly if is_exact else _compile
    elif _has_emitters and _is_full(request.config) and not is_exact:
        drawn = seed_of_test(request.config.stash[_SEED], module) % ONE_OF == 0
        wanted = _compile if drawn else _compile_quickly
    if vars(jax.stages.Lowered)["compile"] is not wanted:
        sharray.cache_clear()
        jax.stages.Lowered.compile = wanted


@pytest.fixture(params=["recorded", "immediate"])
def mode(request):
    """Run a test with recording and without, always on the devices."""
    with sharray.set_options(host_threshold=0, immediate=request.param == "immediate"):
        yield request.param


@pytest.fixture
def on_devices():
    """Keep nothing on the host: even the smallest array lies on the devices."""
    with sharray.set_options(host_threshold=0):
        yield


@pytest.fixture
def interpreted(monkeypatch):
    """Have NumPy interpret whatever it can, on all CPU meshes, in place of compiling it."""
    monkeypatch.setattr(cold, "prepare", cold.interpreted)
    sharray.cache_clear()
    yield
    sharray.cache_clear()


@pytest.fixture
def mesh(request):
    """Make a mesh the current one: one of `MESHES`, drawn for each test."""
    with sharray.use_mesh(sharray.make_mesh(request.param)) as made:
        yield made


@pytest.fixture
def empty_cache():
    """Begin with no compiled programs, and leave none."""
    sharray.cache_clear()
    yield
    sharray.cache_clear()


@pytest.fixture
def quickly_compiled():
    """Compile without optimizing machine code, for tests of what is traced and planned."""
    if has_quick_code():
        yield
        return
    jax.config.update("jax_disable_most_optimizations", True)
    yield
    jax.config.update("jax_disable_most_optimizations", False)
    sharray.cache_clear()


def pytest_collection_finish():
    """Take what there is by now, all tests among it, out of the garbage collector's rounds.

    Tracing makes many objects that live for long: there are fewer rounds, too.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(10_000)


@pytest.fixture
def folder(tmp_path):
    """Make files, given as name and text, in a folder of their own."""

    def make(**files):
        for name, text in files.items():
            path = tmp_path / (name.replace("__in__", "/") + ".py")
            path.parent.mkdir(exist_ok=True)
            path.write_text(textwrap.dedent(text))
        return tmp_path

    return make
