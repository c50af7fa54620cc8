import {
  type Exchange,
  type ReceivedRequest,
  RefusedHandshake,
  type UpgradeOptions,
  type WebSocketConnection,
} from './http.js'

/** The web socket that a request asks for; without one where its handshake is refused, which is answered here as Go's library does. */
export async function openWebSocket(
  { request, response }: Exchange<ReceivedRequest>,
  options: UpgradeOptions = {},
): Promise<WebSocketConnection | undefined> {
  try {
    return await request.upgrade?.(options)
  } catch (error) {
    if (!(error instanceof RefusedHandshake)) throw error
    response.writeHead(error.status, { connection: 'close' })
    response.end(Buffer.from(error.message))
    return undefined
  }
}
