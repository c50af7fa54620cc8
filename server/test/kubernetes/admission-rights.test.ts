import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { AttackedCluster } from './attacked-cluster.js'

let cluster: AttackedCluster

beforeAll(async () => {
  cluster = await AttackedCluster.start({
    admissionPlugins: {
      enable: ['OwnerReferencesPermissionEnforcement', 'DenyServiceExternalIPs'],
      disable: ['ServiceAccount'],
    },
    admissionConfiguration: {
      PodSecurity: { defaults: { enforce: 'baseline' }, exemptions: { usernames: ['exempt'] } },
    },
  })
})
afterAll(() => cluster.stop())

const all = ['get', 'list', 'create', 'update', 'patch', 'delete']
const namespaced = '/api/v1/namespaces/default'
const uid = '4f0b6a52-0c1c-4f5c-9a0a-2f6b0f3a8d11'
const pod = (name: string, spec: object = {}) => ({
  metadata: { name },
  spec: { containers: [{ name: 'c', image: 'c' }], ...spec },
})

describe('an owner of an object', () => {
  const owner = (change: object = {}) => ({ apiVersion: 'apps/v1', kind: 'Deployment', name: 'o', uid, ...change })
  const map = (name: string, ...ownerReferences: object[]) => ({ metadata: { name, ownerReferences } })
  const path = `${namespaced}/configmaps`

  beforeAll(async () => {
    await cluster.grant('writer', [
      { apiGroups: [''], resources: ['configmaps'], verbs: ['create', 'update', 'patch'] },
    ])
    await cluster.grant('deleter', [{ apiGroups: [''], resources: ['configmaps'], verbs: all }])
    await cluster.grant('blocker', [
      { apiGroups: [''], resources: ['configmaps'], verbs: all },
      { apiGroups: ['apps'], resources: ['deployments/finalizers'], verbs: ['update'], resourceNames: ['o'] },
    ])
  })

  it('is set by those who may delete the object', async () => {
    await cluster.create(path, { metadata: { name: 'm' } })
    const owned = { metadata: { ownerReferences: [owner()] } }
    const said = await cluster.patch(`${path}/m`, owned, 'writer')
    expect([said.code, said.message]).toEqual([
      403,
      `configmaps "m" is forbidden: cannot set an ownerRef on a resource you can't delete: , <nil>`,
    ])
    expect((await cluster.patch(`${path}/m`, { metadata: { labels: { a: 'b' } } }, 'writer')).code).toBe(200)
    expect((await cluster.patch(`${path}/m`, owned, 'deleter')).code).toBe(200)
    // What stays as it is needs no right, and to take it away needs the same.
    expect((await cluster.patch(`${path}/m`, { data: { a: 'b' } }, 'writer')).code).toBe(200)
    expect((await cluster.patch(`${path}/m`, { metadata: { ownerReferences: null } }, 'writer')).code).toBe(403)
  })

  it('keeps its children from going by those who may set its finalizers', async () => {
    const blocking = owner({ blockOwnerDeletion: true })
    const refused = `cannot set blockOwnerDeletion if an ownerReference refers to a resource you can't set finalizers on: , <nil>`
    expect((await cluster.create(path, map('b', blocking), 'deleter')).message).toContain(refused)
    expect(
      (await cluster.create(path, map('b', owner({ blockOwnerDeletion: true, name: 'p' })), 'blocker')).message,
    ).toContain(refused)
    expect((await cluster.create(path, map('b', blocking), 'blocker')).code).toBe(201)
    const unknown = owner({ blockOwnerDeletion: true, apiVersion: 'example.com/v1', kind: 'Odd' })
    expect((await cluster.create(path, map('c', unknown), 'blocker')).message).toContain(
      'cannot find RESTMapping for APIVersion example.com/v1 Kind Odd',
    )
  })
})

describe('a priority', () => {
  const classes = '/apis/scheduling.k8s.io/v1/priorityclasses'

  it('of the system is for the classes of the system', async () => {
    const created = async (name: string, value: number) => cluster.create(classes, { metadata: { name }, value })
    expect((await created('system-mine', 1)).message).toContain('are reserved for system use only')
    expect((await created('mine', 1_000_000_001)).message).toContain('maximum allowed value of a user defined priority')
    const system = `${classes}/system-node-critical`
    expect((await cluster.patch(system, { value: 1 })).code).toBe(422)
  })

  it('of a pod is that of its class', async () => {
    const said = await cluster.create(`${namespaced}/pods`, pod('p', { priority: 2_000_001_000 }))
    expect(said.code).toBe(403)
    expect(said.message).toContain('the integer value of priority (2000001000) must not be provided in pod spec')
    expect((await cluster.create(`${namespaced}/pods`, pod('p', { priorityClassName: 'none' }))).code).toBe(403)
  })
})

