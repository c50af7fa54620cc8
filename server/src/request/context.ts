/** Who makes a request. Source: `user.Info` of k8s.io/apiserver/pkg/authentication/user. */
export interface RequestUser {
  readonly name: string
  readonly uid: string
  readonly groups: readonly string[]
  readonly extra: Readonly<Record<string, readonly string[]>>
}

/** What later steps of a request tell the audit filter. */
export interface AuditContext {
  /** Unique for each request; header `Audit-Id`. */
  readonly id: string
  /** Adds an annotation to the audit event; the first value of a key stays, as upstream. */
  annotate(key: string, value: string): void
  /** Gives the object of the request body as it was decoded, for levels `Request` and above. */
  requestObject(body: () => unknown): void
  /** Gives the object of the response, for level `RequestResponse`. */
  responseObject(body: () => unknown): void
}
