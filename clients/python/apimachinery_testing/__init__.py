"""Kubernetes API servers for tests, through the control API of apimachinery-server."""

from .cluster import Cluster
from .control import StatusError
from .server import Server

__all__ = ["Cluster", "Server", "StatusError"]
