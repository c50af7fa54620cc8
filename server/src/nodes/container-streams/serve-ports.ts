import { asksForWebSocket } from '../../request/asks-for-web-socket.js'
import type { ServedPorts } from './served-ports.js'
import { serveSpdyPorts } from './spdy-ports.js'
import { serveWebSocketPorts } from './web-socket-ports.js'

/** Serves connections to ports of a pod until the client is gone. */
export function serveForwardedPorts(ports: ServedPorts): Promise<void> {
  return asksForWebSocket(ports.exchange.request) ? serveWebSocketPorts(ports) : serveSpdyPorts(ports)
}
