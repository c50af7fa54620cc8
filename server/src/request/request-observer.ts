/** The labels of the endpoint of a request in metrics. */
export interface EndpointFacts {
  /** `apiserver` for API resources and discovery, empty for other paths. */
  readonly component: string
  /** Path of an endpoint that is no resource, such as `/healthz`. */
  readonly path?: string | undefined
}

/** Facts of endpoints for metrics. */
export interface RequestObserver {
  /** The request reached an endpoint: unknown paths never do, and have no metrics of their own. */
  endpoint(facts: EndpointFacts): void
  /** A body was read; its size in bytes. */
  bodySize(bytes: number): void
  /** The request is for a deprecated API, which a release, `major.minor`, no longer has; empty where none is named. */
  deprecated(removedRelease: string): void
  /** A watch has sent what was there when it began. */
  initialEventsSent(): void
  /** An event was sent to a watch; its size in bytes. */
  watchEvent(bytes: number): void
}

/** Observes nothing. */
export const noObserver: RequestObserver = {
  endpoint() {},
  bodySize() {},
  deprecated() {},
  initialEventsSent() {},
  watchEvent() {},
}
