import { TestServer } from '@apimachinery/server/testing'
import { Job, type JobSpec } from 'apimachinery/api/batch/v1'
import { Event, Pod, type PodStatus } from 'apimachinery/api/core/v1'
import { PatchType } from 'apimachinery/patch'
import { FakeClock } from 'apimachinery/testing'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { soon } from './cluster.js'

const namespace = 'default'
const clock = new FakeClock()
let server: TestServer
let count = 0
beforeAll(async () => {
  server = await TestServer.start({ controllers: ['job-controller'], clock })
})
afterAll(() => server.stop())

/** A job, and the steps of the tests on it. */
class Run {
  readonly name = `job-${count++}`

  static async start(spec: Partial<JobSpec> = {}): Promise<Run> {
    const run = new Run()
    const template = {
      metadata: { labels: { run: run.name } },
      spec: { containers: [{ name: 'c', image: 'app:1' }], restartPolicy: 'Never' },
    }
    await server.client.create(new Job({ metadata: { name: run.name, namespace }, spec: { template, ...spec } }))
    return run
  }

  job = () => server.client.get(Job, { namespace, name: this.name })

  async pods(): Promise<Pod[]> {
    const { items } = await server.client.list(Pod, { namespace, labelSelector: `run=${this.name}` })
    return items
  }

  async active(): Promise<Pod[]> {
    const isActive = ({ metadata, status }: Pod) =>
      metadata?.deletionTimestamp === undefined && !['Succeeded', 'Failed'].includes(status?.phase ?? '')
    return (await this.pods()).filter(isActive)
  }

  /** Waits for a number of active pods that the job counts, too. */
  async hasActive(expected: number): Promise<Pod[]> {
    await expect.poll(async () => (await this.active()).length, soon).toBe(expected)
    await this.is({ active: expected === 0 ? undefined : expected })
    return this.active()
  }

  is(status: object) {
    const fields = Object.keys(status)
    const of = async () => {
      const found = (await this.job()).status as Record<string, unknown> | undefined
      return Object.fromEntries(fields.map((field) => [field, found?.[field]]))
    }
    return expect.poll(of, soon).toEqual(status)
  }

  /** Waits for conditions that are true, in their order. */
  ends(...expected: string[]) {
    const conditions = async () =>
      (await this.job()).status?.conditions?.filter(({ status }) => status === 'True').map(({ type }) => type)
    return expect.poll(conditions, soon).toEqual(expected)
  }

  async conditions() {
    return (await this.job()).status?.conditions?.map(({ type, reason, message }) => [type, reason, message])
  }

  async end(pod: Pod, phase: string, more: PodStatus = {}): Promise<void> {
    const finishedAt = new Date(clock.now()).toISOString()
    const state = { terminated: { exitCode: phase === 'Failed' ? 1 : 0, finishedAt } }
    const containerStatuses = [{ name: 'c', image: 'app:1', imageID: '', ready: false, restartCount: 0, state }]
    await server.client.updateStatus(new Pod({ ...pod, status: { containerStatuses, ...more, phase } }))
  }

  patch(spec: object) {
    const own = server.client.resource(Job).namespace(namespace)
    return own.patch(this.name, { type: PatchType.Merge, body: { spec } })
  }

  async events(): Promise<string[]> {
    const { items } = await server.client.list(Event, { namespace, fieldSelector: `involvedObject.name=${this.name}` })
    return items.map(({ type, reason, message, count: times }) => `${type} ${reason} ${message} ×${times}`).sort()
  }
}

