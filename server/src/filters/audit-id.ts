import { randomUUID } from 'node:crypto'
import { headerValues } from '../request/header-values.js'
import type { Filter } from '../request/http.js'

const maxLength = 64

/**
 * Gives each request an id, the client's own if it sent one, and sends it back as `Audit-Id`.
 *
 * Source: `WithAuditInit` of k8s.io/apiserver/pkg/endpoints/filters.
 */
export function withAuditID(newID: () => string = randomUUID): Filter {
  return (next) => (request, response) => {
    const [sent = ''] = headerValues(request, 'audit-id')
    const id = sent === '' ? newID() : sent
    response.setHeader('audit-id', id.slice(0, maxLength))
    request.audit = new Annotations(id)
    return next(request, response)
  }
}

/** What is kept of a request that nobody audits. */
class Annotations {
  readonly id: string

  constructor(id: string) {
    this.id = id
  }

  annotate(): void {}
  requestObject(): void {}
  responseObject(): void {}
}
