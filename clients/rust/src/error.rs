use std::fmt;

/// What can go wrong.
#[derive(Debug)]
pub enum Error {
    /// A refusal: the `Status` that Kubernetes has for errors.
    Status { request: String, code: u16, reason: String, message: String },
    /// The command does not start.
    Start(String),
    /// A server does not answer, or not as it should.
    Transport(String),
}

pub type Result<T> = std::result::Result<T, Error>;

impl fmt::Display for Error {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Error::Status { request, code, reason, message } => write!(out, "{request}: {code} {reason}: {message}"),
            Error::Start(message) | Error::Transport(message) => out.write_str(message),
        }
    }
}

impl std::error::Error for Error {}

impl From<ureq::Error> for Error {
    fn from(error: ureq::Error) -> Self {
        Error::Transport(error.to_string())
    }
}

impl From<std::io::Error> for Error {
    fn from(error: std::io::Error) -> Self {
        Error::Transport(error.to_string())
    }
}