describe('a job', () => {
  it('is complete when enough pods have succeeded, and releases them', async () => {
    const run = await Run.start({ completions: 3, parallelism: 2 })
    const pods = await run.hasActive(2)
    expect(pods[0]?.metadata?.generateName).toBe(`${run.name}-`)
    expect(pods[0]?.metadata?.finalizers).toEqual(['batch.kubernetes.io/job-tracking'])
    await Promise.all(pods.map((pod) => run.end(pod, 'Succeeded')))
    const [last] = await run.hasActive(1)
    await run.end(last!, 'Succeeded')
    await run.ends('SuccessCriteriaMet', 'Complete')
    const enough = 'Reached expected number of succeeded pods'
    expect(await run.conditions()).toEqual([
      ['SuccessCriteriaMet', 'CompletionsReached', enough],
      ['Complete', 'CompletionsReached', enough],
    ])
    const { status } = await run.job()
    expect(status).toMatchObject({ succeeded: 3, ready: 0, terminating: 0, uncountedTerminatedPods: {} })
    expect(status?.completionTime).toBeDefined()
    const finalizers = (await run.pods()).map(({ metadata }) => metadata?.finalizers ?? [])
    expect(finalizers).toEqual([[], [], []])
    await expect.poll(() => run.events(), soon).toContain('Normal Completed Job completed ×1')
  })

  it('without a number of completions is complete with the first success, when the others have ended', async () => {
    const run = await Run.start({ parallelism: 2 })
    const [first, second] = await run.hasActive(2)
    await run.end(first!, 'Succeeded')
    await run.is({ active: 1, succeeded: 1 })
    await run.end(second!, 'Failed')
    await run.ends('SuccessCriteriaMet', 'Complete')
  })

  it('with no completions is complete at once', async () => {
    const run = await Run.start({ completions: 0 })
    await run.ends('SuccessCriteriaMet', 'Complete')
    expect(await run.pods()).toEqual([])
  })

  it('replaces a failed pod after a pause, and fails after its limit', async () => {
    const run = await Run.start({ backoffLimit: 1 })
    const [first] = await run.hasActive(1)
    await run.end(first!, 'Failed')
    await run.is({ active: undefined, failed: 1, uncountedTerminatedPods: {} })
    clock.step(9_000)
    expect(await run.pods()).toHaveLength(1)
    clock.step(2_000)
    const [second] = await run.hasActive(1)
    await run.end(second!, 'Failed')
    await run.ends('FailureTarget', 'Failed')
    const message = 'Job has reached the specified backoff limit'
    expect(await run.conditions()).toEqual([
      ['FailureTarget', 'BackoffLimitExceeded', message],
      ['Failed', 'BackoffLimitExceeded', message],
    ])
    await expect.poll(() => run.events(), soon).toContain(`Warning BackoffLimitExceeded ${message} ×1`)
  })

  it('fails when it is active for too long, and counts the pods that it ends', async () => {
    const run = await Run.start({ activeDeadlineSeconds: 30, parallelism: 2, completions: 2 })
    await run.hasActive(2)
    clock.step(30_000)
    await run.ends('FailureTarget', 'Failed')
    await run.is({ failed: 2, active: undefined, terminating: 0 })
    expect(await run.conditions()).toContainEqual([
      'Failed',
      'DeadlineExceeded',
      'Job was active longer than specified deadline',
    ])
    expect(await run.pods()).toEqual([])
  })

  it('counts restarts of containers where its pods restart them', async () => {
    const spec = { containers: [{ name: 'c', image: 'app:1' }], restartPolicy: 'OnFailure' }
    const name = `job-${count}`
    const run = await Run.start({ backoffLimit: 2, template: { metadata: { labels: { run: name } }, spec } })
    const [pod] = await run.hasActive(1)
    const containerStatuses = [{ name: 'c', image: 'app:1', imageID: '', ready: true, restartCount: 2 }]
    await server.client.updateStatus(new Pod({ ...pod, status: { phase: 'Running', containerStatuses } }))
    await run.ends('FailureTarget', 'Failed')
  })

  it('has no pods while it is suspended, and begins anew when it is resumed', async () => {
    const run = await Run.start({ suspend: true, completions: 2, parallelism: 2 })
    await run.ends('Suspended')
    expect((await run.job()).status?.startTime).toBeUndefined()
    await run.patch({ suspend: false })
    await run.hasActive(2)
    expect(await run.conditions()).toEqual([['Suspended', 'JobResumed', 'Job resumed']])
    await run.patch({ suspend: true })
    await run.hasActive(0)
    await run.ends('Suspended')
    await run.is({ terminating: 0, ready: 0, startTime: undefined, failed: undefined })
    const texts = await run.events()
    expect(texts.filter((text) => !text.includes('pod:'))).toEqual([
      'Normal Resumed Job resumed ×1',
      'Normal Suspended Job suspended ×2',
    ])
  })

  it('deletes the pods that it has too many, those that are not ready first', async () => {
    const run = await Run.start({ completions: 5, parallelism: 3 })
    const [kept] = await run.hasActive(3)
    const conditions = [{ type: 'Ready', status: 'True' }]
    await server.client.updateStatus(new Pod({ ...kept, status: { phase: 'Running', conditions } }))
    await run.is({ ready: 1 })
    await run.patch({ parallelism: 1 })
    const [left] = await run.hasActive(1)
    expect(left?.metadata?.name).toBe(kept?.metadata?.name)
    await run.is({ failed: undefined, ready: 1 })
  })

  it('of another controller is left alone', async () => {
    const run = await Run.start({ managedBy: 'example.com/runner' })
    const other = await Run.start()
    await other.hasActive(1)
    expect([await run.pods(), (await run.job()).status]).toEqual([[], {}])
  })

  it('that is deleted lets its pods go', async () => {
    const run = await Run.start({ completions: 2, parallelism: 2 })
    const pods = await run.hasActive(2)
    await server.client.delete(await run.job(), { propagationPolicy: 'Background' })
    const tracked = async () => (await run.pods()).filter(({ metadata }) => metadata?.finalizers?.length).length
    await expect.poll(tracked, soon).toBe(0)
    expect(await run.pods()).toHaveLength(pods.length)
  })

  it('adopts pods that it selects', async () => {
    const labels = { run: `job-${count}`, own: 'yes' }
    const spec = { containers: [{ name: 'c', image: 'app:1' }], restartPolicy: 'Never' }
    await server.client.create(new Pod({ metadata: { name: 'orphan', namespace, labels }, spec }))
    const selector = { matchLabels: labels }
    const run = await Run.start({ manualSelector: true, selector, template: { metadata: { labels }, spec } })
    const [adopted] = await run.hasActive(1)
    expect(adopted?.metadata?.name).toBe('orphan')
    expect(adopted?.metadata?.finalizers).toEqual(['batch.kubernetes.io/job-tracking'])
    expect(adopted?.metadata?.ownerReferences?.[0]?.name).toBe(run.name)
  })
})

