"""Fixtures of pytest."""

from __future__ import annotations

from typing import Iterator

import pytest

from .cluster import Cluster
from .server import Server


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line(
        "markers", "apimachinery_cluster(**spec): what the fixture apimachinery_cluster is to be, such as controllers=['*'], nodes=2"
    )


@pytest.fixture(scope="session")
def apimachinery_server() -> Iterator[Server]:
    """One server for all tests."""
    with Server.start() as server:
        yield server


@pytest.fixture
def apimachinery_cluster(apimachinery_server: Server, request: pytest.FixtureRequest) -> Iterator[Cluster]:
    """A cluster for one test: empty, or what the marker apimachinery_cluster says."""
    marker = request.node.get_closest_marker("apimachinery_cluster")
    with apimachinery_server.create_cluster(**(marker.kwargs if marker else {})) as cluster:
        yield cluster


@pytest.fixture
def apimachinery_kubeconfig(apimachinery_cluster: Cluster, tmp_path_factory: pytest.TempPathFactory) -> str:
    """Path of a file with the kubeconfig of admin, for programs that read one."""
    file = tmp_path_factory.mktemp("apimachinery") / "kubeconfig"
    file.write_text(apimachinery_cluster.kubeconfig)
    file.chmod(0o600)
    return str(file)
