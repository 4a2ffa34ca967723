"""Libraries that keep a list of the classes of arrays they know, or take NumPy's own only."""

from __future__ import annotations

import functools
import importlib
import inspect
import sys
import warnings
from collections.abc import Callable, Iterable
from types import BuiltinFunctionType, FunctionType, MethodDescriptorType, ModuleType
from typing import Any

import numpy as np

from sharray._core.jax_import import when_loaded
from sharray._functions.flavours import NUMPY
from sharray._record.handles import Handle


def _tell_einops() -> None:
    """Give einops a backend: that of NumPy, with this library's functions."""
    known: Any = importlib.import_module("einops._backends")

    class Backend(known.NumpyBackend):
        framework_name = "sharray"

        def __init__(self) -> None:
            self.np = sys.modules["sharray"]

        def is_appropriate_type(self, tensor: Any) -> bool:
            return isinstance(tensor, Handle)

    _backends.append(Backend)  # einops itself refers to it weakly


#: Classes that other libraries find among the subclasses of theirs.
_backends: list[type] = []


def _numpys(value: Any) -> Any:
    """Return a value, a sequence or a dict, with NumPy's own arrays, on the same memory."""
    if isinstance(value, Handle):
        return value.to_numpy()
    if type(value) in (list, tuple) and any([isinstance(v, Handle) for v in value]):
        return type(value)([_numpys(v) for v in value])
    if type(value) is dict and any([isinstance(v, Handle) for v in value.values()]):
        return {key: _numpys(v) for key, v in value.items()}
    return value


def _of_numpys(function: Callable[..., Any]) -> Callable[..., Any]:
    """Return a function that is given NumPy's own arrays in the place of this library's.

    What it returns is the caller's array, if it is one that it was given.
    """

    @functools.wraps(function)
    def call(*args: Any, **kwargs: Any) -> Any:
        given = [_numpys(a) for a in args]
        named = {n: _numpys(v) for n, v in kwargs.items()}
        result = function(*given, **named)
        if type(result) is np.ndarray:
            own, asked = (*args, *kwargs.values()), (*given, *named.values())
            return next((o for o, a in zip(own, asked, strict=True) if a is result), result)
        return result

    return call


#: Modules and classes of a library -> their functions and methods that are to be wrapped.
_Askers = dict[Any, Iterable[str]]

_OPERATORS = [
    *[f"__{name}__" for name in ("eq", "ne", "lt", "le", "gt", "ge")],
    *[
        f"__{prefix}{name}__"
        for name in ("add", "sub", "mul", "truediv", "floordiv", "mod", "pow")
        for prefix in ("", "r")
    ],
]


def _functions(module: Any) -> list[str]:
    kinds = FunctionType, BuiltinFunctionType
    return [name for name, f in vars(module).items() if isinstance(f, kinds) and name[0] != "_"]


def _methods(cls: type) -> list[str]:
    return [name for name, f in vars(cls).items() if isinstance(f, MethodDescriptorType)]


def _dask(dask: Any) -> _Askers:
    return {dask: ("asarray", "from_array"), dask.Array: _OPERATORS}


def _h5py(h5py: Any) -> _Askers:
    # not what reads into an array, which must not be a copy
    return {h5py.Dataset: ("__getitem__", "__setitem__", "write_direct")}


def _lightgbm(lightgbm: Any) -> _Askers:
    return {lightgbm.Dataset: ["__init__"], lightgbm.Booster: ["predict"]}


def _opencv(opencv: Any) -> _Askers:
    inner = [v for v in vars(opencv).values() if isinstance(v, ModuleType)]
    modules = [m for m in (opencv, *inner) if m.__name__.startswith("cv2")]
    named = [v for m in modules for v in vars(m).values() if isinstance(v, type)]
    # NumPy's own, too, where its modules of types are loaded before this
    classes = [v for v in named if v.__module__.startswith("cv2")]
    # of an image that is none to them, methods make a list of images
    askers: _Askers = {m: _functions(m) for m in modules}
    askers |= {c: _methods(c) for c in classes}
    return askers


