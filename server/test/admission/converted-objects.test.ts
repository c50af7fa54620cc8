import { TestServer } from '@apimachinery/server/testing'
import {
  MutatingAdmissionPolicy,
  MutatingAdmissionPolicyBinding,
  MutatingWebhookConfiguration,
  ValidatingAdmissionPolicy,
  ValidatingAdmissionPolicyBinding,
  ValidatingWebhookConfiguration,
} from 'apimachinery/api/admissionregistration/v1'
import { Scheme, Unstructured, unstructuredContent } from 'apimachinery/runtime'
import { GroupVersionResource } from 'apimachinery/schema'
import { mutatingHandler, validatingHandler } from 'apimachinery/webhook'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'

// biome-ignore lint/suspicious/noExplicitAny: objects of the tests are read as they come
type Body = any

const text = { type: 'string' }
const schema = (properties: object) => ({
  openAPIV3Schema: { type: 'object', properties: { spec: { type: 'object', properties } } },
})
const definition = (plural: string, kind: string, conversion: object) => ({
  apiVersion: 'apiextensions.k8s.io/v1',
  kind: 'CustomResourceDefinition',
  metadata: { name: `${plural}.example.com` },
  spec: {
    group: 'example.com',
    scope: 'Namespaced',
    names: { plural, kind, singular: kind.toLowerCase(), listKind: `${kind}List` },
    versions: [
      { name: 'v1', served: true, storage: true, schema: schema({ host: text, port: text, color: text }) },
      {
        name: 'v2',
        served: true,
        storage: false,
        schema: schema({ address: text, host: text, color: { type: 'string', default: 'blue' } }),
      },
    ],
    conversion,
  },
})
const clientConfig = (path: string) => ({ service: { namespace: 'default', name: 'hooks', path } })
const crds = [
  definition('sites', 'Site', {
    strategy: 'Webhook',
    webhook: { conversionReviewVersions: ['v1'], clientConfig: clientConfig('/convert') },
  }),
  definition('plains', 'Plain', { strategy: 'None' }),
]

let server: TestServer
let conversions: string[]
let failing: string
let seen: Body[]

/** `v1` has `host` and `port`, `v2` has both as `address`. */
async function convert(request: Request): Promise<Response> {
  const { apiVersion, kind, request: review } = (await request.json()) as Body
  const { uid, desiredAPIVersion, objects } = review
  conversions.push(...objects.map((each: Body) => `${each.apiVersion.slice(-2)}→${desiredAPIVersion.slice(-2)}`))
  const converted = objects.map(({ spec = {}, ...rest }: Body) => {
    const { host, port, address, ...others } = spec
    const [first, last] = String(address ?? '').split(':')
    const fields = desiredAPIVersion.endsWith('/v2') ? { address: `${host}:${port}` } : { host: first, port: last }
    return { ...rest, apiVersion: desiredAPIVersion, spec: { ...others, ...fields } }
  })
  const result = desiredAPIVersion.endsWith(failing) ? { status: 'Failure', message: 'no way' } : { status: 'Success' }
  return Response.json({ apiVersion, kind, response: { uid, result, convertedObjects: converted } })
}

const scheme = new Scheme()
const noted = validatingHandler(scheme, ({ object, oldObject, kind }) => {
  const content = (each: unknown) => (each instanceof Unstructured ? unstructuredContent(each) : undefined)
  seen.push({ version: kind.version, object: content(object), oldObject: content(oldObject) })
})
const moved = mutatingHandler(scheme, ({ object }) => {
  const { spec } = object as Body
  spec.address = spec.address.replace('old', 'new')
})

beforeEach(async () => {
  conversions = []
  seen = []
  failing = 'never'
  server = await TestServer.start({ crds, groups: ['admissionregistration.k8s.io'] })
  await server.useWebhooks({ '/convert': convert }, { webhookConfigurations: [] })
})
afterEach(() => server.stop())

const rulesFor = (version: string, operations = ['*']) => [
  { apiGroups: ['example.com'], apiVersions: [version], operations, resources: ['*'] },
]
const site = (name: string, host = 'old', kind = 'Site') =>
  new Unstructured({
    apiVersion: 'example.com/v1',
    kind,
    metadata: { name, namespace: 'default' },
    spec: { host, port: '80' },
  })
const resource = (version: string, plural = 'sites') =>
  server.client.resource(new GroupVersionResource('example.com', version, plural)).namespace('default')
