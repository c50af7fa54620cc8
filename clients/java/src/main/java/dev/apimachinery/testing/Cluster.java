package dev.apimachinery.testing;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.CertificateFactory;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;

/** An API server of its own. */
public final class Cluster implements AutoCloseable {
  private final Control control;
  private final JsonNode facts;

  Cluster(Control control, JsonNode facts) {
    this.control = control;
    this.facts = facts;
  }

  public String name() {
    return facts.path("name").asText();
  }

  public String url() {
    return facts.path("url").asText();
  }

  /** PEM of the authority that signed the certificate of {@link #url}. */
  public String certificateAuthority() {
    return facts.path("certificateAuthority").asText();
  }

  /** Bearer token of admin, a member of system:masters. */
  public String token() {
    return facts.path("token").asText();
  }

  public String kubeconfig() {
    return facts.path("kubeconfig").asText();
  }

  /** Makes a cluster with the objects of this one; neither sees what happens to the other. */
  public Cluster fork(Map<String, ?> spec) {
    Map<String, Object> body = new HashMap<>(spec);
    body.put("from", Map.of("cluster", name()));
    return new Cluster(control, control.send("POST", "/clusters", body));
  }

  public Cluster fork() {
    return fork(Map.of());
  }

  /** Ends the cluster. */
  @Override
  public void close() {
    send("DELETE", "", null);
  }

  /** Ends the cluster if the test has not. */
  void deleteIfExists() {
    try {
      close();
    } catch (StatusException error) {
      if (error.code() != 404) throw error;
    }
  }

  /** Waits until controllers, scheduler and nodes have nothing to do. */
  public void idle(Duration timeout) {
    send("POST", "/idle", Map.of("timeoutMilliseconds", timeout.toMillis()));
  }

  /** Keeps the objects of the moment; gives the name of the snapshot. */
  public String snapshot() {
    return control.send("POST", "/snapshots", Map.of("cluster", name())).path("name").asText();
  }

  /** Brings the objects of a snapshot back: watches are closed, and older resource versions are gone. */
  public void restore(String snapshot) {
    send("POST", "/restore", Map.of("snapshot", snapshot));
  }

  /** The time of the cluster: now, running, pending, next. */
  public JsonNode clock() {
    return send("GET", "/clock", null);
  }

  /** Sets {@code now}, or {@code running}. */
  public JsonNode setClock(Map<String, ?> fields) {
    return send("PATCH", "/clock", fields);
  }

  /** Moves the time on at once. */
  public JsonNode stepClock(Duration by) {
    return send("POST", "/clock/step", Map.of("milliseconds", by.toMillis()));
  }

  /** Moves the time on from one due moment to the next: what sleeping is with a real clock. */
  public JsonNode runClock(Duration by) {
    return runClock(by, Duration.ofSeconds(30));
  }

  /** The same, within a timeout of real time. */
  public JsonNode runClock(Duration by, Duration timeout) {
    return send("POST", "/clock/run", Map.of("milliseconds", by.toMillis(), "timeoutMilliseconds", timeout.toMillis()));
  }

  /** Makes requests fail from now on; the map has the fields of a Fault. Gives its id. */
  public String addFault(Map<String, ?> fault) {
    return send("POST", "/faults", fault).path("id").asText();
  }

  /** The faults with {@code id} and {@code hits}, in the order in which they are tried. */
  public JsonNode faults() {
    return send("GET", "/faults", null).path("items");
  }

  public void clearFaults() {
    send("DELETE", "/faults", null);
  }

  /** How many requests a fault has hit. */
  public int faultHits(String fault) {
    return send("GET", "/faults/" + Control.segment(fault), null).path("hits").asInt();
  }

  public void removeFault(String fault) {
    send("DELETE", "/faults/" + Control.segment(fault), null);
  }

  /** Breaks the connections of watches; gives how many. */
  public int cutWatches(Map<String, ?> match) {
    return send("POST", "/watches/cut", match).path("cut").asInt();
  }

  /** Ends watches as a server does at the end of their time; gives how many. */
  public int endWatches(Map<String, ?> match) {
    Map<String, Object> body = new HashMap<>(match);
    body.put("cleanly", true);
    return cutWatches(body);
  }

  public int openWatches(Map<String, ?> match) {
    return send("GET", "/watches" + Control.query(match), null).path("open").asInt();
  }

  /** The requests so far, oldest first. */
  public JsonNode requests(Map<String, ?> match) {
    return send("GET", "/requests" + Control.query(match), null).path("items");
  }

  public int countRequests(Map<String, ?> match) {
    return send("GET", "/requests/count" + Control.query(match), null).path("count").asInt();
  }

  public void clearRequests() {
    send("DELETE", "/requests", null);
  }

  /** Gives a user a token; the answer has {@code token} and {@code kubeconfig}. */
  public JsonNode addUser(Map<String, ?> user) {
    return send("POST", "/users", user);
  }

  /** All who have a token, admin among them. */
  public JsonNode users() {
    return send("GET", "/users", null).path("items");
  }

  /** Makes the token of a user invalid. */
  public void deleteUser(String name) {
    send("DELETE", "/users/" + Control.segment(name), null);
  }

  /** A client that trusts the certificate of the cluster. Requests made by {@link #request} are those of admin. */
  public HttpClient httpClient() {
    try {
      var certificate = CertificateFactory.getInstance("X.509")
          .generateCertificate(new ByteArrayInputStream(certificateAuthority().getBytes(StandardCharsets.US_ASCII)));
      KeyStore store = KeyStore.getInstance(KeyStore.getDefaultType());
      store.load(null, null);
      store.setCertificateEntry("cluster", certificate);
      TrustManagerFactory trust = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
      trust.init(store);
      SSLContext context = SSLContext.getInstance("TLS");
      context.init(null, trust.getTrustManagers(), null);
      return HttpClient.newBuilder().sslContext(context).build();
    } catch (GeneralSecurityException | IOException error) {
      throw new IllegalStateException(error);
    }
  }

  /** A request to a path of the cluster, with the token of admin. */
  public HttpRequest.Builder request(String path) {
    return HttpRequest.newBuilder(URI.create(url() + path)).header("Authorization", "Bearer " + token());
  }

  private JsonNode send(String method, String rest, Object body) {
    return control.send(method, "/clusters/" + Control.segment(name()) + rest, body);
  }
}
