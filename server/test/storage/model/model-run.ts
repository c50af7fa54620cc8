import { isStorageError, type SelectionPredicate, type Storage, type StorageWatch } from '@apimachinery/server/storage'
import { WatchCache } from '@apimachinery/server/storage/cache'
import { FakeClock } from 'apimachinery/testing'
import { expect } from 'vitest'
import { FaultyStorage } from '../faulty-storage.js'
import { type KVKind, type OpenedKV, openKV } from '../open-kv.js'
import { everything, onNode, type Pod, pod, podKey, podPrefix, podStorage, withLabel } from '../pods.js'
import { randomFrom } from '../random.js'
import { type Matches, ModelLog } from './model-log.js'

const names = Array.from({ length: 25 }, (_, i) => `p${String(i).padStart(2, '0')}`)
const nodes = ['n1', 'n2', 'n3']
const roundSize = 400
const writers = 12

interface Selection {
  readonly predicate: SelectionPredicate
  readonly matches: Matches
}

interface Watcher extends Selection {
  readonly after: number
  readonly watch: StorageWatch<Pod>
  readonly seen: string[]
  /** It was ended by the storage: what it saw is a beginning. */
  ended: boolean
  readonly done: Promise<void>
}

/**
 * Random operations of many writers and watchers on a cache over a store, with compactions, broken watches, restarts and
 * slow watchers. After each round everything is compared with the model.
 */
export class ModelRun {
  readonly #random: (below: number) => number
  readonly #clock: FakeClock
  readonly #opened: OpenedKV
  readonly #store: FaultyStorage
  readonly #storage: Storage<Pod>
  readonly #log: ModelLog
  #watchers: Watcher[] = []
  #comparisons: (() => void)[] = []
  #text = 0
  /** Lists that have no answer yet. */
  #listing = 0
  /** What was done, so that a run that did nothing is noticed. */
  readonly done = { writes: 0, lists: 0, events: 0, refused: 0, cut: 0, faults: 0 }

