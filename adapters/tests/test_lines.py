"""The case language of the adapters: values, questions, answers, and the loop over standard input."""

import os
import subprocess
import sys
import unittest
import unittest.mock
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

ADAPTERS = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ADAPTERS))

import lines
from lines import Bits, Coordinate, Layout, Malformed, ModuleLayout, Morphism, PointedMap, Profile, SwizzledLayout, Tiler

VALUES = {
    "24": 24,
    "9223372036854775807": 2**63 - 1,
    "()": (),
    "(24)": (24,),
    "((2,2),(2,4))": ((2, 2), (2, 4)),
    "(0,(),(1))": (0, (), (1,)),
    "*": Profile("*"),
    "(*,(*,*),())": Profile(("*", ("*", "*"), ())),
    "12:1": Layout(12, 1),
    "():()": Layout((), ()),
    "((6),2):((8),2)": Layout(((6,), 2), ((8,), 2)),
    "<4>--(2,1,*,6)--><6>": PointedMap(4, (2, 1, 0, 6), 6),
    "(2,2)--(1,*)-->(2,(5,2))": Morphism((2, 2), (1, 0), (2, (5, 2))),
    "2--(1)-->2": Morphism(2, (1,), 2),
    "()--()-->()": Morphism((), (), ()),
    "<>": Tiler(()),
    "<4:2,8>": Tiler((Layout(4, 2), 8)),
    "<_,<(2,2):(1,4),_>,(4,8)>": Tiler((None, Tiler((Layout((2, 2), (1, 4)), None)), (4, 8))),
    "_": None,
    "<_,(0,1)>": Tiler((None, (0, 1))),
    "<(4):(1),12>": Tiler((Layout((4,), (1,)), 12)),
    "-3": -3,
    "F9": Bits(9),
    "3@0@1": Coordinate(((3, (1, 0)),)),
    "(8,(8)):(F1,(F9))": ModuleLayout((8, (8,)), (Bits(1), (Bits(9),))),
    "(4,2):(-1,8)": ModuleLayout((4, 2), (-1, 8)),
    "(4,8):(1@0,(2@0)+(1@1))":
        ModuleLayout((4, 8), (Coordinate(((1, (0,)),)), Coordinate(((2, (0,)), (1, (1,)))))),
    "Sw<3,4,-3> o 16 o (8,8):(8,1)": SwizzledLayout((3, 4, -3), 16, Layout((8, 8), (8, 1))),
    "true": True,
    "false": False,
}


class Values(unittest.TestCase):
    def test_each_sort_is_read_and_written_back(self) -> None:
        for text, value in VALUES.items():
            with self.subTest(text):
                self.assertEqual(lines.parse_value(text), value)
                self.assertEqual(type(lines.parse_value(text)), type(value))
                self.assertEqual(lines.text(value), text)

    def test_spaces_a_comma_at_the_end_and_a_base_point_of_0_are_allowed(self) -> None:
        self.assertEqual(lines.parse_value(" ( 2 , ( 3 , ) , ) : (1,(2)) "), Layout((2, (3,)), (1, (2,))))
        self.assertEqual(lines.parse_value("<2>--(0,1)--><1>"), PointedMap(2, (0, 1), 1))

    def test_what_is_no_value_is_refused(self) -> None:
        for text in ("", "(", "(2", "2)", "(2,,3)", "(,)", "2 3", "--1", "2:", "(2)+(3)", "2@", "Sw<1,0,1> o 0 o 4", "Sw<1,0> o 0 o 4:1", "F-1", "(2,2):(1)", "(2,2):1", "2:*", "<2",
                     "(_)", "<4>--(1)-->4", "<4>--(1)-->", "<4,4>--(1)--><4>", "<*>--(1)--><4>", "2--1-->2",
                     "(2)--((1))-->(2)", "2->3", "undefined", "x", "\u0664"):
            with self.subTest(text), self.assertRaises(Malformed):
                lines.parse_value(text)


class Questions(unittest.TestCase):
    def test_operation_convention_and_operands(self) -> None:
        question = lines.parse(" composition@extended(4:1, <2:8,_>) = 2:8 # why")
        self.assertEqual(question.operation, "composition")
        self.assertEqual(question.convention, "extended")
        self.assertEqual(question.operands, (Layout(4, 1), Tiler((Layout(2, 8), None))))
        self.assertEqual(question.text, "composition@extended(4:1, <2:8,_>)")

    def test_without_a_convention_or_an_answer(self) -> None:
        question = lines.parse("size(4) # = 5?")
        self.assertIsNone(question.convention)
        self.assertEqual(question.text, "size(4)")

    def test_what_is_no_question_is_refused(self) -> None:
        for line in ("", "# a comment", "size", "size(", "size(4", "size(4))", "size(4) 5", "size 4", "(4)", "@(4)",
                     "size@(4)", "size@4(4)", "4(4)", "_(4)"):
            with self.subTest(line), self.assertRaises(Malformed):
                lines.parse(line)


