import type { Duplex } from 'node:stream'
import { headerValues } from '../../request/header-values.js'
import type { Exchange, ReceivedRequest } from '../../request/http.js'
import { writePlainError } from '../../request/write-error.js'

/** A connection that speaks SPDY from now on. */
export interface SpdyConnection {
  readonly connection: Duplex
  /** What is spoken in it. */
  readonly protocol: string
}

/**
 * Switches a request to SPDY; `undefined` for one that was refused here.
 *
 * Source: `Handshake` and `UpgradeResponse` of k8s.io/streaming/pkg/httpstream.
 */
export function switchToSPDY(
  { request, response }: Exchange<ReceivedRequest>,
  protocols: readonly string[],
): SpdyConnection | undefined {
  const refuse = (status: number, text: string): undefined => writePlainError(response, status, text) as undefined
  const offered = headerValues(request, 'x-stream-protocol-version')
    .flatMap((value) => value.split(','))
    .map((value) => value.trim())
    .filter((value) => value !== '')
  if (offered.length === 0) {
    const count = Object.keys(request.headers).length
    const text = `header X-Stream-Protocol-Version does not exist in request with ${count} headers`
    return refuse(400, `unable to upgrade: ${text}`)
  }
  const protocol = offered.find((each) => protocols.includes(each))
  if (protocol === undefined) {
    response.setHeader('X-Accepted-Stream-Protocol-Versions', protocols)
    const sides = `client supports [${offered.join(' ')}], server accepts [${protocols.join(' ')}]`
    return refuse(403, `unable to upgrade: unable to negotiate protocol: ${sides}`)
  }
  if (!headerValues(request, 'upgrade').some((value) => /spdy\/3\.1/i.test(value))) {
    return refuse(400, 'unable to upgrade: missing upgrade headers in request')
  }
  const connection = response.hijack?.()
  if (connection === undefined) return refuse(500, 'unable to upgrade: unable to hijack response')
  connection.write(
    `HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: SPDY/3.1\r\nX-Stream-Protocol-Version: ${protocol}\r\n\r\n`,
  )
  return { connection, protocol }
}
