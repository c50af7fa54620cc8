import { TestServer } from '@apimachinery/server/testing'
import { CustomResourceDefinition } from 'apimachinery/api/apiextensions/v1'
import { deepCopy } from 'apimachinery/descriptor'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { definitionCodec } from '../../src/customresources/definition-codec.js'
import { memberSlice } from '../../src/customresources/member-slice.js'
import { schemaSlices } from '../../src/customresources/schema-slices.js'
import { API, type Body, definition, definitions, isTrue, version } from './api.js'
import { realDefinitions } from './real-definitions.js'

const text = (json: string, name: string): string | undefined => {
  const bytes = Buffer.from(json)
  const slice = memberSlice(bytes, name)
  return slice && bytes.subarray(slice.start, slice.end).toString()
}

describe('a member of an object', () => {
  it.each([
    ['{"a":1,"spec":{"b":[{"c":"}]"}],"d":{}},"e":2}', '{"b":[{"c":"}]"}],"d":{}}'],
    ['{"spec":{}}', '{}'],
    ['{"a":{"spec":{"x":1}},"spec":{"y":2}}', '{"y":2}'],
    ['{"a\\"spec":1,"b":"\\\\","spec":{"c":"\\\\\\""}}', '{"c":"\\\\\\""}'],
    ['{"a":"ü","spec":{"ü":"ü"}}', '{"ü":"ü"}'],
    ['{"spec":null}', undefined],
    ['{"spec":[]}', undefined],
    ['{"spec":{"a":1', undefined],
    ['{"a":1}', undefined],
    ['{ "spec":{}}', undefined],
    ['', undefined],
  ])('%s', (json, found) => {
    expect(text(json, 'spec')).toBe(found)
  })
})

describe('a codec of definitions', () => {
  let parsed = 0
  const plain = {
    decode(data: Uint8Array) {
      parsed++
      return new CustomResourceDefinition(JSON.parse(Buffer.from(data).toString()))
    },
    encode: ({ metadata, spec, status }: CustomResourceDefinition) => {
      const { group, scope, names, versions } = spec
      return Buffer.from(JSON.stringify({ metadata, spec: { group, scope, names, versions }, status }))
    },
  }
  const text = (bytes: Uint8Array) => Buffer.from(bytes).toString()
  const made = (name: string) =>
    new CustomResourceDefinition(definition(name, { versions: [version('v1', {})] }) as never)

  it('reads schemas when they are asked for, and gives them again when they were forgotten', () => {
    const codec = definitionCodec(plain)
    const data = codec.encode(made('Lazy'))
    const shown = codec.decode(data)
    const [version] = shown.spec.versions
    parsed = 0
    expect(Object.keys(version as object)).toContain('schema')
    expect(parsed).toBe(0)
    expect(version?.schema).toEqual(made('Lazy').spec.versions[0]?.schema)
    expect(parsed).toBe(1)
    expect(deepCopy(shown).spec).toEqual(made('Lazy').spec)
  })

  it('shares the spec of states that come in bytes of their own', () => {
    const codec = definitionCodec(plain)
    const data = codec.encode(made('Shared'))
    const state = Buffer.from(text(data).replace('"metadata":{', '"metadata":{"generation":2,'))
    expect(codec.decode(state).spec).toBe(codec.decode(data).spec)
    expect(codec.decode(state).metadata?.generation).toBe(2)
  })

  it('writes anew what others have written differently', () => {
    const codec = definitionCodec(plain)
    const exact = codec.encode(made('Other'))
    const foreign = Buffer.from(text(exact).replace('"spec":{', '"spec":{"extra":1,'))
    expect(text(codec.encode(codec.decode(foreign)))).toBe(text(exact))
  })

  it.each([
    ['shared by all', [version('v1', {})]],
    ['some of which are absent', [version('v1', {}), { name: 'v2', served: false, storage: false }]],
    ['of their own', [version('v1', {}), version('v2', { other: { type: 'string' } })]],
  ])('shows the stored schemas of versions in answers of all states: %s', (_, versions) => {
    const codec = definitionCodec(plain)
    const state = codec.decode(codec.encode(new CustomResourceDefinition(definition('Answer', { versions }) as never)))
    parsed = 0
    const answers = [1, 2].map((generation) => {
      state.metadata = { ...state.metadata, generation } as typeof state.metadata
      return text(codec.encodeAs?.(state, 'json', plain.encode) as Uint8Array)
    })
    expect(parsed).toBe(0)
    expect(answers.map((each) => JSON.parse(each).spec.versions)).toEqual([versions, versions])
    expect(answers.map((each) => JSON.parse(each).metadata.generation)).toEqual([1, 2])
  })

  it('writes whole what is no object of one line', () => {
    const codec = definitionCodec(plain)
    const state = codec.decode(codec.encode(made('Pretty')))
    const encode = (object: CustomResourceDefinition) => Buffer.from(JSON.stringify(object, undefined, 2))
    expect(text(codec.encodeAs?.(state, 'pretty', encode) as Uint8Array)).toBe(text(encode(state)))
  })
})

