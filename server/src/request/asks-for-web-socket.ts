import type { ReceivedRequest } from './http.js'

/** Reports whether a request asks for a web socket, and may have one. */
export function asksForWebSocket({ headers, upgrade }: ReceivedRequest): boolean {
  return upgrade !== undefined && headers.upgrade?.toString().toLowerCase() === 'websocket'
}
