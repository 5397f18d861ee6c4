"""The case language in plain Python, and the loop in which an adapter answers.

A question is a line `operation(operand, ...)`; an adapter writes it back completed, `operation(operand, ...) = answer`.
docs/cases.md describes the language. Integers and nested tuples are Python's own; the other values are the classes
below. `serve` needs a function for each operation that the implementation has, and does the rest.
"""

from __future__ import annotations

import functools
import math
import operator
import os
import re
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any, TextIO, Union

Nested = Union[int, tuple["Nested", ...]]


@dataclass(frozen=True)
class Layout:
    """(6,2):(8,2)"""

    shape: Nested
    stride: Nested


@dataclass(frozen=True)
class Tiler:
    """<4:2,8,_>: a layout, a shape, a tiler or None (for `_`) for each mode; <_,(0,1)>, a coordinate with `_`, which alone
    is None; or <4:2,6>, a layout with an offset."""

    modes: tuple[Any, ...]


@dataclass(frozen=True)
class Profile:
    """(*,(*,*)), with "*" in Python, too. The profile () cannot be told from the shape () and is a tuple."""

    nested: Any


@dataclass(frozen=True)
class PointedMap:
    """<4>--(2,1,*,6)--><6>; the base point is 0 in `entries`."""

    domain: int
    entries: tuple[int, ...]
    codomain: int


@dataclass(frozen=True)
class Morphism:
    """(2,2)--(1,3)-->(2,5,2,5); the base point is 0 in `entries`."""

    domain: Nested
    entries: tuple[int, ...]
    codomain: Nested


@dataclass(frozen=True)
class Bits:
    """F9, an integer that is added by XOR."""

    value: int


@dataclass(frozen=True)
class Coordinate:
    """(2@0)+(3@0@1): integers, and for each its place in every tuple, the outermost one first: ((2, (0,)), (3, (1, 0)))."""

    parts: tuple[tuple[int, tuple[int, ...]], ...]


@dataclass(frozen=True)
class ModuleLayout:
    """(8,8):(F1,F9): a layout of whose strides at least one is no integer, or a negative one."""

    shape: Nested
    stride: Any


@dataclass(frozen=True)
class SwizzledLayout:
    """Sw<3,4,3> o 0 o (8,8):(8,1)"""

    swizzle: tuple[int, ...]
    offset: int
    layout: Layout


@dataclass(frozen=True)
class Question:
    """An operand that is one makes a chain; its text is empty."""

    text: str
    operation: str
    convention: str | None
    operands: tuple[Any, ...]


@dataclass(frozen=True)
class Native:
    """A layout that another operation answers: what the implementation itself returns for it, as it is."""

    get: Callable[[], Any]


# What may stand for an operand of each sort. Several sorts share a form: 24 is an integer, a shape and a tiler.
_SORTS: dict[str, tuple[type, ...]] = {
    "integer": (int,), "positive integer": (int,), "shape": (int, tuple), "tuple": (tuple,),
    "nested tuple": (int, tuple), "profile": (Profile, tuple), "layout": (Layout, Native),
    "tiler": (int, tuple, Layout, Tiler), "coordinate": (int, tuple, Tiler, type(None)), "pointed map": (PointedMap,), "morphism": (Morphism,),
    "layout over a module": (Layout, ModuleLayout, Native), "element": (int, tuple, Bits, Coordinate),
    "swizzled layout": (SwizzledLayout,),
}

_TOKEN = re.compile(r"\s*(-->|--|[()<>,:*@+]|_|-?\d+|[A-Za-z][\w.]*)", re.ASCII)


class Malformed(ValueError):
    """The line is not in the language."""


