use apimachinery_testing::{Error, Server};
use serde_json::{json, Value};
use std::io::Read;
use std::time::Duration;

const CONFIG_MAPS: &str = "/api/v1/namespaces/default/configmaps";

fn config_map(name: &str) -> Value {
    json!({ "apiVersion": "v1", "kind": "ConfigMap", "metadata": { "name": name } })
}

fn code(result: Result<Value, Error>) -> u16 {
    match result {
        Ok(_) => 200,
        Err(Error::Status { code, .. }) => code,
        Err(error) => panic!("{error}"),
    }
}

#[test]
fn forks_go_their_own_ways() {
    let server = Server::shared().unwrap();
    let cluster = server.create_cluster(json!({})).unwrap();
    cluster.api("POST", CONFIG_MAPS, Some(&config_map("before"))).unwrap();
    let fork = cluster.fork(json!({})).unwrap();
    fork.api("POST", CONFIG_MAPS, Some(&config_map("in-the-fork"))).unwrap();
    assert_eq!(code(fork.api("GET", &format!("{CONFIG_MAPS}/before"), None)), 200);
    assert_eq!(code(cluster.api("GET", &format!("{CONFIG_MAPS}/in-the-fork"), None)), 404);
}

#[test]
fn snapshots_are_restored() {
    let server = Server::shared().unwrap();
    let cluster = server.create_cluster(json!({})).unwrap();
    let snapshot = cluster.snapshot().unwrap();
    cluster.api("POST", CONFIG_MAPS, Some(&config_map("after"))).unwrap();
    assert!(server.snapshots().unwrap().iter().any(|each| each["name"] == snapshot.as_str()));
    let begun = server.create_cluster(json!({ "from": { "snapshot": snapshot } })).unwrap();
    assert_eq!(code(begun.api("GET", &format!("{CONFIG_MAPS}/after"), None)), 404);
    cluster.restore(&snapshot).unwrap();
    assert_eq!(code(cluster.api("GET", &format!("{CONFIG_MAPS}/after"), None)), 404);
    server.delete_snapshot(&snapshot).unwrap();
}

#[test]
fn faults_hit_as_often_as_they_say() {
    let server = Server::shared().unwrap();
    let cluster = server.create_cluster(json!({})).unwrap();
    let fault = json!({ "verb": "create", "resource": "configmaps", "status": 409, "times": 1 });
    let fault = cluster.add_fault(fault).unwrap();
    assert_eq!(code(cluster.api("POST", CONFIG_MAPS, Some(&config_map("a")))), 409);
    cluster.api("POST", CONFIG_MAPS, Some(&config_map("a"))).unwrap();
    assert_eq!(cluster.fault_hits(&fault).unwrap(), 1);
    assert_eq!(cluster.faults().unwrap()[0]["status"], 409);
    cluster.remove_fault(&fault).unwrap();
    cluster.clear_faults().unwrap();
    assert!(cluster.faults().unwrap().is_empty());
    let created = json!({ "verb": ["create"], "resource": "configmaps", "user": "admin" });
    assert_eq!(cluster.count_requests(created).unwrap(), 2);
}

#[test]
fn clocks_move_when_they_are_told() {
    let server = Server::shared().unwrap();
    let clock = json!({ "now": "2030-01-01T00:00:00Z", "running": false });
    let cluster = server.create_cluster(json!({ "clock": clock })).unwrap();
    assert_eq!(cluster.step_clock(Duration::from_secs(3600)).unwrap()["now"], "2030-01-01T01:00:00.000Z");
    let run = cluster.run_clock(Duration::from_secs(60), Duration::from_secs(60)).unwrap();
    assert_eq!(run["now"], "2030-01-01T01:01:00.000Z");
    cluster.set_clock(json!({ "now": "2029-01-01T00:00:00Z" })).unwrap();
    assert_eq!(cluster.clock().unwrap()["now"], "2029-01-01T00:00:00.000Z");
}

#[test]
fn watches_are_cut() {
    let cluster = Server::shared().unwrap().create_cluster(json!({})).unwrap();
    let watches = json!({ "resource": "configmaps", "user": "admin" });
    for cleanly in [true, false] {
        let mut body = cluster.watch(&format!("{CONFIG_MAPS}?watch=true")).unwrap();
        assert_eq!(cluster.open_watches(watches.clone()).unwrap(), 1);
        let mut cut = watches.clone();
        cut["cleanly"] = json!(cleanly);
        assert_eq!(cluster.cut_watches(cut).unwrap(), 1);
        assert_eq!(body.read_to_end(&mut Vec::new()).is_ok(), cleanly);
    }
}

#[test]
fn deployments_are_rolled_out() {
    let template =
        json!({ "metadata": { "labels": { "app": "a" } }, "spec": { "containers": [{ "name": "a", "image": "a" }] } });
    let spec = json!({ "replicas": 2, "selector": { "matchLabels": { "app": "a" } }, "template": template });
    let metadata = json!({ "name": "a", "namespace": "default" });
    let deployment = json!({ "apiVersion": "apps/v1", "kind": "Deployment", "metadata": metadata, "spec": spec });
    let spec = json!({ "controllers": ["*"], "nodes": 1, "objects": [deployment] });
    let cluster = Server::shared().unwrap().create_cluster(spec).unwrap();
    cluster.idle(Duration::from_secs(60)).unwrap();
    assert_eq!(cluster.requests(json!({ "verb": "create", "resource": "pods" })).unwrap().len(), 2);
}

#[test]
fn users_may_do_what_rbac_says() {
    let server = Server::shared().unwrap();
    let cluster = server.create_cluster(json!({})).unwrap();
    let alice = cluster.add_user(json!({ "name": "alice", "groups": ["team-a"] })).unwrap();
    assert_eq!(code(cluster.api_as(alice["token"].as_str().unwrap(), "GET", CONFIG_MAPS, None)), 403);
    assert_eq!(cluster.users().unwrap().len(), 2);
    cluster.delete_user("alice").unwrap();
    assert_eq!(cluster.users().unwrap().len(), 1);
    cluster.clear_requests().unwrap();
    assert_eq!(cluster.count_requests(json!({ "user": "alice" })).unwrap(), 0);
    let name = cluster.name().to_owned();
    cluster.delete().unwrap();
    assert!(server.clusters().unwrap().iter().all(|each| each["name"] != name.as_str()));
}

#[test]
fn wrong_fields_are_named() {
    let server = Server::shared().unwrap();
    let Err(refused) = server.create_cluster(json!({ "controlers": ["*"] })) else { panic!("it was made") };
    assert!(refused.to_string().contains("controlers"), "{refused}");
}
