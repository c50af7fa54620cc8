import { randomUUID } from 'node:crypto'
import type { AuditContext } from '../request/context.js'
import { headerValues } from '../request/header-values.js'
import type { Filter, ReceivedRequest, RequestWith } from '../request/http.js'
import { RequestLatencies } from '../request/request-latencies.js'

/**
 * Gives each request an id, the client's own if it sent one, and sends it back as `Audit-Id`. `newContext` makes what collects its
 * audit event. From here on its time is counted.
 *
 * Source: `WithAuditInit` and `WithLatencyTrackers` of k8s.io/apiserver/pkg/endpoints/filters.
 */
export function withAuditID(
  newContext: (id: string) => AuditContext = (id) => new UnauditedContext(id),
  newID: () => string = randomUUID,
): Filter<ReceivedRequest, RequestWith<'audit' | 'latencies'>> {
  return (next) => (request, response) => {
    const [sent = ''] = headerValues(request, 'audit-id')
    const id = sent === '' ? newID() : sent
    response.setHeader('audit-id', id)
    const known = request as RequestWith<'audit' | 'latencies'>
    known.audit = newContext(id)
    known.latencies = new RequestLatencies()
    return next(known, response)
  }
}

/** The audit context of a request that is not audited. */
class UnauditedContext implements AuditContext {
  constructor(readonly id: string) {}

  annotate(): void {}
  requestObject(): void {}
  requestPatch(): void {}
  responseObject(): void {}
  impersonated(): void {}
}
