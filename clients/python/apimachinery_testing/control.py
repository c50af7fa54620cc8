"""Requests to the control API."""

from __future__ import annotations

import json
import urllib.error
import urllib.parse
import urllib.request
from typing import Any


class StatusError(Exception):
    """A refusal of the control API: the Status that Kubernetes has for errors."""

    def __init__(self, request: str, code: int, status: dict[str, Any]) -> None:
        self.code = code
        self.status = status
        self.reason: str = status.get("reason", "")
        super().__init__(f"{request}: {code} {self.reason}: {status.get('message', '')}")


class Control:
    """Sends requests to the control API at a URL."""

    # The server limits how long it waits; this is for one that does not answer any more.
    TIMEOUT = 600

    def __init__(self, url: str, token: str) -> None:
        self._base = url.rstrip("/") + "/apimachinery.dev/v1"
        self._token = token
        # A proxy of the environment is not meant for the loopback address.
        self._opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))

    def send(self, method: str, path: str, body: Any = None, query: dict[str, Any] | None = None) -> Any:
        """Sends a request; returns the answer read from JSON, or None. Raises StatusError."""
        if query:
            path += "?" + urllib.parse.urlencode(query, doseq=True)
        headers = {"Authorization": "Bearer " + self._token}
        data = None
        if body is not None:
            headers["Content-Type"] = "application/json"
            data = json.dumps(body).encode()
        request = urllib.request.Request(self._base + path, data=data, headers=headers, method=method)
        try:
            with self._opener.open(request, timeout=self.TIMEOUT) as answer:
                text = answer.read()
        except urllib.error.HTTPError as error:
            raise StatusError(f"{method} {path}", error.code, _status(error.read())) from None
        return json.loads(text) if text else None


def _status(text: bytes) -> dict[str, Any]:
    try:
        status = json.loads(text)
        return status if isinstance(status, dict) else {"message": str(status)}
    except ValueError:
        return {"message": text.decode(errors="replace")}


def segment(name: str) -> str:
    """A name as one segment of a path."""
    return urllib.parse.quote(name, safe="")