class _Reader:
    """Takes a text apart, token by token."""

    def __init__(self, text: str) -> None:
        self.tokens: list[str] = []
        at, end = 0, len(text.rstrip())
        while at < end:
            token = _TOKEN.match(text, at)
            if not token:
                raise Malformed(f"what is {text[at:at + 20]!r}?")
            self.tokens.append(token[1])
            at = token.end()
        self.tokens.append("the end")
        self.at = 0

    def peek(self) -> str:
        return self.tokens[self.at]

    def take(self) -> str:
        token = self.peek()
        if token == "the end":
            raise Malformed("more is expected")
        self.at += 1
        return token

    def takes(self, token: str) -> bool:
        if self.peek() != token:
            return False
        self.at += 1
        return True

    def expect(self, token: str) -> None:
        if not self.takes(token):
            raise Malformed(f"{token} is expected before {self.peek()}")

    def until(self, close: str, element: Callable[[], Any]) -> tuple[Any, ...]:
        elements = []
        while not self.takes(close):
            elements.append(element())
            if not self.takes(","):
                self.expect(close)
                break
        return tuple(elements)

    def nested(self) -> Any:
        if self.opens_sum():
            parts = [self.summand()]
            while self.takes("+"):
                parts.append(self.summand())
            return Coordinate(tuple(parts))
        token = self.take()
        if token == "(":
            return self.until(")", self.nested)
        if token == "*":
            return token
        if token.removeprefix("-").isdecimal():
            return Coordinate((self.part(int(token)),)) if self.peek() == "@" else int(token)
        if token[0] == "F" and token[1:].isdecimal():
            return Bits(int(token[1:]))
        raise Malformed(f"a tuple or an integer is expected before {token}")

    def opens_sum(self) -> bool:
        if self.peek() != "(":
            return False
        at = self.at + 1
        while self.tokens[at] == "@" or self.tokens[at].removeprefix("-").isdecimal():
            at += 1
        return "@" in self.tokens[self.at:at] and self.tokens[at:at + 2] == [")", "+"]

    def summand(self) -> tuple[int, tuple[int, ...]]:
        self.expect("(")
        part = self.part(self.integer())
        self.expect(")")
        return part

    def part(self, value: int) -> tuple[int, tuple[int, ...]]:
        places = []
        while self.takes("@"):
            places.append(self.integer())
        return value, tuple(reversed(places))

    def integer(self) -> int:
        token = self.take()
        if not token.removeprefix("-").isdecimal():
            raise Malformed(f"an integer is expected before {token}")
        return int(token)

    def swizzled(self) -> SwizzledLayout:
        self.expect("<")
        swizzle = self.until(">", self.integer)
        self.expect("o")
        offset = self.integer()
        self.expect("o")
        layout = self.value()
        if len(swizzle) != 3 or not isinstance(layout, Layout):
            raise Malformed("a swizzled layout is written Sw<B,M,S> o OFFSET o LAYOUT")
        return SwizzledLayout(swizzle, offset, layout)

    def question(self) -> Question:
        operation = self.take()
        convention = self.take() if self.takes("@") else None
        if not (operation[0].isalpha() and (convention is None or convention[0].isalpha())):
            raise Malformed("a name is expected")
        self.expect("(")
        return Question("", operation, convention, self.until(")", self.value))

    def entries(self) -> tuple[int, ...]:
        entries = self.nested()
        if not isinstance(entries, tuple) or any(isinstance(entry, tuple) for entry in entries):
            raise Malformed("a map is a flat tuple")
        return tuple(0 if entry == "*" else entry for entry in entries)

    def value(self) -> Any:
        if self.takes("_"):
            return None
        if self.takes("<"):
            modes = self.until(">", self.value)
            if not self.takes("--"):
                return Tiler(modes)
            entries = self.entries()
            self.expect("-->")
            self.expect("<")
            codomain = self.until(">", self.nested)
            if [type(n) for n in modes + codomain] != [int, int]:
                raise Malformed("a pointed map goes from <m> to <n>")
            return PointedMap(modes[0], entries, codomain[0])
        if self.peek() in ("true", "false"):
            return self.take() == "true"
        if self.takes("Sw"):
            return self.swizzled()
        if self.tokens[self.at + 1:self.at + 2] in (["("], ["@"]) and self.peek()[0].isalpha():
            return self.question()
        first = self.nested()
        if self.takes(":"):
            stride = self.nested()
            if not _congruent(first, stride):
                raise Malformed("shape and stride are not congruent")
            return Layout(first, stride) if _is_plain(stride) else ModuleLayout(first, stride)
        if self.takes("--"):
            entries = self.entries()
            self.expect("-->")
            return Morphism(first, entries, self.nested())
        return Profile(first) if _has_star(first) else first


