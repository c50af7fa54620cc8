import { TestServer } from '@apimachinery/server/testing'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { API, type Body, definition, definitions, version } from './api.js'

// After pruning_test.go, defaulting_test.go, validation_test.go, ratcheting_test.go and listtype_test.go of
// k8s.io/apiextensions-apiserver/test/integration, and of field_validation_test.go of Kubernetes.

let server: TestServer
let api: API

beforeAll(async () => {
  server = await TestServer.start({ groups: [] })
  api = new API(server)
})
afterAll(() => server.stop())

interface Resource {
  readonly path: string
  readonly definition: string
  create(name: string, more?: object, query?: string): ReturnType<API['call']>
  patch(name: string, patch: object, query?: string): ReturnType<API['call']>
}

/** Defines a kind and gives its collection. */
async function resource(kind: string, properties: object, more: object = {}): Promise<Resource> {
  const created = definition(kind, { versions: [version('v1', properties, more)] })
  await api.establish(created)
  const path = `/apis/stable.example.com/v1/namespaces/default/${created.spec.names.plural}`
  const apiVersion = 'stable.example.com/v1'
  return {
    path,
    definition: `${definitions}/${created.metadata.name}`,
    create: (name, body = {}, query = '') =>
      api.call('POST', path + query, { apiVersion, kind, metadata: { name }, ...body }),
    patch: (name, patch, query = '') => api.call('PATCH', `${path}/${name}${query}`, patch),
  }
}

const text = { type: 'string' }
const object = (properties: object, more: object = {}) => ({ type: 'object', properties, ...more })
const schemaPatch = (properties: object): object => ({ spec: { versions: [version('v1', properties)] } })

describe('pruning', () => {
  it('removes what the schema does not know, on creation, on changes and on reading', async () => {
    const pruned = await resource('Pruned', {
      spec: object({
        a: text,
        open: object({ known: object({ x: text }) }, { 'x-kubernetes-preserve-unknown-fields': true }),
        list: { type: 'array', items: object({ a: text }) },
        map: { type: 'object', additionalProperties: object({ a: text }) },
      }),
    })
    const given = {
      a: 'a',
      b: 'b',
      open: { any: 1, known: { x: 'x', y: 'y' } },
      list: [{ a: 'a', b: 'b' }],
      map: { k: { a: 'a', b: 'b' } },
    }
    const kept = { a: 'a', open: { any: 1, known: { x: 'x' } }, list: [{ a: 'a' }], map: { k: { a: 'a' } } }
    expect((await pruned.create('p', { spec: given })).body.spec).toEqual(kept)
    expect((await pruned.patch('p', { spec: { c: 1, list: [{ z: 1 }] } })).body.spec).toEqual({ ...kept, list: [{}] })
    await api.call('PATCH', pruned.definition, schemaPatch({ spec: object({ open: object({}) }) }))
    const { body } = await api.until(`${pruned.path}/p`, (answer) => answer.body.spec?.a === undefined)
    expect(body.spec).toEqual({ open: {} })
  })
})

describe('defaulting', () => {
  it('fills in absent values, and null where it may not be', async () => {
    const defaulted = await resource('Defaulted', {
      spec: object(
        {
          a: { ...text, default: 'A' },
          nullable: { ...text, nullable: true, default: 'N' },
          plain: text,
          deep: object({ x: { ...text, default: 'X' } }, { default: {} }),
          list: { type: 'array', items: object({ n: { type: 'integer', default: 1 } }) },
        },
        { default: {} },
      ),
    })
    const { body } = await defaulted.create('d')
    expect(body.spec).toEqual({ a: 'A', nullable: 'N', deep: { x: 'X' } })
    const nulls = await defaulted.create('n', { spec: { a: null, nullable: null, plain: null, list: [{}] } })
    expect(nulls.body.spec).toEqual({ a: 'A', nullable: null, deep: { x: 'X' }, list: [{ n: 1 }] })
  })

  it('fills in defaults of a newer schema when objects are read, and they are not stored', async () => {
    const later = await resource('Later', { spec: object({ a: text }) })
    const created = await later.create('l', { spec: { a: 'a' } })
    await api.call('PATCH', later.definition, schemaPatch({ spec: object({ a: text, b: { ...text, default: 'B' } }) }))
    const { body } = await api.until(`${later.path}/l`, (answer) => answer.body.spec?.b !== undefined)
    expect(body.spec).toEqual({ a: 'a', b: 'B' })
    expect(body.metadata.resourceVersion).toBe(created.body.metadata.resourceVersion)
    const listed = await api.get(later.path)
    expect(listed.body.items[0].spec).toEqual({ a: 'a', b: 'B' })
  })
})

