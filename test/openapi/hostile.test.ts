import { describe, expect, it } from 'vitest'
import type { JSONObject, JSONValue } from '../../src/json/json-value.js'
import { CELValidator } from '../../src/openapi/cel/cel-validator.js'
import type { JSONSchemaProps } from '../../src/openapi/json-schema-props.js'
import { applySchemaDefaults } from '../../src/openapi/structural/default-value.js'
import { maxSchemaDepth, newStructural } from '../../src/openapi/structural/new-structural.js'
import { prune } from '../../src/openapi/structural/prune.js'
import { SchemaValidator } from '../../src/openapi/validate/schema-validator.js'

const rules = (schema: JSONSchemaProps) => new CELValidator(newStructural(schema))
const withRule = (rule: string, properties: Record<string, JSONSchemaProps>): JSONSchemaProps => ({
  type: 'object',
  properties,
  'x-kubernetes-validations': [{ rule }],
})
const strings: JSONSchemaProps = { type: 'array', items: { type: 'string' } }

describe('patterns', () => {
  // Each of these keeps a backtracking engine busy for longer than the tests may run.
  it.each(['^(a+)+$', '^(a|a)*$', '^(.*a){20}$', '^((a*)*)*$', '(x+x+)+y'])(
    '%s is judged in linear time',
    (pattern) => {
      const validator = new SchemaValidator({ type: 'string', pattern })
      expect(validator.validate(`${'a'.repeat(50_000)}!`)).toHaveLength(1)
      expect(validator.validate(`${'x'.repeat(50_000)}!`)).toHaveLength(1)
    },
  )

  it.each(['(?=a)', '(a)\\1', 'a{1001}', '((a{0,100}){0,100}){0,100}', '('])(
    '%s is refused as Go refuses it',
    (pattern) => {
      const [error] = new SchemaValidator({ type: 'string', pattern }).validate('a')
      expect(error?.message).toContain('but pattern is invalid: error parsing regexp:')
    },
  )

  it('that are long are refused, alone and together', () => {
    const [error] = new SchemaValidator({ type: 'string', pattern: 'a*'.repeat(26_000) }).validate('a')
    expect(error?.message).toContain('error parsing regexp: expression too large')
    const properties = Object.fromEntries(
      Array.from({ length: 200 }, (_, i) => [`p${i}`, { type: 'string', pattern: `${i}a*`.repeat(200) }]),
    )
    expect(() => newStructural({ type: 'object', properties })).toThrow('patterns have more than 100000 characters')
    const same = Object.fromEntries(
      Object.keys(properties).map((name) => [name, { type: 'string', pattern: 'a'.repeat(900) }]),
    )
    expect(newStructural({ type: 'object', properties: same }).properties.size).toBe(200)
  })

  it('are bounded in rules too', () => {
    const schema = withRule("self.l.all(x, x.matches('^(a+)+$'))", { l: strings })
    const l = Array.from({ length: 50 }, () => `${'a'.repeat(10_000)}!`)
    expect(rules(schema).validate({ l })).toHaveLength(1)
  })
})

describe('texts that rules read as numbers', () => {
  it.each(['1', '0x1', '1_1'])('%s… are read in linear time', (digits) => {
    const rule = withRule('double(self.s) > 0.0', { s: { type: 'string' } })
    const s = `${digits}${'1'.repeat(150_000)}!`
    expect(rules(rule).validate({ s })).toHaveLength(1)
  })

  it.each(['0x0p9999', '-0x0.0p9999'])('%s is zero', (s) => {
    expect(rules(withRule('double(self.s) == 0.0', { s: { type: 'string' } })).validate({ s })).toEqual([])
  })
})

describe('formats', () => {
  it('of colors are judged in linear time', () => {
    const validator = new SchemaValidator({ type: 'string', format: 'rgbcolor' })
    expect(validator.validate(`rgb(1,1${' '.repeat(150_000)}1,1)`)).toHaveLength(1)
    expect(validator.validate('rgb( 1 ,2 , 3)')).toEqual([])
  })
})

