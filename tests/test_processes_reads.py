"""What each process sees of arrays that all of them share, in both flavours."""

import numpy as np
import pytest
from test_processes import run

pytestmark = pytest.mark.some(1)

READS = """
import numpy as np
import sharray as xp
from sharray import distributed

rank, count = distributed.process_index(), distributed.process_count()
here, there = len(distributed.local_devices()), len(distributed.devices())
print(distributed.is_initialized(), count, here, there, xp.get_mesh().size)
try:
    distributed.initialize("127.0.0.1:1", 2, 0)
except RuntimeError as error:
    print("call initialize once" in str(error))
for name, x in (("numpy", np.arange(100_003.0)), ("sharray", xp.arange(100_003.0))):
    print(name, x.is_fully_addressable, len(x.addressable_shards), type(x).__name__)
    part, whole = x.to_local(), x.to_numpy()
    first = -(-x.size // there) * here * rank
    print(part.tolist() == whole.tolist()[first : first + part.size], part.size <= x.size // 2 + 1)
    print(whole.shape, whole.sum(), part.flags.writeable, whole.flags.writeable)
    print(x, float(x.sum()), bool((x > 5).any()), x[50_000:50_003].tolist(), int((x < 7).sum()))
    with xp.set_options(refuse_gather=100_000):
        try:
            x.to_numpy()
        except xp.CommunicationError as error:
            print("refused", x[-2:].tolist())
with xp.report() as told:
    xp.arange(100_003.0).to_numpy()
print(told.total.between_devices > 0)
"""


@pytest.mark.parametrize("options", [("-n", "3"), ("-n", "2", "--devices", "2")])
def test_every_process_reads_the_same(tmp_path, options):
    count, here = int(options[1]), int(options[-1]) if len(options) > 2 else 1
    code, out, errors = run(tmp_path, READS, *options, "--ranks")
    assert (code, errors) == (0, ""), errors
    both = [
        "True True",
        "(100003,) 5000250003.0 False False",
        *f"{np.arange(100_003.0)} 5000250003.0 True [50000.0, 50001.0, 50002.0] 7".splitlines(),
        "refused [100001.0, 100002.0]",
    ]
    wanted = [
        f"True {count} {here} {count * here} {count * here}",
        "True",
        f"numpy False {here} ndarray",
        *both,
        f"sharray False {here} ShardedArray",
        *both,
        "True",
    ]
    for rank in range(count):
        lines = [t[4:] for t in out.splitlines() if t.startswith(f"[{rank}] ") and "Gloo" not in t]
        assert lines == wanted
