"""Libraries that know nothing of sharray work on what a program under the launcher gives them."""

import json
import os
import subprocess
import sys
from pathlib import Path

import numpy as np

ROOT = Path(__file__).parent.parent
PROGRAM = """
import json, sys
import matplotlib
matplotlib.use("Agg")
import matplotlib.pyplot as plt
import numpy as np
from scipy import fft, integrate, interpolate, linalg, ndimage, optimize, signal
from scipy import sparse, special, stats
from sklearn.cluster import KMeans
from sklearn.decomposition import PCA
from sklearn.linear_model import LogisticRegression

rng = np.random.default_rng(0)
x = np.linspace(0, 1, 5000)
y = np.sin(3 * x) + 0.1 * rng.standard_normal(5000)
table = np.reshape(y, (100, 50))
square = rng.standard_normal((40, 40)) + 20 * np.eye(40)

figure, axes = plt.subplots(2, 2)
axes[0, 0].plot(x, y)
axes[0, 0].fill_between(x, y, 0)
axes[0, 0].set_xlim(x.min(), x.max())
axes[0, 1].hist(y, bins=20)
axes[1, 0].scatter(x[:300], y[:300], c=y[:300])
axes[1, 1].imshow(table)
axes[1, 1].contour(table)
figure.savefig(sys.argv[1])

found = {
    "solve": linalg.solve(square, y[:40]),
    "curve_fit": optimize.curve_fit(lambda t, a, b: a * np.sin(3 * t) + b, x, y)[0],
    "minimize": optimize.minimize(lambda p: np.sum((p - np.arange(3)) ** 2), np.zeros(3)).fun,
    "brentq": optimize.brentq(lambda t: np.cos(t) - t, 0, 1),
    "ttest": stats.ttest_1samp(y, 0.4).statistic,
    "pdf": stats.norm.pdf(y)[:5],
    "savgol": signal.savgol_filter(y, 11, 3)[:5],
    "convolve": signal.fftconvolve(y, np.ones(11) / 11, mode="same")[:5],
    "spline": interpolate.CubicSpline(x[:100], y[:100])(x[:5]),
    "gaussian": ndimage.gaussian_filter(table, 2)[0, :5],
    "sparse": (sparse.csr_matrix(table) @ x[:50])[:5],
    "erf": special.erf(y)[:5],
    "dct": fft.dct(y)[:5],
    "ivp": integrate.solve_ivp(lambda t, u: -u * np.array([1.0, 2.0]), (0, 1), [1.0, 1.0]).y[:, -1],
    "pca": np.abs(PCA(2).fit_transform(table))[:3],
    "logistic": LogisticRegression().fit(table, (x[:100] > 0.01).astype(int)).score(
        table, (x[:100] > 0.01).astype(int)
    ),
    "kmeans": KMeans(3, n_init=1, random_state=0).fit(table).inertia_,
    "polynomial": np.polynomial.Polynomial.fit(x, y, 3)(x[:5]),
    "masked": np.ma.masked_where(np.asarray(y) > 0.5, np.asarray(y)).mean(),
}
np.testing.assert_allclose(x, x)
print(json.dumps({name: np.asarray(value).tolist() for name, value in found.items()}))
"""


def run(*command):
    done = subprocess.run(
        [sys.executable, "-W", "ignore", *command],
        capture_output=True,
        text=True,
        timeout=280,
        cwd=ROOT,
        env=os.environ | {"SHARRAY_HOST_THRESHOLD": "64"},
    )
    assert done.returncode == 0, done.stderr

    return json.loads(done.stdout)


def test_libraries(tmp_path):
    program = tmp_path / "program.py"
    program.write_text(PROGRAM)
    picture = tmp_path / "picture.png"
    wanted = run(str(program), str(picture))
    size = picture.stat().st_size
    picture.unlink()
    found = run("-m", "sharray", "--devices", "3", str(program), str(picture))
    assert found.keys() == wanted.keys()
    for name, value in wanted.items():
        np.testing.assert_allclose(found[name], value, rtol=1e-5, atol=1e-8, err_msg=name)
    # the last digits of a line's points may differ
    assert abs(picture.stat().st_size - size) < 0.01 * size
