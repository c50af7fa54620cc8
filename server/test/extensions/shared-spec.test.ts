import { TestServer } from '@apimachinery/server/testing'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { memberSlice } from '../../src/extensions/member-slice.js'
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

  it('keep who owns which fields', async () => {
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
