import type { KnownObject, Operation, Turn, WorkloadKind } from './operation.js'
import { changeOfPods } from './own-pods.js'
import { nextRound, podTemplate } from './pod-template.js'

export const deployments: WorkloadKind = {
  kind: 'Deployment',
  path: '/apis/apps/v1/namespaces/NS/deployments',
  weight: 5,
  most: 6,
  create(name, turn) {
    const { random } = turn
    return {
      metadata: { name, labels: { workload: 'random' } },
      spec: {
        replicas: random.below(6),
        selector: { matchLabels: { app: name } },
        template: podTemplate(name, turn),
        strategy: strategyOf(turn),
        ...(random.chance(0.3) && { minReadySeconds: 1 }),
        ...(random.chance(0.3) && { progressDeadlineSeconds: 3 }),
        ...(random.chance(0.3) && { revisionHistoryLimit: random.below(3) }),
      },
    }
  },
  change(object, turn) {
    const { random } = turn
    if (random.chance(0.15)) return changeOfPods(object, turn)
    return [{ verb: 'merge', path: object.path, body: changeOf(object, turn) }]
  },
}

function changeOf({ memory }: KnownObject, turn: Turn): object {
  const { random, serial } = turn
  const action = random.below(20)
  if (action < 7) return { spec: { replicas: random.below(7) } }
  if (action < 14) return nextRound(turn)
  if (action < 17) {
    const paused = memory.get('paused') !== true
    memory.set('paused', paused)
    return { spec: { paused } }
  }
  if (action < 18) return { spec: { strategy: strategyOf(turn) } }
  if (action < 19) return { metadata: { annotations: { note: `${serial}` }, labels: { note: `${serial % 3}` } } }
  return { spec: { revisionHistoryLimit: random.below(4) } }
}

function strategyOf({ random }: Turn): object {
  return random.weighted<object>([
    [2, {}],
    [2, { type: 'Recreate', rollingUpdate: null }],
    [1, { type: 'RollingUpdate', rollingUpdate: { maxSurge: 0, maxUnavailable: 1 } }],
    [1, { type: 'RollingUpdate', rollingUpdate: { maxSurge: '50%', maxUnavailable: 0 } }],
    [1, { type: 'RollingUpdate', rollingUpdate: { maxSurge: 2, maxUnavailable: '50%' } }],
  ])
}

export const replicaSets: WorkloadKind = {
  kind: 'ReplicaSet',
  path: '/apis/apps/v1/namespaces/NS/replicasets',
  weight: 2,
  most: 3,
  create(name, turn) {
    const selector = { matchLabels: { app: name } }
    const spec = { replicas: turn.random.below(5), selector, template: podTemplate(name, turn) }
    return { metadata: { name, labels: { workload: 'random' } }, spec }
  },
  change(object, turn) {
    if (turn.random.chance(0.5)) return changeOfPods(object, turn)
    return [{ verb: 'merge', path: object.path, body: { spec: { replicas: turn.random.below(6) } } }]
  },
  remove({ path }, { random }): Operation {
    return {
      verb: 'delete',
      path,
      body: { propagationPolicy: random.pick(['Background', 'Foreground', 'Orphan'] as const) },
    }
  },
}

export const replicationControllers: WorkloadKind = {
  ...replicaSets,
  kind: 'ReplicationController',
  path: '/api/v1/namespaces/NS/replicationcontrollers',
  weight: 1,
  most: 2,
  create(name, turn) {
    const spec = { replicas: turn.random.below(5), selector: { app: name }, template: podTemplate(name, turn) }
    return { metadata: { name, labels: { workload: 'random' } }, spec }
  },
}