def fail(_: Layout) -> None:
    raise RuntimeError("two\nlines # and a comment")


OFFERS: Mapping[str, Callable[..., Any]] = {
    "size(layout)": lambda layout: layout.shape * 1,
    "size(shape)": lambda _: "24",
    "rank(shape)": lambda shape: len(shape),
    "flatten(layout)": fail,
    "congruent(shape, shape)": lambda a, b: a == b,
    "concatenate(layout, ...)": lambda *layouts: len(layouts),
    "composition(layout, tiler)": lambda _, tiler: tiler,
    "coalesce(layout)": lambda layout: object(),
    "complement(layout, positive integer)": lambda layout, n: Layout((n,), (1,)),
    "sort(flat layout)": lambda layout: layout,
}


class Moved(unittest.TestCase):
    def test_bits_in_common_carry(self) -> None:
        for numbers, carry in {(): False, (4,): False, (1, 2, 4): False, (0, 0): False, (1, 3): True, (4, 1, 4): True}.items():
            self.assertEqual(lines.carries(numbers), carry, numbers)

    def test_an_offset_comes_into_the_swizzle_where_nothing_carries(self) -> None:
        plain = SwizzledLayout((2, 1, 3), 8, Layout((2, 2), (1, 4)))
        self.assertEqual(lines.moved(plain, 64), SwizzledLayout((2, 1, 3), 72, plain.layout))
        self.assertEqual(lines.moved(plain, 0), plain)
        for beside in (8, 4, 2, 32):  # a bit of the offset, of the layout, and of either side of the swizzle
            with self.subTest(beside), self.assertRaises(lines.Unsupported):
                lines.moved(plain, beside)
        identity = SwizzledLayout((0, 0, 0), 1, Layout((2, 2), (1, 4)))
        self.assertEqual(lines.moved(identity, 5).offset, 6)
        with self.assertRaises(lines.Unsupported):
            lines.moved(SwizzledLayout((0, 0, 0), 0, Layout((2,), (-1,))), 1)
        with self.assertRaises(lines.Unsupported):
            lines.moved(SwizzledLayout((1, 0, 1), 0, Layout((1 << 40,), (4,))), 1)


