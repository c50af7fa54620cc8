package dev.apimachinery.testing;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** Sends requests to the control API. */
final class Control {
  static final ObjectMapper JSON = new ObjectMapper();
  /** The server limits how long it waits; this is for one that does not answer any more. */
  private static final Duration TIMEOUT = Duration.ofMinutes(10);

  private final String base;
  private final String token;
  private final HttpClient client = HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

  Control(String url, String token) {
    this.base = url.replaceAll("/+$", "") + "/apimachinery.dev/v1";
    this.token = token;
  }

  /** Sends a body as JSON where it is not null; gives the answer, which is missing where there is none. */
  JsonNode send(String method, String path, Object body) {
    try {
      var request = HttpRequest.newBuilder(URI.create(base + path)).timeout(TIMEOUT).header("Authorization", "Bearer " + token);
      if (body != null) request.header("Content-Type", "application/json");
      request.method(method, body == null ? BodyPublishers.noBody() : BodyPublishers.ofString(JSON.writeValueAsString(body)));
      var answer = client.send(request.build(), BodyHandlers.ofString());
      if (answer.statusCode() >= 300) throw refusal(method + " " + path, answer.statusCode(), answer.body());
      return JSON.readTree(answer.body().isEmpty() ? "{}" : answer.body());
    } catch (IOException error) {
      throw new UncheckedIOException(error);
    } catch (InterruptedException error) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted while waiting for " + method + " " + path, error);
    }
  }

  private static StatusException refusal(String request, int code, String text) {
    try {
      JsonNode status = JSON.readTree(text);
      return new StatusException(request, code, status.path("reason").asText(), status.path("message").asText(text));
    } catch (JsonProcessingException error) {
      // Another server than ours may have answered: then its text is the message.
      return new StatusException(request, code, "", text);
    }
  }

  static String segment(String name) {
    return URLEncoder.encode(name, StandardCharsets.UTF_8).replace("+", "%20");
  }

  static String query(Map<String, ?> parameters) {
    return parameters.entrySet().stream()
        .flatMap(entry -> values(entry.getValue()).stream().map(value -> entry.getKey() + "=" + segment(String.valueOf(value))))
        .collect(Collectors.joining("&", "?", ""));
  }

  private static Collection<?> values(Object value) {
    return value instanceof Collection<?> several ? several : List.of(value);
  }
}
