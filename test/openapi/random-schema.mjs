// Random schemas, most of them odd, and random values, some of which fit: the same for the same seed.

const names = ['a', 'b', 'c', 'metadata', 'kind', 'apiVersion', 'spec']
const scalars = [
  ...[0, 1, 2, 3, -1, 1.5, 2.0000000001, 1e20, 3e9, 65, true, false, null],
  ...['a', 'b', '', 'abc', '10s', 'x@y.z', '1.2.3.4', '2024-01-01', '/a', 'A'.repeat(12), '😀'],
]
const formats = [
  ...['int32', 'int64', 'float', 'double', 'date', 'date-time', 'email', 'ipv4', 'ipv6', 'cidr', 'uri', 'uuid', 'byte'],
  ...['duration', 'hostname', 'mac', 'unknown', 'k8s-short-name', 'password'],
]
const patterns = ['^a', 'b$', '[a-z]+', '(a|b)*c', '(', '\\d{2,}', '(?=a)', 'a{1001}', '(?i)ABC']

/** Keywords that say something of values: probability and choice. */
const constraints = {
  format: [0.1, formats],
  maximum: [0.1, [1, 2.5, 10, 1e6, -5]],
  exclusiveMaximum: [0.05, [true]],
  minimum: [0.1, [0, 1, 1.5, -3]],
  exclusiveMinimum: [0.05, [true]],
  multipleOf: [0.07, [1, 2, 0.5, 3, 1.5, 0]],
  maxLength: [0.1, [0, 1, 5]],
  minLength: [0.1, [0, 1, 3]],
  pattern: [0.08, patterns],
  maxItems: [0.07, [0, 1, 2]],
  minItems: [0.07, [1, 2]],
  uniqueItems: [0.04, [true]],
  maxProperties: [0.05, [0, 1, 2]],
  minProperties: [0.05, [1, 2]],
}

/** What nested schemas may not say, and sometimes do. */
const forbidden = {
  type: [0.1, ['object', 'string', 'integer']],
  nullable: [0.04, [true]],
  default: [0.04, scalars],
  title: [0.03, ['t']],
  description: [0.03, ['d']],
  'x-kubernetes-int-or-string': [0.03, [true]],
  'x-kubernetes-list-type': [0.03, ['set']],
  'x-kubernetes-list-map-keys': [0.03, [['a']]],
  'x-kubernetes-validations': [0.03, [[{ rule: 'true' }]]],
  'x-kubernetes-embedded-resource': [0.03, [true]],
  'x-kubernetes-preserve-unknown-fields': [0.03, [true]],
  'x-kubernetes-map-type': [0.03, ['atomic']],
}

export class RandomSchemas {
  #state

  constructor(seed) {
    this.#state = seed | 0
  }

  random() {
    this.#state = (this.#state + 0x6d2b79f5) | 0
    let t = Math.imul(this.#state ^ (this.#state >>> 15), 1 | this.#state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296
  }

  maybe(probability) {
    return this.random() < probability
  }

  pick(list) {
    return list[Math.floor(this.random() * list.length)]
  }

  #some(most, make) {
    return Array.from({ length: 1 + Math.floor(this.random() * most) }, make)
  }

  #properties(most, make) {
    return Object.fromEntries(this.#some(most, () => [this.pick(names), make()]))
  }

