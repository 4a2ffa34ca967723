"""Settings of JAX: which of them are about what the library compiles."""

import jax
import numpy as np
import pytest
from counting import made, values

import sharray as xp

pytestmark = pytest.mark.usefixtures("on_devices", "empty_cache")


@pytest.mark.parametrize(
    "setting",
    [
        lambda: jax.debug_nans(True),
        lambda: jax.debug_infs(True),
        lambda: jax.disable_jit(),
        lambda: jax.numpy_rank_promotion("raise"),
        lambda: jax.numpy_dtype_promotion("strict"),
    ],
    ids=["debug_nans", "debug_infs", "disable_jit", "rank_promotion", "dtype_promotion"],
)
def test_settings_of_jax_are_about_the_functions_of_users(setting):
    """Nothing is complained of that is in the padding, or how an operation is written."""
    start, row = np.arange(1.0, 40).reshape(13, 3), np.arange(1, 4)
    with xp.use_mesh(xp.make_mesh(8)), setting():
        x, y = xp.asarray(start), xp.asarray(row)
        z = x / x + xp.log(x) * y
        z[1:] += z[:-1]
        spread = xp.std(z, axis=0)
    want = 1 + np.log(start) * row
    want[1:] += want[:-1]
    np.testing.assert_allclose(np.asarray(z), want, rtol=1e-14)
    np.testing.assert_allclose(np.asarray(spread), np.std(want, axis=0), rtol=1e-14)


def test_64_bit_types_cannot_be_turned_off(mesh):
    x = made(values(13))
    with jax.enable_x64(False):
        with pytest.raises(RuntimeError, match="jax_enable_x64"):
            xp.asarray(values(7))
        with pytest.raises(RuntimeError, match="jax_enable_x64"):
            xp.block_until_ready(x * 2.5)
    np.testing.assert_array_equal(np.asarray(x * 2.5), values(13) * 2.5)


@pytest.mark.parametrize(("setting", "value"), [("debug_nans", np.nan), ("debug_infs", np.inf)])
def test_what_jax_is_to_look_for_is_found_in_elements(setting, value):
    x = made(np.array([*range(12), value]))
    with getattr(jax, setting)(True), pytest.raises(FloatingPointError, match=r"float64\[13\]"):
        x *= 2.0
    np.testing.assert_array_equal(np.asarray(x)[3:], [*range(6, 24, 2), value])


def test_what_jax_is_to_look_for_is_found_in_each_of_several_results():
    with xp.use_mesh(xp.make_mesh(2)), xp.set_options(host_threshold=0), jax.debug_nans(True):
        values, vectors = xp.linalg.eigh(xp.asarray(np.diag([1.0, 2.0, 3.0])))
        np.testing.assert_allclose(np.asarray(values), [1, 2, 3])
        np.testing.assert_allclose(np.abs(np.asarray(vectors)), np.eye(3))
        with pytest.raises(FloatingPointError, match=r"float64\[3\]"):
            xp.linalg.eigh(xp.asarray(np.full((3, 3), np.inf)))


@pytest.fixture
def lowered(monkeypatch):
    """Keep the text of each program that is compiled."""
    texts = []
    compiling = jax.stages.Lowered.compile

    def keep(self, *args):
        texts.append(self.as_text())
        return compiling(self, *args)

    monkeypatch.setattr(jax.stages.Lowered, "compile", keep)
    return texts


@pytest.mark.parametrize(
    "product",
    [
        lambda a: a @ a,
        lambda a: np.tensordot(a, a, 1),
        lambda a: np.einsum("ij,jk", a, a),
    ],
    ids=["matmul", "tensordot", "einsum"],
)
def test_products_have_all_digits_unless_the_user_says_otherwise(product, lowered):
    """On an accelerator JAX's have three digits by default; of CPUs they have all anyway."""
    a = xp.asarray(np.eye(5, dtype="f4"))
    xp.block_until_ready(product(a))
    with jax.default_matmul_precision("bfloat16"):
        xp.block_until_ready(product(a))
    highest, theirs = lowered
    assert "HIGHEST" in highest
    assert "dot_general" in theirs
    assert "HIGHEST" not in theirs


def test_functions_of_users_keep_jaxs_precision(lowered):
    a = xp.asarray(np.eye(8, dtype="f4"))
    every = jax.sharding.PartitionSpec()
    with xp.use_mesh(xp.make_mesh(1)):
        f = xp.shard_map(lambda v: v @ v + xp.asarray(v) @ v, in_specs=every, out_specs=every)
        np.testing.assert_array_equal(np.asarray(f(a)), 2 * np.eye(8))
    products = [line for line in "".join(lowered).splitlines() if "dot_general" in line]
    assert sorted("HIGHEST" in line for line in products) == [False, True]
