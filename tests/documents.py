"""Whether the documents name what there is: paths, targets of make, presets, options, operations and identifiers; quote
code as it stands somewhere; and accuse others only with their own words; and whether one file alone names the owner of the
repository. Usage: documents.py PROGRAM
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
# History names what is gone. The others are generated, or are about what is somebody else's.
LEFT_OUT = ("CHANGELOG.md", "docs/errata.md", "docs/conformance.md", "docs/coverage.md", "docs/proofs/",
            "docs/upstream/")
# Files and words of others, and of the reader.
OTHERS = {"mine.py", "02_layout_algebra.md", "docs/04_layout_algebra.md", "tcgen05", "ncu", "include/cute",
          "int_tuple.hpp", "stride.hpp", "tuple_algorithms.hpp", "underscore.hpp", "tensor_impl.hpp", "shape.py",
          "layout.py", "algebra.py",
          "cutlass.cute.runtime.make_fake_tensor", "--break-system-packages", "--cluster_size", "--keep-cubin",
          "sync_warp()", "bar_warp_sync", "generate_tensors",
          "copy_blocks_launcher", "conch.ops.vllm.copy_blocks", "fused_recurrent_comba", "fused_recurrent_gated_delta_rule",
          "fused_recurrent_precond_kda", "wgmma_sm90.cu", "wgmma_tma_sm90.cu", "01_mma_sm100.cu", "02_mma_tma_sm100.cu",
          "03_mma_tma_multicast_sm100.cu", "05_mma_tma_epi_sm100.cu", "etc/config/cuda.local.properties",
          "etc/config/triton.local.properties", "compileTimeoutMs", "lib/tooling"}
# Folders of CuTe DSL's examples.
OTHER_FOLDERS = re.compile("(ampere|hopper|blackwell|blackwell_geforce|reduction|tcgen05|tma|tutorial)/")
ENDINGS = "bash|cmake|cmake.in|cpp|cu|cuh|dict|hpp|inc|json|lines|md|profile|ptx|py|sh|svg|tsv|txt|yml"


def files() -> Iterator[Path]:
    for folder, folders, names in os.walk(ROOT):
        folders[:] = [name for name in folders
                      if name not in ("build", "__pycache__", ".cache", ".git", ".pytest_cache")]
        yield from ((Path(folder) / name).relative_to(ROOT) for name in names)


FILES = sorted(files())
PLACES = {f"/{place}" for path in FILES for place in (path, *path.parents)}
DOCUMENTS = [path for path in FILES if path.suffix == ".md" and not str(path).startswith(LEFT_OUT)]
CODE = {path: (ROOT / path).read_text("utf-8", "replace") for path in FILES
        if path.suffix == ".py" or (path.parts[0] not in ("corpus", "docs") and path.suffix != ".md")}
ALL_CODE = "\n".join(text for path, text in CODE.items() if path != Path("tests/documents.py"))
FLAT_CODE = " ".join(ALL_CODE.split())
# A file of corpus/ptx is called after a family and a number.
WORDS = set(re.findall(r"[A-Za-z_]\w*", ALL_CODE)) | {re.split(r"[-.]", path.name)[0] for path in FILES}
TARGETS = set(re.findall(r"(?m)^([a-z][\w-]*):", (ROOT / "Makefile").read_text()))
# Files of others that findings are about.
ACCUSED = {Path(file).name for path in FILES if path.suffix == ".finding"
           for file in re.findall(r"[\w/]+\.py", (ROOT / path).read_text())}
PRESETS = set(re.findall(r'"name": "([\w-]+)"', (ROOT / "CMakePresets.json").read_text()))


def output(*command: str) -> str:
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout


def is_place(path: str) -> bool:
    """Whether it is the end of a path of the repository; TARGET, * and … stand for anything."""
    pattern = re.sub(r"[A-Z]{2,}(?!\w*\.md)|…|\\\*", "[^/]*", re.escape(path.rstrip("/").removeprefix("./")))
    return any(re.search(f"/{pattern}$", place) for place in PLACES)


def of_commands(line: str, helps: dict[str, str]) -> Iterator[str]:
    """What is wrong with a command, or with an option that stands alone."""
    for target in re.findall(r"(?:^|[;&|] *)make ([a-z][\w-]*)", line):
        if target not in TARGETS:
            yield f"the Makefile has no target {target}"
    for command in re.split(r" -- |[|;&]", line):
        for preset in re.findall(r"--preset[ =]([\w-]+)", command):
            if preset not in PRESETS:
                yield f"there is no preset {preset}"
        ours = re.match(r"\s*(?:\S*/)?layoutcheck ([a-z]+)\b", command)
        told = helps.get(ours[1], "") if ours else "\n".join([*helps.values(), ALL_CODE])
        if planned := re.match(r"\s*layoutcheck plan ([a-z]+)\b", command):
            told += helps.get(planned[1], "")
        if ours or re.match(r"\s*(--|tools/|adapters/|python3 )", command):
            for option in re.findall(r"(?<![\w-])--[a-z][\w-]*", command):
                if option not in OTHERS and not re.search(option + r"(?![\w-])", told):
                    yield f"'{command.strip()}': there is no option {option}"


def of_names(span: str) -> Iterator[str]:
    """What is wrong with a path, or with an identifier."""
    if span in OTHERS or span.startswith("build/"):
        return
    if OTHER_FOLDERS.match(span) or span.removesuffix(".py") + ".py" in ACCUSED:
        return
    if re.fullmatch(rf"[\w./…*-]+/|[\w./…*-]*[\w*]\.({ENDINGS})|[a-z_.][\w.-]*(/[\w.…*-]+)+", span):
        if not is_place(span):
            yield f"there is no file {span}"
    elif re.fullmatch(r"[.&]?[A-Za-z_][\w.:]*(\(\))?", span):
        for word in re.findall(r"[A-Za-z_]\w+", span):
            if word not in WORDS and not (word.endswith("_") and any(w.startswith(word) for w in WORDS)):
                yield f"no code has the word {word}"


def of_quotation(document: Path, kind: str, code: str) -> Iterator[str]:
    """What is quoted and stands nowhere, unless a test takes it from the document and runs it."""
    if any(str(document) in text and f"```{kind}" in text for path, text in CODE.items() if path.parts[0] == "tests"):
        return
    for part in re.split(r"\n\s*…\s*\n", code):
        if " ".join(part.split()) not in FLAT_CODE:
            yield f"what it quotes is not in the code:\n{part}"


def complaints(document: Path, helps: dict[str, str]) -> Iterator[str]:
    text = (ROOT / document).read_text()
    blocks = re.findall(r"(?ms)^```(\w+)\n(.*?)^```$", text)
    prose = re.sub(r"(?ms)^```.*?^```$", "", text)
    spans = [" ".join(span.split()) for span in re.findall(r"`([^`]+)`", prose)]
    shell = [line for kind, block in blocks if kind == "sh" for line in block.replace("\\\n", " ").splitlines()]
    for line in [*spans, *shell, *re.findall(r"(?m)^ {4,}(\S.*)", prose)]:
        yield from of_commands(line, helps)
    for span in spans:
        yield from of_names(span)
    for names in re.findall(r"presets? ((?:`[\w-]+`(?:, | and | or )?)+)", " ".join(prose.split())):
        yield from (f"there is no preset {name}" for name in re.findall(r"`([\w-]+)`", names) if name not in PRESETS)
    for link in re.findall(r"\]\(([^)#:]+)(?:#[^)]*)?\)", prose):
        if not (ROOT / document.parent / link).exists():
            yield f"there is no file {link}"
    for kind, block in blocks:
        if kind in ("cpp", "python"):
            yield from of_quotation(document, kind, block)


def of_reports(page: Path) -> Iterator[str]:
    """Reports that quote no words of the project, and are not about these words themselves, or expect nothing."""
    for report in re.split(r"(?m)^## ", (ROOT / page).read_text())[1:]:
        title = report.split("\n")[0]
        for what in () if title.startswith("The documentation ") else ("Documented", "Expected"):
            if f"*{what}:*" not in report:
                yield f"the report “{title}” has no paragraph *{what}:*"


def of_owner() -> Iterator[str]:
    """Files beside pyproject.toml that say whose repository this is."""
    named = re.search(r'(?m)^Repository = "https://github\.com/([^/"]+/[^/"]+)"$', (ROOT / "pyproject.toml").read_text())
    if not named:
        yield "pyproject.toml does not say whose repository this is"
        return
    for path in FILES:
        if path != Path("pyproject.toml") and named[1].encode() in (ROOT / path).read_bytes():
            yield f"{path}: {named[1]} is in pyproject.toml alone, and $REPOSITORY elsewhere"


def main() -> int:
    program = sys.argv[1]
    names = re.findall(r"(?m)^  ([a-z]+)  ", output(program, "--help"))
    helps = {name: output(program, name, "--help") for name in names}
    found = [f"{document}: {complaint}" for document in DOCUMENTS for complaint in complaints(document, helps)]
    found += [f"{page}: {complaint}" for page in FILES if page.match("docs/upstream/*.md")
              for complaint in of_reports(page)]
    found += of_owner()
    cases = (ROOT / "docs" / "cases.md").read_text()
    found += [f"docs/cases.md: the operation {name} is missing"
              for name in sorted(set(re.findall(r"(?m)^(\w+)\(", output(program, "operations"))))
              if not re.search(rf"`{name}[(`]", cases)]
    print("\n".join(found))
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