def _congruent(a: Any, b: Any) -> bool:
    if isinstance(a, tuple) and isinstance(b, tuple):
        return len(a) == len(b) and all(map(_congruent, a, b))
    return type(a) is int and type(b) in (int, Bits, Coordinate)


def _is_plain(stride: Any) -> bool:
    return all(map(_is_plain, stride)) if isinstance(stride, tuple) else isinstance(stride, int) and stride >= 0


def _has_star(nested: Any) -> bool:
    return any(map(_has_star, nested)) if isinstance(nested, tuple) else nested == "*"


def parse_value(text: str) -> Any:
    """A single value. Raises Malformed."""
    reader = _Reader(text)
    value = reader.value()
    reader.expect("the end")
    return value


def parse(line: str) -> Question:
    """The question in a line; a comment and an answer are left out. Raises Malformed."""
    text = line.partition("#")[0].partition("=")[0].strip()
    reader = _Reader(text)
    question = reader.question()
    reader.expect("the end")
    return replace(question, text=text)


def entries(nested: Any) -> list[Any]:
    """From left to right; of an integer, or a stride, itself."""
    return [entry for mode in nested for entry in entries(mode)] if isinstance(nested, tuple) else [nested]


def text(value: Any) -> str:
    """A value as the language writes it; a string is taken for a value that is written already."""
    if isinstance(value, str):
        return value
    if value is None:
        return "_"
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, tuple):
        return f"({','.join(map(text, value))})"
    if isinstance(value, (Layout, ModuleLayout)):
        return f"{text(value.shape)}:{text(value.stride)}"
    if isinstance(value, Bits):
        return f"F{value.value}"
    if isinstance(value, Coordinate):
        parts = ["@".join(map(str, (n, *reversed(places)))) for n, places in value.parts]
        return parts[0] if len(parts) == 1 else "+".join(f"({part})" for part in parts)
    if isinstance(value, SwizzledLayout):
        return f"Sw<{','.join(map(str, value.swizzle))}> o {value.offset} o {text(value.layout)}"
    if isinstance(value, Tiler):
        return f"<{','.join(map(text, value.modes))}>"
    if isinstance(value, Profile):
        return text(value.nested)
    if isinstance(value, PointedMap):
        return f"<{value.domain}>--{_text_of_entries(value.entries)}--><{value.codomain}>"
    if isinstance(value, Morphism):
        return f"{text(value.domain)}--{_text_of_entries(value.entries)}-->{text(value.codomain)}"
    return str(operator.index(value))


def _text_of_entries(entries: Iterable[int]) -> str:
    return text(tuple(entry or "*" for entry in entries))


def _fits(signature: str, operation: str, operands: tuple[Any, ...]) -> bool:
    name, _, rest = signature.partition("(")
    sorts = [sort.strip().removeprefix("flat ") for sort in rest.rstrip(")").split(",")]
    if sorts[-1] == "...":
        sorts = sorts[:-1] + sorts[-2:-1] * (len(operands) - len(sorts) + 1)
    return (name == operation and len(sorts) == len(operands)
            and all(type(operand) in _SORTS[sort] for sort, operand in zip(sorts, operands)))


class Unsupported(Exception):
    """What a function raises that does not offer its operation for these operands."""


def _called(question: Question, offers: Mapping[str, Callable[..., Any]]) -> tuple[Callable[..., Any], tuple[Any, ...]]:
    """The first function that takes the question's operands, and these."""
    operands = tuple(_native(operand, offers) if isinstance(operand, Question) else operand
                     for operand in question.operands)
    for signature, function in offers.items():
        if _fits(signature, question.operation, operands):
            if not hasattr(function, "native") and any(isinstance(operand, Native) for operand in operands):
                break
            return function, operands
    raise Unsupported


def _native(question: Question, offers: Mapping[str, Callable[..., Any]]) -> Native:
    function, operands = _called(question, offers)
    if not (native := getattr(function, "native", None)):
        raise Unsupported
    return Native(lambda: native(*operands))


