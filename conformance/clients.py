"""What libraries next to NumPy do with arrays: `docs/libraries.md`.

``python -m conformance.clients`` runs fragments of programs with each library that is installed:
with NumPy, with NumPy's name for sharray (the launcher, on 2 devices), and with arrays of sharray
in a program that has NumPy's own (`x = sharray.asarray(x)`), at three sizes. It compares results,
and what is written to the arguments, and writes the page.
"""

from __future__ import annotations

import argparse
import json
import math
import os
import subprocess
import sys
import warnings
from importlib import metadata
from pathlib import Path
from typing import Any

from conformance.environment import ROOT

PAGE = ROOT / "docs" / "libraries.md"
SIZES = (100, 60_000, 2_000_000)
#: How the array comes to be, by the name of its column.
SETTINGS = ("NumPy", "launcher", "sharray")

#: Library -> its distribution, and what is done: a fragment that has `np`, `n`, and `x`, an array
#: of `n` numbers; it sets `r`.
CASES: dict[str, tuple[str, dict[str, str]]] = {
    "Python": ("", {
        "memoryview, read": "r = float(memoryview(x)[3])",
        "memoryview, written": "memoryview(x)[3] = 5.0; r = 0",
        "hashlib": "import hashlib; r = int(hashlib.md5(x).hexdigest()[:8], 16)",
        "struct": "import struct; r = list(struct.unpack_from('5d', x))",
        "file.write": "import io; f = io.BytesIO(); f.write(x); r = f.tell()",
        "file.readinto": "import io; io.BytesIO(bytes(8 * n)).readinto(x); r = 0",
        "pickle": "import pickle; r = pickle.loads(pickle.dumps(x))",
        "pickle out of band": (
            "import pickle; b = []; s = pickle.dumps(x, 5, buffer_callback=b.append); "
            "r = pickle.loads(s, buffers=b)"
        ),
        "copy.deepcopy": "import copy; r = copy.deepcopy([x])[0]",
        "random.shuffle": "import random; random.seed(0); y = x[:20]; random.shuffle(y); r = y",
        "sqlite3": (
            "import sqlite3; c = sqlite3.connect(':memory:'); c.execute('create table t (v)'); "
            "c.executemany('insert into t values (?)', [(v,) for v in x[:9].tolist()]); "
            "r = c.execute('select sum(v) from t').fetchone()[0]"
        ),
        "ctypes": "import ctypes; r = ctypes.c_double.from_address(x.ctypes.data + 24).value",
        "json": "import json; r = json.loads(json.dumps(x[:9].tolist()))",
        "array.array": "import array; r = array.array('d', x[:9])",
        "statistics": "import statistics; r = statistics.fmean(x[:99])",
        "math.fsum": "import math; r = math.fsum(x[:99])",
    }),
    "processes": ("", {
        "thread pool": (
            "from concurrent.futures import ThreadPoolExecutor\n"
            "with ThreadPoolExecutor(3) as pool: r = list(pool.map(np.sum, [x, x[1:], x[2:]]))"
        ),
        "fork": (
            "import multiprocessing as m\n"
            "with m.get_context('fork').Pool(2) as pool: r = pool.map(abs, [x[:50], x[50:99]])"
        ),
        "spawn": (
            "import multiprocessing as m\n"
            "with m.get_context('spawn').Pool(1) as pool: r = pool.map(abs, [x[:50], x[50:99]])"
        ),
    }),
    "joblib": ("joblib", {
        "threads": (
            "from joblib import Parallel, delayed\n"
            "r = Parallel(2, backend='threading')(delayed(np.sum)(v) for v in (x, x[1:]))"
        ),
        "dump, load": (
            "import joblib, io; f = io.BytesIO(); joblib.dump(x, f); f.seek(0); r = joblib.load(f)"
        ),
    }),
    "tqdm": ("tqdm", {
        "loop": (
            "from tqdm import tqdm; import io\n"
            "r = sum(float(v) for v in tqdm(x[:50], file=io.StringIO()))"
        ),
    }),
    "pandas": ("pandas", {
        "DataFrame, mean": "import pandas as pd; r = pd.DataFrame({'a': x}).a.mean()",
        "mask": "import pandas as pd; s = pd.Series(np.arange(n)); r = s[x > 0.5].sum()",
        "groupby": (
            "import pandas as pd; r = pd.Series(x).groupby(np.arange(n) % 7).sum().to_numpy()"
        ),
        "setitem": (
            "import pandas as pd; d = pd.DataFrame({'a': np.zeros(n)}); d['b'] = x; r = d.b.sum()"
        ),
        "merge": (
            "import pandas as pd; a = pd.DataFrame({'k': np.arange(n) % 50, 'v': x}).head(50); "
            "r = a.merge(a, on='k').sum().to_numpy()"
        ),
        "read_csv, then arithmetic": (
            "import pandas as pd, io; d = pd.read_csv(io.StringIO('a\\n1\\n2\\n3\\n')); "
            "r = np.sin(d.a.to_numpy()) * x[:3]"
        ),
        "cut": "import pandas as pd; r = pd.cut(x, 4).codes.sum()",
    }),
    "polars": ("polars", {
        "Series, sum": "import polars as pl; r = pl.Series(x).sum()",
        "to_numpy": "import polars as pl; r = pl.DataFrame({'a': x})['a'].to_numpy() + 1",
    }),
    "PyArrow": ("pyarrow", {
        "array": "import pyarrow as pa; r = pa.array(x).to_numpy()",
        "compute": "import pyarrow as pa, pyarrow.compute as pc; r = pc.sum(pa.array(x)).as_py()",
    }),
    "SciPy": ("scipy", {
        "ndimage.gaussian_filter": "import scipy.ndimage as s; r = s.gaussian_filter(x, 2)",
        "ndimage, output=": "import scipy.ndimage as s; s.gaussian_filter(x, 2, output=x); r = 0",
        "ndimage.label": "import scipy.ndimage as s; r = s.label(x > 0.5)[0]",
        "signal.lfilter": "import scipy.signal as s; r = s.lfilter([1.0, 0.5], [1.0, -0.2], x)",
        "signal.detrend, overwrite": (
            "import scipy.signal as s; r = s.detrend(x, overwrite_data=True)"
        ),
        "signal.welch": "import scipy.signal as s; r = s.welch(x)[1]",
        "optimize.minimize": (
            "import scipy.optimize as s; v = x[:20]\n"
            "def f(p): return np.sum((p - v) ** 2)\n"
            "r = s.minimize(f, np.zeros(20), jac=lambda p: 2 * (p - v)).x"
        ),
        "optimize.curve_fit": (
            "import scipy.optimize as s; t = np.linspace(0, 1, 50)\n"
            "r = s.curve_fit(lambda t, a, b: a * np.exp(-b * t), t, 2 * np.exp(-t))[0]"
        ),
        "integrate.simpson": "import scipy.integrate as s; r = s.simpson(x)",
        "integrate.solve_ivp": (
            "import scipy.integrate as s\n"
            "r = s.solve_ivp(lambda t, y: -y, (0, 1), x[:50]).y[:, -1]"
        ),
        "sparse": (
            "import scipy.sparse as s; k = min(n, 5000)\n"
            "r = s.diags_array([x[:k]], offsets=[0]).tocsr() @ x[:k]"
        ),
        "interpolate": (
            "import scipy.interpolate as s; t = np.arange(100.0)\n"
            "r = s.CubicSpline(t, x[:100])(t[:-1] + 0.5)"
        ),
        "stats.ttest_ind": "import scipy.stats as s; r = s.ttest_ind(x, x[::-1] + 0.1).statistic",
        "stats.gaussian_kde": "import scipy.stats as s; r = s.gaussian_kde(x[:100])(x[:5])",
        "special.erf": "import scipy.special as s; r = s.erf(x)",
        "spatial.cKDTree": (
            "import scipy.spatial as s; p = x[:100].reshape(50, 2)\n"
            "r = s.cKDTree(p).query(p + 0.1)[0]"
        ),
        "linalg.solve, overwrite": (
            "import scipy.linalg as s; a = np.eye(10) * 3; b = x[:10].copy()\n"
            "r = s.solve(a, b, overwrite_b=True)"
        ),
        "fft.dct": "import scipy.fft as s; r = s.dct(x)",
    }),
    "scikit-learn": ("scikit-learn", {
        "StandardScaler": (
            "from sklearn.preprocessing import StandardScaler as S\n"
            "r = S().fit_transform(x.reshape(-1, 10))"
        ),
        "scale, copy=False": (
            "from sklearn.preprocessing import scale; r = scale(x.reshape(-1, 10), copy=False)"
        ),
        "LinearRegression": (
            "from sklearn.linear_model import LinearRegression as L; m = x.reshape(-1, 10)\n"
            "r = L().fit(m[:, 1:], m[:, 0]).coef_"
        ),
        "PCA": (
            "from sklearn.decomposition import PCA\n"
            "r = PCA(2).fit(x.reshape(-1, 10)).explained_variance_"
        ),
        "KMeans": (
            "from sklearn.cluster import KMeans; m = x.reshape(-1, 10)[:2000]\n"
            "r = KMeans(3, n_init=1, random_state=0).fit(m).inertia_"
        ),
        "train_test_split": (
            "from sklearn.model_selection import train_test_split as t\n"
            "r = t(x, random_state=0)[0].sum()"
        ),
        "RandomForestRegressor": (
            "from sklearn.ensemble import RandomForestRegressor as F; m = x.reshape(-1, 10)[:200]\n"
            "r = F(5, random_state=0).fit(m[:, 1:], m[:, 0]).predict(m[:5, 1:])"
        ),
        "metrics": (
            "from sklearn.metrics import mean_squared_error, roc_auc_score\n"
            "r = [mean_squared_error(x, x[::-1]), roc_auc_score(x[::-1] > 0.5, x)]"
        ),
    }),
    "scikit-image": ("scikit-image", {
        "filters.sobel": "from skimage.filters import sobel; r = sobel(x.reshape(-1, 10))",
        "measure.label": "from skimage.measure import label; r = label(x.reshape(-1, 10) > 0.5)",
        "transform.rescale": (
            "from skimage.transform import rescale; r = rescale(x.reshape(-1, 10), 2)"
        ),
    }),
    "Pillow": ("pillow", {
        "fromarray": (
            "from PIL import Image; i = Image.fromarray((x.reshape(-1, 10) * 255).astype('u1'))\n"
            "r = np.asarray(i.transpose(Image.Transpose.ROTATE_90)).astype(float)"
        ),
    }),
    "OpenCV": ("opencv-python-headless", {
        "blur": "import cv2; r = cv2.blur(x.reshape(-1, 10), (3, 3))",
        "dst=": "import cv2; m = x.reshape(-1, 10); cv2.blur(m, (3, 3), dst=m); r = 0",
    }),
    "Matplotlib": ("matplotlib", {
        "plot": (
            "import matplotlib; matplotlib.use('agg'); import matplotlib.pyplot as p\n"
            "r = p.plot(x)[0].get_ydata(); p.close()"
        ),
        "hist": (
            "import matplotlib; matplotlib.use('agg'); import matplotlib.pyplot as p\n"
            "r = p.hist(x, 20)[0]; p.close()"
        ),
        "imshow": (
            "import matplotlib; matplotlib.use('agg'); import matplotlib.pyplot as p\n"
            "r = p.imshow(x.reshape(-1, 10)).get_array().filled(0); p.close()"
        ),
        "contour": (
            "import matplotlib; matplotlib.use('agg'); import matplotlib.pyplot as p\n"
            "r = p.contour(x[:100].reshape(10, 10)).levels; p.close()"
        ),
    }),
    "Numba": ("numba", {
        "njit": (
            "import numba\n"
            "@numba.njit\ndef f(a):\n    t = 0.0\n    for v in a: t += v\n    return t\nr = f(x)"
        ),
        "njit that writes": (
            "import numba\n@numba.njit\ndef f(a):\n    a[0] = 7.0\n    return 0\nr = f(x)"
        ),
        "vectorize": (
            "import numba\nf = numba.vectorize(['f8(f8)'])(lambda v: v * 2 + 1)\nr = f(x)"
        ),
    }),
    "einops": ("einops", {
        "rearrange": (
            "from einops import rearrange\n"
            "r = rearrange(x.reshape(-1, 10), '(a b) c -> b c a', b=2)"
        ),
        "reduce": "from einops import reduce; r = reduce(x.reshape(-1, 10), 'a b -> b', 'mean')",
    }),
    "xarray": ("xarray", {
        "mean": "import xarray as xr; r = xr.DataArray(x.reshape(-1, 10)).mean('dim_0').values",
        "rolling": "import xarray as xr; r = xr.DataArray(x[:1000]).rolling(dim_0=3).mean().values",
    }),
    "h5py": ("h5py", {
        "write, read": (
            "import h5py; f = h5py.File('x', 'w', driver='core', backing_store=False)\n"
            "f['x'] = x; r = f['x'][:]"
        ),
        "read_direct": (
            "import h5py; f = h5py.File('x', 'w', driver='core', backing_store=False)\n"
            "f['x'] = np.arange(float(n)); f['x'].read_direct(x); r = 0"
        ),
    }),
    "statsmodels": ("statsmodels", {
        "OLS": (
            "import statsmodels.api as sm; m = x.reshape(-1, 10)\n"
            "r = sm.OLS(m[:, 0], m[:, 1:]).fit().params"
        ),
    }),
    "networkx": ("networkx", {
        "from_numpy_array": (
            "import networkx as nx; g = nx.from_numpy_array(x[:100].reshape(10, 10) > 0.5)\n"
            "r = g.number_of_edges()"
        ),
    }),
    "sympy": ("sympy", {
        "lambdify": (
            "import sympy as s; t = s.Symbol('t'); r = s.lambdify(t, s.sin(t) ** 2 + t, 'numpy')(x)"
        ),
    }),
    "Zarr": ("zarr", {
        "write, read": "import zarr; z = zarr.array(x, chunks=(max(1, n // 3),)); r = z[:]",
    }),
    "PyTorch": ("torch", {
        "from_numpy": "import torch; t = torch.from_numpy(x); t[0] = 7.0; r = float(t.sum())",
        "DLPack": "import torch; r = float(torch.from_dlpack(x).sum())",
    }),
}  # fmt: skip


