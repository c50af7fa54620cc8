import { TestServer } from '@apimachinery/server/testing'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { API, definition, definitions, version } from './api.js'

// After ratcheting_test.go of k8s.io/apiextensions-apiserver/test/integration: objects that are wrong under a new schema may stay so
// where they do not change.

let server: TestServer
let api: API
let count = 0

beforeAll(async () => {
  server = await TestServer.start({ groups: [] })
  api = new API(server)
})
afterAll(() => server.stop())

const text = { type: 'string' }
const number = { type: 'number' }

/** One kind, whose objects are applied and whose schema changes. */
class Story {
  readonly kind = `Story${count++}`
  readonly path = `/apis/stable.example.com/v1/namespaces/default/${this.kind.toLowerCase()}s/a`

  async begin(properties: object, more: object = {}): Promise<this> {
    await api.establish(definition(this.kind, { versions: [this.#version(properties, more)] }))
    return this
  }

  /** Another schema; resolves when it judges what is written. */
  async change(properties: object, more: object = {}): Promise<void> {
    const name = `${definitions}/${this.kind.toLowerCase()}s.stable.example.com`
    const { status, body } = await api.call('PATCH', name, { spec: { versions: [this.#version(properties, more)] } })
    if (status !== 200) throw new Error(JSON.stringify(body))
    await api.until(this.path.replace(/\/a$/, ''), (answer) => answer.status === 200)
  }

  /** Applies the object; `undefined` on success, otherwise the error. */
  async apply(fields: object): Promise<string | undefined> {
    const body = { apiVersion: 'stable.example.com/v1', kind: this.kind, metadata: { name: 'a' }, ...fields }
    const type = 'application/apply-patch+yaml'
    const answer = await api.call('PATCH', `${this.path}?fieldManager=m`, body, { 'content-type': type })
    return answer.status === 200 || answer.status === 201 ? undefined : answer.body.message
  }

  #version(properties: object, more: object): object {
    const made = version('v1', properties) as { schema: { openAPIV3Schema: object } }
    return { ...made, schema: { openAPIV3Schema: { ...made.schema.openAPIV3Schema, ...more } } }
  }
}

/** A keyword that old values break: what is stored, what may be written then, and what not. */
interface Keyword {
  readonly name: string
  readonly before: object
  readonly after: object
  readonly stored: unknown
  /** Right under the new schema. */
  readonly right: unknown
  /** Another value that is wrong. */
  readonly wrong: unknown
}

const keywords: readonly Keyword[] = [
  { name: 'minimum', before: number, after: { ...number, minimum: 10 }, stored: 5, right: 11, wrong: 6 },
  { name: 'maximum', before: number, after: { ...number, maximum: 10 }, stored: 50, right: 9, wrong: 51 },
  { name: 'enum', before: text, after: { ...text, enum: ['a', 'b'] }, stored: 'x', right: 'a', wrong: 'y' },
  { name: 'minLength', before: text, after: { ...text, minLength: 3 }, stored: 'a', right: 'abc', wrong: 'b' },
  { name: 'maxLength', before: text, after: { ...text, maxLength: 3 }, stored: 'abcd', right: 'abc', wrong: 'abce' },
  { name: 'pattern', before: text, after: { ...text, pattern: '^[a-z]+$' }, stored: 'A', right: 'a', wrong: 'B' },
  { name: 'format', before: text, after: { ...text, format: 'ipv4' }, stored: 'x', right: '1.2.3.4', wrong: 'y' },
  { name: 'multipleOf', before: number, after: { ...number, multipleOf: 2 }, stored: 3, right: 4, wrong: 5 },
  {
    name: 'minItems',
    before: { type: 'array', items: text },
    after: { type: 'array', items: text, minItems: 2 },
    stored: ['a'],
    right: ['a', 'b'],
    wrong: ['b'],
  },
  {
    name: 'maxItems',
    before: { type: 'array', items: text },
    after: { type: 'array', items: text, maxItems: 1 },
    stored: ['a', 'b'],
    right: ['a'],
    wrong: ['a', 'c'],
  },
  {
    name: 'minProperties',
    before: { type: 'object', additionalProperties: text },
    after: { type: 'object', additionalProperties: text, minProperties: 2 },
    stored: { a: 'x' },
    right: { a: 'x', b: 'y' },
    wrong: { a: 'y' },
  },
  {
    name: 'maxProperties',
    before: { type: 'object', additionalProperties: text },
    after: { type: 'object', additionalProperties: text, maxProperties: 1 },
    stored: { a: 'x', b: 'y' },
    right: { a: 'x' },
    wrong: { a: 'x', b: 'z' },
  },
  {
    name: 'a rule',
    before: text,
    after: { ...text, 'x-kubernetes-validations': [{ rule: "self.startsWith('r')" }] },
    stored: 'x',
    right: 'right',
    wrong: 'y',
  },
]

describe('a value that a new schema forbids', () => {
  it.each(keywords)('may stay as it is: $name', async ({ before, after, stored, right, wrong }) => {
    const story = await new Story().begin({ field: before, other: text })
    expect(await story.apply({ field: stored })).toBeUndefined()
    await story.change({ field: after, other: text })
    expect(await story.apply({ field: stored, other: 'changes' })).toBeUndefined()
    expect(await story.apply({ field: wrong, other: 'changes' })).toContain('field')
    expect(await story.apply({ field: right, other: 'again' })).toBeUndefined()
    // What was mended stays right.
    expect(await story.apply({ field: stored, other: 'again' })).toContain('field')
  })

  it('may stay in an entry of a map while others come', async () => {
    const story = await new Story().begin({ field: { type: 'object', additionalProperties: text } })
    await story.apply({ field: { a: 'X', b: 'Y' } })
    const lower = { ...text, pattern: '^[a-z]+$' }
    await story.change({ field: { type: 'object', additionalProperties: lower } })
    expect(await story.apply({ field: { a: 'X', b: 'Y', c: 'z' } })).toBeUndefined()
    expect(await story.apply({ field: { a: 'X', b: 'Y', c: 'Z' } })).toContain('field.c')
    expect(await story.apply({ field: { a: 'X' } })).toBeUndefined()
    expect(await story.apply({ field: { a: 'XX' } })).toContain('field.a')
  })

  const item = (field: object) => ({
    type: 'array',
    'x-kubernetes-list-type': 'map',
    'x-kubernetes-list-map-keys': ['name', 'port'],
    items: { type: 'object', required: ['name', 'port'], properties: { name: text, port: number, field } },
  })
  const entry = (name: string, port: number, field = 'VALUE') => ({ name, port, field })

  it('may stay in an item that is found by its keys, wherever it stands', async () => {
    const story = await new Story().begin({ field: item(text) })
    const [a, b, c] = [entry('a', 1), entry('b', 2), entry('c', 3)]
    await story.apply({ field: [a, b, c] })
    await story.change({ field: item({ ...text, pattern: '^[a-z]+$' }) })
    expect(await story.apply({ field: [c, a, b] })).toBeUndefined()
    expect(await story.apply({ field: [c, entry('d', 4, 'lower'), a, b] })).toBeUndefined()
    expect(await story.apply({ field: [c, entry('e', 5), a, b] })).toContain('field')
    expect(await story.apply({ field: [entry('a', 7)] })).toContain('field')
  })

  it('may stay in a list that is too long, as long as the list is the same', async () => {
    const story = await new Story().begin({ field: item(text), other: text })
    const [a, b, c] = [entry('a', 1), entry('b', 2), entry('c', 3)]
    await story.apply({ field: [a, b, c] })
    await story.change({ field: { ...item(text), maxItems: 2 }, other: text })
    expect(await story.apply({ field: [c, a, b], other: 'x' })).toBeUndefined()
    expect(await story.apply({ field: [c, a, b, entry('d', 4)], other: 'x' })).toContain('Too many')
    expect(await story.apply({ field: [a, entry('b', 2, 'other'), c], other: 'x' })).toContain('Too many')
  })

  it('may not stay in a list whose items are told apart by their place', async () => {
    const list = (items: object) => ({ type: 'array', items })
    const story = await new Story().begin({ field: list(text), other: text })
    await story.apply({ field: ['A', 'B'] })
    await story.change({ field: list({ ...text, pattern: '^[a-z]+$' }), other: text })
    expect(await story.apply({ field: ['A', 'B'], other: 'x' })).toBeUndefined()
    expect(await story.apply({ field: ['A', 'B', 'c'], other: 'x' })).toContain('field[0]')
    expect(await story.apply({ field: ['a'], other: 'x' })).toBeUndefined()
  })

  it.each([
    ['allOf', { allOf: [{ maximum: 10 }] }],
    ['anyOf', { anyOf: [{ maximum: 10 }, { minimum: 100 }] }],
    ['oneOf', { oneOf: [{ maximum: 10 }, { minimum: 100 }] }],
    ['not', { not: { minimum: 11 } }],
  ])('may not stay where %s forbids it in an object that changes', async (_name, keyword) => {
    const inner = (more: object) => ({ type: 'object', properties: { n: number, other: text }, ...more })
    const story = await new Story().begin({ field: inner({}) })
    await story.apply({ field: { n: 50 } })
    const nested = Object.entries(keyword).map(([name, value]) => {
      const wrap = (schema: object) => ({ properties: { n: schema } })
      return [name, Array.isArray(value) ? value.map(wrap) : wrap(value)]
    })
    await story.change({ field: inner(Object.fromEntries(nested)) })
    expect(await story.apply({ field: { n: 50, other: 'changes' } })).toContain('field')
    expect(await story.apply({ field: { n: 5, other: 'changes' } })).toBeUndefined()
  })

  it('does not get past rules of transitions', async () => {
    const story = await new Story().begin({ field: text, other: text })
    await story.apply({ field: 'a' })
    const rules = [{ rule: 'self == oldSelf', message: 'stays' }]
    await story.change({ field: { ...text, 'x-kubernetes-validations': rules }, other: text })
    expect(await story.apply({ field: 'a', other: 'x' })).toBeUndefined()
    expect(await story.apply({ field: 'b', other: 'x' })).toContain('stays')
  })

  it('is shown to rules whose old value is optional', async () => {
    const story = await new Story().begin({ field: text })
    const rules = [
      { rule: "oldSelf.hasValue() || self == 'first'", optionalOldSelf: true, message: 'begin with first' },
    ]
    await story.change({ field: { ...text, 'x-kubernetes-validations': rules } })
    expect(await story.apply({ field: 'second' })).toContain('begin with first')
    expect(await story.apply({ field: 'first' })).toBeUndefined()
    expect(await story.apply({ field: 'second' })).toBeUndefined()
  })

  it('is forgotten where a rule changes from one that it keeps', async () => {
    const rule = (limit: number) => ({ ...number, 'x-kubernetes-validations': [{ rule: `self < ${limit}.0` }] })
    const story = await new Story().begin({ field: rule(100), other: text })
    await story.apply({ field: 50 })
    await story.change({ field: rule(10), other: text })
    expect(await story.apply({ field: 50, other: 'x' })).toBeUndefined()
    expect(await story.apply({ field: 51, other: 'x' })).toContain('field')
    await story.change({ field: rule(1000), other: text })
    expect(await story.apply({ field: 51, other: 'x' })).toBeUndefined()
  })

  it('does not ratchet missing or unknown fields', async () => {
    const story = await new Story().begin({ field: { type: 'object', properties: { a: text, b: text } }, other: text })
    await story.apply({ field: { a: 'x' } })
    const required = { type: 'object', properties: { a: text, b: text }, required: ['b'] }
    await story.change({ field: required, other: text })
    expect(await story.apply({ field: { a: 'x' }, other: 'x' })).toBeUndefined()
    expect(await story.apply({ field: { a: 'y' }, other: 'x' })).toContain('field.b: Required value')
  })
})