describe('a job with indexes', () => {
  const indexed = { completionMode: 'Indexed', completions: 3, parallelism: 3 }
  const indexOf = ({ metadata }: Pod) => metadata?.annotations?.['batch.kubernetes.io/job-completion-index']
  const ofIndex = (pods: readonly Pod[], index: number) => pods.find((pod) => indexOf(pod) === String(index))!

  it('gives each pod a number, and counts the numbers that have succeeded', async () => {
    const run = await Run.start(indexed)
    const pods = await run.hasActive(3)
    expect(pods.map(indexOf).sort()).toEqual(['0', '1', '2'])
    const pod = ofIndex(pods, 1)
    expect(pod.metadata?.generateName).toBe(`${run.name}-1-`)
    expect(pod.metadata?.labels?.['batch.kubernetes.io/job-completion-index']).toBe('1')
    expect(pod.spec?.hostname).toBe(`${run.name}-1`)
    const fieldPath = "metadata.labels['batch.kubernetes.io/job-completion-index']"
    const fieldRef = { apiVersion: 'v1', fieldPath }
    expect(pod.spec?.containers[0]?.env).toEqual([{ name: 'JOB_COMPLETION_INDEX', valueFrom: { fieldRef } }])
    await run.end(ofIndex(pods, 0), 'Succeeded')
    await run.end(ofIndex(pods, 2), 'Succeeded')
    await run.is({ completedIndexes: '0,2', succeeded: 2, active: 1 })
    await run.end(pod, 'Succeeded')
    await run.ends('SuccessCriteriaMet', 'Complete')
    await run.is({ completedIndexes: '0-2', succeeded: 3 })
  })

  it('grows and shrinks', async () => {
    const run = await Run.start({ ...indexed, completions: 2, parallelism: 2 })
    await run.hasActive(2)
    await run.patch({ completions: 3, parallelism: 3 })
    const pods = await run.hasActive(3)
    await run.end(ofIndex(pods, 2), 'Succeeded')
    await run.is({ completedIndexes: '2', active: 2 })
    await run.patch({ completions: 1, parallelism: 1 })
    const left = await run.hasActive(1)
    expect(left.map(indexOf)).toEqual(['0'])
    await run.is({ completedIndexes: undefined, succeeded: undefined })
  })

  it('ends its other pods when its success policy is met', async () => {
    const run = await Run.start({ ...indexed, successPolicy: { rules: [{ succeededIndexes: '0' }] } })
    const pods = await run.hasActive(3)
    await run.end(ofIndex(pods, 0), 'Succeeded')
    await run.ends('SuccessCriteriaMet', 'Complete')
    expect(await run.conditions()).toContainEqual(['Complete', 'SuccessPolicy', 'Matched rules at index 0'])
    await run.is({ succeeded: 1, failed: undefined, completedIndexes: '0', active: undefined })
    expect(await run.pods()).toHaveLength(1)
  })

  it('fails an index after its own limit, and itself when all others have ended', async () => {
    const run = await Run.start({ ...indexed, completions: 2, parallelism: 2, backoffLimitPerIndex: 1 })
    const pods = await run.hasActive(2)
    await run.end(ofIndex(pods, 0), 'Failed')
    await run.is({ active: 1, failed: undefined })
    clock.step(10_000)
    const again = await run.hasActive(2)
    const replaced = ofIndex(again, 0)
    expect(replaced.metadata?.annotations?.['batch.kubernetes.io/job-index-failure-count']).toBe('1')
    await run.is({ failed: 1 })
    await run.end(replaced, 'Failed')
    await run.is({ failedIndexes: '0', failed: 2, active: 1 })
    await run.end(ofIndex(again, 1), 'Succeeded')
    await run.ends('FailureTarget', 'Failed')
    expect(await run.conditions()).toContainEqual(['Failed', 'FailedIndexes', 'Job has failed indexes'])
    await run.is({ completedIndexes: '1', succeeded: 1 })
  })

  it('fails when more indexes have failed than it allows', async () => {
    const run = await Run.start({ ...indexed, backoffLimitPerIndex: 0, maxFailedIndexes: 0 })
    const pods = await run.hasActive(3)
    await run.end(ofIndex(pods, 1), 'Failed')
    await run.ends('FailureTarget', 'Failed')
    expect((await run.conditions())?.[0]?.slice(1)).toEqual([
      'MaxFailedIndexesExceeded',
      'Job has exceeded the specified maximal number of failed indexes',
    ])
    await run.is({ failedIndexes: '1', failed: 3 })
  })
})

