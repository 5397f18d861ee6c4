"""Values, verdicts and tests of implementations, in the installed package."""

import signal
import subprocess
import sys
import textwrap
import threading
import time
from random import Random
from types import SimpleNamespace

import pytest
from hypothesis import Phase, find, given, settings

import layoutcheck
from layoutcheck import (
    Element,
    Layout,
    ModuleLayout,
    Morphism,
    PointedMap,
    Profile,
    SwizzledLayout,
    _core,
    judge,
    judge_answer,
)
from layoutcheck.strategies import composable, layouts, operands
from layoutcheck.subject import Members, answerer, operand_text, text_of

FEW = {"count": 300, "exhaustive": "weight<=7, cases<=100"}


def test_layouts_are_values():
    a = Layout("((2,2),3):((1,4),8)")
    assert a == Layout(((2, 2), 3), ((1, 4), 8)) and hash(a) == hash(Layout(str(a)))
    assert a != Layout("12:1") and a != "((2,2),3):((1,4),8)"
    assert (a.shape, a.stride, a.size, a.cosize) == (((2, 2), 3), ((1, 4), 8), 12, 22)
    assert [a(i) for i in range(5)] == [0, 1, 4, 5, 8]
    assert a((1, 1), 2) == a(3, 2) == a(((1, 1), 2)) == 21
    assert str(a) == "((2,2),3):((1,4),8)" and repr(a) == "Layout('((2,2),3):((1,4),8)')"
    assert (Layout("4:1").shape, Layout("():()").shape) == (4, ())


@pytest.mark.parametrize(
    "arguments", [("4",), ("(2,2):(1)",), (0, 1), (2, -1), ((2, 2), 1), (((2,), 3), ((1, 2), 3))]
)
def test_what_is_no_layout_is_refused(arguments):
    with pytest.raises(ValueError):
        Layout(*arguments)


def test_entries_are_integers_of_64_bits():
    with pytest.raises(TypeError, match="tuples and integers"):
        Layout((2, 2.0), (1, 2))
    with pytest.raises(OverflowError):
        Layout(2**63, 1)
    with pytest.raises(TypeError):
        Layout("2:1")("0")


def test_nesting_has_a_limit():
    endless = []
    endless.append(endless)
    with pytest.raises(ValueError, match="too deep"):
        Layout(endless, endless)


def test_other_values_have_their_text():
    f = Morphism("(2,3)--(2,1)-->(3,2)")
    assert (f.domain, f.map, f.codomain) == ((2, 3), [2, 1], (3, 2))
    assert str(Profile("(*,(*,*))")) == "(*,(*,*))"
    a = PointedMap("<2>--(2,*)--><3>")
    assert (a.values, a.codomain, a) == ([2, 0], 3, PointedMap("<2>--(2,0)--><3>"))


def test_layouts_over_modules_have_their_text():
    assert str(ModuleLayout("(8, 8):(F1, F9)")) == "(8,8):(F1,F9)"
    assert repr(Element("(0,(3,0))")) == "Element('3@0@1')"
    assert str(SwizzledLayout("Sw<3,4,3> o 0 o (8,64):(64,1)")) == "Sw<3,4,3> o 0 o (8,64):(64,1)"
    with pytest.raises(ValueError, match="different modules"):
        ModuleLayout("(2,2):(F1,1)")
    assert judge("coalesce((2,2):(F5,F10)) = 4:F5").kind == "agrees"


def test_coordinates_outside_are_refused():
    for coordinate in ((12,), (4, 0), (0, 3), ((0, 0, 0), 1)):
        with pytest.raises(IndexError):
            Layout("((2,2),3):((1,4),8)")(*coordinate)


def test_judge():
    assert judge("coalesce((2,2):(1,2)) = 4:1").kind == "agrees"
    wrong = judge("coalesce((2,2):(1,2)) = 4:2")
    assert not wrong.right and wrong.kind == "wrong" and wrong.expected == "4:1" and wrong.exhaustive and wrong.why
    assert not judge("composition(2:1, 2:2) = 2:2").right
    assert judge("composition(2:1, 2:2) = 2:2", convention="extended").right
    for line in ("coalesce(", "coalesce(2:1", "colaesce(2:1) = 2:1", "colaesce(2:1) = ?"):
        with pytest.raises(ValueError):
            judge(line)
    for line, kind, why in (
        ("coalesce(2:1) = 2:", "malformed", "column 19"), ("coalesce(2:1)", "malformed", "without an answer"),
        ("coalesce(2:1) = (1,0)", "malformed", "column "), ("coalesce(2:1) = 0:1", "wrong", "is positive"),
        ("complement((2):(0)) = 0:1", "wrong", "column 23: an extent of a layout is positive; the answer is undefined")):
        verdict = judge(line)
        assert (verdict.kind, verdict.right) == (kind, False) and why in verdict.why, verdict
    assert judge("coalesce((2,2):(1,2)) = 4;1").expected == "4:1"
    with pytest.raises(ValueError, match="no convention; there are strict, extended"):
        judge("coalesce(2:1) = 2:1", convention="loose")