def _digest(value: Any) -> list[Any]:
    """Return numbers that tell results apart."""
    import numpy as np

    if isinstance(value, (list, tuple)):
        return [part for v in value for part in _digest(v)]
    array = np.asarray(value)
    flat = array.ravel().astype(complex)
    sample = [*flat[:4].tolist(), *flat[-4:].tolist()]
    numbers = [complex(np.nansum(flat)), complex(np.nansum(flat * flat)), *sample]
    return [list(array.shape), *[part for v in numbers for part in (v.real, v.imag)]]


def _child(library: str, size: int, setting: str) -> None:
    """Run the fragments of a library and print what became of them."""
    import numpy as np

    # of what nobody can know is seen that it is nobody's own
    values = np.random.default_rng(0).random(size)
    found = {}
    for what, fragment in CASES[library][1].items():
        x: Any = values.copy()
        if setting == "sharray":
            import sharray

            x = sharray.asarray(x)
        scope = {"np": np, "n": size, "x": x}
        try:
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")
                exec(fragment, scope)
                found[what] = ["works", _digest(scope["r"]), _digest(scope["x"])]
        except Exception as error:
            text = f"{error}".strip().splitlines() or [""]
            found[what] = ["fails", f"{type(error).__name__}: {text[0]}"]
    print("\n" + json.dumps(found))


