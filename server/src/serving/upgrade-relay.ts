import { STATUS_CODES } from 'node:http'
import type { HeaderFields, ResponseSink, ServerRequest } from '../request/http.js'
import { joinStreams } from './join-streams.js'
import type { NotSwitched, Switched } from './upgrade-dial.js'

/** Reports whether a request is an upgrade request. Source: `IsUpgradeRequest` of k8s.io/streaming/pkg/httpstream. */
export function isUpgradeRequest({ headers }: Pick<ServerRequest, 'headers'>): boolean {
  return [headers.connection].flat().some((value) => value?.toLowerCase().includes('upgrade') === true)
}

/** Header fields of a request for the next server, with the upgrade headers of the client. */
export function withUpgradeHeaders(others: HeaderFields, { headers }: Pick<ServerRequest, 'headers'>): HeaderFields {
  const protocols = [headers['sec-websocket-protocol']]
    .flat()
    .flatMap((each) => each?.split(',') ?? [])
    .map((protocol) => protocol.trim())
    // A token for this server travels as a sub-protocol, and is not for the next one.
    .filter((protocol) => protocol !== '' && !protocol.startsWith('base64url.bearer.authorization.k8s.io.'))
  const { 'sec-websocket-protocol': _, ...kept } = others
  return {
    ...kept,
    connection: 'Upgrade',
    ...(headers.upgrade !== undefined && { upgrade: headers.upgrade }),
    ...(protocols.length > 0 && { 'sec-websocket-protocol': protocols.join(', ') }),
  }
}

/** The data that a client and the target server exchange. */
export interface UpgradeRelay {
  readonly request: ServerRequest
  readonly response: ResponseSink
  readonly answer: Switched | NotSwitched
}

/** An upgrade that fails once the client was answered, or cannot be answered, in upstream's words. */
export class UpgradeError extends Error {
  override readonly name = 'UpgradeError'
}

const connectionHeaders: ReadonlySet<string> = new Set(['connection', 'keep-alive', 'transfer-encoding', 'upgrade'])

/**
 * Forwards the response to an upgrade request unchanged, and then the bytes of both sides until one of them ends.
 *
 * Source: `UpgradeAwareHandler` of k8s.io/apimachinery/pkg/util/proxy.
 * @throws UpgradeError for an answer that neither switches nor refuses, and for a connection that cannot be taken over.
 */
export async function relayUpgrade({ request, response, answer }: UpgradeRelay): Promise<void> {
  if (!answer.switched) return relayRefusal(response, answer)
  const near = response.hijack?.()
  if (near === undefined) {
    answer.stream.destroy()
    throw new UpgradeError('request connection cannot be hijacked')
  }
  near.write(headOf(answer))
  await joinStreams(near, answer.stream, request.signal)
}

async function relayRefusal(response: ResponseSink, { status, headers, body }: NotSwitched): Promise<void> {
  if (status < 400) {
    await body[Symbol.asyncIterator]().return?.()
    throw new UpgradeError(`invalid upgrade response: status code ${status}`)
  }
  const kept = Object.entries(headers).filter(([name]) => !connectionHeaders.has(name))
  response.writeHead(status, { ...Object.fromEntries(kept), connection: 'close' })
  for await (const chunk of body) {
    if (response.closed) return
    if (!response.write(chunk)) await response.drained()
  }
  response.end()
}

function headOf({ statusText, rawHeaders }: Switched): string {
  const lines = [`HTTP/1.1 101 ${statusText || STATUS_CODES[101]}`]
  for (let i = 0; i + 1 < rawHeaders.length; i += 2) lines.push(`${rawHeaders[i]}: ${rawHeaders[i + 1]}`)
  return `${lines.join('\r\n')}\r\n\r\n`
}
