import { TestServer } from '@apimachinery/server/testing'
import { CronJob, type CronJobSpec, Job } from 'apimachinery/api/batch/v1'
import { Event } from 'apimachinery/api/core/v1'
import { PatchType } from 'apimachinery/patch'
import { FakeClock } from 'apimachinery/testing'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { soon } from './cluster.js'

const namespace = 'default'
const minute = 60_000
const clock = new FakeClock(Date.parse('2024-01-01T00:00:30Z'))
let server: TestServer
let count = 0
beforeAll(async () => {
  server = await TestServer.start({ controllers: ['cronjob-controller'], clock })
})
afterAll(() => server.stop())

const jobTemplate = {
  metadata: { labels: { a: 'b' } },
  spec: { template: { spec: { containers: [{ name: 'c', image: 'app:1' }], restartPolicy: 'Never' } } },
}

/** A CronJob, and the steps of the tests on it. */
class Cron {
  readonly name = `cron-${count++}`

  static async start(spec: Partial<CronJobSpec> = {}): Promise<Cron> {
    const cron = new Cron()
    const metadata = { name: cron.name, namespace }
    await server.client.create(new CronJob({ metadata, spec: { schedule: '* * * * *', jobTemplate, ...spec } }))
    return cron
  }

  cronJob = () => server.client.get(CronJob, { namespace, name: this.name })

  async jobs(): Promise<Job[]> {
    const { items } = await server.client.list(Job, { namespace })
    return items.filter(({ metadata }) => metadata?.ownerReferences?.[0]?.name === this.name)
  }

  async names(): Promise<(string | undefined)[]> {
    return (await this.jobs()).map(({ metadata }) => metadata?.name).sort()
  }

  has(...minutes: number[]) {
    return expect.poll(() => this.names(), soon).toEqual(minutes.map((each) => this.nameAt(each)))
  }

  nameAt = (each: number) => `${this.name}-${each}`

  async end(job: Job, type: 'Complete' | 'Failed'): Promise<void> {
    const time = new Date(clock.now()).toISOString().replace('.000Z', 'Z')
    const target = type === 'Complete' ? 'SuccessCriteriaMet' : 'FailureTarget'
    const conditions = [target, type].map((each) => ({ type: each, status: 'True', lastTransitionTime: time }))
    const status = { conditions, startTime: time, ...(type === 'Complete' && { completionTime: time, succeeded: 1 }) }
    await server.client.updateStatus(new Job({ ...job, status }))
  }

  active = async () => (await this.cronJob()).status?.active?.map(({ name }) => name) ?? []

  async events(): Promise<string[]> {
    const { items } = await server.client.list(Event, { namespace, fieldSelector: `involvedObject.name=${this.name}` })
    return items.map(({ type, reason, message }) => `${type} ${reason} ${message}`).sort()
  }

  patch(spec: object) {
    const own = server.client.resource(CronJob).namespace(namespace)
    return own.patch(this.name, { type: PatchType.Merge, body: { spec } })
  }
}

/** The minute of the clock since 1970. */
const now = () => Math.floor(clock.now() / minute)

it('creates a job for each minute, named after it', async () => {
  const cron = await Cron.start()
  clock.step(minute)
  const first = now()
  await cron.has(first)
  const [job] = await cron.jobs()
  expect(job?.metadata?.labels).toMatchObject({ a: 'b' })
  const stamp = new Date(first * minute).toISOString().replace('.000Z', 'Z')
  expect(job?.metadata?.annotations).toEqual({ 'batch.kubernetes.io/cronjob-scheduled-timestamp': stamp })
  await expect.poll(async () => (await cron.cronJob()).status?.lastScheduleTime, soon).toBe(stamp)
  const { status } = await cron.cronJob()
  expect(status?.active?.[0]).toMatchObject({ kind: 'Job', apiVersion: 'batch/v1', name: cron.nameAt(first) })
  clock.step(minute)
  await cron.has(first, first + 1)
  await cron.end((await cron.jobs()).find(({ metadata }) => metadata?.name === cron.nameAt(first))!, 'Complete')
  await expect.poll(cron.active, soon).toEqual([cron.nameAt(first + 1)])
  expect((await cron.cronJob()).status?.lastSuccessfulTime).toBeDefined()
  await expect
    .poll(() => cron.events(), soon)
    .toEqual([
      `Normal SawCompletedJob Saw completed job: ${cron.nameAt(first)}, condition: Complete`,
      `Normal SuccessfulCreate Created job ${cron.nameAt(first)}`,
      `Normal SuccessfulCreate Created job ${cron.nameAt(first + 1)}`,
    ])
  await server.client.delete(await cron.cronJob())
})

