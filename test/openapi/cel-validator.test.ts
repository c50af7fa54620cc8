import { describe, expect, it } from 'vitest'
import { CELValidator } from '../../src/openapi/cel/cel-validator.js'
import { escapePropertyName, unescapePropertyName } from '../../src/openapi/cel/escape.js'
import type { JSONSchemaProps, ValidationRule } from '../../src/openapi/json-schema-props.js'
import { newStructural } from '../../src/openapi/structural/new-structural.js'

const schemaOf = (rules: ValidationRule[], more: JSONSchemaProps = {}): JSONSchemaProps => ({
  type: 'object',
  properties: { spec: { type: 'object', properties: replicas, 'x-kubernetes-validations': rules, ...more } },
})
const replicas: Record<string, JSONSchemaProps> = {
  replicas: { type: 'integer' },
  max: { type: 'integer' },
  labels: { type: 'object', additionalProperties: { type: 'string' } },
}
const messages = (schema: JSONSchemaProps, value: object, old?: object) =>
  new CELValidator(newStructural(schema))
    .validate(value as never, old === undefined ? {} : { old: old as never })
    .map(({ message }) => message)

// Rows of pkg/cel/escaping_test.go of k8s.io/apiserver.
describe('names with escapes', () => {
  it.each([
    ['a__dot__a', 'a.a'],
    ['a__dash__a__slash__a', 'a-a/a'],
    ['__underscores__int__underscores__', '__int__'],
    ['__namespace__', 'namespace'],
    ['__int__extra', undefined],
    ['__illegal__', undefined],
    ['__if__x', undefined],
  ])('%s means %s', (name, property) => {
    expect(unescapePropertyName(name)).toBe(property)
  })
})

