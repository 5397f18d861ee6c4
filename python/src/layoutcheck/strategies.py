"""Strategies for Hypothesis: operands that the engine of layoutcheck draws."""

from __future__ import annotations

from typing import Any

from hypothesis import strategies as st

from layoutcheck import _core


def operands(operation: str, *, convention: str = "strict", max_size: int = 40) -> st.SearchStrategy[tuple[Any, ...]]:
    """Operands of an operation, or of one of its signatures: `operands("composition(layout, layout)")` are pairs of
    which most can be composed, with near misses among them. Hypothesis shrinks the size, up to 100, at which they are
    drawn; `layoutcheck.test` shrinks the values themselves. Raises ValueError if there is no such operation."""
    _core.draw(operation, convention=convention, seed=0, size=0)
    return st.builds(
        lambda size, seed: _core.draw(operation, convention=convention, seed=seed, size=size),
        st.integers(0, max_size),
        st.integers(0, 2**64 - 1),
    )


def layouts(*, max_size: int = 40) -> st.SearchStrategy[_core.Layout]:
    """Layouts of all kinds: nested, with extents of 1, strides of 0, empty tuples."""
    return operands("coalesce(layout)", max_size=max_size).map(lambda drawn: drawn[0])


def composable(*, max_size: int = 40) -> st.SearchStrategy[tuple[_core.Layout, _core.Layout]]:
    """Pairs of layouts of which most can be composed."""
    return operands("composition(layout, layout)", max_size=max_size)