describe('schemas of versions in a spec', () => {
  const found = (json: string) => {
    const bytes = Buffer.from(json)
    return schemaSlices(bytes).map(({ start, end }) => bytes.subarray(start, end).toString())
  }

  it.each([
    [
      '{"versions":[{"name":"v1","schema":{"a":1}},{"name":"v2"},{"schema":{"b":[2]},"x":1}]}',
      ['{"a":1}', '{"b":[2]}'],
    ],
    ['{"validation":{"a":1},"versions":[{"name":"v1"},{"name":"v2"}]}', ['{"a":1}']],
    ['{"versions":[]}', []],
    ['{"versions":null}', []],
    ['{"group":"g"}', []],
  ])('%s', (json, schemas) => {
    expect(found(json)).toEqual(schemas)
  })
})

let server: TestServer
let api: API

beforeAll(async () => {
  server = await TestServer.start({ groups: [] })
  api = new API(server)
})
afterAll(() => server.stop())

/** A definition as a second server shows it, which has nothing but the stored bytes. */
async function stored(name: string): Promise<Body> {
  await using other = await server.fork()
  return (await new API(other).get(`${definitions}/${name}`)).body
}

describe('definitions whose states share their spec', () => {
  const own = definition('Shared', {
    versions: [version('v1', { spec: { type: 'object', properties: { a: { type: 'string', default: 'x' } } } })],
  })

  it.each([own, ...realDefinitions()].map((each) => [each.metadata.name, each]))(
    'are stored and shown whole: %s',
    async (name, body) => {
      const created = await api.call('POST', definitions, body)
      expect(created.status).toBe(201)
      const path = `${definitions}/${name}`
      const established = await api.until(path, (answer) => isTrue(answer.body, 'Established'))
      expect(established.body.spec).toEqual(created.body.spec)
      expect((await stored(name)).spec).toEqual(established.body.spec)
    },
  )

  it('keep the owners of fields', async () => {
    const { body } = await api.get(`${definitions}/shareds.stable.example.com`)
    const status = body.metadata.managedFields.find(({ subresource }: Body) => subresource === 'status')
    expect(status).toMatchObject({ manager: 'kube-apiserver', operation: 'Update', subresource: 'status' })
    expect(status.fieldsV1).toEqual({
      'f:status': {
        'f:acceptedNames': { 'f:kind': {}, 'f:listKind': {}, 'f:plural': {}, 'f:singular': {} },
        'f:conditions': {
          'k:{"type":"Established"}': ownedCondition,
          'k:{"type":"NamesAccepted"}': ownedCondition,
        },
      },
    })
  })

  it('take a new spec over, and keep their status', async () => {
    const path = `${definitions}/shareds.stable.example.com`
    const versions = [version('v1', { other: { type: 'string' } })]
    const patched = await api.call('PATCH', path, { spec: { versions } })
    expect(patched.status).toBe(200)
    const { body } = await api.get(path)
    expect(Object.keys(body.spec.versions[0].schema.openAPIV3Schema.properties)).toEqual(['other'])
    expect((await stored('shareds.stable.example.com')).spec).toEqual(body.spec)
    expect(isTrue(body, 'Established')).toBe(true)
    expect(body.metadata.generation).toBe(2)
  })
})

const ownedCondition = {
  '.': {},
  'f:lastTransitionTime': {},
  'f:message': {},
  'f:reason': {},
  'f:status': {},
  'f:type': {},
}
