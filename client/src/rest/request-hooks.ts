/** A request, for metrics and traces. */
export interface RequestEvent {
  readonly method: string
  /** Verb of the Kubernetes API: `get`, `list`, `watch`, … */
  readonly verb: string
  /** Path without query. */
  readonly path: string
  readonly group: string
  readonly version: string
  readonly resource: string
  readonly subresource: string
  readonly namespace: string
  readonly name: string
  /** 1 for the first attempt. */
  readonly attempt: number
}

/** How an attempt ended: when the head of the response is there, or without. */
export interface ResponseEvent extends RequestEvent {
  readonly status?: number | undefined
  readonly error?: unknown
  readonly milliseconds: number
}

/** Metrics and traces. Errors of a hook are thrown to the sender of the request. */
export interface RequestHooks {
  /** Called before an attempt. The returned header fields are sent, such as `traceparent`. */
  onRequest?(event: RequestEvent): Readonly<Record<string, string>> | undefined
  onResponse?(event: ResponseEvent): void
  /** The client waits before it sends: for its own rate limit, a back-off, or because the server asked for it. */
  onWait?(event: RequestEvent & { readonly reason: string; readonly milliseconds: number }): void
}
