"""Libraries that take arrays, as they are on PyPI, against what they do with NumPy's.

Each case is a function of arrays. It is called with NumPy's and with this library's, sharded over
three devices in lengths that do not divide.
"""

import os
import subprocess
import sys

import numpy as np
import pytest

import sharray as xp
import sharray.numpy as snp

NEEDED = "is one of the extra test-clients: pip install -e '.[test-clients]'"
einops = pytest.importorskip("einops", reason=f"einops {NEEDED}")
oe = pytest.importorskip("opt_einsum", reason=f"opt_einsum {NEEDED}")
ar = pytest.importorskip("autoray", reason=f"autoray {NEEDED}")
xr = pytest.importorskip("xarray", reason=f"xarray {NEEDED}")
xpx = pytest.importorskip("array_api_extra", reason=f"array_api_extra {NEEDED}")
pint = pytest.importorskip("pint", reason=f"pint {NEEDED}")

# their own deprecations are no matter here
pytestmark = pytest.mark.filterwarnings("ignore")

RNG = np.random.default_rng(0)
M, N, S = RNG.random((13, 7)), RNG.random((7, 5)), RNG.random((7, 7))


@pytest.fixture(autouse=True)
def _three_devices():
    with xp.use_mesh(xp.make_mesh(3)), xp.set_options(host_threshold=0):
        yield


def compare(found, wanted, rtol=1e-7):
    if isinstance(wanted, (tuple, list)):
        for f, w in zip(found, wanted, strict=True):
            compare(f, w, rtol)
    else:
        np.testing.assert_allclose(np.asarray(found), np.asarray(wanted), rtol=rtol, atol=1e-9)


def check(function, arrays, space=xp, rtol=1e-7):
    found = function(*[space.asarray(a) for a in arrays])
    compare(found, function(*arrays), rtol)
    return found


EINSUM = {
    "a chain": (lambda a, b: oe.contract("ij,jk->ik", a, b), (M, N)),
    "a number": (lambda a, b: oe.contract("ij,ij->", a, b), (M, M)),
    "a diagonal": (lambda a: oe.contract("ii->i", a), (S,)),
    "three": (lambda a, b, c: oe.contract("ij,jk,kl->il", a, b, c), (M, N, N.T)),
    "an expression": (
        lambda a, b: oe.contract_expression("ij,jk->ik", (13, 7), (7, 5))(a, b),
        (M, N),
    ),
}
AUTORAY = {
    "transpose": lambda a: ar.do("transpose", a),
    "norm": lambda a: ar.do("linalg.norm", a),
    "einsum": lambda a: ar.do("einsum", "ij->j", a),
    "pad": lambda a: ar.do("pad", a, ((1, 1), (0, 0))),
    "diag": lambda a: ar.do("diag", a[0]),
    "stack": lambda a: ar.do("stack", (a, a)),
    "singular values": lambda a: ar.do("linalg.svd", a)[1],
    "sum": lambda a: ar.do("sum", a, axis=0),
    "tensordot": lambda a: ar.do("tensordot", a, a, axes=((0,), (0,))),
    "split": lambda a: ar.do("split", a, [2, 4], axis=1),
}
EINOPS = {
    "rearrange": lambda a: einops.rearrange(a, "i j -> j i"),
    "flatten": lambda a: einops.rearrange(a, "i j -> (j i)"),
    "reduce": lambda a: einops.reduce(a, "i j -> j", "mean"),
    "repeat": lambda a: einops.repeat(a, "i j -> i j k", k=3),
    "einsum": lambda a: einops.einsum(a, a, "i j, k j -> i k"),
    "pack": lambda a: einops.pack([a, a[:, 0]], "i *")[0],
}


@pytest.mark.parametrize("space", [xp, snp], ids=lambda space: space.__name__)
@pytest.mark.parametrize("name", EINSUM)
def test_opt_einsum(name, space):
    function, arrays = EINSUM[name]
    found = check(function, arrays, space)
    assert isinstance(found, (xp.ShardedArray, np.generic))


@pytest.mark.parametrize("space", [xp, snp], ids=lambda space: space.__name__)
@pytest.mark.parametrize("name", AUTORAY)
def test_autoray(name, space):
    check(AUTORAY[name], (M,), space)
    assert ar.infer_backend(space.asarray(M)) == ("numpy" if space is snp else "sharray")


@pytest.mark.parametrize("space", [xp, snp], ids=lambda space: space.__name__)
@pytest.mark.parametrize("name", EINOPS)
def test_einops(name, space):
    assert isinstance(check(EINOPS[name], (M,), space), xp.ShardedArray)


def test_einops_for_the_standard():
    ea = pytest.importorskip("einops.array_api", reason=f"einops {NEEDED}")
    x = xp.asarray(M)
    compare(ea.rearrange(x, "i j -> (j i)"), M.T.ravel())
    compare(ea.reduce(x, "i j -> i", "max"), M.max(1))
    compare(ea.repeat(x, "i j -> i j k", k=2), np.repeat(M[..., None], 2, -1))
    packed, shapes = ea.pack([x, x[:, 0]], "i *")
    compare(ea.unpack(packed, shapes, "i *"), [M, M[:, 0]])


