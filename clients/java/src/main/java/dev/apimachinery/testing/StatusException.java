package dev.apimachinery.testing;

/** A refusal of the control API: the Status that Kubernetes has for errors. */
public final class StatusException extends RuntimeException {
  private static final long serialVersionUID = 1L;
  private final int code;
  private final String reason;

  StatusException(String request, int code, String reason, String message) {
    super(request + ": " + code + " " + reason + ": " + message);
    this.code = code;
    this.reason = reason;
  }

  public int code() {
    return code;
  }

  public String reason() {
    return reason;
  }
}
