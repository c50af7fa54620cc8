import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import type { JSONObject, JSONValue } from '../../src/json/json-value.js'
import { DefaultRESTMapper } from '../../src/meta/rest-mapper/default-rest-mapper.js'
import { restScopeNamespace, restScopeRoot } from '../../src/meta/rest-mapper/rest-mapper.js'
import type { ConversionTransport } from '../../src/openapi/custom-resource/conversion-review.js'
import type { CustomResourceDefinitionFields } from '../../src/openapi/custom-resource/read-definition.js'
import { registerCustomResource } from '../../src/openapi/custom-resource/register-custom-resource.js'
import type { KindClass } from '../../src/runtime/objects/typed-object.js'
import { Scheme } from '../../src/runtime/scheme/scheme.js'
import { CodecFactory } from '../../src/runtime/serializer/codec-factory.js'
import { GroupVersion } from '../../src/schema/group-version.js'
import { thrown } from '../thrown.js'

const definition = () =>
  parse(readFileSync('examples/conversion-webhook/crontabs.yaml', 'utf8')) as CustomResourceDefinitionFields & {
    spec: { conversion: { strategy: string }; versions: { schema: unknown }[] }
  }

const cronTab = (more: object = {}): JSONObject => ({
  apiVersion: 'stable.example.com/v1',
  kind: 'CronTab',
  metadata: { name: 'a', namespace: 'default' },
  spec: { schedule: { minute: '0' }, image: 'x', ...more },
})

