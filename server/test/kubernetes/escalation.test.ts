import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { AttackedCluster, rbac, rbacGroup, settled } from './attacked-cluster.js'

const allVerbs = ['get', 'list', 'watch', 'create', 'update', 'patch', 'delete']
const aggregationRule = { clusterRoleSelectors: [{ matchLabels: { 'kubernetes.io/bootstrapping': 'rbac-defaults' } }] }
const refused = (name: string): string =>
  `clusterroles.rbac.authorization.k8s.io "${name}" is forbidden: must have cluster-admin privileges to use the aggregationRule`

let cluster: AttackedCluster

beforeAll(async () => {
  cluster = await AttackedCluster.start()
  // The attacker writes roles and bindings, and reads config maps.
  await cluster.grant('mallory', [
    { apiGroups: [rbacGroup], resources: ['*'], verbs: allVerbs },
    { apiGroups: [''], resources: ['configmaps'], verbs: ['get'] },
  ])
})
afterAll(() => cluster.stop())

const role = (name: string, rest: object = {}) => ({
  apiVersion: `${rbacGroup}/v1`,
  kind: 'ClusterRole',
  metadata: { name },
  ...rest,
})

describe('the rule of aggregation of a cluster role', () => {
  it('is refused in a new role: by POST, by PUT, by apply', async () => {
    const roles = `${rbac}/clusterroles`
    const posted = await cluster.create(roles, role('posted', { aggregationRule }), 'mallory')
    expect([posted.code, posted.message]).toEqual([403, refused('posted')])
    const put = await cluster.replace(`${roles}/put`, role('put', { aggregationRule }), 'mallory')
    expect([put.code, put.message]).toEqual([403, refused('put')])
    const applied = await cluster.apply(`${roles}/applied`, role('applied', { aggregationRule }), 'mallory')
    expect([applied.code, applied.message]).toEqual([403, refused('applied')])
  })

  it('is refused in a role that is there: by patch, by PUT, by apply', async () => {
    const path = `${rbac}/clusterroles/plain`
    expect((await cluster.create(`${rbac}/clusterroles`, role('plain', { rules: [] }), 'mallory')).code).toBe(201)
    expect((await cluster.patch(path, { aggregationRule }, 'mallory')).message).toBe(refused('plain'))
    expect((await cluster.replace(path, role('plain', { aggregationRule }), 'mallory')).message).toBe(refused('plain'))
    expect((await cluster.apply(path, role('plain', { aggregationRule }), 'mallory')).message).toBe(refused('plain'))
    expect((await cluster.get(path)).object.aggregationRule).toBeUndefined()
  })

  it('cannot be changed, nor taken away', async () => {
    const path = `${rbac}/clusterroles/gathered`
    const selectors = (name: string) => ({ clusterRoleSelectors: [{ matchLabels: { [name]: 'true' } }] })
    await cluster.create(`${rbac}/clusterroles`, role('gathered', { aggregationRule: selectors('mine') }))
    expect((await cluster.patch(path, { aggregationRule: selectors('all') }, 'mallory')).message).toBe(
      refused('gathered'),
    )
    expect((await cluster.patch(path, { aggregationRule: null }, 'mallory')).message).toBe(refused('gathered'))
    expect((await cluster.patch(path, { metadata: { labels: { a: 'b' } } }, 'mallory')).message).toBe(
      refused('gathered'),
    )
  })

  it('without selectors is invalid, and asks for no rights', async () => {
    const empty = { aggregationRule: { clusterRoleSelectors: [] } }
    const { code, message } = await cluster.create(`${rbac}/clusterroles`, role('empty', empty), 'mallory')
    expect(code).toBe(422)
    expect(message).toContain('at least one clusterRoleSelector required if aggregationRule is non-nil')
  })

  it('is for those who have every right, or may escalate', async () => {
    await cluster.grant('almost', [{ apiGroups: ['*'], resources: ['*'], verbs: ['*'] }])
    await cluster.grant('full', [
      { apiGroups: ['*'], resources: ['*'], verbs: ['*'] },
      { nonResourceURLs: ['*'], verbs: ['*'] },
    ])
    await cluster.grant('lifter', [
      { apiGroups: [rbacGroup], resources: ['clusterroles'], verbs: ['create', 'escalate'] },
    ])
    const create = async (name: string, user: string): Promise<number> =>
      (await cluster.create(`${rbac}/clusterroles`, role(name, { aggregationRule }), user)).code
    expect(await create('by-full', 'full')).toBe(201)
    expect(await create('by-lifter', 'lifter')).toBe(201)
    // A right to `*` is one to escalate.
    expect(await create('by-almost', 'almost')).toBe(201)
  })
})

