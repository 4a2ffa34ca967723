"""sharray: arrays on many devices that behave like NumPy's.

This namespace is a complete Python array API 2025.12, and all of NumPy's: ``import sharray as xp``.
Every result of its functions is a `ShardedArray`. `sharray.numpy` has the same functions for NumPy
programs, with NumPy's scalars and small arrays among their results.

It imports every layer, to gather their names, and nothing in the library imports it: users do.
"""

import importlib as _importlib
import sys as _sys
import types as _types
import typing as _typing

from sharray._core import jax_environment as _jax_environment
from sharray._core import jax_import as _jax_import
from sharray._core import variables as _variables

# First of all: `python -m sharray` starts again from there, if its environment lacks something.
from sharray._tools.launch import environment as _environment

_jax_environment.prepare()

import numpy as _np

from sharray._core.numpy_names import beside_public as _beside_public
from sharray._core.numpy_names import names_of as _names_of
from sharray._core.user_line import warn as _warn
from sharray._tools import log as _log  # the logger
from sharray._tools.report import budget as _budget  # the setting `warn_on_gather`

__version__ = "0.1.0"
__array_api_version__ = "2025.12"

#: Beyond NumPy and the standard: placement, running, settings and tools, by the modules that have
#: them. Imported when somebody asks for them, as importing all of them takes long.
_OWN = {
    name: module
    for module, names in {
        "_array.conversion": "block_until_ready",
        "_array.sharded_array": "ShardedArray",
        "_core.meshes": "get_mesh make_mesh set_mesh use_mesh",
        "_core.observers": "GatherWarning",
        "_core.settings": "get_options set_options",
        "_engine.compiler": "cache_clear cache_info",
        "_functions.declare": "RefusedError",
        "_functions.fallback": "HostFallbackWarning",
        "_functions.namespace_info": "__array_namespace_info__",
        "_ops.assembly": "from_callback from_process_local_data from_single_device_arrays "
        "make_array_from_callback",
        "_record.moves": "replicate reshard with_sharding_constraint",
        "_tools.check": "DifferenceError check",
        "_tools.explain.explain": "explain",
        "_tools.notebook": "load_ipython_extension unload_ipython_extension",
        "_tools.report.budget": "CommunicationError comm_budget warn_on_gather",
        "_tools.report.report": "report",
        "_tools.versions": "show_versions",
        "_tools.visualize": "visualize",
        "_transforms.checkpoint.orbax": "restore_args",
        "_transforms.jit": "jit",
        "_transforms.logical": "logical logical_rules",
        "_transforms.optimizers": "unpadded",
        "_transforms.pytree": "to_jax",
        "_transforms.scan": "scan",
        "_transforms.shard_map.body": "valid_size",
        "_transforms.shard_map.collectives": (
            "all_gather all_to_all axis_index axis_size pmax pmean pmin ppermute psum psum_scatter"
        ),
        "_transforms.shard_map.halo": "halo",
        "_transforms.shard_map.shard_map": "shard_map",
        "_transforms.vmap": "vmap",
    }.items()
    for name in names.split()
}
#: NumPy's and the standard's. They are made, all of them, when somebody first asks for one, or for
#: the dictionary of this module: the library behind them takes longer to import than NumPy.
_names = frozenset(_names_of(_np))

#: Imported when somebody asks for them.
_MODULES = (
    "checkpoint", "distributed", "fft", "io", "linalg", "numpy", "polynomial", "prng", "random",
    "strategies", "testing",
)  # fmt: skip

__all__ = [*sorted(_names), *_MODULES, "__version__", "__array_api_version__", *_OWN]  # pyright: ignore[reportUnsupportedDunderAll]

if not _environment.is_launcher(_sys.argv, _sys.orig_argv):  # which says it without a traceback
    _variables.check()
    for _text in _variables.unknown().values():
        _warn(_text, UserWarning)

# arrays are pytrees as soon as there is JAX
_jax_import.when_loaded("jax", lambda: _importlib.import_module("sharray._transforms.registration"))


class _Unfilled(_types.ModuleType):
    """The module before its functions are made."""

    @property
    def __dict__(self) -> dict[str, _typing.Any]:  # pyright: ignore[reportIncompatibleVariableOverride]
        return _filled()


def _filled() -> dict[str, _typing.Any]:
    """Return the dictionary of this module, with its functions."""
    names, module = globals(), _sys.modules[__name__]
    if type(module) is _Unfilled:
        made = _importlib.import_module("sharray._functions.namespace")
        names.update(made.main_namespace(made.ARRAY_API) | names)
        # a plain module finds names faster
        module.__class__ = _types.ModuleType  # pyright: ignore[reportAttributeAccessIssue]
    return names


_sys.modules[__name__].__class__ = _Unfilled


def __getattr__(name: str) -> _typing.Any:
    if name in _names:
        return _filled()[name]
    if name in _OWN:
        value = getattr(_importlib.import_module(f"sharray.{_OWN[name]}"), name)
        globals()[name] = value
        return value
    if name in _MODULES:
        return _importlib.import_module(f"sharray.{name}")
    return _beside_public(name, __name__)


def __dir__() -> list[str]:
    return sorted(__all__)