const specOf = async (name: string, version = 'v1', plural = 'sites') =>
  ((await resource(version, plural).get(name)) as Body).spec

/** Gives an object of `v1` another host. */
async function move(name: string, host: string): Promise<void> {
  const object = (await resource('v1').get(name)) as Body
  object.spec.host = host
  await resource('v1').update(object)
}

async function use(
  handlers: Parameters<TestServer['useWebhooks']>[0],
  ...webhookConfigurations: (ValidatingWebhookConfiguration | MutatingWebhookConfiguration)[]
): Promise<void> {
  await server.useWebhooks({ '/convert': convert, ...handlers }, { webhookConfigurations })
  conversions.length = 0
}
const webhook = (path: string, rules: object[], more: object = {}) => ({
  name: `${path.slice(1)}.example.com`,
  clientConfig: clientConfig(path),
  rules,
  sideEffects: 'None',
  admissionReviewVersions: ['v1'],
  ...more,
})
const validatingConfiguration = (...webhooks: object[]) =>
  new ValidatingWebhookConfiguration({ metadata: { name: 'check' }, webhooks: webhooks as never })
const mutatingConfiguration = (...webhooks: object[]) =>
  new MutatingWebhookConfiguration({ metadata: { name: 'change' }, webhooks: webhooks as never })

describe('a webhook for another version of a custom resource', () => {
  it('sees the new and the old object as its version has them, converted once for all webhooks', async () => {
    const both = [webhook('/first', rulesFor('v2')), webhook('/second', rulesFor('v2'))]
    await use({ '/first': noted, '/second': noted }, validatingConfiguration(...both))
    // A dry run: nothing is stored, so that the only conversions are those for admission.
    await resource('v1').create(site('a'), { dryRun: ['All'] })
    expect(seen.map(({ version, object }) => [version, object.apiVersion, object.spec])).toEqual([
      ['v2', 'example.com/v2', { address: 'old:80' }],
      ['v2', 'example.com/v2', { address: 'old:80' }],
    ])
    expect(conversions).toEqual(['v1→v2'])
    await resource('v1').create(site('a'))
    seen.length = 0
    await move('a', 'next')
    expect(seen[0]).toMatchObject({
      object: { spec: { address: 'next:80' } },
      oldObject: { spec: { address: 'old:80' } },
    })
    seen.length = 0
    await resource('v1').delete('a')
    expect(seen[0]).toMatchObject({ version: 'v2', oldObject: { spec: { address: 'next:80' } } })
  })

  it('is not called with the policy Exact, and without conversion for its own version', async () => {
    const exact = [webhook('/first', rulesFor('v2'), { matchPolicy: 'Exact' }), webhook('/second', rulesFor('v1'))]
    await use({ '/first': noted, '/second': noted }, validatingConfiguration(...exact))
    await resource('v1').create(site('a'), { dryRun: ['All'] })
    expect(seen.map(({ version, object }) => [version, object.spec.host])).toEqual([['v1', 'old']])
    expect(conversions).toEqual([])
  })

  it('changes objects in its version', async () => {
    await use({ '/move': moved }, mutatingConfiguration(webhook('/move', rulesFor('v2', ['CREATE']))))
    await resource('v1').create(site('a'))
    // The default of the version that the webhook is for comes with it.
    expect(await specOf('a')).toEqual({ host: 'new', port: '80', color: 'blue' })
    expect(await specOf('a', 'v2')).toEqual({ address: 'new:80', color: 'blue' })
  })

  it('stops requests whose objects cannot be converted, whatever its failure policy', async () => {
    const ignoring = webhook('/first', rulesFor('v2'), { failurePolicy: 'Ignore' })
    await use({ '/first': noted }, validatingConfiguration(ignoring))
    failing = 'v2'
    await expect(resource('v1').create(site('a'))).rejects.toMatchObject({
      status: {
        code: 500,
        message: 'Internal error occurred: conversion webhook for example.com/v1, Kind=Site failed: no way',
      },
    })
    expect(seen).toEqual([])
    failing = 'v1'
    await server.client.resource(ValidatingWebhookConfiguration).delete('check')
    await use({ '/move': moved }, mutatingConfiguration(webhook('/move', rulesFor('v2'), { failurePolicy: 'Ignore' })))
    await expect(resource('v1').create(site('a'))).rejects.toMatchObject({
      status: {
        code: 500,
        message: 'Internal error occurred: conversion webhook for example.com/v2, Kind=Site failed: no way',
      },
    })
  })

  it('sees objects of definitions without conversion under the name of its version', async () => {
    const configuration = validatingConfiguration(webhook('/first', rulesFor('v2')))
    const paint = mutatingHandler(scheme, ({ object }) => {
      ;(object as Body).spec.host = 'painted'
    })
    const change = mutatingConfiguration(webhook('/paint', rulesFor('v2')))
    await use({ '/first': noted, '/paint': paint }, configuration, change)
    await resource('v1', 'plains').create(site('a', 'old', 'Plain'))
    expect(seen[0]).toMatchObject({ object: { apiVersion: 'example.com/v2', spec: { host: 'painted', port: '80' } } })
    expect(await specOf('a', 'v1', 'plains')).toMatchObject({ host: 'painted', port: '80' })
    expect(conversions).toEqual([])
  })
})

