/** The parsed path and method of a request. Source: `RequestInfo` of k8s.io/apiserver/pkg/endpoints/request. */
export interface RequestInfo {
  readonly isResourceRequest: boolean
  readonly path: string
  /** `get`, `list`, `watch`, `create`, `update`, `patch`, `delete`, `deletecollection`, `proxy`; the lower-case method for other paths. */
  readonly verb: string
  /** `api` or `apis`; empty for other paths. */
  readonly apiPrefix: string
  readonly apiGroup: string
  readonly apiVersion: string
  readonly namespace: string
  readonly resource: string
  readonly subresource: string
  readonly name: string
  /** The segments from the resource on. */
  readonly parts: readonly string[]
  /** The query's field selector, of requests that have no name. */
  readonly fieldSelector?: string | undefined
  /** The query's label selector, of requests that have no name. */
  readonly labelSelector?: string | undefined
}
