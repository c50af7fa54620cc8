import {
  ClusterRole,
  ClusterRoleBinding,
  type PolicyRule,
  Role,
  RoleBinding,
  type RoleRef,
  type Subject,
} from 'apimachinery/api/rbac/v1'
import { describe, expect, it } from 'vitest'
import { uncoveredRules } from '../../src/authorization/rbac/covers.js'
import { RBACAuthorizer } from '../../src/authorization/rbac/rbac-authorizer.js'
import type { RBACSource } from '../../src/authorization/rbac/rbac-source.js'
import { attributesOf, pathAttributesOf } from './attributes.js'

const apiGroup = 'rbac.authorization.k8s.io'
const readPods = { verbs: ['get', 'list'], apiGroups: [''], resources: ['pods'] }
const user = { name: 'a', uid: '', groups: ['g'], extra: {} }

/** `ClusterRole/name` or `Role/name`. */
function refTo(role: string): RoleRef {
  const [kind = '', name = ''] = role.split('/')
  return { apiGroup, kind, name }
}

/** Bindings of roles, as an authorizer reads them. */
function sourceOf(facts: {
  readonly roles?: Readonly<Record<string, readonly object[]>>
  readonly everywhere?: readonly [string, string, readonly Subject[]][]
  readonly inNamespace?: readonly [string, string, readonly Subject[]][]
}): RBACSource {
  const { roles = {}, everywhere = [], inNamespace = [] } = facts
  const rulesOf = (role: string) => roles[role] as PolicyRule[] | undefined
  return {
    role: (namespace, name) => {
      const rules = namespace === 'ns' ? rulesOf(`Role/${name}`) : undefined
      return rules && new Role({ rules })
    },
    clusterRole: (name) => {
      const rules = rulesOf(`ClusterRole/${name}`)
      return rules && new ClusterRole({ rules })
    },
    roleBindings: (namespace) =>
      namespace !== 'ns'
        ? []
        : inNamespace.map(
            ([name, role, subjects]) =>
              new RoleBinding({ metadata: { name, namespace }, roleRef: refTo(role), subjects: [...subjects] }),
          ),
    clusterRoleBindings: () =>
      everywhere.map(
        ([name, role, subjects]) =>
          new ClusterRoleBinding({ metadata: { name }, roleRef: refTo(role), subjects: [...subjects] }),
      ),
  }
}

const userA = { kind: 'User', name: 'a', apiGroup }