def _faiss(faiss: Any) -> _Askers:
    names = "copy_array_to_vector", "normalize_L2", "swig_ptr"
    # which import its own functions from each other
    parts = [faiss, faiss.array_conversions, faiss.class_wrappers, faiss.extra_wrappers]
    return dict.fromkeys(parts, names)


def _ndimage(ndimage: Any) -> _Askers:
    # which write to NumPy's own only; not `label`, which does not ask whether it may
    names = "bf", "cdt", "edt"
    return {ndimage: ("watershed_ift", *[f"distance_transform_{name}" for name in names])}


def _pandas(pandas: Any) -> _Askers:
    column = pandas.Series([], dtype=float)
    items = "__getitem__", "__setitem__"
    return {
        pandas: ("factorize", "merge", "unique"),
        pandas.core.algorithms: ("isin",),
        pandas.util: ("hash_array",),
        pandas.Series: ("__init__", *items, "groupby"),
        pandas.DataFrame: ("__init__", *items, "groupby", "merge", "set_index"),
        pandas.Index: ("__new__", "delete"),
        pandas.arrays.NumpyExtensionArray: ["__init__"],
        type(column.loc): items,
        type(column.iloc): items,
    }


def _rasterio(files: Any) -> _Askers:
    reading = "read", "read_masks", "dataset_mask"
    return {
        files.DatasetReader: reading,
        files.DatasetWriter: (*reading, "write", "write_band", "write_mask"),
    }


def _polars(polars: Any) -> _Askers:
    used = "__init__", "__getitem__", "filter"
    return {
        polars: ("from_numpy", "lit"),
        polars.Series: (*used, "__setitem__", "gather", "is_in", "scatter", *_OPERATORS),
        polars.DataFrame: (*used, "select", "with_columns"),
    }


#: Libraries that take NumPy's own arrays only, or all others for something else, and say where.
_TOLD: dict[str, Callable[[Any], _Askers]] = {
    "MDAnalysis.coordinates.memory": lambda memory: {memory.MemoryReader: ["__init__"]},
    "MDAnalysis.lib.distances": lambda distances: {distances: _functions(distances)},
    "PIL.Image": lambda image: {image: ["frombuffer", "frombytes"]},
    "awkward": lambda awkward: {awkward: ["from_numpy"]},
    # not `replace`, which does not ask whether it may write
    "bottleneck": lambda bottleneck: {bottleneck: {*_functions(bottleneck)} - {"replace"}},
    "cv2": _opencv,
    "dask.array": _dask,
    "faiss": _faiss,
    "h5py": _h5py,
    "healpy": lambda healpy: {healpy: _functions(healpy)},
    "joblib.hashing": lambda hashing: {hashing.NumpyHasher: ["save"]},
    "joblib.numpy_pickle": lambda pickles: {pickles.NumpyPickler: ["save"]},
    "lightgbm": _lightgbm,
    "matplotlib.axes": lambda axes: {axes.Axes: ["errorbar"]},
    "matplotlib.colors": lambda colors: {colors.LightSource: ("hillshade", "shade", "shade_rgb")},
    "numba.np.ufunc.dufunc": lambda dufunc: {dufunc.DUFunc: ["at"]},
    "numba.np.ufunc.gufunc": lambda gufunc: {gufunc.GUFunc: ["__call__"]},
    "numba.stencils.stencil": lambda stencil: {stencil.StencilFunc: ["__call__"]},
    "obspy.io.sac.arrayio": lambda sac: {sac: ["write_sac"]},
    "osqp.interface": lambda osqp: {osqp.OSQP: ("setup", "update", "warm_start")},
    "ot.lp.solver_1d": lambda solver: {solver: ["emd_1d_sorted"]},
    "pandas": _pandas,
    "polars": _polars,
    "pyarrow": lambda arrow: {arrow: ["array"]},
    "pyamg.amg_core": lambda compiled: {compiled: _functions(compiled)},
    "rasterio.io": _rasterio,
    "rdkit.Chem.rdchem": lambda chemistry: {chemistry.Conformer: ["SetPositions"]},
    "scipy.ndimage": _ndimage,
    "scipy.spatial.distance": lambda distance: {distance: ("cdist", "pdist")},
    # of a gradient that a function of the program returns
    "scipy.optimize._lbfgsb": lambda lbfgsb: {lbfgsb: ["setulb"]},
    "scipy.optimize._moduleTNC": lambda tnc: {tnc: ["tnc_minimize"]},
    "scs": lambda scs: {scs: ["solve"], scs.SCS: ("__init__", "solve", "update")},
    "soundfile": lambda sound: {sound.SoundFile: ("buffer_read_into", "buffer_write")},
    "statsmodels.base.data": lambda data: {data: ["handle_data"]},
    "tables.array": lambda array: {array.Array: ["read"]},
    "tifffile": lambda tifffile: {tifffile: ("imread", "imwrite")},
}
#: Modules all of whose functions take NumPy's own only.
_ALL_TOLD = [
    *["librosa", *[f"librosa.{name}" for name in ("core", "feature", "util")]],
    "pyfftw.builders",
    *[
        f"skimage.{name}"
        for name in (
            "color", "draw", "exposure", "feature", "filters", "filters.rank", "graph", "measure",
            "metrics", "morphology", "registration", "restoration", "segmentation", "transform",
            "util",
        )
    ],
]  # fmt: skip


