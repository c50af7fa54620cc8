import type { Filter, Handler, ServerRequest } from '../../src/request/http.js'
import { resolveRequestInfo } from '../../src/request/request-info-resolver.js'
import { handleInProcess } from '../../src/serving/in-process.js'

/** A request for a filter; the rest of it comes from earlier filters. */
export interface Given {
  readonly method?: string
  readonly path?: string
  readonly headers?: Readonly<Record<string, string>>
  /** What earlier filters know. */
  readonly known?: Partial<ServerRequest>
  readonly signal?: AbortSignal
  /** What is behind the filter; it answers 200. */
  readonly handler?: Handler
}

/** Sends a request through a filter: the answer, and the request as the handler behind it saw it, if it did. */
export async function exchange(filter: Filter, given: Given = {}) {
  const { method = 'GET', path = '/api/v1/pods', headers = {}, known = {}, signal } = given
  let handled: ServerRequest | undefined
  const inner = filter(async (request, response) => {
    handled = request
    if (given.handler !== undefined) return given.handler(request, response)
    response.writeHead(200, {})
    response.end()
  })
  const outer: Handler = (request, response) => {
    Object.assign(request, { info: resolveRequestInfo(request), ...known })
    return inner(request, response)
  }
  const answer = await handleInProcess(outer, { method, path, headers, signal }, () => new Date())
  const chunks: Uint8Array[] = []
  if (answer.body instanceof Uint8Array) chunks.push(answer.body)
  else for await (const chunk of answer.body) chunks.push(chunk)
  return { status: answer.status, headers: answer.headers, body: Buffer.concat(chunks).toString('utf8'), handled }
}

/** A user of no groups, or of these. */
export const userNamed = (name: string, ...groups: readonly string[]) => ({ name, uid: '', groups, extra: {} })
