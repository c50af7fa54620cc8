use crate::control::{encoded, query, send, Control};
use crate::error::{Error, Result};
use serde_json::{json, Value};
use std::io::{BufReader, Read};
use std::time::Duration;
use ureq::tls::{Certificate, RootCerts, TlsConfig};
use ureq::Agent;

/// An API server of its own, deleted when this is dropped.
#[derive(Debug)]
pub struct Cluster {
    control: Control,
    facts: Value,
    deleted: bool,
}

impl Cluster {
    pub(crate) fn create(control: &Control, spec: &Value) -> Result<Self> {
        let facts = control.send("POST", "/clusters", Some(spec))?;
        Ok(Cluster { control: control.clone(), facts, deleted: false })
    }

    /// Ends the cluster; an error is returned, which dropping it cannot do.
    pub fn delete(mut self) -> Result<()> {
        self.deleted = true;
        self.send("DELETE", "", None).map(drop)
    }

    pub fn name(&self) -> &str {
        self.fact("name")
    }

    pub fn url(&self) -> &str {
        self.fact("url")
    }

    /// PEM of the authority that signed the certificate of the URL.
    pub fn certificate_authority(&self) -> &str {
        self.fact("certificateAuthority")
    }

    /// Bearer token of admin, a member of system:masters.
    pub fn token(&self) -> &str {
        self.fact("token")
    }

    pub fn kubeconfig(&self) -> &str {
        self.fact("kubeconfig")
    }

    /// Makes a cluster with the objects of this one; neither sees what happens to the other.
    pub fn fork(&self, mut spec: Value) -> Result<Cluster> {
        spec["from"] = json!({ "cluster": self.name() });
        Cluster::create(&self.control, &spec)
    }

    /// Waits until controllers, scheduler and nodes have nothing to do.
    pub fn idle(&self, timeout: Duration) -> Result<()> {
        self.post("/idle", json!({ "timeoutMilliseconds": millis(timeout) })).map(drop)
    }

    /// Keeps the objects of the moment; gives the name of the snapshot.
    pub fn snapshot(&self) -> Result<String> {
        let snapshot = self.control.send("POST", "/snapshots", Some(&json!({ "cluster": self.name() })))?;
        Ok(snapshot["name"].as_str().unwrap_or_default().to_owned())
    }

    /// Brings the objects of a snapshot back: watches are closed, and older resource versions are gone.
    pub fn restore(&self, snapshot: &str) -> Result<()> {
        self.post("/restore", json!({ "snapshot": snapshot })).map(drop)
    }

    /// The time of the cluster: `now`, `running`, `pending`, `next`.
    pub fn clock(&self) -> Result<Value> {
        self.send("GET", "/clock", None)
    }

    /// Sets `now`, or `running`.
    pub fn set_clock(&self, fields: Value) -> Result<Value> {
        self.send("PATCH", "/clock", Some(&fields))
    }

    /// Moves the time on at once.
    pub fn step_clock(&self, by: Duration) -> Result<Value> {
        self.post("/clock/step", json!({ "milliseconds": millis(by) }))
    }

    /// Moves the time on from one due moment to the next: what sleeping is with a real clock.
    /// The timeout is one of real time.
    pub fn run_clock(&self, by: Duration, timeout: Duration) -> Result<Value> {
        self.post("/clock/run", json!({ "milliseconds": millis(by), "timeoutMilliseconds": millis(timeout) }))
    }

    /// Makes requests fail from now on; the object has the fields of a Fault. Gives its id.
    pub fn add_fault(&self, fault: Value) -> Result<String> {
        Ok(self.post("/faults", fault)?["id"].as_str().unwrap_or_default().to_owned())
    }

    /// The faults with `id` and `hits`, in the order in which they are tried.
    pub fn faults(&self) -> Result<Vec<Value>> {
        Ok(listed(self.send("GET", "/faults", None)?))
    }

    pub fn clear_faults(&self) -> Result<()> {
        self.send("DELETE", "/faults", None).map(drop)
    }

    /// How many requests a fault has hit.
    pub fn fault_hits(&self, fault: &str) -> Result<u64> {
        let answer = self.send("GET", &format!("/faults/{}", encoded(fault)), None)?;
        Ok(answer["hits"].as_u64().unwrap_or_default())
    }

