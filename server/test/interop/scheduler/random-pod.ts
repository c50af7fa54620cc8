import type { PodSpec } from 'apimachinery/api/core/v1'
import type { Random } from 'apimachinery/testing'

export const zones = ['zone-1', 'zone-2', 'zone-3']
const topologies = ['kubernetes.io/hostname', 'topology.kubernetes.io/zone', 'disk']

/** The spec of a random pod, with wishes of all kinds. */
export function randomPodSpec(random: Random): PodSpec {
  const some = <T>(share: number, value: () => T): T | undefined => (random.chance(share) ? value() : undefined)
  const spec = {
    containers: Array.from({ length: random.between(1, 2) }, (_, i) => container(random, `c${i}`)),
    initContainers: some(0.2, () => [
      { ...container(random, 'init'), ...(random.chance(0.5) && { restartPolicy: 'Always' }), ports: undefined },
    ]),
    priority: undefined,
    priorityClassName: some(0.6, () => random.pick(['low', 'high'])),
    nodeSelector: some(0.15, () => ({ disk: random.pick(['ssd', 'hdd']) })),
    tolerations: some(0.3, () => [toleration(random)]),
    affinity: some(0.5, () => affinity(random)),
    topologySpreadConstraints: some(0.25, () => constraints(random)),
    overhead: undefined,
    resources: some(0.1, () => ({ requests: { cpu: random.pick(['2', '2500m']), memory: '4Gi' } })),
  }
  return JSON.parse(JSON.stringify(spec))
}

function container(random: Random, name: string): object {
  return {
    name,
    image: random.pick(['registry.example/one:v1', 'registry.example/two:v1', 'registry.example/three']),
    resources: random.chance(0.8) ? { requests: requests(random) } : {},
    ...(name === 'c0' &&
      random.chance(0.15) && {
        ports: [
          { containerPort: 80, hostPort: random.pick([80, 81]), ...(random.chance(0.3) && { hostIP: '127.0.0.1' }) },
        ],
      }),
  }
}

function requests(random: Random): Record<string, string> {
  return {
    ...(random.chance(0.8) && { cpu: random.pick(['100m', '250m', '500m', '1', '0.3']) }),
    ...(random.chance(0.8) && { memory: random.pick(['64Mi', '256Mi', '500M', '1Gi']) }),
    ...(random.chance(0.1) && { 'ephemeral-storage': random.pick(['1Gi', '8Gi']) }),
  }
}

function toleration(random: Random): object {
  return random.pick<object>([
    { operator: 'Exists' },
    { key: 'only', operator: 'Equal', value: 'some', effect: 'NoSchedule' },
    { key: 'only', operator: 'Equal', value: 'other' },
    { key: 'better-not', operator: 'Exists' },
    { key: 'never', operator: 'Exists', effect: 'NoExecute' },
    { key: 'node.kubernetes.io/unschedulable', operator: 'Exists' },
  ])
}

function affinity(random: Random): object {
  const parts = {
    nodeAffinity: {
      ...(random.chance(0.4) && {
        requiredDuringSchedulingIgnoredDuringExecution: { nodeSelectorTerms: terms(random) },
      }),
      ...(random.chance(0.4) && {
        preferredDuringSchedulingIgnoredDuringExecution: terms(random).map((preference) => ({
          weight: random.between(1, 100),
          preference,
        })),
      }),
    },
    podAffinity: podAffinity(random, 0.3),
    podAntiAffinity: podAffinity(random, 0.3),
  }
  return Object.fromEntries(Object.entries(parts).filter(([, part]) => Object.keys(part).length > 0))
}

function terms(random: Random): object[] {
  return Array.from({ length: random.between(1, 2) }, () =>
    random.chance(0.1)
      ? { matchFields: [{ key: 'metadata.name', operator: 'In', values: [`node-${random.below(8)}`] }] }
      : { matchExpressions: Array.from({ length: random.between(1, 2) }, () => expression(random)) },
  )
}

function expression(random: Random): object {
  return random.pick<() => object>([
    () => ({ key: 'disk', operator: 'In', values: [random.pick(['ssd', 'hdd'])] }),
    () => ({ key: 'disk', operator: 'NotIn', values: [random.pick(['ssd', 'hdd'])] }),
    () => ({ key: 'topology.kubernetes.io/zone', operator: 'In', values: [random.pick(zones), random.pick(zones)] }),
    () => ({ key: 'size', operator: random.pick(['Gt', 'Lt']), values: [String(random.between(1, 9))] }),
    () => ({ key: 'size', operator: random.pick(['Exists', 'DoesNotExist']) }),
  ])()
}

function podAffinity(random: Random, share: number): object {
  return {
    ...(random.chance(share) && {
      requiredDuringSchedulingIgnoredDuringExecution: Array.from({ length: random.between(1, 2) }, () =>
        podTerm(random),
      ),
    }),
    ...(random.chance(share) && {
      preferredDuringSchedulingIgnoredDuringExecution: [
        { weight: random.between(1, 100), podAffinityTerm: podTerm(random) },
      ],
    }),
  }
}

function podTerm(random: Random): object {
  return {
    topologyKey: random.pick(topologies),
    labelSelector: selector(random),
    ...(random.chance(0.2) && { namespaces: [random.pick(['red', 'blue'])] }),
    ...(random.chance(0.3) && {
      namespaceSelector: random.pick<object>([
        {},
        { matchLabels: { team: 'one' } },
        { matchExpressions: [{ key: 'team', operator: 'NotIn', values: ['one'] }] },
      ]),
    }),
    ...(random.chance(0.2) && { matchLabelKeys: ['tier'] }),
  }
}

function selector(random: Random): object {
  return random.pick<object>([
    { matchLabels: { app: random.pick(['a', 'b', 'c']) } },
    { matchExpressions: [{ key: 'app', operator: 'NotIn', values: ['a'] }] },
    { matchExpressions: [{ key: 'app', operator: 'Exists' }] },
  ])
}

function constraints(random: Random): object[] {
  return topologies
    .filter(() => random.chance(0.5))
    .map((topologyKey) => {
      const whenUnsatisfiable = random.pick(['DoNotSchedule', 'ScheduleAnyway'])
      return {
        maxSkew: random.between(1, 3),
        topologyKey,
        whenUnsatisfiable,
        labelSelector: selector(random),
        ...(random.chance(0.3) && { nodeAffinityPolicy: random.pick(['Honor', 'Ignore']) }),
        ...(random.chance(0.3) && { nodeTaintsPolicy: random.pick(['Honor', 'Ignore']) }),
        ...(random.chance(0.2) && { matchLabelKeys: ['tier'] }),
        ...(random.chance(0.2) && whenUnsatisfiable === 'DoNotSchedule' && { minDomains: random.between(1, 4) }),
      }
    })
}
