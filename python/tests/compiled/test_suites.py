"""The plugin: a test of pytest for each operation."""

pytest_plugins = ["pytester"]

SUITE = """
    import layoutcheck
    from layoutcheck import Layout

    class Mine:
        def size(self, a: Layout):
            return a.size

        def cosize(self, a):
            return 1

        def rank(self, a: str):
            return 1

    {name} = layoutcheck.Suite(Mine, count=200, exhaustive="weight<=5, cases<=50")
"""


def test_one_test_an_operation(pytester):
    pytester.makepyfile(test_mine=SUITE.format(name="algebra"))
    result = pytester.runpytest_subprocess("-v")
    result.assert_outcomes(passed=1, failed=1, skipped=1)
    text = result.stdout.str()
    assert "algebra::size PASSED" in text and "algebra::cosize FAILED" in text and "algebra::rank SKIPPED" in text
    assert "1. cosize: wrong, another value" in text and "    given     1\n" in text
    assert "Traceback" not in text


def test_operations_can_be_named_and_chosen(pytester):
    suite = SUITE.format(name="test_algebra")
    pytester.makepyfile(test_mine=suite.replace("count=200", "count=200, operations=['size']"))
    pytester.runpytest_subprocess().assert_outcomes(passed=1)
    pytester.makepyfile(test_mine=suite)
    pytester.runpytest_subprocess("-k", "cosize").assert_outcomes(failed=1, deselected=2)


def test_a_profile_names_the_operations_and_what_is_expected(pytester):
    pytester.makefile(".profile", mine="""
[profile]
about: mine
convention: extended
operations: size(layout), cosize(layout)

[expected failure]
case: cosize(2:1)
cause: wrong, another value
reason: it is always 1

[expected failure]
case: cosize((9223372036854775807,2):(1,1))
cause: wrong, overflow unnoticed
reason: it is always 1
""".lstrip())
    suite = SUITE.format(name="algebra").replace("count=200", "count=200, profile='mine.profile'")
    pytester.makepyfile(test_mine=suite)
    pytester.runpytest_subprocess("-v").assert_outcomes(passed=2)
    pytester.makepyfile(test_mine=suite.replace("count=200", "count=200, no_expected=True"))
    pytester.runpytest_subprocess("-v").assert_outcomes(passed=1, failed=1)


def test_a_suite_that_tests_nothing_fails(pytester):
    suite = SUITE.format(name="algebra")
    for subject in ("SimpleNamespace(helper=len)", "SimpleNamespace(colaesce=len)"):
        text = suite.replace("import layoutcheck\n", "import layoutcheck\n    from types import SimpleNamespace\n")
        pytester.makepyfile(test_mine=text.replace("Mine,", subject + ","))
        result = pytester.runpytest_subprocess()
        result.assert_outcomes(errors=1)
        assert result.ret != 0 and "Traceback" not in result.stdout.str()
        assert ("no function with the name of an operation" if "helper" in subject else "did you mean 'coalesce'") \
            in result.stdout.str()
    # An operation that was asked for by name, and is not offered, is not passed over.
    pytester.makepyfile(test_mine=suite.replace("count=200", "count=200, operations=['size', 'coalesce']"))
    pytester.runpytest_subprocess().assert_outcomes(passed=1, failed=1)


def test_a_function_is_asked_everything(pytester):
    pytester.makepyfile(test_mine="""
        import layoutcheck
        def answer(operation, operands):
            if operation == "size" and isinstance(operands[0], layoutcheck.Layout):
                return operands[0].size
            return NotImplemented
        algebra = layoutcheck.Suite(answer, count=20, exhaustive="weight<=3, cases<=20")
    """)
    outcomes = pytester.runpytest_subprocess().parseoutcomes()
    assert outcomes["passed"] == 1 and outcomes["skipped"] > 50 and "failed" not in outcomes


def test_imported_names_are_no_tests(pytester):
    pytester.makepyfile(test_mine="from layoutcheck import *\nfrom layoutcheck import test, Suite\ndef test_it(): pass")
    pytester.runpytest_subprocess().assert_outcomes(passed=1)
