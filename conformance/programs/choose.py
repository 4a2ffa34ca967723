"""Fills the places of templates, so that most statements are ones that NumPy accepts."""

from __future__ import annotations

import math
import random
import re
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

#: Few, so that programs are compiled seldom; some on both sides of the settings' threshold, some
#: that devices do not divide.
SHAPES = ((12,), (5,), (3, 4), (4, 4), (2, 3, 4), (1, 4), (4, 1), (), (0,), (0, 3), (1,))
SHAPE_WEIGHTS = (6, 4, 8, 6, 4, 2, 2, 1, 1, 1, 1)
LENGTHS = (4, 5, 12, 3, 1)
DTYPES = ("bool", "int8", "int32", "int64", "uint8", "float32", "float64", "complex128")
NAMES = "abcdefgh"
NUMBERS = ("0", "1", "2", "-1", "3", "0.5", "-2.5", "True", "7", "1000.0")
SPECIAL = ("np.nan", "np.inf", "-0.0", "2j", "300", "np.float32(1.5)", "np.int8(3)", "np.uint8(9)")
SLICES = (":", ":", "1:", ":-1", "::2", "::-1", "1:3", "-2:", "-1:0:-1", "2:2")
ITEMS = ("np.nan", "np.inf", "-np.inf", "-0.0", "0", "1", "-2", "1.5", "3", "3", "2.25", "1e-3")

#: How the first array of a template is written -> which variables it may be.
SUBJECTS: dict[str, Callable[[np.ndarray], bool]] = {
    "x": lambda x: True,
    "n": lambda x: x.dtype.kind != "b",
    "r": lambda x: x.dtype.kind in "iuf",
    "f": lambda x: x.dtype.kind in "fc",
    "fr": lambda x: x.dtype.kind == "f",
    "i": lambda x: x.dtype.kind in "iu",
    "b": lambda x: x.dtype.kind == "b",
    "a": lambda x: x.size > 0 and x.ndim > 0,
    "v": lambda x: x.size > 0 and x.ndim == 1 and x.dtype.kind in "iuf",
    "m": lambda x: x.size > 0 and x.ndim == 2 and x.dtype.kind != "b",
    "q": lambda x: 1 < len(x) == x.shape[1] if x.ndim == 2 and x.dtype.kind in "iuf" else False,
    "w": lambda x: x.flags.writeable,
}
_PLACE = re.compile(r"\{([^{}]+)\}")
_UFUNCS = {name: value for name, value in vars(np).items() if isinstance(value, np.ufunc)}
#: Not of numbers, of more dimensions, or with a place of their own.
_OTHERS = {"isnat", "matmul", "matvec", "vecmat", "vecdot", "divmod", "ldexp"}


def _ufuncs(operands: int) -> list[str]:
    found = [n for n, f in _UFUNCS.items() if f.nin == operands and f.nout == 1]
    return sorted(set(found) - _OTHERS)


UNARY, BINARY = _ufuncs(1), _ufuncs(2)
REDUCTIONS = (
    *("sum", "prod", "mean", "std", "var", "max", "min", "any", "all", "argmax", "argmin"),
    *("median", "ptp", "amax", "amin"),
)
NAN_REDUCTIONS = (
    *("nansum", "nanprod", "nanmean", "nanstd", "nanvar", "nanmax", "nanmin", "nanmedian"),
)


