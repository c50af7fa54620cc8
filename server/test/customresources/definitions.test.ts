import { TestServer } from '@apimachinery/server/testing'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { newCertificateAuthority } from '../../src/certificates/new-certificate.js'
import { API, type Body, condition, definition, definitions, isTrue, version } from './api.js'

// After validation_test.go, cabundle_test.go, deprecation_test.go, table_test.go, fieldselector_test.go and defaulting_test.go of
// k8s.io/apiextensions-apiserver/test/integration.

let server: TestServer
let api: API

beforeAll(async () => {
  server = await TestServer.start({ groups: [] })
  api = new API(server)
})
afterAll(() => server.stop())

const text = { type: 'string' }
const group = 'stable.example.com'
const at = (plural: string, name = 'v1') => `/apis/${group}/${name}/namespaces/default/${plural}`
const of = (kind: string, name: string, more: object = {}): Body => ({
  apiVersion: `${group}/v1`,
  kind,
  metadata: { name },
  ...more,
})

describe('the schema of a definition', () => {
  it.each<[string, object, string]>([
    [
      'additionalProperties beside properties',
      { properties: { a: text }, additionalProperties: { type: 'string' } },
      'mutual exclusive',
    ],
    ['additionalProperties at the root', { additionalProperties: { type: 'string' } }, 'must not be used at the root'],
    [
      'uniqueItems',
      { properties: { a: { type: 'array', items: text, uniqueItems: true } } },
      'uniqueItems cannot be set to true',
    ],
    ['a reference', { $ref: '#/definition/zeta' }, '$ref is not supported'],
    ['no type', { properties: { a: {} } }, 'must not be empty for specified object fields'],
    ['an array without items', { properties: { a: { type: 'array' } } }, 'must be specified'],
    [
      'several schemas of items',
      { properties: { a: { type: 'array', items: [text] } } },
      'items must be a schema object and not an array',
    ],
    ['nullable at the root', { nullable: true }, 'nullable cannot be true at the root'],
    ['the type null', { properties: { a: { type: 'null' } } }, 'type cannot be set to null'],
    ['a default that is wrong', { properties: { a: { type: 'string', default: 1 } } }, 'default'],
    [
      'a default below the metadata',
      { properties: { metadata: { type: 'object', properties: { name: { type: 'string', default: 'x' } } } } },
      'must not be set in top-level metadata',
    ],
    [
      'a type inside a logical keyword',
      { properties: { a: { type: 'string', anyOf: [{ type: 'string' }] } } },
      'must be empty to be structural',
    ],
    [
      'a field that only a logical keyword knows',
      { properties: { a: text }, anyOf: [{ properties: { b: {} } }] },
      'because it is defined in',
    ],
    [
      'a rule that does not compile',
      { properties: { a: { type: 'string', 'x-kubernetes-validations': [{ rule: 'self + 1' }] } } },
      'compilation failed',
    ],
    [
      'rules that cost too much',
      {
        properties: {
          a: {
            type: 'array',
            items: {
              type: 'array',
              items: { type: 'string', 'x-kubernetes-validations': [{ rule: "self.contains('x')" }] },
            },
          },
        },
      },
      'estimated rule cost',
    ],
    [
      'an int-or-string that keeps unknown fields',
      { properties: { a: { 'x-kubernetes-int-or-string': true, 'x-kubernetes-preserve-unknown-fields': true } } },
      'must be false if x-kubernetes-int-or-string is true',
    ],
    [
      'a map list without keys',
      { properties: { a: { type: 'array', 'x-kubernetes-list-type': 'map', items: { type: 'object' } } } },
      'must not be empty if x-kubernetes-list-type is map',
    ],
    ['a pattern that is none', { properties: { a: { type: 'string', pattern: '(' } } }, 'regular expression'],
  ])('must not have %s', async (...[, schema, message]) => {
    const made = { name: 'v1', served: true, storage: true, schema: { openAPIV3Schema: { type: 'object', ...schema } } }
    const answer = await api.call('POST', definitions, definition('Forbidden', { versions: [made] }))
    expect(answer.body).toMatchObject({ code: 422, reason: 'Invalid' })
    expect(answer.body.message).toContain(message)
  })

  it('is named where it is wrong, with every wrong place', async () => {
    const properties = { a: { type: 'array' }, b: {}, c: { type: 'string', pattern: '(' } }
    const { body } = await api.call(
      'POST',
      definitions,
      definition('Forbidden', { versions: [version('v1', properties)] }),
    )
    const fields = body.details.causes.map(({ field }: Body) => field)
    expect(fields.sort()).toEqual([
      'spec.validation.openAPIV3Schema.properties[a].items',
      'spec.validation.openAPIV3Schema.properties[b].type',
      'spec.validation.openAPIV3Schema.properties[c].pattern',
    ])
  })

  it('judges objects from when it changes on', async () => {
    await api.establish(definition('Judged', { versions: [version('v1', { a: text })] }))
    await api.call('POST', at('judgeds'), of('Judged', 'long', { a: 'much too long' }))
    const versions = [version('v1', { a: { ...text, maxLength: 3 } })]
    await api.call('PATCH', `${definitions}/judgeds.${group}`, { spec: { versions } })
    const late = await api.call('POST', at('judgeds'), of('Judged', 'late', { a: 'much too long' }))
    expect(late.body.message).toContain('a: Too long: may not be more than 3 bytes')
    expect((await api.call('PATCH', `${at('judgeds')}/long`, { a: 'longer' })).status).toBe(422)
    expect((await api.call('PATCH', `${at('judgeds')}/long`, { metadata: { labels: { b: 'c' } } })).status).toBe(200)
  })

  it('tells zero values from absent ones', async () => {
    const kinds: Readonly<Record<string, readonly [object, unknown]>> = {
      string: [text, ''],
      boolean: [{ type: 'boolean' }, false],
      number: [{ type: 'number' }, 0],
      integer: [{ type: 'integer' }, 0],
      array: [{ type: 'array', items: text }, []],
      object: [{ type: 'object', properties: { a: text } }, {}],
    }
    const [properties, given, wanted]: Record<string, unknown>[] = [{}, {}, {}]
    for (const [name, [schema, zero]] of Object.entries(kinds)) {
      Object.assign(properties as object, {
        [name]: schema,
        [`${name}_default`]: { ...schema, default: zero },
        [`${name}_null`]: { ...schema, nullable: true },
      })
      Object.assign(given as object, { [name]: zero, [`${name}_null`]: null })
      Object.assign(wanted as object, { [name]: zero, [`${name}_null`]: null, [`${name}_default`]: zero })
    }
    await api.establish(definition('Zero', { versions: [version('v1', properties as object)] }))
    const { body } = await api.call('POST', at('zeros'), of('Zero', 'a', given))
    const { apiVersion: _1, kind: _2, metadata: _3, ...fields } = body
    expect(fields).toEqual(wanted)
  })

  it('judges the items of lists', async () => {
    const items = { type: 'object', properties: { name: { ...text, minLength: 2 } }, required: ['name'] }
    await api.establish(definition('Listed', { versions: [version('v1', { list: { type: 'array', items } })] }))
    const create = async (list: unknown[]) => (await api.call('POST', at('listeds'), of('Listed', 'a', { list }))).body
    expect((await create([{ name: 'ab' }, {}])).message).toContain('list[1].name: Required value')
    expect((await create([{ name: 'ab' }, { name: 'a' }])).message).toContain('list[1].name')
    expect((await create(['a'])).message).toContain('must be of type object')
    expect((await create([{ name: 'ab' }])).metadata.name).toBe('a')
  })
})

