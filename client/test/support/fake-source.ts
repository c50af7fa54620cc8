import { ConfigMap } from 'apimachinery/api/core/v1'
import { newResourceExpired, newTimeoutError } from 'apimachinery/errors'
import type { ObjectEvent } from 'apimachinery/watch'
import type { EventStream, ListerWatcher } from '../../src/cache/lister-watcher.js'
import type { ListCallOptions, WatchCallOptions } from '../../src/rest/call-options.js'
import type { ListOf } from '../../src/rest/list-class.js'

type Recorded = ObjectEvent<ConfigMap> & { readonly version: number }

/** A server's config maps with their history, for tests of reflectors: it disconnects, compacts and fails on request. */
export class FakeSource {
  readonly objects = new Map<string, ConfigMap>()
  readonly #history: Recorded[] = []
  readonly #watches = new Set<FakeStream>()
  #version = 10
  #uid = 0
  #oldest = 0
  /** Options of each list and watch so far. */
  readonly lists: ListCallOptions[] = []
  readonly watches: WatchCallOptions[] = []
  /** Whether it sends initial events; `silent` ignores the wish, as old servers do. */
  initialEvents: 'yes' | 'refused' | 'silent' = 'yes'
  /** Thrown by the next lists and watches. */
  readonly listErrors: unknown[] = []
  readonly watchErrors: unknown[] = []
  pageSize: number | undefined
  /** Runs between two pages. */
  onPage: (() => void) | undefined

