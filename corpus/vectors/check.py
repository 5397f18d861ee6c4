#!/usr/bin/env python3
"""Holds a program against the test vectors: check.py [--convention C] [--flag F] [--operation O] COMMAND...
With --lines in the place of COMMAND it writes them as cases: `operation(operand, ...) = answer`.

The program reads questions, one a line, and writes each back with ` = answer`; `undefined`, `overflow`, `unsupported`
and `error MESSAGE` are answers. Exit status 0 says that every answer is right. A layout of another form with the right
function is right where the vector's form allows it, and is counted apart. This needs nothing but vectors.json; it is
meant to be copied.
"""

import argparse
import ast
import collections
import json
import pathlib
import re
import subprocess
import sys

FILE = pathlib.Path(__file__).resolve().parent / "vectors.json"
CONTRADICTION = "two answers that differ"


def layout(text):
    """The extents and strides of a layout; None if the text is none."""
    shape, _, stride = text.partition(":")
    if not re.fullmatch(r"[0-9(),]+:[0-9(),]+", text) or re.sub("[0-9]+", "", shape) != re.sub("[0-9]+", "", stride):
        return None
    try:
        return [entries(nested(part)) for part in (shape, stride)]
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return None  # brackets that do not match, and numbers that no answer has


def at(extents, strides, x):
    value = 0
    for extent, stride in zip(extents, strides):
        value, x = value + x % extent * stride, x // extent
    return value


def size(extents):
    product = 1
    for extent in extents:
        product *= extent
    return product


def same_function(a, b):
    if a is None or b is None or 0 in a[0] or size(a[0]) != size(b[0]):
        return False
    # All points of a small layout; of a large one some of every magnitude.
    n = size(a[0])
    points = range(n) if n <= 4096 else {k * 2**e % n for e in range(64) for k in (1, 3, 5, 7)} | {n - 1}
    return all(at(*a, x) == at(*b, x) for x in points)


def nested(text):
    """A nested tuple as Python's own; (4) is the tuple (4,)."""
    return ast.literal_eval(re.sub(r",?\)", ",)", text).replace("(,)", "()"))


def parts_over(shape, stride, over):
    """The parts of a layout over each entry of a shape; None if it does not refine that shape."""
    if isinstance(over, int):
        return [(shape, stride)] if size(entries(shape)) == over else None
    if isinstance(shape, int):
        return [(shape, stride)] if entries(over) == [shape] else None
    parts = [parts_over(*modes) for modes in zip(shape, stride, over)]
    return None if len(shape) != len(over) or None in parts else sum(parts, [])


def entries(x):
    return [x] if isinstance(x, int) else [entry for mode in x for entry in entries(mode)]


def is_short(shape, stride):
    """Whether it is an entry, or a tuple of depth 1 in which no mode is superfluous."""
    if isinstance(shape, int) or len(shape) <= 1:
        return isinstance(shape, int) or all(isinstance(s, int) for s in shape)
    return all(isinstance(s, int) and s > 1 for s in shape) and all(
        s * d != after for s, d, after in zip(shape, stride, stride[1:]))


def has_form(given, form):
    """Whether a layout has a form such as `over (4,3)` or `coalesced over (4,3), depth 1`; None is any form."""
    if form is None:
        return True
    shape, stride = map(nested, given.split(":"))
    over, _, depth = form.removeprefix("coalesced ").removeprefix("over ").partition(", depth ")
    parts = parts_over(shape, stride, nested(over))
    deep = max(given.count("(", 0, i) - given.count(")", 0, i) for i in range(given.index(":") + 1))
    return parts is not None and (not depth or deep <= int(depth)) and (
        not form.startswith("coalesced") or all(is_short(*part) for part in parts))