def _run(library: str, size: int, setting: str) -> dict[str, Any]:
    launcher = ["-m", "sharray", "--devices", "2"] if setting == "launcher" else []
    command = [sys.executable, *launcher, "-m", "conformance.clients"]
    command += ["--child", library, str(size), setting]
    environment = os.environ | {"PYTHONPATH": str(ROOT), "TF_CPP_MIN_LOG_LEVEL": "2"}
    if setting == "sharray":
        environment["JAX_NUM_CPU_DEVICES"] = "2"
    try:
        done = subprocess.run(
            command, env=environment, capture_output=True, text=True, timeout=600, check=False
        )
        return json.loads(done.stdout.splitlines()[-1])
    except (subprocess.TimeoutExpired, IndexError, json.JSONDecodeError):
        return {what: ["fails", "the process did not end well"] for what in CASES[library][1]}


def _alike(a: Any, b: Any) -> bool:
    if isinstance(a, list) and isinstance(b, list):
        return len(a) == len(b) and all(map(_alike, a, b))
    if isinstance(a, float) and isinstance(b, float):
        return math.isclose(a, b, rel_tol=1e-6, abs_tol=1e-9) or (math.isnan(a) and math.isnan(b))
    return a == b


def _verdict(ours: list[Any], theirs: list[Any]) -> str:
    if theirs[0] == "fails":
        return "works" if ours[0] == "works" else "as NumPy's: fails"
    if ours[0] == "fails":
        return ours[1]
    if not _alike(ours[1], theirs[1]):
        return "**another result**"
    return "works" if _alike(ours[2], theirs[2]) else "**writes to a copy**"


