import { CertificateSigningRequest } from 'apimachinery/api/certificates/v1'
import { ClusterTrustBundle } from 'apimachinery/api/certificates/v1beta1'
import { ConfigMap, Event, Namespace, Service } from 'apimachinery/api/core/v1'
import type { OwnerReference } from 'apimachinery/meta/v1'
import { GroupVersionKind } from 'apimachinery/schema'
import { FakeClock } from 'apimachinery/testing'
import { describe, expect, it } from 'vitest'
import type { AdmissionPlugin } from '../../src/admission/plugin.js'
import { alwaysAdmit, alwaysDeny } from '../../src/admission/plugins/always.js'
import {
  certificateApproval,
  certificateSigning,
  certificateSubjectRestriction,
  clusterTrustBundleAttest,
} from '../../src/admission/plugins/certificates.js'
import { denyServiceExternalIPs } from '../../src/admission/plugins/deny-service-external-ips.js'
import { type EventLimit, eventRateLimit } from '../../src/admission/plugins/event-rate-limit.js'
import { namespaceAutoProvision, namespaceExists } from '../../src/admission/plugins/namespace-exists.js'
import { ownerReferencesPermissionEnforcement } from '../../src/admission/plugins/owner-references-permission-enforcement.js'
import type { AuthorizationAttributes, Authorizer } from '../../src/authorization/authorizer.js'
import { type Asked, answerOf, attributesOf } from './attributes-of.js'
import { namespaces } from './map-request.js'

/** Allows what is in `allowed`, as `verb resource.group/subresource namespace/name`, and keeps what was asked. */
function allowing(...allowed: string[]) {
  const asked: string[] = []
  const authorizer: Authorizer = {
    async authorize(attributes: AuthorizationAttributes) {
      const { verb, resource, apiGroup, subresource, namespace, name } = attributes
      const text = `${verb} ${resource}.${apiGroup}/${subresource} ${namespace}/${name}`
      asked.push(text)
      if (name === 'broken') return { decision: 'allow', reason: 'r', error: new Error('e') }
      return { decision: allowed.includes(text) ? 'allow' : 'no-opinion', reason: 'because' }
    },
  }
  return { authorizer, asked }
}

const answered = (plugin: AdmissionPlugin, asked: Asked): Promise<string> => answerOf(plugin, attributesOf(asked))

