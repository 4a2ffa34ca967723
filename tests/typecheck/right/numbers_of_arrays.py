"""What is a number in NumPy is one: an element, a determinant, the sine of a number."""

import math

import sharray.numpy as np


def corner(x: np.ndarray) -> float:
    number: float = x[0, -1]
    return number


def total(x: np.ndarray) -> float:
    result = 0.0
    for each in x:
        result += each
    return math.sqrt(result)


def picked(x: np.ndarray) -> float:
    row = x[1:3, 0]
    first: float = row[0]
    mask: np.ndarray = x[x > 0]
    chosen: np.ndarray = x[np.array([0, 1])]
    both: np.ndarray = x[np.array([0, 1]), np.array([1, 0])]
    taken: float = x.take(2)
    return first + taken + float(mask.sum()) + float(chosen[0, 0]) + float(both[0])


x = np.arange(1.0, 10).reshape(3, 3)
wave: float = np.sin(1.5)
power: float = np.power(2.0, 3)
longest: float = np.hypot(x[0, 0], 1.0)
determinant: float = np.linalg.det(x)
trace: float = np.trace(x) + x.trace()
product: float = np.dot(x[0], x[1])
condition: float = np.linalg.cond(x + np.eye(3))
between: float = np.interp(2.5, [1.0, 3.0], [0.0, 4.0])
limited: float = np.clip(4.5, 0, 1)
place: int = np.searchsorted([1, 2, 3], 2)
whole, fraction = np.divmod(7.5, 2)
parts: float = whole + fraction
bent: np.ndarray = np.sin(x) + np.hypot(x, 1.0)
rounded: np.ndarray = np.round(x, 2).round(1)
numbers = [wave, power, longest, determinant, trace, product, condition, between, limited, parts]
assert all(isinstance(n, float) for n in numbers)
assert math.isclose(corner(x) + total(x[0]) + picked(x) + place, 59 + math.sqrt(6))
assert bent.shape == rounded.shape == (3, 3)
