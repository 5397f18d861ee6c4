"""Planting errors in a copy of the tree, which shows whether checks can fail."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from common import ROOT, Trouble, shown


PLANTS = ROOT / "tools" / "plants.txt"


@dataclass(frozen=True)
class Plant:
    name: str
    # Who is to find it: "verify", a fuzz target, or both.
    by: tuple[str, ...]
    file: Path
    text: str
    replacement: str

    @property
    def target(self) -> str:
        """The fuzz target, if there is one."""
        return self.by[-1]


def read_plants() -> list[Plant]:
    """The errors of the list, each of which can be planted."""
    plants = []
    for number, line in enumerate(PLANTS.read_text().splitlines(), 1):
        if not line.strip() or line.startswith("#"):
            continue
        place = f"{shown(PLANTS)}:{number}"
        # Read from the outside in: the text itself may hold a bar.
        words = [word.strip() for word in line.split("|", 3)]
        text, bar, replacement = words[-1].partition(" | ")
        if len(words) != 4 or not bar:
            raise Trouble(f"{place}: the form is name | who finds it | file | text | replacement")
        plant = Plant(words[0], tuple(words[1].split()), Path(words[2]), text.strip(), replacement.strip())
        path = ROOT / plant.file
        count = path.read_text().count(plant.text) if path.is_file() else 0
        if count != 1:
            raise Trouble(f"{place}: {plant.name}: the text does not occur once in {plant.file}, but {count} times")
        plants.append(plant)
    return plants


class Tree:
    """A copy of the repository, without what was built, in which files are changed and changed back."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        wanted = set(self._files(ROOT))
        for old in [path for path in self._files(folder) if path not in wanted]:
            (folder / old).unlink()
        for path in wanted:
            self._copy(path)

    @staticmethod
    def _files(root: Path) -> Iterator[Path]:
        for folder, folders, names in os.walk(root):
            folders[:] = [name for name in folders if name not in ("build", "__pycache__") and name[0] != "."]
            yield from ((Path(folder) / name).relative_to(root) for name in names if name[0] != ".")

    def _copy(self, path: Path) -> None:
        """A file that differs gets a new date, so that what was built from the old one is built again."""
        data = (ROOT / path).read_bytes()
        copy = self.folder / path
        if not copy.is_file() or copy.read_bytes() != data:
            copy.parent.mkdir(parents=True, exist_ok=True)
            copy.write_bytes(data)
            shutil.copymode(ROOT / path, copy)

    @contextmanager
    def planted(self, plant: Plant) -> Iterator[None]:
        copy = self.folder / plant.file
        copy.write_text((ROOT / plant.file).read_text().replace(plant.text, plant.replacement))
        try:
            yield
        finally:
            self._copy(plant.file)
