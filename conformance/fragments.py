"""Fragments of programs with libraries next to NumPy, for `clients`."""

from __future__ import annotations

_FUTURES = """
import multiprocessing
from concurrent.futures import ProcessPoolExecutor
with ProcessPoolExecutor(1, mp_context=multiprocessing.get_context('{}')) as pool:
    r = list(pool.map(abs, [x[:50], x[50:99]]))
"""
#: Compiles a module, once for all fragments.
_CYTHON = """
import pathlib, sys, tempfile, pyximport
folder = pathlib.Path(tempfile.gettempdir(), "sharray-cython")
folder.mkdir(exist_ok=True)
source = folder / "compiled.pyx"
source.exists() or source.write_text(
    "def total(double[:] a):\\n"
    "    cdef double t = 0\\n"
    "    cdef Py_ssize_t i\\n"
    "    for i in range(a.shape[0]): t += a[i]\\n"
    "    return t\\n"
    "def put(double[:] a):\\n"
    "    a[0] = 7\\n"
)
sys.path.insert(0, str(folder))
pyximport.install(build_dir=str(folder))
import compiled
"""

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
        "concurrent.futures, fork": _FUTURES.format("fork"),
        "concurrent.futures, spawn": _FUTURES.format("spawn"),
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
        "Ridge": (
            "from sklearn.linear_model import Ridge; m = x.reshape(-1, 10)\n"
            "r = Ridge(0.1).fit(m[:, 1:], m[:, 0]).coef_"
        ),
        "Lasso": (
            "from sklearn.linear_model import Lasso; m = x.reshape(-1, 10)\n"
            "r = Lasso(0.001).fit(m[:, 1:], m[:, 0]).coef_"
        ),
        "LogisticRegression": (
            "from sklearn.linear_model import LogisticRegression as L\n"
            "m = x.reshape(-1, 10)[:2000]; r = L().fit(m[:, 1:], m[:, 0] > 0.5).intercept_"
        ),
        "SVC": (
            "from sklearn.svm import SVC; m = x.reshape(-1, 10)[:300]\n"
            "r = SVC().fit(m[:, 1:], m[:, 0] > 0.5).decision_function(m[:5, 1:])"
        ),
        "KNeighborsClassifier": (
            "from sklearn.neighbors import KNeighborsClassifier as K; m = x.reshape(-1, 10)\n"
            "r = K(3).fit(m[:, 1:], m[:, 0] > 0.5).predict(m[:5, 1:])"
        ),
        "GaussianNB": (
            "from sklearn.naive_bayes import GaussianNB; m = x.reshape(-1, 10)\n"
            "r = GaussianNB().fit(m[:, 1:], m[:, 0] > 0.5).var_"
        ),
        "DecisionTreeClassifier": (
            "from sklearn.tree import DecisionTreeClassifier as D; m = x.reshape(-1, 10)[:2000]\n"
            "r = D(max_depth=3, random_state=0).fit(m[:, 1:], m[:, 0] > 0.5).predict(m[:5, 1:])"
        ),
        "MinMaxScaler": (
            "from sklearn.preprocessing import MinMaxScaler as S\n"
            "r = S().fit_transform(x.reshape(-1, 10))"
        ),
        "Pipeline, GridSearchCV": (
            "from sklearn.pipeline import make_pipeline; m = x.reshape(-1, 10)[:500]\n"
            "from sklearn.preprocessing import StandardScaler\n"
            "from sklearn.linear_model import Ridge\n"
            "from sklearn.model_selection import GridSearchCV\n"
            "model = make_pipeline(StandardScaler(), Ridge())\n"
            "g = GridSearchCV(model, {'ridge__alpha': [0.1, 1]})\n"
            "r = g.fit(m[:, 1:], m[:, 0]).cv_results_['mean_test_score']"
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
        "animation": (
            "import matplotlib; matplotlib.use('agg'); import matplotlib.pyplot as p\n"
            "from matplotlib.animation import FuncAnimation\n"
            "f, a = p.subplots(); line, = a.plot(x[:100])\n"
            "def step(k): line.set_ydata(x[:100] * k); return [line]\n"
            "FuncAnimation(f, step, frames=3).to_jshtml(); r = line.get_ydata(); p.close()"
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
    "Cython": ("cython", {
        "typed memoryview, read": f"{_CYTHON}r = compiled.total(x)",
        "typed memoryview, written": f"{_CYTHON}compiled.put(x); r = 0",
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