describe('an authorizer by roles', () => {
  const roles = { 'ClusterRole/reader': [readPods], 'Role/local': [readPods] }

  it('names the binding of the cluster, the role and the subject', async () => {
    const authorizer = new RBACAuthorizer(sourceOf({ roles, everywhere: [['all', 'ClusterRole/reader', [userA]]] }))
    expect(await authorizer.authorize(attributesOf())).toEqual({
      decision: 'allow',
      reason: 'RBAC: allowed by ClusterRoleBinding "all" of ClusterRole "reader" to User "a"',
    })
    expect(await authorizer.authorize(attributesOf({ verb: 'delete' }))).toEqual({ decision: 'no-opinion', reason: '' })
  })

  it('names the binding of the namespace, which gives nothing elsewhere', async () => {
    const account = { kind: 'ServiceAccount', name: 'sa', namespace: 'other' }
    const inNamespace = [
      ['one', 'Role/local', [userA]],
      ['two', 'ClusterRole/reader', [account]],
    ] as const satisfies Parameters<typeof sourceOf>[0]['inNamespace']
    const authorizer = new RBACAuthorizer(sourceOf({ roles, inNamespace }))
    expect(await authorizer.authorize(attributesOf())).toMatchObject({
      reason: 'RBAC: allowed by RoleBinding "one/ns" of Role "local" to User "a"',
    })
    const other = { name: 'system:serviceaccount:other:sa', uid: '', groups: [], extra: {} }
    expect(await authorizer.authorize(attributesOf({ user: other }))).toMatchObject({
      reason: 'RBAC: allowed by RoleBinding "two/ns" of ClusterRole "reader" to ServiceAccount "sa/other"',
    })
    expect(await authorizer.authorize(attributesOf({ namespace: 'else' }))).toMatchObject({ decision: 'no-opinion' })
    expect(await authorizer.authorize(attributesOf({ namespace: '' }))).toMatchObject({ decision: 'no-opinion' })
  })

  it('says which roles are missing, each once', async () => {
    const missing = (...names: string[]) =>
      new RBACAuthorizer(
        sourceOf({ everywhere: names.map((name, index) => [`b${index}`, `ClusterRole/${name}`, [userA]]) }),
      ).authorize(attributesOf())
    const text = (name: string) => `clusterroles.rbac.authorization.k8s.io "${name}" not found`
    expect(await missing('x')).toEqual({ decision: 'no-opinion', reason: `RBAC: ${text('x')}` })
    expect(await missing('x', 'x')).toMatchObject({ reason: `RBAC: ${text('x')}` })
    expect(await missing('x', 'y', 'x')).toMatchObject({ reason: `RBAC: [${text('x')}, ${text('y')}]` })
  })

  it('refuses references to what is no role', () => {
    const authorizer = new RBACAuthorizer(sourceOf({}))
    expect(() => authorizer.rulesOf(refTo('Pod/x'), 'ns')).toThrow('unsupported role reference kind: "Pod"')
    expect(() => authorizer.rulesOf(refTo('Role/x'), 'ns')).toThrow('roles.rbac.authorization.k8s.io "x" not found')
  })

  it('tells the rules of a user, and what is missing', async () => {
    const path = { verbs: ['get'], nonResourceURLs: ['/metrics'] }
    const named = { verbs: ['get'], apiGroups: ['apps'], resources: ['deployments'], resourceNames: ['d'] }
    const source = sourceOf({
      roles: { 'ClusterRole/c': [path, readPods], 'Role/r': [named] },
      everywhere: [
        ['one', 'ClusterRole/c', [userA]],
        ['two', 'ClusterRole/gone', [{ kind: 'Group', name: 'g', apiGroup }]],
      ],
      inNamespace: [['three', 'Role/r', [userA]]],
    })
    expect(await new RBACAuthorizer(source).rulesFor(user, 'ns')).toEqual({
      resourceRules: [readPods, named],
      nonResourceRules: [path],
      incomplete: false,
      errors: ['clusterroles.rbac.authorization.k8s.io "gone" not found'],
    })
    const inCluster = await new RBACAuthorizer(source).rulesFor(user, '')
    expect(inCluster.resourceRules).toEqual([readPods])
  })
})

// Facts of TestAppliesTo of pkg/registry/rbac/validation.
describe('a binding applies to', () => {
  const account = 'system:serviceaccount:ns:sa'
  it.each<{ subject: Subject; name?: string; groups?: string[]; local?: boolean; applies: boolean }>([
    { subject: userA, applies: true },
    { subject: userA, name: 'b', applies: false },
    { subject: userA, name: 'b', groups: ['a'], applies: false },
    { subject: { kind: 'Group', name: 'g' }, groups: ['f', 'g'], applies: true },
    { subject: { kind: 'Group', name: 'g' }, name: 'g', applies: false },
    { subject: { kind: 'Group', name: 'g' }, groups: ['f'], applies: false },
    { subject: { kind: 'ServiceAccount', name: 'sa', namespace: 'ns' }, name: account, applies: true },
    { subject: { kind: 'ServiceAccount', name: 'sa', namespace: 'x' }, name: account, applies: false },
    { subject: { kind: 'ServiceAccount', name: 'sa' }, name: account, applies: false },
    { subject: { kind: 'ServiceAccount', name: 'sa' }, name: account, local: true, applies: true },
    { subject: { kind: 'ServiceAccount', name: 'sa' }, name: 'system:serviceaccount::sa', applies: false },
    { subject: { kind: 'Robot', name: 'a' }, applies: false },
  ])('%j', async ({ subject, name = 'a', groups = [], local = false, applies }) => {
    const bindings = [['b', 'ClusterRole/reader', [subject]]] as const satisfies Parameters<
      typeof sourceOf
    >[0]['everywhere']
    const roles = { 'ClusterRole/reader': [readPods] }
    const source = sourceOf(local ? { roles, inNamespace: bindings } : { roles, everywhere: bindings })
    const asked = attributesOf({ user: { name, uid: '', groups, extra: {} } })
    const { decision } = await new RBACAuthorizer(source).authorize(asked)
    expect(decision === 'allow').toBe(applies)
  })
})

