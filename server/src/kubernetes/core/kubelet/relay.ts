import type { WebSocketConnection } from '../../../request/http.js'

/** Hands messages from one web socket to another and back, until one of them ends. */
export async function relay(near: WebSocketConnection, far: WebSocketConnection): Promise<void> {
  const copy = async (from: WebSocketConnection, to: WebSocketConnection): Promise<void> => {
    for await (const message of from.messages) {
      if (to.closed) return
      if (!to.send(message)) await to.drained()
    }
  }
  const [there, back] = [copy(near, far), copy(far, near)]
  await Promise.race([there, back]).finally(() => {
    near.close()
    far.close()
  })
  await Promise.allSettled([there, back])
}
