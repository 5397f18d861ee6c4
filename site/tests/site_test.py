#!/usr/bin/env python3
"""usage: site_test.py PROGRAM SITE CORPUS [--pictures FOLDER] [--only WORD]

Opens the site of the folder SITE from the disk, without a network, and compares what its page says with what PROGRAM, a
`layoutcheck`, prints. Without the site or a browser it is skipped (status 77).
"""

import argparse
import gzip
import itertools
import json
import pathlib
import re
import subprocess
import sys

import browser

POINTS = 65536
ACCESSIBLE = pathlib.Path(__file__).with_name("accessible.js").read_text()
# It takes minutes with the most points that the page offers.
ENDLESS = f"coalesce(({','.join(20 * ['2'])}):({','.join(f'F{2 * i + 1}' for i in range(20))}))"


def cases_in(folder: pathlib.Path) -> list[str]:
    lines = [line for file in sorted(folder.glob("*.txt")) for line in file.read_text().splitlines()]
    return [line for line in lines if line.strip() and not line.lstrip().startswith("#")]


def vectors_in(file: pathlib.Path) -> list[str]:
    """Of the test vectors those with numbers of 32 bits and more, and some of the others."""
    cases = []
    for i, vector in enumerate(json.loads(file.read_text())["vectors"]):
        case = f"{vector['operation']}({', '.join(vector['operands'])}) = {vector['answers']['strict']}"
        if i % 10 == 0 or re.search(r"\d{10}", case):
            cases.append(case)
    return cases


def evaluated(program: str, cases: list[str]) -> str:
    return subprocess.run([program, "eval", *cases], stdout=subprocess.PIPE, text=True, check=False).stdout