def _give_numpys(library: str) -> None:
    """Have functions and methods of a library given NumPy's own arrays."""
    for asker, names in _TOLD[library](sys.modules[library]).items():
        for name in names:
            if hasattr(asker, name):  # versions differ
                setattr(asker, name, _of_numpys(getattr(asker, name)))


def _give_all(module: str) -> None:
    """Have all public functions of a module given NumPy's own arrays, as they are loaded."""
    public: Any = sys.modules[module]
    lazily = vars(public).get("__getattr__")

    def load(name: str) -> Any:
        value = getattr(public, name) if lazily is None else lazily(name)
        if isinstance(value, (FunctionType, BuiltinFunctionType)):
            value = vars(public)[name] = _of_numpys(value)
            # where it can be pickled from
            value.__module__, value.__qualname__ = module, name
        return value

    if lazily is not None:
        public.__getattr__ = load
        return
    for name in getattr(public, "__all__", ()):
        load(name)


def _tell_numexpr() -> None:
    """Have what numexpr has compiled called with NumPy's own arrays, also to write to."""
    interpreter: Any = importlib.import_module("numexpr.interpreter")

    class NumExpr(interpreter.NumExpr):
        __call__ = _of_numpys(interpreter.NumExpr.__call__)

    interpreter.NumExpr = NumExpr


def _tell_numba() -> None:
    """Have what Numba has compiled called with NumPy's own arrays: it knows no others."""
    dispatcher: Any = importlib.import_module("numba.core.dispatcher").Dispatcher
    compile_for: Callable[..., Any] = dispatcher._compile_for_args

    @functools.wraps(compile_for)
    def compile_for_args(self: Any, *args: Any) -> Any:
        # Numba asks for a function of arguments that it does not know, and then calls that
        if any([_numpys(a) is not a for a in args]):
            code = getattr(getattr(self, "py_func", None), "__code__", None)
            if code is not None and code.co_flags & inspect.CO_VARARGS:
                # they are the last argument, as a tuple
                return lambda *args: self(*map(_numpys, (*args[:-1], *args[-1])))
            return lambda *args: self(*map(_numpys, args))
        return compile_for(self, *args)

    dispatcher._compile_for_args = compile_for_args
    disable: Callable[..., Any] = dispatcher.disable_compile

    @functools.wraps(disable)
    def disable_compile(self: Any, val: bool = True) -> None:
        # of one with all its signatures given nobody asks for another function
        disable(self, val)
        if val and not hasattr(type(self), "given"):
            self.__class__ = _given_numpys(type(self))

    dispatcher.disable_compile = disable_compile
    # which looks at the class that an array says is its own
    typeof_impl: Any = importlib.import_module("numba.core.typing.typeof").typeof_impl
    type_of_numpys: Callable[..., Any] = typeof_impl.dispatch(np.ndarray)
    typeof_impl.register(
        np.ndarray, lambda v, c: None if isinstance(v, Handle) else type_of_numpys(v, c)
    )