def test_judge_answer():
    a, b = Layout("(4,2):(1,4)"), Layout("2:2")
    assert judge_answer("composition", (a, b), Layout("2:2")).right
    assert judge_answer("composition", (b, Layout("2:3")), None).right
    assert judge_answer("coalesce", [a], SimpleNamespace(shape=8, stride=1)).right
    assert judge_answer("coordinate", ((2, 3), 5), [1, 2]).right
    assert not judge_answer("size", [a], 9).right
    malformed = judge_answer("size", [a], a)
    assert malformed.kind == "malformed" and "'size((4,2):(1,4)) = (4,2):(1,4)', column 21" in malformed.why
    with pytest.raises(ValueError, match="unknown operation"):
        judge_answer("sise", [a], 8)


def test_a_pair_of_shape_and_stride_is_a_layout():
    a, n = Layout("(2,2):(1,2)"), Layout("():()")
    assert judge_answer("coalesce", [a], (4, 1)).kind == "agrees"
    assert judge_answer("coalesce", [n], (1, 0)).right and judge_answer("flatten", [a], ((2, 2), (1, 2))).right
    assert judge_answer("right_inverse", [ModuleLayout("2:1@0")], ((2,), (1,))).right
    assert judge_answer("complement", [ModuleLayout("2:F2")], (2, Element("F1"))).right
    assert judge_answer("slice_and_offset", ([None, 1], a), ((2, 1), 2)).kind == "agrees as a function"
    assert judge_answer("slice_and_offset", ([None, 1], a), (((2,), (1,)), 2)).right
    v = ModuleLayout("(4,2):(1@0,1@1)")
    assert judge_answer("slice_and_offset", ([None, 1], v), (ModuleLayout("(4):(1@0)"), Element("1@1"))).kind == "agrees"
    assert judge_answer("slice_and_offset", ([None, 1], v), (ModuleLayout("(4):(1@0)"), (0, 1))).kind == "agrees"
    assert not judge_answer("slice_and_offset", ([None, 1], v), (ModuleLayout("(4):(1@0)"), (1, 0))).right
    # Where no layout is answered a pair is what it was.
    assert judge_answer("flatten", [(2, (3,))], (2, 3)).right and judge_answer("coordinate", ((2, 3), 5), (1, 2)).right
    for answer in (4, (4, 1, 0), (4, (1,)), ((2, 2), 1)):
        verdict = judge_answer("coalesce", [a], answer)
        assert verdict.kind in ("malformed", "wrong") and not verdict.right, verdict
    assert "an object with a shape and a stride, or a pair of them" in judge_answer("coalesce", [a], (4, 1, 0)).why

    def pairs(operation, operands):
        found = coalesce_of(*operands)
        return found.shape, found.stride

    result = layoutcheck.test(pairs, operations=["coalesce(layout)"], **FEW)
    assert result.right, str(result)
    result = layoutcheck.test(lambda o, p: (1, 0, 0), operations=["coalesce(layout)"], **FEW)
    assert "or a pair of them" in result.causes[0].given, str(result)


def coalesce_of(layout):
    """The oracle's own answer, so that there is a right implementation."""
    return Layout(judge_answer("coalesce", [layout], "error").expected)


def test_a_result_says_where_it_comes_from():
    mine = SimpleNamespace(size=lambda layout: layout.size, __name__="mine", __module__="layoutcheck")
    result = layoutcheck.test(mine, operations=["size(layout)"], seed=7, **FEW)
    assert result.subject == "mine" or result.subject.startswith("mine ")
    assert (result.seed, result.date[:2], result.version.count(".")) == (7, "20", 2)
    assert f"judged by layoutcheck {result.version}, seed 7, {result.date}\n" in str(result)
    assert layoutcheck.test(pytest, operations=["size(layout)"], **FEW).subject == f"pytest {pytest.__version__}"


