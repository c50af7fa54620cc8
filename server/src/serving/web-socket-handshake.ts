import type { IncomingMessage } from 'node:http'
import { RefusedHandshake, type UpgradeOptions } from '../request/http.js'

/**
 * The sub-protocol of a web socket; empty without one. Throws `RefusedHandshake`.
 *
 * Source: `hybiServerHandshaker` and `Handler` of golang.org/x/net/websocket.
 */
export function agreedProtocol({ method, headers }: IncomingMessage, { protocols }: UpgradeOptions): string {
  if (method !== 'GET') throw new RefusedHandshake(405, 'bad method')
  if (headers.upgrade?.toLowerCase() !== 'websocket') throw new RefusedHandshake(400, 'not websocket protocol')
  if ((headers['sec-websocket-key'] ?? '') === '') throw new RefusedHandshake(400, 'mismatch challenge/response')
  if (headers['sec-websocket-version'] !== '13') throw new RefusedHandshake(400, 'missing or bad WebSocket Version')
  const offered = offeredIn(headers['sec-websocket-protocol'])
  if (protocols !== undefined) return protocols.find((protocol) => offered.includes(protocol)) ?? ''
  if (!isOrigin(headers.origin ?? '')) throw new RefusedHandshake(403, '')
  if (offered.length > 1) throw new RefusedHandshake(400, '')
  return offered[0] ?? ''
}

function offeredIn(header: string | undefined): string[] {
  const text = header?.trim() ?? ''
  return text === '' ? [] : text.split(',').map((name) => name.trim())
}

/** An absolute URL or path, as `ParseRequestURI` takes it. */
function isOrigin(text: string): boolean {
  return /^(\/|[a-z][a-z0-9+.-]*:)/i.test(text)
}
