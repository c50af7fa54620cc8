import type { ReceivedRequest } from '../../request/http.js'

/** Reports whether a request asks for a web socket. */
export function isWebSocket({ headers }: ReceivedRequest): boolean {
  return [headers.upgrade].flat().some((value) => value?.toLowerCase() === 'websocket')
}