describe('a policy for another version of a custom resource', () => {
  const constraints = { resourceRules: rulesFor('v2', ['CREATE', 'UPDATE']) }
  const apply = async (...objects: Parameters<TestServer['client']['create']>[0][]): Promise<void> => {
    const stored = []
    for (const object of objects) stored.push(await server.client.create(object))
    await server.api.observed(stored)
    conversions.length = 0
  }
  const validatingPolicy = (expression: string, failurePolicy = 'Fail') => [
    new ValidatingAdmissionPolicy({
      metadata: { name: 'addresses' },
      spec: {
        failurePolicy,
        matchConstraints: constraints as never,
        validations: [{ expression, message: 'wrong port' }],
      },
    }),
    new ValidatingAdmissionPolicyBinding({
      metadata: { name: 'all' },
      spec: { policyName: 'addresses', validationActions: ['Deny'] },
    }),
  ]
  const mutatingPolicy = (mutation: object, failurePolicy = 'Fail') => [
    new MutatingAdmissionPolicy({
      metadata: { name: 'addresses' },
      spec: {
        failurePolicy,
        matchConstraints: constraints as never,
        mutations: [mutation as never],
        reinvocationPolicy: 'Never',
      },
    }),
    new MutatingAdmissionPolicyBinding({ metadata: { name: 'all' }, spec: { policyName: 'addresses' } }),
  ]

  it('judges the new and the old object in its version', async () => {
    await apply(
      ...validatingPolicy(
        "object.spec.address.endsWith(':80') && (oldObject == null || oldObject.spec.address == 'old:80')",
      ),
    )
    await resource('v1').create(site('a'))
    await move('a', 'next')
    await expect(move('a', 'third')).rejects.toThrow('wrong port')
  })

  it('changes objects in its version by patches', async () => {
    const expression = "[JSONPatch{op: 'replace', path: '/spec/address', value: 'patched:443'}]"
    await apply(...mutatingPolicy({ patchType: 'JSONPatch', jsonPatch: { expression } }))
    await resource('v1').create(site('a'))
    expect(await specOf('a')).toMatchObject({ host: 'patched', port: '443' })
  })

  it('changes objects in its version by configurations', async () => {
    const expression = "Object{spec: Object.spec{address: 'applied:443'}}"
    await apply(...mutatingPolicy({ patchType: 'ApplyConfiguration', applyConfiguration: { expression } }))
    await resource('v1').create(site('a'))
    expect(await specOf('a')).toMatchObject({ host: 'applied', port: '443' })
  })

  it('fails as its failure policy says where objects cannot be converted to its version', async () => {
    failing = 'v2'
    await apply(...validatingPolicy('true', 'Ignore'))
    await resource('v1').create(site('a'))
    await server.client.resource(ValidatingAdmissionPolicy).delete('addresses')
    await server.client.resource(ValidatingAdmissionPolicyBinding).delete('all')
    await apply(
      ...mutatingPolicy({
        patchType: 'JSONPatch',
        jsonPatch: { expression: '[JSONPatch{op: "test", path: "/kind", value: "Site"}]' },
      }),
    )
    const name =
      'policy "addresses" denied request: failed to configure policy: conversion webhook for example.com/v1, Kind=Site'
    await expect(resource('v1').create(site('b'))).rejects.toThrow(`${name} failed: no way`)
    failing = 'v1'
    await expect(resource('v1').create(site('b'))).rejects.toMatchObject({
      status: {
        code: 500,
        message:
          'Internal error occurred: failed to convert object: conversion webhook for example.com/v2, Kind=Site failed: no way',
      },
    })
  })
})