def _cell(verdicts: list[str]) -> str:
    """Write what became of a fragment at all sizes."""
    if len(set(verdicts)) == 1:
        return verdicts[0].replace("|", "\\|")
    parts = [f"{size:,}: {v}" for size, v in zip(SIZES, verdicts, strict=True)]
    return "; ".join(parts).replace("|", "\\|")


INTRODUCTION = """\
# Libraries next to NumPy

`python -m conformance.clients` writes this page. It runs each fragment with NumPy, under the
launcher (`python -m sharray --devices 2`, where `numpy` is sharray), and in a plain program whose
`x` is an array of sharray (`x = sharray.asarray(x)`, 2 devices), for `x` of {sizes} numbers, and
compares the result and what has been written to `x`. "Works" means that both are NumPy's, in place
where NumPy writes in place. Otherwise there is the error: the way out is `x.to_numpy()`, NumPy's
own array of the elements ([what libraries are given](homes.md)). Python {python}: before 3.12
`sharray.asarray(x)` has no buffer protocol, which arrays under the launcher have.
"""


def _introduction() -> str:
    sizes = " and ".join(", ".join(f"{n:,}" for n in SIZES).rsplit(", ", 1))
    return INTRODUCTION.format(sizes=sizes, python=".".join(map(str, sys.version_info[:2])))


