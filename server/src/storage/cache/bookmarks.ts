import type { KubernetesObject } from 'apimachinery/runtime'
import type { Clock, Timer } from 'apimachinery/wait'
import type { CacheWatcher } from './cache-watcher.js'

/** Source: cacher.go and cache_watcher.go of k8s.io/apiserver/pkg/storage/cacher. */
const period = 60_000
const beforeDeadline = 2000
/** Bookmarks that are due within this are sent together. */
const grain = 1000

/** Sends bookmarks to the watchers that want them, each minute and shortly before their end. */
export class Bookmarks<T extends KubernetesObject> {
  readonly #clock: Clock
  readonly #revision: () => number
  readonly #watchers = new Set<CacheWatcher<T>>()
  #timer: Timer | undefined

  constructor(clock: Clock, revision: () => number) {
    this.#clock = clock
    this.#revision = revision
  }

  add(watcher: CacheWatcher<T>): void {
    if (!watcher.options.allowBookmarks) return
    this.#plan(watcher)
    this.#watchers.add(watcher)
    this.#timer ??= this.#clock.setTimer(() => this.#send(), grain)
  }

  delete(watcher: CacheWatcher<T>): void {
    this.#watchers.delete(watcher)
    if (this.#watchers.size === 0) this.close()
  }

  close(): void {
    this.#timer?.stop()
    this.#timer = undefined
  }

  #send(): void {
    const now = this.#clock.now()
    const revision = this.#revision()
    for (const watcher of this.#watchers) {
      if (watcher.bookmarkDue > now) continue
      watcher.offerBookmark(revision)
      this.#plan(watcher)
    }
    this.#timer = this.#watchers.size === 0 ? undefined : this.#clock.setTimer(() => this.#send(), grain)
  }

  #plan(watcher: CacheWatcher<T>): void {
    const now = this.#clock.now()
    const last = (watcher.options.deadline ?? Number.POSITIVE_INFINITY) - beforeDeadline
    watcher.bookmarkDue = now < last ? Math.min(now + period, last) : Number.POSITIVE_INFINITY
  }
}
