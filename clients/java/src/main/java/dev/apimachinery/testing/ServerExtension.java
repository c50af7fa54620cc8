package dev.apimachinery.testing;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Map;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ExtensionContext.Namespace;
import org.junit.jupiter.api.extension.ExtensionContext.Store.CloseableResource;

/** One server for all test classes; clusters that a test makes are deleted after it. Register it in a static field. */
public final class ServerExtension implements BeforeAllCallback, AfterEachCallback {
  private static final Namespace NAMESPACE = Namespace.create(ServerExtension.class);
  private final ThreadLocal<Deque<Cluster>> clusters = ThreadLocal.withInitial(ArrayDeque::new);
  private Server server;

  /** Closed with the store of the root, after all tests. */
  private record Running(Server server) implements CloseableResource {
    @Override
    public void close() {
      server.close();
    }
  }

  @Override
  public void beforeAll(ExtensionContext context) {
    var store = context.getRoot().getStore(NAMESPACE);
    server = store.getOrComputeIfAbsent("server", key -> new Running(Server.start()), Running.class).server();
  }

  @Override
  public void afterEach(ExtensionContext context) {
    var made = clusters.get();
    while (!made.isEmpty()) made.pop().close();
  }

  public Server server() {
    return server;
  }

  /** Makes a cluster for the test that runs. */
  public Cluster createCluster(Map<String, ?> spec) {
    return deletedAfterTest(server.createCluster(spec));
  }

  /** Has a cluster, such as a fork, deleted after the test that runs. */
  public Cluster deletedAfterTest(Cluster cluster) {
    clusters.get().push(cluster);
    return cluster;
  }
}