// Facts of the tests of plugin/pkg/admission/certificates.
describe('certificate requests', () => {
  const csrs = 'certificatesigningrequests'
  const request = (signerName: string, status: object = {}) =>
    new CertificateSigningRequest({ metadata: { name: 'r' }, spec: { signerName, request: 'pem' }, status } as never)
  const signers = (verb: string, name: string) => `${verb} signers.certificates.k8s.io/ /${name}`
  const write = (subresource: string, more: Partial<Asked> = {}): Asked => ({
    operation: 'UPDATE',
    resource: `${csrs}${subresource}.certificates.k8s.io`,
    object: request('a.b/c', { certificate: 'x' }),
    old: request('a.b/c'),
    ...more,
  })
  const refusal = (what: string) =>
    `${csrs}.certificates.k8s.io "r" is forbidden: user not permitted to ${what} requests with signerName "a.b/c"`

  it.each([
    ['approve', '/approval', certificateApproval],
    ['sign', '/status', certificateSigning],
  ] as const)(
    'are for those who may %s for their signer, or for all of its domain',
    async (verb, subresource, make) => {
      for (const allowed of [signers(verb, 'a.b/c'), signers(verb, 'a.b/*')]) {
        expect(await answered(make(allowing(allowed).authorizer), write(subresource))).toBe('')
      }
      const { authorizer, asked } = allowing(signers(verb === 'sign' ? 'approve' : 'sign', 'a.b/c'))
      expect(await answered(make(authorizer), write(subresource))).toBe(refusal(verb))
      expect(asked).toEqual([signers(verb, 'a.b/c'), signers(verb, 'a.b/*')])
    },
  )

  it.each([
    ['approval', certificateApproval, '/approval'],
    ['signing', certificateSigning, '/status'],
  ] as const)('of %s ask about the signer that is stored', async (_what, make, subresource) => {
    const { authorizer, asked } = allowing()
    await answered(make(authorizer), write(subresource, { old: request('old/one') }))
    expect(asked[0]).toContain('/old/one')
  })

  it.each([
    ['approval', certificateApproval, '/approval'],
    ['signing', certificateSigning, '/status'],
  ] as const)('of %s ask nothing about other writes', async (_what, make, own) => {
    const { authorizer, asked } = allowing()
    const other = own === '/status' ? '/approval' : '/status'
    for (const more of [
      write(''),
      write(other),
      write(own, { operation: 'CREATE' }),
      write(own, { old: undefined }),
      write(own, { object: new ConfigMap() }),
      write(own, { resource: `${csrs}${own}.example.com` }),
      write(own, { resource: `others${own}.certificates.k8s.io` }),
    ])
      expect(await answered(make(authorizer), more)).toBe('')
    expect(asked).toEqual([])
  })

  it.each([
    [{}, {}, ''],
    [{ certificate: 'x' }, { certificate: 'x' }, ''],
    [{ certificate: 'y' }, { certificate: 'x' }, refusal('sign')],
    [{ conditions: [{ type: 'Failed' }] }, {}, refusal('sign')],
    [{ conditions: [{ type: 'Failed' }] }, { conditions: [{ type: 'Failed' }] }, ''],
    [{ conditions: [] }, {}, ''],
  ])('are signed with %j after %j', async (status, before, says) => {
    const facts = write('/status', { object: request('a.b/c', status), old: request('a.b/c', before) })
    expect(await answered(certificateSigning(allowing().authorizer), facts)).toBe(says)
  })

  it('are refused where the authorizer fails', async () => {
    const facts = write('/approval', { old: request('broken') })
    expect(await answered(certificateApproval(allowing().authorizer), facts)).toContain('user not permitted to approve')
  })

  const client = 'kubernetes.io/kube-apiserver-client'
  const refused = (text: string) => `${csrs}.certificates.k8s.io "r" is forbidden: ${text}`
  it.each<[string, string[] | Error, string]>([
    [client, ['team'], ''],
    [client, [], ''],
    [client, ['team', 'system:masters'], refused(`use of ${client} signer with system:masters group is not allowed`)],
    [client, new Error('no PEM'), refused('failed to parse CSR: no PEM')],
    ['other/signer', ['system:masters'], ''],
    ['other/signer', new Error('no PEM'), ''],
  ])('for %s of %j make no administrators', async (signer, organizations, says) => {
    const plugin = certificateSubjectRestriction(async (text) => {
      expect(text).toBe('pem')
      if (organizations instanceof Error) throw organizations
      return { commonName: 'c', organizations }
    })
    const facts = { resource: `${csrs}.certificates.k8s.io`, object: request(signer) }
    expect(await answered(plugin, facts)).toBe(says)
    expect(await answered(plugin, { ...facts, operation: 'UPDATE' })).toBe('')
    expect(await answered(plugin, { ...facts, resource: `${csrs}/status.certificates.k8s.io` })).toBe('')
  })

  it('trust bundles are for those who may attest for their signer', async () => {
    const bundle = (signerName: string | undefined, more: object = {}, metadata: object = {}) =>
      new ClusterTrustBundle({
        metadata: { name: 'b', ...metadata },
        spec: { ...(signerName && { signerName }), trustBundle: 'x', ...more },
      } as never)
    const resource = 'clustertrustbundles.certificates.k8s.io'
    const { authorizer, asked } = allowing(signers('attest', 'good/one'))
    const plugin = clusterTrustBundleAttest(authorizer)
    const says = (facts: Partial<Asked>) => answered(plugin, { resource, ...facts })
    const refusal = `${resource} "b" is forbidden: user not permitted to attest for signerName "bad/one"`
    expect(await says({ object: bundle('good/one') })).toBe('')
    expect(await says({ object: bundle('bad/one') })).toBe(refusal)
    expect(
      await says({ operation: 'UPDATE', object: bundle('bad/one'), old: bundle('bad/one', { trustBundle: 'y' }) }),
    ).toBe(refusal)
    asked.length = 0
    const collected = bundle('bad/one', {}, { finalizers: ['a/b'], ownerReferences: [] })
    expect(await says({ operation: 'UPDATE', object: collected, old: bundle('bad/one') })).toBe('')
    expect(await says({ object: bundle(undefined) })).toBe('')
    expect(await says({ operation: 'DELETE', old: bundle('bad/one') })).toBe('')
    expect(await says({ object: bundle('bad/one'), resource: 'clustertrustbundles.example.com' })).toBe('')
    expect(asked).toEqual([])
  })
})

