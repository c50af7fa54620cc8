import { certificates, namespaces, nodes, volumes } from './cluster-objects.js'
import { deployments, replicaSets, replicationControllers } from './deployments.js'
import { cronJobs, jobs } from './jobs.js'
import type { KnownObject, Operation, Turn, WorkloadKind } from './operation.js'
import { claims, configMaps, pods } from './owned-objects.js'
import { pools } from './pod-template.js'
import { RandomSource } from './random-source.js'
import { autoscalers, budgets, manualServices, quotas, services } from './services.js'
import { daemonSets, statefulSets } from './sets.js'

const kinds: readonly WorkloadKind[] = [
  ...[deployments, replicaSets, replicationControllers, statefulSets, daemonSets, jobs, cronJobs],
  ...[services, manualServices, budgets, autoscalers, quotas, configMaps, pods, claims],
  ...[namespaces, volumes, certificates, nodes],
]

/** The namespaces that are there from the beginning. */
export const workloadNamespaces = Array.from({ length: 10 }, (_, index) => `random-${index}`)

/**
 * Operations of a seed, in batches. In a batch no object is changed twice, and the cluster comes to rest between batches: so the end
 * does not depend on how fast controllers are.
 */
export function* workload(seed: number, operations: number, batch = 200): Generator<readonly Operation[]> {
  const made = new Workload(new RandomSource(seed))
  for (let left = operations; left > 0; left -= batch) yield made.batch(Math.min(batch, left))
}

class Workload {
  readonly #random: RandomSource
  readonly #known = new Map<string, KnownObject>()
  /** Namespaces in which there was a rest: their service accounts are there. */
  #ready: readonly string[] = workloadNamespaces
  #touched = new Set<string>()
  #serial = 0

  constructor(random: RandomSource) {
    this.#random = random
    for (const pool of pools) this.#know(nodes, undefined, `node-${pool}`)
  }

  batch(size: number): readonly Operation[] {
    this.#touched = new Set()
    const transient = [...this.#known.values()].filter(({ kind }) => kind === namespaces).map(({ name }) => name)
    this.#ready = [...workloadNamespaces, ...transient]
    const made: Operation[] = []
    while (made.length < size) made.push(...this.#next())
    return made
  }

  #next(): readonly Operation[] {
    const random = this.#random
    const kind = random.weighted(kinds.map((each) => [each.weight, each] as const))
    const isNamespaced = kind.path.includes('/NS/')
    const namespace = isNamespaced ? (random.pick(this.#ready) ?? '') : undefined
    const inNamespace = (name: string): readonly KnownObject[] =>
      [...this.#known.values()].filter(
        (each) => each.kind.kind === name && (each.namespace === namespace || each.namespace === undefined),
      )
    const turn: Turn = { random, serial: this.#serial++, namespace: namespace ?? '', others: inNamespace }
    const there = inNamespace(kind.kind)
    if (there.length === 0 || (random.chance(0.3) && there.length < kind.most)) return [this.#create(kind, turn)]
    const object = random.pick(there)
    if (object === undefined || this.#touched.has(object.path)) return []
    this.#touched.add(object.path)
    const isLast = kind === nodes && there.length <= pools.length
    if (!isLast && random.chance(0.12)) return [this.#delete(object, turn)]
    return kind.change(object, turn)
  }

  #create(kind: WorkloadKind, turn: Turn): Operation {
    const prefix = kind.kind.toLowerCase()
    // Replica sets come back under their names, and find the pods that they have left.
    const isReused = kind.kind === 'ReplicaSet'
    const names = isReused ? [0, 1, 2].map((index) => `${prefix}-${index}`) : [`${prefix}-${turn.serial}`]
    const taken = new Set([...this.#known.values()].map(({ path }) => path).concat(...this.#touched))
    const path = kind.path.replace('/NS/', `/${turn.namespace}/`)
    const name = names.find((each) => !taken.has(`${path}/${each}`)) ?? `${prefix}-${turn.serial}`
    const object = this.#know(kind, turn.namespace === '' ? undefined : turn.namespace, name)
    this.#touched.add(object.path)
    return { verb: 'create', path, body: kind.create(name, turn) }
  }

  #know(kind: WorkloadKind, namespace: string | undefined, name: string): KnownObject {
    const path = `${kind.path.replace('/NS/', `/${namespace}/`)}/${name}`
    const object: KnownObject = { kind, namespace, name, path, memory: new Map() }
    this.#known.set(path, object)
    return object
  }

  #delete(object: KnownObject, turn: Turn): Operation {
    const { kind, path, name } = object
    this.#known.delete(path)
    if (kind === namespaces) {
      for (const [key, each] of this.#known) if (each.namespace === name) this.#known.delete(key)
      this.#ready = this.#ready.filter((each) => each !== name)
    }
    if (kind.remove !== undefined) return kind.remove(object, turn)
    const propagationPolicy = turn.random.pick(['Background', 'Foreground'] as const)
    return { verb: 'delete', path, body: { propagationPolicy } }
  }
}
