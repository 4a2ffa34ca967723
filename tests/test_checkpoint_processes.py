"""Checkpoints that several processes write and read together."""

import sys

import numpy as np
import pytest
from test_processes import run

from sharray import checkpoint

SAVES = """
import numpy as np
from sharray import checkpoint
x = np.arange(300_007.0)
checkpoint.save("a", {"x": x, "m": x[:6000].reshape(20, 300)})
saving = checkpoint.save("a", {"x": x, "m": x[:6000].reshape(20, 300)}, async_=True)
x[:] = 0
saving.wait()
"""
LOADS = """
import numpy as np
from sharray import checkpoint
found = checkpoint.load("a")
print((found["x"] == np.arange(300_007.0)).all(), found["m"][3, :2])
"""


PEAK = """
import numpy as np
import sharray
from sharray import checkpoint

def memory(what):
    with open("/proc/self/status") as file:
        return next(int(line.split()[1]) / 1024 for line in file if line.startswith(what))

def growth(step):
    with open("/proc/self/clear_refs", "w") as file:
        file.write("5")  # the peak begins anew
    before = memory("VmRSS")
    result = step()
    return memory("VmHWM") - before, result

checkpoint.save("warm", {"x": np.arange(100_003.0)})
checkpoint.load("warm")
if STEP == "save":
    x = np.arange(29_999_997.0)  # 229 MB, 57 in each of four processes
    sharray.block_until_ready(x)
    grown, _ = growth(lambda: checkpoint.save("a", {"x": x}))
else:
    grown, found = growth(lambda: checkpoint.load("a"))
    assert float(found["x"][-1]) == 29_999_996
print("it grows by", round(grown))
"""


@pytest.mark.some(1)
class TestProcesses:
    def test_other_numbers_of_processes(self, tmp_path):
        assert run(tmp_path, SAVES, "-n", "2") == (0, "", "")
        assert run(tmp_path, LOADS, "-n", "3", "--devices", "2") == (0, "True [900. 901.]\n", "")
        found = checkpoint.load(tmp_path / "a")
        np.testing.assert_array_equal(np.asarray(found["x"]), np.arange(300_007.0))

    @pytest.mark.skipif(sys.platform != "linux", reason="the peak of memory is read from /proc")
    def test_no_process_ever_has_a_whole_array(self, tmp_path):
        for count, step in ((4, "save"), (5, "load")):
            program = f"STEP = {step!r}\n{PEAK}"
            code, out, errors = run(tmp_path, program, "-n", str(count), "--ranks")
            assert code == 0, errors
            grown = [int(line.split()[-1]) for line in out.splitlines() if "it grows by" in line]
            assert len(grown) == count
            # a shard three or four times, and some chunks; the array takes 229 MB
            assert max(grown) < 200