// Facts of TestGCAdmission and TestBlockOwnerDeletionAdmission of plugin/pkg/admission/gc.
describe('owners of an object', () => {
  const owner = (uid: string, more: Partial<OwnerReference> = {}): OwnerReference => ({
    ...{ apiVersion: 'v1', kind: 'Secret', name: uid, uid },
    ...more,
  })
  const blocking = (uid: string, more: object = {}) => owner(uid, { blockOwnerDeletion: true, ...more })
  const map = (...ownerReferences: OwnerReference[]) =>
    new ConfigMap({ metadata: { name: 'm', namespace: 'ns', ownerReferences } })
  const mine = 'delete configmaps./ ns/m'
  const cannotDelete = `configmaps "m" is forbidden: cannot set an ownerRef on a resource you can't delete: because, <nil>`
  const cannotBlock = `configmaps "m" is forbidden: cannot set blockOwnerDeletion if an ownerReference refers to a resource you can't set finalizers on: because, <nil>`
  const finalizers = 'update secrets./finalizers ns/one'

  it.each<{ what: string; after: ConfigMap; before?: ConfigMap; may?: string[]; says?: string; asks?: string[] }>([
    { what: 'none', after: map(), asks: [] },
    { what: 'the same', after: map(owner('one')), before: map(owner('one')), asks: [] },
    { what: 'a new one', after: map(owner('one')), may: [mine], asks: [mine] },
    { what: 'a new one without the right', after: map(owner('one')), says: cannotDelete, asks: [mine] },
    { what: 'one less', after: map(), before: map(owner('one')), says: cannotDelete },
    { what: 'one that is blocked', after: map(blocking('one')), may: [mine, finalizers], asks: [mine, finalizers] },
    { what: 'one that may not be blocked', after: map(blocking('one')), may: [mine], says: cannotBlock },
    {
      what: 'one that was blocked',
      after: map(blocking('one'), owner('two')),
      before: map(blocking('one')),
      may: [mine],
      asks: [mine],
    },
    {
      what: 'one that was not blocked',
      after: map(blocking('one')),
      before: map(owner('one')),
      may: [mine],
      says: cannotBlock,
    },
    {
      what: 'one of the cluster',
      after: map(blocking('one', { kind: 'Node' })),
      may: [mine, 'update nodes./finalizers /one'],
    },
    {
      what: 'one of a kind that is not served',
      after: map(blocking('one', { kind: 'Gone', apiVersion: 'x/v1' })),
      may: [mine],
      says: 'configmaps "m" is forbidden: cannot set blockOwnerDeletion in this case because cannot find RESTMapping for APIVersion x/v1 Kind Gone: no matches for kind "Gone" in version "x/v1"',
    },
  ])('$what', async ({ after, before, may = [], says = '', asks }) => {
    const { authorizer, asked } = allowing(...may)
    const plugin = ownerReferencesPermissionEnforcement(authorizer, ({ kind }) => {
      if (kind === 'Gone') return []
      return [{ resource: `${kind.toLowerCase()}s`, namespaced: kind === 'Secret' }]
    })
    const operation = before === undefined ? 'CREATE' : 'UPDATE'
    const facts: Asked = { operation, resource: 'configmaps', object: after, old: before }
    expect(await answered(plugin, facts)).toBe(says)
    if (asks !== undefined) expect(asked).toEqual(asks)
    expect(await answered(plugin, { ...facts, operation: 'DELETE' })).toBe('')
    expect(await answered(plugin, { ...facts, resource: 'pods/status' })).toBe('')
  })
})

