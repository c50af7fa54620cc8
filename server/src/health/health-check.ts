import type { ServerRequest } from '../request/http.js'

/** One thing that must be well. Source: `HealthChecker` of k8s.io/apiserver/pkg/server/healthz. */
export interface HealthCheck {
  readonly name: string
  /** Name under which several checks are left out together. */
  readonly group?: string
  /** Throws if the check fails; the message is logged, not sent to the client. */
  check(request: ServerRequest): void | Promise<void>
}

/** Always well: the server answers. */
export const pingCheck: HealthCheck = { name: 'ping', check: () => {} }

/** Well, unless the log is stuck; there is nothing to be stuck where writing never waits. */
export const logCheck: HealthCheck = { name: 'log', check: () => {} }