describe('CELValidator', () => {
  it('reports with message, fieldPath and reason', () => {
    const rule = 'self.replicas <= self.max'
    const value = { spec: { replicas: 3, max: 2 } }
    expect(messages(schemaOf([{ rule }]), value)).toEqual([`spec: Invalid value: failed rule: ${rule}`])
    expect(messages(schemaOf([{ rule, message: ' too many ', fieldPath: '.replicas' }]), value)).toEqual([
      'spec.replicas: Invalid value: too many',
    ])
    for (const [reason, text] of [
      ['FieldValueForbidden', 'spec: Forbidden: m'],
      ['FieldValueRequired', 'spec: Required value: m'],
      ['FieldValueDuplicate', 'spec: Duplicate value: m'],
    ] as const) {
      expect(messages(schemaOf([{ rule, message: 'm', reason }]), value)[0]).toContain(text.split(': ')[1])
    }
  })

  it('makes messages of expressions, and falls back to the message', () => {
    const rule = 'self.replicas <= self.max'
    const value = { spec: { replicas: 3, max: 2 } }
    const messageExpression = "'%d is more than %d'.format([self.replicas, self.max])"
    expect(messages(schemaOf([{ rule, messageExpression }]), value)).toEqual(['spec: Invalid value: 3 is more than 2'])
    for (const bad of ["' '", "'a\\nb'", 'self.nope', '1', "self.labels['x']"]) {
      expect(messages(schemaOf([{ rule, message: 'm', messageExpression: bad }]), value)).toEqual([
        'spec: Invalid value: m',
      ])
    }
  })

  it('shows messages of up to 5 KiB', () => {
    const text = (length: number) => ({ rule: 'false', message: 'm', messageExpression: `'${'é'.repeat(length / 2)}'` })
    const [longest] = messages(schemaOf([text(5120)]), { spec: {} })
    expect(longest).toHaveLength('spec: Invalid value: '.length + 2560)
    expect(messages(schemaOf([text(5122)]), { spec: {} })).toEqual(['spec: Invalid value: m'])
  })

  it('shows values, but no lists and no objects', () => {
    const own = (type: string) => ({ type, 'x-kubernetes-validations': [{ rule: 'false', message: 'm' }] })
    const properties = { l: own('array'), o: own('object'), s: own('string') }
    const schema = { type: 'object', properties: { ...properties, l: { ...own('array'), items: { type: 'string' } } } }
    expect(messages(schema, { l: ['a'], o: {}, s: 'text' })).toEqual([
      'l: Invalid value: m',
      'o: Invalid value: m',
      's: Invalid value: "text": m',
    ])
  })

  it('says why a rule could not be evaluated', () => {
    const reason = 'call arguments did not match a supported operator, function or macro signature for rule'
    expect(messages(schemaOf([{ rule: 'dyn([1]) < dyn([1])' }]), { spec: {} })).toEqual([
      `spec: Invalid value: "object": 'no such overload: _<_': ${reason}: dyn([1]) < dyn([1])`,
    ])
    const long = 'lists.range(999).all(x, lists.range(999).all(y, x + y >= 0))'
    const limit = 'no further validation rules will be run due to call cost exceeds limit for rule'
    expect(messages(schemaOf([{ rule: long }, { rule: 'false' }]), { spec: {} })).toEqual([
      `spec: Invalid value: "object": 'operation cancelled: actual cost limit exceeded': ${limit}: ${long}`,
    ])
  })

  it('leaves the budget of objects without rules as it was', () => {
    expect(new CELValidator(newStructural({ type: 'object' })).judge({}, { costBudget: 5 })).toEqual({
      errors: [],
      remaining: 5,
    })
  })

  it('runs transition rules only in updates', () => {
    const schema = schemaOf([{ rule: 'self.replicas >= oldSelf.replicas', message: 'never shrink' }])
    expect(messages(schema, { spec: { replicas: 1 } })).toEqual([])
    expect(messages(schema, { spec: { replicas: 1 } }, { spec: { replicas: 2 } })).toEqual([
      'spec: Invalid value: never shrink',
    ])
    expect(messages(schema, { spec: { replicas: 1 } }, {})).toEqual([])
  })

  it('gives optional old values where asked', () => {
    const rule = { rule: '!oldSelf.hasValue() || oldSelf.value().replicas == self.replicas', optionalOldSelf: true }
    const schema = schemaOf([rule])
    expect(messages(schema, { spec: { replicas: 1 } })).toEqual([])
    expect(messages(schema, { spec: { replicas: 1 } }, { spec: { replicas: 2 } })).toHaveLength(1)
    expect(messages(schemaOf([{ rule: 'oldSelf.hasValue()', optionalOldSelf: true }]), { spec: {} })).toHaveLength(1)
  })

  it('finds the old items of lists by their keys', () => {
    const item: JSONSchemaProps = {
      type: 'object',
      properties: { name: { type: 'string' }, value: { type: 'integer' } },
      'x-kubernetes-validations': [{ rule: 'self.value >= oldSelf.value', message: 'shrank' }],
    }
    const list = (more: object): JSONSchemaProps => ({
      type: 'object',
      properties: { l: { type: 'array', items: item, ...more } },
    })
    const now = {
      l: [
        { name: 'b', value: 1 },
        { name: 'a', value: 5 },
      ],
    }
    const old = {
      l: [
        { name: 'a', value: 1 },
        { name: 'b', value: 2 },
      ],
    }
    const map = { 'x-kubernetes-list-type': 'map', 'x-kubernetes-list-map-keys': ['name'] }
    expect(messages(list(map), now, old)).toEqual(['l[0]: Invalid value: shrank'])
    expect(messages(list({}), now, old)).toEqual([])
  })

  it('ratchets unchanged invalid values', () => {
    const schema = schemaOf([{ rule: 'self.replicas <= 2', message: 'm' }])
    const wrong = { spec: { replicas: 3 } }
    const validator = new CELValidator(newStructural(schema))
    expect(validator.validate(wrong, { old: wrong, ratcheting: true })).toEqual([])
    expect(validator.validate(wrong, { old: { spec: { replicas: 4 } }, ratcheting: true })).toHaveLength(1)
    expect(validator.validate(wrong, { old: wrong })).toHaveLength(1)
  })

  it('ratchets below unchanged parts only where both objects have them', () => {
    const item = {
      type: 'object',
      properties: { n: { type: 'integer', 'x-kubernetes-validations': [{ rule: 'self < 3' }] } },
    }
    const spec = (more: object) => ({
      type: 'object',
      properties: { l: { type: 'array', items: item, ...more }, x: { type: 'integer' } },
    })
    const judge = (more: object, now: object, old: object) =>
      new CELValidator(newStructural({ type: 'object', properties: { spec: spec(more) } } as never))
        .validate({ spec: now }, { old: { spec: old }, ratcheting: true })
        .map(({ field }) => field)
    const map = { 'x-kubernetes-list-type': 'map', 'x-kubernetes-list-map-keys': ['n'] }
    // A plain list that has not changed is ratcheted as a whole, also when its siblings have changed.
    expect(judge({}, { l: [{ n: 9 }], x: 1 }, { l: [{ n: 9 }], x: 2 })).toEqual([])
    // One that has changed has no counterparts for its items.
    expect(judge({}, { l: [{ n: 9 }, { n: 1 }] }, { l: [{ n: 9 }] })).toEqual(['spec.l[0].n'])
    // Items of a list of type map have, in any order.
    expect(judge(map, { l: [{ n: 1 }, { n: 9 }] }, { l: [{ n: 9 }] })).toEqual([])
    expect(judge(map, { l: [{ n: 8 }, { n: 9 }] }, { l: [{ n: 9 }] })).toEqual(['spec.l[0].n'])
  })

  it('tells where a rule does not compile', () => {
    const [message] = messages(schemaOf([{ rule: 'self.replicas > self.nope' }]), { spec: {} })
    expect(message).toBe(
      'spec: Invalid value: "object": rule compile error: compilation failed: ERROR: <input>:1:21: undefined field \'nope\'\n' +
        ' | self.replicas > self.nope\n | ....................^',
    )
  })

  it('knows int64 digit for digit', () => {
    const schema = schemaOf([{ rule: 'self.replicas == 9223372036854775807' }])
    expect(messages(schema, { spec: { replicas: 9223372036854775807n } })).toEqual([])
    expect(messages(schema, { spec: { replicas: 9223372036854775806n } })).toHaveLength(1)
  })

  it('runs rules below allOf on the value itself', () => {
    const rule = { rule: 'self.replicas < 2', message: 'below allOf' }
    const schema = schemaOf([], { allOf: [{ 'x-kubernetes-validations': [rule] }] })
    const withOwn = { ...schema, 'x-kubernetes-validations': [{ rule: 'true' }] }
    expect(messages(withOwn, { spec: { replicas: 3 } })).toEqual(['spec: Invalid value: below allOf'])
  })
})

describe('escapePropertyName', () => {
  it.each([
    ['a-b', 'a__dash__b'],
    ['a.b/c', 'a__dot__b__slash__c'],
    ['a__b', 'a__underscores__b'],
    ['namespace', '__namespace__'],
    ['plain', 'plain'],
    ['1a', undefined],
    ['a b', undefined],
    ['', undefined],
  ])('%s', (name, escaped) => expect(escapePropertyName(name)).toBe(escaped))
})
