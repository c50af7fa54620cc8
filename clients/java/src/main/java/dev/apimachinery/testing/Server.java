package dev.apimachinery.testing;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.StreamSupport;

/** A running apimachinery-server with its control API. */
public final class Server implements AutoCloseable {
  private static final Pattern CONTROL_LINE = Pattern.compile("control API on (\\S+), token in (.+)");
  /** Long enough for npx, which may download the command first. */
  private static final long START_SECONDS = 120;

  private final Control control;
  private final Runnable stop;

  private Server(Control control, Runnable stop) {
    this.control = control;
    this.stop = stop;
  }

  /** Uses a server that runs already; {@link #close} leaves it running. */
  public static Server connect(String url, String token) {
    return new Server(new Control(url, token), () -> {});
  }

  /**
   * Starts the command, or connects to the one that APIMACHINERY_CONTROL names.
   *
   * @throws UncheckedIOException where there is no command
   * @throws IllegalStateException where the command does not start; its message has what the command said
   */
  public static Server start() {
    String url = System.getenv("APIMACHINERY_CONTROL");
    if (url != null && !url.isEmpty()) return connect(url, System.getenv().getOrDefault("APIMACHINERY_CONTROL_TOKEN", ""));
    try {
      return start(commandLine());
    } catch (IOException error) {
      throw new UncheckedIOException(
          "set APIMACHINERY_SERVER to the command, or install it: npm install --global @apimachinery/server", error);
    }
  }

  static Server start(List<String> command) throws IOException {
    Path folder = Files.createTempDirectory("apimachinery-testing-");
    List<String> words = new ArrayList<>(command);
    words.addAll(List.of("--memory", "--secure-port=0", "--data-dir=" + folder, "--control-port=0",
        "--control-token-file=" + folder.resolve("control.token"), "--exit-with-stdin"));
    Path log = folder.resolve("log");
    // The server ends when its standard input does, also when the tests are killed.
    Process process;
    try {
      process = new ProcessBuilder(words).redirectError(log.toFile()).start();
    } catch (IOException error) {
      delete(folder);
      throw error;
    }
    Runnable stop = () -> stop(process, folder);
    try {
      Matcher line = controlLine(process).get(START_SECONDS, TimeUnit.SECONDS);
      String token = Files.readString(Path.of(line.group(2))).strip();
      return new Server(new Control(line.group(1), token), stop);
    } catch (ExecutionException | TimeoutException error) {
      // The log is whole when the process has ended.
      process.destroyForcibly().onExit().join();
      String text = Files.readString(log);
      stop.run();
      throw new IllegalStateException(String.join(" ", words) + ": it has no control API:\n" + text, error);
    } catch (InterruptedException error) {
      stop.run();
      Thread.currentThread().interrupt();
      throw new IllegalStateException(error);
    }
  }

  private static CompletableFuture<Matcher> controlLine(Process process) {
    var found = new CompletableFuture<Matcher>();
    var reader = new Thread(() -> {
      try (BufferedReader lines = process.inputReader(StandardCharsets.UTF_8)) {
        for (String line = lines.readLine(); line != null; line = lines.readLine()) {
          Matcher match = CONTROL_LINE.matcher(line);
          if (match.find()) found.complete(match);
        }
      } catch (IOException error) {
        found.completeExceptionally(error);
      }
      found.completeExceptionally(new IllegalStateException("it ended"));
    }, "apimachinery-server");
    reader.setDaemon(true);
    reader.start();
    return found;
  }

  private static void stop(Process process, Path folder) {
    try {
      process.getOutputStream().close();
      if (!process.waitFor(30, TimeUnit.SECONDS)) process.destroyForcibly().waitFor();
      delete(folder);
    } catch (IOException error) {
      throw new UncheckedIOException(error);
    } catch (InterruptedException error) {
      process.destroyForcibly();
      Thread.currentThread().interrupt();
    }
  }

  private static void delete(Path folder) throws IOException {
    try (var files = Files.walk(folder)) {
      files.sorted(Comparator.reverseOrder()).map(Path::toFile).forEach(File::delete);
    }
  }

  private static List<String> commandLine() {
    String given = System.getenv("APIMACHINERY_SERVER");
    if (given != null && !given.isBlank()) return List.of(given.strip().split("\\s+"));
    for (String folder : System.getenv().getOrDefault("PATH", "").split(File.pathSeparator)) {
      Path program = Path.of(folder, "apimachinery-server");
      if (Files.isExecutable(program)) return List.of(program.toString());
    }
    return List.of("npx", "--yes", "@apimachinery/server");
  }

  /** Makes a cluster; the map has the fields of a ClusterSpec. */
  public Cluster createCluster(Map<String, ?> spec) {
    return new Cluster(control, control.send("POST", "/clusters", spec));
  }

  /** All clusters, oldest first. */
  public List<Cluster> clusters() {
    JsonNode items = control.send("GET", "/clusters", null).path("items");
    return StreamSupport.stream(items.spliterator(), false).map(item -> new Cluster(control, item)).toList();
  }

  /** The cluster of a name. */
  public Cluster cluster(String name) {
    return new Cluster(control, control.send("GET", "/clusters/" + Control.segment(name), null));
  }

  /** Deletes all clusters. */
  public void deleteClusters() {
    control.send("DELETE", "/clusters", null);
  }

  /** All snapshots: name, cluster, created, resourceVersion. */
  public JsonNode snapshots() {
    return control.send("GET", "/snapshots", null).path("items");
  }

  public void deleteSnapshot(String name) {
    control.send("DELETE", "/snapshots/" + Control.segment(name), null);
  }

  /** Ends the command and all of its clusters. */
  @Override
  public void close() {
    stop.run();
  }
}
