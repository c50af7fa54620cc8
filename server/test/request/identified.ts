import { withAuditID } from '../../src/filters/audit-id.js'
import { withRequestInfo } from '../../src/filters/request-info.js'
import { withWarnings } from '../../src/filters/warnings.js'
import { unknownUser } from '../../src/request/context.js'
import { FilterChain } from '../../src/request/filter-chain.js'
import type { AuthorizedRequest, Handler, ReceivedRequest } from '../../src/request/http.js'

/** A handler behind the filters that say what a request is about; nobody makes it, and everything is allowed. */
export function identified(handler: Handler): Handler<ReceivedRequest> {
  const chain = FilterChain.outermost().pass(withAuditID()).pass(withWarnings()).pass(withRequestInfo())
  return chain.around((request, response) =>
    handler(Object.assign(request as AuthorizedRequest, { user: unknownUser }), response),
  )
}
