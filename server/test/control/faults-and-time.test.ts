import { ConfigMap, Namespace, Node, Pod } from 'apimachinery/api/core/v1'
import { isConflict, isNotFound, isTooManyRequests } from 'apimachinery/errors'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { ControlClient } from './control-client.js'

let control: ControlClient
beforeAll(async () => {
  control = await ControlClient.start()
})
afterAll(() => control.stop())
afterEach(() => control.reset())

const configMap = (name: string) => new ConfigMap({ metadata: { name, namespace: 'default' } })

async function started(spec: object = {}) {
  const made = await control.expect(201, 'POST', '/clusters', { name: 'c', ...spec })
  return control.client(made)
}

/** For a machine that is busy with other tests. */
const patience = { timeout: 30_000 }

describe('faults', () => {
  it('hit the requests that they select, as often as they say', async () => {
    const client = await started()
    const body = { verb: 'create', resource: ['configmaps'], status: 409, times: 1 }
    const added = await control.expect(201, 'POST', '/clusters/c/faults', body)
    expect(added).toEqual({ ...body, id: added.id, hits: 0 })
    await expect(client.create(configMap('a'))).rejects.toSatisfy(isConflict)
    await client.create(configMap('a'))
    expect(await control.expect(200, 'GET', `/clusters/c/faults/${added.id}`)).toEqual({ ...added, hits: 1 })
    expect(await control.expect(200, 'GET', '/clusters/c/faults')).toEqual({ items: [{ ...added, hits: 1 }] })
    await control.expect(204, 'DELETE', `/clusters/c/faults/${added.id}`)
    await control.expect(404, 'GET', `/clusters/c/faults/${added.id}`)
    await control.expect(404, 'DELETE', `/clusters/c/faults/${added.id}`)
  })

  it('of a long latency keep no cluster from being restored, nor from being deleted', async () => {
    const client = await started({ clock: { running: false } })
    await control.expect(201, 'POST', '/snapshots', { cluster: 'c', name: 's' })
    await control.expect(201, 'POST', '/clusters/c/faults', { verb: 'get', resource: 'configmaps', latency: 3_600_000 })
    const hits = async () => (await control.expect(200, 'GET', '/clusters/c/faults')).items[0].hits
    const get = () => client.get(ConfigMap, { namespace: 'default', name: 'none' }).catch((error) => error)
    const first = get()
    await vi.waitFor(async () => expect(await hits()).toBe(1), patience)
    await control.expect(200, 'POST', '/clusters/c/restore', { snapshot: 's' })
    await first
    const second = get()
    await vi.waitFor(async () => expect(await hits()).toBeGreaterThan(1), patience)
    await control.expect(204, 'DELETE', '/clusters/c')
    await second
    await control.expect(204, 'DELETE', '/snapshots/s')
  })

  it('answer with a given Status, and are removed together', async () => {
    const client = await started()
    const error = { kind: 'Status', apiVersion: 'v1', code: 429, reason: 'TooManyRequests', message: 'not now' }
    await control.expect(201, 'POST', '/clusters/c/faults', { verb: 'get', resource: 'configmaps', error })
    const get = () => client.get(ConfigMap, { namespace: 'default', name: 'none' })
    await expect(get()).rejects.toSatisfy(isTooManyRequests)
    await control.expect(204, 'DELETE', '/clusters/c/faults')
    await expect(get()).rejects.toSatisfy(isNotFound)
  })

  it('answer reads with the past', async () => {
    const client = await started()
    await control.expect(201, 'POST', '/clusters/c/faults', {
      verb: ['get'],
      resource: 'configmaps',
      stale: true,
      times: 1,
    })
    await client.create(configMap('a'))
    const get = () => client.get(ConfigMap, { namespace: 'default', name: 'a' })
    await expect(get()).rejects.toSatisfy(isNotFound)
    await get()
  })

  it.each([
    [{}, 400, undefined],
    [{ status: 200 }, 422, 'status'],
    [{ cut: 'never' }, 422, 'cut'],
    [{ error: { code: 'x' } }, 422, 'error.code'],
    [{ status: 409, colour: 'red' }, 422, 'colour'],
    [{ status: 409, verb: [1] }, 422, 'verb[0]'],
  ])('%j are refused', async (body, status, field) => {
    await started()
    const answer = await control.call('POST', '/clusters/c/faults', body)
    expect(answer.status).toBe(status)
    const fields = (answer.body.details?.causes ?? []).map((cause: { field: string }) => cause.field)
    if (field !== undefined) expect(fields).toContain(field)
  })

  it('cut watches of one cluster alone', async () => {
    const client = await started()
    const other = await control.client(await control.expect(201, 'POST', '/clusters', { name: 'other' }))
    const open = (path: string) => control.expect(200, 'GET', `/clusters/${path}/watches?resource=configmaps`)
    const events = [client, other].map((each) =>
      each.resource(ConfigMap).namespace('default').watch()[Symbol.asyncIterator](),
    )
    const next = events.map((each) => each.next())
    for (const name of ['c', 'other'])
      await vi.waitFor(async () => expect(await open(name)).toEqual({ open: 1 }), patience)
    const body = { resource: 'configmaps', cleanly: true }
    expect(await control.expect(200, 'POST', '/clusters/c/watches/cut', body)).toEqual({ cut: 1 })
    expect(await open('other')).toEqual({ open: 1 })
    await other.create(configMap('seen'))
    expect((await next[1])?.value).toMatchObject({ type: 'ADDED' })
    await Promise.all(events.map((each) => each.return?.()))
  })
})

