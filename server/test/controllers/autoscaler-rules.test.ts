import { Pod } from 'apimachinery/api/core/v1'
import { describe, expect, it } from 'vitest'
import { defaultAutoscalerSettings } from '../../src/controllers/horizontal-pod-autoscaler-controller/autoscaler-settings.js'
import { resourceUsage } from '../../src/controllers/horizontal-pod-autoscaler-controller/metric-answer.js'
import { groupPods } from '../../src/controllers/horizontal-pod-autoscaler-controller/pod-groups.js'
import { podRequests } from '../../src/controllers/horizontal-pod-autoscaler-controller/pod-requests.js'
import { proposedReplicas } from '../../src/controllers/horizontal-pod-autoscaler-controller/proposed-replicas.js'
import { newHistory } from '../../src/controllers/horizontal-pod-autoscaler-controller/recommendations.js'
import {
  limitedByDefault,
  limitedByRules,
} from '../../src/controllers/horizontal-pod-autoscaler-controller/scaling-limits.js'
import {
  highestRecommendation,
  stabilized,
} from '../../src/controllers/horizontal-pod-autoscaler-controller/stabilization.js'
import { averageRatio } from '../../src/controllers/horizontal-pod-autoscaler-controller/use-ratio.js'

const now = Date.parse('2024-01-01T01:00:00Z')
const time = (secondsAgo: number) => new Date(now - secondsAgo * 1000).toISOString().replace('.000Z', 'Z')

describe('the use of resources', () => {
  const containers = (...uses: (string | undefined)[]) =>
    uses.map((cpu, i) => ({ name: `c${i}`, usage: cpu ? { cpu } : {} }))
  const list = {
    items: [
      { metadata: { name: 'a' }, timestamp: time(10), window: '15s', containers: containers('100m', '1') },
      { metadata: { name: 'b' }, timestamp: time(10), window: '1m0s', containers: containers('100m', undefined) },
      { metadata: { name: 'c' }, containers: [] },
    ],
  }

  it('is the sum of the containers of a pod, where all are known', () => {
    expect([...resourceUsage(list, 'cpu')]).toEqual([['a', { timestamp: now - 10_000, window: 15_000, value: 1100n }]])
  })

  it('is that of one container, where one is asked for', () => {
    expect([...resourceUsage(list, 'cpu', 'c0').entries()].map(([name, { value }]) => [name, value])).toEqual([
      ['a', 100n],
      ['b', 100n],
    ])
  })
})

describe('pods', () => {
  const pod = (
    name: string,
    more: { phase?: string; ready?: string; since?: number; started?: number; deleted?: boolean } = {},
  ) => {
    const { phase = 'Running', ready = 'True', since = 3000, started = 3600, deleted } = more
    const metadata = { name, ...(deleted && { deletionTimestamp: time(0) }) }
    const conditions = [{ type: 'Ready', status: ready, lastTransitionTime: time(since) }]
    return new Pod({ metadata, spec: { containers: [] }, status: { phase, startTime: time(started), conditions } })
  }
  const metric = (secondsAgo = 0) => ({ timestamp: now - secondsAgo * 1000, window: 30_000, value: 1n })

  it('are grouped by what their CPU use says', () => {
    const pods = [
      pod('ready'),
      pod('deleted', { deleted: true }),
      pod('failed', { phase: 'Failed' }),
      pod('pending', { phase: 'Pending' }),
      pod('silent'),
      pod('starting', { started: 60, since: 50, ready: 'False' }),
      pod('warming', { started: 60, since: 20 }),
      pod('warm', { started: 100, since: 60 }),
      pod('never-ready', { ready: 'False', since: 3590 }),
      pod('was-ready', { ready: 'False', since: 3000 }),
    ]
    const metrics = new Map(pods.map(({ metadata }) => [metadata?.name ?? '', metric(10)]))
    metrics.delete('silent')
    const groups = groupPods(pods, metrics, { resource: 'cpu', settings: defaultAutoscalerSettings, now })
    expect(groups).toEqual({
      ready: 3,
      unready: ['pending', 'starting', 'warming', 'never-ready'],
      missing: ['silent'],
      ignored: ['deleted', 'failed'],
    })
    expect(groupPods(pods, metrics, { settings: defaultAutoscalerSettings, now }).unready).toEqual(['pending'])
  })

  it('request the sum of what their containers do', () => {
    const requests = { cpu: '100m' }
    const spec = {
      containers: [
        { name: 'a', resources: { requests } },
        { name: 'b', resources: { requests: { cpu: '1' } } },
      ],
      initContainers: [
        { name: 'side', restartPolicy: 'Always', resources: { requests } },
        { name: 'init', resources: {} },
      ],
    }
    const of = (container?: string) =>
      podRequests([new Pod({ metadata: { name: 'p' }, spec })], { resource: 'cpu', container })
    expect(of().get('p')).toBe(1200n)
    expect(of('b').get('p')).toBe(1000n)
    expect(() => of('x')).toThrow('container x not found in Pod p')
    const none = new Pod({ metadata: { name: 'p' }, spec: { containers: [{ name: 'a' }] } })
    expect(() => podRequests([none], { resource: 'cpu' })).toThrow('missing request for cpu in container a of Pod p')
    const whole = new Pod({ metadata: { name: 'p' }, spec: { ...spec, resources: { requests: { cpu: '3' } } } })
    expect(podRequests([whole], { resource: 'cpu' }).get('p')).toBe(3000n)
  })
})

