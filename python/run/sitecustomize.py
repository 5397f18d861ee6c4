"""Makes PyTorch and Triton use the stand-in of `layoutcheck run`, whose folder of Python code this is."""

import importlib.machinery
import importlib.util
import os
import sys


def _of_others():
    """The environment may have a sitecustomize of its own, which this one hides."""
    here = os.path.dirname(os.path.abspath(__file__))
    places = [place for place in sys.path if os.path.abspath(place) != here]
    spec = importlib.machinery.PathFinder.find_spec("sitecustomize", places)
    if spec and spec.loader:
        spec.loader.exec_module(importlib.util.module_from_spec(spec))


if "LAYOUTCHECK_RUN_REPORT" in os.environ:
    import layoutcheck_run

    layoutcheck_run.install()
_of_others()
