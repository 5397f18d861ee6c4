#!/usr/bin/env python3
"""usage: assemble.py JUDGES SITE

Puts the page of the site into the folder SITE, with the judges that Emscripten left in the folder JUDGES.

From a file, a page may neither fetch another file nor start a worker from one. So a judge is a script that holds two
texts: the script of the worker, and the module, compressed.
"""

import base64
import json
import pathlib
import shutil
import sys

import zopfli.gzip

SOURCE = pathlib.Path(__file__).parent


def bundle(judges: pathlib.Path, name: str) -> str:
    script = (judges / f"{name}.js").read_text() + (SOURCE / "worker.js").read_text()
    packed = zopfli.gzip.compress((judges / f"{name}.wasm").read_bytes(), numiterations=5)
    parts = {"script": script, "wasm": base64.b64encode(packed).decode()}
    return f"(globalThis.layoutcheckJudges ??= {{}}).{name} = {json.dumps(parts)};\n"


def main() -> None:
    if len(sys.argv) != 3:
        sys.exit(str(__doc__).splitlines()[0])
    judges, site = map(pathlib.Path, sys.argv[1:])
    site.mkdir(parents=True, exist_ok=True)
    for name in ("index.html", "page.css", "page.js"):
        shutil.copy(SOURCE / name, site)
    for name in ("operations", "statements"):
        (site / f"{name}.js").write_text(bundle(judges, name))


main()