def calling(theirs: Callable[[Any], Any], ours: Callable[[Any], Any]) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """Makes offers of an implementation's functions: `theirs` turns an operand into what they take, `ours` what they
    return into an answer. What they return is handed on as it is where it stands for an operand of another."""
    def offered(function: Callable[..., Any]) -> Callable[..., Any]:
        def native(*operands: Any) -> Any:
            return function(*(operand.get() if isinstance(operand, Native) else theirs(operand) for operand in operands))

        def call(*operands: Any) -> Any:
            return ours(native(*operands))
        call.native = native  # type: ignore[attr-defined]
        return call
    return offered


def on(sort: str, offers: Mapping[str, Any], signatures: Iterable[str]) -> dict[str, Any]:
    """These offers, whose first operand is a layout, for layouts of another sort."""
    return {signature.replace("(layout", f"({sort}", 1): offers[signature] for signature in signatures}


def carries(numbers: Iterable[int]) -> bool:
    """Whether two of the numbers, which are not negative, have a bit in common, so that adding them carries."""
    seen = 0
    for number in numbers:
        if number & seen:
            return True
        seen |= number
    return False


MOST_OFFSETS = 1 << 12  # of a layout that moves


def moved(layout: SwizzledLayout, beside: int) -> SwizzledLayout:
    """The swizzled layout whose offset has another beside the swizzle, if no sum carries, and no negative stride."""
    if math.prod(entries(layout.layout.shape)) > MOST_OFFSETS and beside or min(entries(layout.layout.stride), default=0) < 0:
        raise Unsupported
    bits, base, shift = layout.swizzle
    if bits and beside:
        offsets = [layout.offset]
        for extent, stride in zip(entries(layout.layout.shape), entries(layout.layout.stride)):
            offsets = [offset + x * stride for x in range(extent) for offset in offsets]
        swizzled = ((1 << bits) - 1) << base
        if beside & functools.reduce(operator.or_, offsets, swizzled | swizzled << abs(shift)):
            raise Unsupported
    return replace(layout, offset=layout.offset + beside)


def answer(question: Question, offers: Mapping[str, Callable[..., Any]]) -> str:
    """What the first function that takes the question's operands answers, as text."""
    try:
        function, operands = _called(question, offers)
        return text(function(*operands))
    except Unsupported:
        return "unsupported"
    except Exception as failure:
        return error(failure)


def error(failure: BaseException) -> str:
    message = f"{type(failure).__name__}: {failure}".replace("#", "")
    return f"error {' '.join(message.split())}"


INTRODUCTION = "subject()"
OFFER = "offers()"


def introduction() -> str:
    """The answer to the question who answers; `run` knows it."""
    return f"{INTRODUCTION} = {os.environ.get('LAYOUTCHECK_SUBJECT') or 'unsupported'}"


def complete(line: str, offers: Mapping[str, Callable[..., Any]]) -> str:
    """The line with its answer; a line that cannot be read comes back as it is."""
    if line.strip() == INTRODUCTION:
        return introduction()
    if line.strip() == OFFER:
        return f"{OFFER} = {', '.join(offers)}"
    try:
        question = parse(line)
    except (ValueError, RecursionError):
        return line
    return f"{question.text} = {answer(question, offers)}"


def answers_only() -> TextIO:
    """Standard output, for the answers alone: what an implementation prints goes to standard error from now on."""
    out = os.fdopen(os.dup(1), "w", encoding="utf-8", errors="surrogateescape", newline="\n")
    os.dup2(2, 1)
    return out


def questions() -> Iterator[str]:
    """The lines of standard input, whatever bytes they hold."""
    sys.stdin.reconfigure(encoding="utf-8", errors="surrogateescape", newline="\n")  # type: ignore[union-attr]
    return (line.removesuffix("\n") for line in sys.stdin)


def serve(offers: Mapping[str, Callable[..., Any]]) -> None:
    """Answers the questions on standard input, in their order, until it ends.

    offers: functions of the operands by the signatures that they answer, such as "composition(layout, tiler)";
    `layoutcheck operations` prints all signatures. A function answers a value of this module or its text, and
    raises whatever it likes. One that `calling` makes may also stand for a layout that another one takes.
    """
    out = answers_only()
    for line in questions():
        print(complete(line, offers), file=out, flush=True)
