import { newAlreadyExists } from 'apimachinery/errors'
import type { TestServerOptions, TestServerSnapshot } from '../testing/test-server.js'
import type { Cluster, ClusterParts } from './cluster.js'
import type { ClockState } from './cluster-clock.js'
import { missing } from './control-errors.js'
import { generatedName } from './generated-name.js'

/** The objects of a cluster at one moment, and how the cluster was. */
export interface Snapshot extends Pick<ClusterParts, 'spec' | 'controllers' | 'nodes'> {
  readonly name: string
  readonly cluster: string
  readonly created: Date
  readonly resourceVersion: string
  readonly objects: TestServerSnapshot
  readonly users: NonNullable<TestServerOptions['users']>
  readonly clock: ClockState
}

/** Snapshots by name: they stay when their clusters are gone. */
export class Snapshots {
  readonly #byName = new Map<string, Snapshot>()

  /** @throws StatusError for a name that is taken */
  async take(cluster: Cluster, name = generatedName('snapshot')): Promise<Snapshot> {
    if (this.#byName.has(name)) throw newAlreadyExists({ group: 'apimachinery.dev', resource: 'snapshots' }, name)
    const { server, clock, parts } = cluster
    const objects = server.snapshot()
    const snapshot: Snapshot = {
      name,
      cluster: parts.name,
      created: new Date(),
      resourceVersion: String(objects.kv.revision),
      objects,
      users: Object.fromEntries(server.users.list().map((user) => [user.name, user])),
      clock: clock.state,
      spec: parts.spec,
      controllers: parts.controllers,
      nodes: parts.nodes,
    }
    this.#byName.set(name, snapshot)
    return snapshot
  }

  /** @throws StatusError */
  get(name: string): Snapshot {
    const snapshot = this.#byName.get(name)
    if (snapshot === undefined) throw missing('snapshots', name)
    return snapshot
  }

  list(): readonly Snapshot[] {
    return [...this.#byName.values()]
  }

  /** @throws StatusError */
  delete(name: string): void {
    const { objects } = this.get(name)
    this.#byName.delete(name)
    // Nothing of it waits for the ends of leases any more.
    void objects.kv.close()
  }

  deleteAll(): void {
    for (const name of this.#byName.keys()) this.delete(name)
  }
}

/** A snapshot as clients see it. */
export function describeSnapshot({ name, cluster, created, resourceVersion }: Snapshot): object {
  return { name, cluster, created: created.toISOString(), resourceVersion }
}
