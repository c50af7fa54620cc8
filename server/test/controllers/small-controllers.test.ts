import type { InformerFactory } from '@apimachinery/client/cache'
import { TestServer } from '@apimachinery/server/testing'
import { Job } from 'apimachinery/api/batch/v1'
import { ConfigMap, Namespace, Pod } from 'apimachinery/api/core/v1'
import { isNotFound } from 'apimachinery/errors'
import { type KubernetesObject, Unstructured } from 'apimachinery/runtime'
import { FakeClock } from 'apimachinery/testing'
import { systemClock } from 'apimachinery/wait'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { Controller, ControllerContext } from '../../src/controllers/controller.js'
import { updatedConditions } from '../../src/controllers/namespace-conditions.js'
import { namespaceController } from '../../src/controllers/namespace-controller.js'
import { ttlAfterFinishedController } from '../../src/controllers/ttl-after-finished.js'

const soon = { timeout: 30_000, interval: 20 }
const started: TestServer[] = []
/** Without controllers. */
let server: TestServer
beforeAll(async () => {
  server = await TestServer.start()
})
afterEach(() => Promise.all(started.splice(0).map((each) => each.stop())))
afterAll(() => server.stop())

async function start(options: Parameters<typeof TestServer.start>[0]): Promise<TestServer> {
  const each = await TestServer.start(options)
  started.push(each)
  return each
}

const isGone = (promise: Promise<unknown>): Promise<boolean> =>
  promise.then(
    () => false,
    (error: unknown) => {
      if (isNotFound(error)) return true
      throw error
    },
  )

/** Runs a controller whose informer has only this object, until it has asked the server about it. */
async function runWithStale(
  make: (context: ControllerContext) => Controller,
  stale: KubernetesObject,
  asked: () => boolean,
): Promise<void> {
  const get = () => stale
  const informer = {
    lister: { get, getByKey: get },
    hasSynced: () => true,
    addEventHandler: ({ onAdd }: { onAdd: (object: KubernetesObject) => void }) => onAdd(stale),
  }
  const informers = { informerFor: () => informer } as unknown as InformerFactory
  const errors: unknown[] = []
  const onError = (error: unknown) => void errors.push(error)
  const context = {
    client: server.client,
    informers,
    clock: systemClock,
    pace: systemClock,
    onError,
    events: { event() {} },
    release: server.api.release,
    featureEnabled: server.api.featureEnabled,
  }
  const controller = make(context)
  controller.start()
  await expect.poll(asked, soon).toBe(true)
  await controller.stop()
  expect(errors).toEqual([])
}

const deletionTimestamp = '2000-01-01T00:00:00Z' as never

