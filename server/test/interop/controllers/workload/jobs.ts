import type { Turn, WorkloadKind } from './operation.js'
import { type PodMode, podTemplate } from './pod-template.js'

export const jobs: WorkloadKind = {
  kind: 'Job',
  path: '/apis/batch/v1/namespaces/NS/jobs',
  weight: 5,
  most: 6,
  create(name, turn) {
    return { metadata: { name, labels: { workload: 'random' } }, spec: jobSpec(name, turn) }
  },
  change({ path, name, memory }, { random, namespace }) {
    const action = random.below(4)
    if (action === 0) {
      const suspend = memory.get('suspend') !== true
      memory.set('suspend', suspend)
      return [{ verb: 'merge', path, body: { spec: { suspend } } }]
    }
    if (action === 1) {
      const pods = `/api/v1/namespaces/${namespace}/pods?labelSelector=job-name=${name}`
      return [{ verb: 'delete', path: pods, body: {} }]
    }
    if (action === 2) return [{ verb: 'merge', path, body: { spec: { ttlSecondsAfterFinished: 1 } } }]
    return [{ verb: 'merge', path, body: { spec: { parallelism: random.below(4) } } }]
  },
}

function jobSpec(name: string, turn: Turn): object {
  const { random } = turn
  const completions = 1 + random.below(4)
  const common = {
    completions,
    parallelism: 1 + random.below(3),
    ...(random.chance(0.2) && { ttlSecondsAfterFinished: random.below(2) }),
    ...(random.chance(0.2) && { suspend: true }),
    ...(random.chance(0.2) && { podReplacementPolicy: 'Failed' }),
  }
  const end = (mode: PodMode): object => ({ template: jobTemplate(name, turn, mode) })
  const indexed = { completionMode: 'Indexed' }
  return random.weighted<() => object>([
    [4, () => ({ ...common, ...end('exit-0') })],
    [2, () => ({ ...common, ...end('exit-0'), ...indexed })],
    [2, () => ({ ...common, ...end('exit-1'), backoffLimit: 0 })],
    [1, () => ({ ...common, ...end('exit-1'), ...indexed, backoffLimitPerIndex: 0, maxFailedIndexes: completions })],
    [1, () => ({ ...common, ...end('exit-1'), ...indexed, backoffLimitPerIndex: 0, maxFailedIndexes: 0 })],
    [1, () => ({ ...common, ...end('exit-42'), podFailurePolicy: failOn('FailJob') })],
    [
      1,
      () => ({
        ...common,
        ...end('exit-42'),
        ...indexed,
        backoffLimitPerIndex: 1,
        podFailurePolicy: failOn('FailIndex'),
      }),
    ],
    [1, () => ({ ...common, ...end('exit-0'), ...indexed, successPolicy: { rules: [{ succeededIndexes: '0' }] } })],
    [1, () => ({ ...common, ...end('run') })],
    [1, () => ({ ...common, ...end('run'), activeDeadlineSeconds: 2 })],
    [0.2, () => ({ ...common, ...end('exit-1'), backoffLimit: 1, parallelism: 1 })],
  ])()
}

function failOn(action: 'FailJob' | 'FailIndex'): object {
  return { rules: [{ action, onExitCodes: { operator: 'In', values: [42] } }] }
}

function jobTemplate(name: string, turn: Turn, mode: PodMode): object {
  const { metadata, spec } = podTemplate(name, turn, mode)
  return { metadata, spec: { ...spec, restartPolicy: 'Never' } }
}

/** None of these is ever due during a run. */
export const cronJobs: WorkloadKind = {
  kind: 'CronJob',
  path: '/apis/batch/v1/namespaces/NS/cronjobs',
  weight: 1,
  most: 2,
  create(name, turn) {
    const jobTemplate = { spec: jobSpec(name, turn) }
    return {
      metadata: { name, labels: { workload: 'random' } },
      spec: { schedule: '0 0 29 2 *', suspend: turn.random.chance(0.3), jobTemplate },
    }
  },
  change({ path }, { random }) {
    return [{ verb: 'merge', path, body: { spec: { suspend: random.chance(0.5) } } }]
  },
}