def labelled(a):
    coords = {"t": np.arange(13), "x": np.arange(7.0)}
    return xr.DataArray(a, dims=("t", "x"), coords=coords)


XARRAY = {
    "mean": lambda d: d.mean("t"),
    "std": lambda d: d.std("x"),
    "median": lambda d: d.median("t"),
    "argmax": lambda d: d.argmax("t"),
    "rolling": lambda d: d.rolling(t=3).mean(),
    "rolling windows": lambda d: d.rolling(t=3).construct("w").mean("w"),
    "coarsen": lambda d: d.isel(t=slice(12)).coarsen(t=3).mean(),
    "pad": lambda d: d.pad(t=(1, 2), constant_values=0.0),
    "pad with edges": lambda d: d.pad(t=1, mode="edge"),
    "quantile": lambda d: d.quantile(0.3, "t"),
    "interp": lambda d: d.interp(x=[0.5, 2.25]),
    "groupby": lambda d: d.groupby(xr.DataArray(np.arange(13) % 3, dims="t", name="g")).mean(),
    "shift": lambda d: d.shift(t=1),
    "roll": lambda d: d.roll(t=2),
    "where": lambda d: d.where(d > 0.5),
    "fillna": lambda d: d.where(d > 0.5).fillna(1.0),
    "dot": lambda d: xr.dot(d, d, dim="t"),
    "cumsum": lambda d: d.cumsum("t"),
    "diff": lambda d: d.diff("t"),
    "sortby": lambda d: d.sortby("t", ascending=False),
    "stack": lambda d: d.stack(z=("t", "x")),
    "concat": lambda d: xr.concat([d, d], "t"),
    "polyfit": lambda d: d.polyfit("t", 1).polyfit_coefficients,
    "weighted": lambda d: d.weighted(xr.DataArray(np.arange(7.0), dims="x")).mean("x"),
    "align": lambda d: d + d.isel(t=slice(3, None)),
    "differentiate": lambda d: d.differentiate("t"),
    "ufunc": lambda d: xr.apply_ufunc(np.sin, d),
    "corr": lambda d: xr.corr(d, d * 2 + d.isel(t=0), "t"),
}


@pytest.mark.parametrize("space", [xp, snp], ids=lambda space: space.__name__)
@pytest.mark.parametrize("name", XARRAY)
def test_xarray(name, space):
    check(lambda a: XARRAY[name](labelled(a)).data, (M,), space)


EXTRA = {
    "cov": (xpx.cov, (M,)),
    "kron": (xpx.kron, (M, N)),
    "pad": (lambda a: xpx.pad(a, 2), (M,)),
    "nunique": (xpx.nunique, (M,)),
    "setdiff1d": (xpx.setdiff1d, (M[0], M[0, :2])),
    "at set": (lambda a: xpx.at(a)[1, 2].set(5.0, copy=True), (M,)),
    "at add": (lambda a: xpx.at(a)[:, 2].add(5.0, copy=True), (M,)),
    "diagonal": (xpx.create_diagonal, (M[0],)),
    "sinc": (xpx.sinc, (M,)),
    "isclose": (xpx.isclose, (M, M)),
    "one hot": (lambda a: xpx.one_hot(a, 4), (np.array([1, 2, 3]),)),
    "apply_where": (lambda a: xpx.apply_where(a > 0.5, a, lambda v: v * 2, lambda v: v * 3), (M,)),
    "nan_to_num": (xpx.nan_to_num, (M,)),
}


@pytest.mark.parametrize("name", EXTRA)
def test_array_api_extra(name):
    check(*EXTRA[name])


@pytest.mark.parametrize("space", [xp, snp], ids=lambda space: space.__name__)
def test_pint(space):
    unit = pint.UnitRegistry()
    q = unit.Quantity(space.asarray(M), "m")
    for made, want in (
        ((q * q).to("cm**2"), M * M * 1e4),
        (np.sum(q, axis=0), M.sum(0)),
        (np.sqrt(q), np.sqrt(M)),
        (np.concatenate([q, q]), np.concatenate([M, M])),
        (q[1:3], M[1:3]),
        (
            np.where(q > unit.Quantity(0.5, "m"), q, unit.Quantity(0.0, "m")),
            np.where(M > 0.5, M, 0),
        ),
    ):
        assert isinstance(made.magnitude, xp.ShardedArray)
        compare(made.magnitude, want)