describe('the authority of a conversion webhook', () => {
  const converted = (kind: string, caBundle: string | undefined) =>
    definition(kind, {
      versions: [version('v1', { a: text })],
      conversion: {
        strategy: 'Webhook',
        webhook: {
          conversionReviewVersions: ['v1beta1'],
          clientConfig: { ...(caBundle && { caBundle }), service: { namespace: 'default', name: 'example' } },
        },
      },
    })

  it('lets a definition be established only when it is a certificate', async () => {
    const bad = Buffer.from('-----BEGIN CERTIFICATE-----\nnone\n-----END CERTIFICATE-----\n').toString('base64')
    expect((await api.call('POST', definitions, converted('Untrusted', bad))).status).toBe(201)
    const path = `${definitions}/untrusteds.${group}`
    const { body } = await api.until(
      path,
      (answer) => condition(answer.body, 'Established')?.reason === 'InvalidCABundle',
    )
    expect(condition(body, 'Established')).toMatchObject({
      status: 'False',
      message: 'The conversion webhook CABundle is invalid',
    })
    const { certificate } = await newCertificateAuthority('webhooks', new Date(Date.now() - 60_000))
    const caBundle = Buffer.from(certificate).toString('base64')
    const spec = converted('Untrusted', caBundle).spec
    expect((await api.call('PATCH', path, { spec: { conversion: spec.conversion } })).status).toBe(200)
    await api.until(path, (answer) => isTrue(answer.body, 'Established'))
  })

  it.each([undefined, ' '])('may be missing: %j', async (bundle) => {
    const kind = bundle === undefined ? 'Missing' : 'Blank'
    const made = converted(kind, bundle === undefined ? undefined : Buffer.from('').toString('base64'))
    await api.call('POST', definitions, made)
    await api.until(`${definitions}/${made.metadata.name}`, (answer) => isTrue(answer.body, 'Established'))
  })

  it('is not asked for unused versions', async () => {
    const made = converted('Alone', undefined)
    await api.establish(made)
    expect((await api.call('POST', at('alones'), of('Alone', 'a', { a: 'x' }))).status).toBe(201)
    expect((await api.get(`${at('alones')}/a`)).body.a).toBe('x')
  })
})

