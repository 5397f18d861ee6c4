"""Planting errors in a copy of the tree, which shows whether checks can fail."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from fuzzing import ROOT, Trouble, shown


@dataclass(frozen=True)
class Plant:
    name: str
    file: Path
    text: str
    replacement: str
    # The fuzz target that is to find it; "" in a list that names none.
    target: str = ""

    def fault(self) -> str:
        """Why it cannot be planted, or ""."""
        path = ROOT / self.file
        if not path.is_file():
            return f"there is no file {self.file}"
        count = path.read_text().count(self.text)
        return "" if count == 1 else f"the text does not occur once in {self.file}, but {count} times"


def read_plants(path: Path, with_target: bool = False) -> list[Plant]:
    """The lines `name | file | text | replacement`, with a target after the name where lists have one."""
    plants = []
    for number, line in enumerate(path.read_text().splitlines(), 1):
        if not line.strip() or line.startswith("#"):
            continue
        # Read from the outside in: the text itself may hold a bar.
        first = 3 if with_target else 2
        words = line.split("|", first)
        code = words[-1].split(" | ", 1)
        if len(words) != first + 1 or len(code) != 2:
            form = "name | target | file" if with_target else "name | file"
            raise Trouble(f"{shown(path)}:{number}: the form is {form} | text | replacement")
        names = [word.strip() for word in words[:-1]]
        plants.append(
            Plant(
                name=names[0],
                target=names[1] if with_target else "",
                file=Path(names[-1]),
                text=code[0].strip(),
                replacement=code[1].strip(),
            )
        )
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