class Test:
    def __init__(self, page: browser.Page, arguments: argparse.Namespace) -> None:
        self.page = page
        self.program = arguments.program
        self.cases = cases_in(arguments.corpus / "papers")
        self.vectors = vectors_in(arguments.corpus / "vectors" / "vectors.json")
        self.site = arguments.site
        self.address = (arguments.site / "index.html").resolve().as_uri()
        self.pictures = arguments.pictures

    def open(self, fragment: str = "") -> None:
        self.page.open(self.address + fragment)
        self.page.wait("document.documentElement.dataset.ready")
        if fragment:
            self.settled()

    def settled(self) -> None:
        self.page.wait("byId('stop').disabled && (shown || !byId('error').hidden)")

    def enter(self, case: str) -> None:
        """Types the case over the last one, and presses Enter."""
        self.page.run("field.focus(), field.select()")
        self.page.type(case)
        self.page.press("Escape")
        self.page.press("Enter")
        self.settled()

    def text(self, of: str) -> str:
        return self.page.run(f"byId({json.dumps(of)}).textContent")

    def picture(self, name: str, width: int, scheme: str) -> None:
        image = self.page.picture(width, 1100, scheme)
        if self.pictures:
            (self.pictures / f"{name}.png").write_bytes(image)

    def expect(self, found, wanted) -> None:
        if found != wanted:
            raise browser.Failed(f"found    {found!r}\nexpected {wanted!r}")

    def test_starts(self) -> None:
        names = ("index.html", "page.css", "page.js", "findings.js", "operations.js")
        loaded = b"".join((self.site / name).read_bytes() for name in names)
        print("  loaded:", len(gzip.compress(loaded)), "bytes compressed")
        self.expect(len(gzip.compress(loaded)) < 600_000, True)
        self.open()
        print("  ready after", self.page.run("document.documentElement.dataset.ready"), "ms")
        names = self.page.run("operations.map((operation) => operation.name)")
        listed = subprocess.run([self.program, "operations", "--names"], stdout=subprocess.PIPE, text=True, check=True)
        self.expect(set(listed.stdout.split()) - set(names), set())

    def test_all_papers(self) -> None:
        """Every case of the papers has, byte for byte, the text of `eval`."""
        self.expect(len(self.cases) > 1000, True)
        self.compare(self.cases)

    def test_vectors(self) -> None:
        self.expect(sum(bool(re.search(r"\d{10}", case)) for case in self.vectors) > 500, True)
        for begin in range(0, len(self.vectors), 500):
            self.compare(self.vectors[begin:begin + 500])

    def compare(self, cases: list[str]) -> None:
        wanted = evaluated(self.program, cases)
        script = f"""(async () => {{
          const texts = [];
          for (const text of {json.dumps(cases)}) {{
            const answer = await askJudge({{text, points: {POINTS}}});
            texts.push(answer.text ?? `${{text}}: ${{JSON.stringify(answer)}}\\n`);
          }}
          return texts.join('\\n');
        }})()"""
        found = self.page.run(script)
        if found != wanted:
            for one, other in zip(found.splitlines(), wanted.splitlines(), strict=False):
                self.expect(one, other)
        self.expect(found, wanted)
        print(f"  {len(cases)} cases")

    def test_typed(self) -> None:
        for case in self.cases[:: len(self.cases) // 10][:10]:
            self.enter(case)
            self.expect(self.text("text"), evaluated(self.program, [case]))

    def test_link(self) -> None:
        """An address that somebody else has copied."""
        case = "composition((2,2):(2,1), 3:1) = 3:1"
        self.open("#composition((2,2):(2,1),3:1)=3:1")
        self.expect(self.text("text"), evaluated(self.program, [case]))
        self.expect("answers the unanswerable" in self.text("items"), True)
        # The address of a case that was typed leads to the same.
        self.enter("complement@extended((2,2):(1,6), 24)")
        text = self.text("text")
        link = self.page.run("location.href")
        self.expect(link, self.address + "#complement@extended((2,2):(1,6),24)")
        self.page.run("history.back()")
        self.page.wait("byId('text').textContent.includes('3:1')")
        self.page.open(link)
        self.settled()
        self.expect(self.text("text"), text)

    def test_markdown(self) -> None:
        self.open("#composition((2,2):(2,1),3:1)=3:1")
        markdown = self.page.run("markdownOf(shown)")
        text = evaluated(self.program, ["composition((2,2):(2,1), 3:1) = 3:1"])
        link = self.address + "#composition((2,2):(2,1),3:1)=3:1"
        self.expect(markdown, f"```text\n{text}```\n\n[Judged by layoutcheck](<{link}>)\n")

    def test_conventions(self) -> None:
        self.open("#composition(4:1,2:8)")
        rows = self.page.run("[...byId('conventions').children].map((one) => one.textContent)")
        self.expect([rows[0], *rows[2:]], ["strict", "extended, squeezed", "2:8"])
        self.expect(rows[1].startswith("undefined: "), True)
        self.open("#coalesce((2,2):(1,2))")
        self.expect(self.page.run("byId('by-convention').hidden"), True)

    def test_findings(self) -> None:
        """A case that was found to have a wrong answer says who gave it."""
        self.open("#composition@extended((6,3):(1,7),(3,4):(2,3))")
        shown = self.text("findings")
        self.expect(shown.startswith("LC-0001: composition is silently another function"), True)
        self.expect("pycute 4.2.0" in shown and shown.endswith(": (3,(2,2)):(2,(3,7))"), True)
        self.enter("rank((2,2))")
        self.expect(self.page.run("byId('found').hidden"), True)

    def test_picture(self) -> None:
        for expression in ("logical_divide((4,8):(1,4), (2,2):(1,4))", "Sw<3,0,3> o 0 o (8,8):(8,1)",
                           "(2,2)--(1,3)-->(2,5,2,5)", "layout_tv((2,4):(4,1), (2,2):(2,1))"):
            self.enter(expression)
            shown = subprocess.run([self.program, "show", expression, "--svg", "-"], stdout=subprocess.PIPE, text=True,
                                   check=True).stdout
            drawn = self.page.run("shown.answer.picture")
            self.expect(drawn, shown)
            self.expect(self.page.run("byId('picture').firstElementChild.tagName"), "svg")

    def test_malformed(self) -> None:
        self.open("#composition((2,2):(2,%C3%A4),3:1)")
        error = self.text("error")
        case = "composition((2,2):(2,ä),3:1)"
        run = subprocess.run([self.program, "eval", case], stderr=subprocess.PIPE, text=True, check=False)
        self.expect(error, "Column " + run.stderr.strip().split("', column ")[1] + case)
        self.expect(self.page.run("document.querySelector('mark').textContent"), "ä")
        self.expect(self.page.run("field.getAttribute('aria-invalid')"), "true")
        self.enter("rank((2,2))")
        self.expect(self.page.run("[byId('error').hidden, field.getAttribute('aria-invalid')]"), [True, None])

    def test_resized(self) -> None:
        """The field is as high as its text, also after a telephone was turned."""
        self.open("#composition((3,6):(7,1),(4,3):(3,2))=((2,2),3):((7,3),2)")
        heights = []
        for width in (1280, 400, 1280):
            self.page.resize(width, 1100, "light")
            self.page.run("new Promise(requestAnimationFrame)")
            heights.append(self.page.run("field.clientHeight"))
        self.expect(heights[0] == heights[2] < heights[1], True)

    def test_stopped(self) -> None:
        """One that takes minutes is ended at once, and the next one has its answer."""
        self.open()
        self.page.run(f"location.hash = '#points=16777216;{ENDLESS}', 0")
        self.page.wait("!byId('stop').disabled")
        self.page.run("new Promise((resolve) => setTimeout(resolve, 1000))")
        self.expect(self.page.run("byId('stop').disabled"), False)
        self.page.run("byId('stop').click()")
        self.page.wait("byId('status').textContent === 'Stopped.'", 5)
        self.page.run("byId('points').value = '65536', 0")
        self.enter("rank((2,2))")
        self.expect(self.text("text"), evaluated(self.program, ["rank((2,2))"]))

    def test_survives(self) -> None:
        """What is nested too deeply for the stack of a browser is refused, and the next one has its answer."""
        self.enter("depth(" + "(" * 60000 + "1" + ")" * 60000 + ")")
        self.expect(self.page.run("byId('error').hidden && !byId('text').textContent"), False)
        self.enter("rank((2,2))")
        self.expect(self.text("text"), evaluated(self.program, ["rank((2,2))"]))

    def test_keyboard(self) -> None:
        """The keyboard alone chooses a name, judges and reaches all buttons."""
        self.open()
        self.page.run("field.focus()")
        self.page.type("compl")
        self.page.wait("!list.hidden")
        self.page.press("ArrowDown")
        self.expect(self.page.run("list.querySelector('[aria-selected=true]').id"),
                    self.page.run("field.getAttribute('aria-activedescendant')"))
        self.page.run(ACCESSIBLE)
        for scheme in ("light", "dark"):
            self.page.resize(1280, 1100, scheme)
            self.expect(self.page.run("accessible.unreadable().faults"), [])
        self.page.press("Enter")
        self.expect(self.page.run("[field.value, list.hidden]"), ["complement(", True])
        self.expect("complement(layout, positive integer)" in self.text("hint"), True)
        self.page.type("(2,2):(1,6), 24)")
        self.page.press("Enter")
        self.settled()
        self.expect(self.page.run("shown.question.text"), "complement((2,2):(1,6), 24)")
        reached = []
        for _ in range(5):
            self.page.press("Tab")
            reached.append(self.page.run("document.activeElement.id || document.activeElement.tagName"))
        self.expect(reached, ["judge", "copy", "points", "picture", "SUMMARY"])

    def test_documents(self) -> None:
        """The documents are searched without a network, and their cases lead to the judge."""
        folder = self.address.removesuffix("index.html") + "docs/"
        self.page.open(folder + "search.html?q=complementable")
        self.page.wait("document.querySelectorAll('#search-results li').length > 2")
        self.page.open(folder + "findings/index.html")
        self.page.run("document.querySelector('section a[href*=\"index.html#composition\"]').click()")
        self.page.wait("location.pathname.endsWith('/index.html') && document.getElementById('text')?.textContent")
        self.expect("answers the unanswerable" in self.text("text"), True)
        for page in ("index", "findings/index", "findings/versions", "statements/index", "statements/shah", "docs/modules"):
            self.page.open(f"{folder}{page}.html")
            for width in (1280, 400):
                for scheme in ("light", "dark"):
                    self.picture(f"{page.replace('/', '-')}-{width}-{scheme}", width, scheme)
                self.expect(self.page.run("document.documentElement.scrollWidth") <= width, True)

    def test_commands(self) -> None:
        """Code is as it is in the repository: with its brackets and its hyphens."""
        folder = self.address.removesuffix("index.html") + "docs/"
        for page, code in (("docs/gpu-checks", "x: in f32[1024], y: out f32[1024]"), ("findings/index", "--expt-relaxed")):
            self.page.open(f"{folder}{page}.html")
            self.expect(code in self.page.run("document.body.textContent"), True)

    def test_drawers(self) -> None:
        """On a telephone the keyboard opens the contents, goes into them, and closes them."""
        self.page.open(self.address.removesuffix("index.html") + "docs/findings/index.html")
        self.page.resize(400, 1100, "light")
        inside = "document.activeElement.closest('.sidebar-drawer') !== null"
        self.page.run("document.querySelector('.nav-overlay-icon').focus()")
        self.expect(self.page.run(inside), False)
        self.page.press("Enter")
        self.expect(self.page.run(inside), True)
        self.page.press("Escape")
        self.page.wait("getComputedStyle(document.querySelector('.sidebar-drawer')).visibility === 'hidden'", 5)

    def test_versions(self) -> None:
        """The table of versions shows the findings of one operation where it is chosen."""
        self.page.open(self.address.removesuffix("index.html") + "docs/findings/versions.html")
        shown = "[...document.querySelectorAll('.versions tbody tr')].filter((row) => row.offsetParent).length"
        everything = self.page.run(shown)
        self.page.run("operation.value = 'left_inverse'; operation.dispatchEvent(new Event('change'))")
        self.expect(0 < self.page.run(shown) < everything, True)
        self.expect(self.page.run("document.querySelector('.versions tr:not([hidden]) td').title") != "", True)
        self.page.run("operation.value = ''; operation.dispatchEvent(new Event('change'))")
        self.expect(self.page.run(shown), everything)

    def test_accessible(self) -> None:
        """Whatever is to be read has contrast enough, and whatever can be used has a label and is reached by Tab."""
        folder = self.address.removesuffix("index.html")
        pages = ["index.html#composition((3,6):(7,1),(4,3):(3,2))=((2,2),3):((7,3),2)",
                 "index.html#logical_divide((4,8):(1,4),(2,2):(1,4))", "index.html#composition((2,2):(2,%C3%A4),3:1)",
                 "docs/findings/index.html", "docs/findings/versions.html", "docs/docs/conformance.html",
                 "docs/statements/index.html", "docs/statements/shah.html"]
        faults = []
        for page, width, scheme in itertools.product(pages, (1280, 400), ("light", "dark")):
            self.page.open(folder + page)
            if "#" in page:
                self.settled()
            self.page.resize(width, 1100, scheme)
            self.page.run(ACCESSIBLE)
            read = self.page.run("accessible.unreadable()")
            found = [*read["faults"], *(f"no label: {one}" for one in self.page.run("accessible.unlabeled()"))]
            reached = 0
            self.page.press("Tab")
            while (fault := self.page.run("accessible.visit()")) is not None:
                reached += 1
                found += [fault] if fault else []
                self.page.press("Tab")
            found += [f"not reached: {one}" for one in self.page.run("accessible.unreached()")]
            print(f"  {page.split('(')[0]}, {width}, {scheme}: {read['texts']} texts, {reached} reached by Tab")
            self.expect(read["texts"] > 20 and reached > 8, True)
            faults += [f"{page}, {width}, {scheme}: {fault}" for fault in found]
        self.expect(faults, [])

    def test_alone(self) -> None:
        """Nothing came from a network, and whatever can be focused has a name."""
        local = ("file:", "blob:", "data:", "about:")
        self.expect([address for address in self.page.fetched if not address.startswith(local)], [])
        for node in self.page.send("Accessibility.getFullAXTree")["nodes"]:
            if node.get("role", {}).get("value") in ("button", "combobox", "link", "textbox"):
                self.expect(bool(node.get("name", {}).get("value")), True)

    def test_widths(self) -> None:
        """Nothing but tables and pictures is wider than a telephone."""
        for fragment in ("#composition((3,6):(7,1),(4,3):(3,2))=((2,2),3):((7,3),2)",
                         "#logical_divide((4,8):(1,4),(2,2):(1,4))", "#shah.2.18((6,2),(2,2,2):(1,2,3))"):
            self.open(fragment)
            for width in (1280, 400):
                for scheme in ("light", "dark"):
                    self.picture(f"{fragment[1:].split('(')[0]}-{width}-{scheme}", width, scheme)
                self.expect(self.page.run("document.documentElement.scrollWidth") <= width, True)


def main() -> int:
    parser = argparse.ArgumentParser()
    parser.add_argument("program")
    parser.add_argument("site", type=pathlib.Path)
    parser.add_argument("corpus", type=pathlib.Path)
    parser.add_argument("--pictures", type=pathlib.Path)
    parser.add_argument("--only", default="")
    arguments = parser.parse_args()
    name = browser.program()
    if not (arguments.site / "operations.js").exists() or name is None:
        print("skipped: " + ("there is no chromium" if name is None else "make site has not been run"))
        return 77
    chromium = browser.Browser(name)
    failed = 0
    try:
        test = Test(chromium.page(), arguments)
        for step in [name for name in vars(Test) if name.startswith("test_") and arguments.only in name]:
            print(step, flush=True)
            try:
                test.open()
                getattr(test, step)()
            except browser.Failed as error:
                failed += 1
                print(f"FAILED: {step}: {str(error)[:2000]}", flush=True)
    finally:
        chromium.close()
    if failed:
        print("`make site` makes the site anew: of another state of the sources it says something else")
    return 1 if failed else 0


sys.exit(main())
