package dev.apimachinery.testing;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ExtensionContext.Namespace;
import org.junit.jupiter.api.extension.ExtensionContext.Store.CloseableResource;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;

/**
 * One server for all test classes. A parameter of type {@link Cluster} is an empty cluster of the test, or what {@link WithCluster} says; one of type
 * {@link Server} is the server. With the extension in a static field, tests make clusters themselves. Both are deleted after the test.
 */
public final class ServerExtension implements BeforeAllCallback, AfterEachCallback, ParameterResolver {
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

  /** Closed with the store of the test, or of the class for a parameter of its constructor. */
  private record Resolved(Cluster cluster) implements CloseableResource {
    @Override
    public void close() {
      cluster.deleteIfExists();
    }
  }

  private static Server serverOf(ExtensionContext context) {
    var store = context.getRoot().getStore(NAMESPACE);
    return store.getOrComputeIfAbsent("server", key -> new Running(Server.start()), Running.class).server();
  }

  @Override
  public void beforeAll(ExtensionContext context) {
    server = serverOf(context);
  }

  @Override
  public void afterEach(ExtensionContext context) {
    var made = clusters.get();
    while (!made.isEmpty()) made.pop().deleteIfExists();
  }

  @Override
  public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
    Class<?> type = parameter.getParameter().getType();
    return type == Cluster.class || type == Server.class;
  }

  @Override
  public Object resolveParameter(ParameterContext parameter, ExtensionContext context) {
    Server running = serverOf(context);
    if (parameter.getParameter().getType() == Server.class) return running;
    Map<String, Object> spec = parameter.findAnnotation(WithCluster.class).map(ServerExtension::specOf).orElse(Map.of());
    Cluster cluster = running.createCluster(spec);
    context.getStore(NAMESPACE).put(cluster.name(), new Resolved(cluster));
    return cluster;
  }

  private static Map<String, Object> specOf(WithCluster wanted) {
    Map<String, Object> spec = new HashMap<>();
    if (wanted.controllers().length > 0) spec.put("controllers", List.of(wanted.controllers()));
    if (wanted.nodes() > 0) spec.put("nodes", wanted.nodes());
    if (!wanted.stoppedAt().isEmpty()) spec.put("clock", Map.of("now", wanted.stoppedAt(), "running", false));
    return spec;
  }

  public Server server() {
    if (server == null) throw new IllegalStateException("register the extension in a static field: it starts the server before all tests of the class");
    return server;
  }

  /** Makes a cluster for the test that runs. */
  public Cluster createCluster(Map<String, ?> spec) {
    return deletedAfterTest(server().createCluster(spec));
  }

  /** Has a cluster, such as a fork, deleted after the test that runs. */
  public Cluster deletedAfterTest(Cluster cluster) {
    clusters.get().push(cluster);
    return cluster;
  }
}
