import { Job, type PodFailurePolicy } from 'apimachinery/api/batch/v1'
import { Pod } from 'apimachinery/api/core/v1'
import { describe, expect, it } from 'vitest'
import { nextBackOff, remainingPause } from '../../src/controllers/job-controller/back-off.js'
import { failuresAfter, generateNameForIndex } from '../../src/controllers/job-controller/completion-index.js'
import { IndexIntervals } from '../../src/controllers/job-controller/index-intervals.js'
import { matchPodFailurePolicy } from '../../src/controllers/job-controller/pod-failure-policy.js'
import { podFinishTime } from '../../src/controllers/job-controller/pod-finish-time.js'
import { compareForRemoval } from '../../src/controllers/job-controller/removal-order.js'
import { metSuccessPolicy } from '../../src/controllers/job-controller/success-policy.js'

describe('completion indexes', () => {
  const read = (text: string, completions = 100) => IndexIntervals.parse(text, completions)

  it('are written as intervals, of which two neighbours are two numbers', () => {
    expect(IndexIntervals.of([7, 0, 1, 3, 4, 5]).toString()).toBe('0,1,3-5,7')
    expect(read('0,1,2,5').toString()).toBe('0-2,5')
    expect(IndexIntervals.none.toString()).toBe('')
  })

  it('are joined, counted and found', () => {
    const all = read('0-2,8').union(read('2-4,9-11'))
    expect(all.toString()).toBe('0-4,8-11')
    expect(all.total).toBe(9)
    expect([4, 5, 8, 12].map((index) => all.has(index))).toEqual([true, false, true, false])
    expect(all.overlap(read('4-8,11,20'))).toBe(3)
  })

  it('that are too high or no numbers are left out', () => {
    expect(read('0-9,x,15', 6).toString()).toBe('0-5')
    expect(read('3,a-4,5', 6).toString()).toBe('3,5')
  })

  it('that are missing are found from below', () => {
    expect(read('0,2-3').firstMissing(3, 10)).toEqual([1, 4, 5])
    expect(read('0,2-3').firstMissing(3, 5)).toEqual([1, 4])
    expect(read('0-9').firstMissing(3, 5)).toEqual([])
  })

  it('are kept in generated names that are too long', () => {
    expect(generateNameForIndex('j', 12)).toBe('j-12-')
    expect(generateNameForIndex('x'.repeat(60), 12)).toBe(`${'x'.repeat(54)}-12-`)
  })
})

describe('a success policy', () => {
  const rule = (succeededIndexes?: string, succeededCount?: number) => ({ succeededIndexes, succeededCount })
  const met = (rules: readonly ReturnType<typeof rule>[], succeeded: string) =>
    metSuccessPolicy({ rules: [...rules] }, 10, IndexIntervals.parse(succeeded, 10))

  it('names the first rule that is met', () => {
    expect(met([rule('0-2')], '0,1')).toBeUndefined()
    expect(met([rule('0-2')], '0-3')).toBe('Matched rules at index 0')
    expect(met([rule('0-2'), rule('5-9', 2)], '5,8')).toBe('Matched rules at index 1')
    expect(met([rule(undefined, 2)], '5,8')).toBe('Matched rules at index 0')
    expect(met([rule(undefined, 2)], '')).toBeUndefined()
  })
})

