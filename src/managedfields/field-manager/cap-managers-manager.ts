import { compareStrings } from '../../internal/compare-strings.js'
import { FieldSet } from '../field-path/field-set.js'
import type { VersionedSet } from '../field-path/managed-fields.js'
import { buildManagerIdentifier, type Managed, secondsOf } from './managed.js'
import type { ApplyRequest, Change, Manager, UpdateRequest } from './manager.js'

/** How many managers of updates are kept apart. */
export const defaultMaxUpdateManagers = 10

/** Manager name under which the oldest updates of a version are merged. */
const ancientChanges = 'ancient-changes'

/** Keeps the number of managers of updates down by putting the oldest together, version by version. */
export class CapManagersManager implements Manager {
  readonly #next: Manager
  readonly #max: number

  constructor(next: Manager, max: number = defaultMaxUpdateManagers) {
    this.#next = next
    this.#max = max
  }

  update(request: UpdateRequest): Change {
    const { object, managed } = this.#next.update(request)
    return { object, managed: this.#capped(managed) }
  }

  apply(request: ApplyRequest): Change {
    return this.#next.apply(request)
  }

  #capped(managed: Managed): Managed {
    const updaters = [...managed.fields].filter(([, { applied }]) => !applied).map(([manager]) => manager)
    if (updaters.length <= this.#max) return managed
    const seconds = (manager: string): number => secondsOf(managed.times.get(manager))
    updaters.sort((a, b) => seconds(a) - seconds(b) || compareStrings(a, b))
    const buckets = new Buckets(managed)
    let left = updaters.length
    for (const manager of updaters) {
      if (left <= this.#max) break
      if (buckets.put(manager)) left--
    }
    return buckets.managed
  }
}

/** Merges managers. */
class Buckets {
  readonly #fields: Map<string, VersionedSet>
  readonly #times: Map<string, string>
  readonly #firstOfVersion = new Map<string, string>()
  /** What goes into a bucket besides its first set: united at the end, since each union is as long as all before it. */
  readonly #merged = new Map<string, FieldSet[]>()

  constructor(managed: Managed) {
    this.#fields = new Map(managed.fields)
    this.#times = new Map(managed.times)
  }

  get managed(): Managed {
    for (const [bucket, sets] of this.#merged) {
      const owned = this.#fields.get(bucket)
      if (owned !== undefined) this.#fields.set(bucket, owned.withSet(FieldSet.unionAll([owned.set, ...sets])))
    }
    return { fields: this.#fields, times: this.#times }
  }

  /**
   * Puts a manager into the bucket of its version. The first manager of a version is merged when a second one follows.
   */
  put(manager: string): boolean {
    const owned = this.#fields.get(manager)!
    const first = this.#firstOfVersion.get(owned.apiVersion)
    if (first === undefined) {
      this.#firstOfVersion.set(owned.apiVersion, manager)
      return false
    }
    const bucket = buildManagerIdentifier({
      manager: ancientChanges,
      operation: 'Update',
      apiVersion: owned.apiVersion,
    })
    if (!this.#fields.has(bucket)) {
      this.#fields.set(bucket, this.#fields.get(first)!)
      this.#fields.delete(first)
    }
    const merged = this.#merged.get(bucket)
    if (merged === undefined) this.#merged.set(bucket, [owned.set])
    else merged.push(owned.set)
    this.#fields.delete(manager)
    // The manager that is added is the more recent one.
    const time = this.#times.get(manager)
    if (time === undefined) this.#times.delete(bucket)
    else this.#times.set(bucket, time)
    return true
  }
}