    pub fn remove_fault(&self, fault: &str) -> Result<()> {
        self.send("DELETE", &format!("/faults/{}", encoded(fault)), None).map(drop)
    }

    /// Breaks the connections of watches, or ends them in order with `"cleanly": true`; gives how many.
    pub fn cut_watches(&self, matching: Value) -> Result<u64> {
        Ok(self.post("/watches/cut", matching)?["cut"].as_u64().unwrap_or_default())
    }

    pub fn open_watches(&self, matching: Value) -> Result<u64> {
        let answer = self.send("GET", &format!("/watches{}", query(&matching)), None)?;
        Ok(answer["open"].as_u64().unwrap_or_default())
    }

    /// The requests so far, oldest first.
    pub fn requests(&self, matching: Value) -> Result<Vec<Value>> {
        Ok(listed(self.send("GET", &format!("/requests{}", query(&matching)), None)?))
    }

    pub fn count_requests(&self, matching: Value) -> Result<u64> {
        let answer = self.send("GET", &format!("/requests/count{}", query(&matching)), None)?;
        Ok(answer["count"].as_u64().unwrap_or_default())
    }

    pub fn clear_requests(&self) -> Result<()> {
        self.send("DELETE", "/requests", None).map(drop)
    }

    /// Gives a user a token; the answer has `token` and `kubeconfig`.
    pub fn add_user(&self, user: Value) -> Result<Value> {
        self.post("/users", user)
    }

    /// All who have a token, admin among them.
    pub fn users(&self) -> Result<Vec<Value>> {
        Ok(listed(self.send("GET", "/users", None)?))
    }

    /// Makes the token of a user invalid.
    pub fn delete_user(&self, name: &str) -> Result<()> {
        self.send("DELETE", &format!("/users/{}", encoded(name)), None).map(drop)
    }

    /// Sends a request to the cluster as admin, and reads the answer.
    pub fn api(&self, method: &str, path: &str, body: Option<&Value>) -> Result<Value> {
        self.api_as(self.token(), method, path, body)
    }

    /// The same as the user who has a token.
    pub fn api_as(&self, token: &str, method: &str, path: &str, body: Option<&Value>) -> Result<Value> {
        send(&self.agent()?, method, &format!("{}{path}", self.url()), token, body)
    }

    /// Opens a watch of a path as admin: each line is an event.
    pub fn watch(&self, path: &str) -> Result<BufReader<impl Read>> {
        let url = format!("{}{path}", self.url());
        let answer = self.agent()?.get(url).header("authorization", format!("Bearer {}", self.token())).call()?;
        Ok(BufReader::new(answer.into_body().into_reader()))
    }

    /// A client that trusts the certificate of the cluster.
    pub fn agent(&self) -> Result<Agent> {
        let certificate = Certificate::from_pem(self.certificate_authority().as_bytes())?;
        let roots = RootCerts::new_with_certs(&[certificate]);
        let tls = TlsConfig::builder().root_certs(roots).build();
        let config = Agent::config_builder().tls_config(tls).http_status_as_error(false).proxy(None).build();
        Ok(config.into())
    }

    fn fact(&self, name: &str) -> &str {
        self.facts[name].as_str().unwrap_or_default()
    }

    fn post(&self, rest: &str, body: Value) -> Result<Value> {
        self.send("POST", rest, Some(&body))
    }

    fn send(&self, method: &str, rest: &str, body: Option<&Value>) -> Result<Value> {
        self.control.send(method, &format!("/clusters/{}{rest}", encoded(self.name())), body)
    }
}

impl Drop for Cluster {
    fn drop(&mut self) {
        if self.deleted {
            return;
        }
        // The test has its result; a server that ended takes its clusters with it.
        if let Err(error @ Error::Status { .. }) = self.send("DELETE", "", None) {
            eprintln!("{error}");
        }
    }
}

/// The items of a list.
pub(crate) fn listed(mut answer: Value) -> Vec<Value> {
    match answer["items"].take() {
        Value::Array(items) => items,
        _ => Vec::new(),
    }
}

fn millis(duration: Duration) -> u64 {
    u64::try_from(duration.as_millis()).unwrap_or(u64::MAX)
}
