"""Windows for signals, made where they lie."""

from __future__ import annotations

import numpy as np

from sharray._functions import sizes
from sharray._functions.reuse import reuse

reuse(np.bartlett, "Triangular window of M points.", elements=sizes.of_vector)
reuse(np.blackman, "Blackman window of M points.", elements=sizes.of_vector)
reuse(np.hanning, "Hann window of M points.", elements=sizes.of_vector)
reuse(np.hamming, "Hamming window of M points.", elements=sizes.of_vector)
reuse(np.kaiser, "Kaiser window of M points.", elements=sizes.of_vector)