describe('a pod failure policy', () => {
  const status = {
    conditions: [{ type: 'DisruptionTarget', status: 'True' }],
    containerStatuses: [
      { name: 'ok', state: { terminated: { exitCode: 0 } } },
      { name: 'main', state: { terminated: { exitCode: 42 } } },
    ],
    initContainerStatuses: [{ name: 'init', state: { terminated: { exitCode: 3 } } }],
  }
  const pod = new Pod({ metadata: { name: 'p', namespace: 'ns' }, status: status as never })
  const codes = (
    action: string,
    [operator, ...values]: readonly ['In' | 'NotIn', ...number[]],
    containerName?: string,
  ) => ({
    action,
    onExitCodes: { operator, values, containerName },
  })
  const match = (...rules: PodFailurePolicy['rules']) => matchPodFailurePolicy({ rules }, pod)

  it('counts what no rule fits', () => {
    expect(match(codes('FailJob', ['In', 1]), codes('FailJob', ['NotIn', 3, 42]))).toEqual({ counts: true })
  })

  it('describes why the job fails', () => {
    const failJob = 'Container main for pod ns/p failed with exit code 42 matching FailJob rule at index 1'
    expect(match(codes('Ignore', ['In', 42], 'other'), codes('FailJob', ['In', 42]))).toMatchObject({ failJob })
    const disrupted = { action: 'FailJob', onPodConditions: [{ type: 'DisruptionTarget', status: 'True' }] }
    const message = 'Pod ns/p has condition DisruptionTarget matching FailJob rule at index 0'
    expect(match(disrupted)).toMatchObject({ failJob: message })
  })

  it('looks at containers before init containers', () => {
    expect(match(codes('Ignore', ['In', 3]))).toEqual({ counts: false, action: 'Ignore' })
    expect(match(codes('Count', ['NotIn', 42]))).toEqual({ counts: true, action: 'Count' })
  })

  it('is counted for the index of the next pod', () => {
    const failures = { 'batch.kubernetes.io/job-index-failure-count': '2' }
    const failed = new Pod({ ...pod, metadata: { ...pod.metadata, annotations: failures } })
    const job = (action: string) => {
      const podFailurePolicy = { rules: [codes(action, ['In', 42])] }
      return new Job({ spec: { podFailurePolicy, template: {} } })
    }
    expect(failuresAfter(job('Count'), failed)).toEqual({ counted: 3, ignored: 0 })
    expect(failuresAfter(job('Ignore'), failed)).toEqual({ counted: 2, ignored: 1 })
    expect(failuresAfter(job('Ignore'), undefined)).toEqual({ counted: 0, ignored: 0 })
  })
})

describe('the back-off of a job', () => {
  const at = (seconds: number) => new Date(Date.UTC(2024, 0, 1, 0, 0, seconds)).toISOString().replace('.000Z', 'Z')
  const ended = (seconds: number) => {
    const state = { terminated: { exitCode: 1, finishedAt: at(seconds) } }
    return new Pod({ status: { containerStatuses: [{ name: 'c', state }] as never } })
  }
  const start = Date.parse(at(0))

  it('doubles with each failure, up to ten minutes', () => {
    const pauses = [1, 2, 3, 6, 7, 50].map((failures) => remainingPause({ failures, lastFailure: start }, start))
    expect(pauses).toEqual([10_000, 20_000, 40_000, 320_000, 600_000, 600_000])
    expect(remainingPause({ failures: 1, lastFailure: start }, start + 4000)).toBe(6000)
    expect(remainingPause({ failures: 0 }, start)).toBe(0)
  })

  it('begins again with a success, from which only later failures count', () => {
    const two = nextBackOff(undefined, { succeeded: [], failed: [ended(1), ended(3)] })
    expect(two).toEqual({ failures: 2, lastFailure: start + 3000 })
    expect(nextBackOff(two, { succeeded: [], failed: [] })).toBe(two)
    expect(nextBackOff(two, { succeeded: [ended(5)], failed: [ended(4)] })).toEqual({ failures: 0 })
    const after = { succeeded: [ended(5)], failed: [ended(4), ended(6)] }
    expect(nextBackOff(two, after)).toEqual({ failures: 1, lastFailure: start + 6000 })
  })

  it('takes the end of a pod from what is known of it', () => {
    const ready = [{ type: 'Ready', status: 'False', lastTransitionTime: at(7) }]
    const running = [{ name: 'c', state: { running: {} } }] as never
    expect(podFinishTime(new Pod({ status: { containerStatuses: running, conditions: ready } }))).toBe(start + 7000)
    const metadata = { creationTimestamp: at(1), deletionTimestamp: at(40), deletionGracePeriodSeconds: 30 }
    expect(podFinishTime(new Pod({ metadata }))).toBe(start + 10_000)
    expect(podFinishTime(new Pod({ metadata: { creationTimestamp: at(1) } }))).toBe(start + 1000)
  })

  it('deletes first those pods that have come least far', () => {
    const pod = (name: string, phase: string, { nodeName = 'n', since = 0 } = {}) => {
      const conditions = since > 0 ? [{ type: 'Ready', status: 'True', lastTransitionTime: at(since) }] : []
      return new Pod({ metadata: { name }, spec: { nodeName, containers: [] }, status: { phase, conditions } })
    }
    const pods = [
      pod('ready', 'Running', { since: 1 }),
      pod('later', 'Running', { since: 2 }),
      pod('unready', 'Running'),
      pod('pending', 'Pending'),
      pod('unbound', 'Pending', { nodeName: '' }),
    ]
    const order = pods.sort(compareForRemoval).map(({ metadata }) => metadata?.name)
    expect(order).toEqual(['unbound', 'pending', 'unready', 'later', 'ready'])
  })
})
