import type { KubernetesObject } from 'apimachinery/runtime'
import { storedAt } from '../lazy-object.js'
import type { SelectionPredicate, StorageEvent } from '../storage.js'
import type { StoredObject } from '../stored-object.js'

/** The change of one key; shared by all watchers. */
export class CacheEvent<T extends KubernetesObject> {
  readonly key: string
  readonly revision: number
  /** When the cache heard of it, milliseconds since the epoch. */
  readonly time: number
  /** The new state; absent for a deletion. */
  readonly now: StoredObject<T> | undefined
  readonly before: StoredObject<T> | undefined
  #added: StorageEvent<T> | undefined
  #modified: StorageEvent<T> | undefined
  #deleted: StorageEvent<T> | undefined

  constructor(facts: Pick<CacheEvent<T>, 'key' | 'revision' | 'time' | 'now' | 'before'>) {
    this.key = facts.key
    this.revision = facts.revision
    this.time = facts.time
    this.now = facts.now
    this.before = facts.before
  }

  /** The change as a watcher with this selection sees it. Every watcher that sees the same gets the same event. */
  eventFor(predicate: SelectionPredicate): StorageEvent<T> | undefined {
    const now = this.now !== undefined && selects(predicate, this.now)
    const before = this.before !== undefined && selects(predicate, this.before)
    if (now && before) return this.#modifiedEvent()
    if (now) return this.#addedEvent()
    return before ? this.#deletedEvent() : undefined
  }

  #addedEvent(): StorageEvent<T> {
    this.#added ??= { type: 'ADDED', stored: this.now! }
    return this.#added
  }

  #modifiedEvent(): StorageEvent<T> {
    this.#modified ??= { type: 'MODIFIED', stored: this.now! }
    return this.#modified
  }

  #deletedEvent(): StorageEvent<T> {
    this.#deleted ??= { type: 'DELETED', stored: storedAt(this.before!, this.revision) }
    return this.#deleted
  }
}

/** Whether an object is selected; one that cannot be read is not. */
export function selects<T extends KubernetesObject>(predicate: SelectionPredicate, stored: StoredObject<T>): boolean {
  if (predicate.empty) return true
  try {
    return predicate.matches(stored.attributes)
  } catch {
    return false
  }
}
