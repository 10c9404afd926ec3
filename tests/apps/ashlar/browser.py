# SPDX-License-Identifier: BSD-3-Clause
"""A headless Chromium, driven through the WebDriver protocol of the W3C by chromedriver."""
import json
import re
import shutil
import subprocess
import tempfile
import urllib.request

CHROMIUM, DRIVER = shutil.which("chromium"), shutil.which("chromedriver")
MISSING = "skipped: no chromium and chromedriver (Debian's chromium, chromium-driver)"


class Browser:
    """A browser window of 1100x900 pixels, used as a context manager."""

    def __enter__(self):
        self.profile = tempfile.TemporaryDirectory(prefix="ashlar-browser-", ignore_cleanup_errors=True)
        self.driver = subprocess.Popen([DRIVER, "--port=0"], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
        try:
            self.start()
        except BaseException:
            self.stop()
            raise
        return self

    def start(self):
        ports = (re.search(r"successfully on port (\d+)", line) for line in self.driver.stdout)
        port = next(found.group(1) for found in ports if found)
        self.url = f"http://127.0.0.1:{port}/session"
        arguments = ["--headless", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--window-size=1100,900",
                     f"--user-data-dir={self.profile.name}"]
        options = {"binary": CHROMIUM, "args": arguments}
        session = self.post("", {"capabilities": {"alwaysMatch": {"goog:chromeOptions": options}}})
        self.url += "/" + session["sessionId"]

    def __exit__(self, *_):
        try:
            self.request("DELETE", "")
        finally:
            self.stop()

    def stop(self):
        self.driver.terminate()
        self.driver.wait()
        self.driver.stdout.close()
        self.profile.cleanup()

    def request(self, method, path, body=None):
        data = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(self.url + path, data, {"Content-Type": "application/json"}, method=method)
        with urllib.request.build_opener(urllib.request.ProxyHandler({})).open(request, timeout=900) as answer:
            return json.load(answer)["value"]

    def post(self, path, body):
        return self.request("POST", path, body)

    def open(self, path):
        self.post("/url", {"url": "file://" + path})

    def run(self, script, *arguments):
        return self.post("/execute/sync", {"script": script, "args": list(arguments)})

    def point(self, x, y):
        """Moves the mouse to a place in the window."""
        move = {"type": "pointerMove", "duration": 0, "origin": "viewport", "x": round(x), "y": round(y)}
        self.post("/actions", {"actions": [{"type": "pointer", "id": "mouse", "parameters": {"pointerType": "mouse"},
                                            "actions": [move]}]})

    def press(self, *keys):
        """Types keys in order; WebDriver's special keys start at U+E000."""
        strokes = [{"type": kind, "value": key} for key in keys for kind in ("keyDown", "keyUp")]
        self.post("/actions", {"actions": [{"type": "key", "id": "keyboard", "actions": strokes}]})

    def prefer_dark(self):
        features = [{"name": "prefers-color-scheme", "value": "dark"}]
        self.post("/goog/cdp/execute", {"cmd": "Emulation.setEmulatedMedia", "params": {"features": features}})
