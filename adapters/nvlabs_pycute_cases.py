r"""A plugin of pytest: writes what a run of PyCuTe's own tests asks of it, with its answers, as cases.

    export LAYOUTCHECK_NVLABS_CUTE=... LAYOUTCHECK_CASES=cases.txt
    PYTHONPATH=adapters:$LAYOUTCHECK_NVLABS_CUTE python3 -m pytest -p nvlabs_pycute_cases \
        $LAYOUTCHECK_NVLABS_CUTE/test
    layoutcheck check --profile nvlabs-pycute cases.txt

A call that a test makes is a case if the language has the function and the operands; what another function calls is
none. Each case is written once. What is no case is counted, by function and reason, in comments behind the cases.
"""

import functools
import importlib
import os
import pkgutil
from collections import Counter
from collections.abc import Callable, Iterable
from fractions import Fraction
from typing import Any

import pycute
from lines import ModuleLayout, Tiler, error, text
from nvlabs_pycute import ours, over_bits


class NoCase(Exception):
    """The language has no such question."""


def over_integers(value: Any) -> bool:
    return all(type(d) is int and d >= 0 for d in leaves(value.stride))


def layout(value: Any, over_module: bool = False) -> str:
    if not pycute.is_layout(value):
        raise NoCase("an operand that is promoted to a layout")
    text_of_it = written(value)
    modules = {type(d) for d in leaves(value.stride) if d != 0}
    if not over_integers(value) and (not over_module or len(modules) != 1):
        raise NoCase("over a module")
    return text_of_it


def module_layout(value: Any) -> str:
    return layout(value, over_module=True)


def shape(value: Any) -> str:
    value = value.shape if pycute.is_layout(value) else value
    if any(type(s) is not int or s < 1 for s in leaves(value)):
        raise NoCase("no shape")
    return written(value)


def tuples(value: Any) -> str:
    if pycute.is_layout(value):
        raise NoCase("a layout that is taken for a leaf")
    return shape(value)


def tiler(value: Any) -> str:
    if value is None:
        raise NoCase("no tiler")
    if any(pycute.is_layout(leaf) and not over_integers(leaf) for leaf in leaves(value)):
        raise NoCase("a tiler over a module")
    return written(value)


def written(value: Any) -> str:
    if any(not known(leaf) for leaf in leaves(value)):
        raise NoCase("symbols, or objects of Python")
    if isinstance(value, tuple) and any(leaf is None or pycute.is_layout(leaf) for leaf in leaves(value)):
        return text(Tiler(tuple(Raw(written(part)) for part in value)))
    return "_" if value is None else text(ours(value))


class Raw(str):
    """Text that is written already."""


def leaves(value: Any) -> Iterable[Any]:
    if isinstance(value, tuple):
        for part in value:
            yield from leaves(part)
    else:
        yield value


def known(leaf: Any) -> bool:
    if isinstance(leaf, pycute.Layout):
        return (all(type(s) is int for s in leaves(leaf.shape))
                and all(known(d) and not pycute.is_layout(d) and d is not None for d in leaves(leaf.stride)))
    if isinstance(leaf, pycute.ArithTuple):
        return all(type(value) is int for value, _ in pycute.basis_repr(leaf))
    return leaf is None or type(leaf) in (int, bool) or isinstance(leaf, pycute.F2)


def indices(value: Any) -> str:
    if any(type(leaf) is not int for leaf in leaves(value)):
        raise NoCase("a coordinate that is an element of a module, or has None")
    return written(value)


def of(name: str, *sorts: Callable[[Any], str]) -> Callable[..., str]:
    """The question with operands of these sorts."""
    def asked(*operands: Any) -> str:
        return f"{name}({', '.join(sort(operand) for sort, operand in zip(sorts, operands, strict=True))})"
    return asked


def coalesce(a: Any, profile: Any = 1) -> str:
    if profile == 1:
        return f"coalesce({module_layout(a)})"
    return f"coalesce({layout(a)}, {indices(profile)})"


def complement(a: Any, extend: Any = None) -> str:
    if extend is None:
        return f"complement({module_layout(a)})"
    if type(extend) is not int:
        raise NoCase("a complement that is extended to a shape")
    return f"complement({module_layout(a)}, {extend})"


def concatenate(layouts: Any) -> str:
    if not layouts:
        raise NoCase("no layouts")
    return f"concatenate({', '.join(map(layout, layouts))})"


def recast(a: Any, scale: Any) -> str:
    scale = Fraction(scale)
    return f"recast({layout(a)}, {scale.numerator}, {scale.denominator})"


def prefix_product(a: Any, init: Any = 1) -> str:
    if init != 1 or type(init) is not int:
        raise NoCase("a product that does not begin with 1")
    return f"stride(column_major({indices(a)}))"


def column_major(_: Any, shape: Any, stride: Any = 1) -> str:
    if type(stride) is not int or stride != 1:
        raise NoCase("a layout with its strides")
    return f"column_major({indices(shape)})"


def apply(a: Any, *coordinate: Any) -> str:
    return f"apply({module_layout(a)}, {indices(coordinate[0] if len(coordinate) == 1 else coordinate)})"


