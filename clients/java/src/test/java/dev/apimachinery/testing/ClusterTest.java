package dev.apimachinery.testing;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class ClusterTest {
  @RegisterExtension static final ServerExtension server = new ServerExtension();
  private static final String CONFIG_MAPS = "/api/v1/namespaces/default/configmaps";

  private static int create(Cluster cluster, String name) throws IOException, InterruptedException {
    var body = "{\"apiVersion\":\"v1\",\"kind\":\"ConfigMap\",\"metadata\":{\"name\":\"" + name + "\"}}";
    var request = cluster.request(CONFIG_MAPS).header("Content-Type", "application/json").POST(BodyPublishers.ofString(body));
    return cluster.httpClient().send(request.build(), BodyHandlers.discarding()).statusCode();
  }

  private static int get(Cluster cluster, String name) throws IOException, InterruptedException {
    return cluster.httpClient().send(cluster.request(CONFIG_MAPS + "/" + name).build(), BodyHandlers.discarding()).statusCode();
  }

  @Test
  void aForkAndItsOriginGoTheirOwnWays() throws Exception {
    Cluster cluster = server.createCluster(Map.of());
    assertEquals(201, create(cluster, "before"));
    Cluster fork = server.deletedAfterTest(cluster.fork());
    assertEquals(201, create(fork, "in-the-fork"));
    assertEquals(200, get(fork, "before"));
    assertEquals(404, get(cluster, "in-the-fork"));
  }

  @Test
  void aSnapshotIsRestored() throws Exception {
    Cluster cluster = server.createCluster(Map.of());
    String snapshot = cluster.snapshot();
    create(cluster, "after");
    Cluster begun = server.createCluster(Map.of("from", Map.of("snapshot", snapshot)));
    assertEquals(404, get(begun, "after"));
    cluster.restore(snapshot);
    assertEquals(404, get(cluster, "after"));
    assertTrue(server.server().snapshots().findValuesAsText("name").contains(snapshot));
    server.server().deleteSnapshot(snapshot);
  }

  @Test
  void aFaultHitsAsOftenAsItSays() throws Exception {
    Cluster cluster = server.createCluster(Map.of());
    String fault = cluster.addFault(Map.of("verb", "create", "resource", "configmaps", "status", 409, "times", 1));
    assertEquals(409, create(cluster, "a"));
    assertEquals(201, create(cluster, "a"));
    assertEquals(1, cluster.faultHits(fault));
    assertEquals(409, cluster.faults().path(0).path("status").asInt());
    cluster.removeFault(fault);
    cluster.clearFaults();
    assertEquals(0, cluster.faults().size());
    assertEquals(2, cluster.countRequests(Map.of("verb", List.of("create"), "resource", "configmaps", "user", "admin")));
  }

  @Test
  void aWatchIsCut(Cluster cluster) throws Exception {
    var match = Map.of("resource", "configmaps", "user", "admin");
    for (boolean cleanly : List.of(true, false)) {
      var watch = cluster.httpClient().send(cluster.request(CONFIG_MAPS + "?watch=true").build(), BodyHandlers.ofInputStream());
      assertEquals(1, cluster.openWatches(match));
      assertEquals(1, cleanly ? cluster.endWatches(match) : cluster.cutWatches(match));
      try (var body = watch.body()) {
        if (cleanly) body.readAllBytes();
        else assertThrows(IOException.class, body::readAllBytes);
      }
    }
  }

  @Test
  void theClockMovesWhenItIsTold(@WithCluster(stoppedAt = "2030-01-01T00:00:00Z") Cluster cluster) {
    assertEquals("2030-01-01T01:00:00.000Z", cluster.stepClock(Duration.ofHours(1)).path("now").asText());
    assertEquals("2030-01-01T01:01:00.000Z", cluster.runClock(Duration.ofMinutes(1)).path("now").asText());
    cluster.setClock(Map.of("now", "2029-01-01T00:00:00Z"));
    assertEquals("2029-01-01T00:00:00.000Z", cluster.clock().path("now").asText());
  }

  @Test
  void aDeploymentIsRolledOut(@WithCluster(controllers = "*", nodes = 1) Cluster cluster) throws Exception {
    var deployment = """
        {"apiVersion": "apps/v1", "kind": "Deployment", "metadata": {"name": "a"}, "spec": {"replicas": 2,
         "selector": {"matchLabels": {"app": "a"}},
         "template": {"metadata": {"labels": {"app": "a"}}, "spec": {"containers": [{"name": "a", "image": "a"}]}}}}""";
    var request = cluster.request("/apis/apps/v1/namespaces/default/deployments").header("Content-Type", "application/json");
    cluster.httpClient().send(request.POST(BodyPublishers.ofString(deployment)).build(), BodyHandlers.discarding());
    cluster.idle(Duration.ofSeconds(60));
    assertEquals(2, cluster.requests(Map.of("verb", "create", "resource", "pods")).size());
  }

  @Test
  void aUserMayDoWhatRBACSays(Cluster cluster, Server running) throws Exception {
    String token = cluster.addUser(Map.of("name", "alice", "groups", List.of("team-a"))).path("token").asText();
    var request = cluster.request(CONFIG_MAPS).setHeader("Authorization", "Bearer " + token).build();
    assertEquals(403, cluster.httpClient().send(request, BodyHandlers.discarding()).statusCode());
    assertEquals(List.of("admin", "alice"), cluster.users().findValuesAsText("name").stream().sorted().toList());
    cluster.deleteUser("alice");
    assertEquals(1, cluster.users().size());
    cluster.clearRequests();
    assertEquals(0, cluster.countRequests(Map.of("user", "alice")));
    assertEquals(cluster.url(), running.cluster(cluster.name()).url());
    cluster.close();
    assertTrue(running.clusters().stream().noneMatch(each -> each.name().equals(cluster.name())));
  }

  @Test
  void aServerThatDoesNotStartSaysWhy() {
    assertThrows(IOException.class, () -> Server.start(List.of("no-such-command")));
    var failed = assertThrows(IllegalStateException.class, () -> Server.start(List.of("java", "--no-such-flag")));
    assertTrue(failed.getMessage().contains("Unrecognized option: --no-such-flag"), failed.getMessage());
  }

  @Test
  void aWrongFieldIsNamed() {
    var refused = assertThrows(StatusException.class, () -> server.createCluster(Map.of("controlers", List.of("*"))));
    assertEquals(422, refused.code());
    assertTrue(refused.getMessage().contains("controlers"), refused.getMessage());
  }
}
