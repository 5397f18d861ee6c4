"""Strategies for Hypothesis: operands that the engine of layoutcheck draws, choice by choice, so that Hypothesis makes
them simpler where they fail."""

from __future__ import annotations

import random
from functools import cache
from typing import Any

from hypothesis import strategies as st

from layoutcheck import _core


@cache
def _up_to(most: int) -> st.SearchStrategy[int]:
    return st.integers(0, most)


def _draw(draw: st.DrawFn, operation: str, convention: str, max_size: int) -> tuple[Any, ...]:
    size = draw(_up_to(max_size))
    return _core.draw(operation, convention=convention, choose=lambda most: draw(_up_to(most)), size=size)


@st.composite
def _operands(draw: st.DrawFn, operation: str, convention: str, max_size: int) -> tuple[Any, ...]:
    return _draw(draw, operation, convention, max_size)


@st.composite
def _layout(draw: st.DrawFn, max_size: int) -> _core.Layout:
    layout: _core.Layout = _draw(draw, "coalesce(layout)", "strict", max_size)[0]
    return layout


def operands(operation: str, *, convention: str = "strict", max_size: int = 40) -> st.SearchStrategy[tuple[Any, ...]]:
    """Operands of an operation, or of one of its signatures: `operands("composition(layout, layout)")` are pairs of
    which most can be composed, with near misses among them. They are larger up to a `max_size` of 100. Raises
    ValueError if there is no such operation."""
    chance = random.Random(0)
    _core.draw(operation, convention=convention, choose=lambda most: chance.randint(0, most), size=0)
    return _operands(operation, convention, max_size)


def layouts(*, max_size: int = 40) -> st.SearchStrategy[_core.Layout]:
    """Layouts of all kinds: nested, with extents of 1, strides of 0, empty tuples."""
    return _layout(max_size)


def composable(*, max_size: int = 40) -> st.SearchStrategy[tuple[_core.Layout, _core.Layout]]:
    """Pairs of layouts of which most can be composed."""
    return operands("composition(layout, layout)", max_size=max_size)