describe('schemas', () => {
  it('that nest too deeply are refused', () => {
    for (const wrap of [
      (items: JSONSchemaProps): JSONSchemaProps => ({ type: 'array', items }),
      (a: JSONSchemaProps): JSONSchemaProps => ({ type: 'object', properties: { a } }),
      (not: JSONSchemaProps): JSONSchemaProps => ({ not }),
      (each: JSONSchemaProps): JSONSchemaProps => ({ anyOf: [each] }),
      (additionalProperties: JSONSchemaProps): JSONSchemaProps => ({ type: 'object', additionalProperties }),
    ]) {
      let schema: JSONSchemaProps = { type: 'string' }
      for (let i = 0; i < 100_000; i++) schema = wrap(schema)
      expect(() => newStructural(schema)).toThrow(`schema is nested deeper than ${maxSchemaDepth}`)
    }
  })

  it('that are small as YAML and large when walked through are refused', () => {
    let tree: JSONSchemaProps = { type: 'object' }
    let choice: JSONSchemaProps = {}
    for (let i = 0; i < 60; i++) {
      tree = { type: 'object', properties: { a: tree, b: tree } }
      choice = { anyOf: [choice, choice] }
    }
    expect(() => newStructural(tree)).toThrow('more than 200000 schemas')
    expect(() => newStructural({ type: 'object', ...choice })).toThrow('more than 200000 schemas')
  })

  it('with defaults and enumerations that nest too deeply are refused', () => {
    let value: JSONValue = 1
    for (let i = 0; i < 50_000; i++) value = i % 2 === 0 ? [value] : { a: value }
    expect(() => newStructural({ type: 'object', default: value })).toThrow("'default' is nested deeper than 1000")
    expect(() => newStructural({ enum: [value] })).toThrow("'enum' is nested deeper than 1000")
  })

  it('with long enumerations name them in every error at no cost', () => {
    const items: JSONSchemaProps = { type: 'string', enum: Array.from({ length: 20_000 }, (_, i) => `value-${i}`) }
    const list = Array.from({ length: 2000 }, (_, i) => `other-${i}`)
    const errors = new SchemaValidator({ type: 'array', items }).validate(list)
    expect(errors).toHaveLength(2000)
    expect(errors[1999]?.message).toContain('Unsupported value: "other-1999": supported values: "value-0", "value-1"')
    expect(errors[1999]?.message.endsWith('"value-19999"')).toBe(true)
  })

  it('that contain references are rejected', () => {
    expect(() => newStructural({ $ref: '#' })).toThrow("OpenAPIV3Schema '$ref' is not supported")
    const circle: { type: string; properties: Record<string, unknown> } = { type: 'object', properties: {} }
    circle.properties.self = circle
    expect(() => newStructural(circle as JSONSchemaProps)).toThrow('nested deeper')
  })

  it('of wrong types are refused', () => {
    for (const schema of [
      { type: 3 },
      { pattern: {} },
      { properties: [] },
      { required: 'a' },
      { required: [1] },
      { maximum: '1' },
      { enum: {} },
      { items: 'a' },
      { 'x-kubernetes-validations': [1] },
      { 'x-kubernetes-validations': [{ rule: 'true', message: {} }] },
      { 'x-kubernetes-list-map-keys': [1] },
      { 'x-kubernetes-list-map-keys': 'a' },
      { properties: { a: null } },
      null,
      [],
    ]) {
      expect(() => new SchemaValidator(schema as never), JSON.stringify(schema)).toThrow(
        expect.objectContaining({ code: 'InvalidSchema' }),
      )
    }
  })

  it('with many alternatives cost no more than their size', () => {
    const leaf: JSONSchemaProps = { anyOf: Array.from({ length: 200 }, (_, i) => ({ enum: [i] })) }
    const schema: JSONSchemaProps = {
      type: 'array',
      items: { type: 'integer', oneOf: Array.from({ length: 20 }, () => leaf) },
    }
    const errors = new SchemaValidator(schema).validate(Array.from({ length: 500 }, () => -1))
    expect(errors.length).toBeGreaterThan(500)
  })
})

