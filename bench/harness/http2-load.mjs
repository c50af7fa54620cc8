import http2 from 'node:http2'

/** Requests over one HTTP/2 connection, as few steps of our own as can be. */
export class HTTP2Load {
  #port
  #session

  constructor(port) {
    this.#port = port
  }

  /** A server closes connections that are idle for long. */
  #connected() {
    if (this.#session === undefined || this.#session.destroyed || this.#session.closed) {
      this.#session = http2.connect(`https://127.0.0.1:${this.#port}`, { rejectUnauthorized: false })
      this.#session.on('error', () => undefined)
    }
    return this.#session
  }

  /** The answer's status and size, and its text where `text` is asked for. */
  request({ method = 'GET', path, headers = {}, body, text = false }) {
    return new Promise((resolve, reject) => {
      const stream = this.#connected().request({
        ':method': method,
        ':path': path,
        authorization: 'Bearer token',
        ...headers,
      })
      let status = 0
      let size = 0
      const chunks = []
      stream.on('response', (fields) => {
        status = fields[':status']
      })
      stream.on('data', (chunk) => {
        size += chunk.length
        if (text || status > 299) chunks.push(chunk)
      })
      stream.on('end', () => resolve({ status, size, text: Buffer.concat(chunks).toString() }))
      stream.on('error', reject)
      stream.end(body)
    })
  }

  /** The object that a request is answered with. Throws for an answer that is not of the 200s. */
  async object(request) {
    const { status, text } = await this.request({ ...request, text: true })
    return status < 300 ? JSON.parse(text) : refused(request, status, text)
  }

  /** Opens a stream; `onData` gets its pieces. Returns how to close it. */
  stream(path, onData, headers = {}) {
    const stream = this.#connected().request({ ':path': path, authorization: 'Bearer token', ...headers })
    stream.on('data', onData)
    stream.on('error', () => undefined)
    return () => stream.close()
  }

  close() {
    this.#session?.destroy()
  }
}

function refused({ method = 'GET', path }, status, text) {
  throw new Error(`${method} ${path}: ${status} ${text}`)
}

/**
 * Does the requests that `make` gives, `times` of them, so many at once. What a request has as `seen` is called with the text of its
 * answer. Throws for an answer that is not of the 200s.
 */
export async function load(connection, { times, concurrency, make }) {
  let next = 0
  const work = async () => {
    while (next < times) {
      const request = make(next++)
      const { status, text } = await connection.request(
        request.seen === undefined ? request : { ...request, text: true },
      )
      if (status < 200 || status > 299) refused(request, status, text)
      request.seen?.(text)
    }
  }
  await Promise.all(Array.from({ length: concurrency }, work))
}
