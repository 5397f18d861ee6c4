"""A headless Chromium, driven by its DevTools protocol over two pipes; the standard library is all that it takes."""

import base64
import contextlib
import json
import os
import shutil
import subprocess
import tempfile
import time


def program() -> str | None:
    for name in ("chromium", "chromium-browser", "google-chrome"):
        if found := shutil.which(name):
            return found
    return None


class Failed(Exception):
    pass


class Page:
    """One tab of a browser of its own. Whatever address it asks a network for is in `fetched`."""

    def __init__(self, browser: "Browser", session: str) -> None:
        self.browser = browser
        self.session = session
        self.fetched: list[str] = []

    def send(self, method: str, **parameters):
        return self.browser.send(method, self.session, **parameters)

    def run(self, script: str):
        """The value of an expression, or of the promise that it is."""
        answer = self.send("Runtime.evaluate", expression=script, awaitPromise=True, returnByValue=True,
                           userGesture=True)
        if "exceptionDetails" in answer:
            raise Failed(f"{script[:200]}: {answer['exceptionDetails']}")
        return answer["result"].get("value")

    def wait(self, condition: str, seconds: float = 120) -> None:
        end = time.monotonic() + seconds
        while not self.run(f"Boolean({condition})"):
            if time.monotonic() > end:
                raise Failed(f"after {seconds} s it is not so: {condition}")
            time.sleep(0.05)

    def open(self, address: str) -> None:
        """Opens it in a document of its own, even if only the fragment is another one."""
        self.send("Page.navigate", url="about:blank")
        self.wait("location.href === 'about:blank'")
        self.send("Page.navigate", url=address)
        self.wait("document.readyState === 'complete' && location.href !== 'about:blank'")

    def type(self, text: str) -> None:
        self.send("Input.insertText", text=text)

    def press(self, key: str, modifiers: int = 0) -> None:
        codes = {"Enter": 13, "Tab": 9, "Escape": 27, "ArrowDown": 40, "ArrowUp": 38, "a": 65, "Backspace": 8}
        text = {"text": "\r"} if key == "Enter" else {}
        event = {"key": key, "code": key, "windowsVirtualKeyCode": codes[key], "modifiers": modifiers}
        self.send("Input.dispatchKeyEvent", type="keyDown", **event, **text)
        self.send("Input.dispatchKeyEvent", type="keyUp", **event)

    def resize(self, width: int, height: int, scheme: str) -> None:
        """Shows it in a window of that size; the scheme is light or dark."""
        self.send("Emulation.setEmulatedMedia", features=[{"name": "prefers-color-scheme", "value": scheme}])
        self.send("Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=1,
                  mobile=width < 600)

    def picture(self, width: int, height: int, scheme: str) -> bytes:
        """A PNG of what such a window shows."""
        self.resize(width, height, scheme)
        shot = self.send("Page.captureScreenshot", captureBeyondViewport=False)
        return base64.b64decode(shot["data"])


class Browser:
    def __init__(self, name: str) -> None:
        self.folder = tempfile.TemporaryDirectory()
        to_child, ours_out = os.pipe()
        ours_in, from_child = os.pipe()

        def place_pipes() -> None:
            # It reads commands from descriptor 3, and writes answers to 4.
            os.dup2(to_child, 13)
            os.dup2(from_child, 14)
            os.dup2(13, 3)
            os.dup2(14, 4)

        self.log = open(os.path.join(self.folder.name, "log"), "w")
        self.child = subprocess.Popen(
            [name, "--headless=new", "--no-sandbox", "--disable-gpu", "--no-first-run", "--remote-debugging-pipe",
             "--disable-dev-shm-usage", "--disable-background-networking", "--host-resolver-rules=MAP * ~NOTFOUND",
             f"--user-data-dir={self.folder.name}/profile", "about:blank"],
            stdin=subprocess.DEVNULL, stdout=self.log, stderr=self.log, close_fds=False, preexec_fn=place_pipes,
            start_new_session=True,
        )
        os.close(to_child)
        os.close(from_child)
        self.out = os.fdopen(ours_out, "wb", buffering=0)
        self.input = os.fdopen(ours_in, "rb", buffering=0)
        self.rest = b""
        self.number = 0
        self.pages: dict[str, Page] = {}

    def message(self) -> dict:
        while b"\0" not in self.rest:
            part = self.input.read(1 << 20)
            if not part:
                raise Failed("the browser ended: " + open(self.log.name).read()[-2000:])
            self.rest += part
        text, self.rest = self.rest.split(b"\0", 1)
        return json.loads(text)

    def send(self, method: str, session: str | None = None, **parameters) -> dict:
        self.number += 1
        command = {"id": self.number, "method": method, "params": parameters}
        if session:
            command["sessionId"] = session
        text = memoryview(json.dumps(command).encode() + b"\0")
        while text:
            text = text[self.out.write(text):]
        while True:
            answer = self.message()
            if answer.get("method") == "Network.requestWillBeSent":
                self.pages[answer["sessionId"]].fetched.append(answer["params"]["request"]["url"])
            if answer.get("id") == self.number:
                if "error" in answer:
                    raise Failed(f"{method}: {answer['error']}")
                return answer["result"]

    def page(self) -> Page:
        target = self.send("Target.createTarget", url="about:blank")["targetId"]
        session = self.send("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
        page = self.pages[session] = Page(self, session)
        for domain in ("Page", "Runtime", "Network"):
            page.send(f"{domain}.enable")
        return page

    def close(self) -> None:
        with contextlib.suppress(Failed, OSError):
            self.send("Browser.close")
        try:
            self.child.wait(20)
        except subprocess.TimeoutExpired:
            self.child.kill()
            self.child.wait()
        self.log.close()
        with contextlib.suppress(OSError):
            self.folder.cleanup()
