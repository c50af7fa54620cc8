import { withAuditID } from '../../src/filters/audit-id.js'
import { withRequestInfo } from '../../src/filters/request-info.js'
import { withWarnings } from '../../src/filters/warnings.js'
import { FilterChain } from '../../src/request/filter-chain.js'
import type { Handler, IdentifiedRequest, ReceivedRequest } from '../../src/request/http.js'

/** A handler behind the filters that say what a request is about: enough for handlers that do not ask who makes it. */
export function identified(handler: Handler): Handler<ReceivedRequest> {
  const chain = FilterChain.outermost().pass(withAuditID()).pass(withWarnings()).pass(withRequestInfo())
  return chain.around(handler as Handler<IdentifiedRequest>)
}
