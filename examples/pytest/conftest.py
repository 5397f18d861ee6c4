"""Finds my_layouts, which lies beside this folder."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1] / "python"))
