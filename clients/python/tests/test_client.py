import json
import threading

import pytest
from apimachinery_testing import StatusError

CONFIG_MAPS = "/api/v1/namespaces/default/configmaps"


def config_map(name, **data):
    return {"apiVersion": "v1", "kind": "ConfigMap", "metadata": {"name": name}, "data": data}


def names(cluster):
    return {item["metadata"]["name"] for item in cluster.api(CONFIG_MAPS)["items"]}


def test_a_fork_and_its_origin_go_their_own_ways(apimachinery_cluster):
    apimachinery_cluster.api(CONFIG_MAPS, "POST", config_map("before"))
    with apimachinery_cluster.fork() as fork:
        fork.api(CONFIG_MAPS, "POST", config_map("in-the-fork"))
        assert {"before", "in-the-fork"} <= names(fork)
        assert "in-the-fork" not in names(apimachinery_cluster)


def test_a_snapshot_is_restored(apimachinery_server, apimachinery_cluster):
    snapshot = apimachinery_cluster.snapshot()
    apimachinery_cluster.api(CONFIG_MAPS, "POST", config_map("after"))
    apimachinery_cluster.restore(snapshot)
    assert "after" not in names(apimachinery_cluster)
    apimachinery_server.delete_snapshot(snapshot)


def test_a_fault_hits_as_often_as_it_says(apimachinery_cluster):
    fault = apimachinery_cluster.add_fault(verb="create", resource="configmaps", status=409, times=1)
    with pytest.raises(Exception, match="409"):
        apimachinery_cluster.api(CONFIG_MAPS, "POST", config_map("a"))
    apimachinery_cluster.api(CONFIG_MAPS, "POST", config_map("a"))
    assert apimachinery_cluster.fault_hits(fault) == 1
    apimachinery_cluster.remove_fault(fault)


def test_a_watch_is_cut(apimachinery_cluster):
    events, connected = [], threading.Event()

    def follow():
        with apimachinery_cluster.open(CONFIG_MAPS + "?watch=true&sendInitialEvents=false") as answer:
            connected.set()
            try:
                events.extend(json.loads(line) for line in answer)
            except Exception as error:  # the break of the connection is what is wanted
                events.append(error)

    watcher = threading.Thread(target=follow)
    watcher.start()
    assert connected.wait(30)
    assert apimachinery_cluster.open_watches(resource="configmaps", user="admin") == 1
    assert apimachinery_cluster.cut_watches(resource="configmaps", user="admin") == 1
    watcher.join(30)
    assert not watcher.is_alive()


def test_the_clock_steps_and_deployments_run(apimachinery_server):
    spec = {"controllers": ["*"], "nodes": 1, "clock": {"now": "2030-01-01T00:00:00Z", "running": False}}
    with apimachinery_server.create_cluster(**spec) as cluster:
        pod = {"metadata": {"labels": {"app": "a"}}, "spec": {"containers": [{"name": "a", "image": "a"}]}}
        deployment = {
            "apiVersion": "apps/v1",
            "kind": "Deployment",
            "metadata": {"name": "a"},
            "spec": {"replicas": 2, "selector": {"matchLabels": {"app": "a"}}, "template": pod},
        }
        deployments = "/apis/apps/v1/namespaces/default/deployments"
        created = cluster.api(deployments, "POST", deployment)
        assert created["metadata"]["creationTimestamp"] == "2030-01-01T00:00:00Z"
        cluster.idle()
        cluster.run_clock(60)
        assert cluster.clock()["now"].startswith("2030-01-01T00:01:00")
        assert cluster.api(deployments + "/a")["status"]["readyReplicas"] == 2
        assert cluster.count_requests(verb="create", resource="pods") == 2


def test_a_user_may_do_what_rbac_says(apimachinery_cluster):
    alice = apimachinery_cluster.add_user("alice", groups=["team-a"])
    with pytest.raises(Exception, match="403"):
        apimachinery_cluster.api(CONFIG_MAPS, token=alice["token"])
    assert apimachinery_cluster.requests(user="alice")[0]["status"] == 403


def test_a_wrong_field_is_named(apimachinery_server):
    with pytest.raises(StatusError, match="controlers") as refused:
        apimachinery_server.create_cluster(controlers=["*"])
    assert refused.value.code == 422