describe('values', () => {
  it('with names from the prototype are plain properties', () => {
    const schema: JSONSchemaProps = {
      type: 'object',
      required: ['constructor', 'toString'],
      properties: { constructor: { type: 'string', default: 'c' }, ['__proto__']: { type: 'string', default: 'p' } },
    }
    const validator = new SchemaValidator(schema)
    expect(validator.validate({}).map(({ message }) => message)).toEqual([
      'constructor: Required value',
      'toString: Required value',
    ])
    const value: JSONObject = {}
    const structural = newStructural(
      JSON.parse('{"type":"object","properties":{"__proto__":{"type":"string","default":"p"}}}'),
    )
    applySchemaDefaults(value, structural)
    expect(Object.entries(value)).toEqual([['__proto__', 'p']])
    const unknown = JSON.parse('{"__proto__":{"a":1},"constructor":1}') as JSONObject
    expect(prune(unknown, newStructural({ type: 'object' }))).toEqual(['__proto__', 'constructor'])
    expect(Object.keys(unknown)).toEqual([])
    expect(({} as { a?: number }).a).toBeUndefined()
  })

  it('that are large lists are judged in time', () => {
    const l = Array.from({ length: 200_000 }, (_, i) => `item-${i}`)
    const schema: JSONSchemaProps = { type: 'object', properties: { l: { ...strings, uniqueItems: true } } }
    expect(new SchemaValidator(schema).validate({ l })).toEqual([])
  })

  it('of any depth do not exhaust the stack', () => {
    let value: JSONValue = 1
    for (let i = 0; i < 100_000; i++) value = [value]
    expect(new SchemaValidator({ type: 'array' }).accepts(value)).toBe(true)
  })
})

describe('rules', () => {
  const l = Array.from({ length: 2000 }, (_, i) => `item-${i}`)

  it.each([
    'self.l.all(a, self.l.all(b, self.l.all(c, a != b || b != c || a == c)))',
    'self.l.all(x, x in self.l)',
    'self.l.map(a, self.l.map(b, a + b)).size() > 0',
    'self.l.distinct().size() > 0 && self.l.all(x, self.l.distinct().size() > 0)',
    'lists.range(1000000000).size() > 0',
    "self.s.replace('', self.s).replace('', self.s).size() > 0",
    'self.l.all(x, self.l == self.l.map(y, y))',
  ])('%s is stopped', (rule) => {
    const schema = withRule(rule, { l: strings, s: { type: 'string' } })
    const [error] = rules(schema).validate({ l, s: 'x'.repeat(100_000) })
    expect(error?.message).toMatch(/call cost exceeds limit|running out of cost budget/)
  })

  it('share one budget', () => {
    const rule = 'self.all(a, self.all(b, a != b || a == b))'
    const schema: JSONSchemaProps = {
      type: 'object',
      additionalProperties: { ...strings, 'x-kubernetes-validations': [{ rule }] },
    }
    const lists = Object.fromEntries(Array.from({ length: 50 }, (_, i) => [`k${i}`, l.slice(0, 250)]))
    const errors = new CELValidator(newStructural(schema)).validate(lists, { costBudget: 1_000_000 })
    expect(errors).toHaveLength(1)
    expect(errors[0]?.message).toContain('validation failed due to running out of cost budget')
  })

  it('nested too deeply do not compile', () => {
    const deep = `${'('.repeat(5000)}true${')'.repeat(5000)}`
    const [error] = rules(withRule(deep, {})).validate({})
    expect(error?.message).toContain('rule compile error')
  })
})