#: Programs that ask for settings before the first import, each in a process of its own.
PROGRAM = """
import numpy as np, sharray as xp
xp.set_mesh(xp.make_mesh(3))
rng = np.random.default_rng(0)
failed = []

def compare(found, wanted):
    if isinstance(wanted, (tuple, list)):
        for f, w in zip(found, wanted, strict=True):
            compare(f, w)
    else:
        np.testing.assert_allclose(np.asarray(found), np.asarray(wanted), rtol=1e-6, atol=1e-8)

def check(name, function, *arrays):
    try:
        compare(function(*[xp.asarray(a) for a in arrays]), function(*arrays))
    except Exception as error:
        failed.append(f"{name}: {type(error).__name__}: {error}")
"""
SKLEARN = """
import sklearn
sklearn.set_config(array_api_dispatch=True)
from sklearn import decomposition, discriminant_analysis, linear_model, metrics, mixture
from sklearn import naive_bayes, preprocessing
from sklearn.metrics import pairwise
x = rng.random((61, 5))
score = np.clip((x[:, 0] + 0.2 * rng.random(61)) / 1.3, 0.01, 0.99)
y = (x[:, 0] + 0.3 * rng.random(61) > 0.6).astype(np.int64)
target = x @ np.arange(5.0) + 0.1 * rng.random(61)
for name in ("accuracy_score", "zero_one_loss", "f1_score", "confusion_matrix", "hamming_loss",
             "matthews_corrcoef", "balanced_accuracy_score", "precision_recall_fscore_support"):
    check(name, getattr(metrics, name), y, (score > 0.6).astype(np.int64))
for name in ("roc_auc_score", "average_precision_score", "log_loss", "roc_curve"):
    check(name, getattr(metrics, name), y, score)
for name in ("r2_score", "mean_squared_error", "mean_absolute_error", "max_error"):
    check(name, getattr(metrics, name), target, target * 1.1)
for name in ("euclidean_distances", "rbf_kernel", "cosine_similarity"):
    check(name, getattr(pairwise, name), x)
for name in ("StandardScaler", "MinMaxScaler", "MaxAbsScaler", "PolynomialFeatures"):
    check(name, getattr(preprocessing, name)().fit_transform, x)
pca = decomposition.PCA
check("PCA", lambda a: np.abs(np.asarray(pca(3, svd_solver="full").fit_transform(a))), x)
check("Ridge", lambda a, b: linear_model.Ridge(solver="svd").fit(a, b).predict(a), x, target)
lda = discriminant_analysis.LinearDiscriminantAnalysis
check("LDA", lambda a, b: lda().fit(a, b).predict(a), x, y)
check("naive Bayes", lambda a, b: naive_bayes.GaussianNB().fit(a, b).predict_proba(a), x, y)
gmm = mixture.GaussianMixture
options = {"init_params": "random_from_data", "random_state": 0}
check("mixture", lambda a: gmm(2, **options).fit(a).predict_proba(a), x)
"""
SCIPY = """
from scipy import fft, integrate, interpolate, linalg, ndimage, optimize, signal, spatial, special
from scipy import cluster, stats
x, points, image = rng.random(53), rng.random((20, 3)), rng.random((7, 53))
y = x * 0.5 + rng.random(53)
rbf = interpolate.RBFInterpolator
check("RBFInterpolator", lambda a, b, c: rbf(a, b)(c), points, points[:, 0], points[:5] * 0.9)
for name in ("pearsonr", "spearmanrho", "f_oneway", "ttest_ind", "mannwhitneyu", "levene"):
    def both(a, b, name=name):
        result = getattr(stats, name)(a, b)
        return result.statistic, result.pvalue
    check(name, both, x, y)
for name in ("skew", "kurtosis", "gmean", "sem", "zscore", "iqr", "rankdata"):
    check(name, getattr(stats, name), x)
for name in ("gammaln", "erf", "logit", "logsumexp", "softmax"):
    check(name, getattr(special, name), x * 0.9 + 0.05)
for name in ("fft", "rfft", "ifft", "dct", "fftn"):
    check(f"fft.{name}", getattr(fft, name), image)
check("simpson", integrate.simpson, x)
check("cumulative_trapezoid", integrate.cumulative_trapezoid, image)
check("fftconvolve", lambda a: signal.fftconvolve(a, a, mode="same"), x)
check("gaussian_filter", lambda a: ndimage.gaussian_filter(a, 1.0), image)
check("cdist", lambda a: spatial.distance.cdist(a, a), points)
check("vq", cluster.vq.vq, points, points[:3])
check("spline", lambda a, b: interpolate.make_interp_spline(a, b)(a + 0.1), np.arange(10.0), x[:10])
check("expm", linalg.expm, points[:3])
check("rosen", optimize.rosen, x[:5])
# its C code asks for memory to write to, which it then only reads
xp.set_options(host_threshold=16384)
check("sosfilt", signal.sosfilt, signal.butter(4, 0.2, output="sos"), x)
"""
REPORT = "print(failed)\nraise SystemExit(bool(failed))\n"


@pytest.mark.parametrize("threshold", [0, 16384], ids=["devices", "host"])
@pytest.mark.parametrize("program", [SKLEARN, SCIPY], ids=["scikit-learn", "SciPy"])
def test_programs(program, threshold):
    # scikit-learn asks for that of SciPy, too
    environment = os.environ | {"SCIPY_ARRAY_API": "1", "JAX_NUM_CPU_DEVICES": "8"}
    environment["SHARRAY_HOST_THRESHOLD"] = str(threshold)
    done = subprocess.run(
        [sys.executable, "-W", "ignore", "-c", PROGRAM + program + REPORT],
        env=environment, capture_output=True, text=True, timeout=280, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stdout + done.stderr
