import type { Operation, Turn, WorkloadKind } from './operation.js'

export const services: WorkloadKind = {
  kind: 'Service',
  path: '/api/v1/namespaces/NS/services',
  weight: 3,
  most: 4,
  create(name, turn) {
    const { random } = turn
    return {
      metadata: { name, labels: { workload: 'random' } },
      spec: {
        selector: selectorOf(turn),
        ports: [
          { name: 'web', port: 80, targetPort: 8080 },
          ...(random.chance(0.3) ? [{ name: 'more', port: 81 }] : []),
        ],
        ...(random.chance(0.2) && { clusterIP: 'None' }),
        ...(random.chance(0.2) && { publishNotReadyAddresses: true }),
      },
    }
  },
  change({ path }, turn) {
    const { random, serial } = turn
    const body = random.weighted<object>([
      [3, { spec: { selector: { ...noSelector, ...selectorOf(turn) } } }],
      [1, { metadata: { labels: { note: `${serial % 3}` }, annotations: { note: `${serial}` } } }],
      [1, { spec: { publishNotReadyAddresses: random.chance(0.5) } }],
    ])
    return [{ verb: 'merge', path, body }]
  },
}

const noSelector = { app: null, tier: null }

function selectorOf({ random, others }: Turn): Readonly<Record<string, string>> {
  const other = random.pick([...others('Deployment'), ...others('StatefulSet')])
  return other !== undefined && random.chance(0.5) ? { app: other.name } : { tier: random.pick(['a', 'b'] as const) }
}

/** A service without selector, whose endpoints somebody else writes. */
export const manualServices: WorkloadKind = {
  kind: 'ManualService',
  path: '/api/v1/namespaces/NS/services',
  weight: 0.7,
  most: 1,
  create(name) {
    return { metadata: { name, labels: { workload: 'random' } }, spec: { ports: [{ port: 80 }] } }
  },
  change({ name, memory }, { namespace, random }) {
    const path = `/api/v1/namespaces/${namespace}/endpoints`
    const addresses = Array.from({ length: 1 + random.below(3) }, (_, index) => ({ ip: `192.0.2.${index + 1}` }))
    const body = { metadata: { name }, subsets: [{ addresses, ports: [{ port: 8080 }] }] }
    if (memory.get('endpoints') === true) return [{ verb: 'put', path: `${path}/${name}`, body }]
    memory.set('endpoints', true)
    return [{ verb: 'create', path, body }]
  },
}

export const budgets: WorkloadKind = {
  kind: 'PodDisruptionBudget',
  path: '/apis/policy/v1/namespaces/NS/poddisruptionbudgets',
  weight: 2,
  most: 3,
  create(name, turn) {
    const { random } = turn
    const app = random.pick([...turn.others('Deployment'), ...turn.others('StatefulSet'), ...turn.others('ReplicaSet')])
    const spec =
      app === undefined || random.chance(0.3)
        ? { minAvailable: random.below(5), selector: { matchLabels: { tier: 'a' } } }
        : { ...limitOf(turn), selector: { matchLabels: { app: app.name } } }
    return { metadata: { name, labels: { workload: 'random' } }, spec }
  },
  change({ path }, { random }) {
    return [{ verb: 'merge', path, body: { spec: { minAvailable: random.below(6), maxUnavailable: null } } }]
  },
}

function limitOf({ random }: Turn): object {
  return random.pick([
    { minAvailable: 1 },
    { minAvailable: '50%' },
    { maxUnavailable: 1 },
    { maxUnavailable: '30%' },
  ] as const)
}

export const autoscalers: WorkloadKind = {
  kind: 'HorizontalPodAutoscaler',
  path: '/apis/autoscaling/v2/namespaces/NS/horizontalpodautoscalers',
  weight: 0.7,
  most: 1,
  create(name, { random, others }) {
    const target = random.pick(others('Deployment'))?.name ?? 'absent'
    const minReplicas = 1 + random.below(3)
    return {
      metadata: { name, labels: { workload: 'random' } },
      spec: {
        minReplicas,
        maxReplicas: minReplicas + random.below(3),
        scaleTargetRef: { apiVersion: 'apps/v1', kind: 'Deployment', name: target },
      },
    }
  },
  change({ path }, { random }): readonly Operation[] {
    const minReplicas = 1 + random.below(3)
    return [{ verb: 'merge', path, body: { spec: { minReplicas, maxReplicas: minReplicas + random.below(3) } } }]
  },
}

export const quotas: WorkloadKind = {
  kind: 'ResourceQuota',
  path: '/api/v1/namespaces/NS/resourcequotas',
  weight: 0.7,
  most: 1,
  create(name) {
    const hard = { pods: '1000', services: '100', 'requests.cpu': '1000', 'count/deployments.apps': '5' }
    const more = { 'count/jobs.batch': '5', persistentvolumeclaims: '100', 'requests.storage': '1Ti' }
    return { metadata: { name, labels: { workload: 'random' } }, spec: { hard: { ...hard, ...more } } }
  },
  change({ path }, { random }) {
    return [{ verb: 'merge', path, body: { spec: { hard: { 'count/deployments.apps': `${3 + random.below(4)}` } } } }]
  },
}