def test_a_right_function_is_right():
    calls = []

    def answer(operation, operands):
        calls.append(threading.get_ident())
        return coalesce_of(*operands) if operation == "coalesce" and len(operands) == 1 else NotImplemented

    result = layoutcheck.test(answer, operations=["coalesce(layout)"], **FEW)
    assert result.right and not result.causes and set(result.counts) == {"coalesce"}, str(result)
    assert result.counts["coalesce"]["agrees"] > 300
    assert set(calls) == {threading.get_ident()}


def test_a_right_function_in_a_wrong_form_is_a_fault():
    class Identity:
        def coalesce(self, a):
            return a

    result = layoutcheck.test(Identity, operations=["coalesce(layout)"], **FEW)
    assert not result.right and result.counts["coalesce"]["wrong form"] > 100, str(result)
    assert {cause.title.split(";")[0] for cause in result.causes} <= {
        "wrong form, not coalesced", "wrong form, other modes"}
    verdict = judge("coalesce((2,2):(1,2)) = (2,2):(1,2)")
    assert (verdict.kind, verdict.right) == ("wrong form", False)


class Faulty:
    """One fault of each kind."""

    def coalesce(self, a):
        if 0 in (a.stride if isinstance(a.stride, tuple) else (a.stride,)):
            raise KeyError("a stride of 0")
        return "5:1"

    def size(self, a: Layout):
        return "many points"

    def cosize(self, a):
        return Layout(a.shape, a.stride).cosize

    def complement(self, a, n: int):
        return "0:1"


def test_faults_are_told_by_their_causes():
    result = layoutcheck.test(Faulty, **FEW)
    titles = {(cause.operation, cause.title.split(";")[0]) for cause in result.causes}
    assert ("coalesce", "refuses the answerable, KeyError") in titles
    assert ("coalesce", "wrong, another size") in titles
    assert ("size", "malformed") in titles
    assert ("complement", "wrong, no value") in titles
    assert not result.right and not [cause for cause in result.causes if cause.operation == "cosize"]
    # Shapes and morphisms are not asked: the annotation says so, or there is none.
    assert set(result.counts["size"]) == {"malformed"} and "unsupported" not in result.counts["coalesce"]
    smallest = next(c for c in result.causes if c.title == "wrong, another size" and c.operation == "coalesce")
    assert (smallest.given, smallest.cases > 10) == ("5:1", True)
    assert judge(f"{smallest.question} = {smallest.expected}").right
    assert f"  {smallest.question}\n" in str(result)


def test_nothing_that_was_judged_is_not_right():
    result = layoutcheck.test(SimpleNamespace(), **FEW)
    assert not result.right and result.shortcomings == ["nothing was judged"]


def test_the_convention_is_that_of_the_test():
    def answer(operation, operands):
        return judge(f"composition({', '.join(map(str, operands))}) = error", convention="extended").expected

    extended = {"operations": ["composition(layout, layout)"], "convention": "extended", **FEW}
    assert layoutcheck.test(lambda o, p: text_of_layouts(answer, o, p), **extended).right
    strict = layoutcheck.test(lambda o, p: text_of_layouts(answer, o, p), **{**extended, "convention": "strict"})
    assert any(cause.title.startswith("answers the unanswerable") for cause in strict.causes)


def text_of_layouts(answer, operation, operands):
    return answer(operation, operands) if all(isinstance(o, Layout) for o in operands) else NotImplemented


@pytest.mark.parametrize("option", [{"operations": ["colaesce"]}, {"where": "rnk>=1"}, {"exhaustive": "lots"}])
def test_options_that_cannot_be_read_are_refused(option):
    with pytest.raises(ValueError):
        layoutcheck.test(Faulty, **option)


# As by the command: from 0 to 10^9 and 10^6.
@pytest.mark.parametrize("option, most", [("time", 1e9), ("shrink", 1e6)])
def test_seconds_are_those_of_the_command(option, most):
    subject = SimpleNamespace(size=lambda a: a.size)
    few = {**FEW, "count": 5, "exhaustive": "weight<=2, cases<=5"}
    for seconds in (float("nan"), float("inf"), float("-inf"), -1, -1e-9, most * 1.001, 1e300):
        with pytest.raises(ValueError, match=f"{option} is a number of seconds from 0 to"):
            layoutcheck.test(subject, **{**few, option: seconds})
    for seconds in (0, 0.5, most):
        layoutcheck.test(subject, **{**few, option: seconds})
    with pytest.raises(TypeError):
        layoutcheck.test(subject, **{**few, option: "60"})


