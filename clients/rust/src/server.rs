use crate::cluster::{listed, Cluster};
use crate::control::{encoded, Control};
use crate::error::{Error, Result};
use serde_json::Value;
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{mpsc, OnceLock};
use std::time::Duration;
use std::{env, fs, process, thread};

/// Long enough for npx, which may download the command first.
const START_TIMEOUT: Duration = Duration::from_secs(120);

/// A running apimachinery-server with its control API. The command ends when this is dropped.
#[derive(Debug)]
pub struct Server {
    control: Control,
    _running: Option<Running>,
}

impl Server {
    /// Uses a server that runs already, and leaves it running.
    pub fn connect(url: &str, token: &str) -> Self {
        Server { control: Control::new(url, token), _running: None }
    }

    /// Starts the command, or connects to the one that `APIMACHINERY_CONTROL` names.
    pub fn start() -> Result<Self> {
        match env::var("APIMACHINERY_CONTROL") {
            Ok(url) if !url.is_empty() => {
                Ok(Self::connect(&url, &env::var("APIMACHINERY_CONTROL_TOKEN").unwrap_or_default()))
            }
            _ => Self::started(&command_line()),
        }
    }

    /// One server for all tests of a program: the first that asks starts it, and it ends with the program.
    pub fn shared() -> Result<&'static Server> {
        static SHARED: OnceLock<std::result::Result<Server, String>> = OnceLock::new();
        let started = SHARED.get_or_init(|| Self::start().map_err(|error| error.to_string()));
        started.as_ref().map_err(|message| Error::Start(message.clone()))
    }

    fn started(command: &[String]) -> Result<Self> {
        let mut running = Running::start(command)?;
        let (url, token) = running.control()?;
        Ok(Server { control: Control::new(&url, &token), _running: Some(running) })
    }

    /// Makes a cluster; the object has the fields of a ClusterSpec.
    pub fn create_cluster(&self, spec: Value) -> Result<Cluster> {
        Cluster::create(&self.control, &spec)
    }

    /// All clusters as the control API lists them, oldest first.
    pub fn clusters(&self) -> Result<Vec<Value>> {
        Ok(listed(self.control.send("GET", "/clusters", None)?))
    }

    /// Deletes all clusters.
    pub fn delete_clusters(&self) -> Result<()> {
        self.control.send("DELETE", "/clusters", None).map(drop)
    }

    /// All snapshots: `name`, `cluster`, `created`, `resourceVersion`.
    pub fn snapshots(&self) -> Result<Vec<Value>> {
        Ok(listed(self.control.send("GET", "/snapshots", None)?))
    }

    /// Deletes a snapshot.
    pub fn delete_snapshot(&self, name: &str) -> Result<()> {
        self.control.send("DELETE", &format!("/snapshots/{}", encoded(name)), None).map(drop)
    }
}

/// The command, in a folder of its own.
#[derive(Debug)]
struct Running {
    child: Child,
    folder: PathBuf,
}

static STARTED: AtomicU32 = AtomicU32::new(0);

impl Running {
    fn start(words: &[String]) -> Result<Self> {
        let number = STARTED.fetch_add(1, Ordering::Relaxed);
        let folder = env::temp_dir().join(format!("apimachinery-testing-{}-{number}", process::id()));
        fs::create_dir_all(&folder)?;
        let token_file = folder.join("control.token");
        let log = fs::File::create(folder.join("log"))?;
        // The server ends when its standard input does, also when the tests are killed.
        let child = Command::new(&words[0])
            .args(&words[1..])
            .args(["--memory", "--secure-port=0", "--control-port=0", "--exit-with-stdin"])
            .arg(format!("--data-dir={}", folder.display()))
            .arg(format!("--control-token-file={}", token_file.display()))
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(log)
            .spawn();
        match child {
            Ok(child) => Ok(Running { child, folder }),
            Err(error) => {
                let _ = fs::remove_dir_all(&folder);
                Err(Error::Start(format!(
                    "{}: {error}: set APIMACHINERY_SERVER to the command, or install it: npm install --global @apimachinery/server",
                    words[0]
                )))
            }
        }
    }

    /// URL and token of the control API, once it is there.
    fn control(&mut self) -> Result<(String, String)> {
        let output = self.child.stdout.take().expect("it is piped");
        let (found, place) = mpsc::channel();
        thread::spawn(move || {
            for line in BufReader::new(output).lines().map_while(std::result::Result::ok) {
                if let Some(rest) = line.strip_prefix("control API on ") {
                    if let Some((url, file)) = rest.split_once(", token in ") {
                        let _ = found.send((url.to_owned(), file.to_owned()));
                    }
                }
            }
        });
        let (url, file) = place.recv_timeout(START_TIMEOUT).map_err(|_| {
            // The log is whole when the process has ended.
            let _ = self.child.kill();
            let _ = self.child.wait();
            let log = fs::read_to_string(self.folder.join("log")).unwrap_or_default();
            Error::Start(format!("apimachinery-server has no control API:\n{log}"))
        })?;
        let token = fs::read_to_string(Path::new(&file))?.trim().to_owned();
        // Nothing in it is needed any more, and a server in a static is never dropped.
        let _ = fs::remove_dir_all(&self.folder);
        Ok((url, token))
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        drop(self.child.stdin.take());
        let _ = self.child.wait();
        let _ = fs::remove_dir_all(&self.folder);
    }
}

fn command_line() -> Vec<String> {
    let given: Vec<String> =
        env::var("APIMACHINERY_SERVER").unwrap_or_default().split_whitespace().map(str::to_owned).collect();
    if !given.is_empty() {
        return given;
    }
    let path = env::var_os("PATH").unwrap_or_default();
    let found = env::split_paths(&path).map(|folder| folder.join("apimachinery-server")).find(|file| file.is_file());
    match found {
        Some(file) => vec![file.display().to_string()],
        None => ["npx", "--yes", "@apimachinery/server"].map(str::to_owned).to_vec(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn refusal(words: &[&str]) -> String {
        let words: Vec<String> = words.iter().map(|word| word.to_string()).collect();
        Server::started(&words).unwrap_err().to_string()
    }

    #[test]
    fn a_server_that_does_not_start_says_why() {
        assert!(refusal(&["no-such-command"]).contains("npm install --global @apimachinery/server"));
        let message = refusal(&["cargo", "no-such-verb"]);
        assert!(message.contains("no such command: `no-such-verb`"), "{message}");
    }
}
