"""The plugin for pytest, which finds suites in files of tests."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest


class NotRight(Exception):
    """The verdict, as text."""


class OperationItem(pytest.Item):
    """The test of one operation."""

    def __init__(self, *, suite: Any, operation: str, **rest: Any) -> None:
        super().__init__(**rest)
        self.suite = suite
        self.operation = operation

    def runtest(self) -> None:
        result = self.suite.run(self.operation)
        if not result.counts and not self.suite.options.get("operations"):
            pytest.skip(f"{self.operation} is not offered")
        if not result.right:
            raise NotRight(str(result))

    def repr_failure(self, excinfo: pytest.ExceptionInfo[BaseException], *rest: Any) -> Any:
        if isinstance(excinfo.value, NotRight):
            return str(excinfo.value)
        return super().repr_failure(excinfo, *rest)

    def reportinfo(self) -> tuple[Any, int | None, str]:
        return self.path, None, self.name


class SuiteCollector(pytest.Collector):
    """The tests of one suite."""

    def __init__(self, *, suite: Any, **rest: Any) -> None:
        super().__init__(**rest)
        self.suite = suite

    def collect(self) -> Iterator[pytest.Item]:
        try:
            operations = self.suite.operations()
        except ValueError as error:
            raise self.CollectError(str(error)) from error
        for operation in operations:
            yield OperationItem.from_parent(self, name=operation, suite=self.suite, operation=operation)


def pytest_pycollect_makeitem(collector: pytest.Collector, name: str, obj: object) -> SuiteCollector | None:
    # By name: most files of tests have nothing to do with layouts, and need not load the compiled part.
    if type(obj).__module__ != "layoutcheck.suites" or type(obj).__name__ != "Suite":
        return None
    return SuiteCollector.from_parent(collector, name=name, suite=obj)
