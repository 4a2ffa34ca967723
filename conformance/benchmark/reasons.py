"""Why functions are slower than half of NumPy's speed, each found by looking at what runs.

No figure is written here: the page prints those that were measured. What has no entry is explained
by the measurement itself (see `targets.why`), or printed as unexplained.
"""

from __future__ import annotations

import re

#: Reason -> the cases it holds for, as a regular expression that describes the whole name.
REASONS: dict[str, str] = {
    "what is distinct is marked, collected and numbered by programs that follow the sort": (
        r"unique_\w+"
    ),
    "NumPy's result is memory that nobody has touched yet; a program has to write it": (
        r"empty|empty_like|zeros"
    ),
    "NaN are looked for besides, which XLA's own extremes lose": r"(max|min)(,rows)?",
    "Python around NumPy's own function, which has no elements to look at": (
        r"broadcast_shapes|can_cast|finfo|iinfo|isdtype|result_type"
    ),
    "NumPy looks integers up in a table; here the set is sorted and searched for each element": (
        r"isin"
    ),
    "all 64 bits of an exponent count, so it squares 64 times": r"pow,int64",
    "what NumPy gives for a zero divisor and for the least integer is selected": (
        r"(remainder|floor_divide),int64"
    ),
    "computed to within 4 ulp, which XLA's own function is not": (
        r"tanh|atanh|sinh|cosh|expm1|log1p"
    ),
    "the indices are checked by a program of their own, and the array is gathered": r"take",
    "the elements are counted by a program of their own": r"nonzero",
    "a single matrix is gathered, and left to one device": (r"linalg\.(matrix_power|slogdet|det)"),
    "what NumPy raises for a singular matrix is looked for before the call returns": (
        r"linalg\.(cholesky|solve|inv)(,stack)?"
    ),
    "parts of the result come from other devices, by permutes that copy": (
        r"concat|flip|roll|tile|fft\.i?fftshift"
    ),
    "each slice is handed out by a sum over the devices": r"unstack",
    "each shard is copied by itself, from Python": r"asarray|from_dlpack",
    "every array of the result is a program of its own": r"meshgrid",
    "NumPy makes it, and it is copied to its shards": r"fft\.r?fftfreq",
    "a vector is gathered, and transformed whole on every device": r"fft\.(i?r?fft|i?hfft)",
}


def reason(case: str) -> str | None:
    """Return why a case is slow, or None."""
    for text, pattern in REASONS.items():
        if re.fullmatch(pattern, case):
            return text
    return None


#: Example program that is slower than NumPy -> what holds it back, by its report.
HELD_BACK: dict[str, str] = {
    "gaussian_process": "one device decomposes the covariance matrix, the others wait",
    "histogram_equalisation": "`histogram`: one count is raised after the other",
    "jacobi": "products of a matrix and a vector: as fast as memory is read, in NumPy, too",
    "kmeans": "`member.T @ points`: products with ten columns, for which BLAS is as fast",
    "logistic_regression": (
        "products of a matrix and a vector: as fast as memory is read, in NumPy, too"
    ),
    "monte_carlo": "NumPy draws the numbers, by threads, and they are copied to the devices",
    "pca": "`vstack` deals rows out anew, half of them to the other device, and `cov` is a product",
}

#: Everyday statement that is slower than NumPy -> why.
SLOWER: dict[str, str] = {
    "np.sort(x)": "NumPy's sort is vectorised, and the merge of the devices' sorted parts is not",
    "np.fft.fft(x)": "a vector is gathered, and transformed whole on every device",
    "np.fft.fft2(m)": "each direction of the matrix is dealt out anew, and back",
}
