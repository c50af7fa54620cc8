import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { AttackedCluster } from './attacked-cluster.js'

const group = 'admissionregistration.k8s.io'
const base = `/apis/${group}/v1`
const resources = [
  'validatingadmissionpolicies',
  'validatingadmissionpolicybindings',
  'mutatingadmissionpolicies',
  'mutatingadmissionpolicybindings',
]
const matchConstraints = {
  resourceRules: [{ apiGroups: [''], apiVersions: ['v1'], operations: ['CREATE'], resources: ['configmaps'] }],
}
const secrets = { apiVersion: 'v1', kind: 'Secret' }

/** The two sorts of policies: path, kind, and what a policy of the sort does with its parameters. */
const sorts = [
  ['validatingadmissionpolicies', 'ValidatingAdmissionPolicy', { validations: [{ expression: 'false' }] }],
  [
    'mutatingadmissionpolicies',
    'MutatingAdmissionPolicy',
    {
      reinvocationPolicy: 'Never',
      mutations: [{ patchType: 'ApplyConfiguration', applyConfiguration: { expression: 'Object{}' } }],
    },
  ],
] as const

const mallory = '&{mallory  [dev system:authenticated] map[]}'
const user = 'mallory;dev'

let cluster: AttackedCluster

beforeAll(async () => {
  cluster = await AttackedCluster.start()
  const all = ['get', 'list', 'create', 'update', 'patch']
  await cluster.grant('mallory', [
    { apiGroups: [group], resources, verbs: all },
    { apiGroups: [''], resources: ['configmaps'], verbs: ['get', 'list'] },
    { apiGroups: [''], resources: ['secrets'], verbs: ['get'], resourceNames: ['mine'] },
    { apiGroups: ['example.com'], resources: ['*'], verbs: ['*'] },
  ])
})
afterAll(() => cluster.stop())

describe.each(sorts)('authors of %s', (path, kind, spec) => {
  const policy = (name: string, paramKind?: object) => ({
    apiVersion: `${group}/v1`,
    kind,
    metadata: { name },
    spec: { matchConstraints, ...spec, ...(paramKind && { paramKind }) },
  })
  const refused = (name: string): string =>
    `${kind}.${group} "${name}" is invalid: spec.paramKind: Forbidden: user ${mallory} must have "get" permission on all objects of the referenced paramKind (kind=Secret, apiVersion=v1)`

  it('must read every object of the kind of parameters', async () => {
    const posted = await cluster.create(`${base}/${path}`, policy('p', secrets), user)
    expect([posted.code, posted.message]).toEqual([422, refused('p')])
    expect((await cluster.create(`${base}/${path}`, policy('p'), user)).code).toBe(201)
    const patched = await cluster.patch(`${base}/${path}/p`, { spec: { paramKind: secrets } }, user)
    expect([patched.code, patched.message]).toEqual([422, refused('p')])
    const current = (await cluster.get(`${base}/${path}/p`)).object
    current.spec.paramKind = secrets
    const replaced = await cluster.replace(`${base}/${path}/p`, current, user)
    expect([replaced.code, replaced.message]).toEqual([422, refused('p')])
    const applied = await cluster.apply(`${base}/${path}/q`, policy('q', secrets), user)
    expect([applied.code, applied.message]).toEqual([422, refused('q')])
  })

  it('may use what they read, and leave what others have put there', async () => {
    const configMaps = { apiVersion: 'v1', kind: 'ConfigMap' }
    expect((await cluster.create(`${base}/${path}`, policy('maps', configMaps), user)).code).toBe(201)
    expect((await cluster.create(`${base}/${path}`, policy('admins', secrets))).code).toBe(201)
    const label = { metadata: { labels: { a: 'b' } } }
    expect((await cluster.patch(`${base}/${path}/admins`, label, user)).code).toBe(200)
    const none = { spec: { paramKind: null } }
    expect((await cluster.patch(`${base}/${path}/admins`, none, user)).code).toBe(200)
  })

  it('need every resource of a group whose kind is not served', async () => {
    const unknown = { apiVersion: 'example.com/v1', kind: 'Thing' }
    expect((await cluster.create(`${base}/${path}`, policy('things', unknown), user)).code).toBe(201)
    const other = { apiVersion: 'other.example.com/v1', kind: 'Thing' }
    expect((await cluster.create(`${base}/${path}`, policy('others', other), user)).code).toBe(422)
  })
})

describe.each(sorts)('authors of bindings of %s', (policies, policyKind, spec) => {
  const path = policies.replace('policies', 'policybindings')
  const kind = `${policyKind}Binding`
  const binding = (name: string, paramRef: object, policyName = 'secretive') => ({
    apiVersion: `${group}/v1`,
    kind,
    metadata: { name },
    spec: {
      policyName,
      paramRef: { parameterNotFoundAction: 'Deny', ...paramRef },
      ...(kind.startsWith('Validating') && { validationActions: ['Deny'] }),
    },
  })
  const refused = (name: string, verb: string): string =>
    `${kind}.${group} "${name}" is invalid: spec.paramRef: Forbidden: user ${verb} does not have "${mallory}" permission on the object referenced by paramRef`

  beforeAll(async () => {
    const metadata = { name: 'secretive' }
    await cluster.create(`${base}/${policies}`, { metadata, spec: { matchConstraints, ...spec, paramKind: secrets } })
  })

  it('must read the object that they name, or list those that they select', async () => {
    const create = (name: string, paramRef: object, policyName?: string) =>
      cluster.create(`${base}/${path}`, binding(name, paramRef, policyName), user)
    const named = await create('b', { name: 'theirs', namespace: 'kube-system' })
    expect([named.code, named.message]).toEqual([422, refused('b', 'get')])
    const selected = await create('b', { selector: {}, namespace: 'kube-system' })
    expect([selected.code, selected.message]).toEqual([422, refused('b', 'list')])
    // Without a policy it is unknown what the parameters are.
    expect((await create('b', { name: 'mine', namespace: 'default' }, 'none')).message).toBe(refused('b', 'get'))
    expect((await create('mine', { name: 'mine', namespace: 'default' })).code).toBe(201)
  })

  it('are asked again when they change it', async () => {
    const theirs = { spec: { paramRef: { name: 'theirs', namespace: 'kube-system' } } }
    expect((await cluster.patch(`${base}/${path}/mine`, theirs, user)).message).toBe(refused('mine', 'get'))
    expect((await cluster.patch(`${base}/${path}/mine`, { spec: { policyName: 'none' } }, user)).code).toBe(422)
    const applied = binding('applied', { name: 'theirs', namespace: 'kube-system' })
    expect((await cluster.apply(`${base}/${path}/applied`, applied, user)).message).toBe(refused('applied', 'get'))
    expect((await cluster.patch(`${base}/${path}/mine`, { spec: { paramRef: null } }, user)).code).toBe(200)
  })
})