describe('the clock', () => {
  const now = '2030-01-01T00:00:00.000Z'

  it('stands from the start, steps, and gives objects their times', async () => {
    const client = await started({ clock: { now, running: false } })
    expect(await control.expect(200, 'GET', '/clusters/c/clock')).toMatchObject({ now, running: false })
    const later = await control.expect(200, 'POST', '/clusters/c/clock/step', { milliseconds: 90_000 })
    expect(later).toMatchObject({ now: '2030-01-01T00:01:30.000Z', running: false })
    const made = await client.create(configMap('a'))
    expect(made.metadata?.creationTimestamp).toBe('2030-01-01T00:01:30Z')
  })

  it('is set, stopped and let run', async () => {
    await started()
    const stopped = await control.expect(200, 'PATCH', '/clusters/c/clock', { running: false })
    expect(await control.expect(200, 'GET', '/clusters/c/clock')).toEqual(stopped)
    expect(await control.expect(200, 'PATCH', '/clusters/c/clock', { now })).toMatchObject({ now, running: false })
    const back = await control.expect(200, 'PATCH', '/clusters/c/clock', { now: '2020-01-01T00:00:00Z', running: true })
    expect([back.now.slice(0, 16), back.running]).toEqual(['2020-01-01T00:00', true])
  })

  it('of a fork stands where that of the origin stands', async () => {
    await started({ clock: { now, running: false } })
    const fork = await control.expect(201, 'POST', '/clusters', { from: { cluster: 'c' } })
    expect(await control.expect(200, 'GET', `/clusters/${fork.name}/clock`)).toMatchObject({ now, running: false })
    await control.expect(200, 'POST', '/clusters/c/clock/step', { milliseconds: 1000 })
    expect(await control.expect(200, 'GET', `/clusters/${fork.name}/clock`)).toMatchObject({ now })
  })

  it('is run no longer than the timeout', async () => {
    await started({ clock: { now, running: false } })
    const body = { milliseconds: 86_400_000_000, timeoutMilliseconds: 50 }
    const answer = await control.call('POST', '/clusters/c/clock/run', body)
    expect([answer.status, answer.body.reason]).toEqual([504, 'Timeout'])
    expect(answer.body.message).toMatch(/within 50 ms/)
  })

  it('runs through what is due until a time', async () => {
    const client = await started({ clock: { now, running: false }, controllers: ['*'] })
    await client.create(new Namespace({ metadata: { name: 'short' } }))
    const answer = await control.expect(200, 'POST', '/clusters/c/clock/run', { milliseconds: 30_000 })
    expect(answer).toMatchObject({ now: '2030-01-01T00:00:30.000Z', running: false })
  })
})

