"""Subjects: what answers questions, as a function of an operation's name and its operands."""

from __future__ import annotations

import difflib
import inspect
import sys
import types
import typing
from collections.abc import Callable
from typing import Any, Union

from layoutcheck import _core
from layoutcheck._core import Element, Layout, ModuleLayout, Morphism, PointedMap, Profile, SwizzledLayout

# What a parameter without an annotation takes for an operand of each sort. Shapes and tilers by mode are no layouts.
_CLASSES: dict[str, Any] = {
    "integer": int, "positive integer": int,
    "shape": int | tuple, "flat shape": tuple, "nested tuple": int | tuple, "tuple": tuple,
    "coordinate": int | tuple | list | None,
    "profile": Profile, "pointed map": PointedMap, "morphism": Morphism, "flat morphism": Morphism,
    "layout": Layout, "flat layout": Layout, "tiler": Layout,
    "layout over a module": ModuleLayout, "element": Element, "swizzled layout": SwizzledLayout,
}


def _sorts_by_name() -> dict[str, list[list[str]]]:
    """The sorts of the operands in each signature of an operation; of those on layouts alone, if there are any."""
    found: dict[str, list[list[str]]] = {}
    for name, signature in _core.operations():
        found.setdefault(name, []).append(signature[len(name) + 1 : -1].removesuffix(", ...").split(", "))
    on_layouts = {name: [sorts for sorts in all_sorts if {"layout", "flat layout"} & set(sorts)]
                  for name, all_sorts in found.items()}
    return {name: on_layouts[name] or found[name] for name in found}


_SORTS = _sorts_by_name()


def unannotated(operation: str, first: int, last: int | None = None) -> Any:
    """What parameters without an annotation take that stand for the operands from `first` up to `last`."""
    return Union[tuple(_CLASSES[sort] for sorts in _SORTS[operation] for sort in sorts[first:last] or sorts[-1:])]


def text_of(answer: Any, answered: str = "") -> str:
    """The answer as text: a string as it is, None as `undefined`, NotImplemented as `unsupported`, what has a shape and a
    stride as a layout, and a pair of that and an integer, or an element, as a layout with an offset. Where a layout is
    `answered`, a pair of a shape and a stride is one, too."""
    if answered and isinstance(answer, tuple) and len(answer) == 2:
        first, second = answer
        if answered == "layout with an offset":
            return f"<{text_of(first, 'layout')},{text_of(second)}>"
        if ":" not in text_of(answer):
            return f"{text_of(first)}:{text_of(second)}"
    if isinstance(answer, str):
        return answer
    if answer is None:
        return "undefined"
    if answer is NotImplemented:
        return "unsupported"
    if isinstance(answer, bool):
        return "true" if answer else "false"
    if isinstance(answer, tuple | list):
        parts = ",".join(map(text_of, answer))
        return f"<{parts}>" if len(answer) == 2 and ":" in parts else f"({parts})"
    if isinstance(answer, Layout) or not (hasattr(answer, "shape") and hasattr(answer, "stride")):
        return str(answer)
    return f"{text_of(answer.shape)}:{text_of(answer.stride)}"


def classes_of(annotation: Any) -> tuple[type, ...]:
    """The classes that an annotation admits."""
    origin = typing.get_origin(annotation)
    if origin is typing.Union or origin is types.UnionType:
        return tuple(one for part in typing.get_args(annotation) for one in classes_of(part))
    if origin is not None:
        annotation = origin
    return (annotation,) if isinstance(annotation, type) else (object,)


def operand_text(operand: Any) -> str:
    """An operand as text: a list is a tuple of tilers or of parts of a coordinate, in which None leaves a mode as it is."""
    if operand is None:
        return "_"
    if isinstance(operand, list):
        return f"<{','.join('_' if tiler is None else operand_text(tiler) for tiler in operand)}>"
    return text_of(operand)


