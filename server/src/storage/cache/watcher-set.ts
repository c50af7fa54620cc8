import type { KubernetesObject } from 'apimachinery/runtime'
import type { CacheEvent } from './cache-event.js'
import type { CacheWatcher } from './cache-watcher.js'
import { valueOfField } from './field-index.js'

interface Scope<T extends KubernetesObject> {
  readonly all: Set<CacheWatcher<T>>
  /** Watchers that want one value of the indexed field. */
  readonly byValue: Map<string, Set<CacheWatcher<T>>>
}

/**
 * The running watchers, found by what they may be interested in: the whole resource, a namespace or one object, and the
 * value of one field.
 */
export class WatcherSet<T extends KubernetesObject> implements Iterable<CacheWatcher<T>> {
  readonly #prefix: string
  readonly #triggerField: string | undefined
  readonly #scopes = new Map<string, Scope<T>>()
  readonly #watchers = new Set<CacheWatcher<T>>()

  constructor(prefix: string, triggerField: string | undefined) {
    this.#prefix = prefix
    this.#triggerField = triggerField
  }

  get size(): number {
    return this.#watchers.size
  }

  [Symbol.iterator](): Iterator<CacheWatcher<T>> {
    return this.#watchers.values()
  }

  add(watcher: CacheWatcher<T>): void {
    this.#watchers.add(watcher)
    const { prefix, trigger } = watcher.options
    const scope = this.#scopes.get(prefix) ?? { all: new Set(), byValue: new Map() }
    this.#scopes.set(prefix, scope)
    if (trigger === undefined) {
      scope.all.add(watcher)
      return
    }
    const same = scope.byValue.get(trigger)
    if (same === undefined) scope.byValue.set(trigger, new Set([watcher]))
    else same.add(watcher)
  }

  delete(watcher: CacheWatcher<T>): void {
    this.#watchers.delete(watcher)
    const { prefix, trigger } = watcher.options
    const scope = this.#scopes.get(prefix)
    if (scope === undefined) return
    scope.all.delete(watcher)
    if (trigger !== undefined) {
      const same = scope.byValue.get(trigger)
      same?.delete(watcher)
      if (same?.size === 0) scope.byValue.delete(trigger)
    }
    if (scope.all.size === 0 && scope.byValue.size === 0) this.#scopes.delete(prefix)
  }

  /** Passes an event to all watchers that may match. Returns the lag of the slowest one, in events. */
  dispatch(event: CacheEvent<T>): number {
    let behind = 0
    for (const watcher of this.#interestedIn(event)) {
      watcher.offer(event)
      behind = Math.max(behind, watcher.behind)
    }
    return behind
  }

  *#interestedIn(event: CacheEvent<T>): Generator<CacheWatcher<T>, void> {
    for (const scope of this.#scopesOf(event.key)) {
      yield* scope.all
      if (scope.byValue.size > 0) yield* this.#byValue(scope, event)
    }
  }

  *#byValue({ byValue }: Scope<T>, event: CacheEvent<T>): Generator<CacheWatcher<T>, void> {
    const field = this.#triggerField!
    const now = event.now && valueOfField(event.now, field)
    const before = event.before && valueOfField(event.before, field)
    if (now !== undefined) yield* byValue.get(now) ?? []
    if (before !== undefined && before !== now) yield* byValue.get(before) ?? []
  }

  /** The resource, each folder of the key below it, and the key itself. */
  *#scopesOf(key: string): Generator<Scope<T>, void> {
    for (let end = this.#prefix.length; ; end = key.indexOf('/', end) + 1) {
      if (end === 0) break
      const scope = this.#scopes.get(key.slice(0, end))
      if (scope !== undefined) yield scope
    }
    const scope = this.#scopes.get(key)
    if (scope !== undefined) yield scope
  }
}
