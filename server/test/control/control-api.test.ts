import { ConfigMap, Namespace } from 'apimachinery/api/core/v1'
import { isForbidden, isNotFound, isUnauthorized } from 'apimachinery/errors'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { basePath } from '../../src/control/openapi-document.js'
import { ControlClient, token } from './control-client.js'

let control: ControlClient
beforeAll(async () => {
  control = await ControlClient.start()
})
afterAll(() => control.stop())
afterEach(() => control.reset())

const configMap = (name: string, data: Record<string, string> = {}) =>
  new ConfigMap({ metadata: { name, namespace: 'default' }, data })

function raw(path: string, init: RequestInit = {}): Promise<Response> {
  return fetch(control.server.url + path, init)
}

describe('requests of the control API', () => {
  it('need the token, except for health', async () => {
    for (const authorization of ['', 'Bearer', 'Bearer other', `Basic ${token}`, `Bearer ${token}x`]) {
      const response = await raw(`${basePath}/clusters`, { headers: { authorization } })
      expect([response.status, ((await response.json()) as { reason: string }).reason]).toEqual([401, 'Unauthorized'])
    }
    const health = await raw('/healthz')
    expect([health.status, await health.text()]).toEqual([200, 'ok'])
  })

  it('get a Status for paths, methods and bodies that are none', async () => {
    const answers = [
      ['GET', '/nothing', undefined, 404, 'NotFound'],
      ['PUT', '/clusters', undefined, 405, 'MethodNotAllowed'],
      ['GET', '/clusters/none', undefined, 404, 'NotFound'],
      ['POST', '/clusters', [], 400, 'BadRequest'],
      ['POST', '/clusters', 'text', 400, 'BadRequest'],
      ['GET', '/clusters?limit=3', undefined, 400, 'BadRequest'],
      ['POST', '/snapshots', {}, 422, 'Invalid'],
      ['POST', '/snapshots', { cluster: 'none' }, 404, 'NotFound'],
    ] as const
    for (const [method, path, body, status, reason] of answers) {
      const answer = await control.call(method, path, body)
      expect([method, path, answer.status, answer.body.reason]).toEqual([method, path, status, reason])
      expect(answer.body).toMatchObject({ kind: 'Status', apiVersion: 'v1', status: 'Failure', code: status })
    }
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'text/plain' }
    const text = await raw(`${basePath}/clusters`, { method: 'POST', headers, body: '{}' })
    expect(text.status).toBe(415)
    const json = { ...headers, 'content-type': 'application/json' }
    const broken = await raw(`${basePath}/clusters`, { method: 'POST', headers: json, body: '{"name":' })
    expect(broken.status).toBe(400)
    const large = await raw(`${basePath}/clusters`, { method: 'POST', headers: json, body: ' '.repeat(17 << 20) })
    expect(large.status).toBe(413)
  })

  it('get the path of each field that is wrong', async () => {
    const body = {
      name: 'Upper',
      nodes: 1.5,
      colour: 'blue',
      users: [{ groups: ['a'], home: 'x' }],
      clock: { running: 'yes' },
      from: { cluster: 3 },
    }
    const { status, body: answer } = await control.call('POST', '/clusters', body)
    expect(status).toBe(422)
    const fields = answer.details.causes.map(({ field, reason }: { field: string; reason: string }) => [field, reason])
    expect(fields).toEqual(
      expect.arrayContaining([
        ['name', 'FieldValueInvalid'],
        ['nodes', 'FieldValueTypeInvalid'],
        ['colour', 'FieldValueForbidden'],
        ['users[0].name', 'FieldValueRequired'],
        ['users[0].home', 'FieldValueForbidden'],
        ['clock.running', 'FieldValueTypeInvalid'],
        ['from.cluster', 'FieldValueTypeInvalid'],
      ]),
    )
  })

  it.each([
    [{ controllers: ['no-such-controller'] }, 'controllers[0]'],
    [{ from: { cluster: 'none' } }, 'from.cluster'],
    [{ from: {} }, 'from'],
    [{ from: { snapshot: 'none' }, featureGates: { A: true } }, 'featureGates'],
    [{ featureGates: { NoSuchGate: true } }, 'featureGates'],
    [{ admissionPlugins: { enable: ['NoSuchPlugin'] } }, 'admissionPlugins'],
    [{ clock: { now: 'noon' } }, 'clock.now'],
    [{ objects: [{ apiVersion: 'v1', kind: 'ConfigMap', metadata: {} }] }, 'objects[0]'],
  ])('refuse the cluster %j by its field', async (spec, field) => {
    const { status, body } = await control.call('POST', '/clusters', spec)
    expect([status, body.details.causes[0].field]).toEqual([422, field])
    expect(await control.expect(200, 'GET', '/clusters')).toEqual({ items: [] })
  })
})