def mode(a: Any, i: Any) -> str:
    return f"mode({layout(a)}, {i})"


def select(a: Any, mode: Any = ()) -> str:
    return f"select({written(a)}, {indices(tuple(mode))})"


# By PyCuTe's names; methods of Layout and functions that take `mode` among them.
CASES: dict[str, Callable[..., str]] = {
    **{name: of(name, shape) for name in ["rank", "depth", "size", "product_each", "flatten"]},
    **{name: of(name, tuples, tuples) for name in ["congruent", "weakly_congruent"]},
    **{name: of(name, shape, shape) for name in ["compatible", "common_refinement", "common_coarsening"]},
    **{name: of(name, layout) for name in ["coshape", "nullspace", "make_layout_like"]},
    **{name: of(name, module_layout) for name in ["right_inverse", "left_inverse"]},
    **{name: of(name, module_layout, tiler) for name in ["composition", "logical_divide", "logical_product"]},
    **{name: of(name, layout, tiler) for name in ["zipped_divide", "blocked_product", "raked_product"]},
    "product": of("size", shape), "inner_product": of("inner_product", indices, indices),
    "prefix_product": prefix_product, "idx2crd": of("idx2crd", indices, shape),
    "crd2idx": of("crd2idx", indices, shape),
    "slice_": of("slice", written, shape), "dice_": of("dice", written, shape), "coalesce": coalesce,
    "complement": complement, "layout_add": of("layout_add", layout, layout),
    "make_layout": concatenate,
    "make_ordered_layout": of("make_ordered_layout", shape, indices), "recast": recast, "select": select,
    "Layout.__init__": column_major, "Layout.__call__": apply, "Layout.__getitem__": mode,
}
OTHERS = ["coalesce_z", "coprofile", "greatest_common_domain", "tiler_to_layout", "get", "lift", "take",
          "transform_leaf", "unflatten", "basis_repr", "is_basis", "proj", "unit", "E", "ScaledBasis",
          "Swizzle.__call__", "Layout._offset_and_slice"]

cases: dict[str, None] = {}
outside: Counter[str] = Counter()
calls = 0
depth = 0


def question(name: str, operands: tuple[Any, ...], named: dict[str, Any]) -> str:
    if name not in CASES:
        raise NoCase("no operation")
    if name != "select" and named.get("mode", ()) != ():
        raise NoCase("on a mode")
    named = {key: value for key, value in named.items() if key != "mode" or name == "select"}
    return CASES[name](*operands, **named)


def recorded(name: str, function: Callable[..., Any]) -> Callable[..., Any]:
    @functools.wraps(function)
    def call(*operands: Any, **named: Any) -> Any:
        global depth, calls
        if depth:
            return function(*operands, **named)
        depth += 1
        calls += 1
        try:
            if name == "make_layout":
                operands = (list(operands[0]),)
            try:
                asked = question(name, operands, named)
            except (NoCase, TypeError, ValueError) as reason:
                outside[f"{name}: {reason if isinstance(reason, NoCase) else 'other operands'}"] += 1
                return function(*operands, **named)
            try:
                answer = function(*operands, **named)
            except Exception as failure:
                cases[f"{asked} = {error(failure)}"] = None
                raise
            try:
                cases[f"{asked} = {answered(name, operands, answer)}"] = None
            except (NoCase, TypeError) as reason:
                outside[f"{name}: {reason if isinstance(reason, NoCase) else 'other operands'}"] += 1
            return answer
        finally:
            depth -= 1
    return call


def answered(name: str, operands: tuple[Any, ...], answer: Any) -> str:
    if name == "Layout.__init__":
        return layout(operands[0])
    if name == "left_inverse" and any(isinstance(d, pycute.F2) for d in leaves(operands[0].stride)):
        return text(ModuleLayout(answer.shape, over_bits(answer.stride)))
    return text(ours(pycute.make_layout(answer))) if name == "select" and answer and pycute.is_layout(answer[0]) \
        else written(answer)


def record() -> None:
    modules = [pycute, *(importlib.import_module(f"pycute.{found.name}")
                         for found in pkgutil.iter_modules(pycute.__path__) if not found.ispkg)]
    for name in [*CASES, *OTHERS]:
        owner, _, method = name.rpartition(".")
        if owner:
            kind = getattr(pycute, owner)
            setattr(kind, method, recorded(name, getattr(kind, method)))
        elif hasattr(getattr(pycute, name), "func"):
            operation = getattr(pycute, name)
            operation.func = recorded(name, operation.func)
        else:
            old = getattr(pycute, name)
            new = recorded(name, old)
            for module in modules:
                if getattr(module, name, None) is old:
                    setattr(module, name, new)


def pytest_configure() -> None:
    record()


def pytest_sessionfinish() -> None:
    with open(os.environ["LAYOUTCHECK_CASES"], "w", encoding="utf-8") as file:
        for case in cases:
            print(case, file=file)
        print(f"# {calls} calls, {len(cases)} cases, {outside.total()} calls outside the language:", file=file)
        for reason, count in outside.most_common():
            print(f"# {count} {reason}", file=file)
