import type { PassiveClock } from 'apimachinery/wait'
import type { CountedResource } from '../metrics/resource-counts.js'
import type { ResourceStats } from './work-estimator.js'

/** Milliseconds for which a size is good. */
const lifetime = 60_000

/** Resources with their stores. */
export interface CountedResources {
  counted(): Iterable<SizedResource>
}

/** A resource whose objects are counted, and of which some are looked at. */
export interface SizedResource extends CountedResource {
  /** Mean bytes of a few objects; 0 where there is none. */
  averageBytes(): Promise<number>
}

interface Entry {
  readonly resource: SizedResource
  stats: ResourceStats | undefined
  until: number
}

/**
 * The stored sizes of each resource, read on demand and not more than once a minute. The first call returns `undefined`:
 * estimates do not wait.
 */
export class ResourceSizes {
  readonly #resources: CountedResources
  readonly #clock: PassiveClock
  #entries: Map<string, Entry> | undefined

  constructor(resources: CountedResources, clock: PassiveClock) {
    this.#resources = resources
    this.#clock = clock
  }

  of(group: string, resource: string): ResourceStats | undefined {
    this.#entries ??= new Map(
      [...this.#resources.counted()].map((each) => [
        `${each.resource}.${each.group}`,
        { resource: each, stats: undefined, until: 0 },
      ]),
    )
    const entry = this.#entries.get(`${resource}.${group}`)
    if (entry === undefined) return undefined
    const now = this.#clock.now()
    if (now >= entry.until) {
      entry.until = now + lifetime
      void refresh(entry)
    }
    return entry.stats
  }
}

async function refresh(entry: Entry): Promise<void> {
  try {
    const objectCount = await entry.resource.count()
    entry.stats = { objectCount, averageBytes: objectCount === 0 ? 0 : await entry.resource.averageBytes() }
  } catch {
    // After a failure the store is read again in a minute; until then the last result is used.
  }
}
