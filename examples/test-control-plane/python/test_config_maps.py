"""The package kubernetes against a cluster of the control plane, whose URL has a path."""

import pytest

kubernetes = pytest.importorskip("kubernetes")


def config_map(name):
    return {"metadata": {"name": name}}


def test_config_maps_are_created_listed_and_watched(apimachinery_cluster):
    with kubernetes.config.new_client_from_config_dict(apimachinery_cluster.kubeconfig_dict()) as api:
        core = kubernetes.client.CoreV1Api(api)
        core.create_namespaced_config_map("default", config_map("one"))
        listed = core.list_namespaced_config_map("default")
        assert "one" in [item.metadata.name for item in listed.items]

        watch = kubernetes.watch.Watch()
        version = listed.metadata.resource_version
        events = watch.stream(core.list_namespaced_config_map, "default", resource_version=version, timeout_seconds=30)
        core.create_namespaced_config_map("default", config_map("two"))
        event = next(events)
        watch.stop()
        assert (event["type"], event["object"].metadata.name) == ("ADDED", "two")