@functools.cache
def _given_numpys(kind: Any) -> type:
    """Return a class of dispatchers of Numba that are called with NumPy's own arrays."""

    class Dispatcher(kind):
        given = kind

        def __call__(self, *args: Any, **kwargs: Any) -> Any:
            return kind.__call__(
                self, *map(_numpys, args), **{n: _numpys(v) for n, v in kwargs.items()}
            )

        @classmethod
        def _reduce_class(cls) -> Any:
            return kind  # which pickles can name

    Dispatcher.__name__ = kind.__name__
    return Dispatcher


def _tell_autograd() -> None:
    """Have autograd differentiate with respect to arrays of NumPy's flavour as to NumPy's."""
    boxes = importlib.import_module("autograd.numpy.numpy_boxes")
    spaces = importlib.import_module("autograd.numpy.numpy_vspaces")
    boxes.ArrayBox.register(NUMPY.array)
    spaces.VSpace.register(NUMPY.array, spaces.VSpace.mappings[np.ndarray])


class _Factors:
    """Factors of a sparse matrix, which SciPy has computed, that solve for arrays of any class."""

    def __init__(self, factors: Any) -> None:
        self._factors = factors
        self.solve = _of_numpys(factors.solve)

    def __getattr__(self, name: str) -> Any:
        return getattr(self._factors, name)

    def __repr__(self) -> str:
        return repr(self._factors)

    @property
    def __class__(self) -> type:  # type: ignore[override]  # for `isinstance`
        return type(self._factors)


def _tell_superlu() -> None:
    """Have `splu`, `spilu` and `factorized` give what solves for arrays of any class."""
    compiled: Any = importlib.import_module("scipy.sparse.linalg._dsolve._superlu")
    factorize: Callable[..., Any] = compiled.gstrf
    # its own class is compiled, too, and takes no other methods
    compiled.gstrf = lambda *args, **kwargs: _Factors(factorize(*args, **kwargs))


def _tell_jax() -> None:
    """Have ``jnp.asarray`` and ``jnp.array`` ask arrays, and not NumPy, whose they say to be."""
    module = sys.modules["jax.numpy"]
    for name in ("asarray", "array"):
        setattr(module, name, _of_jaxs(getattr(module, name)))


def _of_jaxs(function: Callable[..., Any]) -> Callable[..., Any]:
    """Return a function of JAX that is given JAX's array in the place of a first one of ours."""

    @functools.wraps(function)
    def call(*args: Any, **kwargs: Any) -> Any:
        if args and isinstance(args[0], Handle):
            own: Any = args[0]
            args = own.__jax_array__(), *args[1:]
        return function(*args, **kwargs)

    return call


# NumPy's own generators would exchange rows of an array that is not of their type through views,
# and lose some: they warn of that
warnings.filterwarnings("error", r"you are shuffling a '(ndarray|ShardedArray)' object")
when_loaded("autograd.numpy", _tell_autograd)
when_loaded("jax.numpy", _tell_jax)
when_loaded("einops", _tell_einops)
when_loaded("numba", _tell_numba)
when_loaded("numexpr.interpreter", _tell_numexpr)
when_loaded("scipy.sparse.linalg._dsolve._superlu", _tell_superlu)
for _library in _TOLD:
    when_loaded(_library, functools.partial(_give_numpys, _library))
for _module in _ALL_TOLD:
    when_loaded(_module, functools.partial(_give_all, _module))
