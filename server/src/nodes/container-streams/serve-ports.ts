import { isWebSocket } from './is-web-socket.js'
import type { ServedPorts } from './served-ports.js'
import { serveSpdyPorts } from './spdy-ports.js'
import { serveWebSocketPorts } from './web-socket-ports.js'

/** Serves connections to ports of a pod until the client is gone. */
export function serveForwardedPorts(ports: ServedPorts): Promise<void> {
  const { request } = ports.exchange
  return request.upgrade !== undefined && isWebSocket(request) ? serveWebSocketPorts(ports) : serveSpdyPorts(ports)
}
