import { type ClientHttp2Session, connect } from 'node:http2'
import type { Ports } from './victim.js'

const path = '/api/v1/namespaces/default'

/** A well-behaved client on its own connection, during an attack. */
export class Witness {
  readonly #session: ClientHttp2Session

  constructor({ calm }: Ports) {
    this.#session = connect(`https://localhost:${calm}`, { rejectUnauthorized: false })
    this.#session.on('error', () => {})
  }

  /** Status code of a request that is made now; 0 where the connection is closed. */
  ask(): Promise<number> {
    return new Promise((resolve) => {
      if (this.#session.destroyed) return resolve(0)
      const stream = this.#session.request({ ':path': path, authorization: 'Bearer admin' })
      let code = 0
      stream.on('response', (headers) => {
        code = headers[':status'] ?? 0
      })
      stream.resume()
      stream.on('error', () => resolve(0))
      stream.on('close', () => resolve(code))
    })
  }

  stop(): void {
    this.#session.destroy()
  }
}
