import { type AcceptedStream, SpdySession } from '../../serving/spdy/session.js'
import { forwardFailure } from './forward-failure.js'
import { portIn } from './port-stream.js'
import type { ServedPorts } from './served-ports.js'
import { switchToSPDY } from './spdy-connection.js'

const protocols = ['portforward.k8s.io']

/** Milliseconds until the second stream of a connection must be there. */
const creationTimeout = 30_000

/** Source: `httpStreamHandler` of k8s.io/cri-streaming/pkg/streaming/portforward. */
export async function serveSpdyPorts(ports: ServedPorts): Promise<void> {
  const switched = switchToSPDY(ports.exchange, protocols)
  if (switched === undefined) return
  const gone = new AbortController()
  const pairs = new StreamPairs(ports, gone.signal)
  const session = new SpdySession(switched.connection, (stream) => pairs.add(stream))
  const close = (): void => void session.close()
  ports.signal.addEventListener('abort', close, { once: true })
  await session.ended
  ports.signal.removeEventListener('abort', close)
  gone.abort()
  await pairs.ended()
}

/** The streams of a connection: for its data, and for an error. */
interface StreamPair {
  readonly data: AcceptedStream
  readonly error: AcceptedStream
}

/** Joins the streams of connections, and serves each connection. */
class StreamPairs {
  readonly #ports: ServedPorts
  readonly #signal: AbortSignal
  readonly #single = new Map<string, { readonly stream: AcceptedStream; readonly stop: () => void }>()
  readonly #served = new Set<Promise<void>>()

  constructor(ports: ServedPorts, signal: AbortSignal) {
    this.#ports = ports
    this.#signal = signal
  }

  /** `false` for a stream without its type or its port, and for a second one of a type. */
  add(stream: AcceptedStream): boolean {
    const { streamtype: type, requestid } = stream.headers
    if ((type !== 'data' && type !== 'error') || !isPort(stream.headers.port ?? '')) return false
    // Old clients give no number to their connections, and open the stream for errors first.
    const id = requestid ?? String(type === 'error' ? stream.id : stream.id - 2)
    const other = this.#single.get(id)
    if (other === undefined) {
      this.#wait(id, stream)
      return true
    }
    if (other.stream.headers.streamtype === type) return false
    other.stop()
    const pair = type === 'data' ? { data: stream, error: other.stream } : { data: other.stream, error: stream }
    const served = this.#serve(pair).finally(() => this.#served.delete(served))
    this.#served.add(served)
    return true
  }

  /** Resolves when all connections have ended. */
  async ended(): Promise<void> {
    for (const { stop } of this.#single.values()) stop()
    await Promise.allSettled(this.#served)
  }

  #wait(id: string, stream: AcceptedStream): void {
    const timer = this.#ports.pace.setTimer(() => {
      this.#single.delete(id)
      stream.reset()
    }, creationTimeout)
    const stop = (): void => {
      timer.stop()
      this.#single.delete(id)
    }
    this.#single.set(id, { stream, stop })
  }

  async #serve({ data, error }: StreamPair): Promise<void> {
    const port = portIn(data.headers.port ?? '')
    try {
      const { received } = data
      await this.#ports.serve(port, { received, send: (bytes) => data.send(bytes), signal: this.#signal })
      data.end()
      error.end()
    } catch (failure) {
      await error.send(forwardFailure(this.#ports, port, failure))
      // The client opens new ones.
      error.end()
      data.reset()
    }
  }
}

function isPort(text: string): boolean {
  try {
    portIn(text)
    return true
  } catch {
    return false
  }
}
