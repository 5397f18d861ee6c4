"""Strategies for Hypothesis: layouts drawn mode by mode, and operands that the engine of layoutcheck draws choice by
choice, so that Hypothesis makes them simpler where they fail. Of every choice 0 is the simplest."""

from __future__ import annotations

import random
from functools import cache
from math import prod
from typing import Any

from hypothesis import strategies as st

from layoutcheck import _core

_LARGE = (1000, 4096, 65537, 2**20, 2**31, 2**32 - 1, 2**40, 2**63 - 1)
# Tables of layouts with more points are seldom compared in full.
_USUAL_SIZE = 2048

# What Hypothesis makes simpler is a list of modes. Each has what concerns it alone, so that the others stay as they are
# when it is left out: its numbers, and whether a bracket opens there. What a list has in common is drawn before it.
_BRACKETS = st.integers(0, 15)
_NO_BRACKET, _EMPTY = 11, 15


@cache
def _up_to(most: int) -> st.SearchStrategy[int]:
    return st.integers(0, most)


def _seldom_0(draw: st.DrawFn) -> int:
    """The least number of modes."""
    return min(draw(_up_to(9)), 1)


def _tree(modes: list[tuple[int, int, int]], opens_first: bool = True) -> list[Any]:
    """The modes in brackets, which are lists; a mode is an extent with its stride."""
    parts: list[Any] = []
    while modes:
        extent, stride, bracket = modes[0]
        length = 1
        if bracket == _EMPTY:
            parts.append([])
        if _NO_BRACKET < bracket < _EMPTY and opens_first:
            length = bracket - _NO_BRACKET
            parts.append(_tree(modes[:length], opens_first=False))
        else:
            parts.append((extent, stride))
        modes, opens_first = modes[length:], True
    return parts


def _layout(modes: list[tuple[int, int, int]], is_bare: bool) -> _core.Layout:
    def entries(tree: Any, which: int) -> Any:
        return tree[which] if isinstance(tree, tuple) else tuple(entries(part, which) for part in tree)

    tree = _tree(modes)
    of = tree[0] if is_bare and len(tree) == 1 else tree
    return _core.Layout(entries(of, 0), entries(of, 1))


def _draw_layout(draw: st.DrawFn, max_size: int) -> _core.Layout:
    """Strides continue those before, as in a compact layout, where no others are drawn."""
    is_bare, is_reversed, large = draw(_up_to(1)) == 0, draw(_up_to(2)) == 2, draw(_up_to(99)) - 98
    kinds = st.tuples(st.integers(1, 4 + max_size // 8), st.none() | st.integers(0, 32), _BRACKETS)
    drawn = draw(st.lists(kinds, min_size=_seldom_0(draw), max_size=1 + max_size // 17))
    modes = []
    size = end = 1
    for extent, stride, bracket in drawn:
        extent = extent if size * extent <= _USUAL_SIZE else 1
        modes.append((extent, end if stride is None else stride, bracket))
        size *= extent
        end = max(end, extent * modes[-1][1])
    if is_reversed:
        modes.reverse()
    if modes and large > 0:
        extent, stride, bracket = modes[-1]
        number = draw(st.sampled_from(_LARGE))
        modes[-1] = (number, stride, bracket) if draw(st.booleans()) else (extent, number, bracket)
    return _layout(modes, is_bare)


def _flat(nested: Any) -> list[int]:
    return [entry for mode in nested for entry in _flat(mode)] if isinstance(nested, tuple) else [nested]


def _factors(number: int) -> list[int]:
    """Small primes, and the rest."""
    factors = []
    for prime in (2, 3, 5, 7, 11, 13):
        while number % prime == 0:
            factors.append(prime)
            number //= prime
    return factors + [number] * (number > 1)


def _draw_composable(draw: st.DrawFn, a: _core.Layout) -> _core.Layout:
    """Modes that run over adjacent factors of A's extents, in some order, so that they compose with A; seldom one entry
    is changed."""
    is_bare, is_reversed, change = draw(_up_to(1)) == 0, draw(_up_to(2)) == 2, draw(_up_to(19)) - 15
    factors = [factor for extent in _flat(a.shape) for factor in _factors(extent)]
    runs = st.tuples(_up_to(1), st.integers(1, 3), _BRACKETS)
    modes = []
    start = 1
    for skip, take, bracket in draw(st.lists(runs, min_size=_seldom_0(draw), max_size=4)):
        start *= prod(factors[:skip])
        extent = prod(factors[skip : skip + take])
        factors = factors[skip + take :]
        if extent * start >= 2**63:
            break
        if extent > 1:
            modes.append((extent, start, bracket))
        start *= extent
    if is_reversed:
        modes.reverse()
    if modes and change > 0:
        extent, stride, bracket = modes[0]
        modes[0] = {1: (extent, stride + 1), 2: (extent + 1, stride), 3: (extent, 0), 4: (1, stride)}[change] + (bracket,)
    return _layout(modes, is_bare)


@st.composite
def layouts(draw: st.DrawFn, *, max_size: int = 40) -> _core.Layout:
    """Layouts of all kinds: nested, with extents of 1, strides of 0, empty tuples. They are larger up to a `max_size` of
    100."""
    return _draw_layout(draw, max_size)


@st.composite
def composable(draw: st.DrawFn, *, max_size: int = 40) -> tuple[_core.Layout, _core.Layout]:
    """Pairs of layouts of which most can be composed, with near misses among them."""
    is_any = draw(_up_to(4)) == 0
    a = _draw_layout(draw, max_size)
    return a, _draw_layout(draw, max_size) if is_any else _draw_composable(draw, a)


@st.composite
def _operands(draw: st.DrawFn, operation: str, convention: str, max_size: int) -> tuple[Any, ...]:
    size = draw(_up_to(max_size))
    return _core.draw(operation, convention=convention, choose=lambda most: draw(_up_to(most)), size=size)


def operands(operation: str, *, convention: str = "strict", max_size: int = 40) -> st.SearchStrategy[tuple[Any, ...]]:
    """Operands of an operation, or of one of its signatures: those of `operands("composition(layout, tiler)")` can mostly
    be composed, with near misses among them. Raises ValueError if there is no such operation."""
    chance = random.Random(0)
    _core.draw(operation, convention=convention, choose=lambda most: chance.randint(0, most), size=0)
    return _operands(operation, convention, max_size)
