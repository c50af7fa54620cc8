import type { Clock, Timer } from 'apimachinery/wait'
import { type GRPCError, grpcStatus as status } from '../../../internal/grpc/grpc-status.js'
import type { GRPCStream } from '../../../internal/grpc/grpc-stream.js'
import type { KVEvent, KVWatch, KVWatchOptions, KVWatchResponse, RangeResult } from '../kv.js'
import { KVError } from '../kv-error.js'
import type { EtcdClient, UnaryCall } from './etcd-client.js'
import { cancelError, etcdError } from './etcd-error.js'
import type { ProgressSupport } from './etcd-version.js'
import {
  decodeRange,
  decodeWatch,
  encodeRange,
  encodeWatchCreate,
  encodeWatchProgress,
  type WatchResponse,
} from './messages.js'

/** Responses that may wait for the reader before etcd is paused. */
const mostWaiting = 64
const shortestPause = 100
const longestPause = 3000

/** Answered by the majority. Key and value do not matter, only the revision with the answer. */
const revisionCall: UnaryCall<RangeResult> = {
  method: 'KV/Range',
  request: encodeRange({ key: '/', countOnly: true }),
  decode: decodeRange,
  idempotent: true,
}

/** What a watch has shown is not there any more: who follows it must begin anew. */
function wentBack(seen: number, revision: number): KVError {
  const message = `the revision of etcd went back from ${seen} to ${revision}: it was restored from a copy`
  return new KVError('Restored', message)
}

/** One watch with its own stream, which resumes after the last event when the connection is lost. */
export class EtcdWatch implements KVWatch {
  readonly started: Promise<number>
  readonly #client: EtcdClient
  readonly #progress: ProgressSupport
  readonly #clock: Clock
  readonly #options: KVWatchOptions
  readonly #forget: (watch: EtcdWatch) => void
  #confirm: (revision: number) => void = () => undefined
  #refuse: (error: unknown) => void = () => undefined
  #stream: GRPCStream | undefined
  /** Number of the member at the other end of the stream. */
  #endpoint = 0
  /** First revision that is wanted; 0 until etcd has said what comes next. */
  #next: number
  /** Where the store has been, as far as it is known. */
  #reached = 0
  #created = false
  #progressWanted = false
  #fragments: KVEvent[] = []
  #waiting: KVWatchResponse[] = []
  #end: KVError | 'canceled' | undefined
  #wake: (() => void) | undefined
  #pause = 0
  #reconnected = false
  #tokenRenewed = false
  #timer: Timer | undefined

  constructor(
    parts: { client: EtcdClient; progress: ProgressSupport; clock: Clock; forget: (watch: EtcdWatch) => void },
    options: KVWatchOptions,
  ) {
    this.#client = parts.client
    this.#progress = parts.progress
    this.#clock = parts.clock
    this.#forget = parts.forget
    this.#options = options
    this.#next = options.fromRevision ?? 0
    if (options.known === true) this.#reached = this.#next - 1
    this.started = new Promise((confirm, refuse) => {
      this.#confirm = confirm
      this.#refuse = refuse
    })
    // Readers that only iterate get the error there.
    this.started.catch(() => undefined)
    void this.#connect()
  }

