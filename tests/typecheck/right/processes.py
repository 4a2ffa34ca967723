"""Several processes: what a program asks, and how one connects them by hand."""

from typing import assert_type

import sharray as xp
from sharray import distributed


def main(address: str, count: int, number: int) -> float:
    distributed.initialize(address, num_processes=count, process_id=number)
    try:
        total = float(xp.sum(xp.ones(1003)))
        if distributed.process_index() == 0:
            print(distributed.process_count(), len(distributed.local_devices()), total)
        return total
    except distributed.ProcessesDifferError as error:
        raise SystemExit(str(error)) from error
    finally:
        distributed.shutdown()


assert_type(distributed.is_initialized(), bool)
assert_type(distributed.process_index(), int)
