"""Dataclasses in checkpoints, which compute some of what they have."""

import dataclasses

import numpy as np
import pytest

from sharray import checkpoint


@dataclasses.dataclass
class Computed:
    w: np.ndarray
    scale: dataclasses.InitVar[float]
    size: int = dataclasses.field(init=False)

    def __post_init__(self, scale):
        self.w, self.size = self.w * scale, self.w.size


def test_what_a_dataclass_computes_is_not_computed_again(tmp_path):
    saved = Computed(np.ones(3), 2.0)
    checkpoint.save(tmp_path / "c", saved)
    loaded = checkpoint.load(tmp_path / "c", Computed(np.zeros(3), 5.0))
    assert type(loaded) is Computed
    assert (loaded.w.tolist(), loaded.size) == ([2.0, 2.0, 2.0], 3)


@dataclasses.dataclass
class Summed:
    w: np.ndarray
    doubled: bool = False

    def __post_init__(self):
        self.total = self.w.sum()
        if self.doubled:
            self.w = self.w * 2


def test_what_a_dataclass_computes_beside_its_fields_is_that_of_what_was_saved(tmp_path):
    checkpoint.save(tmp_path / "c", Summed(np.ones(10)))
    assert checkpoint.load(tmp_path / "c", Summed(np.zeros(10))).total == 10
    checkpoint.save(tmp_path / "c", Summed(np.ones(10), True))
    with pytest.raises(TypeError, match="load it without like"):
        checkpoint.load(tmp_path / "c", Summed(np.zeros(10), True))
