use apimachinery_testing::{Error, Server};
use serde_json::{json, Value};
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

/// One server for all: a start takes longer than a cluster.
#[test]
fn clusters() {
    let server = Server::start().unwrap();
    forks_go_their_own_ways(&server);
    snapshots_are_restored(&server);
    faults_hit_as_often_as_they_say(&server);
    clocks_move_when_they_are_told(&server);
    wrong_fields_are_named(&server);
}

fn forks_go_their_own_ways(server: &Server) {
    let cluster = server.create_cluster(json!({})).unwrap();
    cluster.api("POST", CONFIG_MAPS, Some(&config_map("before"))).unwrap();
    let fork = cluster.fork(json!({})).unwrap();
    fork.api("POST", CONFIG_MAPS, Some(&config_map("in-the-fork"))).unwrap();
    assert_eq!(code(fork.api("GET", &format!("{CONFIG_MAPS}/before"), None)), 200);
    assert_eq!(code(cluster.api("GET", &format!("{CONFIG_MAPS}/in-the-fork"), None)), 404);
}

fn snapshots_are_restored(server: &Server) {
    let cluster = server.create_cluster(json!({})).unwrap();
    let snapshot = cluster.snapshot().unwrap();
    cluster.api("POST", CONFIG_MAPS, Some(&config_map("after"))).unwrap();
    cluster.restore(&snapshot).unwrap();
    assert_eq!(code(cluster.api("GET", &format!("{CONFIG_MAPS}/after"), None)), 404);
    server.delete_snapshot(&snapshot).unwrap();
}

fn faults_hit_as_often_as_they_say(server: &Server) {
    let cluster = server.create_cluster(json!({})).unwrap();
    let fault = json!({ "verb": "create", "resource": "configmaps", "status": 409, "times": 1 });
    let fault = cluster.add_fault(fault).unwrap();
    assert_eq!(code(cluster.api("POST", CONFIG_MAPS, Some(&config_map("a")))), 409);
    cluster.api("POST", CONFIG_MAPS, Some(&config_map("a"))).unwrap();
    assert_eq!(cluster.fault_hits(&fault).unwrap(), 1);
    let created = json!({ "verb": ["create"], "resource": "configmaps", "user": "admin" });
    assert_eq!(cluster.count_requests(created).unwrap(), 2);
}

fn clocks_move_when_they_are_told(server: &Server) {
    let clock = json!({ "now": "2030-01-01T00:00:00Z", "running": false });
    let cluster = server.create_cluster(json!({ "clock": clock })).unwrap();
    cluster.step_clock(Duration::from_secs(3600)).unwrap();
    assert!(cluster.clock().unwrap()["now"].as_str().unwrap().starts_with("2030-01-01T01:00:00"));
}

fn wrong_fields_are_named(server: &Server) {
    let Err(refused) = server.create_cluster(json!({ "controlers": ["*"] })) else { panic!("it was made") };
    assert!(refused.to_string().contains("controlers"), "{refused}");
}
