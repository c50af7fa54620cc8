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
  /** Gives the patch of the request body as it came, for levels `Request` and above. */
  requestPatch(bytes: Uint8Array): void
  /** Gives the object of the response, for level `RequestResponse`; a `Status` is kept on all levels. */
  responseObject(body: () => unknown, isStatus?: boolean): void
  /** The request goes on as somebody else; `constraint` names the rights that allow it, if they are for some verbs only. */
  impersonated(user: RequestUser, constraint: string): void
}
