use crate::error::{Error, Result};
use serde_json::Value;
use std::time::Duration;
use ureq::http::Request;
use ureq::Agent;

/// Sends requests to the control API.
#[derive(Clone, Debug)]
pub(crate) struct Control {
    base: String,
    token: String,
    agent: Agent,
}

impl Control {
    pub(crate) fn new(url: &str, token: &str) -> Self {
        // The server limits how long it waits; this is for one that does not answer any more.
        let config = Agent::config_builder()
            .timeout_global(Some(Duration::from_secs(600)))
            .http_status_as_error(false)
            .proxy(None);
        let base = format!("{}/apimachinery.dev/v1", url.trim_end_matches('/'));
        Control { base, token: token.to_owned(), agent: config.build().into() }
    }

    /// Sends a body as JSON where there is one; gives the answer, which is null where there is none.
    pub(crate) fn send(&self, method: &str, path: &str, body: Option<&Value>) -> Result<Value> {
        send(&self.agent, method, &format!("{}{path}", self.base), &self.token, body)
    }
}

/// Sends one request, and reads its whole answer. Refusals are errors.
pub(crate) fn send(agent: &Agent, method: &str, url: &str, token: &str, body: Option<&Value>) -> Result<Value> {
    let request = Request::builder().method(method).uri(url).header("authorization", format!("Bearer {token}"));
    let request = match body {
        Some(_) => request.header("content-type", "application/json"),
        None => request,
    };
    let text = body.map(Value::to_string).unwrap_or_default();
    let request = request.body(text).map_err(|error| Error::Transport(format!("{method} {url}: {error}")))?;
    let mut answer = agent.run(request)?;
    let code = answer.status().as_u16();
    let text = answer.body_mut().with_config().limit(u64::MAX).read_to_string()?;
    let value = serde_json::from_str(&text).unwrap_or(Value::Null);
    if code < 300 {
        return Ok(value);
    }
    let field = |name: &str| value[name].as_str().map(str::to_owned);
    Err(Error::Status {
        request: format!("{method} {url}"),
        code,
        reason: field("reason").unwrap_or_default(),
        // Another server than ours may have answered: then its text is the message.
        message: field("message").unwrap_or(text),
    })
}

/// A text as one segment of a path, or one value of a query.
pub(crate) fn encoded(text: &str) -> String {
    text.bytes()
        .map(|byte| match byte {
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'-' | b'.' | b'_' | b'~' => (byte as char).to_string(),
            _ => format!("%{byte:02X}"),
        })
        .collect()
}

/// The fields of an object as a query; lists give a parameter for each item.
pub(crate) fn query(fields: &Value) -> String {
    let mut pairs = Vec::new();
    for (name, value) in fields.as_object().into_iter().flatten() {
        let items = value.as_array().cloned().unwrap_or_else(|| vec![value.clone()]);
        for item in items {
            let text = item.as_str().map(str::to_owned).unwrap_or_else(|| item.to_string());
            pairs.push(format!("{name}={}", encoded(&text)));
        }
    }
    format!("?{}", pairs.join("&"))
}