def main() -> int:
    """Run all, or one library, and write the page."""
    parser = argparse.ArgumentParser(
        prog="python -m conformance.clients", description=(__doc__ or "").split("\n\n")[0]
    )
    parser.add_argument("--child", nargs=3, help=argparse.SUPPRESS)
    parser.add_argument("--output", type=Path, default=PAGE, help="the page")
    parser.add_argument("libraries", nargs="*", help="by default all")
    options = parser.parse_args()
    if options.child:
        library, size, setting = options.child
        _child(library, int(size), setting)
        return 0
    lines = [_introduction()]
    wrong = 0
    for library in options.libraries or CASES:
        distribution = CASES[library][0]
        try:
            version = metadata.version(distribution) if distribution else sys.version.split()[0]
        except metadata.PackageNotFoundError:
            print(f"{library}: not installed", flush=True)
            continue
        lines += [f"## {library} {version}" if distribution else f"## {library}", ""]
        lines += ["| what | launcher | `sharray.asarray(x)` |", "| --- | --- | --- |"]
        found = {s: [_run(library, size, s) for size in SIZES] for s in SETTINGS}
        for what in CASES[library][1]:
            cells = []
            for setting in SETTINGS[1:]:
                pairs = zip(found[setting], found["NumPy"], strict=True)
                cells.append(_cell([_verdict(ours[what], theirs[what]) for ours, theirs in pairs]))
            wrong += sum("**" in cell for cell in cells)
            lines.append(f"| {what} | {cells[0]} | {cells[1]} |")
            print(f"{library}, {what}: {cells[0]} / {cells[1]}", flush=True)
        lines.append("")
    options.output.write_text("\n".join(lines))
    return min(wrong, 1)


if __name__ == "__main__":
    sys.exit(main())