describe('exemptions of PodSecurity', () => {
  it('are for the users of the configuration, by their whole name', async () => {
    const rules = [{ apiGroups: [''], resources: ['pods'], verbs: ['create'] }]
    for (const user of ['exempt', 'exempted', 'plain']) await cluster.grant(user, rules)
    const hostile = (name: string) => pod(name, { hostNetwork: true })
    expect((await cluster.create(`${namespaced}/pods`, hostile('a'), 'plain')).code).toBe(403)
    expect((await cluster.create(`${namespaced}/pods`, hostile('a'), 'exempted')).code).toBe(403)
    expect((await cluster.create(`${namespaced}/pods`, hostile('a'), 'plain;exempt')).code).toBe(403)
    expect((await cluster.create(`${namespaced}/pods`, hostile('a'), 'exempt')).code).toBe(201)
  })
})

describe('streams of a pod', () => {
  it.each(['exec', 'attach', 'portforward'])('%s by a web socket needs the right to create', async (stream) => {
    await cluster.create(`${namespaced}/pods`, pod('streamed'))
    await cluster.grant(`reader-${stream}`, [{ apiGroups: [''], resources: [`pods/${stream}`], verbs: ['get'] }])
    const path = `${namespaced}/pods/streamed/${stream}?command=id&stdout=1&ports=80`
    const said = await cluster.get(path, `reader-${stream}`)
    expect(said.code).toBe(403)
    expect(said.message).toContain(`cannot create resource "pods/${stream}"`)
  })
})

describe('devices for administrators', () => {
  it('are for namespaces with the label', async () => {
    const claims = '/apis/resource.k8s.io/v1/namespaces/default/resourceclaims'
    const exactly = { deviceClassName: 'gpu', adminAccess: true }
    const claim = { metadata: { name: 'a' }, spec: { devices: { requests: [{ name: 'r', exactly }] } } }
    const said = await cluster.create(claims, claim)
    expect([said.code, said.message]).toEqual([
      422,
      'ResourceClaim.resource.k8s.io "a" is invalid: spec.devices.requests[0].adminAccess: Forbidden: admin access to devices requires the `resource.kubernetes.io/admin-access: true` label on the containing namespace',
    ])
  })
})

describe('an update that creates', () => {
  it('needs the right to create', async () => {
    await cluster.grant('updater', [
      { apiGroups: ['coordination.k8s.io'], resources: ['leases'], verbs: ['update', 'patch'] },
    ])
    const path = '/apis/coordination.k8s.io/v1/namespaces/default/leases/l'
    const lease = { apiVersion: 'coordination.k8s.io/v1', kind: 'Lease', metadata: { name: 'l' } }
    const refused = 'User "updater" cannot create resource "leases" in API group "coordination.k8s.io"'
    const [put, applied] = [await cluster.replace(path, lease, 'updater'), await cluster.apply(path, lease, 'updater')]
    expect([put.code, applied.code]).toEqual([403, 403])
    expect(put.message).toContain(refused)
    expect(applied.message).toContain(refused)
  })
})

describe('namespaces and services', () => {
  it.each(['default', 'kube-system', 'kube-public'])('the namespace %s stays', async (name) => {
    const said = await cluster.send({ method: 'DELETE', path: `/api/v1/namespaces/${name}` })
    expect([said.code, said.message]).toEqual([
      403,
      `namespaces "${name}" is forbidden: this namespace may not be deleted`,
    ])
  })

  it('external addresses are refused', async () => {
    const service = { metadata: { name: 's' }, spec: { ports: [{ port: 80 }] } }
    expect((await cluster.create(`${namespaced}/services`, service)).code).toBe(201)
    const external = { spec: { externalIPs: ['192.0.2.1'] } }
    const said = await cluster.patch(`${namespaced}/services/s`, external)
    expect(said.message).toContain('Use of external IPs is denied by admission control.')
  })
})