def verdict(given, expected, form=None):
    words = ("undefined", "overflow", "error", "unsupported")
    refused = given in words
    if given == "unsupported":
        return "unsupported"
    if not given or given == CONTRADICTION:
        return given or "no answer"
    if expected in words and refused:
        return "right"
    if expected == "undefined":
        return "answers the unanswerable"
    if given == expected:
        return "right"
    if refused:
        return "refuses the answerable"
    if re.fullmatch(r"[\d(),]+", given + expected) and re.findall(r"\d+", given) == re.findall(r"\d+", expected):
        # Nested tuples with the same entries: a tuple around one entry is no difference.
        bare, wanted = (re.sub(r"\((\d+)\)", r"\1", text) for text in (given, expected))
        return "another form" if bare == wanted else "wrong form"
    if given.startswith("<") and expected.startswith("<"):
        (given, offset), (expected, wanted) = (text[1:-1].rpartition(",")[::2] for text in (given, expected))
        if offset != wanted:
            return "wrong"
    if not same_function(layout(given), layout(expected)):
        return "wrong"
    return "another form" if has_form(given, form) else "wrong form"


def answers_in(output):
    """The answer to each question, both without blanks; of a question with several that differ, CONTRADICTION."""
    answers = {}
    for line in output.split("\n"):
        question, _, answer = "".join(line.partition("#")[0].split()).partition("=")
        answer = "error" if answer.startswith("error") else answer
        if answer:
            answers[question] = answer if answers.get(question, answer) == answer else CONTRADICTION
    return answers


def case_lines(vectors, questions):
    """A line for each answer: one for each convention where they differ."""
    yield "# language 1"
    for vector, question in zip(vectors, questions):
        one = len(set(vector["answers"].values())) == 1
        for convention, answer in list(vector["answers"].items())[:1 if one else None]:
            asked = question if one else question.replace("(", f"@{convention}(", 1)
            yield f"{asked} = {answer}  # {' '.join([vector['id'], *vector['flags']])}"


def main():
    sys.stdout.reconfigure(errors="backslashreplace")
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--convention", default="strict", choices=["strict", "extended", "squeezed"])
    parser.add_argument("--flag", action="append", default=[], help="only vectors with this flag")
    parser.add_argument("--operation", action="append", default=[], help="only vectors of this operation")
    parser.add_argument("--lines", action="store_true", help="write them as a file of cases")
    parser.add_argument("command", nargs=argparse.REMAINDER)
    options = parser.parse_args()
    command = options.command[1:] if options.command[:1] == ["--"] else options.command
    if not command and not options.lines:
        parser.error("which program answers? Its COMMAND is missing")
    try:
        vectors = [v for v in json.loads(FILE.read_text())["vectors"] if set(options.flag) <= set(v["flags"])
                   and (not options.operation or v["operation"] in options.operation)]
        questions = [f"{v['operation']}({', '.join(v['operands'])})" for v in vectors]
        if options.lines:
            return print("\n".join(case_lines(vectors, questions)))
        lines = ("\n".join(questions) + "\n").encode()
        output = subprocess.run(command, input=lines, stdout=subprocess.PIPE).stdout.decode(errors="replace")
    except OSError as error:
        parser.error(str(error))
    answers = answers_in(output)
    counts, lacking = collections.Counter(), collections.Counter()
    for vector, question in zip(vectors, questions):
        given = answers.get("".join(question.split()), "")
        expected = "".join(vector["answers"][options.convention].split())
        found = verdict(given, expected, vector["form"].get(options.convention))
        counts[found] += 1
        lacking[vector["operation"]] += 1 if found == "unsupported" else -1
        if found not in ("right", "another form", "unsupported"):
            print(f"{vector['id']}: {question} = {given}  # {found}, not {expected}; {' '.join(vector['flags'])}")
    print(", ".join(f"{count} {found}" for found, count in counts.most_common()) or "no vector is asked")
    few = [operation for operation, more in lacking.items() if more > 0]
    if few:
        print("more than half is unsupported, ask the others by --operation:", ", ".join(few))
    judged = counts.total() - counts["unsupported"]
    sys.exit(0 if judged and judged == counts["right"] + counts["another form"] and not few else 1)


if __name__ == "__main__":
    main()