  get version(): string {
    return String(this.#version)
  }

  get openWatches(): number {
    return this.#watches.size
  }

  /** Writes an object, and notifies the watches. */
  put(name: string, data: Record<string, string> = {}, namespace = 'ns'): ConfigMap {
    const key = `${namespace}/${name}`
    const known = this.objects.get(key)
    const uid = known?.metadata?.uid ?? `uid-${++this.#uid}`
    const resourceVersion = String(++this.#version)
    const labels = data.label === undefined ? undefined : { app: data.label }
    const object = new ConfigMap({
      metadata: { name, namespace, uid, resourceVersion, ...(labels && { labels }) },
      data,
    })
    this.objects.set(key, object)
    this.#record({ type: known === undefined ? 'ADDED' : 'MODIFIED', object })
    return object
  }

  delete(name: string, namespace = 'ns'): void {
    const key = `${namespace}/${name}`
    const known = this.objects.get(key)
    if (known === undefined) return
    this.objects.delete(key)
    const resourceVersion = String(++this.#version)
    this.#record({
      type: 'DELETED',
      object: new ConfigMap({ ...known, metadata: { ...known.metadata, resourceVersion } }),
    })
  }

  /** Takes an object away without an event, as a deletion does that cannot read it. */
  forget(name: string, namespace = 'ns'): void {
    this.#version++
    this.objects.delete(`${namespace}/${name}`)
  }

  /** Compacts the history: watches from earlier versions get 410. */
  compact(): void {
    this.#oldest = this.#version
    this.#history.length = 0
  }

  /** Ends all watches, with an error when given. */
  disconnect(error?: unknown): void {
    for (const watch of [...this.#watches]) watch.end(error)
  }

  /** Sends the version to the watches without an event. */
  bookmark(): void {
    for (const watch of this.#watches) watch.push(this.#bookmark())
  }

  /** Sends an event that is not in the model. */
  send(event: ObjectEvent<ConfigMap>): void {
    for (const watch of this.#watches) watch.push(event)
  }

  /** What a reflector reads, of one namespace or all. */
  source(namespace?: string): ListerWatcher<ConfigMap> {
    return {
      resource: 'configmaps',
      namespace,
      list: (options) => this.#list(options, namespace),
      watch: (options) => this.#watch(options, namespace),
    }
  }

  async #list(options: ListCallOptions, namespace: string | undefined): Promise<ListOf<ConfigMap>> {
    this.lists.push(options)
    await Promise.resolve()
    if (this.listErrors.length > 0) throw this.listErrors.shift()
    const { continue: token, limit, resourceVersion = '' } = options
    const [at, from] = token === undefined ? [this.#version, 0] : (JSON.parse(token) as [number, number])
    if (token === undefined && Number(resourceVersion) > this.#version) throw tooLarge()
    if (at < this.#oldest && token !== undefined) throw expired()
    const all = [...this.objects.values()].filter((each) => isIn(each, namespace))
    const size = this.pageSize === undefined || !limit ? all.length : this.pageSize
    const items = all.slice(from, from + size).map((each) => each.deepCopy())
    const more = from + size < all.length ? JSON.stringify([at, from + size]) : undefined
    if (more !== undefined) this.onPage?.()
    return { metadata: { resourceVersion: String(at), ...(more !== undefined && { continue: more }) }, items }
  }

  #watch(options: WatchCallOptions, namespace: string | undefined): EventStream<ConfigMap> {
    this.watches.push(options)
    const abort = (): void => stream.end(options.signal?.reason)
    const stream: FakeStream = new FakeStream(namespace, () => {
      this.#watches.delete(stream)
      options.signal?.removeEventListener('abort', abort)
    })
    if (options.signal?.aborted === true) abort()
    options.signal?.addEventListener('abort', abort, { once: true })
    const error = this.watchErrors.shift() ?? this.#refusal(options)
    if (error !== undefined) {
      stream.end(error)
      return stream
    }
    const version = Number(options.resourceVersion ?? '')
    if (options.sendInitialEvents === true || version === 0) {
      for (const object of this.objects.values()) stream.push({ type: 'ADDED', object: object.deepCopy() })
      if (options.sendInitialEvents === true && this.initialEvents === 'yes') stream.push(this.#bookmark(true))
    } else for (const event of this.#history) if (event.version > version) stream.push(event)
    this.#watches.add(stream)
    return stream
  }

  #refusal({ sendInitialEvents, resourceVersion = '' }: WatchCallOptions): unknown {
    if (sendInitialEvents === true) {
      return this.initialEvents === 'refused' ? new Error('sendInitialEvents is forbidden') : undefined
    }
    const version = Number(resourceVersion)
    return version !== 0 && version < this.#oldest ? expired() : undefined
  }

  #bookmark(initialEventsEnd = false): ObjectEvent<ConfigMap> {
    const annotations = initialEventsEnd ? { 'k8s.io/initial-events-end': 'true' } : undefined
    return {
      type: 'BOOKMARK',
      object: new ConfigMap({ metadata: { resourceVersion: this.version, ...(annotations && { annotations }) } }),
    }
  }

  #record(event: ObjectEvent<ConfigMap>): void {
    this.#history.push({ ...event, version: this.#version })
    for (const watch of this.#watches) watch.push({ ...event, object: event.object.deepCopy() })
  }
}

/** The answer of a server that has forgotten a version. */
export function expired(): Error {
  return newResourceExpired('too old resource version')
}

/** The answer of a server that does not know a version yet. */
export function tooLarge(): Error {
  return newTimeoutError('Too large resource version: 100, current: 10', 1)
}

function isIn({ metadata }: ConfigMap, namespace: string | undefined): boolean {
  return namespace === undefined || metadata?.namespace === namespace
}

class FakeStream implements EventStream<ConfigMap> {
  readonly #events: ObjectEvent<ConfigMap>[] = []
  readonly #namespace: string | undefined
  readonly #onEnd: () => void
  #wake: (() => void) | undefined
  #ended = false
  #error: unknown

  constructor(namespace: string | undefined, onEnd: () => void) {
    this.#namespace = namespace
    this.#onEnd = onEnd
  }

  push(event: ObjectEvent<ConfigMap>): void {
    if (this.#ended || (event.type !== 'BOOKMARK' && !isIn(event.object, this.#namespace))) return
    this.#events.push(event)
    this.#wake?.()
  }

  end(error?: unknown): void {
    if (this.#ended) return
    this.#ended = true
    this.#error = error
    this.#onEnd()
    this.#wake?.()
  }

  stop(): void {
    this.#events.length = 0
    this.end()
  }

  async next(): Promise<IteratorResult<ObjectEvent<ConfigMap>, undefined>> {
    while (this.#events.length === 0 && !this.#ended) await new Promise<void>((resolve) => (this.#wake = resolve))
    const value = this.#events.shift()
    if (value !== undefined) return { value, done: false }
    if (this.#error !== undefined) throw this.#error
    return { value: undefined, done: true }
  }
}
