"""Starts apimachinery-server, or connects to one."""

from __future__ import annotations

import collections
import os
import re
import shlex
import shutil
import subprocess
import tempfile
import threading
from typing import Any, Callable

from .cluster import Cluster
from .control import Control, segment

_CONTROL_LINE = re.compile(r"control API on (\S+), token in (.+)")

# Long enough for npx, which may download the command first.
_START_TIMEOUT = 120


class Server:
    """A running apimachinery-server with its control API. Use it in a `with` statement, or call `stop`."""

    def __init__(self, url: str, token: str, stop: Callable[[], None] = lambda: None) -> None:
        self._control = Control(url, token)
        self._stop = stop

    @classmethod
    def start(cls) -> Server:
        """Starts the command, or connects to the one that APIMACHINERY_CONTROL names. Raises RuntimeError where it does not start."""
        url = os.environ.get("APIMACHINERY_CONTROL")
        if url:
            return cls(url, os.environ.get("APIMACHINERY_CONTROL_TOKEN", ""))
        process = _Process()
        try:
            return cls(*process.control(), stop=process.stop)
        except BaseException:
            process.stop()
            raise

    def create_cluster(self, *, snapshot: str | None = None, **spec: Any) -> Cluster:
        """Makes a cluster, with the objects of a snapshot if there is one; keywords are the fields of a ClusterSpec, such as controllers=["*"], nodes=2."""
        if snapshot is not None:
            spec["from"] = {"snapshot": snapshot}
        return Cluster(self._control, self._control.send("POST", "/clusters", spec))

    def cluster(self, name: str) -> Cluster:
        """The cluster of a name."""
        return Cluster(self._control, self._control.send("GET", "/clusters/" + segment(name)))

    def clusters(self) -> list[Cluster]:
        """All clusters, oldest first."""
        return [Cluster(self._control, item) for item in self._control.send("GET", "/clusters")["items"]]

    def delete_clusters(self) -> None:
        """Deletes all clusters."""
        self._control.send("DELETE", "/clusters")

    def snapshots(self) -> list[dict[str, Any]]:
        """All snapshots: name, cluster, created, resourceVersion."""
        return self._control.send("GET", "/snapshots")["items"]

    def delete_snapshot(self, name: str) -> None:
        """Deletes a snapshot."""
        self._control.send("DELETE", "/snapshots/" + segment(name))

    def stop(self) -> None:
        """Ends the command and all of its clusters; a server that ran before goes on."""
        self._stop()

    def __enter__(self) -> Server:
        return self

    def __exit__(self, *_: object) -> None:
        self.stop()


class _Process:
    """The command, in a folder of its own."""

    def __init__(self) -> None:
        self._folder = tempfile.mkdtemp(prefix="apimachinery-testing-")
        self._log = collections.deque(maxlen=100)
        self._found = threading.Event()
        self._place = None
        words = _command_line() + [
            "--memory",
            "--secure-port=0",
            "--data-dir=" + self._folder,
            "--control-port=0",
            "--control-token-file=" + os.path.join(self._folder, "control.token"),
            "--exit-with-stdin",
        ]
        self._words = words
        try:
            # The server ends when its standard input does, also when the tests are killed.
            self._process = subprocess.Popen(
                words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, errors="replace"
            )
        except OSError as error:
            shutil.rmtree(self._folder, ignore_errors=True)
            raise RuntimeError(
                f"{words[0]}: {error}: set APIMACHINERY_SERVER to the command, or install it: "
                "npm install --global @apimachinery/server"
            ) from error
        self._readers = [
            threading.Thread(target=self._read_output, daemon=True),
            threading.Thread(target=self._read_log, daemon=True),
        ]
        for reader in self._readers:
            reader.start()

    def control(self) -> tuple[str, str]:
        """URL and token of the control API, once it is there."""
        if not self._found.wait(_START_TIMEOUT) or self._place is None:
            self._process.kill()
            self._readers[1].join()
            raise RuntimeError(f"{shlex.join(self._words)}: it has no control API:\n{''.join(self._log)}")
        url, token_file = self._place
        with open(token_file, encoding="utf-8") as file:
            return url, file.read().strip()

    def stop(self) -> None:
        """Ends the process, and removes its folder."""
        if self._process.stdin:
            self._process.stdin.close()
        try:
            self._process.wait(30)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()
        for reader in self._readers:
            reader.join()
        self._process.stdout.close()
        self._process.stderr.close()
        shutil.rmtree(self._folder, ignore_errors=True)

    def _read_output(self) -> None:
        for line in self._process.stdout:
            match = _CONTROL_LINE.search(line)
            if match and self._place is None:
                self._place = match.group(1), match.group(2)
                self._found.set()
        self._found.set()

    def _read_log(self) -> None:
        self._log.extend(self._process.stderr)


def _command_line() -> list[str]:
    words = shlex.split(os.environ.get("APIMACHINERY_SERVER", ""))
    if words:
        return words
    found = shutil.which("apimachinery-server")
    return [found] if found else ["npx", "--yes", "@apimachinery/server"]
