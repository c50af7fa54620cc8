"""What a cluster can do."""

from __future__ import annotations

import json
import ssl
import urllib.request
from typing import Any

from .control import Control, StatusError, segment


class Cluster:
    """An API server of its own. Use it in a `with` statement, or call `delete`."""

    def __init__(self, control: Control, facts: dict[str, Any]) -> None:
        self._control = control
        self.name: str = facts["name"]
        self.url: str = facts["url"]
        self.certificate_authority: str = facts["certificateAuthority"]
        self.token: str = facts["token"]
        #: Text of a kubeconfig of admin, a member of system:masters.
        self.kubeconfig: str = facts["kubeconfig"]

    def kubeconfig_dict(self) -> dict[str, Any]:
        """The kubeconfig for `kubernetes.config.new_client_from_config_dict`."""
        return json.loads(self.kubeconfig)

    def fork(self, **spec: Any) -> Cluster:
        """Makes a cluster with the objects of this one; neither sees what happens to the other."""
        body = {**spec, "from": {"cluster": self.name}}
        return Cluster(self._control, self._control.send("POST", "/clusters", body))

    def delete(self) -> None:
        """Ends the cluster."""
        self._send("DELETE")

    def __enter__(self) -> Cluster:
        return self

    def __exit__(self, *_: object) -> None:
        try:
            self.delete()
        except StatusError as error:
            # The test has deleted it.
            if error.code != 404:
                raise

    def idle(self, timeout: float = 30) -> None:
        """Waits until controllers, scheduler and nodes have nothing to do, at most so many seconds."""
        self._send("POST", "/idle", {"timeoutMilliseconds": _milliseconds(timeout)})

    # Snapshots

    def snapshot(self, name: str | None = None) -> str:
        """Keeps the objects of the moment; returns the name of the snapshot."""
        body = {"cluster": self.name, **({} if name is None else {"name": name})}
        return self._control.send("POST", "/snapshots", body)["name"]

    def restore(self, snapshot: str) -> None:
        """Brings the objects of a snapshot back: watches are closed, and older resource versions are gone."""
        self._send("POST", "/restore", {"snapshot": snapshot})

    # Clock

    def clock(self) -> dict[str, Any]:
        """The time of the cluster: now, running, pending, next."""
        return self._send("GET", "/clock")

    def set_clock(self, *, now: str | None = None, running: bool | None = None) -> dict[str, Any]:
        """Sets the time (RFC 3339), or stops it, or lets it go on."""
        fields = {"now": now, "running": running}
        return self._send("PATCH", "/clock", {name: value for name, value in fields.items() if value is not None})

    def step_clock(self, seconds: float) -> dict[str, Any]:
        """Moves the time on at once."""
        return self._send("POST", "/clock/step", {"milliseconds": _milliseconds(seconds)})

    def run_clock(self, seconds: float, timeout: float = 30) -> dict[str, Any]:
        """Moves the time on from one due moment to the next: what sleeping is with a real clock. `timeout`: seconds of real time."""
        body = {"milliseconds": _milliseconds(seconds), "timeoutMilliseconds": _milliseconds(timeout)}
        return self._send("POST", "/clock/run", body)

    # Faults

    def add_fault(self, **fault: Any) -> str:
        """Makes requests fail from now on; keywords are the fields of a Fault, such as verb="update", status=409, times=1. Returns its id."""
        return self._send("POST", "/faults", fault)["id"]

    def faults(self) -> list[dict[str, Any]]:
        """The faults with `id` and `hits`, in the order in which they are tried."""
        return self._send("GET", "/faults")["items"]

    def fault_hits(self, fault: str) -> int:
        """How many requests a fault has hit."""
        return self._send("GET", "/faults/" + segment(fault))["hits"]

    def remove_fault(self, fault: str) -> None:
        """Ends a fault."""
        self._send("DELETE", "/faults/" + segment(fault))

    def clear_faults(self) -> None:
        """Ends all faults."""
        self._send("DELETE", "/faults")

    # Watches

    def cut_watches(self, *, cleanly: bool = False, **match: Any) -> int:
        """Breaks the connections of watches, such as resource="pods", or ends them as a server does at the end of their time; returns how many."""
        return self._send("POST", "/watches/cut", {**match, "cleanly": cleanly})["cut"]

    def open_watches(self, **match: Any) -> int:
        """Counts watches."""
        return self._send("GET", "/watches", query=match)["open"]

    # Requests

    def requests(self, **match: Any) -> list[dict[str, Any]]:
        """The requests so far, oldest first; keywords verb, resource, namespace, name, user, after, limit."""
        return self._send("GET", "/requests", query=match)["items"]

    def count_requests(self, **match: Any) -> int:
        """Counts them."""
        return self._send("GET", "/requests/count", query=match)["count"]

    def clear_requests(self) -> None:
        """Empties the log."""
        self._send("DELETE", "/requests")

    # Users

    def add_user(self, name: str, **user: Any) -> dict[str, Any]:
        """Gives a user a token; returns them with `token` and `kubeconfig`. Keywords: groups, uid, extra."""
        return self._send("POST", "/users", {"name": name, **user})

    def users(self) -> list[dict[str, Any]]:
        """All who have a token, admin among them."""
        return self._send("GET", "/users")["items"]

    def delete_user(self, name: str) -> None:
        """Makes the token of a user invalid."""
        self._send("DELETE", "/users/" + segment(name))

    # The API of the cluster, for programs without a client

    def open(
        self,
        path: str,
        method: str = "GET",
        body: Any = None,
        content_type: str = "application/json",
        token: str | None = None,
        timeout: float = 60,
    ) -> Any:
        """Sends a request to the cluster, as admin or with another token; returns the answer of urllib. Raises urllib.error.HTTPError."""
        context = ssl.create_default_context(cadata=self.certificate_authority)
        opener = urllib.request.build_opener(urllib.request.ProxyHandler({}), urllib.request.HTTPSHandler(context=context))
        data = None if body is None else json.dumps(body).encode()
        headers = {"Authorization": "Bearer " + (token or self.token), "Content-Type": content_type}
        request = urllib.request.Request(self.url + path, data=data, headers=headers, method=method)
        return opener.open(request, timeout=timeout)

    def api(self, path: str, method: str = "GET", body: Any = None, **options: Any) -> Any:
        """As `open`; returns the answer read from JSON."""
        with self.open(path, method=method, body=body, **options) as answer:
            return json.load(answer)

    def _send(self, method: str, rest: str = "", body: Any = None, query: dict[str, Any] | None = None) -> Any:
        return self._control.send(method, "/clusters/" + segment(self.name) + rest, body, query)


def _milliseconds(seconds: float) -> int:
    return round(seconds * 1000)