it('stamps jobs in the time zone of the CronJob', async () => {
  const cron = await Cron.start({ timeZone: 'Asia/Kolkata' })
  clock.step(minute)
  await cron.has(now())
  const [job] = await cron.jobs()
  expect(Object.values(job?.metadata?.annotations ?? {})[0]).toMatch(/\+05:30$/)
  await server.client.delete(await cron.cronJob())
})

it('keeps the newest ended jobs', async () => {
  const cron = await Cron.start({ successfulJobsHistoryLimit: 1, failedJobsHistoryLimit: 0 })
  const first = now() + 1
  for (const [i, type] of (['Complete', 'Failed', 'Complete'] as const).entries()) {
    clock.step(minute)
    await expect.poll(() => cron.names(), soon).toContain(cron.nameAt(first + i))
    const job = (await cron.jobs()).find(({ metadata }) => metadata?.name === cron.nameAt(first + i))
    await cron.end(job!, type)
    await expect.poll(cron.active, soon).toEqual([])
  }
  await cron.has(first + 2)
  await expect.poll(() => cron.events(), soon).toContain(`Normal SuccessfulDelete Deleted job ${cron.nameAt(first)}`)
  await server.client.delete(await cron.cronJob())
})

it('waits for the job that runs where its policy is Forbid', async () => {
  const cron = await Cron.start({ concurrencyPolicy: 'Forbid' })
  clock.step(minute)
  const first = now()
  await cron.has(first)
  clock.step(minute)
  const text = 'Not starting job because prior execution is running and concurrency policy is Forbid'
  await expect.poll(() => cron.events(), soon).toContain(`Normal JobAlreadyActive ${text}`)
  await cron.end((await cron.jobs())[0]!, 'Complete')
  await cron.has(first, first + 1)
  await server.client.delete(await cron.cronJob())
})

it('replaces the job that runs where its policy is Replace', async () => {
  const cron = await Cron.start({ concurrencyPolicy: 'Replace' })
  clock.step(minute)
  await cron.has(now())
  clock.step(minute)
  await cron.has(now())
  await expect.poll(cron.active, soon).toEqual([cron.nameAt(now())])
  await server.client.delete(await cron.cronJob())
})

it('notices that an active job is gone', async () => {
  const cron = await Cron.start({ schedule: '*/30 * * * *' })
  clock.step(30 * minute)
  await expect.poll(() => cron.names(), soon).toHaveLength(1)
  await expect.poll(cron.active, soon).toHaveLength(1)
  const [job] = await cron.jobs()
  await server.client.delete(job!, { propagationPolicy: 'Background' })
  await expect.poll(cron.active, soon).toEqual([])
  await expect
    .poll(() => cron.events(), soon)
    .toContain(`Normal MissingJob Active job went missing: ${job?.metadata?.name}`)
  await server.client.delete(await cron.cronJob())
})

it('creates nothing while it is suspended, and makes up for the last run when it no longer is', async () => {
  const cron = await Cron.start({ suspend: true, schedule: '0 * * * *' })
  const other = await Cron.start()
  clock.step(120 * minute)
  await expect.poll(() => other.names(), soon).toHaveLength(1)
  expect(await cron.names()).toEqual([])
  await cron.patch({ suspend: false })
  await cron.has(now() - (now() % 60))
  await server.client.delete(await cron.cronJob())
  await server.client.delete(await other.cronJob())
})

it('leaves out a run of which the deadline has passed', async () => {
  const cron = await Cron.start({ suspend: true, schedule: '0 * * * *', startingDeadlineSeconds: 60 })
  const hour = now() - (now() % 60) + 60
  clock.step((hour + 2 - now()) * minute)
  await cron.patch({ suspend: false })
  const other = await Cron.start()
  clock.step(minute)
  await expect.poll(() => other.names(), soon).toHaveLength(1)
  expect(await cron.names()).toEqual([])
  clock.step((hour + 60 - now()) * minute)
  await cron.has(hour + 60)
  await server.client.delete(await cron.cronJob())
  await server.client.delete(await other.cronJob())
})

it('follows a new schedule from its next time on', async () => {
  const cron = await Cron.start({ schedule: '0 0 1 1 *' })
  clock.step(5 * minute)
  await cron.patch({ schedule: '*/10 * * * *' })
  await expect.poll(async () => (await cron.cronJob()).spec.schedule, soon).toBe('*/10 * * * *')
  expect(await cron.names()).toEqual([])
  await expect
    .poll(async () => {
      clock.step(minute)
      return (await cron.names()).length
    }, soon)
    .toBe(1)
  expect(await cron.names()).toEqual([cron.nameAt(now() - (now() % 10))])
})