describe('namespaces that there are not', () => {
  const map = (namespace: string) => new ConfigMap({ metadata: { name: 'm', namespace } })
  const asked = (namespace: string, more: Partial<Asked> = {}): Asked => ({
    resource: 'configmaps',
    object: map(namespace),
    ...more,
  })
  const ofNamespace = (name: string) =>
    Object.assign(
      attributesOf({ resource: 'namespaces', object: new Namespace({ metadata: { name } }), namespace: name }),
      {
        kind: Namespace.groupVersionKind,
      },
    )

  it.each([
    ['team', 'CREATE', ''],
    ['late', 'CREATE', ''],
    ['', 'CREATE', ''],
    ['gone', 'CREATE', 'namespaces "gone" not found'],
    ['gone', 'UPDATE', 'namespaces "gone" not found'],
    ['gone', 'DELETE', 'namespaces "gone" not found'],
    ['gone', 'CONNECT', ''],
  ] as const)('NamespaceExists in %j for %s says %j', async (namespace, operation, says) => {
    const plugin = namespaceExists(namespaces as never)
    expect(await answered(plugin, asked(namespace, { operation }))).toBe(says)
    expect(await answerOf(plugin, ofNamespace('gone'))).toBe('')
  })

  it.each([
    ['team', 'CREATE', []],
    ['late', 'CREATE', []],
    ['', 'CREATE', []],
    ['gone', 'CREATE', ['gone']],
    ['gone', 'UPDATE', []],
  ] as const)('NamespaceAutoProvision in %j for %s creates %j', async (namespace, operation, creates) => {
    const created: unknown[] = []
    const plugin = namespaceAutoProvision(
      namespaces as never,
      async ({ metadata }) => void created.push(metadata?.name),
    )
    expect(await answered(plugin, asked(namespace, { operation }))).toBe('')
    expect(created).toEqual(creates)
    created.length = 0
    await answerOf(plugin, ofNamespace('gone'))
    await answerOf(plugin, Object.assign(attributesOf(asked('gone')), { dryRun: true }))
    expect(created).toEqual([])
  })

  it('NamespaceAutoProvision says why it could not', async () => {
    const plugin = namespaceAutoProvision(namespaces as never, async () => {
      throw new Error('no room')
    })
    expect(await answered(plugin, asked('gone'))).toBe('configmaps "m" is forbidden: no room')
  })
})