describe('a cluster', () => {
  it('is made, listed, read and deleted by its name', async () => {
    const made = await control.expect(201, 'POST', '/clusters', { name: 'one' })
    expect(await control.expect(200, 'GET', '/clusters/one')).toEqual(made)
    const again = await control.call('POST', '/clusters', { name: 'one' })
    expect([again.status, again.body.reason]).toEqual([409, 'AlreadyExists'])
    const { name } = await control.expect(201, 'POST', '/clusters')
    const { items } = await control.expect(200, 'GET', '/clusters')
    expect(items.map((item: { name: string }) => item.name)).toEqual(['one', name])
    await control.expect(204, 'DELETE', '/clusters/one')
    await control.expect(404, 'GET', '/clusters/one')
    await control.expect(404, 'DELETE', '/clusters/one')
  })

  it('is reached below its path by the kubeconfig, with objects of its own', async () => {
    const [one, other] = await Promise.all(
      ['one', 'other'].map((name) => control.expect(201, 'POST', '/clusters', { name })),
    )
    expect(one.url).toMatch(/^https:\/\/127\.0\.0\.1:\d+\/clusters\/one$/)
    const client = await control.client(one)
    const otherClient = await control.client(other)
    await client.create(configMap('settings'))
    await expect(otherClient.get(ConfigMap, { namespace: 'default', name: 'settings' })).rejects.toSatisfy(isNotFound)
    const stranger = await control.client({ kubeconfig: one.kubeconfig.replaceAll('/clusters/one', '/clusters/other') })
    await expect(stranger.resource(Namespace).list()).rejects.toSatisfy(isUnauthorized)
    await control.expect(204, 'DELETE', '/clusters/other')
    await expect(otherClient.resource(Namespace).list()).rejects.toSatisfy(isNotFound)
  })

  it('is reached at a port of its own where that is asked for', async () => {
    const made = await control.expect(201, 'POST', '/clusters', { ownPort: true })
    expect(made.url).toMatch(/^https:\/\/127\.0\.0\.1:\d+$/)
    const client = await control.client(made)
    expect((await client.resource(Namespace).list()).items.length).toBeGreaterThan(3)
  })

  it('begins with objects, of which definitions are served', async () => {
    const definition = {
      apiVersion: 'apiextensions.k8s.io/v1',
      kind: 'CustomResourceDefinition',
      metadata: { name: 'widgets.example.com' },
      spec: {
        group: 'example.com',
        names: { plural: 'widgets', kind: 'Widget' },
        scope: 'Namespaced',
        versions: [{ name: 'v1', served: true, storage: true, schema: { openAPIV3Schema: { type: 'object' } } }],
      },
    }
    const widget = { apiVersion: 'example.com/v1', kind: 'Widget', metadata: { name: 'a', namespace: 'default' } }
    const made = await control.expect(201, 'POST', '/clusters', { objects: [widget, definition] })
    const response = await control.server.clusters.get(made.name).server.fetch('/apis/example.com/v1/widgets')
    expect(((await response.json()) as { items: unknown[] }).items).toHaveLength(1)
    expect(await control.expect(200, 'GET', `/clusters/${made.name}/requests/count?resource=widgets`)).toEqual({
      count: 1,
    })
  })

  it('is a fork with its origin’s objects and users, and other tokens', async () => {
    const origin = await control.expect(201, 'POST', '/clusters', { name: 'origin', users: [{ name: 'alice' }] })
    const client = await control.client(origin)
    await client.create(configMap('before'))
    const fork = await control.expect(201, 'POST', '/clusters', { from: { cluster: 'origin' } })
    expect(fork.from).toEqual({ cluster: 'origin' })
    expect(fork.token).not.toBe(origin.token)
    await client.create(configMap('after'))
    const forked = await control.client(fork)
    const maps = (await forked.resource(ConfigMap).namespace('default').list()).items.map(
      ({ metadata }) => metadata?.name,
    )
    expect(maps).toContain('before')
    expect(maps).not.toContain('after')
    const users = await control.expect(200, 'GET', `/clusters/${fork.name}/users`)
    expect(users.items.map(({ name }: { name: string }) => name)).toEqual(['admin', 'alice'])
  })

  it('allows everything to everybody with AlwaysAllow', async () => {
    const spec = { authorizationModes: ['AlwaysAllow'], users: [{ name: 'alice' }] }
    const { name } = await control.expect(201, 'POST', '/clusters', spec)
    const client = await control.client(await control.expect(200, 'GET', `/clusters/${name}/users/alice`))
    expect((await client.resource(Namespace).list()).items.length).toBeGreaterThan(3)
  })
})

