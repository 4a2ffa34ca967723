"""The samples of operations: those that follow, and what the names in them stand for."""

import ast
import itertools

import numpy as np
from jax.sharding import PartitionSpec as P

from sharray._core.operation import KINDS

#: Operand, as in `Op.samples` -> what makes it.
NAMED = {
    "v": "x(n)", "v2": "x(n)", "m": "x(n, k)", "m2": "x(n, k)", "i": "x(n, below=n)",
    "s": "square()", "s2": "square()", "p": "positive()",
}  # fmt: skip
#: Kinds of dtypes, from the one that operands are of if they can be.
DTYPES = {"f": np.float64, "i": np.int64, "b": np.bool, "c": np.complex128}


def dtype_of(op):
    """Return the dtype of what `op` is measured with."""
    return np.dtype(next(DTYPES[kind] for kind in DTYPES if kind in KINDS[op.kinds]))


def samples_of(op):
    """Return the samples of an operation: those of its declaration, or else those that follow."""
    name, parameters = op.name, op.signature.parameters
    if op.samples:
        return op.samples
    if op.elementwise:
        made = {dtype_of(op): "x(n, k)", np.dtype(np.int64): "x(n, k, below=9)"}
        for dtypes in itertools.product(made, repeat=len(parameters)):
            try:
                op.compute_dtypes(dtypes)
            except TypeError:
                continue
            return (f"{name}({', '.join(made[dtype] for dtype in dtypes)})",)
    if op.reduces and not op.composite:
        return f"{name}(m)", f"{name}(m, axis=0)", f"{name}(m, axis=1)"
    if op.runs_along_axis:
        return f"{name}(m, axis=0)", f"{name}(v, axis=0)"
    raise AssertionError(
        f"no call of {name} follows from what it is: its declaration needs samples=, such as "
        f'("{name}(m, 2)",), in the names that `Op` lists (sharray/_core/operation.py)'
    )


def values(dtype, shape, below=None):
    """Make operands that are the same each time."""
    if below is not None or dtype.kind in "iu":
        return np.random.default_rng(1).integers(0, below or 9, shape, dtype)
    made = np.random.default_rng(0).random(shape) + 0.5
    return made > 1 if dtype.kind == "b" else made.astype(dtype)


class _Names(ast.NodeTransformer):
    """Finds the names in a sample, and gives one to each operand that it makes."""

    def __init__(self):
        self.used, self.made = set(), {}

    def visit_Name(self, node):
        self.used.add(node.id)
        if node.id in NAMED:
            self.made[node.id] = NAMED[node.id]
        return node

    def visit_Call(self, node):
        if not isinstance(node.func, ast.Name) or node.func.id != "x":
            return self.generic_visit(node)
        name = f"x{len(self.made)}"
        self.made[name] = ast.unparse(node)
        return ast.copy_location(ast.Name(name, ast.Load()), node)


class Sample:
    """A call of an operation, with operands of some sizes.

    Attributes
    ----------
    operands
        Names in the call -> NumPy arrays.
    specs
        Names -> how the arrays are to lie on a mesh with the axis "x".
    """

    def __init__(self, op, text, sizes, values=values, dtype=None):
        self._op, self._text = op, text
        n, k, side = sizes
        self._sizes = {"n": n, "k": k, "P": P}
        default = dtype_of(op) if dtype is None else dtype

        def x(*shape, dtype=default, below=None, ascending=False, spec=P("x")):  # noqa: B008
            made = values(np.dtype(np.int64 if below else dtype), shape, below)
            return np.sort(made) if ascending else made, spec

        def square():
            made, spec = x(side, side)
            return (made + 4 * side * np.eye(side)).astype(made.dtype), spec

        def positive():
            made, spec = square()
            return made @ made.T.conj(), spec

        names = _Names()
        tree = names.visit(ast.parse(text, mode="eval"))
        self._code, self._used = compile(tree, text, "eval"), names.used
        makers = {**self._sizes, "x": x, "square": square, "positive": positive}
        made = {name: eval(code, makers.copy()) for name, code in names.made.items()}
        self.operands = {name: array for name, (array, _) in made.items()}
        self.specs = {name: spec for name, (_, spec) in made.items()}

    def __repr__(self):
        return f"<{self._text} for {self._sizes}>"

    def call(self, space, operands):
        """Call the functions of `sharray`, or of `numpy`, with arrays in the places of operands."""
        op = self._op
        names = {name: getattr(space, name) for name in self._used if hasattr(space, name)}
        own = {op.name: op.host, "numpy": np} if space is np else {op.name: op.public}
        # a function may do without the elementwise operation of its name: `real` shows a view
        known = names | own if op.elementwise else own | names
        return eval(self._code, known | self._sizes | operands)