def test_a_misspelt_operation_is_told():
    mine = {"size": lambda a: a.size, "helper": lambda a: 1, "Layouts": Layout}
    few = {**FEW, "count": 5, "exhaustive": "weight<=2, cases<=5"}
    for wrong, meant in {"colaesce": "coalesce", "compositon": "composition", "logical_devide": "logical_divide",
                         "aply": "apply"}.items():
        subject = SimpleNamespace(**mine, **{wrong: lambda a: a})
        with pytest.raises(ValueError, match=f"'{wrong}' of the subject is no operation; did you mean '{meant}'"):
            layoutcheck.test(subject, **few)
        with pytest.raises(ValueError, match=meant):
            layoutcheck.Suite(subject).operations()
        # Beside the right name it is something else, and so it is if the operations are told.
        layoutcheck.test(SimpleNamespace(**mine, **{wrong: 1}), **few)
        layoutcheck.test(subject, operations=["size"], **few)
    assert layoutcheck.Suite(SimpleNamespace(**mine)).operations() == ["size"]
    both = SimpleNamespace(coalesce=lambda a: a, coalesced=lambda a: a)
    assert layoutcheck.Suite(both).operations() == ["coalesce"]


PROFILE = """[profile]
about: answers beyond the domain
convention: strict
operations: coalesce(layout), apply, size
where: rank>=1

[precondition]
operations: apply
needs: defined
standing: trusted
source: a manual

[expected failure]
case: size(4:1)
cause: wrong, no value
reason: 4 is not counted
"""


class Known:
    def coalesce(self, a):
        return judge(f"coalesce({a}) = error").expected

    def apply(self, a, coordinate: int):
        try:
            return a(coordinate)
        except IndexError:
            return 7

    def size(self, a: Layout):
        return -1 if a.shape == 4 else a.size

    def rank(self, a):
        return 99


def test_a_profile_says_what_is_asked_and_excused(tmp_path):
    profile = tmp_path / "known.profile"
    profile.write_text(PROFILE)
    result = layoutcheck.test(Known, profile=profile, **FEW)
    assert result.right, str(result)
    assert set(result.counts) == {"coalesce", "apply", "size"}
    assert result.outside["apply: defined (trusted)"] > 0
    assert result.counts["size"]["expected failure"] > 1
    strict = layoutcheck.test(Known, profile=profile, no_expected=True, **FEW)
    assert [cause.operation for cause in strict.causes] == ["size"]
    with pytest.raises(ValueError, match="contradicts the profile"):
        layoutcheck.test(Known, profile=profile, convention="squeezed", **FEW)
    with pytest.raises(ValueError, match="no profile and no file"):
        layoutcheck.test(Known, profile="nosuch", **FEW)


def test_what_fails_no_more_is_said(tmp_path):
    known = tmp_path / "known.txt"
    known.write_text("[expected failure]\ncase: coalesce(4:1)\nreason: known\n")
    result = layoutcheck.test(Known, operations=["coalesce"], expected=known, **FEW)
    assert not result.right and not result.causes
    assert result.shortcomings == [f"{known}:2: coalesce(4:1) no longer fails; take it off the list"]


def test_answers_as_text():
    pair = SimpleNamespace(shape=(2, (3, 4)), stride=(1, (2, 6)))
    assert text_of(pair) == "(2,(3,4)):(1,(2,6))"
    assert [text_of(a) for a in (None, NotImplemented, True, 3, (), Layout("2:1"))] == [
        "undefined", "unsupported", "true", "3", "()", "2:1"]

    def refuse(kind):
        def answer(operation, operands):
            raise kind("why\nnot")
        return answerer(answer)("size", (), "", "")

    assert refuse(ValueError) == "error ValueError: why not"
    assert refuse(NotImplementedError) == "unsupported" and refuse(OverflowError) == "overflow"
    assert answerer(lambda o, p: 1)("size", (), "extended", "") == "unsupported"