describe('validation', () => {
  it('tells everything that is wrong at once', async () => {
    const checked = await resource('Checked', {
      spec: object(
        { min: { type: 'integer', minimum: 3 }, word: { ...text, pattern: '^a' }, one: { ...text, enum: ['x', 'y'] } },
        { required: ['min'] },
      ),
    })
    const { body } = await checked.create('c', { spec: { word: 'b', one: 'z' } })
    expect(body.code).toBe(422)
    expect(body.details.causes.map(({ field, reason }: Body) => [field, reason])).toEqual([
      ['spec.word', 'FieldValueInvalid'],
      ['spec.one', 'FieldValueNotSupported'],
      ['spec.min', 'FieldValueRequired'],
    ])
  })

  it('runs rules, and those of transitions on updates only', async () => {
    const ruled = await resource('Ruled', {
      spec: object(
        {
          min: { type: 'integer' },
          max: { type: 'integer' },
          fixed: { ...text, 'x-kubernetes-validations': [{ rule: 'self == oldSelf', message: 'fixed is fixed' }] },
        },
        {
          'x-kubernetes-validations': [
            { rule: '!has(self.min) || !has(self.max) || self.min <= self.max', message: 'min must not be above max' },
          ],
        },
      ),
    })
    const bad = await ruled.create('r', { spec: { min: 2, max: 1 } })
    expect(bad.body.message).toBe(
      'Ruled.stable.example.com "r" is invalid: spec: Invalid value: min must not be above max',
    )
    expect((await ruled.create('r', { spec: { fixed: 'a' } })).status).toBe(201)
    const changed = await ruled.patch('r', { spec: { fixed: 'b' } })
    expect(changed.body.message).toBe(
      'Ruled.stable.example.com "r" is invalid: spec.fixed: Invalid value: "b": fixed is fixed',
    )
    expect((await ruled.patch('r', { spec: { min: 1 } })).status).toBe(200)
  })

  it('ratchets unchanged invalid values', async () => {
    const loose = { a: text, b: text }
    const ratcheted = await resource('Ratcheted', { spec: object(loose) })
    await ratcheted.create('r', { spec: { a: 'long', b: 'long' } })
    await api.call(
      'PATCH',
      ratcheted.definition,
      schemaPatch({ spec: object({ a: { ...text, maxLength: 2 }, b: { ...text, maxLength: 2 } }) }),
    )
    // The new schema is in force once a new object is refused by it.
    const probe = async () => (await ratcheted.create('probe', { spec: { a: 'long' } }, '?dryRun=All')).status
    await expect.poll(probe, { timeout: 10_000 }).toBe(422)
    expect((await ratcheted.patch('r', { metadata: { labels: { a: 'b' } } })).status).toBe(200)
    expect((await ratcheted.patch('r', { spec: { a: 'ok' } })).status).toBe(200)
    const worse = await ratcheted.patch('r', { spec: { b: 'longer' } })
    expect(worse.body.details.causes.map(({ field }: Body) => field)).toEqual(['spec.b'])
  })

  it('rejects duplicate items in sets and maps', async () => {
    const listed = await resource('Listed', {
      set: { type: 'array', items: text, 'x-kubernetes-list-type': 'set' },
      map: {
        type: 'array',
        items: object({ k: text, v: text }, { required: ['k'] }),
        'x-kubernetes-list-type': 'map',
        'x-kubernetes-list-map-keys': ['k'],
      },
    })
    const { body } = await listed.create('l', { set: ['a', 'a'], map: [{ k: '1' }, { k: '1', v: 'x' }] })
    expect(body.details.causes.map(({ field, reason }: Body) => [field, reason])).toEqual([
      ['map[1]', 'FieldValueDuplicate'],
      ['set[1]', 'FieldValueDuplicate'],
    ])
  })
})

