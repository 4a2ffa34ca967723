"""The extension `fft`."""

from typing import assert_type

import sharray as xp
from sharray import fft

x = xp.sin(xp.arange(16.0))
assert_type(fft.rfft(x, n=8, axis=-1, norm="ortho"), xp.ShardedArray)
assert_type(fft.ifft(fft.fft(x)).real, xp.ShardedArray)
assert_type(fft.fftn(xp.reshape(x, (4, 4)), s=(4, 2), axes=(0, 1)), xp.ShardedArray)
assert_type(fft.fftshift(fft.fftfreq(16, d=0.5)), xp.ShardedArray)
