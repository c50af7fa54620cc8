use apimachinery_testing::{Cluster, Server};
use serde_json::{json, Value};
use std::io::BufRead;

const WIDGETS: &str = "/apis/example.com/v1/namespaces/default/widgets";

fn create(cluster: &Cluster, name: &str, size: i32) -> Result<Value, apimachinery_testing::Error> {
    let body = json!({ "apiVersion": "example.com/v1", "kind": "Widget", "metadata": { "name": name }, "spec": { "size": size } });
    cluster.api("POST", WIDGETS, Some(&body))
}

#[test]
fn widgets() {
    let definition: Value = serde_json::from_str(include_str!("../../widgets.json")).unwrap();
    let server = Server::start().unwrap();
    let cluster = server.create_cluster(json!({ "objects": [definition] })).unwrap();
    create(&cluster, "one", 1).unwrap();
    assert!(create(&cluster, "none", 0).unwrap_err().to_string().contains("422"));

    let fork = cluster.fork(json!({})).unwrap();
    let mut lines = fork.watch(&format!("{WIDGETS}?watch=true")).unwrap().lines();
    assert!(lines.next().unwrap().unwrap().contains("\"one\""));
    assert_eq!(fork.cut_watches(json!({ "resource": "widgets.example.com" })).unwrap(), 1);
    // The connection breaks: there is no further line, or the client says so.
    assert!(!matches!(lines.next(), Some(Ok(_))));
    create(&fork, "two", 2).unwrap();
}
