"""Fixtures of pytest."""

import pytest

from .server import Server


@pytest.fixture(scope="session")
def apimachinery_server():
    """One server for all tests."""
    with Server.start() as server:
        yield server


@pytest.fixture
def apimachinery_cluster(apimachinery_server):
    """An empty cluster for one test."""
    with apimachinery_server.create_cluster() as cluster:
        yield cluster
