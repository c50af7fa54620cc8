import type { Client } from '@apimachinery/client'
import { ConfigMap, Namespace, ServiceAccount } from 'apimachinery/api/core/v1'
import { ClusterRole, ClusterRoleBinding } from 'apimachinery/api/rbac/v1'
import { isForbidden } from 'apimachinery/errors'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Cluster } from '../../src/control/cluster.js'
import { ControlServer } from '../../src/control/control-server.js'

const configMap = (name: string, data: Record<string, string> = {}) =>
  new ConfigMap({ metadata: { name, namespace: 'default' }, data })

describe('thirty clusters', () => {
  let control: ControlServer
  let clusters: readonly Cluster[]
  const timers = (): number => process.getActiveResourcesInfo().filter((each) => each === 'Timeout').length
  let timersBefore: number

  beforeAll(async () => {
    timersBefore = timers()
    control = await ControlServer.start({ port: 0, token: 'none is asked for' })
    await control.clusters.prepare()
    clusters = await Promise.all(
      Array.from({ length: 30 }, (_, index) => control.clusters.create({ name: `c${index}` })),
    )
  })
  afterAll(() => control.stop())

  it('are written, listed and watched at once, each with its own objects', async () => {
    const names = await Promise.all(
      clusters.map(async ({ server, parts: { name } }) => {
        const watch = await server.client.resource(ConfigMap).namespace('default').watch()
        await server.client.create(configMap(name))
        for await (const event of watch) {
          const { items } = await server.client.list(ConfigMap, { namespace: 'default' })
          return [name, event.object.metadata?.name, items.map(({ metadata }) => metadata?.name)]
        }
        throw new Error('the watch ended')
      }),
    )
    expect(names).toEqual(clusters.map(({ parts: { name } }) => [name, name, [name]]))
  })

  it('share what they have read, and see nothing of what another one writes', async () => {
    const [first, second, third] = clusters.slice(0, 3).map(({ server }) => server.client) as [Client, Client, Client]
    const read = (client: Client) => client.get(ClusterRole, { name: 'view' })
    const before = await read(second)
    const role = await read(first)
    await first.update(
      new ClusterRole({ ...role, metadata: { ...role.metadata, labels: { changed: 'yes' } }, rules: [] }),
    )
    await first.delete(await first.get(Namespace, { name: 'kube-node-lease' }))
    expect((await read(first)).rules ?? []).toEqual([])
    for (const other of [second, third]) {
      expect(await read(other)).toEqual(before)
      expect((await other.get(Namespace, { name: 'kube-node-lease' })).status?.phase).toBe('Active')
    }
  })

  it('decide by their own roles', async () => {
    const [one, other] = clusters.slice(3, 5) as [Cluster, Cluster]
    for (const { server } of [one, other]) server.users.add('alice', {})
    await one.server.client.create(
      new ClusterRole({
        metadata: { name: 'reader' },
        rules: [{ apiGroups: [''], resources: ['configmaps'], verbs: ['list'] }],
      }),
    )
    const apiGroup = 'rbac.authorization.k8s.io'
    const roleRef = { apiGroup, kind: 'ClusterRole', name: 'reader' }
    const subjects = [{ apiGroup, kind: 'User', name: 'alice' }]
    await one.server.client.create(new ClusterRoleBinding({ metadata: { name: 'alice' }, roleRef, subjects }))
    const list = ({ server }: Cluster) => server.as('alice').list(ConfigMap, { namespace: 'default' })
    await expect
      .poll(() =>
        list(one).then(
          () => 'allowed',
          () => 'forbidden',
        ),
      )
      .toBe('allowed')
    await expect(list(other)).rejects.toSatisfy(isForbidden)
  })

  it('sign tokens that no other one takes', async () => {
    const [one, other] = clusters.slice(5, 7) as [Cluster, Cluster]
    for (const { server } of [one, other]) {
      await server.client.create(new ServiceAccount({ metadata: { name: 'a', namespace: 'default' } }))
    }
    const path = 'https://localhost/api/v1/namespaces/default/serviceaccounts/a/token'
    const body = JSON.stringify({ apiVersion: 'authentication.k8s.io/v1', kind: 'TokenRequest', spec: {} })
    const headers = { 'content-type': 'application/json' }
    const made = await one.server.fetch(new Request(path, { method: 'POST', headers, body }))
    const { status } = (await made.json()) as { status: { token: string } }
    const answered = async ({ server }: Cluster): Promise<number> => {
      const headers = { authorization: `Bearer ${status.token}` }
      return (await server.fetch(new Request('https://localhost/api/v1/namespaces', { headers }))).status
    }
    expect([await answered(one), await answered(other)]).toEqual([403, 401])
  })

  it('leave nothing when they are deleted', async () => {
    await control.clusters.deleteAll()
    expect(control.clusters.list()).toEqual([])
    const request = clusters[0]!.server.client.rest.get().absPath('/api/v1/namespaces')
    await expect(request.maxRetries(0).do()).rejects.toThrow()
    // Other tests of the process may have some.
    expect(timers()).toBeLessThanOrEqual(timersBefore)
  })
})