class Answers(unittest.TestCase):
    def check(self, line: str, answer: str) -> None:
        self.assertEqual(lines.complete(line, OFFERS), f"{line} = {answer}")

    def test_the_signature_chooses_the_function(self) -> None:
        self.check("size(6:2)", "6")
        self.check("size((6,2))", "24")
        self.check("congruent(4, (4))", "false")
        self.check("complement(4:1,24)", "(24):(1)")
        self.check("sort((4):(1))", "(4):(1)")

    def test_a_tiler_has_many_forms(self) -> None:
        for tiler in ("4", "(4,8)", "4:1", "<4:2,_>"):
            self.check(f"composition@strict(24:1, {tiler})", tiler)

    def test_the_last_operand_may_repeat(self) -> None:
        self.check("concatenate(4:1)", "1")
        self.check("concatenate(4:1, 4:1, 4:1)", "3")
        self.check("concatenate(4:1, (4))", "unsupported")

    def test_what_is_not_offered_is_unsupported(self) -> None:
        self.check("cosize(6:2)", "unsupported")
        self.check("size(*)", "unsupported")
        self.check("size((6,*))", "unsupported")
        self.check("size(6:2, 4)", "unsupported")
        self.check("concatenate()", "unsupported")
        self.check("composition(24:1, (4)--(1)-->(4))", "unsupported")

    def test_an_operand_that_is_an_operation_is_handed_on_as_it_is(self) -> None:
        offered = lines.calling(lambda value: [value], lambda value: value[0])
        offers = {"coalesce(layout)": offered(lambda a: a + ["in between"]),
                  "coalesce(shape, layout)": offered(lambda shape, a: shape + a),
                  "rank(layout)": lines.calling(lambda value: [value], lambda value: value)(len),
                  "depth(layout over a module)": lines.calling(lambda value: [value], lambda value: value)(len),
                  "size(layout)": lambda layout: 7}
        self.assertEqual(lines.complete("rank(coalesce(coalesce(4:1)))", offers), "rank(coalesce(coalesce(4:1))) = 3")
        self.assertEqual(lines.complete("rank(coalesce@strict(4, coalesce(4:1)))", offers),
                         "rank(coalesce@strict(4, coalesce(4:1))) = 3")
        self.assertEqual(lines.complete("depth(coalesce(4:1))", offers), "depth(coalesce(4:1)) = 2")
        for unsupported in ("size(coalesce(4:1))", "rank(size(4:1))", "rank(flatten(4:1))", "coalesce(rank(4:1), 4:1)"):
            self.assertEqual(lines.complete(unsupported, offers), f"{unsupported} = unsupported")
        for malformed in ("rank(coalesce(4:1)", "rank(coalesce)", "rank(coalesce@(4:1))", "rank(<coalesce(4:1)>, 2))"):
            self.assertEqual(lines.complete(malformed, offers), malformed)

    def test_a_fault_inside_is_an_error(self) -> None:
        offered = lines.calling(lambda value: value, lambda value: value)
        offers = {"coalesce(layout)": offered(lambda a: a.missing), "rank(layout)": offered(lambda a: 1)}
        self.assertIn("= error AttributeError", lines.complete("rank(coalesce(4:1))", offers))

    def test_a_function_may_say_that_it_does_not_offer_the_operands(self) -> None:
        def refuse(layout: Layout) -> Layout:
            raise lines.Unsupported
        self.assertEqual(lines.complete("coalesce(4:1)", {"coalesce(layout)": refuse}), "coalesce(4:1) = unsupported")

    def test_an_exception_is_an_error_on_one_line(self) -> None:
        self.check("flatten(4:1)", "error RuntimeError: two lines and a comment")

    def test_it_says_whose_answers_they_are(self) -> None:
        with unittest.mock.patch.dict(os.environ, {"LAYOUTCHECK_SUBJECT": "mine 2.1"}):
            self.assertEqual(lines.complete(" subject() ", {}), "subject() = mine 2.1")
        with unittest.mock.patch.dict(os.environ, clear=True):
            self.assertEqual(lines.complete("subject()", {}), "subject() = unsupported")

    def test_an_integer_of_any_size_is_written(self) -> None:
        for answer, text in ((2**63, str(2**63)), (Layout((1,), (2**70,)), f"(1):({2**70})")):
            self.assertEqual(lines.complete("f(4)", {"f(integer)": lambda _: answer}), f"f(4) = {text}")

    def test_an_answer_that_is_no_value_is_an_error(self) -> None:
        self.assertIn(" = error TypeError: ", lines.complete("coalesce(4:1)", OFFERS))

    def test_the_question_is_repeated_as_it_was_without_comment_and_answer(self) -> None:
        self.assertEqual(lines.complete("  size( (6 ,2) )=3 # no", OFFERS), "size( (6 ,2) ) = 24")

    def test_a_line_that_cannot_be_read_comes_back_as_it_is(self) -> None:
        for line in ("", "  # comment", "size(4", "size(4 = 4", "size" + "(" * 100_000, f"size({'1' * 10_000})"):
            self.assertEqual(lines.complete(line, OFFERS), line)


SUBJECT = """
import os
from lines import serve
def rank(layout):
    print("noise")
    os.write(1, b"more noise")
    return len(layout.shape)
serve({"rank(layout)": rank})
"""


class Serving(unittest.TestCase):
    def subject(self) -> "subprocess.Popen[bytes]":
        return subprocess.Popen(
            [sys.executable, "-c", SUBJECT], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
            env=os.environ | {"PYTHONPATH": str(ADAPTERS)})

    def test_lines_are_answered_in_their_order_and_nothing_comes_between(self) -> None:
        out, _ = self.subject().communicate(b"rank((4,2):(1,4))\n\xff\r\nrank(4:1)\nrank((4):(1))")
        first, second, third, fourth = out.splitlines(keepends=True)
        self.assertEqual(first, b"rank((4,2):(1,4)) = 2\n")
        self.assertEqual(second, b"\xff\r\n")
        self.assertTrue(third.startswith(b"rank(4:1) = error TypeError: "), third)
        self.assertEqual(fourth, b"rank((4):(1)) = 1\n")

    def test_an_answer_comes_before_the_next_question_is_asked(self) -> None:
        with self.subject() as subject:
            assert subject.stdin and subject.stdout
            for _ in range(3):
                subject.stdin.write(b"rank((4):(1))\n")
                subject.stdin.flush()
                self.assertEqual(subject.stdout.readline(), b"rank((4):(1)) = 1\n")
            subject.stdin.close()


if __name__ == "__main__":
    unittest.main()
