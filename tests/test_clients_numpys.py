"""Libraries that take NumPy's own arrays only, given this library's: as with NumPy's own."""

import pickle
import subprocess
import sys

import numpy as np
import pytest

import sharray as xp
import sharray.numpy as snp

NEEDED = "is one of the extra test-clients: pip install -e '.[test-clients]'"
autograd = pytest.importorskip("autograd", reason=f"autograd {NEEDED}")
ak = pytest.importorskip("awkward", reason=f"awkward {NEEDED}")
bn = pytest.importorskip("bottleneck", reason=f"bottleneck {NEEDED}")
cv2 = pytest.importorskip("cv2", reason=f"cv2 {NEEDED}")
da = pytest.importorskip("dask.array", reason=f"dask {NEEDED}")
distance = pytest.importorskip("scipy.spatial.distance", reason=f"scipy {NEEDED}")
faiss = pytest.importorskip("faiss", reason=f"faiss {NEEDED}")
h5py = pytest.importorskip("h5py", reason=f"h5py {NEEDED}")
figure = pytest.importorskip("matplotlib.figure", reason=f"matplotlib {NEEDED}")
healpy = pytest.importorskip("healpy", reason=f"healpy {NEEDED}")
joblib = pytest.importorskip("joblib", reason=f"joblib {NEEDED}")
librosa = pytest.importorskip("librosa", reason=f"librosa {NEEDED}")
lightgbm = pytest.importorskip("lightgbm", reason=f"lightgbm {NEEDED}")
optimize = pytest.importorskip("scipy.optimize", reason=f"scipy {NEEDED}")
numba = pytest.importorskip("numba", reason=f"numba {NEEDED}")
numexpr = pytest.importorskip("numexpr", reason=f"numexpr {NEEDED}")
osqp = pytest.importorskip("osqp", reason=f"osqp {NEEDED}")
pl = pytest.importorskip("polars", reason=f"polars {NEEDED}")
pyamg = pytest.importorskip("pyamg", reason=f"pyamg {NEEDED}")
shapely = pytest.importorskip("shapely", reason=f"shapely {NEEDED}")
skimage = pytest.importorskip("skimage", reason=f"skimage {NEEDED}")
linalg = pytest.importorskip("scipy.sparse.linalg", reason=f"scipy {NEEDED}")
sparse = pytest.importorskip("scipy.sparse", reason=f"scipy {NEEDED}")
statsmodels = pytest.importorskip("statsmodels.api", reason=f"statsmodels {NEEDED}")

pytestmark = pytest.mark.filterwarnings("ignore")  # their own deprecations are no matter here

RNG = np.random.default_rng(0)
X, Y, IMAGE = RNG.random(60), RNG.random(60), RNG.integers(0, 255, (30, 40)).astype(np.uint8)
BANDS = sparse.diags_array([-np.ones(59), 2.5 * np.ones(60)], offsets=[-1, 0]).tocsc()
LIGHT = {"verbose": -1, "num_threads": 1, "min_data_in_leaf": 2, "deterministic": True}


def nearest(x, y, method):
    """Return what is nearest to an array, by a gradient of its class."""
    near = optimize.minimize(
        lambda p: float(((p - x) ** 2).sum()), y, jac=lambda p: 2 * (p - x), method=method
    )
    return near.x


@numba.njit
def scaled(x, by=2.0):
    return x.sum() * by


@numba.njit
def counted(x):
    for k in range(x.size):
        x[k] = k


@numba.njit
def of_pair(pair):
    return pair[0][1] + pair[1][2]


@numba.njit(parallel=True)
def in_parallel(x):
    total = 0.0
    for k in numba.prange(x.size):
        total += x[k]
    return total


@numba.vectorize
def combined(x, y):
    return x + 2 * y


@numba.guvectorize([(numba.float64[:], numba.float64, numba.float64[:])], "(n),()->(n)")
def shifted(x, by, out):
    for k in range(x.shape[0]):
        out[k] = x[k] + by


@numba.njit
def of_several(factor, *arrays):
    return factor * arrays[0].sum() + arrays[-1][0], len(arrays)


@numba.njit("float64(float64[:])")
def of_signature(x):
    return x[0] + 2 * x[-1]


@numba.njit
def through_another(x):
    return of_signature(x) + 1


@numba.stencil
def averaged(x):
    return 0.5 * (x[-1] + x[1])


@numba.guvectorize("(n)->()")
def summed(x, out):
    out[0] = x.sum()


