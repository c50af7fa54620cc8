import { TestServer } from '@apimachinery/server/testing'
import { Deployment } from 'apimachinery/api/apps/v1'
import { Job } from 'apimachinery/api/batch/v1'
import { ConfigMap, Namespace, Pod, ServiceAccount } from 'apimachinery/api/core/v1'
import { isNotFound } from 'apimachinery/errors'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

let server: TestServer
beforeAll(async () => {
  server = await TestServer.start({ controllers: 'all' })
})
afterAll(() => server?.stop())

const soon = { timeout: 20_000, interval: 20 }
const key = (name: string, namespace = 'default') => ({ name, namespace })
const labels = { app: 'web' }
const template = { metadata: { labels }, spec: { containers: [{ name: 'c', image: 'nginx' }] } }

describe('the small controllers of a test server', () => {
  it('run the pods of a deployment, and roll them', async () => {
    const { client } = server
    const spec = { replicas: 3, selector: { matchLabels: labels }, template }
    const created = await client.create(new Deployment({ metadata: { name: 'web', namespace: 'default' }, spec }))
    const status = async () => (await client.get(Deployment, key('web'))).status
    await expect.poll(status, soon).toMatchObject({ readyReplicas: 3, availableReplicas: 3, updatedReplicas: 3 })
    const pods = await client.resource(Pod).namespace('default').list({ labelSelector: 'app=web' })
    expect(pods.items.map(({ spec }) => spec?.nodeName)).toEqual(['node-0', 'node-0', 'node-0'])
    const latest = await client.get(Deployment, key('web'))
    const changed = { ...template, spec: { containers: [{ name: 'c', image: 'nginx:2' }] } }
    await client.update(new Deployment({ ...latest, spec: { ...latest.spec, template: changed } } as never))
    await expect
      .poll(async () => {
        const { items } = await client.resource(Pod).namespace('default').list({ labelSelector: 'app=web' })
        return items.map(({ spec }) => spec?.containers?.[0]?.image)
      }, soon)
      .toEqual(['nginx:2', 'nginx:2', 'nginx:2'])
    await client.delete(created)
    const left = async () => (await client.resource(Pod).namespace('default').list({ labelSelector: 'app=web' })).items
    await expect.poll(async () => (await left()).length, soon).toBe(0)
  })

  it('run jobs to their end', async () => {
    const { client } = server
    const spec = { restartPolicy: 'Never', containers: [{ name: 'c', image: 'busybox' }] }
    const job = new Job({
      metadata: { name: 'once', namespace: 'default' },
      spec: { completions: 2, parallelism: 1, template: { spec } },
    })
    await client.create(job)
    await expect
      .poll(async () => (await client.get(Job, key('once'))).status, soon)
      .toMatchObject({ succeeded: 2, conditions: [{ type: 'SuccessCriteriaMet' }, { type: 'Complete' }] })
  })

  it('empty namespaces that are deleted', async () => {
    const { client } = server
    await client.create(new Namespace({ metadata: { name: 'team' } }))
    const map = new ConfigMap({ metadata: { name: 'held', namespace: 'team', finalizers: ['example.com/hold'] } })
    const held = await client.create(map)
    await expect.poll(() => client.get(ServiceAccount, key('default', 'team')), soon).toBeDefined()
    await expect
      .poll(async () => (await client.get(ConfigMap, key('kube-root-ca.crt', 'team'))).data?.['ca.crt'], soon)
      .toContain('BEGIN CERTIFICATE')
    await client.delete(new Namespace({ metadata: { name: 'team' } }))
    const conditions = async () =>
      (await client.get(Namespace, { name: 'team' })).status?.conditions?.map(({ type, status }) => `${type}=${status}`)
    await expect.poll(conditions, soon).toContain('NamespaceFinalizersRemaining=True')
    const latest = await client.get(ConfigMap, key('held', 'team'))
    latest.metadata = { ...latest.metadata, finalizers: [] } as never
    await client.update(latest)
    await expect
      .poll(
        () =>
          client.get(Namespace, { name: 'team' }).then(
            () => 'there',
            (error) => isNotFound(error),
          ),
        soon,
      )
      .toBe(true)
    expect(held.metadata?.name).toBe('held')
  })

  it('delete dependents with their owners: in the background, in the foreground, or not', async () => {
    const { client } = server
    const maps = client.resource(ConfigMap).namespace('default')
    const owner = async (name: string) => maps.create({ metadata: { name } })
    const dependentOf = (name: string, { metadata }: ConfigMap) =>
      maps.create({
        metadata: {
          name,
          ownerReferences: [
            {
              apiVersion: 'v1',
              kind: 'ConfigMap',
              name: metadata?.name ?? '',
              uid: metadata?.uid ?? '',
              blockOwnerDeletion: true,
            },
          ],
        },
      } as never)
    const gone = (name: string) => expect.poll(() => maps.get(name).then(() => false, isNotFound), soon).toBe(true)
    const background = await owner('background')
    await dependentOf('background-dependent', background)
    await maps.delete('background', { propagationPolicy: 'Background' })
    await gone('background-dependent')
    const foreground = await owner('foreground')
    await dependentOf('foreground-dependent', foreground)
    await maps.delete('foreground', { propagationPolicy: 'Foreground' })
    await gone('foreground')
    await gone('foreground-dependent')
    const orphaning = await owner('orphaning')
    await dependentOf('orphan', orphaning)
    await maps.delete('orphaning', { propagationPolicy: 'Orphan' })
    await gone('orphaning')
    expect((await maps.get('orphan')).metadata?.ownerReferences ?? []).toEqual([])
  })
})
