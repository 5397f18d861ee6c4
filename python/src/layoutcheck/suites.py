"""Suites: a test of pytest for each operation of an implementation."""

from __future__ import annotations

import os
from typing import Any

from layoutcheck import _core
from layoutcheck.subject import Members, is_function, refuse_misspelt
from layoutcheck.verdicts import test


class Suite:
    """Stands in a file of tests, under any name, for one test an operation: `algebra = layoutcheck.Suite(mine)`. The
    subject and the options are those of `test`."""

    def __init__(self, subject: Any, **options: Any) -> None:
        self.subject = subject
        self.options = options

    def operations(self) -> list[str]:
        """The operations to test: those named, else those of the profile that the subject has members for, else all.
        Raises ValueError as `test` does, and if there is none: nothing would be tested."""
        named = self.options.get("operations")
        if named:
            return list(named)
        profile = os.fspath(self.options.get("profile", ""))
        known = _core.operations_of(profile) if profile else [name for name, _ in _core.operations()]
        names = list(dict.fromkeys(known))
        if is_function(self.subject):
            return names
        refuse_misspelt(self.subject)
        offered = list(filter(Members(self.subject).takes, names))
        if not offered:
            raise ValueError("the subject has no function with the name of an operation" +
                             (" of the profile" if profile else ""))
        return offered

    def run(self, operation: str) -> _core.Result:
        """The verdict on one operation. Questions of files about others are those of other tests."""
        return test(self.subject, **{"shared": True, **self.options, "operations": [operation]})