@numba.vectorize([numba.float64(numba.float64, numba.float64)])
def added(x, y):
    return x + y


def sphere(x):
    """Return what healpy makes of a map, and of its coefficients, which it rotates in place."""
    sky = np.resize(x, healpy.nside2npix(4))
    turned = healpy.map2alm(sky, iter=1)
    healpy.rotate_alm(turned, 0.1, 0.2, 0.3)
    return healpy.anafast(sky), turned, healpy.smoothing(sky, fwhm=0.1)


def neighbours(x):
    points = x.reshape(-1, 3).astype(np.float32)
    index = faiss.IndexFlatL2(3)
    index.add(points)
    return index.search(points, 2)


def stored(x, key, value):
    with h5py.File("in memory", "w", driver="core", backing_store=False) as file:
        data = file.create_dataset("x", data=x)
        data[key] = value
        data.write_direct(x, np.s_[:5], np.s_[5:10])
        return data[:], data[key]


def boosted(x, y):
    samples = np.asarray(x).reshape(-1, 2)
    model = lightgbm.train(LIGHT, lightgbm.Dataset(samples, label=y[:30]), 3)
    return model.predict(x.reshape(-1, 2))


def slope(x, y):
    """Return the gradient of a function of arrays."""
    anp = autograd.numpy
    return autograd.grad(lambda w: anp.sum(anp.sin(w) * y) + anp.dot(w, w))(x)


def nearest_in_box(x, y):
    """Return what is nearest to an array below another one."""
    solver, one = osqp.OSQP(), sparse.identity(60, format="csc")
    solver.setup(one, -x, one, x * 0, y, verbose=False, eps_abs=1e-9, eps_rel=1e-9)
    first = solver.solve().x
    solver.update(q=-2 * x)
    return np.round(first, 6), np.round(solver.solve().x, 6)


def bars(x, y):
    """Return the ends of the bars that are drawn of errors below and above."""
    drawn = figure.Figure().subplots().errorbar(x, y, yerr=[x, y], fmt="none")
    return drawn.lines[2][0].get_segments()


def relaxed(x, y):
    """Return what a library has written to a copy of an array."""
    found = x.copy()
    pyamg.relaxation.relaxation.gauss_seidel(pyamg.gallery.poisson((60,), format="csr"), found, y)
    return found