// Facts of TestEventRateLimiting and of the tests of validation of plugin/pkg/admission/eventratelimit.
describe('EventRateLimit', () => {
  const event = (namespace: string, about: object = {}) =>
    new Event({ metadata: { name: 'e', namespace }, involvedObject: about, source: { component: 'c' } } as never)
  const limited = (...limits: EventLimit[]) => {
    const clock = new FakeClock(0)
    const plugin = eventRateLimit({ limits }, clock)
    const ask = (namespace = 'ns', more: Partial<Asked> & { kind?: GroupVersionKind; dryRun?: boolean } = {}) => {
      const { kind = Event.groupVersionKind, dryRun = false, ...rest } = more
      const attributes = attributesOf({ resource: 'events', object: event(namespace), ...rest })
      return answerOf(plugin, Object.assign(attributes, { kind, dryRun }))
    }
    return { ask, clock }
  }
  const reached = (type: string, key: string) => `limit reached on type ${type} for key ${key}`

  it('takes as many at once as its burst, and more as time goes by', async () => {
    const { ask, clock } = limited({ type: 'Server', qps: 2, burst: 3 })
    const answers: string[] = []
    for (let i = 0; i < 4; i++) answers.push(await ask())
    expect(answers).toEqual(['', '', '', expect.stringContaining(reached('Server', ''))])
    clock.step(499)
    expect(await ask()).not.toBe('')
    clock.step(1)
    expect([await ask(), (await ask()) === '']).toEqual(['', false])
    clock.step(60_000)
    for (let i = 0; i < 3; i++) expect(await ask()).toBe('')
    expect(await ask()).not.toBe('')
  })

  const about = { kind: 'Pod', namespace: 'ns', name: 'p', uid: 'u', apiVersion: 'v1' }
  it.each<{ type: EventLimit['type']; same: Partial<Asked>; other: Partial<Asked>; key: string }>([
    { type: 'Namespace', same: {}, other: { namespace: 'other' }, key: 'ns' },
    { type: 'User', same: {}, other: { user: { name: 'other' } }, key: 'somebody' },
    {
      type: 'SourceAndObject',
      same: { object: event('ns', about) },
      other: { object: event('ns', { ...about, uid: 'v' }) },
      key: 'cPodnspuv1',
    },
  ])('of type $type counts by $key', async ({ type, same, other, key }) => {
    const { ask } = limited({ type, qps: 1, burst: 1 })
    expect([await ask('ns', same), await ask('ns', other)]).toEqual(['', ''])
    expect(await ask('ns', same)).toContain(reached(type, key))
  })

  it('forgets the keys that were used longest ago', async () => {
    const { ask } = limited({ type: 'Namespace', qps: 0.001, burst: 1, cacheSize: 1 })
    for (const namespace of ['a', 'b', 'a']) expect(await ask('ns', { namespace })).toBe('')
    expect(await ask('ns', { namespace: 'a' })).not.toBe('')
  })

  it('says all limits that are reached', async () => {
    const { ask } = limited({ type: 'Server', qps: 1, burst: 1 }, { type: 'User', qps: 1, burst: 1 })
    await ask()
    expect(await ask()).toContain(`[${reached('Server', '')}, ${reached('User', 'somebody')}]`)
  })

  it('is for events of both groups, and for none that is not stored', async () => {
    const { ask } = limited({ type: 'Server', qps: 0.001, burst: 1 })
    await ask()
    const free = [
      { kind: new GroupVersionKind('', 'v1', 'Pod') },
      { kind: new GroupVersionKind('other', 'v1', 'Event') },
      { dryRun: true },
      { operation: 'DELETE' as const },
    ]
    for (const more of free) expect(await ask('ns', more)).toBe('')
    const bound = [{}, { kind: new GroupVersionKind('events.k8s.io', 'v1', 'Event') }, { operation: 'UPDATE' as const }]
    for (const more of bound) expect(await ask('ns', more)).toContain('limit reached')
  })

  it.each<[object, string]>([
    [{ limits: [] }, 'limits: Invalid value: []: must not be empty'],
    [{ limits: [{ type: 'Server', qps: 1, burst: 0 }] }, 'limits[0].burst: Invalid value: 0: must be positive'],
    [{ limits: [{ type: 'Server', qps: 0, burst: 1 }] }, 'limits[0].qps: Invalid value: 0: must be positive'],
    [
      { limits: [{ type: 'Server', qps: 1, burst: 1, cacheSize: 1 }] },
      'limits[0].cacheSize: Invalid value: 1: must not be specified for Server type limits',
    ],
    [
      { limits: [{ type: 'User', qps: 1, burst: 1, cacheSize: -1 }] },
      'limits[0].cacheSize: Invalid value: -1: must not be negative',
    ],
    [
      { limits: [{ type: 'Other', qps: 1, burst: 1 }] },
      'limits[0].type: Unsupported value: "Other": supported values: "Server", "Namespace", "User", "SourceAndObject"',
    ],
  ])('cannot be %j', (configuration, says) => {
    expect(() => eventRateLimit(configuration as never, new FakeClock(0))).toThrow(says)
  })
})

describe('other plugins', () => {
  const service = (...externalIPs: string[]) =>
    new Service({ metadata: { name: 's', namespace: 'ns' }, spec: { ports: [], externalIPs } })
  const denied = 'services "s" is forbidden: Use of external IPs is denied by admission control.'

  it.each<[Partial<Asked>, string]>([
    [{ object: service() }, ''],
    [{ object: service('1.1.1.1') }, denied],
    [{ operation: 'UPDATE', object: service('1.1.1.1'), old: service('1.1.1.1', '2.2.2.2') }, ''],
    [{ operation: 'UPDATE', object: service('1.1.1.1', '3.3.3.3'), old: service('1.1.1.1') }, denied],
    [{ operation: 'UPDATE', object: service('1.1.1.1'), resource: 'services/status' }, ''],
    [{ operation: 'DELETE', old: service('1.1.1.1') }, ''],
    [{ object: new ConfigMap({ metadata: { name: 's' } }) }, ''],
  ])('DenyServiceExternalIPs: row %#', async (asked, says) => {
    expect(await answered(denyServiceExternalIPs, { resource: 'services', ...asked })).toBe(says)
  })

  it('AlwaysAdmit and AlwaysDeny do so at both steps', async () => {
    const attributes = attributesOf({ resource: 'configmaps', name: 'm' })
    expect(await answerOf(alwaysAdmit, attributes)).toBe('')
    const denied = 'configmaps "m" is forbidden: admission control is denying all modifications'
    expect(await answerOf(alwaysDeny, attributes)).toBe(denied)
    await expect(alwaysDeny.validate?.(attributes, {} as never)).rejects.toThrow(denied)
  })
})