class Chooser:
    """Fills the places of one template after another.

    Parameters
    ----------
    rng
        What is chosen at random comes from it alone.
    values
        The program's variables, as NumPy has them at that point.
    """

    def __init__(self, rng: random.Random, values: dict[str, Any]) -> None:
        self._rng, self._values = rng, values
        self._name, self._subject, self._target = "", np.empty(0), ()
        self._new: list[str] = []

    def fill(self, template: str) -> str | None:
        """Return a statement; None if the program has no array for the template."""
        places = _PLACE.findall(template)
        wanted = next((place for place in places if place in SUBJECTS), None)
        if wanted is not None:
            names = self._arrays(SUBJECTS[wanted])
            if not names:
                return None
            self._name = self._rng.choice(names)
            self._subject = self._values[self._name]
        self._target, self._new = self._subject.shape, []
        return _PLACE.sub(lambda found: self._place(found[1]), template)

    def _place(self, place: str) -> str:
        if place in SUBJECTS:
            return self._name
        if "|" in place:
            return self._one(place.split("|"))
        return self._new_name() if place == "new" else getattr(self, f"_{place}")()

    def _one(self, values: Sequence[Any]) -> Any:
        return self._rng.choice(values)

    def _chance(self, percent: int) -> bool:
        return self._rng.randrange(100) < percent

    def _arrays(self, suits: Callable[[np.ndarray], bool]) -> list[str]:
        arrays = {n: v for n, v in self._values.items() if type(v) is np.ndarray}
        return [n for n, v in arrays.items() if v.dtype.kind in "biufc" and suits(v)]

    # names, numbers, shapes

    def _new_name(self) -> str:
        self._new.append(self._one([name for name in NAMES if name not in self._new]))
        return self._new[-1]

    def _s(self) -> str:
        return self._one(SPECIAL if self._chance(12) else NUMBERS)

    def _si(self) -> str:
        return str(self._one((0, 1, 1, 2, -1, 3)))

    def _len(self) -> str:
        return str(self._one(LENGTHS))

    def _dtype(self) -> str:
        return self._one(DTYPES)

    def _unary(self) -> str:
        return self._one(UNARY)

    def _binary(self) -> str:
        return self._one(BINARY)

    def _reduction(self) -> str:
        return self._one(REDUCTIONS)

    def _nanreduction(self) -> str:
        return self._one(NAN_REDUCTIONS)

    def _newshape(self) -> str:
        return str(self._rng.choices(SHAPES, SHAPE_WEIGHTS)[0])

    def _grid(self) -> str:
        shape = self._rng.choices(SHAPES, SHAPE_WEIGHTS)[0]
        return f"np.arange({math.prod(shape)}).reshape({shape})"

    def _list(self) -> str:
        return f"[{', '.join(self._rng.choices(ITEMS, k=self._one((5, 12))))}]"

    # what suits the subject

    def _axis(self) -> str:
        ndim = self._subject.ndim
        if self._chance(3) or ndim == 0:
            return str(self._one((ndim, "None", 0)))
        return str(self._rng.randrange(-ndim, ndim))

    def _axes(self) -> str:
        ndim = self._subject.ndim
        count = self._rng.randint(0, ndim)
        return self._one(("None", str(tuple(self._rng.sample(range(ndim), count)))))

    def _perm(self) -> str:
        return str(tuple(self._rng.sample(range(self._subject.ndim), self._subject.ndim)))

    def _shape(self) -> str:
        size = self._subject.size
        found: list[tuple[int, ...]] = [(size,), (-1,), (1, size), (size, 1)]
        found += [(n, size // n) for n in (2, 3, 4) if size and size % n == 0]
        found += [(2, -1, 2)] if size and size % 4 == 0 else []
        return str(self._one(found))

    def _mask(self) -> str:
        return f"{self._name} {self._one(('>', '<', '!=', '=='))} {self._s()}"

    def _y(self) -> str:
        def suits(x: np.ndarray) -> bool:
            try:
                return math.prod(np.broadcast_shapes(x.shape, self._subject.shape)) < 100
            except ValueError:
                return False

        return self._s() if self._chance(35) else self._one(self._arrays(suits) or [self._s()])

    def _same(self) -> str:
        return self._one(self._arrays(lambda x: x.shape == self._subject.shape))

    # keys

    def _along(self, length: int) -> str:
        if self._chance(35):
            return str(self._rng.randrange(-length, length) if length else 0)
        return self._one(SLICES)

    def _key(self) -> str:
        parts = [self._along(n) for n in self._subject.shape]
        parts = parts[: self._rng.randint(0 if self._chance(10) else 1, max(len(parts), 1))]
        if self._chance(15) or not parts:
            parts.insert(self._rng.randint(0, len(parts)), "...")
        if self._chance(10):
            parts.insert(self._rng.randint(0, len(parts)), "None")
        return self._aim(", ".join(parts))

    def _wkey(self) -> str:
        x = self._subject
        if self._chance(65) or not x.ndim:
            return self._key()
        masks = [self._mask(), f"{self._name}.sum(axis=-1) > 1" if x.ndim > 1 else self._mask()]
        lists = [self._idx(), f"np.array({self._idx()})"]
        if x.ndim > 1:
            lists += [
                f"..., {self._indices(-1)}",
                f"{self._idx()}, {self._indices(1)}",
                "[0, -1], 1:",
            ]
        return self._aim(self._one((*masks, *lists)))

    def _aim(self, key: str) -> str:
        """Note the shape that a key gives, for what is written there."""
        try:
            self._target = eval(f"{self._name}[{key}]", {"np": np}, self._values).shape
        except Exception:
            self._target = ()
        return key

    def _indices(self, axis: int) -> str:
        length = self._subject.shape[axis] if self._subject.ndim else 0
        return str([self._rng.randrange(-length, length) if length else 0 for _ in range(2)])

    def _idx(self) -> str:
        return self._indices(0)

    def _ints(self) -> str:
        return (
            ", ".join(str(self._rng.randrange(-n, n) if n else 0) for n in self._subject.shape)
            or "()"
        )

    def _flatint(self) -> str:
        size = self._subject.size
        return str(self._rng.randrange(-size, size) if size else 0)

    def _flatlist(self) -> str:
        return f"[{self._flatint()}, {self._flatint()}]"

    def _flatkey(self) -> str:
        return self._one((self._flatint(), *SLICES))

    def _val(self) -> str:
        def suits(x: np.ndarray) -> bool:
            try:
                return np.broadcast_shapes(x.shape, self._target) == self._target
            except ValueError:
                return False

        if self._chance(50):
            return self._s()
        return self._one(self._arrays(suits) or [self._s()])
