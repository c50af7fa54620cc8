import http.client
import json
import shlex
import sys
import urllib.error

import pytest
from apimachinery_testing import Server, StatusError

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
    assert snapshot in [item["name"] for item in apimachinery_server.snapshots()]
    apimachinery_cluster.api(CONFIG_MAPS, "POST", config_map("after"))
    with apimachinery_server.create_cluster(snapshot=snapshot) as begun:
        assert "after" not in names(begun)
    apimachinery_cluster.restore(snapshot)
    assert "after" not in names(apimachinery_cluster)
    apimachinery_server.delete_snapshot(snapshot)


def test_a_fault_hits_as_often_as_it_says(apimachinery_cluster):
    fault = apimachinery_cluster.add_fault(verb="create", resource="configmaps", status=409, times=1)
    with pytest.raises(urllib.error.HTTPError, match="409"):
        apimachinery_cluster.api(CONFIG_MAPS, "POST", config_map("a"))
    apimachinery_cluster.api(CONFIG_MAPS, "POST", config_map("a"))
    assert apimachinery_cluster.fault_hits(fault) == 1
    assert [each["status"] for each in apimachinery_cluster.faults()] == [409]
    apimachinery_cluster.remove_fault(fault)
    apimachinery_cluster.clear_faults()
    assert apimachinery_cluster.faults() == []


@pytest.mark.parametrize("cleanly", [False, True])
def test_a_watch_is_cut(apimachinery_cluster, cleanly):
    match = {"resource": "configmaps", "user": "admin"}
    with apimachinery_cluster.open(CONFIG_MAPS + "?watch=true") as answer:
        assert apimachinery_cluster.open_watches(**match) == 1
        assert apimachinery_cluster.cut_watches(cleanly=cleanly, **match) == 1
        if cleanly:
            assert b"" == answer.read()
        else:
            with pytest.raises((OSError, http.client.IncompleteRead)):
                answer.read()


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
    with pytest.raises(urllib.error.HTTPError, match="403"):
        apimachinery_cluster.api(CONFIG_MAPS, token=alice["token"])
    assert apimachinery_cluster.requests(user="alice")[0]["status"] == 403
    apimachinery_cluster.clear_requests()
    assert apimachinery_cluster.count_requests(user="alice") == 0
    assert {user["name"] for user in apimachinery_cluster.users()} == {"admin", "alice"}
    apimachinery_cluster.delete_user("alice")
    with pytest.raises(urllib.error.HTTPError, match="401"):
        apimachinery_cluster.api(CONFIG_MAPS, token=alice["token"])


@pytest.mark.apimachinery_cluster(name="named", clock={"now": "2030-01-01T00:00:00Z", "running": False})
def test_a_marker_says_what_the_cluster_is(apimachinery_server, apimachinery_cluster, apimachinery_kubeconfig):
    assert apimachinery_server.cluster("named").url == apimachinery_cluster.url
    assert "named" in [cluster.name for cluster in apimachinery_server.clusters()]
    assert apimachinery_cluster.step_clock(1.5)["now"] == "2030-01-01T00:00:01.500Z"
    assert apimachinery_cluster.set_clock(now="2029-01-01T00:00:00Z")["running"] is False
    with open(apimachinery_kubeconfig, encoding="utf-8") as file:
        assert json.load(file) == apimachinery_cluster.kubeconfig_dict()
    apimachinery_cluster.delete()


def test_a_wrong_field_is_named(apimachinery_server):
    with pytest.raises(StatusError, match="controlers") as refused:
        apimachinery_server.create_cluster(controlers=["*"])
    assert refused.value.code == 422


def test_a_server_that_does_not_start_says_why(monkeypatch):
    monkeypatch.delenv("APIMACHINERY_CONTROL", raising=False)
    monkeypatch.setenv("APIMACHINERY_SERVER", "no-such-command")
    with pytest.raises(RuntimeError, match="npm install --global @apimachinery/server"):
        Server.start()
    monkeypatch.setenv("APIMACHINERY_SERVER", f"{shlex.quote(sys.executable)} --no-such-flag")
    with pytest.raises(RuntimeError, match="unknown option --no-such-flag"):
        Server.start()
