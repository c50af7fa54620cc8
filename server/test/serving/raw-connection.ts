import { connect } from 'node:net'

/** Writes bytes to a port, and gives everything that comes until the server ends the connection. */
export function untilEnd(port: number, ...pieces: readonly string[]): Promise<string> {
  return new Promise((resolve) => {
    let text = ''
    const socket = connect(port, '127.0.0.1', async () => {
      for (const piece of pieces) {
        socket.write(piece)
        await new Promise((next) => setImmediate(next))
      }
    })
    socket.on('data', (chunk) => {
      text += chunk.toString('latin1')
    })
    socket.on('error', () => {})
    socket.on('close', () => resolve(text))
  })
}

/** Status codes of the answers in a text of HTTP/1.1, in their order. */
export function codesIn(text: string): number[] {
  return [...text.matchAll(/HTTP\/1\.1 (\d{3})/g)].map(([, code]) => Number(code))
}
