"""Tests of my_layouts: one for each operation, one of a single answer, and a property of one's own."""

import my_layouts
from hypothesis import given

import layoutcheck
from layoutcheck import Layout, strategies

# test_my_layouts.py::operations::coalesce, and so on.
operations = layoutcheck.Suite(my_layouts, operations=["coalesce"], count=1000)


def test_one_answer():
    a = Layout("((2,2),3):((1,2),4)")
    verdict = layoutcheck.judge_answer("coalesce", [a], my_layouts.coalesce(a))
    assert verdict.right, verdict


@given(strategies.layouts())
def test_coalescing_twice_is_coalescing_once(layout):
    once = my_layouts.coalesce(layout)
    assert my_layouts.coalesce(once) == once
