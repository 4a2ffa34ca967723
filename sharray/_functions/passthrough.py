"""What stays NumPy's own."""

from __future__ import annotations

import numpy as np

from sharray._functions.declare import host_only, passthrough

for _why, _names in {
    "dates": "busday_count busday_offset datetime_as_string datetime_data is_busday isnat",
    "dtypes": "isdtype issubdtype mintypecode promote_types typename",
    "settings and the machine": (
        "get_include get_printoptions getbufsize geterr geterrcall info printoptions "
        "set_printoptions setbufsize seterr seterrcall show_config show_runtime"
    ),
    "shapes": "broadcast_shapes",
    "Python's values": (
        "base_repr binary_repr format_float_positional format_float_scientific iterable"
    ),
}.items():
    for _name in _names.split():
        passthrough(getattr(np, _name), _why)

for _name, _why in {
    "asmatrix": "a matrix is a class of NumPy's own",
    "bmat": "a matrix is a class of NumPy's own",
    "einsum_path": "it looks at shapes, and plans what XLA plans for itself",
    "nested_iters": "it iterates over memory",
}.items():
    host_only(getattr(np, _name), _why)
