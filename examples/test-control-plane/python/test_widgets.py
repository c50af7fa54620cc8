import json
import pathlib
import threading
import urllib.error

import pytest

WIDGETS = "/apis/example.com/v1/namespaces/default/widgets"
DEFINITION = json.loads((pathlib.Path(__file__).parent / "../widgets.json").read_text())


def widget(name, size):
    return {"apiVersion": "example.com/v1", "kind": "Widget", "metadata": {"name": name}, "spec": {"size": size}}


def test_widgets(apimachinery_server):
    with apimachinery_server.create_cluster(objects=[DEFINITION]) as cluster:
        cluster.api(WIDGETS, "POST", widget("one", 1))
        with pytest.raises(urllib.error.HTTPError, match="422"):
            cluster.api(WIDGETS, "POST", widget("none", 0))

        with cluster.fork() as fork:
            lines, first = [], threading.Event()

            def follow():
                with fork.open(WIDGETS + "?watch=true") as answer:
                    try:
                        for line in answer:
                            lines.append(json.loads(line))
                            first.set()
                    except OSError:
                        pass  # the connection breaks

            watcher = threading.Thread(target=follow)
            watcher.start()
            assert first.wait(30)
            assert lines[0]["object"]["metadata"]["name"] == "one"
            assert fork.cut_watches(resource="widgets.example.com") == 1
            watcher.join(30)
            assert not watcher.is_alive()
            fork.api(WIDGETS, "POST", widget("two", 2))
