"""What the plugin of pytest records. A stand-in takes PyCuTe's place, with as much of it as is called here."""

import os
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

ADAPTERS = Path(__file__).resolve().parent.parent

PYCUTE = """
class F2:
    def __init__(self, value): self.value = value
    def __int__(self): return self.value
    def __eq__(self, other): return self.value == int(other)
    def __hash__(self): return self.value

class ArithTuple: pass

class Layout:
    def __init__(self, shape, stride=1):
        self.shape, self.stride = shape, stride
    def __call__(self, x): return size(self) * x
    def __getitem__(self, i): return Layout(self.shape[i], self.stride[i])
    def _offset_and_slice(self, coordinate): pass

class Swizzle:
    def __call__(self, x): return x

class ModeOp:
    def __init__(self, func): self.func = func
    def __call__(self, *operands, mode=()): return self.func(*operands, mode=mode)

def is_layout(x): return isinstance(x, Layout)
def size(x): return 6
def compatible(a, b): raise ValueError("they are\\nnot")
coalesce = ModeOp(lambda a, mode=(): size(a) and a)
def __getattr__(name):
    if name.startswith("__"): raise AttributeError(name)
    return lambda *operands: None
"""

CALLS = """
import nvlabs_pycute_cases
nvlabs_pycute_cases.pytest_configure()
from pycute import *
from pycute import F2, Layout, Swizzle, coalesce, compatible, size
L = Layout((2, 3), (3, 1))
size(L), size(L), L(1)
coalesce(L), coalesce(L, mode=(0,)), coalesce(Layout(4, F2(3)))
coalesce(Layout((2, 2), (F2(1), 2)))
Swizzle()(3)
size("a symbol")
try:
    compatible(4, (2, 2))
except ValueError:
    pass
else:
    raise AssertionError
nvlabs_pycute_cases.pytest_sessionfinish()
"""


class Cases(unittest.TestCase):
    def test_each_question_of_a_test_is_written_once_with_its_answer(self) -> None:
        with tempfile.TemporaryDirectory() as scratch:
            package = Path(scratch, "pycute")
            package.mkdir()
            (package / "__init__.py").write_text(PYCUTE)
            file = Path(scratch, "cases.txt")
            environment = os.environ | {"PYTHONPATH": f"{ADAPTERS}{os.pathsep}{scratch}",
                                        "LAYOUTCHECK_CASES": str(file)}
            subprocess.run([sys.executable, "-c", CALLS], check=True, env=environment)
            lines = file.read_text().splitlines()
        self.assertEqual([line for line in lines if not line.startswith("#")],
                         ["size((2,3)) = 6", "apply((2,3):(3,1), 1) = 6", "coalesce((2,3):(3,1)) = (2,3):(3,1)",
                          "coalesce(4:F3) = 4:F3", "compatible(4, (2,2)) = error ValueError: they are not"])
        self.assertEqual(lines[5:], ["# 13 calls, 5 cases, 7 calls outside the language:",
                                     "# 3 Layout.__init__: a layout with its strides", "# 1 coalesce: on a mode",
                                     "# 1 coalesce: over a module", "# 1 Swizzle.__call__: no operation",
                                     "# 1 size: no shape"])


if __name__ == "__main__":
    unittest.main()