describe('the replicas that an average asks for', () => {
  const propose = (
    values: readonly number[],
    more: { missing?: string[]; unready?: string[]; current?: number } = {},
  ) => {
    const measured = new Map(values.map((value, i) => [`p${i}`, { value: BigInt(value), timestamp: 0, window: 0 }]))
    const { missing = [], unready = [], current = values.length + missing.length + unready.length } = more
    return proposedReplicas(measured, {
      currentReplicas: current,
      tolerances: { up: 0.1, down: 0.1 },
      groups: { ready: values.length - unready.length, missing, unready, ignored: [] },
      ratioOf: (metrics) => averageRatio(metrics, 100n),
      fullUse: () => 100n,
    }).replicas
  }

  it('follow the ratio, unless it is within the tolerance', () => {
    expect(propose([110, 110])).toBe(2)
    expect(propose([150, 150])).toBe(3)
    expect(propose([10, 10, 10])).toBe(1)
  })

  it('are calculated as if pods without metric did not change the direction', () => {
    expect(propose([300, 300], { missing: ['x', 'y'] })).toBe(6)
    expect(propose([120, 120], { missing: ['x'] })).toBe(3)
    expect(propose([20, 20], { missing: ['x', 'y'] })).toBe(3)
  })

  it('do not grow with pods that are not ready yet', () => {
    expect(propose([300, 300], { unready: ['u'], current: 3 })).toBe(6)
    expect(() => propose([])).toThrow('did not receive metrics for targeted pods (pods might be unready)')
  })
})

describe('the limits of an autoscaler', () => {
  const bounds = { current: 3, min: 2, max: 10 }

  it('without rules are twice the count, or four', () => {
    expect(limitedByDefault(5, bounds)).toMatchObject({ replicas: 5, reason: 'DesiredWithinRange' })
    expect(limitedByDefault(9, bounds)).toMatchObject({ replicas: 6, reason: 'ScaleUpLimit' })
    expect(limitedByDefault(9, { current: 1, min: 1, max: 10 })).toMatchObject({ replicas: 4 })
    expect(limitedByDefault(12, { ...bounds, current: 8 })).toMatchObject({ replicas: 10, reason: 'TooManyReplicas' })
    expect(limitedByDefault(1, bounds)).toMatchObject({ replicas: 2, reason: 'TooFewReplicas' })
  })

  it('count what was changed in the period of a rule', () => {
    const history = newHistory(3, now)
    history.ups.push({ value: 2, at: now - 30_000 })
    const policies = [{ type: 'Pods', value: 3, periodSeconds: 60 }]
    const rules = { up: { selectPolicy: 'Max', policies }, down: { selectPolicy: 'Max', policies }, history, now }
    expect(limitedByRules(9, { ...bounds, current: 5 }, rules)).toMatchObject({ replicas: 6, reason: 'ScaleUpLimit' })
    expect(limitedByRules(9, { ...bounds, current: 5 }, { ...rules, now: now + 40_000 })).toMatchObject({ replicas: 8 })
    const down = { ...bounds, current: 8, min: 1 }
    expect(limitedByRules(1, down, rules)).toMatchObject({ replicas: 3, reason: 'ScaleDownLimit' })
    const disabled = { ...rules, down: { selectPolicy: 'Disabled', policies } }
    expect(limitedByRules(1, down, disabled)).toMatchObject({ replicas: 8, reason: 'ScaleDownLimit' })
  })

  it('take the rule that allows most, or least', () => {
    const policies = [
      { type: 'Pods', value: 1, periodSeconds: 60 },
      { type: 'Percent', value: 50, periodSeconds: 60 },
    ]
    const rules = (selectPolicy: string) => ({ selectPolicy, policies })
    const limited = (desired: number, selectPolicy: string) => {
      const [up, down] = [rules(selectPolicy), rules(selectPolicy)]
      return limitedByRules(desired, { current: 4, min: 0, max: 99 }, { up, down, history: newHistory(4, now), now })
        .replicas
    }
    expect([limited(50, 'Max'), limited(50, 'Min'), limited(0, 'Max'), limited(0, 'Min')]).toEqual([6, 5, 2, 3])
  })
})

describe('stabilization', () => {
  it('holds the highest recommendation of the window', () => {
    const history = newHistory(5, now)
    expect(highestRecommendation(2, { history, now: now + 100_000 }, 300_000)).toBe(5)
    expect(highestRecommendation(2, { history, now: now + 301_000 }, 300_000)).toBe(2)
    expect(history.recommendations.map(({ value }) => value)).toEqual([2, 2])
  })

  it('by rules moves no further than all recommendations of both windows', () => {
    const history = newHistory(5, now)
    const rules = { up: { stabilizationWindowSeconds: 60 }, down: { stabilizationWindowSeconds: 300 } }
    expect(stabilized(9, { ...rules, history, current: 5, now: now + 30_000 })).toBe(5)
    expect(stabilized(9, { ...rules, history, current: 5, now: now + 70_000 })).toBe(9)
    expect(stabilized(2, { ...rules, history, current: 9, now: now + 80_000 })).toBe(9)
    expect(stabilized(2, { ...rules, history, current: 9, now: now + 400_000 })).toBe(2)
  })
})
