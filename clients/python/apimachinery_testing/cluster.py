"""What a cluster can do."""

import json
import ssl
import urllib.request

from .control import segment


class Cluster:
    """An API server of its own. Use it in a `with` statement, or call `delete`."""

    def __init__(self, control, facts):
        self._control = control
        self.name = facts["name"]
        self.url = facts["url"]
        self.certificate_authority = facts["certificateAuthority"]
        self.token = facts["token"]
        #: Text of a kubeconfig of admin, a member of system:masters.
        self.kubeconfig = facts["kubeconfig"]

    def kubeconfig_dict(self):
        """The kubeconfig for `kubernetes.config.load_kube_config_from_dict`."""
        return json.loads(self.kubeconfig)

    def fork(self, **spec):
        """Makes a cluster with the objects of this one; neither sees what happens to the other."""
        body = {**spec, "from": {"cluster": self.name}}
        return Cluster(self._control, self._control.send("POST", "/clusters", body))

    def delete(self):
        """Ends the cluster."""
        self._send("DELETE")

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.delete()

    def idle(self, timeout=30):
        """Waits until controllers, scheduler and nodes have nothing to do, at most so many seconds."""
        self._send("POST", "/idle", {"timeoutMilliseconds": int(timeout * 1000)})

    # Snapshots

    def snapshot(self, name=None):
        """Keeps the objects of the moment; returns the name of the snapshot."""
        body = {"cluster": self.name, **({} if name is None else {"name": name})}
        return self._control.send("POST", "/snapshots", body)["name"]

    def restore(self, snapshot):
        """Brings the objects of a snapshot back: watches are closed, and older resource versions are gone."""
        self._send("POST", "/restore", {"snapshot": snapshot})

    # Clock

    def clock(self):
        """The time of the cluster: now, running, pending, next."""
        return self._send("GET", "/clock")

    def set_clock(self, **fields):
        """Sets `now` (RFC 3339), or `running`."""
        return self._send("PATCH", "/clock", fields)

    def step_clock(self, seconds):
        """Moves the time on at once."""
        return self._send("POST", "/clock/step", {"milliseconds": int(seconds * 1000)})

    def run_clock(self, seconds):
        """Moves the time on from one due moment to the next: what sleeping is with a real clock."""
        return self._send("POST", "/clock/run", {"milliseconds": int(seconds * 1000)})

    # Faults

    def add_fault(self, **fault):
        """Makes requests fail from now on; keywords are the fields of a Fault, such as verb="update", status=409, times=1. Returns its id."""
        return self._send("POST", "/faults", fault)["id"]

    def fault_hits(self, fault):
        """How many requests a fault has hit."""
        return self._send("GET", "/faults/" + segment(fault))["hits"]

    def remove_fault(self, fault):
        """Ends a fault."""
        self._send("DELETE", "/faults/" + segment(fault))

    def cut_watches(self, **match):
        """Breaks the connections of watches, such as resource="pods"; returns how many."""
        return self._send("POST", "/watches/cut", match)["cut"]

    def open_watches(self, **match):
        """Counts watches."""
        return self._send("GET", "/watches", query=match)["open"]

    # Requests

    def requests(self, **match):
        """The requests so far, oldest first; keywords verb, resource, namespace, name, user, after, limit."""
        return self._send("GET", "/requests", query=match)["items"]

    def count_requests(self, **match):
        """Counts them."""
        return self._send("GET", "/requests/count", query=match)["count"]

    def clear_requests(self):
        """Empties the log."""
        self._send("DELETE", "/requests")

    # Users

    def add_user(self, name, **user):
        """Gives a user a token; returns them with `token` and `kubeconfig`."""
        return self._send("POST", "/users", {"name": name, **user})

    # The API of the cluster, for programs without a client

    def open(self, path, method="GET", body=None, content_type="application/json", token=None, timeout=60):
        """Sends a request to the cluster, as admin or with another token; returns the answer of urllib. Raises urllib.error.HTTPError."""
        context = ssl.create_default_context(cadata=self.certificate_authority)
        opener = urllib.request.build_opener(urllib.request.ProxyHandler({}), urllib.request.HTTPSHandler(context=context))
        data = None if body is None else json.dumps(body).encode()
        headers = {"Authorization": "Bearer " + (token or self.token), "Content-Type": content_type}
        request = urllib.request.Request(self.url + path, data=data, headers=headers, method=method)
        return opener.open(request, timeout=timeout)

    def api(self, path, method="GET", body=None, **options):
        """As `open`; returns the answer read from JSON."""
        with self.open(path, method=method, body=body, **options) as answer:
            return json.load(answer)

    def _send(self, method, rest="", body=None, query=None):
        return self._control.send(method, "/clusters/" + segment(self.name) + rest, body, query)