describe('users', () => {
  it('are added with groups, and their tokens end with them', async () => {
    await control.expect(201, 'POST', '/clusters', { name: 'c' })
    const user = { name: 'system:node:a', groups: ['system:masters'], uid: 'u', extra: { k: ['v'] } }
    const added = await control.expect(201, 'POST', '/clusters/c/users', user)
    expect(added).toMatchObject(user)
    const client = await control.client(added)
    expect((await client.resource(Namespace).list()).items.length).toBeGreaterThan(3)
    expect(await control.expect(200, 'GET', '/clusters/c/users/system%3Anode%3Aa')).toEqual(added)
    await control.expect(409, 'POST', '/clusters/c/users', user)
    await control.expect(204, 'DELETE', '/clusters/c/users/system%3Anode%3Aa')
    await expect(client.resource(Namespace).list()).rejects.toSatisfy(isUnauthorized)
    await control.expect(404, 'GET', '/clusters/c/users/system%3Anode%3Aa')
    await control.expect(422, 'DELETE', '/clusters/c/users/admin')
  })

  it('may do what roles allow', async () => {
    await control.expect(201, 'POST', '/clusters', { name: 'c' })
    const client = await control.client(await control.expect(201, 'POST', '/clusters/c/users', { name: 'bob' }))
    await expect(client.resource(Namespace).list()).rejects.toSatisfy(isForbidden)
  })
})

describe('snapshots', () => {
  it('are restored, and begin clusters when their own is gone', async () => {
    const made = await control.expect(201, 'POST', '/clusters', { name: 'c' })
    const client = await control.client(made)
    await client.create(configMap('before'))
    const snapshot = await control.expect(201, 'POST', '/snapshots', { cluster: 'c', name: 's' })
    expect(snapshot).toMatchObject({ name: 's', cluster: 'c', resourceVersion: expect.stringMatching(/^\d+$/) })
    await control.expect(409, 'POST', '/snapshots', { cluster: 'c', name: 's' })
    await client.create(configMap('after'))
    expect(await control.expect(200, 'POST', '/clusters/c/restore', { snapshot: 's' })).toEqual(made)
    const names = async (from: typeof client) =>
      (await from.resource(ConfigMap).namespace('default').list()).items.map(({ metadata }) => metadata?.name)
    expect(await names(client)).toEqual(['before'])
    await control.expect(404, 'POST', '/clusters/c/restore', { snapshot: 'none' })
    await control.expect(204, 'DELETE', '/clusters/c')
    const fork = await control.expect(201, 'POST', '/clusters', { from: { snapshot: 's' } })
    const forked = await control.client(fork)
    expect(await names(forked)).toEqual(['before'])
    expect(await control.expect(200, 'GET', '/snapshots')).toEqual({ items: [snapshot] })
    expect(await control.expect(200, 'GET', '/snapshots/s')).toEqual(snapshot)
    await control.expect(204, 'DELETE', '/snapshots/s')
    await control.expect(404, 'GET', '/snapshots/s')
  })
})
