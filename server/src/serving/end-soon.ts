import type { Http2Session } from 'node:http2'
import type { Duplex } from 'node:stream'

/** As long as Go waits: an end with bytes unread would take the answer from a client that is still sending. */
const linger = 500

/** Says the last words on a connection, and closes it whether or not the peer does. */
export function endSoon(socket: Duplex, lastWords?: string): void {
  if (!socket.writable) {
    socket.destroy()
    return
  }
  const timer = setTimeout(() => socket.destroy(), linger)
  socket.once('close', () => clearTimeout(timer))
  if (lastWords === undefined) socket.end()
  else socket.end(lastWords)
}

/** Says goodbye to a session without streams, and ends it even where half of a frame is still awaited. */
export function closeSoon(session: Http2Session): void {
  const timer = setTimeout(() => session.destroy(), linger)
  session.once('close', () => clearTimeout(timer))
  session.close()
}
