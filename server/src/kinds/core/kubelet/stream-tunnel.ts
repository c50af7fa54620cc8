import type { Duplex } from 'node:stream'
import { messageOf } from 'apimachinery/errors'
import { headerValues } from '../../../request/header-values.js'
import type { ResponseSink, ServerRequest, WebSocketConnection } from '../../../request/http.js'
import { openWebSocket } from '../../../request/open-web-socket.js'
import { writePlainError } from '../../../request/write-error.js'
import { drained } from '../../../serving/drained.js'
import { relayUpgrade } from '../../../serving/upgrade-relay.js'
import type { UpgradeTarget } from './forward-upgrade.js'
import { forwardedHeaders } from './forwarded-headers.js'

const tunnelPrefix = 'SPDY/3.1+'

/** Reports whether a client requests SPDY inside a web socket, as kubectl port-forward does through proxies. */
export function asksForTunnel(request: ServerRequest): boolean {
  return request.upgrade !== undefined && tunneledProtocols(request).length > 0
}

function tunneledProtocols(request: ServerRequest): string[] {
  return headerValues(request, 'sec-websocket-protocol')
    .flatMap((value) => value.split(','))
    .map((protocol) => protocol.trim())
    .filter((protocol) => protocol.startsWith(tunnelPrefix) && protocol.endsWith('.k8s.io'))
    .map((protocol) => protocol.slice(tunnelPrefix.length))
}

/**
 * Forwards SPDY inside a web socket of a client to a server with SPDY only, and its data back.
 *
 * Source: `TunnelingHandler` of k8s.io/apiserver/pkg/util/proxy.
 * @throws Error if the server cannot be reached
 */
export async function tunnelStreams(
  { url, connector, node }: UpgradeTarget,
  { request, response }: { readonly request: ServerRequest; readonly response: ResponseSink },
  onAnswer: (code: number) => void = () => undefined,
): Promise<void> {
  const fields = Object.entries(forwardedHeaders(request)).filter(([name]) => !name.startsWith('sec-websocket-'))
  const headers = {
    ...Object.fromEntries(fields),
    connection: 'Upgrade',
    upgrade: 'SPDY/3.1',
    'x-stream-protocol-version': tunneledProtocols(request),
  }
  const answer = await connector
    .upgrade({ url, node, method: 'POST', headers, signal: request.signal })
    .catch((error) => {
      throw new Error(`error dialing backend: ${messageOf(error)}`, { cause: error })
    })
  if (!answer.switched) {
    onAnswer(answer.status)
    return relayUpgrade({ request, response, answer })
  }
  if (!/spdy\/3\.1/i.test(String(answer.headers.upgrade))) {
    answer.stream.destroy()
    onAnswer(500)
    return writePlainError(response, 500, 'unable to upgrade: missing upgrade headers in response')
  }
  const chosen = String(answer.headers['x-stream-protocol-version'] ?? '').trim()
  const protocols = chosen === '' ? [] : [tunnelPrefix + chosen]
  const near = await openWebSocket({ request, response }, { protocols })
  onAnswer(near === undefined ? 500 : 101)
  if (near === undefined) answer.stream.destroy()
  else await joinTunnel(near, answer.stream, request.signal)
}

async function joinTunnel(near: WebSocketConnection, far: Duplex, signal: AbortSignal): Promise<void> {
  const close = (): void => {
    near.close()
    far.destroy()
  }
  far.on('error', () => {})
  signal.addEventListener('abort', close, { once: true })
  const outward = async (): Promise<void> => {
    for await (const message of near.messages) {
      if (far.destroyed) return
      if (!far.write(message)) await drained(far)
    }
  }
  const inward = async (): Promise<void> => {
    for await (const chunk of far) if (!near.send(chunk)) await near.drained()
  }
  const both = [outward(), inward()]
  await Promise.race(both).catch(() => undefined)
  close()
  await Promise.allSettled(both)
  signal.removeEventListener('abort', close)
}