describe('a version that is deprecated', () => {
  it('says so in a warning, in its own words or those of upstream', async () => {
    const named = (name: string, more: object = {}) => version(name, { a: text }, { storage: false, ...more })
    await api.establish(
      definition('Dep', {
        group: 'tests.example.com',
        versions: [
          named('v1alpha1', { deprecated: true }),
          named('v1alpha2', { deprecated: true, deprecationWarning: 'custom deprecation warning' }),
          named('v1beta1', { served: false }),
          named('v1beta2'),
          named('v1beta3', { storage: true }),
        ],
      }),
    )
    const warning = async (name: string) =>
      (await api.get(`/apis/tests.example.com/${name}/deps`)).headers.get('warning')
    expect(await warning('v1alpha1')).toBe(
      '299 - "tests.example.com/v1alpha1 Dep is deprecated; use tests.example.com/v1beta3 Dep"',
    )
    expect(await warning('v1alpha2')).toBe('299 - "custom deprecation warning"')
    expect(await warning('v1beta2')).toBeNull()
    expect(await warning('v1beta3')).toBeNull()
    expect((await api.get('/apis/tests.example.com/v1beta1/deps')).status).toBe(404)
  })
})

describe('the columns of a definition', () => {
  const age = (name: string) => ({ name, type: 'date', jsonPath: '.metadata.creationTimestamp' })
  const accept = 'application/json;as=Table;g=meta.k8s.io;v=v1'
  const titles = async (name: string) => {
    const { body } = await api.get(at('columneds', name), { accept })
    return body.columnDefinitions.map((column: Body) => column.name)
  }

  it('are those of each version, and change with a patch', async () => {
    const versions = (first: object, second: object) => [
      version('v1', { a: text }, first),
      version('v2', { a: text }, { storage: false, ...second }),
    ]
    await api.establish(definition('Columned', { versions: versions({ additionalPrinterColumns: [age('Old')] }, {}) }))
    expect(await titles('v1')).toEqual(['Name', 'Old'])
    expect(await titles('v2')).toEqual(['Name', 'Age'])
    const spec = {
      versions: versions(
        {},
        { additionalPrinterColumns: [age('Age2'), { ...age('A'), type: 'string', jsonPath: '.a' }] },
      ),
    }
    expect((await api.call('PATCH', `${definitions}/columneds.${group}`, { spec })).status).toBe(200)
    expect(await titles('v1')).toEqual(['Name', 'Age'])
    expect(await titles('v2')).toEqual(['Name', 'Age2', 'A'])
  })

  it('at the top of the spec belong to old versions of definitions', async () => {
    const spec = { additionalPrinterColumns: [age('Top')] }
    const { headers, body } = await api.call('PATCH', `${definitions}/columneds.${group}`, { spec })
    expect(headers.get('warning')).toContain('unknown field \\"spec.additionalPrinterColumns\\"')
    expect(body.spec.additionalPrinterColumns).toBeUndefined()
  })
})

