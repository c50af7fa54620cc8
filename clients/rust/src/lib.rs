//! Kubernetes API servers for tests, through the control API of apimachinery-server.

mod cluster;
mod control;
mod error;
mod server;

pub use cluster::Cluster;
pub use error::{Error, Result};
pub use server::Server;