CALLS = {
    "autograd": lambda x, y, image: slope(x, y),
    "awkward": lambda x, y, image: ak.to_numpy(ak.from_numpy(x) * 2),
    "bottleneck": lambda x, y, image: (
        bn.move_mean(x, 5)[4:], bn.nanmean(image, 0), bn.rankdata(x), bn.median(y),
    ),
    "cv2.GaussianBlur": lambda x, y, image: cv2.GaussianBlur(image, (3, 3), 1),
    "cv2.addWeighted": lambda x, y, image: cv2.addWeighted(image, 0.5, image[::-1], 0.5, 0),
    "cv2, methods": lambda x, y, image: (
        [p.pt for p in cv2.FastFeatureDetector_create().detect(image)],
        cv2.createCLAHE().apply(image),
    ),
    "cv2.merge": lambda x, y, image: cv2.merge([image, image, image]),
    "cv2.warpAffine": lambda x, y, image: cv2.warpAffine(image, x[:6].reshape(2, 3), (20, 20)),
    "dask, a percentile": lambda x, y, image: da.percentile(da.from_array(x, 20), 30).compute(),
    "dask, a function": lambda x, y, image: (da.asarray(x).map_blocks(np.sin) + y).compute(),
    "faiss": lambda x, y, image: neighbours(x),
    "h5py, a mask": lambda x, y, image: stored(x, x > 0.5, 1.0),
    "h5py, values": lambda x, y, image: stored(x, slice(20, 40), y[:20]),
    "healpy": lambda x, y, image: sphere(x),
    "librosa": lambda x, y, image: abs(librosa.stft(x, n_fft=16)),
    "librosa.feature": lambda x, y, image: librosa.feature.rms(y=x, frame_length=16),
    "lightgbm": lambda x, y, image: boosted(x, y),
    "numba": lambda x, y, image: (scaled(x), scaled(y, 3.0), scaled(x[::2])),
    "numba, a pair": lambda x, y, image: of_pair((x, y)),
    "numba, any number": lambda x, y, image: (*of_several(2.0, x, y, x), *of_several(1.0, image)),
    "numba.prange": lambda x, y, image: in_parallel(x),
    "matplotlib.errorbar": lambda x, y, image: bars(x, y),
    "numba.vectorize": lambda x, y, image: (combined(x, y), combined(x, 2.0)),
    "numba.guvectorize": lambda x, y, image: shifted(x, 2.0),
    "numba, a signature": lambda x, y, image: (of_signature(x), through_another(x=y)),
    "numba.stencil": lambda x, y, image: averaged(x),
    "numexpr": lambda x, y, image: (
        numexpr.evaluate("x + 2 * sin(y)"), numexpr.evaluate("sum(x * y)"),
    ),
    "osqp": lambda x, y, image: nearest_in_box(x, y),
    "pyamg": lambda x, y, image: (
        pyamg.ruge_stuben_solver(pyamg.gallery.poisson((60,), format="csr")).solve(x, tol=1e-12),
        relaxed(x, y),
    ),
    "polars.Series": lambda x, y, image: (
        pl.Series(x).filter(x > 0.5) * 2, pl.Series(x) * y, pl.Series(x) > y,
        pl.Series(x)[np.argsort(y)], y + pl.Series(x), 2 - y * pl.Series(x), y // pl.Series(x),
    ),
    "polars.DataFrame": lambda x, y, image: (
        pl.DataFrame({"x": x, "y": y}).filter(x > y).with_columns(z=pl.col("x") + 1).to_numpy(),
        pl.DataFrame({"x": x}).with_columns(y=y).select(pl.col("y"), pl.lit(x)).to_numpy(),
    ),
    "scipy, L-BFGS-B": lambda x, y, image: nearest(x, y, "L-BFGS-B"),
    "scipy, TNC": lambda x, y, image: nearest(x, y, "TNC"),
    "scipy, distances": lambda x, y, image: (
        distance.cdist(x.reshape(-1, 2), y.reshape(-1, 2)), distance.pdist(x.reshape(-1, 2)),
    ),
    "scipy, LU": lambda x, y, image: (
        linalg.splu(BANDS).solve(x), linalg.splu(BANDS).solve(x, "T"),
        linalg.spilu(BANDS).solve(y), linalg.factorized(BANDS)(x),
    ),
    "shapely": lambda x, y, image: shapely.distance(shapely.points(x, y), shapely.Point(0, 0)),
    "shapely, a box": lambda x, y, image: shapely.contains_xy(shapely.box(0, 0, 0.5, 0.5), x, y),
    "skimage.measure": lambda x, y, image: tuple(skimage.measure.find_contours(image / 255, 0.9)),
    "skimage.morphology": lambda x, y, image: (
        skimage.morphology.remove_small_objects(image > 100, max_size=5),
        skimage.morphology.dilation(image),
    ),
    "skimage.morphology.thin": lambda x, y, image: skimage.morphology.thin(image > 60),
    "skimage.filters.rank": lambda x, y, image: skimage.filters.rank.mean(image, np.ones((3, 3))),
    "skimage.segmentation": lambda x, y, image: skimage.segmentation.watershed(image / 255),
    "skimage.util": lambda x, y, image: skimage.util.view_as_windows(image, (5, 5)),
    "statsmodels": lambda x, y, image: statsmodels.tsa.AutoReg(x, 2).fit().params,
    "statsmodels, squares": lambda x, y, image: statsmodels.OLS(y, x[:, None]).fit().resid,
}  # fmt: skip


#: What asks for memory to write to, and what it says where it gets none.
WRITERS = {
    "numba, a signature": r"read-?only",
    "pyamg": "not writeable",
    "skimage.filters.rank": r"read-?only",
}


def settings(home):
    """Where arrays of more than a few elements are."""
    return xp.set_options(host_threshold=4, host_work=10**12 if home == "host" else 0)


@pytest.mark.parametrize("home", ["host", "devices"])
@pytest.mark.parametrize("name", CALLS)
def test_as_with_numpys_own(name, home):
    wanted = CALLS[name](X, Y, IMAGE)
    with settings(home):
        arrays = [snp.asarray(v.copy()) for v in (X, Y, IMAGE)]
        if home == "devices" and name in WRITERS:
            with pytest.raises((TypeError, ValueError), match=WRITERS[name]):
                CALLS[name](*arrays)
            return
        found = CALLS[name](*arrays)
    pairs = zip(found, wanted, strict=True) if isinstance(wanted, tuple) else [(found, wanted)]
    for f, w in pairs:
        np.testing.assert_allclose(np.asarray(f), np.asarray(w), rtol=1e-12)