  private constructor(seed: number, store: { opened: OpenedKV; clock: FakeClock; revision: number }) {
    this.#random = randomFrom(seed)
    this.#clock = store.clock
    this.#opened = store.opened
    this.#log = new ModelLog(store.revision)
    this.#store = new FaultyStorage(podStorage(store.opened.kv, { clock: this.#clock }))
    this.#storage = new WatchCache<Pod>({
      storage: this.#store.storage,
      prefix: podPrefix,
      indexedFields: ['spec.nodeName'],
      clock: this.#clock,
      history: { atLeast: 50, atMost: 300 },
      mostPending: 150,
    })
  }

  static async open(seed: number, kind: KVKind): Promise<ModelRun> {
    const clock = new FakeClock()
    const opened = await openKV(kind, clock)
    const { revision } = await opened.kv.status()
    return new ModelRun(seed, { opened, clock, revision })
  }

  async run(operations: number): Promise<void> {
    await this.#opened.settle()
    try {
      for (let done = 0; done < operations; done += roundSize) await this.#round(Math.min(roundSize, operations - done))
    } finally {
      await this.#storage.close()
      await this.#opened.end()
    }
    expect(this.#clock.pendingTimers).toBe(0)
  }

  async #round(operations: number): Promise<void> {
    await Promise.all(Array.from({ length: 6 }, () => this.#watch()))
    const checks: Promise<void>[] = []
    let left = operations
    const work = async () => {
      while (left-- > 0) {
        const choice = this.#random(100)
        if (choice < 70) await this.#write()
        else if (choice < 85) checks.push(this.#listed())
        else if (choice < 90) await this.#watch()
        else if (choice < 93) await new Promise((resolve) => setImmediate(resolve))
        else if (choice < 95) this.#fault()
        else await Promise.resolve()
      }
    }
    await Promise.all(Array.from({ length: writers }, work))
    await this.#quiet(checks)
    for (const compare of this.#comparisons.splice(0)) compare()
    for (const watcher of this.#watchers) this.#check(watcher)
    for (const { watch } of this.#watchers) watch.stop()
    await Promise.all(this.#watchers.map(({ done }) => done))
    this.#watchers = []
    this.#log.settle()
  }

  /** Advances the clock until all watchers have all events. */
  async #quiet(checks: readonly Promise<void>[]): Promise<void> {
    const turn = async () => {
      await this.#opened.settle(2)
      this.#clock.step(1000)
    }
    for (let i = 0; i < 12; i++) await turn()
    // A busy machine gets more turns; what never comes is found by the comparisons.
    for (let i = 0; i < 400 && !this.#settled(); i++) await turn()
    await this.#opened.settle(4)
    await Promise.all(checks)
    expect(this.#storage.readiness()).toBeUndefined()
  }

  #settled(): boolean {
    if (this.#listing > 0 || this.#storage.readiness() !== undefined) return false
    return this.#watchers.every(
      ({ after, matches, seen, ended }) => ended || seen.length >= this.#log.eventsAfter(after, matches).length,
    )
  }

  async #write(): Promise<void> {
    const name = names[this.#random(names.length)]!
    const object = pod(name, {
      node: nodes[this.#random(nodes.length)]!,
      labels: { odd: this.#random(2) === 0 ? 'yes' : 'no' },
      text: String(++this.#text),
    })
    try {
      const stored = await this.#anyWrite(name, object)
      if (stored === undefined) return
      this.done.writes++
      this.#log.add({ revision: stored.revision, name, pod: stored.deleted ? undefined : stored.object })
    } catch (error) {
      if (!isStorageError(error, 'KeyExists') && !isStorageError(error, 'KeyNotFound')) throw error
    }
  }

  async #anyWrite(name: string, object: Pod) {
    const choice = this.#random(10)
    if (choice < 3) return { ...facts(await this.#storage.create(podKey(name), object)), deleted: false }
    if (choice < 8) {
      const tryUpdate = async () => {
        if (this.#random(3) === 0) await Promise.resolve()
        return { object }
      }
      const { stored, changed } = await this.#storage.guaranteedUpdate(podKey(name), { tryUpdate })
      return changed ? { ...facts(stored), deleted: false } : undefined
    }
    return { ...facts(await this.#storage.delete(podKey(name))), deleted: true }
  }

  #selection(): Selection {
    const choice = this.#random(4)
    const node = nodes[this.#random(nodes.length)]!
    if (choice === 0) return { predicate: onNode(node), matches: ({ spec }) => spec?.nodeName === node }
    if (choice === 1)
      return { predicate: withLabel('odd', 'yes'), matches: ({ metadata }) => metadata.labels?.odd === 'yes' }
    return { predicate: everything, matches: () => true }
  }

  async #listed(): Promise<void> {
    this.#listing++
    try {
      await this.#list()
    } catch (error) {
      this.#refused(error)
    } finally {
      this.#listing--
    }
  }

  async #list(): Promise<void> {
    const { predicate, matches } = this.#selection()
    const limit = this.#random(3) === 0 ? 1 + this.#random(10) : 0
    const version = this.#random(4)
    const resourceVersion = version === 0 ? '0' : version === 1 ? String(this.#version()) : ''
    const exact = version === 1 && this.#random(2) === 0 ? ({ resourceVersionMatch: 'Exact' } as const) : {}
    const first = await this.#storage.list(podPrefix, { predicate, limit, resourceVersion, ...exact })
    const items = [...first.items]
    let page = first
    while (page.continueToken !== undefined) {
      page = await this.#storage.list(podPrefix, { predicate, limit, continueToken: page.continueToken })
      expect(page.revision).toBe(first.revision)
      items.push(...page.items)
    }
    const found = items.map(({ key, revision }) => `${key}@${revision}`)
    this.done.lists++
    // Writes of this round may not be in the log yet: the comparison waits for its end.
    this.#comparisons.push(() => {
      if (first.revision >= this.#log.oldest) expect(found).toEqual(this.#log.at(first.revision, matches))
    })
  }

  #version(): number {
    const { oldest, newest } = this.#log
    return oldest + this.#random(newest - oldest + 1)
  }

  async #watch(): Promise<void> {
    const selection = this.#selection()
    const after = this.#version()
    const slow = this.#random(6) === 0
    try {
      const watch = await this.#storage.watch(podPrefix, {
        predicate: selection.predicate,
        resourceVersion: String(after),
      })
      const watcher: Watcher = { ...selection, after, watch, seen: [], ended: false, done: Promise.resolve() }
      Object.assign(watcher, { done: this.#follow(watcher, slow) })
      this.#watchers.push(watcher)
    } catch (error) {
      this.#refused(error)
    }
  }

  async #follow(watcher: Watcher, slow: boolean): Promise<void> {
    for await (const batch of watcher.watch) {
      for (const event of batch) {
        if (event.type === 'ERROR') {
          watcher.ended = true
          this.#refused(event.error)
          return
        }
        if (event.type === 'BOOKMARK') continue
        const { object, revision } = event.stored
        expect(object.metadata.resourceVersion).toBe(String(revision))
        watcher.seen.push(`${event.type} ${object.metadata.name}@${revision} ${object.spec?.text}`)
      }
      if (slow) await new Promise((resolve) => setImmediate(resolve))
    }
    watcher.ended = true
  }

  #check({ after, matches, seen, ended }: Watcher): void {
    const expected = this.#log.eventsAfter(after, matches)
    this.done.events += seen.length
    if (ended) {
      this.done.cut++
      expect(seen).toEqual(expected.slice(0, seen.length))
    } else expect(seen).toEqual(expected)
  }

  #fault(): void {
    this.done.faults++
    const choice = this.#random(10)
    if (choice < 5) this.#store.breakWatches('Unavailable')
    else if (choice < 7) this.#store.breakWatches(this.#random(2) === 0 ? 'ResourceExpired' : 'Internal')
    else this.#opened.kv.compact(this.#version()).catch(() => undefined)
    this.#clock.step(this.#random(400))
  }

  /** Some things may be refused while faults happen. */
  #refused(error: unknown): void {
    const allowed = [
      'ResourceExpired',
      'TooLargeResourceVersion',
      'TooManyRequests',
      'Unavailable',
      'Internal',
    ] as const
    if (!allowed.some((code) => isStorageError(error, code))) throw error
    this.done.refused++
  }
}

function facts({ revision, object }: { revision: number; object: Pod }) {
  return { revision, object }
}