describe('fields that can be selected', () => {
  it('are those of the version, in lists, watches and deletions', async () => {
    const properties = { color: text, quantity: { type: 'integer' }, sold: { type: 'boolean' } }
    const selectableFields = ['.spec.color', '.spec.quantity', '.spec.sold'].map((jsonPath) => ({ jsonPath }))
    const versions = [version('v1', { spec: { type: 'object', properties } }, { selectableFields })]
    await api.establish(definition('Shirt', { versions }))
    const watch = await api.watch(`${at('shirts')}?watch=1&fieldSelector=spec.color%3Dblue`)
    for (const [name, spec] of Object.entries({
      a: { color: 'blue', quantity: 2, sold: true },
      b: { color: 'green', quantity: 3 },
      c: { color: 'blue', quantity: 3, sold: false },
    })) {
      await api.call('POST', at('shirts'), of('Shirt', name, { spec }))
    }
    const names = async (selector: string) => {
      const { body } = await api.get(`${at('shirts')}?fieldSelector=${encodeURIComponent(selector)}`)
      return body.items?.map(({ metadata }: Body) => metadata.name) ?? body.message
    }
    expect(await names('spec.color=blue')).toEqual(['a', 'c'])
    expect(await names('spec.color!=blue')).toEqual(['b'])
    expect(await names('spec.quantity=3,spec.color=blue')).toEqual(['c'])
    expect(await names('spec.sold=true')).toEqual(['a'])
    expect(await names('spec.sold=')).toEqual(['b'])
    expect(await names('metadata.name=b')).toEqual(['b'])
    expect(await names('spec.size=1')).toContain('field label not supported: spec.size')
    expect((await watch.next()).object.metadata.name).toBe('a')
    expect((await watch.next()).object.metadata.name).toBe('c')
    await api.call('PATCH', `${at('shirts')}/a`, { spec: { color: 'red' } })
    expect(await watch.next()).toMatchObject({ type: 'DELETED', object: { metadata: { name: 'a' } } })
    await watch.cancel()
    await api.call('DELETE', `${at('shirts')}?fieldSelector=spec.color%3Dblue`)
    expect(await names('spec.quantity!=99')).toEqual(['a', 'b'])
    const { body: documents } = await api.get(`/openapi/v3/apis/${group}/v1`)
    const schema = Object.values(
      JSON.parse(JSON.stringify(typeof documents === 'string' ? JSON.parse(documents) : documents)).components.schemas,
    ).find((each) => (each as Body)['x-kubernetes-group-version-kind']?.[0]?.kind === 'Shirt') as Body
    expect(schema['x-kubernetes-selectable-fields']).toEqual([
      { fieldPath: 'spec.color' },
      { fieldPath: 'spec.quantity' },
      { fieldPath: 'spec.sold' },
    ])
  })

  it.each([
    ['a list', '.spec.list'],
    ['an object', '.spec'],
    ['what is not in the schema', '.spec.nothing'],
    ['metadata', '.metadata.name'],
    ['no path', 'spec.color'],
  ])('are not %s', async (_what, jsonPath) => {
    const properties = { list: { type: 'array', items: text }, color: text }
    const versions = [version('v1', { spec: { type: 'object', properties } }, { selectableFields: [{ jsonPath }] })]
    const { body } = await api.call('POST', definitions, definition('Wrong', { versions }))
    expect(body).toMatchObject({ code: 422 })
    expect(body.message).toContain('spec.selectableFields[0].jsonPath')
  })
})

describe('an object stored under other rules', () => {
  const key = (plural: string, name: string) => `/registry/${group}/${plural}/default/${name}`

  it('is pruned when it is read', async () => {
    const open = {
      name: 'v1',
      served: true,
      storage: true,
      schema: { openAPIV3Schema: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true } },
    }
    await api.establish(definition('Pruned', { versions: [open] }))
    await api.call('POST', at('pruneds'), of('Pruned', 'a', { alpha: 1, beta: { gamma: 2 }, kept: 'x' }))
    await api.call('PATCH', `${definitions}/pruneds.${group}`, { spec: { versions: [version('v1', { kept: text })] } })
    const { body } = await api.get(`${at('pruneds')}/a`)
    expect([body.alpha, body.beta, body.kept]).toEqual([undefined, undefined, 'x'])
    const { kvs } = await server.snapshot().kv.range({ key: key('pruneds', 'a') })
    expect(JSON.parse(Buffer.from(kvs[0]?.value ?? []).toString()).alpha).toBe(1)
    // The next write leaves it away.
    await api.call('PATCH', `${at('pruneds')}/a`, { kept: 'y' })
    const { kvs: after } = await server.snapshot().kv.range({ key: key('pruneds', 'a') })
    expect(JSON.parse(Buffer.from(after[0]?.value ?? []).toString()).alpha).toBeUndefined()
  })
})
