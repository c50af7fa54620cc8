import type { AuthenticatedRequest, Filter, Handler, ReceivedRequest } from '../../src/request/http.js'
import { resolveRequestInfo } from '../../src/request/request-info-resolver.js'
import { handleInProcess } from '../../src/serving/in-process.js'

/** A request for a filter; the rest of it comes from earlier filters. */
export interface Given {
  readonly method?: string
  readonly path?: string
  readonly headers?: Readonly<Record<string, string>>
  /** What earlier filters know. */
  readonly known?: Partial<AuthenticatedRequest>
}

const unobserved = { audit: { annotate: () => {} }, latencies: { add: () => {} } }

/** Sends a request through a filter: the answer, and the request as the handler behind it saw it, if it did. */
export async function exchange<In extends ReceivedRequest, Out extends ReceivedRequest>(
  filter: Filter<In, Out>,
  { method = 'GET', path = '/api/v1/pods', headers = {}, known = {} }: Given = {},
) {
  let handled: Out | undefined
  const inner = filter(async (request, response) => {
    handled = request
    response.writeHead(200, {})
    response.end()
  })
  const outer: Handler<ReceivedRequest> = (request, response) =>
    inner(Object.assign(request, { ...unobserved, info: resolveRequestInfo(request) }, known) as never, response)
  const answer = await handleInProcess(outer, { method, path, headers })
  const chunks: Uint8Array[] = []
  if (answer.body instanceof Uint8Array) chunks.push(answer.body)
  else for await (const chunk of answer.body) chunks.push(chunk)
  return { status: answer.status, headers: answer.headers, body: Buffer.concat(chunks).toString('utf8'), handled }
}

/** A user of no groups, or of these. */
export const userNamed = (name: string, ...groups: readonly string[]) => ({ name, uid: '', groups, extra: {} })