describe('registerCustomResource', () => {
  it('makes kinds of a scheme and a mapper', () => {
    const scheme = new Scheme()
    const mapper = new DefaultRESTMapper([new GroupVersion('stable.example.com', 'v1')])
    const crd = definition()
    crd.spec.conversion.strategy = 'None'
    const resource = registerCustomResource(crd, { scheme, mapper })
    expect(resource.storageVersion).toBe('v1')
    expect([...resource.versions.keys()]).toEqual(['v1', 'v1beta1'])
    expect(mapper.kindFor({ version: 'v1', resource: 'crontabs' }).toString()).toBe(
      'stable.example.com/v1, Kind=CronTab',
    )
    expect(mapper.resourceSingularizer('crontabs')).toBe('crontab')

    const text = JSON.stringify(cronTab({ big: 1 }))
    const { object } = new CodecFactory(scheme).universalDeserializer().decode(text)
    scheme.default(object)
    expect(JSON.parse(JSON.stringify(object))).toEqual(cronTab({ big: 1, timeZone: 'Etc/UTC', replicas: 1 }))
    expect(scheme.validate(object)).toEqual([])
    const other = scheme.convertToVersion(object, new GroupVersion('stable.example.com', 'v1beta1'))
    expect(other).toMatchObject({ apiVersion: 'stable.example.com/v1beta1', spec: { image: 'x' } })
  })

  it('tells the scope of its resources', () => {
    const scopeOf = (scope: string) => {
      const crd = definition()
      const mapper = new DefaultRESTMapper([new GroupVersion('stable.example.com', 'v1')])
      registerCustomResource({ ...crd, spec: { ...crd.spec, scope } } as typeof crd, { mapper })
      return mapper.restMapping({ group: 'stable.example.com', kind: 'CronTab' }).scope
    }
    expect(scopeOf('Cluster')).toBe(restScopeRoot)
    expect(scopeOf('Namespaced')).toBe(restScopeNamespace)
  })

  it('admits and judges objects', () => {
    const version = registerCustomResource(definition()).versions.get('v1')
    const object: JSONObject = {
      ...cronTab({ other: 1, replicas: null }),
      metadata: { name: 'A', namespace: 'n', bogus: 1 },
    }
    expect(version?.admit(object)).toEqual(['metadata.bogus', 'spec.other'])
    expect(object.spec).toEqual({ schedule: { minute: '0' }, image: 'x', timeZone: 'Etc/UTC', replicas: 1 })
    expect(version?.validate(object).map(({ field }) => field)).toEqual(['metadata.name'])
    expect(version?.validate(cronTab({ replicas: 101 })).map(({ message }) => message)).toEqual([
      'spec.replicas: Invalid value: at most 100 replicas',
    ])
    expect(version?.validate({ ...cronTab(), apiVersion: 'v1' }).map(({ message }) => message)).toEqual([
      'apiVersion: Invalid value: "v1": must be stable.example.com/v1',
    ])
    const old = { ...cronTab({ replicas: 101 }), metadata: { name: 'a', namespace: 'default', resourceVersion: '1' } }
    expect(version?.validateUpdate(old, old)).toEqual([])
  })

  it('coerces objects of other versions, and refuses metadata of a wrong type', () => {
    const version = registerCustomResource(definition()).versions.get('v1')
    expect(version?.coerce(cronTab({ other: 1 }))).toEqual(['spec.other'])
    const object = { ...cronTab(), metadata: { name: 1 } }
    expect(thrown(() => version?.coerce(object))).toMatchObject({ field: 'metadata' })
  })

  it('refuses values of wrong types by their path', () => {
    const names = { plural: 'foos', kind: 'Foo' }
    for (const [spec, path] of [
      [[], 'spec'],
      [{ group: 1 }, 'spec.group'],
      [{ group: 'a', names: 'b' }, 'spec.names'],
      [{ group: 'a', names: { ...names, shortNames: [1] } }, 'spec.names.shortNames'],
      [{ group: 'a', names, versions: {} }, 'spec.versions'],
      [{ group: 'a', names, versions: [{ name: [] }] }, 'spec.versions[0].name'],
      [{ group: 'a', names, versions: [{ name: 'v1', schema: 'x' }] }, 'spec.versions[0].schema'],
    ]) {
      expect(() => registerCustomResource({ spec } as never)).toThrow(
        expect.objectContaining({ code: 'InvalidSchema', path }),
      )
    }
  })

  it('takes null for what is absent', () => {
    const versions = [{ name: 'v1', served: null, schema: null }]
    const spec = { group: 'a.b', scope: null, names: { plural: 'foos', kind: 'Foo', shortNames: null }, versions }
    expect([...registerCustomResource({ spec } as never).versions.keys()]).toEqual(['v1'])
  })

  it('tells of what its kinds are resources', () => {
    const names = { plural: 'foos', kind: 'Foo' }
    const resourceOf = (spec: object, version = 'v1') => {
      const scheme = new Scheme()
      const versions = [{ name: 'v1' }, { name: 'v2', subresources: { status: {}, scale: {} } }]
      registerCustomResource({ spec: { group: 'a.b', versions, ...spec } } as never, { scheme })
      const type = scheme.classFor(new GroupVersion('a.b', version).withKind('Foo'))
      return { resource: type?.resource, name: type?.name, list: type?.listClass?.groupVersionKind.kind }
    }
    expect(resourceOf({ names, scope: 'Cluster' })).toEqual({
      resource: { plural: 'foos', singular: 'foo', scope: 'Cluster' },
      name: 'Foo',
      list: 'FooList',
    })
    const all = { ...names, singular: 'fo', listKind: 'Foos', shortNames: ['f'], categories: ['all'] }
    expect(resourceOf({ names: all, scope: 'Namespaced' }, 'v2')).toEqual({
      resource: {
        plural: 'foos',
        singular: 'fo',
        scope: 'Namespaced',
        shortNames: ['f'],
        categories: ['all'],
        subresources: ['status', 'scale'],
      },
      name: 'Foo',
      list: 'Foos',
    })
  })

  it('reads objects as their JSON is, with typed metadata, and knows what their schema does not declare', () => {
    const scheme = new Scheme()
    registerCustomResource(definition(), { scheme })
    const type = scheme.classFor(new GroupVersion('stable.example.com', 'v1').withKind('CronTab')) as KindClass
    expect(type.descriptor.properties.map(({ name }) => name)).toEqual(['kind', 'apiVersion', 'metadata'])
    expect(type.unknownFields?.(cronTab({ other: 1 })).map(({ path }) => path)).toEqual(['spec.other'])
    const { object } = new CodecFactory(scheme, { mode: 'canonical' }).json.decode(
      JSON.stringify(cronTab({ other: 1 })),
    )
    expect(object).toBeInstanceOf(type)
    expect(object).toMatchObject({ spec: { other: 1 } })
  })

  it('refuses definitions that cannot be served', () => {
    expect(() => registerCustomResource({})).toThrow('spec.group and spec.names must be set')
    const crd = definition()
    crd.spec.versions[0] = { ...crd.spec.versions[0], schema: { openAPIV3Schema: { properties: { a: {} } } } }
    expect(() => registerCustomResource(crd)).toThrow(
      'v1: schema is not structural: properties[a].type: Required value',
    )
  })
})