  #keywords(table) {
    const kept = Object.entries(table).filter(([, [probability]]) => this.maybe(probability))
    return Object.fromEntries(kept.map(([keyword, [, choice]]) => [keyword, this.pick(choice)]))
  }

  #constraints(depth) {
    const schema = this.#keywords(constraints)
    if (this.maybe(0.1)) schema.required = this.#some(2, () => this.pick(names))
    if (this.maybe(0.08)) schema.enum = this.#some(3, () => (this.maybe(0.8) ? this.pick(scalars) : this.value(2)))
    if (depth >= 4) return schema
    for (const keyword of ['anyOf', 'oneOf', 'allOf']) {
      if (this.maybe(0.09)) schema[keyword] = this.#some(2, () => this.#nested(depth + 1))
    }
    if (this.maybe(0.06)) schema.not = this.#nested(depth + 1)
    return schema
  }

  #nested(depth) {
    const schema = { ...this.#constraints(depth), ...this.#keywords(forbidden) }
    if (depth >= 4) return schema
    if (this.maybe(0.2)) schema.properties = this.#properties(2, () => this.#nested(depth + 1))
    if (this.maybe(0.1)) schema.items = this.#nested(depth + 1)
    if (this.maybe(0.05)) schema.additionalProperties = this.maybe(0.5) ? this.#nested(depth + 1) : this.maybe(0.5)
    return schema
  }

  schema(depth = 0) {
    const types = ['object', 'object', 'array', 'string', 'integer', 'number', 'boolean', 'intOrString', '']
    const type = depth === 0 && this.maybe(0.95) ? 'object' : this.pick(types)
    return {
      ...this.#typeKeywords(type),
      ...this.#structure(type, depth),
      ...(this.maybe(0.2) && { nullable: true }),
      ...(this.maybe(0.06) && { 'x-kubernetes-preserve-unknown-fields': true }),
      ...(this.maybe(0.06) && { 'x-kubernetes-embedded-resource': true }),
      ...(this.maybe(0.25) && { default: this.#default(type) }),
      ...this.#constraints(depth),
    }
  }

  #typeKeywords(type) {
    if (type !== 'intOrString') return type === '' ? {} : { type }
    const either = [{ type: 'integer' }, { type: 'string' }]
    const pattern = this.maybe(0.4) ? { anyOf: either } : this.maybe(0.3) ? { allOf: [{ anyOf: either }] } : {}
    return { 'x-kubernetes-int-or-string': true, ...pattern }
  }

  #structure(type, depth) {
    const schema = {}
    if (type === 'object' && depth < 4) {
      if (this.maybe(0.75)) schema.properties = this.#properties(3, () => this.schema(depth + 1))
      if (this.maybe(0.3)) schema.additionalProperties = this.maybe(0.8) ? this.schema(depth + 1) : this.maybe(0.5)
    }
    if ((type === 'array' && this.maybe(0.95)) || this.maybe(0.03)) schema.items = this.schema(Math.min(depth + 1, 4))
    if (type === 'array' && this.maybe(0.4)) {
      schema['x-kubernetes-list-type'] = this.pick(['set', 'map', 'atomic'])
      if (this.maybe(0.7)) schema['x-kubernetes-list-map-keys'] = this.maybe(0.5) ? ['a'] : ['a', 'b']
    }
    return schema
  }

  #default(type) {
    if (type === 'object' && this.maybe(0.8)) return this.#properties(2, () => this.value(2))
    return type === 'array' && this.maybe(0.8) ? [this.value(2)] : this.pick(scalars)
  }

  /** Any value. */
  value(depth = 0) {
    if (depth > 3 || this.maybe(0.5)) return this.pick(scalars)
    if (this.maybe(0.5)) return this.#some(3, () => this.value(depth + 1)).slice(1)
    return this.#properties(4, () => this.value(depth + 1))
  }

  /** A value that more or less fits a schema. */
  fitting(schema, depth = 0) {
    if (this.maybe(0.25) || typeof schema !== 'object') return this.value(depth)
    if (schema.enum !== undefined && this.maybe(0.7)) return this.pick(schema.enum)
    if (schema.type === 'array') return this.#some(4, () => this.fitting(schema.items, depth + 1)).slice(1)
    if (schema.type !== 'object') return this.pick(scalars)
    const kept = Object.entries(schema.properties ?? {}).filter(() => this.maybe(0.8))
    const value = Object.fromEntries(kept.map(([name, each]) => [name, this.fitting(each, depth + 1)]))
    if (this.maybe(0.2)) value[this.pick(names)] = this.value(depth)
    return value
  }

  /** A value with one part changed, or none. */
  changed(value) {
    if (typeof value !== 'object' || value === null) return this.pick(scalars)
    const copy = structuredClone(value)
    const keys = Object.keys(copy)
    if (keys.length === 0 || this.maybe(0.3)) return copy
    const key = this.pick(keys)
    copy[key] = this.changed(copy[key])
    return copy
  }

  /** A value that is sometimes a whole object, with metadata of a sort. */
  object(schema) {
    const value = this.fitting(schema)
    if (typeof value !== 'object' || value === null || Array.isArray(value) || !this.maybe(0.3)) return value
    const metadata = {
      name: this.pick(['a', 'B C', 3, '']),
      labels: this.pick([{ a: 'b' }, { a: 1 }, undefined]),
      other: 1,
      creationTimestamp: this.pick([null, '2024-01-01T00:00:00Z', 'x']),
    }
    return { ...value, metadata, kind: this.pick(['Foo', '', '-']), apiVersion: this.pick(['v1', '', 'a/b/c']) }
  }
}
