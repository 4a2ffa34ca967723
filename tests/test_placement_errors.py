"""Wrong placements, constraints and bodies: what is raised, at the call, and what it says."""

from collections.abc import Callable
from typing import Any, NamedTuple

import jax
import jax.numpy as jnp
import numpy as np
import pytest
from jax.sharding import AbstractMesh, NamedSharding
from jax.sharding import PartitionSpec as P

import sharray as xp

pytestmark = pytest.mark.usefixtures("on_devices")


class Wrong(NamedTuple):
    """A call of an array of shape (13, 7) at P("x", "y") on a mesh of 4x2 devices."""

    call: Callable[[Any], Any]
    error: type[Exception]
    message: str


ROWS = P("x")


def mapped(body, in_specs=ROWS, out_specs=ROWS, **options):
    return xp.shard_map(body, in_specs=in_specs, out_specs=out_specs, **options)


def pieces(shape, count=8):
    return [jax.device_put(np.zeros(shape), d) for d in jax.devices()[:count]]


def nested(x):
    return mapped(lambda b: mapped(lambda c: c)(b))(x)


def same(b):
    return b


def total(b):
    return b.sum()


WRONG = {
    # meshes
    "a mesh of text": Wrong(lambda x: xp.use_mesh("8"), TypeError, r"sharray.make_mesh; got str"),
    "a mesh without devices": Wrong(
        lambda x: xp.set_mesh(AbstractMesh((8,), ("x",))), TypeError, r"with devices.*AbstractMesh"
    ),
    "an empty mesh": Wrong(
        lambda x: xp.use_mesh(jax.sharding.Mesh(np.array(jax.devices()[0]), ())),
        ValueError, r"at least one axis",
    ),
    "a mesh for shard_map": Wrong(
        lambda x: mapped(same, mesh=P("x")), TypeError, r"shard_map needs a jax.sharding.Mesh"
    ),
    # specs
    "an unknown axis": Wrong(lambda x: x.reshard(P("model")), ValueError, r"'model'.*\('x', 'y'\)"),
    "an axis twice": Wrong(lambda x: x.reshard(P("x", "x")), ValueError, r"'x' twice"),
    "too many entries": Wrong(
        lambda x: xp.reshard(x, P("x", None, "y")), ValueError, r"3 entries.*2 dimension"
    ),
    "unconstrained": Wrong(lambda x: x.reshard(P(P.UNCONSTRAINED)), ValueError, "UNCONSTRAINED"),
    "no placement": Wrong(lambda x: x.reshard("x"), TypeError, r"device must be.*not .x., a str"),
    "a sharding without devices": Wrong(
        lambda x: x.reshard(NamedSharding(AbstractMesh((8,), ("x",)), P("x"))),
        ValueError, r"real devices",
    ),
    "dtypes of no placement": Wrong(
        lambda x: xp.__array_namespace_info__().dtypes(device="x"), TypeError, r"device must be"
    ),
    "dtypes of an unknown axis": Wrong(
        lambda x: xp.__array_namespace_info__().default_dtypes(device=P("model")),
        ValueError, r"'model'.*\('x', 'y'\)",
    ),
    "no array": Wrong(lambda x: xp.reshard([1, 2], P("x")), TypeError, r"takes arrays.*list"),
    # arrays of pieces
    "a callback's shape": Wrong(
        lambda x: xp.from_callback((13, 7), lambda i: np.zeros((4, 7)), device=P("x", "y")),
        ValueError, r"returned shape \(4, 7\) for \[0:4, 0:4\].*\(4, 4\)",
    ),
    "a callback's padded shape": Wrong(
        lambda x: xp.from_callback((13,), lambda i: np.zeros(4), device=P("x")),
        ValueError, r"returned shape \(4,\) for \[12:13\].*\(1,\)",
    ),
    "a callback's dtype": Wrong(
        lambda x: xp.from_callback(13, lambda i: np.zeros(i[0].stop - i[0].start), np.int64),
        TypeError, r"returned float64 for \[0:2\], the array is int64",
    ),
    "a callback that is none": Wrong(
        lambda x: xp.from_callback((3,), np.zeros(3)), TypeError, r"ndarray"
    ),
    "a piece is missing": Wrong(
        lambda x: xp.from_single_device_arrays((16,), P(("x", "y")), pieces(2, 7)),
        ValueError, r"no array for .*7",
    ),
    "two pieces on one device": Wrong(
        lambda x: xp.from_single_device_arrays((16,), P(("x", "y")), pieces(2) + pieces(2, 1)),
        ValueError, r"two arrays lie on .*0",
    ),
    "a piece of another shape": Wrong(
        lambda x: xp.from_single_device_arrays((13,), P(("x", "y")), pieces(3)),
        ValueError, r"holds \[0:2\] of shape \(2,\).*\(3,\)",
    ),
    "a piece on many devices": Wrong(
        lambda x: xp.from_single_device_arrays((13, 7), P("x"), [xp.replicate(x).to_jax()]),
        ValueError, r"not on one of the devices",
    ),
    "a piece of NumPy": Wrong(
        lambda x: xp.from_single_device_arrays((8,), P("x"), [np.zeros(2)] * 8),
        TypeError, r"not ndarray; .*device_put",
    ),
    # constraints
    "a constraint that is no spec": Wrong(
        lambda x: xp.with_sharding_constraint(x, "x"), TypeError, r"for each array, not str"
    ),
    "a constraint in a tree": Wrong(
        lambda x: xp.with_sharding_constraint({"w": x}, {"v": P()}), ValueError, r"begins with"
    ),
    "a jax.Array that does not divide": Wrong(
        lambda x: xp.with_sharding_constraint(jnp.zeros(13), P("x")),
        ValueError, r"\(13,\).*\(4,\) shards.*sharray.asarray",
    ),
    "a traced jax.Array that does not divide": Wrong(
        lambda x: jax.jit(lambda a: xp.with_sharding_constraint(a, P("x")))(jnp.zeros(13)),
        ValueError, r"\(13,\).*\(4,\) shards.*sharray.asarray",
    ),
    # calls of shard_map
    "no function": Wrong(lambda x: mapped(3), TypeError, r"takes a function, not int"),
    "an in_spec of text": Wrong(lambda x: mapped(same, "x"), TypeError, r"in_specs.*not str"),
    "an in_spec of None": Wrong(lambda x: mapped(same, None), TypeError, r"NoneType.*P\(\)"),
    "an out_spec of text": Wrong(
        lambda x: mapped(same, P(), ("x",)), TypeError, r"out_specs.*not str"
    ),
    "too few arguments": Wrong(
        lambda x: mapped(same, (P("x"), P("x")))(x), ValueError, r"2 in_specs for 1 argument"
    ),
    "another tree": Wrong(
        lambda x: mapped(same, ({"w": P("x")},))({"v": x}), ValueError, r"same.*begins with"
    ),
    "an argument of too few dimensions": Wrong(
        lambda x: mapped(same, (P(), {"w": P("x", "y")}))(x, {"w": x[0]}),
        ValueError, r"same, argument 1\['w'\] of shape \(7,\).*2 entries",
    ),
    "an unknown axis of an argument": Wrong(
        lambda x: mapped(same, P("model"))(x), ValueError, r"argument 0 .*'model'.*\('x', 'y'\)"
    ),
    "an argument that is no array": Wrong(
        lambda x: mapped(same)("text"), TypeError, r"argument 0.*str"
    ),
    "an argument on another mesh": Wrong(
        lambda x: mapped(same, mesh=xp.make_mesh(8))(x),
        ValueError, r"argument 0 lies on \(x: 4, y: 2\).*the mesh is \(x: 8\).*to_device",
    ),
    "arguments on different meshes": Wrong(
        lambda x: mapped(same, P())(x, xp.zeros(3, device=xp.make_mesh(2))),
        ValueError, r"argument 1 lies on \(x: 2\).*that of argument 0 is \(x: 4, y: 2\)",
    ),
    "a fill that the dtype does not know": Wrong(
        lambda x: mapped(same, fill=np.nan)(np.arange(13)), TypeError, r"int64.*fill value nan"
    ),
    "a fill out of range": Wrong(
        lambda x: mapped(same, fill=300)(np.zeros(13, np.int8)), TypeError, r"int8.*300"
    ),
    "a complex fill": Wrong(lambda x: mapped(same, fill=1j)(x), TypeError, r"float64.*1j"),
    "a fill that is no number": Wrong(
        lambda x: mapped(same, fill=None)(x), TypeError, r"fill is a number.*NoneType"
    ),
    "shard_map in a body": Wrong(nested, ValueError, r"inside the body"),
    # results
    "a forgotten reduction": Wrong(
        lambda x: mapped(total, P("x"), P())(x), ValueError, r"total.*differs.*'x'.*psum"
    ),
    "half a reduction": Wrong(
        lambda x: mapped(lambda b: xp.psum(b.sum(), "x"), P("x", "y"), P())(x),
        ValueError, r"along 'y', and out_specs P\(\)",
    ),
    "an out_spec that names too few axes": Wrong(
        lambda x: mapped(same, P("x", "y"), P("x"))(x), ValueError, r"\(4, 4\).*along 'y'"
    ),
    "an out_spec of too many dimensions": Wrong(
        lambda x: mapped(total)(x), ValueError, r"blocks of shape \(\).*1 entries"
    ),
    "an unknown axis of a result": Wrong(
        lambda x: mapped(same, P("x"), P("z"))(x), ValueError, r"out_specs.*'z'.*\('x', 'y'\)"
    ),
    "an axis of a result twice": Wrong(
        lambda x: mapped(same, P("x"), P("x", "x"))(x), ValueError, r"'x' twice"
    ),
    "too many out_specs": Wrong(
        lambda x: mapped(same, P("x"), (P("x"), P("x")))(x), ValueError, r"out_specs.*begins with"
    ),
    "a result that is no array": Wrong(
        lambda x: mapped(lambda b: "text")(x), TypeError, r"result holds str"
    ),
    "arguments of several lengths": Wrong(
        lambda x: mapped(lambda a, b: a + b)(np.ones(13), np.ones(14)),
        ValueError, r"lengths \[13, 14\].*out_shapes",
    ),
    "an out_shape that cannot be": Wrong(
        lambda x: mapped(same, out_shapes=(20, 7))(x), ValueError, r"\(4, 7\).*\(20, 7\)"
    ),
    "too many out_shapes": Wrong(
        lambda x: mapped(same, out_shapes=[(13, 7)] * 2)(x), ValueError, r"2 out_shapes for 1"
    ),
    # in a body
    "an array from outside": Wrong(
        lambda x: mapped(lambda b: xp.add(b, x[:4]))(x),
        ValueError, r"in the body of shard_map.*as an argument",
    ),
    "an array from outside as the result": Wrong(
        lambda x: mapped(lambda b: x)(x), ValueError, r"no block: pass it as an argument"
    ),
    "psum over an unknown axis": Wrong(
        lambda x: mapped(lambda b: xp.psum(b, "z"))(x), ValueError, r"psum: no mesh axis 'z'"
    ),
    "psum outside of a body": Wrong(
        lambda x: xp.psum(x, "x"), RuntimeError, r"psum is for the body of a sharray.shard_map"
    ),
    "axis_index outside of a body": Wrong(
        lambda x: xp.axis_index("x"), RuntimeError, r"axis_index is for the body"
    ),
    "pmax of complex numbers": Wrong(
        lambda x: mapped(lambda b: xp.pmax(b * 1j, "x"))(x), TypeError, r"no order: complex128"
    ),
    "valid_size outside of a body": Wrong(
        lambda x: xp.valid_size("x"), RuntimeError, r"valid_size is for the body"
    ),
    "valid_size of an unknown axis": Wrong(
        lambda x: mapped(lambda b: b + xp.valid_size("z"))(x), ValueError, r"'z'.*\('x', 'y'\)"
    ),
    "valid_size of what is not sharded": Wrong(
        lambda x: mapped(lambda b: b + xp.valid_size("y"))(x), ValueError, r"no argument.*length="
    ),
    "valid_size of several lengths": Wrong(
        lambda x: mapped(lambda a, b: a + xp.valid_size("x"))(x, np.ones(5)),
        ValueError, r"lengths \[5, 13\].*length=",
    ),
    "halo outside of a body": Wrong(lambda x: xp.halo(x, 0, 1, 1), RuntimeError, r"halo is for"),
    "an unknown boundary": Wrong(
        lambda x: mapped(lambda b: xp.halo(b, 0, 1, 1, "none"))(x), ValueError, r"'none'"
    ),
    "a negative halo": Wrong(
        lambda x: mapped(lambda b: xp.halo(b, 0, -1, 1))(x), ValueError, r"-1 and 1"
    ),
    "a halo along an axis that is not there": Wrong(
        lambda x: mapped(lambda b: xp.halo(b, 2, 1, 1))(x), ValueError, r"axis 2.*\(4, 7\)"
    ),
    "a halo of what is no argument": Wrong(
        lambda x: mapped(lambda b: xp.halo(b[:2], 0, 1, 1))(x), ValueError, r"mesh_axis="
    ),
    "a mirror of one element": Wrong(
        lambda x: mapped(lambda b: xp.halo(b, 0, 1, 1, "reflect"))(x[:1]),
        ValueError, r"1 element",
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", WRONG)
def test_wrong(name):
    wrong = WRONG[name]
    with xp.use_mesh(xp.make_mesh((4, 2))):
        x = xp.asarray(np.arange(91.0).reshape(13, 7), device=P("x", "y"))
        with pytest.raises(wrong.error, match=f"(?s){wrong.message}"):
            wrong.call(x)
        # nothing was left behind
        assert np.asarray(mapped(same)(x)).shape == (13, 7)
