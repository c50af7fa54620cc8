import { seededRandom } from '../../../src/nodes/seeded-random.js'

/** One request of a workload. */
export interface Operation {
  readonly verb: 'create' | 'merge' | 'delete'
  readonly path: string
  readonly body: object
}

interface Known {
  readonly kind: string
  readonly path: string
  readonly name: string
  paused: boolean
}

const namespaces = 4
const mostPerKind = 6
const paths: Readonly<Record<string, string>> = {
  Deployment: '/apis/apps/v1/namespaces/NS/deployments',
  StatefulSet: '/apis/apps/v1/namespaces/NS/statefulsets',
  DaemonSet: '/apis/apps/v1/namespaces/NS/daemonsets',
  Job: '/apis/batch/v1/namespaces/NS/jobs',
  Service: '/api/v1/namespaces/NS/services',
  PodDisruptionBudget: '/apis/policy/v1/namespaces/NS/poddisruptionbudgets',
}

/** The namespaces of a workload. */
export const workloadNamespaces = Array.from({ length: namespaces }, (_, index) => `random-${index}`)

/**
 * Operations of a seed, in batches. In a batch no object is changed twice, and the cluster comes to rest between batches: so the end
 * does not depend on how fast controllers are.
 */
export function* workload(seed: number, operations: number, batch = 40): Generator<readonly Operation[]> {
  const random = seededRandom(seed)
  const known = new Map<string, Known>()
  let serial = 0
  for (let left = operations; left > 0; left -= batch) {
    const touched = new Set<string>()
    const made: Operation[] = []
    while (made.length < Math.min(batch, left)) {
      const operation = next(random, known, { touched, serial: serial++ })
      if (operation !== undefined) made.push(operation)
    }
    yield made
  }
}

interface Turn {
  readonly touched: Set<string>
  readonly serial: number
}

function next(random: () => number, known: Map<string, Known>, { touched, serial }: Turn): Operation | undefined {
  const pick = <T>(all: readonly T[]): T => all[Math.floor(random() * all.length)]!
  const kind = pick(Object.keys(paths))
  const path = paths[kind]!.replace('NS', pick(workloadNamespaces))
  const there = [...known.values()].filter((each) => each.path === path)
  const action = random()
  if (there.length === 0 || (action < 0.25 && there.length < mostPerKind)) {
    const name = `${kind.toLowerCase()}-${serial}`
    const key = `${path}/${name}`
    known.set(key, { kind, path, name, paused: false })
    touched.add(key)
    return { verb: 'create', path, body: newObject(kind, name, random) }
  }
  const object = pick(there)
  const key = `${path}/${object.name}`
  if (touched.has(key)) return undefined
  touched.add(key)
  if (action > 0.88) {
    known.delete(key)
    const propagationPolicy = pick(['Background', 'Foreground'])
    return { verb: 'delete', path: key, body: { propagationPolicy } }
  }
  return { verb: 'merge', path: key, body: change(object, random, serial) }
}

function pod(app: string, random: () => number): object {
  return {
    metadata: { labels: { app, tier: random() < 0.5 ? 'a' : 'b' } },
    spec: { containers: [{ name: 'c', image: 'app:1' }], terminationGracePeriodSeconds: 0 },
  }
}

function newObject(kind: string, name: string, random: () => number): object {
  const selector = { matchLabels: { app: name } }
  const replicas = Math.floor(random() * 5)
  const template = pod(name, random)
  const metadata = { name, labels: { workload: 'random' } }
  switch (kind) {
    case 'Deployment':
      return {
        metadata,
        spec: { replicas, selector, template, ...(random() < 0.3 && { strategy: { type: 'Recreate' } }) },
      }
    case 'StatefulSet': {
      const podManagementPolicy = random() < 0.5 ? 'Parallel' : 'OrderedReady'
      return { metadata, spec: { replicas, selector, template, serviceName: name, podManagementPolicy } }
    }
    case 'DaemonSet':
      return { metadata, spec: { selector, template } }
    case 'Job': {
      const spec = { ...podSpec(template), restartPolicy: 'Never' }
      const job = { ...template, metadata: { annotations: { 'rec/mode': 'exit', 'rec/exit': '0' } }, spec }
      return { metadata, spec: { completions: 1 + replicas, parallelism: 2, template: job } }
    }
    case 'Service':
      return { metadata, spec: { selector: { tier: random() < 0.5 ? 'a' : 'b' }, ports: [{ port: 80 }] } }
    default:
      return { metadata, spec: { minAvailable: replicas, selector: { matchLabels: { tier: 'a' } } } }
  }
}

function podSpec(template: object): object {
  return 'spec' in template && typeof template.spec === 'object' && template.spec !== null ? template.spec : {}
}

function change(object: Known, random: () => number, serial: number): object {
  const replicas = Math.floor(random() * 6)
  const image = { spec: { template: { metadata: { annotations: { round: `${serial % 3}` } } } } }
  const action = random()
  switch (object.kind) {
    case 'Deployment':
      if (action < 0.4) return { spec: { replicas } }
      if (action < 0.8) return image
      object.paused = !object.paused
      return { spec: { paused: object.paused } }
    case 'StatefulSet':
      return action < 0.5 ? { spec: { replicas } } : image
    case 'DaemonSet':
      return image
    case 'Job':
      return { spec: { parallelism: 1 + (replicas % 3) } }
    case 'Service':
      return { spec: { selector: { tier: action < 0.5 ? 'a' : 'b' } } }
    default:
      return { spec: { minAvailable: replicas } }
  }
}
