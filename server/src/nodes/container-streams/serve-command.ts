import { asksForWebSocket } from '../../request/asks-for-web-socket.js'
import type { ServedCommand } from './served-command.js'
import { serveSpdyCommand } from './spdy-command.js'
import { serveWebSocketCommand } from './web-socket-command.js'

/** Runs a command with the streams of its client, and tells it how it ended. */
export function serveCommand(command: ServedCommand): Promise<void> {
  return asksForWebSocket(command.exchange.request) ? serveWebSocketCommand(command) : serveSpdyCommand(command)
}