def test_functions_that_are_given_numpys_can_be_pickled():
    dilation = skimage.morphology.dilation
    assert pickle.loads(pickle.dumps(dilation)) is dilation


@pytest.mark.parametrize("home", ["host", "devices"])
def test_joblib_writes_and_hashes_what_numpys_would(tmp_path, home):
    with settings(home):
        x = snp.asarray(X.copy())
        assert joblib.hash(x) == joblib.hash(X)
        joblib.dump({"x": x}, tmp_path / "file")
    mapped = joblib.load(tmp_path / "file", mmap_mode="r+")["x"]
    assert isinstance(mapped, np.memmap)
    mapped[0] = 123.0
    mapped.flush()
    assert joblib.load(tmp_path / "file")["x"][0] == 123.0


def test_arrays_of_numpys_flavour_have_numpys_namespace():
    xarray = pytest.importorskip("xarray", reason=f"xarray {NEEDED}")
    with settings("host"):
        x = snp.asarray(X.reshape(12, 5))
        assert x.__array_namespace__() is np
        with pytest.raises(ValueError, match="Version"):
            x.__array_namespace__(api_version="1999.12")
        array = xarray.DataArray(x, dims=("a", "b"))
        assert type(array.mean("a").data) is not type(xp.ones(3))
        assert isinstance(array.mean().data, np.ndarray | np.float64)
        np.testing.assert_allclose(array.mean("a").data, X.reshape(12, 5).mean(0))


def test_a_distance_is_written_to_out():
    with settings("host"):
        points, out = snp.asarray(X.reshape(-1, 2)), snp.zeros((30, 30))
        distance.cdist(points, points, out=out)
        np.testing.assert_allclose(out, distance.cdist(X.reshape(-1, 2), X.reshape(-1, 2)))


def test_what_they_write_to_is_the_array():
    with settings("host"):
        x, image = snp.zeros(50), snp.zeros((30, 40), np.uint8)
        counted(x)
        assert cv2.rectangle(image, (3, 4), (10, 12), 7, -1) is image
        np.testing.assert_array_equal(np.asarray(x), np.arange(50))
        assert image.sum() == 7 * 8 * 9


def test_results_are_written_to_out():
    with settings("host"):
        x, sums = snp.asarray(X.copy()), snp.zeros(20)
        assert numexpr.evaluate("2 * x", out=x) is x
        np.testing.assert_array_equal(x, 2 * X)
        assert added(x, 1.0, out=x) is x
        np.testing.assert_array_equal(x, 2 * X + 1)
        added.at(x, [3, 3, 4], 1.0)
        assert [x[3], x[4]] == [2 * X[3] + 1 + 1 + 1, 2 * X[4] + 1 + 1]
        summed(x.reshape(20, 3), sums)
        np.testing.assert_allclose(sums, np.asarray(x).reshape(20, 3).sum(1))


def test_functions_of_numba_with_signatures_can_be_pickled():
    again = pickle.loads(pickle.dumps(of_signature))
    with settings("host"):
        assert again(snp.asarray(X)) == X[0] + 2 * X[-1]
        with pytest.raises(TypeError, match="No matching definition"):
            again(snp.asarray(X.reshape(6, 10)))


def test_what_stays_on_devices_is_not_written_to_in_a_copy():
    with settings("devices"):
        x, placed = snp.zeros(50), snp.zeros(50, device=xp.make_mesh(2))
        counted(x)  # asks for its memory, and so it comes home
        np.testing.assert_array_equal(np.asarray(x), np.arange(50))
        with pytest.raises(numba.TypingError, match="readonly"):
            counted(placed)
        image = snp.zeros((30, 40), np.uint8)
        with pytest.raises(cv2.error, match="readonly"):
            cv2.rectangle(image, (3, 4), (10, 12), 7, -1)


@pytest.mark.parametrize(
    "program",
    [
        "import cv2; import numpy as np; print(cv2.blur(np.ones((600, 600)), (3, 3)).sum())",
        "from cv2 import blur; import numpy as np; print(blur(np.ones((600, 600)), (3, 3)).sum())",
        "from awkward import from_numpy; import numpy as np; print(len(from_numpy(np.ones(6**8))))",
    ],
)
def test_libraries_that_a_program_imports_before_numpy(program):
    done = subprocess.run(
        [sys.executable, "-m", "sharray", "-c", program],
        capture_output=True, text=True, timeout=280, check=False,
    )  # fmt: skip
    assert done.stdout in ("360000.0\n", "1679616\n"), done.stderr