describe('the failure policy of a job', () => {
  const onExitCodes = (action: string, value: number) => ({
    podFailurePolicy: { rules: [{ action, onExitCodes: { operator: 'In', values: [value] } }] },
  })

  it('fails the job at once', async () => {
    const run = await Run.start({ ...onExitCodes('FailJob', 1), parallelism: 2, completions: 2 })
    const [pod] = await run.hasActive(2)
    await run.end(pod!, 'Failed')
    await run.ends('FailureTarget', 'Failed')
    const what = `Container c for pod ${namespace}/${pod?.metadata?.name} failed with exit code 1`
    const message = `${what} matching FailJob rule at index 0`
    expect(await run.conditions()).toContainEqual(['Failed', 'PodFailurePolicy', message])
    await run.is({ failed: 2 })
  })

  it('replaces pods of which the failure does not count', async () => {
    const run = await Run.start({ ...onExitCodes('Ignore', 1), backoffLimit: 0 })
    const [pod] = await run.hasActive(1)
    await run.end(pod!, 'Failed')
    await run.hasActive(0)
    clock.step(10_000)
    await run.hasActive(1)
    await run.is({ failed: undefined })
    expect(await run.pods()).toHaveLength(2)
  })

  it('waits for pods that are deleted to end', async () => {
    const run = await Run.start({ podReplacementPolicy: 'Failed' })
    const [pod] = await run.hasActive(1)
    await server.client.delete(pod!)
    await run.is({ active: undefined, terminating: 1 })
    expect(await run.pods()).toHaveLength(1)
    const [deleted] = await run.pods()
    await run.end(deleted!, 'Failed')
    await run.is({ terminating: 0, failed: 1 })
    clock.step(10_000)
    await run.hasActive(1)
  })

  it('replaces deleted pods at once where that is not asked for', async () => {
    const run = await Run.start()
    const [pod] = await run.hasActive(1)
    await server.client.delete(pod!)
    clock.step(10_000)
    await run.is({ failed: 1 })
    await run.hasActive(1)
  })
})