describe('a controller whose informer is late', () => {
  it('empties no namespace that came in place of a deleted one', async () => {
    const { client } = server
    const live = await client.create(new Namespace({ metadata: { name: 'reborn' } }))
    await client.create(new ConfigMap({ metadata: { name: 'kept', namespace: 'reborn' } }))
    const stale = new Namespace({
      ...live,
      metadata: { ...live.metadata, uid: crypto.randomUUID(), deletionTimestamp },
    })
    server.requests.clear()
    await runWithStale(
      namespaceController,
      stale,
      () => server.requests.count({ verb: 'get', resource: 'namespaces' }) > 0,
    )
    expect(await client.get(ConfigMap, { name: 'kept', namespace: 'reborn' })).toMatchObject({
      metadata: { name: 'kept' },
    })
    expect((await client.get(Namespace, { name: 'reborn' })).spec?.finalizers).toEqual(['kubernetes'])
    expect(server.requests.count({ verb: ['delete', 'deletecollection', 'update'] })).toBe(0)
  })

  it('empties no namespace that is not deleted', async () => {
    const { client } = server
    const live = await client.create(new Namespace({ metadata: { name: 'active' } }))
    const stale = new Namespace({ ...live, metadata: { ...live.metadata, deletionTimestamp } })
    server.requests.clear()
    await runWithStale(
      namespaceController,
      stale,
      () => server.requests.count({ verb: 'get', resource: 'namespaces' }) > 0,
    )
    expect(server.requests.count({ verb: ['delete', 'deletecollection', 'update'] })).toBe(0)
  })

  const jobOf = (name: string, ttlSecondsAfterFinished: number | undefined) => {
    const template = { spec: { restartPolicy: 'Never', containers: [{ name: 'c', image: 'i' }] } }
    return new Job({ metadata: { name, namespace: 'default' }, spec: { template, ttlSecondsAfterFinished } } as never)
  }
  const finished = {
    status: { conditions: [{ type: 'Complete', status: 'True', lastTransitionTime: '2000-01-01T00:00:00Z' }] },
  }

  it.each([
    ['has more time by now', 1_000_000_000],
    ['shall stay by now', undefined],
  ])('deletes no finished job that %s', async (_name, seconds) => {
    const live = await server.client.create(jobOf(`job-${seconds}`, seconds))
    const stale = new Job({ ...live, ...finished, spec: { ...live.spec, ttlSecondsAfterFinished: 1 } } as never)
    server.requests.clear()
    await runWithStale(
      ttlAfterFinishedController,
      stale,
      () => server.requests.count({ verb: 'get', resource: 'jobs' }) > 0,
    )
    expect(server.requests.count({ verb: 'delete' })).toBe(0)
  })
})

describe('the namespace controller', () => {
  it('deletes pods first: what protects them stays as long as they are there', async () => {
    const { client } = await start({ controllers: ['namespace'] })
    await client.create(new Namespace({ metadata: { name: 'team' } }))
    const finalizers = ['example.com/hold']
    const spec = { containers: [{ name: 'c', image: 'i' }] }
    await client.create(new Pod({ metadata: { name: 'p', namespace: 'team', finalizers }, spec }))
    const map = { name: 'policy', namespace: 'team' }
    await client.create(new ConfigMap({ metadata: map }))
    const namespace = await client.get(Namespace, { name: 'team' })
    await client.delete(namespace)
    const messages = async () =>
      (await client.get(Namespace, { name: 'team' })).status?.conditions?.map(({ message }) => message)
    await expect.poll(messages, soon).toContain('Some resources are remaining: pods. has 1 resource instances')
    expect(await messages()).toContain(
      'Some content in the namespace has finalizers remaining: example.com/hold in 1 resource instances',
    )
    expect(await isGone(client.get(ConfigMap, map))).toBe(false)
    const pod = await client.get(Pod, { name: 'p', namespace: 'team' })
    await client.update(new Pod({ ...pod, metadata: { ...pod.metadata, finalizers: [] } } as never))
    await expect.poll(() => isGone(client.get(Namespace, { name: 'team' })), soon).toBe(true)
    expect(await isGone(client.get(ConfigMap, map))).toBe(true)
  })

  it('does not end a namespace while a part of discovery fails', async () => {
    const { client } = await start({ controllers: ['namespace'] })
    await client.create(
      new Unstructured({
        apiVersion: 'apiregistration.k8s.io/v1',
        kind: 'APIService',
        metadata: { name: 'v1.away.example.com' },
        spec: {
          group: 'away.example.com',
          version: 'v1',
          groupPriorityMinimum: 100,
          versionPriority: 10,
          insecureSkipTLSVerify: true,
          service: { namespace: 'default', name: 'away' },
        },
      }),
    )
    await client.create(new Namespace({ metadata: { name: 'team' } }))
    await client.create(new ConfigMap({ metadata: { name: 'm', namespace: 'team' } }))
    await client.delete(new Namespace({ metadata: { name: 'team' } }))
    const failure = async () =>
      (await client.get(Namespace, { name: 'team' })).status?.conditions?.find(
        ({ type }) => type === 'NamespaceDeletionDiscoveryFailure',
      )
    await expect.poll(failure, soon).toMatchObject({
      status: 'True',
      reason: 'DiscoveryFailed',
      message: 'Discovery failed for some groups, 1 failing: stale GroupVersion discovery: away.example.com/v1',
    })
    // What is known is deleted all the same.
    await expect.poll(() => isGone(client.get(ConfigMap, { name: 'm', namespace: 'team' })), soon).toBe(true)
    const service = {
      apiVersion: 'apiregistration.k8s.io/v1',
      kind: 'APIService',
      metadata: { name: 'v1.away.example.com' },
    }
    await client.delete(new Unstructured(service))
    await expect.poll(() => isGone(client.get(Namespace, { name: 'team' })), soon).toBe(true)
  })

  it('keeps conditions of others, and the time of a status that stays', () => {
    const condition = (type: string, status: string, message: string) => ({ type, status, reason: 'R', message })
    const before = [
      { ...condition('Other', 'True', 'x'), lastTransitionTime: 'then' },
      { ...condition('A', 'True', 'one'), lastTransitionTime: 'then' },
      { ...condition('B', 'True', 'one'), lastTransitionTime: 'then' },
    ] as never
    const facts = [
      condition('A', 'True', 'two'),
      condition('B', 'False', 'one'),
      condition('C', 'False', 'one'),
    ] as never
    expect(updatedConditions(before, facts, 'now')).toEqual([
      { ...condition('Other', 'True', 'x'), lastTransitionTime: 'then' },
      { ...condition('A', 'True', 'two'), lastTransitionTime: 'then' },
      { ...condition('B', 'False', 'one'), lastTransitionTime: 'now' },
      { ...condition('C', 'False', 'one'), lastTransitionTime: 'now' },
    ])
    const same = updatedConditions(before, facts, 'now') as never
    expect(updatedConditions(same, facts, 'later')).toBeUndefined()
  })
})