  requestProgress(): void {
    this.#progressWanted = true
    if (!this.#created) return
    this.#progressWanted = false
    // The response of an older server would skip events that are still to come.
    if (this.#progress.at(this.#endpoint)) this.#stream?.write(encodeWatchProgress())
  }

  cancel(): void {
    this.end('canceled')
  }

  /** Ends the iteration, with an error if one is given. */
  end(reason: KVError | 'canceled'): void {
    if (this.#end !== undefined) return
    this.#end = reason
    this.#timer?.stop()
    this.#refuse(reason === 'canceled' ? new KVError('Closed', 'the watch was canceled') : reason)
    this.#drop()
    this.#forget(this)
    this.#notify()
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<KVWatchResponse, void> {
    try {
      for (;;) {
        const [response] = this.#waiting
        if (this.#end === 'canceled') return
        if (response !== undefined) {
          this.#waiting.shift()
          if (this.#waiting.length === 0) this.#stream?.resume()
          yield response
        } else if (this.#end !== undefined) throw this.#end
        else await new Promise<void>((resolve) => (this.#wake = resolve))
      }
    } finally {
      this.end('canceled')
    }
  }

  async #connect(): Promise<void> {
    try {
      const { stream, endpoint } = await this.#client.watch({
        message: (bytes) => this.#take(decodeWatch(bytes)),
        ended: (error) => this.#broken(stream, error),
      })
      if (this.#end !== undefined) {
        stream.cancel()
        return
      }
      this.#stream = stream
      this.#endpoint = endpoint
      if (this.#reconnected) this.#progress.learn(endpoint).catch(() => undefined)
      const { key, prefix = false } = this.#options
      stream.write(encodeWatchCreate({ key, prefix, fromRevision: this.#next }))
    } catch (error) {
      this.#failed(error)
    }
  }

  #take(response: WatchResponse): void {
    if (this.#end !== undefined) return
    if (response.canceled) this.#canceled(response)
    else if (response.created) this.#began(response.revision)
    else this.#received(response)
  }

  #canceled({ cancelReason, compactRevision }: WatchResponse): void {
    // A restarted server has lost its tokens.
    if (!this.#tokenRenewed && this.#client.forgetToken(cancelReason)) {
      this.#tokenRenewed = true
      this.#drop()
      this.#reconnectLater()
    } else this.end(cancelError(cancelReason, compactRevision))
  }

  #received(response: WatchResponse): void {
    this.#fragments.push(...response.events)
    if (response.fragment) return
    const events = this.#fragments
    this.#fragments = []
    // Etcd may be ahead of what it sends: only an empty response reports progress.
    const revision = events.at(-1)?.kv.modRevision ?? response.revision
    this.#next = Math.max(this.#next, revision + 1)
    this.#reached = Math.max(this.#reached, revision)
    this.#waiting.push({ revision, events })
    // Flow control then holds the events in etcd, not in this process.
    if (this.#waiting.length >= mostWaiting) this.#stream?.pause()
    this.#notify()
  }

  #began(revision: number): void {
    if (revision < this.#reached) void this.#compareRevision()
    this.#reached = Math.max(this.#reached, revision)
    this.#created = true
    this.#tokenRenewed = false
    this.#pause = 0
    // From here on the watch can resume without a gap, even if it breaks before its first event.
    if (this.#next === 0) this.#next = revision + 1
    this.#confirm(this.#next - 1)
    if (this.#progressWanted) this.requestProgress()
  }

  /** The member may only be behind the others; a store that was restored from a copy is behind altogether. */
  async #compareRevision(): Promise<void> {
    const seen = this.#reached
    try {
      const { revision } = await this.#client.call(revisionCall)
      if (revision < seen) this.end(wentBack(seen, revision))
    } catch {
      // The stream breaks as well, and this is asked again with the next one.
    }
  }

  #broken(stream: GRPCStream, error: GRPCError | undefined): void {
    if (this.#stream !== stream || this.#end !== undefined) return
    this.#drop()
    // Codes of the transport, and the cancellation of a member that ends; an answer of etcd itself begins with its name.
    const lost = error === undefined || (error.code === status.UNAVAILABLE && !error.details.startsWith('etcdserver:'))
    const ours = error?.code === status.CANCELLED || error?.code === status.INTERNAL
    if (lost || ours) this.#reconnectLater()
    else this.#failed(etcdError(error))
  }

  #failed(error: unknown): void {
    if (error instanceof KVError && error.code !== 'Unavailable') this.end(error)
    else if (this.#end === undefined) this.#reconnectLater()
  }

  #reconnectLater(): void {
    this.#created = false
    this.#reconnected = true
    // The first half of a response comes again with the second.
    this.#fragments = []
    this.#pause = Math.min(Math.max(this.#pause * 2, shortestPause), longestPause)
    this.#timer = this.#clock.setTimer(() => void this.#connect(), this.#pause)
  }

  #drop(): void {
    const stream = this.#stream
    this.#stream = undefined
    stream?.cancel()
  }

  #notify(): void {
    const wake = this.#wake
    this.#wake = undefined
    wake?.()
  }
}
