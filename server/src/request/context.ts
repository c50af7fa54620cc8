/** The user of a request. Source: `user.Info` of k8s.io/apiserver/pkg/authentication/user. */
export interface RequestUser {
  readonly name: string
  readonly uid: string
  readonly groups: readonly string[]
  readonly extra: Readonly<Record<string, readonly string[]>>
}

/** The user of a request before authentication, and of a server without it: no name, no groups. */
export const unknownUser: RequestUser = { name: '', uid: '', groups: [], extra: {} }

/** The facts that later steps of a request pass to the audit filter. */
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
  /** The request continues as another user; `constraint` names the permission, if it is for some verbs only. */
  impersonated(user: RequestUser, constraint: string): void
}
