"""Verdicts on a whole implementation."""

from __future__ import annotations

import os
from collections.abc import Iterable
from typing import Any

from layoutcheck import _core
from layoutcheck.subject import answerer, name_of, operand_text, refuse_misspelt, text_of


def judge_answer(operation: str, operands: Iterable[Any], answer: Any, *, convention: str = "strict") -> _core.Verdict:
    """The verdict on an answer to an operation on these operands; what can be an answer is said at `test`. An answer that
    cannot be read is malformed. Raises ValueError if there is no such operation on such operands."""
    question = f"{operation}({', '.join(map(operand_text, operands))})"
    answered = _core.answered(question)
    return _core.judge(f"{question} = {text_of(answer, answered)}", convention=convention, answered=answered)


def test(
    subject: Any,
    *,
    operations: Iterable[str] = (),
    convention: str = "strict",
    profile: str | os.PathLike[str] = "",
    expected: str | os.PathLike[str] = "",
    no_expected: bool = False,
    where: str = "",
    count: int | None = None,
    seed: int = 1,
    exhaustive: str = "scope",
    questions: Iterable[str | os.PathLike[str]] = (),
    shared: bool = False,
    examples: bool = True,
    time: float = 60,
    shrink: float = 60,
) -> _core.Result:
    """Puts questions to an implementation, judges its answers, and groups and shrinks the faults.

    The subject is a function of the name of an operation and a tuple of operands, or a module, object or class whose
    functions have the names of operations. A function is asked only what its annotations admit; a parameter without
    one takes what the operation of that name takes there, of those on layouts if it has several: a Layout, also for a
    tiler, an int, a tuple and so on.

    An answer is a Layout, any object with a shape and a stride, or the pair of them, an int, bool or nested tuple, the text
    of a value, or None, which says that the operation is undefined. NotImplemented and NotImplementedError say that the operation is
    not offered, OverflowError that the answer has no 64 bits, any other Exception that the subject refuses. What is no
    Exception, such as KeyboardInterrupt, ends the test and is raised.

    The other arguments are the options of `layoutcheck test`: the operations asked, all unless told; the convention;
    the profile of the subject, by its name or its file, which says what was not told, and what of its faults is
    excused; a file of further failures to be expected, and whether none is expected; the filter of operands; the
    number of random questions, which go on until the time is used unless told, and their seed; the bounds within which
    all questions are asked, unless told the scope (`layoutcheck test --scope`), none if empty; files of cases, and
    whether others ask those of them that are about other operations; whether the worked examples of the literature are
    asked; seconds for asking, 0 for no limit, and for shrinking. Raises ValueError if one of them cannot be read, or if
    no operations are told and the subject has a misspelt one, and RuntimeError if a file cannot be read. The result is
    right if nothing fails that is not excused, and nothing that was told is missing.
    """
    operations = list(operations)
    if not operations:
        refuse_misspelt(subject)
    return _core.examine(
        answerer(subject),
        operations=operations,
        convention=convention,
        profile=os.fspath(profile),
        expected=os.fspath(expected),
        no_expected=no_expected,
        where=where,
        count=count,
        seed=seed,
        exhaustive=exhaustive,
        questions=[os.fspath(place) for place in questions],
        shared=shared,
        examples=examples,
        time=time,
        shrink=shrink,
        subject=name_of(subject),
    )


# pytest would take it for a test of its own where it is imported.
test.__test__ = False  # type: ignore[attr-defined]