def test_members_are_asked_what_they_take():
    def variadic(*layouts: Layout) -> int:
        return len(layouts)

    members = Members(SimpleNamespace(
        composition=lambda a, b: "two layouts", complement=lambda a, n=1: n, size=lambda a: 1,
        concatenate=variadic, mode="no function"))
    a = Layout("2:1")
    assert members("composition", (a, a)) == "two layouts"
    for tiler in (4, (2, 2), [a, None]):
        assert members("composition", (a, tiler)) is NotImplemented
    assert (members("complement", (a, 8)), members("complement", (a,))) == (8, 1)
    assert members("size", ((2, 2),)) is NotImplemented
    assert (members("concatenate", (a, a, a)), members("concatenate", (a, 1))) == (3, NotImplemented)
    builtin = Members(SimpleNamespace(size=max, ceil_div=max))
    assert builtin("ceil_div", (1, 2)) == 2 and builtin("size", (1,)) is builtin("size", ((1, 2),)) is NotImplemented
    assert members("mode", (a, 0)) is members("__class__", ()) is NotImplemented


def test_what_has_no_annotation_is_asked_by_the_sorts_of_the_operation():
    members = Members(SimpleNamespace(**dict.fromkeys({name for name, _ in _core.operations()}, lambda *all: all)))
    a = Layout("2:1")
    taken = {
        "size": [(a,)], "rank": [(a,)], "mode": [(a, 0)], "complement": [(a,), (a, 4)], "composition": [(a, a)],
        "apply": [(a, 1), (a, (0, 1))], "coalesce": [(a,), (a, (2, 2)), (a, 4)], "concatenate": [(a, a, a)],
        "ceil_div": [(4, 2), ((4, 2), 2)], "coordinate": [((2, 3), 5)], "slice": [([None, 1], a), (None, a)],
        "is_isomorphism": [(Morphism("2--(1)-->2"),)], "to_linear": [(ModuleLayout("2:F1"),)],
        "xor_layout": [(SwizzledLayout("Sw<1,0,1> o 0 o 4:1"),)],
    }
    for name, some in taken.items():
        assert [members(name, operands) for operands in some] == some, name
    for name, operands in (("size", (24,)), ("size", ((2, 2),)), ("rank", (Profile("*"),)), ("mode", ((2, 2), 0)),
                           ("composition", (a, 4)), ("composition", (a, [a, None])), ("coordinate", (a, 3)),
                           ("coalesce", (ModuleLayout("2:F1"),)), ("concatenate", (2, 3))):
        assert members(name, operands) is NotImplemented, name

    result = layoutcheck.test(SimpleNamespace(size=lambda layout: layout.size), **FEW)
    assert result.right and set(result.counts["size"]) == {"agrees"}, str(result)


@pytest.mark.parametrize("last", [1, 3000])
def test_what_is_no_exception_ends_the_test(last):
    calls = 0

    def answer(operation, operands):
        nonlocal calls
        calls += 1
        if calls == last:
            raise SystemExit("enough")
        return "error"

    with pytest.raises(SystemExit, match="enough"):
        layoutcheck.test(answer, **FEW)
    assert calls == last


def test_control_c_ends_a_test():
    script = textwrap.dedent("""
        import sys, time, layoutcheck
        calls = 0
        def answer(operation, operands):
            global calls
            calls += 1
            if calls == 3000:
                print("asked", flush=True)
                time.sleep(60)
            return "error"
        try:
            layoutcheck.test(answer)
        except KeyboardInterrupt:
            sys.exit(42)
    """)
    with subprocess.Popen([sys.executable, "-c", script], stdout=subprocess.PIPE, text=True) as child:
        assert child.stdout.readline() == "asked\n"
        child.send_signal(signal.SIGINT)
        assert child.wait(timeout=30) == 42


def test_other_threads_run_while_questions_are_made():
    longest, over = 0.0, threading.Event()

    def tick():
        nonlocal longest
        last, is_over = time.monotonic(), False
        while not is_over:
            is_over = over.wait(0.001)
            longest, last = max(longest, time.monotonic() - last), time.monotonic()

    thread = threading.Thread(target=tick)
    thread.start()
    # Two extents above 8 weigh more than 17, so that nobody is asked while these are enumerated.
    start = time.monotonic()
    layoutcheck.test(lambda operation, operands: "error", operations=["composition(layout, layout)"], where="extent>=9",
                     exhaustive="weight<=17", count=0, examples=False, time=2, shrink=0)
    spent = time.monotonic() - start
    over.set()
    thread.join()
    assert spent > 1.5 and longest < spent / 4


QUICK = settings(max_examples=200, database=None, deadline=None, phases=(Phase.generate, Phase.shrink))


