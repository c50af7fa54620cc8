import { describe, expect, test } from 'vitest'
import { addToScheme as addCore } from '../../src/api/core/v1/register.gen.js'
import { LimitRange } from '../../src/api/core/v1/types.gen.js'
import { addToScheme as addNetworking } from '../../src/api/networking/v1/register.gen.js'
import { NetworkPolicy } from '../../src/api/networking/v1/types.gen.js'
import { addToScheme as addResource } from '../../src/api/resource/v1/register.gen.js'
import { ResourceClaim } from '../../src/api/resource/v1/types.gen.js'
import { newDefaultFieldManager } from '../../src/managedfields/field-manager/default-field-manager.js'
import { Scheme } from '../../src/runtime/scheme.js'
import { CodecFactory } from '../../src/runtime/serializer/codec-factory.js'
import type { KindClass, KubernetesObject } from '../../src/runtime/typed-object.js'

const scheme = new Scheme()
addCore(scheme)
addNetworking(scheme)
addResource(scheme)
const codecs = new CodecFactory(scheme)
const decoder = codecs.universalDeserializer()
const protobuf = codecs.supportedMediaTypes().find(({ mediaType }) => mediaType.endsWith('protobuf'))!.serializer

/** An object as a server has it: read from a request, and later from its storage. */
const read = (object: object): KubernetesObject => decoder.decode(JSON.stringify(object)).object
const stored = (object: KubernetesObject): KubernetesObject => decoder.decode(protobuf.encode(object)).object

/** Who owns the spec after `second` was sent by another manager than `first`. */
function ownersAfter(type: KindClass, first: object, second: object): string[] {
  const manager = newDefaultFieldManager({ kind: type.groupVersionKind, scheme, clock: { now: () => 0 } })
  const { apiVersion, kind } = type.groupVersionKind.toAPIVersionAndKind()
  const whole = (spec: object) => ({ apiVersion, kind, metadata: { name: 'a', namespace: 'n' }, spec })
  const created = manager.update(read({ apiVersion, kind, metadata: {} }), read(whole(first)), { manager: 'one' })
  const { managedFields } = (created as { metadata?: { managedFields?: object } }).metadata ?? {}
  const next = { ...whole(second), metadata: { name: 'a', namespace: 'n', managedFields } }
  const updated = manager.update(stored(created), read(next), { manager: 'two' })
  const entries = (updated as { metadata?: { managedFields?: { manager: string; fieldsV1: object }[] } }).metadata
    ?.managedFields
  return (entries ?? []).filter(({ fieldsV1 }) => 'f:spec' in fieldsV1).map((entry) => entry.manager)
}

const limits = (max: string) => ({ limits: [{ type: 'Pod', max: { cpu: max } }] })
const ingress = (rule: object) => ({ podSelector: {}, ingress: [rule] })
const config = (parameters: object) => ({
  devices: { config: [{ opaque: { driver: 'example.com', parameters } }] },
})
const twice = <T>(value: T): [T, T] => [value, value]
const selector = (podSelector: object) => ingress({ from: [{ podSelector }] })

describe('in an atomic list Go compares what it holds: the second manager becomes the owner for', () => {
  test.each([
    ['a quantity in other units', LimitRange, limits('1'), limits('1000m')],
    ['a quantity with a sign', LimitRange, limits('1'), limits('+1')],
    ['a quantity with an exponent', LimitRange, limits('1k'), limits('1e3')],
    ['a quantity that was not canonical when it came first', LimitRange, limits('1000m'), limits('1000m')],
    ['an empty map where the other has a list', NetworkPolicy, selector({}), selector({ matchExpressions: [] })],
    ['an empty map that is gone when it was stored', NetworkPolicy, ...twice(selector({ matchLabels: {} }))],
    ['an empty list that is gone when it was stored', NetworkPolicy, ...twice(ingress({ ports: [] }))],
    ['an empty map in place of none', NetworkPolicy, selector({}), selector({ matchLabels: {} })],
    ['an empty list in place of none', NetworkPolicy, ingress({}), ingress({ ports: [] })],
    ['raw JSON in another order', ResourceClaim, config({ a: 1, b: 2 }), config({ b: 2, a: 1 })],
  ] as [string, KindClass, object, object][])('%s', (_, ...[type, first, second]) => {
    expect(ownersAfter(type, first, second)).toEqual(['two'])
  })
})

describe('nothing changes hands for', () => {
  test.each([
    ['the same quantity', LimitRange, limits('1'), limits('1')],
    ['a quantity that was stored in its canonical form', LimitRange, limits('1500m'), limits('1500m')],
    ['the same selector', NetworkPolicy, selector({}), selector({})],
    ['the same raw JSON', ResourceClaim, config({ a: 1, b: 2 }), config({ a: 1, b: 2 })],
  ] as [string, KindClass, object, object][])('%s', (_, ...[type, first, second]) => {
    expect(ownersAfter(type, first, second)).toEqual(['one'])
  })

  test('an empty map outside of lists', () => {
    const policy = (podSelector: object) => ({ podSelector, ingress: [{}] })
    expect(ownersAfter(NetworkPolicy, policy({}), policy({ matchLabels: {} }))).toEqual(['one'])
  })
})

describe('raw JSON as a server reads it', () => {
  const canonical = new CodecFactory(scheme, { mode: 'canonical' }).universalDeserializer()
  const claim = (parameters: string) => {
    const marked = JSON.stringify(config({ here: 0 })).replace('{"here":0}', parameters)
    return `{"apiVersion":"resource.k8s.io/v1","kind":"ResourceClaim","metadata":{"name":"a"},"spec":${marked}}`
  }
  function ownersOf(first: string, second: string): string[] {
    const gvk = ResourceClaim.groupVersionKind
    const manager = newDefaultFieldManager({ kind: gvk, scheme, clock: { now: () => 0 } })
    const none = canonical.decode('{"apiVersion":"resource.k8s.io/v1","kind":"ResourceClaim"}').object
    const created = manager.update(none, canonical.decode(claim(first)).object, { manager: 'one' })
    const live = canonical.decode(protobuf.encode(created)).object as ResourceClaim
    const next = canonical.decode(claim(second)).object as ResourceClaim
    Object.assign(next.metadata ?? {}, { managedFields: live.metadata?.managedFields })
    const { metadata } = manager.update(live, next, { manager: 'two' }) as ResourceClaim
    return (metadata?.managedFields ?? []).map((entry) => entry.manager ?? '')
  }

  test.each([
    ['members in another order', '{"b":1,"a":2}', '{"a":2,"b":1}'],
    ['members in another order further down', '{"c":[{"b":1,"a":2}]}', '{"c":[{"a":2,"b":1}]}'],
    ['another value', '{"a":1}', '{"a":2}'],
  ])('%s changes the owner', (_, first, second) => {
    expect(ownersOf(first, second)).toEqual(['two'])
  })

  test.each([
    ['the same text', '{"a":1.0}', '{"a":1.0}'],
    // Unlike in Go, as docs/conformance.md says: it compares the text.
    ['other blanks', '{"a":1}', '{ "a": 1 }'],
    ['another notation of a number', '{"a":1}', '{"a":1.0}'],
    ['an escape that nobody needs', '{"a":"b"}', String.raw`{"a":"\u0062"}`],
  ])('%s does not', (_, first, second) => {
    expect(ownersOf(first, second)).toEqual(['one'])
  })
})
