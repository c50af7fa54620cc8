//! kube-rs against a cluster of the control plane, whose URL has a path.
use apimachinery_testing::Server;
use futures::TryStreamExt;
use k8s_openapi::api::core::v1::ConfigMap;
use kube::api::{ListParams, PostParams, WatchEvent, WatchParams};
use kube::config::{KubeConfigOptions, Kubeconfig};
use kube::{Api, Client, Config};
use serde_json::json;

async fn client(kubeconfig: &str) -> Client {
    let kubeconfig = Kubeconfig::from_yaml(kubeconfig).unwrap();
    let config = Config::from_custom_kubeconfig(kubeconfig, &KubeConfigOptions::default()).await.unwrap();
    Client::try_from(config).unwrap()
}

fn config_map(name: &str) -> ConfigMap {
    serde_json::from_value(json!({ "metadata": { "name": name } })).unwrap()
}

#[tokio::test]
async fn config_maps_are_created_listed_and_watched() {
    let server = Server::start().unwrap();
    let cluster = server.create_cluster(json!({})).unwrap();
    let config_maps: Api<ConfigMap> = Api::namespaced(client(cluster.kubeconfig()).await, "default");
    config_maps.create(&PostParams::default(), &config_map("one")).await.unwrap();

    let list = config_maps.list(&ListParams::default()).await.unwrap();
    assert!(list.items.iter().any(|item| item.metadata.name.as_deref() == Some("one")));

    let version = list.metadata.resource_version.unwrap();
    let events = config_maps.watch(&WatchParams::default(), &version).await.unwrap();
    futures::pin_mut!(events);
    config_maps.create(&PostParams::default(), &config_map("two")).await.unwrap();
    match events.try_next().await.unwrap() {
        Some(WatchEvent::Added(added)) => assert_eq!(added.metadata.name.as_deref(), Some("two")),
        other => panic!("{other:?}"),
    }
}