// Facts of TestRuleMatches of plugin/pkg/auth/authorizer/rbac.
describe('a rule', () => {
  const allowedBy = async (rule: object, asked: ReturnType<typeof attributesOf>) => {
    const everywhere = [['b', 'ClusterRole/c', [userA]]] as const satisfies Parameters<typeof sourceOf>[0]['everywhere']
    const authorizer = new RBACAuthorizer(sourceOf({ roles: { 'ClusterRole/c': [rule] }, everywhere }))
    return (await authorizer.authorize(asked)).decision === 'allow'
  }

  it.each<{ rule: object; asked: Parameters<typeof attributesOf>[0]; allowed: boolean }>([
    { rule: readPods, asked: {}, allowed: true },
    { rule: readPods, asked: { verb: 'watch' }, allowed: false },
    { rule: readPods, asked: { apiGroup: 'apps' }, allowed: false },
    { rule: readPods, asked: { resource: 'secrets' }, allowed: false },
    { rule: readPods, asked: { subresource: 'log' }, allowed: false },
    { rule: { ...readPods, verbs: ['*'] }, asked: { verb: 'x' }, allowed: true },
    { rule: { ...readPods, apiGroups: ['*'] }, asked: { apiGroup: 'x' }, allowed: true },
    { rule: { ...readPods, resources: ['*'] }, asked: { resource: 'x', subresource: 'y' }, allowed: true },
    { rule: { ...readPods, resources: ['pods/log'] }, asked: { subresource: 'log' }, allowed: true },
    { rule: { ...readPods, resources: ['pods/log'] }, asked: {}, allowed: false },
    { rule: { ...readPods, resources: ['*/scale'] }, asked: { resource: 'x', subresource: 'scale' }, allowed: true },
    { rule: { ...readPods, resources: ['*/scale'] }, asked: { resource: 'x', subresource: 'log' }, allowed: false },
    { rule: { ...readPods, resources: ['*/'] }, asked: {}, allowed: false },
    { rule: { ...readPods, resourceNames: ['p', 'q'] }, asked: {}, allowed: true },
    { rule: { ...readPods, resourceNames: ['q'] }, asked: {}, allowed: false },
    { rule: { ...readPods, resourceNames: ['q'] }, asked: { name: '' }, allowed: false },
    { rule: { verbs: ['get'], nonResourceURLs: ['*'] }, asked: {}, allowed: false },
    { rule: { verbs: ['get'] }, asked: {}, allowed: false },
  ])('for resources: %j', async ({ rule, asked, allowed }) => {
    expect(await allowedBy(rule, attributesOf(asked))).toBe(allowed)
  })

  it.each<{ urls: string[] | undefined; path: string; allowed: boolean }>([
    { urls: ['/metrics'], path: '/metrics', allowed: true },
    { urls: ['/metrics'], path: '/metrics/', allowed: false },
    { urls: ['*'], path: '/any', allowed: true },
    { urls: ['/logs/*'], path: '/logs/a/b', allowed: true },
    { urls: ['/logs/**'], path: '/logs/a', allowed: true },
    { urls: ['/logs/*'], path: '/log', allowed: false },
    { urls: ['/a*b'], path: '/aXb', allowed: false },
    { urls: undefined, path: '/metrics', allowed: false },
  ])('for paths: %j', async ({ urls, path, allowed }) => {
    const rule = { verbs: ['get'], ...(urls && { nonResourceURLs: urls }) }
    expect(await allowedBy(rule, pathAttributesOf(path))).toBe(allowed)
    expect(await allowedBy(rule, pathAttributesOf(path, 'put'))).toBe(false)
  })
})

