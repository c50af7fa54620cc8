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
    cluster.restore(snapshot);
    assertEquals(404, get(cluster, "after"));
    server.server().deleteSnapshot(snapshot);
  }

  @Test
  void aFaultHitsAsOftenAsItSays() throws Exception {
    Cluster cluster = server.createCluster(Map.of());
    String fault = cluster.addFault(Map.of("verb", "create", "resource", "configmaps", "status", 409, "times", 1));
    assertEquals(409, create(cluster, "a"));
    assertEquals(201, create(cluster, "a"));
    assertEquals(1, cluster.faultHits(fault));
    cluster.removeFault(fault);
    assertEquals(2, cluster.countRequests(Map.of("verb", List.of("create"), "resource", "configmaps", "user", "admin")));
  }

  @Test
  void theClockMovesWhenItIsTold() {
    Cluster cluster = server.createCluster(Map.of("clock", Map.of("now", "2030-01-01T00:00:00Z", "running", false)));
    cluster.stepClock(Duration.ofHours(1));
    assertTrue(cluster.clock().path("now").asText().startsWith("2030-01-01T01:00:00"));
  }

  @Test
  void aWrongFieldIsNamed() {
    var refused = assertThrows(StatusException.class, () -> server.createCluster(Map.of("controlers", List.of("*"))));
    assertEquals(422, refused.code());
    assertTrue(refused.getMessage().contains("controlers"), refused.getMessage());
  }
}
