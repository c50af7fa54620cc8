import {
  applySchemaDefaults,
  CELValidator,
  coerceObjectMeta,
  newStructural,
  prune,
  pruneDefaults,
  registerCustomResource,
  SchemaValidator,
  stringFormat,
  validateDefaults,
  validateEmbeddedMeta,
  validateListTypes,
  validateStructural,
} from 'apimachinery/openapi'
import { tolerate } from '../tolerate.mjs'

const schema = {
  type: 'object',
  required: ['spec'],
  properties: {
    metadata: { type: 'object', properties: { name: { type: 'string', pattern: '^[a-z]+$' } } },
    spec: {
      type: 'object',
      default: {},
      properties: {
        count: { type: 'integer', minimum: 0, maximum: 10, default: 3, multipleOf: 1, format: 'int32' },
        port: { 'x-kubernetes-int-or-string': true },
        when: { type: 'string', format: 'date-time' },
        kind: { type: 'string', enum: ['a', 'b'], nullable: true },
        items: {
          type: 'array',
          'x-kubernetes-list-type': 'map',
          'x-kubernetes-list-map-keys': ['name'],
          maxItems: 5,
          items: { type: 'object', required: ['name'], properties: { name: { type: 'string', maxLength: 5 } } },
        },
        free: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true },
        map: { type: 'object', additionalProperties: { type: 'number' } },
        embedded: {
          type: 'object',
          'x-kubernetes-embedded-resource': true,
          'x-kubernetes-preserve-unknown-fields': true,
        },
      },
      anyOf: [{ required: ['count'] }, { properties: { kind: { enum: ['a'] } } }],
      not: { required: ['never'] },
      'x-kubernetes-validations': [
        {
          rule: 'self.count <= 5 || self.kind == "a"',
          message: 'too many',
          fieldPath: '.count',
          reason: 'FieldValueInvalid',
        },
        { rule: 'self.items.all(i, i.name.matches("^[a-z]*$"))', messageExpression: '"bad " + string(self.count)' },
        { rule: 'oldSelf.count <= self.count' },
      ],
    },
  },
}
const object = {
  apiVersion: 'example.com/v1',
  kind: 'Foo',
  metadata: { name: 'a', creationTimestamp: null },
  spec: {
    count: 2,
    port: '80%',
    when: '2024-01-02T03:04:05Z',
    kind: 'a',
    items: [{ name: 'x' }, { name: 'y' }],
    map: { a: 1.5 },
    embedded: { apiVersion: 'v1', kind: 'Pod', metadata: { name: 'b' } },
  },
}
const definition = {
  apiVersion: 'apiextensions.k8s.io/v1',
  kind: 'CustomResourceDefinition',
  metadata: { name: 'foos.example.com' },
  spec: {
    group: 'example.com',
    scope: 'Namespaced',
    names: { plural: 'foos', singular: 'foo', kind: 'Foo', shortNames: ['f'], categories: ['all'] },
    versions: [
      { name: 'v1', served: true, storage: true, schema: { openAPIV3Schema: schema }, subresources: { status: {} } },
    ],
  },
}

/** Rules that use what the language has. */
const rules = [
  'self.spec.items.exists_one(i, i.name == "x") && size(self.spec.items) < 3',
  'has(self.spec.kind) ? self.spec.kind in ["a", "b"] : true',
  'self.spec.items.map(i, i.name).filter(n, n.startsWith("x")).size() >= 0',
  'duration("1h") > duration("1m") && timestamp(self.spec.when).getFullYear() > 2000',
  'self.spec.map.all(k, self.spec.map[k] > 0.0) && quantity("1Gi").isGreaterThan(quantity("1Mi"))',
  '"a,b".split(",").join("-").replace("-", "") == "ab" && url("https://a/b").getHost() == "a"',
  'dyn(self).spec.count + 1 == 3 && int("5") / 2 == 2 && 7 % 2 == 1',
  'self.spec.items.map(i, self.spec.items.map(j, i.name + j.name)).size() == 2',
]

/** Definitions of custom resources, their schemas and rules, and objects. */
export const schemas = [
  {
    name: 'definition',
    kind: 'value',
    seeds: [definition],
    run(value) {
      const resource = registerCustomResource(value)
      for (const version of resource.versions.values()) {
        const made = structuredClone(object)
        version.admit(made)
        version.validate(made)
        version.validateUpdate(made, object)
      }
    },
  },
  {
    name: 'schema',
    kind: 'value',
    seeds: [schema],
    run(value) {
      const structural = newStructural(value)
      tolerate(() => validateStructural(structural))
      tolerate(() => validateDefaults(structural))
      tolerate(() => pruneDefaults(structural))
      const made = structuredClone(object)
      tolerate(() => applySchemaDefaults(made, structural))
      tolerate(() => prune(made, structural))
      tolerate(() => validateListTypes(made, structural))
      tolerate(() => new CELValidator(structural).validate(made, { old: object, ratcheting: true }))
      new SchemaValidator(value).validate(made)
    },
  },
  {
    name: 'object of a schema',
    kind: 'values',
    seeds: [[object, object]],
    run([value, old]) {
      const structural = newStructural(schema)
      const before = JSON.parse(JSON.stringify(value))
      tolerate(() => applySchemaDefaults(value, structural))
      tolerate(() => coerceObjectMeta(value, structural, { dropInvalidFields: true }))
      tolerate(() => prune(value, structural))
      tolerate(() => validateListTypes(before, structural))
      tolerate(() => validateEmbeddedMeta(before, structural))
      tolerate(() => new SchemaValidator(schema).validateUpdate(before, old))
      tolerate(() => new CELValidator(structural).validate(before, { old, ratcheting: true }))
    },
  },
  {
    name: 'rule',
    kind: 'text',
    seeds: rules,
    run(rule) {
      const validator = new CELValidator(newStructural({ ...schema, 'x-kubernetes-validations': [{ rule }] }))
      validator.compilationErrors()
      validator.validate(object)
    },
  },
  {
    name: 'pattern',
    kind: 'text',
    seeds: ['^[a-z]([-a-z0-9]*[a-z0-9])?$', '(?i)\\d{1,3}(\\.\\pL+)*', '[[:alpha:]]+|\\x{10FFFF}'],
    run(pattern) {
      new SchemaValidator({ type: 'string', pattern }).validate('abc-0.é')
    },
  },
  {
    name: 'format',
    kind: 'text',
    seeds: [
      '2024-01-02T03:04:05Z',
      '10.0.0.0/8',
      '::1',
      'a@b.c',
      'https://a/b',
      '1h',
      'aGk=',
      '#fff',
      '00:00:5e:00:53:01',
    ],
    run(text) {
      for (const format of [
        'date',
        'date-time',
        'ipv4',
        'ipv6',
        'cidr',
        'email',
        'uri',
        'duration',
        'byte',
        'uuid',
        'mac',
      ]) {
        stringFormat(format)?.(text)
        new SchemaValidator({ type: 'string', format }).validate(text)
      }
    },
  },
]
