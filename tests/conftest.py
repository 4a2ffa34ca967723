"""Eight CPU devices, both modes, and the profiles of the property tests."""

import gc
import os
import textwrap

import jax
import pytest
from hypothesis import HealthCheck, Phase, settings

import sharray

# before JAX's backend starts: the tests are about many devices, wherever they run
jax.config.update("jax_platforms", "cpu")
jax.config.update("jax_num_cpu_devices", 8)

_common = {
    "deadline": None,  # an example that compiles takes a hundred times as long as one that does not
    # the fixtures hold settings, which do not change between examples
    "suppress_health_check": [
        HealthCheck.function_scoped_fixture,
        HealthCheck.too_slow,
        HealthCheck.data_too_large,
        HealthCheck.filter_too_much,
    ],
}
settings.register_profile(
    "ci", max_examples=3, derandomize=True, database=None, print_blob=False, **_common
)
settings.register_profile("long", max_examples=500, print_blob=True, **_common)
# while one works on many failures: no time is spent on making the examples smaller
settings.register_profile(
    "rough",
    max_examples=8,
    derandomize=True,
    database=None,
    phases=[Phase.explicit, Phase.generate],
    **_common,
)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "ci"))


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


@pytest.fixture(params=[1, 2, 3, 8, (4, 2)], ids=str)
def mesh(request):
    """Make the meshes of `sharray.testing.meshes` the current one, one after another."""
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
    """Compile without optimizing machine code, for tests of what is traced and planned.

    What programs compute, move and keep in memory is decided before; only roundings and speed
    are not.
    """
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