describe('conversion through a webhook', () => {
  const reply =
    (change: (object: JSONObject) => JSONValue, response: object = {}): ConversionTransport =>
    async (review) => {
      const { uid, objects } = review.request as unknown as { uid: string; objects: JSONObject[] }
      const convertedObjects = objects.map(change)
      const result = { status: 'Success' }
      return { kind: 'ConversionReview', response: { uid, result, convertedObjects, ...response } }
    }
  const convert = (transport: ConversionTransport, ...objects: JSONObject[]) =>
    registerCustomResource(definition(), { conversionTransport: transport }).convert(objects, 'v1beta1')
  const toBeta = (object: JSONObject): JSONObject => ({ ...object, apiVersion: 'stable.example.com/v1beta1' })

  it('takes over what was converted, and of the metadata labels and annotations', async () => {
    const changed = reply((object) => ({
      ...toBeta(object),
      metadata: { name: 'a', namespace: 'default', labels: { l: 'x' }, finalizers: ['evil/x'] },
      spec: { cronSpec: '0 * * * *' },
    }))
    const already = toBeta(cronTab())
    expect(await convert(changed, cronTab(), already)).toEqual([
      {
        apiVersion: 'stable.example.com/v1beta1',
        kind: 'CronTab',
        metadata: { name: 'a', namespace: 'default', labels: { l: 'x' } },
        spec: { cronSpec: '0 * * * *' },
      },
      already,
    ])
  })

  it.each<[string, ConversionTransport]>([
    ['failed: no response provided', async () => ({})],
    ['failed: expected response.uid=', reply(toBeta, { uid: 'other' })],
    ['failed: broken', reply(toBeta, { result: { status: 'Failure', message: 'broken' } })],
    ["failed: response.result.status was '', not 'Success'", reply(toBeta, { result: {} })],
    ['returned 0 objects, expected 1', reply(toBeta, { convertedObjects: [] })],
    [
      'at index 0: invalid groupVersion (expected stable.example.com/v1beta1, received stable.example.com/v1)',
      reply((each) => each),
    ],
    ['at index 0: invalid kind', reply((each) => ({ ...toBeta(each), kind: 'Other' }))],
    [
      'at index 0: must have the same name: a != b',
      reply((each) => ({ ...toBeta(each), metadata: { name: 'b', namespace: 'default' } })),
    ],
    ['missing metadata', reply(({ metadata: _, ...each }) => toBeta({ ...each }))],
    ['at index 0: json: cannot unmarshal string into Go value of type map[string]interface {}', reply(() => 'x')],
    ["at index 0: Object 'Kind' is missing in '{}'", reply(() => ({}))],
    [
      'returned invalid metadata in object at index 0: metadata.labels[a] must be a string, but is int64',
      reply((each) => ({ ...toBeta(each), metadata: { name: 'a', namespace: 'default', labels: { a: 1 } } })),
    ],
    [
      'metadata.annotations[a] must be a string',
      reply((each) => ({ ...toBeta(each), metadata: { name: 'a', namespace: 'default', annotations: { a: 1 } } })),
    ],
    [
      'metadata.labels: Invalid value: "a b"',
      reply((each) => ({ ...toBeta(each), metadata: { name: 'a', namespace: 'default', labels: { a: 'a b' } } })),
    ],
    [
      'metadata.annotation: Invalid value: "a b"',
      reply((each) => ({
        ...toBeta(each),
        metadata: { name: 'a', namespace: 'default', annotations: { 'a b': 'x' } },
      })),
    ],
    ['failed: no route', async () => Promise.reject(new Error('no route'))],
  ])('%s', async (problem, transport) => {
    await expect(convert(transport, cronTab())).rejects.toMatchObject({
      code: 'ConversionWebhook',
      message: expect.stringContaining('conversion webhook for stable.example.com/v1beta1, Kind=CronTab '),
    })
    if (problem !== 'missing metadata') await expect(convert(transport, cronTab())).rejects.toThrow(problem)
  })

  it('tells what stopped it', async () => {
    const cause = new Error('no route')
    await expect(convert(async () => Promise.reject(cause), cronTab())).rejects.toMatchObject({ cause })
    const spaced = { name: 'a', namespace: 'default', annotations: { a: 'text with spaces' } }
    const [converted] = await convert(
      reply((each) => ({ ...toBeta(each), metadata: spaced })),
      cronTab(),
    )
    expect(converted?.metadata).toEqual(spaced)
  })

  it('needs a way there', async () => {
    await expect(registerCustomResource(definition()).convert([cronTab()], 'v1beta1')).rejects.toThrow('no transport')
    await expect(registerCustomResource(definition()).convert([], 'v9')).rejects.toThrow('invalid group/version')
  })
})
