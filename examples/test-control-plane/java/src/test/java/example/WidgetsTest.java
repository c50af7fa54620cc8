package example;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.apimachinery.testing.Cluster;
import dev.apimachinery.testing.ServerExtension;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class WidgetsTest {
  @RegisterExtension static final ServerExtension server = new ServerExtension();
  private static final String WIDGETS = "/apis/example.com/v1/namespaces/default/widgets";

  private static int create(Cluster cluster, String name, int size) throws IOException, InterruptedException {
    var body = "{\"apiVersion\":\"example.com/v1\",\"kind\":\"Widget\",\"metadata\":{\"name\":\"%s\"},\"spec\":{\"size\":%d}}";
    var request = cluster.request(WIDGETS).header("Content-Type", "application/json");
    var sent = request.POST(BodyPublishers.ofString(body.formatted(name, size))).build();
    return cluster.httpClient().send(sent, BodyHandlers.discarding()).statusCode();
  }

  @Test
  void widgets() throws Exception {
    Map<?, ?> definition = new ObjectMapper().readValue(Path.of("../widgets.json").toFile(), Map.class);
    Cluster cluster = server.createCluster(Map.of("objects", List.of(definition)));
    assertEquals(201, create(cluster, "one", 1));
    assertEquals(422, create(cluster, "none", 0));

    Cluster fork = server.deletedAfterTest(cluster.fork());
    var watch = fork.httpClient().send(fork.request(WIDGETS + "?watch=true").build(), BodyHandlers.ofInputStream());
    try (var lines = new BufferedReader(new InputStreamReader(watch.body(), StandardCharsets.UTF_8))) {
      assertTrue(lines.readLine().contains("\"one\""));
      assertEquals(1, fork.cutWatches(Map.of("resource", "widgets.example.com")));
      assertTrue(ends(lines));
    }
    assertEquals(201, create(fork, "two", 2));
  }

  /** The connection breaks: there is no further line, or the client says so. */
  private static boolean ends(BufferedReader lines) {
    try {
      return lines.readLine() == null;
    } catch (IOException error) {
      return true;
    }
  }
}
