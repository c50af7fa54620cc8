import { type Pod, podKey } from '../pods.js'

/** The effect of a write, by its response. */
export interface Write {
  readonly revision: number
  readonly name: string
  /** Absent for a deletion. */
  readonly pod: Pod | undefined
}

interface Change extends Write {
  readonly before: Pod | undefined
}

export type Matches = (pod: Pod) => boolean

/** What a storage should be like: every write in the order of revisions, and nothing clever. */
export class ModelLog {
  readonly #writes: Write[] = []
  #base: ReadonlyMap<string, Pod> = new Map()
  #baseRevision: number

  constructor(revision: number) {
    this.#baseRevision = revision
  }

  add(write: Write): void {
    this.#writes.push(write)
  }

  /** The first revision that can be asked for. */
  get oldest(): number {
    return this.#baseRevision
  }

  get newest(): number {
    return this.#writes.reduce((newest, { revision }) => Math.max(newest, revision), this.#baseRevision)
  }

  /** The changes in order. Throws where a revision is missing or there twice. */
  changes(): readonly Change[] {
    const sorted = this.#writes.toSorted((a, b) => a.revision - b.revision)
    const state = new Map(this.#base)
    return sorted.map((write, index) => {
      if (write.revision !== this.#baseRevision + index + 1)
        throw new Error(`write ${index} has revision ${write.revision} instead of ${this.#baseRevision + index + 1}`)
      const before = state.get(write.name)
      if (write.pod === undefined) state.delete(write.name)
      else state.set(write.name, write.pod)
      return { ...write, before }
    })
  }

  /** Keys and versions of the objects at a revision, in the order of a list. */
  at(revision: number, matches: Matches): string[] {
    const state = new Map([...this.#base].map(([name, pod]) => [name, pod]))
    for (const write of this.changes()) {
      if (write.revision > revision) break
      if (write.pod === undefined) state.delete(write.name)
      else state.set(write.name, write.pod)
    }
    const selected = [...state.values()].filter(matches)
    return selected.map(({ metadata }) => `${podKey(metadata.name)}@${metadata.resourceVersion}`).sort()
  }

  /** What a watcher sees after a revision. */
  eventsAfter(revision: number, matches: Matches): string[] {
    return this.changes().flatMap(({ revision: at, name, pod, before }) => {
      if (at <= revision) return []
      const now = pod !== undefined && matches(pod)
      const then = before !== undefined && matches(before)
      if (!now && !then) return []
      const type = now ? (then ? 'MODIFIED' : 'ADDED') : 'DELETED'
      return [`${type} ${name}@${at} ${now ? pod.spec?.text : before?.spec?.text}`]
    })
  }

  /** Forgets the changes and keeps what they led to. */
  settle(): void {
    const state = new Map(this.#base)
    for (const { name, pod } of this.changes()) {
      if (pod === undefined) state.delete(name)
      else state.set(name, pod)
    }
    this.#baseRevision = this.newest
    this.#base = state
    this.#writes.length = 0
  }
}