describe('the log of requests', () => {
  it('is listed, counted, continued and emptied', async () => {
    const client = await started()
    await client.create(configMap('a'))
    await client.get(ConfigMap, { namespace: 'default', name: 'a' })
    const path = '/clusters/c/requests'
    const { items, last } = await control.expect(
      200,
      'GET',
      `${path}?resource=configmaps&verb=create&verb=get&user=admin`,
    )
    expect(items).toMatchObject([
      { verb: 'create', resource: 'configmaps', namespace: 'default', user: 'admin', status: 201, method: 'POST' },
      { verb: 'get', name: 'a', status: 200, url: '/api/v1/namespaces/default/configmaps/a' },
    ])
    expect(last).toBeGreaterThanOrEqual(items[1].number)
    const more = await control.expect(
      200,
      'GET',
      `${path}?after=${items[0].number}&resource=configmaps&user=admin&limit=5`,
    )
    expect(more.items).toEqual([items[1]])
    expect(await control.expect(200, 'GET', `${path}/count?verb=get&name=a`)).toEqual({ count: 1 })
    expect((await control.call('GET', `${path}?limit=x`)).status).toBe(400)
    await control.expect(204, 'DELETE', path)
    expect(await control.expect(200, 'GET', `${path}/count?user=admin`)).toEqual({ count: 0 })
  })
})

describe('idle', () => {
  it('is a cluster when its controllers have done what is to be done', async () => {
    const client = await started({ controllers: ['*'] })
    await client.create(new Namespace({ metadata: { name: 'new' } }))
    const idle = await control.expect(200, 'POST', '/clusters/c/idle', {})
    expect(idle).toEqual({ idle: true, resourceVersion: expect.stringMatching(/^\d+$/) })
    const { items } = await client.resource(ConfigMap).namespace('new').list()
    expect(items.map(({ metadata }) => metadata?.name)).toEqual(['kube-root-ca.crt'])
  })

  it('is not awaited for longer than the timeout', async () => {
    const client = await started({ controllers: ['*'] })
    await control.expect(200, 'POST', '/clusters/c/idle', {})
    await control.expect(201, 'POST', '/clusters/c/faults', {
      resource: 'configmaps',
      latency: 3_600_000,
    })
    await client.create(new Namespace({ metadata: { name: 'new' } }))
    const { status, body } = await control.call('POST', '/clusters/c/idle', { timeoutMilliseconds: 300 })
    expect([status, body.reason]).toEqual([504, 'Timeout'])
    expect(body.details.causes[0].message).toContain('requests of system:')
  })
})

describe('nodes', () => {
  const stages = `apiVersion: config.kwok.x-k8s.io/v1alpha1
kind: KwokConfiguration
options: { manageAllNodes: true }
---
apiVersion: kwok.x-k8s.io/v1alpha1
kind: Stage
metadata: { name: marked }
spec:
  resourceRef: { apiGroup: v1, kind: Node }
  selector: { matchExpressions: [{ key: '.metadata.labels.marked', operator: DoesNotExist }] }
  next: { patches: [{ root: metadata, template: '{"labels":{"marked":"yes"}}', type: merge }] }
`

  it('follow the text of a configuration of kwok', async () => {
    const client = await started({ nodes: stages })
    await client.create(new Node({ metadata: { name: 'a' } }))
    await vi.waitFor(async () => {
      expect((await client.get(Node, { name: 'a' })).metadata?.labels?.marked).toBe('yes')
    }, patience)
  })

  it('get pods from the scheduler where it runs', async () => {
    const client = await started({ nodes: 1, controllers: ['*'] })
    await control.expect(200, 'POST', '/clusters/c/idle', {})
    const spec = { containers: [{ name: 'main', image: 'main' }] }
    await client.create(new Pod({ metadata: { name: 'p', namespace: 'default' }, spec }))
    await control.expect(200, 'POST', '/clusters/c/idle', {})
    const { items } = await control.expect(200, 'GET', '/clusters/c/requests?resource=pods/binding')
    expect(items).toMatchObject([{ user: 'system:kube-scheduler', status: 201 }])
    expect((await client.get(Pod, { namespace: 'default', name: 'p' })).status?.phase).toBe('Running')
  })

  it.each([[-1], ['kind: Nothing'], [{}]])('%j are refused', async (nodes) => {
    const { status, body } = await control.call('POST', '/clusters', { nodes })
    expect([status, body.details.causes[0].field]).toEqual([422, 'nodes'])
  })
})