def smallest(strategy, holds):
    return find(strategy, holds, settings=QUICK, random=Random(1))


def test_strategies_draw_what_the_engine_does():
    seen = []

    @given(composable())
    @settings(QUICK, derandomize=True)
    def look(pair):
        seen.append(pair)

    look()
    assert len(set(map(str, seen))) > 60 and all(isinstance(layout, Layout) for pair in seen for layout in pair)
    composed = [not judge_answer("composition", pair, None).right for pair in seen]
    assert 0.7 < sum(composed) / len(seen) < 0.99
    text = "\n".join(map(str, seen))
    assert "(()," in text and ",(" in text and ",1)" in text and ",0)" in text
    with pytest.raises(ValueError, match="did you mean 'coalesce'"):
        operands("colaesce")


def is_injective(a):
    return len({a(i) for i in range(min(a.size, 5000))}) == min(a.size, 5000)


@pytest.mark.parametrize(("fails", "ends_at"), [
    (lambda a: True, "():()"),
    (lambda a: a.size > 1, "2:1"),
    (lambda a: not is_injective(a), "2:0"),
    (lambda a: isinstance(a.shape, tuple) and len(a.shape) == 2, "(1,1):(1,1)"),
])
def test_hypothesis_ends_at_the_smallest_layout(fails, ends_at):
    assert str(smallest(layouts(), fails)) == ends_at


def test_hypothesis_leaves_nothing_out_of_place():
    assert str(smallest(layouts(), lambda a: a.size >= 6)) in {"6:1", "(2,3):(1,2)", "(3,2):(1,3)"}


def naive_composition(a, b):
    """Of layouts of one mode: s:d becomes s:A(d), as if A were linear."""
    return Layout(b.shape, a(b.stride)) if isinstance(b.shape, int) and b.stride < a.size else None


def is_wrong(pair):
    answer = naive_composition(*pair)
    return answer is not None and judge_answer("composition", pair, answer).kind == "wrong"


def test_hypothesis_ends_at_the_smallest_pair():
    assert smallest(composable(), lambda pair: judge_answer("composition", pair, None).right) == (
        Layout("():()"), Layout("2:1"))
    a, b = smallest(composable(), is_wrong)
    assert (a.size, b) == (4, Layout("4:1")), (a, b)
    # Which kind of question is drawn comes first, so that not every shrink keeps the kind.
    _, number = smallest(operands("complement(layout, positive integer)"), lambda drawn: drawn[1] > 1)
    assert number <= 4, number


def test_a_counterexample_can_be_pasted():
    @given(pair=composable(), layout=layouts(), drawn=operands("complement(layout, positive integer)"))
    @settings(QUICK, derandomize=True)
    def fails(pair, layout, drawn):
        raise AssertionError

    with pytest.raises(AssertionError) as failure:
        fails()
    note = "\n".join(failure.value.__notes__)
    assert "pair=(Layout('():()'), Layout('():()'))" in note and "layout=Layout('():()')" in note, note
    assert "drawn=(Layout('" in note and "lambda" not in note


def test_what_hypothesis_raises_passes_through_the_engine():
    def choose(most):
        raise SystemExit("enough")

    from layoutcheck import _core

    with pytest.raises(SystemExit, match="enough"):
        _core.draw("coalesce(layout)", convention="strict", choose=choose, size=10)
    with pytest.raises(ValueError, match="was chosen"):
        _core.draw("coalesce(layout)", convention="strict", choose=lambda most: most + 1, size=10)


def test_tilers_are_lists_and_shapes():
    drawn = [pair[1] for pair in map(draw_composition, range(400))]
    assert {Layout, list, int} <= {type(tiler) for tiler in drawn} <= {Layout, list, int, tuple}
    parts = [part for tiler in drawn if isinstance(tiler, list) for part in tiler]
    assert None in parts and any(isinstance(part, Layout) for part in parts)
    a = Layout("(4,8):(1,4)")
    assert {judge_answer("composition", (a, tiler), "error").kind for tiler in drawn} <= {
        "agrees", "refuses the answerable", "undecided"}
    assert operand_text([(4, 8), None, [Layout("2:1")], 2]) == "<(4,8),_,<2:1>,2>"


def draw_composition(seed):
    from layoutcheck import _core

    chance = Random(seed)
    return _core.draw(
        "composition(layout, tiler)", convention="strict", choose=lambda most: chance.randint(0, most), size=20)