describe('small controllers', () => {
  it('repair the certificate authority of a namespace', async () => {
    const { client } = await start({ controllers: ['root-ca-cert-publisher'] })
    const key = { name: 'kube-root-ca.crt', namespace: 'default' }
    const authority = async () => (await client.get(ConfigMap, key)).data
    await expect.poll(() => authority().catch(() => undefined), soon).toHaveProperty(['ca.crt'])
    const good = await authority()
    const map = await client.get(ConfigMap, key)
    await client.update(new ConfigMap({ ...map, data: { 'ca.crt': 'forged', more: 'x' } }))
    await expect.poll(authority, soon).toEqual(good)
    await client.delete(await client.get(ConfigMap, key))
    await expect.poll(() => authority().catch(() => undefined), soon).toEqual(good)
  })

  it('work beside a clock that stands still, and do what is due when it is moved', async () => {
    const clock = new FakeClock()
    const { client } = await start({ controllers: 'all', clock })
    const template = { spec: { restartPolicy: 'Never', containers: [{ name: 'c', image: 'i' }] } }
    const metadata = { name: 'once', namespace: 'default' }
    await client.create(new Job({ metadata, spec: { template, ttlSecondsAfterFinished: 60 } } as never))
    const conditions = async () => (await client.get(Job, metadata)).status?.conditions?.map(({ type }) => type)
    await expect.poll(conditions, soon).toContain('Complete')
    await client.create(new Namespace({ metadata: { name: 'team' } }))
    await client.create(new ConfigMap({ metadata: { name: 'm', namespace: 'team' } }))
    await client.delete(new Namespace({ metadata: { name: 'team' } }))
    await expect.poll(() => isGone(client.get(Namespace, { name: 'team' })), soon).toBe(true)
    expect(await isGone(client.get(Job, metadata))).toBe(false)
    await expect
      .poll(() => {
        clock.step(61_000)
        return isGone(client.get(Job, metadata))
      }, soon)
      .toBe(true)
    expect(await isGone(client.get(Pod, metadata))).toBe(true)
  })
})
