import { Pod } from 'apimachinery/api/core/v1'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { namespaceLifecycle } from '../../src/admission/plugins/namespace-lifecycle.js'
import { podNodeSelector } from '../../src/admission/plugins/pod-node-selector.js'
import { uncoveredRules } from '../../src/authorization/rbac/covers.js'
import { answerOf, attributesOf } from '../admission/attributes-of.js'
import { AttackedCluster, rbac, rbacGroup } from './attacked-cluster.js'

let cluster: AttackedCluster

beforeAll(async () => {
  cluster = await AttackedCluster.start()
})
afterAll(() => cluster.stop())

describe('rules that give a great many permissions', () => {
  const many = (prefix: string, count = 1000): string[] => Array.from({ length: count }, (_, i) => `${prefix}${i}`)
  const rule = { verbs: many('v'), apiGroups: many('g'), resources: many('r') }
  const wanted = { apiVersion: `${rbacGroup}/v1`, kind: 'ClusterRole', metadata: { name: 'many' }, rules: [rule] }

  it('are refused, and not compared one by one', async () => {
    await cluster.grant('mallory', [
      { apiGroups: [rbacGroup], resources: ['*'], verbs: ['create', 'update', 'patch', 'get'] },
    ])
    const { code, message } = await cluster.create(`${rbac}/clusterroles`, wanted, 'mallory')
    expect(code).toBe(403)
    expect(message).toContain('the rules give 1000000000 permissions, which are too many to compare')
    // The rules of a role that is bound are compared as well.
    await cluster.create(`${rbac}/clusterroles`, wanted)
    const roleRef = { apiGroup: rbacGroup, kind: 'ClusterRole', name: 'many' }
    const bound = await cluster.create(`${rbac}/clusterrolebindings`, { metadata: { name: 'b' }, roleRef }, 'mallory')
    expect(bound.code).toBe(403)
  })

  it('are granted by those who have all of them', () => {
    const everything = [{ verbs: ['*'], apiGroups: ['*'], resources: ['*'] }]
    expect(uncoveredRules(everything, [rule])).toEqual([])
    expect(uncoveredRules([rule], [rule])).toEqual([])
    // Paths beside resources do not hide them.
    const mixed = { verbs: ['get'], apiGroups: [''], resources: ['secrets'], nonResourceURLs: ['/healthz'] }
    const paths = { verbs: ['get'], nonResourceURLs: ['*'] }
    expect(uncoveredRules([paths], [mixed])).toEqual([{ verbs: ['get'], apiGroups: [''], resources: ['secrets'] }])
    const repeated = { verbs: Array(5000).fill('get'), apiGroups: Array(5000).fill(''), resources: ['pods'] }
    expect(uncoveredRules([], [repeated])).toEqual([{ verbs: ['get'], apiGroups: [''], resources: ['pods'] }])
  })
})

describe('a definition with the name of a built-in resource', () => {
  it('is refused', async () => {
    const schema = { openAPIV3Schema: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true } }
    const definition = {
      apiVersion: 'apiextensions.k8s.io/v1',
      kind: 'CustomResourceDefinition',
      metadata: { name: 'deployments.apps' },
      spec: {
        group: 'apps',
        names: { plural: 'deployments', singular: 'deployment', kind: 'Deployment', listKind: 'DeploymentList' },
        scope: 'Namespaced',
        versions: [{ name: 'v1', served: true, storage: true, schema }],
      },
    }
    const created = await cluster.create('/apis/apiextensions.k8s.io/v1/customresourcedefinitions', definition)
    expect(created.code).toBe(422)
    expect(created.message).toContain('should be a domain with at least one dot')
    const guarded = { ...definition, metadata: { name: 'roles.rbac.authorization.k8s.io' } }
    guarded.spec = { ...definition.spec, group: 'rbac.authorization.k8s.io' }
    guarded.spec.names = { plural: 'roles', singular: 'role', kind: 'Role', listKind: 'RoleList' }
    const refused = await cluster.create('/apis/apiextensions.k8s.io/v1/customresourcedefinitions', guarded)
    expect(refused.code).toBe(422)
    expect(refused.message).toContain('api-approved.kubernetes.io')
  })
})

describe('a namespace that goes', () => {
  const active = { metadata: { name: 'n' }, status: { phase: 'Active' } }
  const asked = (operation: string, kind = 'ConfigMap') => ({
    operation,
    namespace: 'n',
    name: kind === 'Namespace' ? 'n' : 'c',
    kind: { group: '', kind },
    resource: { group: '', resource: kind === 'Namespace' ? 'namespaces' : 'configmaps' },
  })

  it('is looked for in the store once its deletion was asked for', async () => {
    let remembered: object | undefined = active
    let live: object | undefined = active
    const reads: string[] = []
    const plugin = namespaceLifecycle({
      namespaces: { get: () => remembered as never },
      liveNamespace: async (name) => {
        reads.push(name)
        return live as never
      },
    })
    const admit = (operation: string, kind?: string) => plugin.admit?.(asked(operation, kind) as never, {} as never)
    await admit('CREATE')
    expect(reads).toEqual([])
    await admit('DELETE', 'Namespace')
    live = { ...active, status: { phase: 'Terminating' } }
    await expect(admit('CREATE')).rejects.toThrow('because it is being terminated')
    await admit('UPDATE')
    live = undefined
    await expect(admit('CREATE')).rejects.toThrow('namespaces "n" not found')
    await expect(admit('UPDATE')).rejects.toThrow('namespaces "n" not found')
    await admit('DELETE')
    remembered = { ...active }
    reads.length = 0
    await admit('CREATE')
    expect(reads).toEqual([])
  })
})

describe('a namespace that is named like a member of every object', () => {
  it.each(['constructor', 'valueof', '__proto__'])('%s has no node selector of its own', async (name) => {
    const plugin = podNodeSelector({
      namespaces: { get: () => ({ metadata: { name } }) } as never,
      liveNamespace: async () => undefined,
    })
    const object = new Pod({ metadata: { name: 'p' }, spec: { containers: [], nodeSelector: { a: 'b' } } })
    expect(await answerOf(plugin, attributesOf({ resource: 'pods', object, namespace: name }))).toBe('')
    const strict = podNodeSelector(
      { namespaces: { get: () => ({ metadata: { name } }) } as never, liveNamespace: async () => undefined },
      { other: 'a=c' },
    )
    expect(await answerOf(strict, attributesOf({ resource: 'pods', object, namespace: name }))).toBe('')
    expect(await answerOf(strict, attributesOf({ resource: 'pods', object, namespace: 'other' }))).toContain(
      'conflict with its namespace whitelist',
    )
  })
})

describe('a review of what another may do in a namespace', () => {
  it('stays in the namespace of its path', async () => {
    const path = '/apis/authorization.k8s.io/v1/namespaces/default/localsubjectaccessreviews'
    const spec = (namespace: string) => ({
      user: 'u',
      resourceAttributes: { namespace, verb: 'get', resource: 'pods' },
    })
    const metadata = { namespace: 'kube-system' }
    expect((await cluster.create(path, { metadata, spec: spec('kube-system') })).code).toBe(400)
    expect((await cluster.create(path, { spec: spec('kube-system') })).code).toBe(422)
    expect((await cluster.create(path, { spec: spec('default') })).code).toBe(201)
  })
})