// Facts of TestCovers of k8s.io/component-helpers/auth/rbac/validation.
describe('the rules of somebody cover those that he gives', () => {
  /** `verbs groups resources [names]`, each separated by commas. */
  const rule = (text: string): PolicyRule => {
    const [verbs = [], apiGroups, resources, resourceNames] = text.split(' ').map((each) => each.split(','))
    return { verbs, apiGroups, resources, ...(resourceNames && { resourceNames }) }
  }
  const paths = (verbs: string, ...urls: string[]): PolicyRule => ({ verbs: verbs.split(','), nonResourceURLs: urls })
  const texts = (rules: readonly PolicyRule[]) =>
    rules.map(({ verbs, apiGroups = [], resources = [], resourceNames = [], nonResourceURLs = [] }) =>
      [verbs, apiGroups, resources, resourceNames, nonResourceURLs].map((each) => each.join(',')).join(' '),
    )

  it.each<{ owned: PolicyRule[]; wanted: PolicyRule; missing: string[] }>([
    { owned: [rule('* v1 pods')], wanted: rule('delete v1 pods'), missing: [] },
    { owned: [rule('get v1 pods')], wanted: rule('get,delete v1 pods'), missing: ['delete v1 pods  '] },
    { owned: [rule('get * pods')], wanted: rule('get v1,v2 pods'), missing: [] },
    { owned: [rule('get v1 *')], wanted: rule('get v1 pods,pods/log'), missing: [] },
    { owned: [rule('get v1 */scale')], wanted: rule('get v1 a/scale,a/log'), missing: ['get v1 a/log  '] },
    { owned: [rule('get v1 */scale')], wanted: rule('get v1 scale'), missing: ['get v1 scale  '] },
    { owned: [rule('get v1 */')], wanted: rule('get v1 pods'), missing: ['get v1 pods  '] },
    { owned: [rule('get v1 pods')], wanted: rule('get v1 pods a'), missing: [] },
    { owned: [rule('get v1 pods a')], wanted: rule('get v1 pods'), missing: ['get v1 pods  '] },
    {
      owned: [rule('get v1 pods a')],
      wanted: rule('get v1 pods a,b'),
      missing: ['get v1 pods b '],
    },
    {
      owned: [rule('get v1 pods'), rule('list v1 nodes')],
      wanted: rule('get,list v1 pods,nodes'),
      missing: ['get v1 nodes  ', 'list v1 pods  '],
    },
    { owned: [], wanted: rule('get,get v1 pods,pods'), missing: ['get v1 pods  '] },
    { owned: [paths('get', '*')], wanted: paths('get', '/a', '/b*'), missing: [] },
    { owned: [paths('get', '/a*')], wanted: paths('get', '/a', '/ab', '/b'), missing: ['get    /b'] },
    { owned: [paths('get', '/a**')], wanted: paths('get', '/ab'), missing: [] },
    { owned: [paths('get', '/a*b')], wanted: paths('get', '/aXb'), missing: ['get    /aXb'] },
    { owned: [paths('get', '/a')], wanted: paths('get,put', '/a'), missing: ['put    /a'] },
    { owned: [paths('get', '/a')], wanted: paths('get', '/ab'), missing: ['get    /ab'] },
    { owned: [paths('get', '/ab*')], wanted: paths('get', '/a*'), missing: ['get    /a*'] },
    {
      owned: [paths('get', '/a')],
      wanted: { verbs: ['get'], apiGroups: [''], resources: ['pods'], nonResourceURLs: ['/a'] },
      missing: ['get  pods  '],
    },
  ])('%j', ({ owned, wanted, missing }) => {
    expect(texts(uncoveredRules(owned, [wanted]))).toEqual(missing)
  })

  it('of a size that can be compared', () => {
    const many = (count: number) => Array.from({ length: count }, (_, index) => `${index}`).join(',')
    expect(uncoveredRules([], [rule(`${many(250)} ${many(200)} pods`)])).toHaveLength(50_000)
    expect(() => uncoveredRules([], [rule(`${many(250)} ${many(200)} pods`), rule('get  pods')])).toThrow(
      'the rules give 50001 permissions, which are too many to compare with those of the user',
    )
    const owned = Array.from({ length: 201 }, () => rule('x x x'))
    expect(() => uncoveredRules(owned, [rule(`${many(100)} ${many(100)} pods`)])).toThrow(
      'the rules give 10000 permissions',
    )
    expect(uncoveredRules([rule('* * *')], [rule(`${many(300)} ${many(200)} pods`)])).toEqual([])
  })
})
