import { isMachineryError } from '../errors/machinery-error.js'
import { messageOf } from '../errors/message-of.js'
import { type ErrorReporter, newClientErrorReporter } from '../errors/server-response.js'
import type { KubernetesObject } from '../runtime/objects/typed-object.js'
import { SourceIterator } from './source-iterator.js'
import type { WatchEvent } from './watch-event.js'
import { stopOnAbort, type Watcher } from './watcher.js'

/** Codes of errors with which connections end: those of Node's sockets and streams, and of its `fetch`. */
const codes: ReadonlySet<unknown> = /* @__PURE__ */ new Set([
  ...['ECONNRESET', 'ECONNABORTED', 'EPIPE', 'ETIMEDOUT', 'ERR_STREAM_PREMATURE_CLOSE', 'ERR_HTTP2_STREAM_CANCEL'],
  ...['UND_ERR_SOCKET', 'UND_ERR_BODY_TIMEOUT', 'UND_ERR_ABORTED'],
])
const names: ReadonlySet<unknown> = /* @__PURE__ */ new Set(['AbortError', 'TimeoutError'])

/**
 * Reports whether an error, or one of its causes, means that a stream was interrupted rather than that its content is
 * invalid.
 */
function isProbableEnd(error: unknown): boolean {
  const seen = new Set<unknown>()
  for (let next = error; typeof next === 'object' && next !== null && !seen.has(next); ) {
    const { code, name, cause }: { code?: unknown; name?: unknown; cause?: unknown } = next
    if (isMachineryError(next, 'UnexpectedEOF') || codes.has(code) || names.has(name)) return true
    seen.add(next)
    next = cause
  }
  return false
}

/** Options of a {@link StreamWatcher}. */
export interface StreamWatcherOptions {
  /** Makes the object of the `ERROR` event; default a `Status` as client-go's. */
  readonly reporter?: ErrorReporter | undefined
  /** Stops the watch when it is aborted. */
  readonly signal?: AbortSignal | undefined
}

/**
 * Watches a stream of events, such as a WatchDecoder, as Go clients do: errors become events of type
 * `ERROR`, the last one. A stream that just breaks off ends the watch without one: the reader starts again from the last
 * `resourceVersion`.
 */
export class StreamWatcher<T extends KubernetesObject = KubernetesObject> implements Watcher<T> {
  readonly #events: AsyncIterator<WatchEvent<T>>
  readonly #stop: () => void
  readonly #reporter: ErrorReporter
  readonly #forgetSignal: () => void

  constructor(source: AsyncIterable<WatchEvent<T>>, options: StreamWatcherOptions = {}) {
    this.#reporter = options.reporter ?? newClientErrorReporter(500, 'GET', 'ClientWatchDecoding')
    if (isWatcher(source)) {
      this.#events = source[Symbol.asyncIterator]()
      this.#stop = () => source.stop()
    } else {
      const events = new SourceIterator(source)
      this.#events = events
      this.#stop = () => events.close()
    }
    this.#forgetSignal = stopOnAbort(this, options.signal)
  }

  stop(): void {
    this.#forgetSignal?.()
    this.#stop()
  }

  [Symbol.asyncIterator](): AsyncIterableIterator<WatchEvent<T>> {
    const iterator: AsyncIterableIterator<WatchEvent<T>> = {
      next: () => this.#next(),
      return: () => {
        this.stop()
        return Promise.resolve(ended)
      },
      [Symbol.asyncIterator]: () => iterator,
    }
    return iterator
  }

  async #next(): Promise<IteratorResult<WatchEvent<T>, undefined>> {
    try {
      const next = await this.#events.next()
      if (next.done !== true) return next
      this.#forgetSignal()
      return ended
    } catch (error) {
      this.#forgetSignal()
      if (isProbableEnd(error)) return ended
      const object = this.#reporter.asObject(
        new Error(`unable to decode an event from the watch stream: ${messageOf(error)}`),
      )
      return { value: { type: 'ERROR', object }, done: false }
    }
  }
}

const ended = { value: undefined, done: true } as const

function isWatcher<T extends KubernetesObject>(source: AsyncIterable<WatchEvent<T>>): source is Watcher<T> {
  return typeof (source as Partial<Watcher<T>>).stop === 'function'
}