describe('field validation', () => {
  const kind = 'Strict'
  let strict: Resource
  beforeAll(async () => {
    strict = await resource(kind, { spec: object({ a: text, in: object({ x: text }) }) })
  })

  it('refuses unknown and duplicate fields, all of them', async () => {
    const body = `{"apiVersion":"stable.example.com/v1","kind":"Strict","metadata":{"name":"s","unknownMeta":1},"spec":{"a":"1","a":"2","b":1,"in":{"y":1}},"top":1}`
    const answer = await api.call('POST', `${strict.path}?fieldValidation=Strict`, body)
    expect(answer.body).toMatchObject({ code: 400 })
    expect(answer.body.message).toBe(
      'Strict in version "v1" cannot be handled as a Strict: strict decoding error: duplicate field "spec.a", unknown field "metadata.unknownMeta", unknown field "spec.b", unknown field "spec.in.y", unknown field "top"',
    )
  })

  it('warns by default, and prunes', async () => {
    const answer = await strict.create('w', { spec: { a: '1', b: 1 } })
    expect(answer.headers.get('warning')).toBe('299 - "unknown field \\"spec.b\\""')
    expect(answer.body.spec).toEqual({ a: '1' })
    const ignored = await strict.create('i', { spec: { b: 1 } }, '?fieldValidation=Ignore')
    expect(ignored.headers.get('warning')).toBeNull()
  })

  it('looks at patches', async () => {
    await strict.create('p', { spec: { a: '1' } })
    const refused = await strict.patch('p', { spec: { b: 1 } }, '?fieldValidation=Strict')
    expect(refused.body.message).toContain('strict decoding error: unknown field "spec.b"')
    const apply = { apiVersion: 'stable.example.com/v1', kind, metadata: { name: 'p' }, spec: { b: 1 } }
    const applied = await api.call('PATCH', `${strict.path}/p?fieldManager=m`, apply, {
      'content-type': 'application/apply-patch+yaml',
    })
    expect(applied.status).toBe(500)
    expect(applied.body.message).toMatch(/\.spec\.b: field not declared in schema$/)
  })
})

describe('server-side apply', () => {
  it('merges by the schema', async () => {
    const applied = await resource('Applied', {
      spec: object({
        ports: {
          type: 'array',
          'x-kubernetes-list-type': 'map',
          'x-kubernetes-list-map-keys': ['port'],
          items: object({ port: { type: 'integer' }, name: text }, { required: ['port'] }),
        },
        words: { type: 'array', items: text },
      }),
    })
    const apply = (manager: string, spec: object, query = '') =>
      api.call(
        'PATCH',
        `${applied.path}/a?fieldManager=${manager}${query}`,
        { apiVersion: 'stable.example.com/v1', kind: 'Applied', metadata: { name: 'a' }, spec },
        { 'content-type': 'application/apply-patch+yaml' },
      )
    expect((await apply('one', { ports: [{ port: 1, name: 'a' }], words: ['x'] })).status).toBe(201)
    const second = await apply('two', { ports: [{ port: 2, name: 'b' }] })
    expect(second.body.spec.ports.map(({ port }: Body) => port)).toEqual([1, 2])
    const conflict = await apply('two', { ports: [{ port: 1, name: 'z' }], words: ['y'] })
    expect(conflict.body).toMatchObject({ code: 409, reason: 'Conflict' })
    expect(conflict.body.message).toBe(
      'Apply failed with 2 conflicts: conflicts with "one":\n- .spec.words\n- .spec.ports[port=1].name',
    )
    const gone = await apply('one', { words: ['x'] })
    expect(gone.body.spec.ports.map(({ port }: Body) => port)).toEqual([2])
  })
})