describe('the verb escalate for certain names', () => {
  it('lets a role of that name be changed, and not be created', async () => {
    await cluster.grant('named', [
      { apiGroups: [rbacGroup], resources: ['clusterroles'], verbs: ['create', 'patch'] },
      { apiGroups: [rbacGroup], resources: ['clusterroles'], verbs: ['escalate'], resourceNames: ['mine', 'new'] },
    ])
    const rules = [{ apiGroups: [''], resources: ['secrets'], verbs: ['get'] }]
    await cluster.create(`${rbac}/clusterroles`, role('mine', { rules: [] }))
    await cluster.create(`${rbac}/clusterroles`, role('yours', { rules: [] }))
    expect((await cluster.patch(`${rbac}/clusterroles/mine`, { rules }, 'named')).code).toBe(200)
    expect((await cluster.patch(`${rbac}/clusterroles/yours`, { rules }, 'named')).code).toBe(403)
    expect((await cluster.create(`${rbac}/clusterroles`, role('new', { rules }), 'named')).code).toBe(403)
  })
})

describe('metadata of roles and bindings', () => {
  const missing =
    'user "mallory" (groups=["system:authenticated"]) is attempting to grant RBAC permissions not currently held:'

  it('is not changed without the rights of the role', async () => {
    const label = { metadata: { labels: { 'rbac.authorization.k8s.io/aggregate-to-view': 'true' } } }
    const path = `${rbac}/clusterroles/cluster-admin`
    const { code, message } = await cluster.patch(path, label, 'mallory')
    expect(code).toBe(403)
    expect(message).toBe(
      `clusterroles.rbac.authorization.k8s.io "cluster-admin" is forbidden: ${missing}\n{APIGroups:["*"], Resources:["*"], Verbs:["*"]}\n{NonResourceURLs:["*"], Verbs:["*"]}`,
    )
    const current = (await cluster.get(path)).object
    current.metadata.labels.more = 'true'
    expect((await cluster.replace(path, current, 'mallory')).code).toBe(403)
    const applied = await cluster.apply(path, role('cluster-admin', label), 'mallory')
    expect(applied.code).toBe(403)
  })

  it('is not changed of a role of a namespace, nor of its binding', async () => {
    const namespace = `${rbac}/namespaces/default`
    const rules = [{ apiGroups: [''], resources: ['secrets'], verbs: ['get'] }]
    await cluster.create(`${namespace}/roles`, { metadata: { name: 'keys' }, rules })
    const roleRef = { apiGroup: rbacGroup, kind: 'Role', name: 'keys' }
    await cluster.create(`${namespace}/rolebindings`, { metadata: { name: 'keys' }, roleRef })
    await settled()
    const annotation = { metadata: { annotations: { a: 'b' } } }
    for (const resource of ['roles', 'rolebindings']) {
      const { code, message } = await cluster.patch(`${namespace}/${resource}/keys`, annotation, 'mallory')
      expect([code, message]).toEqual([
        403,
        `${resource}.rbac.authorization.k8s.io "keys" is forbidden: ${missing}\n{APIGroups:[""], Resources:["secrets"], Verbs:["get"]}`,
      ])
    }
    const bound = await cluster.patch(`${rbac}/clusterrolebindings/cluster-admin`, annotation, 'mallory')
    expect(bound.code).toBe(403)
  })

  it('is changed where the garbage collector changes it', async () => {
    const path = `${rbac}/clusterroles/cluster-admin`
    const owner = { apiVersion: 'v1', kind: 'Namespace', name: 'default', uid: '4f0b6a52-0c1c-4f5c-9a0a-2f6b0f3a8d11' }
    const owned = { metadata: { ownerReferences: [owner] } }
    expect((await cluster.patch(path, owned, 'mallory')).code).toBe(200)
    expect((await cluster.patch(path, { metadata: { finalizers: ['example.com/a'] } }, 'mallory')).code).toBe(200)
    expect((await cluster.patch(path, { metadata: { finalizers: null, ownerReferences: null } }, 'mallory')).code).toBe(
      200,
    )
    const both = { metadata: { finalizers: ['example.com/a'], labels: { a: 'b' } } }
    expect((await cluster.patch(path, both, 'mallory')).code).toBe(403)
  })

  it('is changed by those who have what the role gives', async () => {
    const rules = [{ apiGroups: [''], resources: ['configmaps'], verbs: ['get'] }]
    await cluster.create(`${rbac}/clusterroles`, role('held', { rules }))
    const label = { metadata: { labels: { a: 'b' } } }
    expect((await cluster.patch(`${rbac}/clusterroles/held`, label, 'mallory')).code).toBe(200)
  })
})

describe('a binding', () => {
  it('to a role that does not exist, or of a kind that does not, is refused', async () => {
    const bind = (roleRef: object) =>
      cluster.create(`${rbac}/clusterrolebindings`, { metadata: { name: 'b' }, roleRef }, 'mallory')
    expect((await bind({ apiGroup: rbacGroup, kind: 'ClusterRole', name: 'none' })).code).toBe(404)
    const odd = await bind({ apiGroup: rbacGroup, kind: 'Odd', name: 'cluster-admin' })
    expect([odd.code, odd.message]).toEqual([500, 'unsupported role reference kind: "Odd"'])
  })
})
