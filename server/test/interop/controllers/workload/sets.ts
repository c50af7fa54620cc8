import type { KnownObject, Turn, WorkloadKind } from './operation.js'
import { changeOfPods } from './own-pods.js'
import { nextRound, podTemplate } from './pod-template.js'

export const statefulSets: WorkloadKind = {
  kind: 'StatefulSet',
  path: '/apis/apps/v1/namespaces/NS/statefulsets',
  weight: 4,
  most: 4,
  create(name, turn) {
    const { random } = turn
    const policy = (): string => random.pick(['Retain', 'Delete'] as const)
    const withClaims = random.chance(0.4)
    return {
      metadata: { name, labels: { workload: 'random' } },
      spec: {
        replicas: random.below(4),
        selector: { matchLabels: { app: name } },
        template: podTemplate(name, turn),
        serviceName: name,
        podManagementPolicy: random.pick(['Parallel', 'OrderedReady'] as const),
        updateStrategy: updateOf(turn),
        ...(random.chance(0.3) && { minReadySeconds: 1 }),
        ...(random.chance(0.2) && { ordinals: { start: 2 } }),
        ...(random.chance(0.3) && { revisionHistoryLimit: random.below(3) }),
        ...(withClaims && {
          volumeClaimTemplates: [claimTemplate],
          persistentVolumeClaimRetentionPolicy: { whenDeleted: policy(), whenScaled: policy() },
        }),
      },
    }
  },
  change(object, turn) {
    const { random } = turn
    if (random.chance(0.2)) return changeOfPods(object, turn)
    return [{ verb: 'merge', path: object.path, body: changeOfStatefulSet(object, turn) }]
  },
}

const claimTemplate = {
  metadata: { name: 'data' },
  spec: {
    accessModes: ['ReadWriteOnce'],
    storageClassName: 'made-up',
    resources: { requests: { storage: '1Gi' } },
  },
}

function changeOfStatefulSet(_object: KnownObject, turn: Turn): object {
  const { random } = turn
  const action = random.below(10)
  if (action < 4) return { spec: { replicas: random.below(5) } }
  if (action < 8) return nextRound(turn)
  return { spec: { updateStrategy: updateOf(turn) } }
}

function updateOf({ random }: Turn): object {
  return random.weighted<object>([
    [3, { type: 'RollingUpdate', rollingUpdate: { partition: 0 } }],
    [1, { type: 'RollingUpdate', rollingUpdate: { partition: 1 } }],
    [1, { type: 'OnDelete', rollingUpdate: null }],
  ])
}

export const daemonSets: WorkloadKind = {
  kind: 'DaemonSet',
  path: '/apis/apps/v1/namespaces/NS/daemonsets',
  weight: 2,
  most: 2,
  create(name, turn) {
    const { random } = turn
    return {
      metadata: { name, labels: { workload: 'random' } },
      spec: {
        selector: { matchLabels: { app: name } },
        template: podTemplate(name, turn),
        updateStrategy: daemonUpdateOf(turn),
        ...(random.chance(0.3) && { minReadySeconds: 1 }),
      },
    }
  },
  change(object, turn) {
    const { random } = turn
    if (random.chance(0.2)) return changeOfPods(object, turn)
    const body = random.chance(0.7) ? nextRound(turn) : { spec: { updateStrategy: daemonUpdateOf(turn) } }
    return [{ verb: 'merge', path: object.path, body }]
  },
}

function daemonUpdateOf({ random }: Turn): object {
  return random.weighted<object>([
    [3, { type: 'RollingUpdate', rollingUpdate: { maxUnavailable: 1, maxSurge: 0 } }],
    [1, { type: 'RollingUpdate', rollingUpdate: { maxUnavailable: 0, maxSurge: 1 } }],
    [1, { type: 'OnDelete', rollingUpdate: null }],
  ])
}