class Members:
    """The members of an object or module as operations."""

    def __init__(self, owner: Any) -> None:
        self._owner = owner() if isinstance(owner, type) else owner
        self._parameters: dict[str, list[inspect.Parameter]] = {}

    def takes(self, name: str) -> bool:
        """Whether there is a member of this name."""
        return not name.startswith("_") and callable(getattr(self._owner, name, None))

    def __call__(self, operation: str, operands: tuple[Any, ...]) -> Any:
        if not self.takes(operation):
            return NotImplemented
        member = getattr(self._owner, operation)
        if operation not in self._parameters:
            self._parameters[operation] = parameters_of(operation, member)
        if not fits(self._parameters[operation], operands):
            return NotImplemented
        return member(*operands)


def refuse_misspelt(subject: Any) -> None:
    """Raises ValueError if a member has nearly the name of an operation for which there is no member: it would never be
    asked, and nobody would know."""
    if is_function(subject):
        return
    # `slice_` is called so because of Python's own `slice`.
    names = {name for name in dir(subject)
             if not name.startswith("_") and not name.endswith("_") and callable(getattr(subject, name, None))}
    missing = {name for name, _ in _core.operations()} - names
    for name in sorted(names - {name for name, _ in _core.operations()}):
        for meant in difflib.get_close_matches(name, missing, n=1, cutoff=0.86):
            raise ValueError(f"'{name}' of the subject is no operation; did you mean '{meant}'? "
                             "(If not, say which operations are to be asked.)")


def is_function(subject: Any) -> bool:
    """Whether the subject is a function of an operation's name and its operands, and not an owner of members."""
    return callable(subject) and not isinstance(subject, type)


def parameters_of(operation: str, member: Callable[..., Any]) -> list[inspect.Parameter]:
    """The parameters by position, with their annotations evaluated, and the sorts of the operation's operands where there
    is none that can be. A function that does not tell its parameters takes any number of operands."""
    try:
        parameters = list(inspect.signature(member).parameters.values())
    except (TypeError, ValueError):
        parameters = [inspect.Parameter("operands", inspect.Parameter.VAR_POSITIONAL)]
    try:
        hints = typing.get_type_hints(member)
    except (TypeError, NameError):
        hints = {}
    positional = [p for p in parameters if p.kind not in (p.KEYWORD_ONLY, p.VAR_KEYWORD)]
    return [p.replace(annotation=hints.get(p.name) or
                      unannotated(operation, i, None if p.kind is p.VAR_POSITIONAL else i + 1))
            for i, p in enumerate(positional)]


def fits(parameters: list[inspect.Parameter], operands: tuple[Any, ...]) -> bool:
    """Whether the parameters take these operands, by their number and classes."""
    more = parameters[-1:] if parameters and parameters[-1].kind is inspect.Parameter.VAR_POSITIONAL else []
    named = parameters[: len(parameters) - len(more)]
    required = sum(p.default is p.empty for p in named)
    if len(operands) < required or not more and len(operands) > len(named):
        return False
    takers = named + more * (len(operands) - len(named))
    return all(isinstance(operand, classes_of(taker.annotation)) for operand, taker in zip(operands, takers))


def name_of(subject: Any) -> str:
    """The name of a subject, and the version of the module that it is or comes from, if that has one."""
    name = getattr(subject, "__name__", type(subject).__name__)
    module = subject if inspect.ismodule(subject) else sys.modules.get(getattr(subject, "__module__", ""))
    package = sys.modules.get(module.__name__.partition(".")[0]) if module else None
    version = getattr(module, "__version__", "") or getattr(package, "__version__", "")
    return f"{name} {version}".strip()


def answerer(subject: Any) -> Callable[[str, tuple[Any, ...], str, str], str]:
    """What the compiled part calls: a function of the operation, the operands, the convention that the question names, if
    it is another than that of the test, and whether a layout is answered, or one with an offset."""
    ask = subject if is_function(subject) else Members(subject)

    def answer(operation: str, operands: tuple[Any, ...], named: str, answered: str) -> str:
        if named:
            return "unsupported"
        try:
            return text_of(ask(operation, operands), answered)
        except NotImplementedError:
            return "unsupported"
        except OverflowError:
            return "overflow"
        except Exception as refusal:
            return " ".join(f"error {type(refusal).__name__}: {refusal}".split())

    return answer
