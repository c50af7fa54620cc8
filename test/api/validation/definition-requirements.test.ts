import { describe, expect, test } from 'vitest'
import { validateCustomResourceDefinitionUpdate } from '../../../src/api/apiextensions/custom-resource-definition/validation.js'
import { CustomResourceDefinition } from '../../../src/api/apiextensions/v1/index.js'

// What a definition of an old release did not keep, it need not keep when it changes.

const names = { plural: 'foos', singular: 'foo', kind: 'Foo', listKind: 'FooList' }

/** Properties of the schema, and other fields of the `spec`. */
interface Parts {
  readonly properties?: object
  readonly spec?: object
}

function definition({ properties, spec }: Parts, established: boolean): CustomResourceDefinition {
  const schema = { openAPIV3Schema: { type: 'object', ...(properties && { properties }) } }
  const versions = [{ name: 'v1', served: true, storage: true, schema }]
  return new CustomResourceDefinition({
    metadata: { name: 'foos.example.com', resourceVersion: '1' },
    spec: { group: 'example.com', scope: 'Cluster', names, versions, ...spec },
    status: {
      storedVersions: ['v1'],
      acceptedNames: names,
      conditions: established ? [{ type: 'Established', status: 'True' }] : [],
    },
  } as never)
}

function judge(old: Parts, now: Parts, established = false): string[] {
  const errors = validateCustomResourceDefinitionUpdate(definition(now, established), definition(old, established))
  return errors.map(({ message }) => message)
}

const shown = 'spec.validation.openAPIV3Schema.properties'
const list = (items: object, more: object) => ({ type: 'array', items, ...more })
const byKey = { 'x-kubernetes-list-type': 'map', 'x-kubernetes-list-map-keys': ['k'] }
const asSet = { 'x-kubernetes-list-type': 'set' }
const keyed = (more: object) => list({ type: 'object', properties: { k: { type: 'string' } }, ...more }, byKey)
const text = { type: 'string' }

describe('lists', () => {
  test.each([
    [
      'items of a set that are no values',
      list({ type: 'object' }, asSet),
      `${shown}[b].items.x-kubernetes-map-type: Invalid value: null: must be atomic as item of a list with x-kubernetes-list-type=set`,
    ],
    [
      'items of a set that may be null',
      list({ ...text, nullable: true }, asSet),
      `${shown}[b].items.nullable: Forbidden: cannot be nullable when x-kubernetes-list-type is set`,
    ],
    [
      'items of a map that may be null',
      keyed({ nullable: true, required: ['k'] }),
      `${shown}[b].items.nullable: Forbidden: cannot be nullable when x-kubernetes-list-type is map`,
    ],
    [
      'keys that may be absent',
      keyed({}),
      `${shown}[b].items.properties[k].default: Required value: this property is in x-kubernetes-list-map-keys, so it must have a default or be a required property`,
    ],
  ])('%s stay when there were any', (_, schema, message) => {
    expect(judge({ properties: { a: schema } }, { properties: { a: schema, b: schema } })).toEqual([])
    expect(judge({ properties: { a: text } }, { properties: { b: schema } })).toEqual([message])
  })
})

describe('schemas', () => {
  const open = { preserveUnknownFields: true }
  const untyped = 'type: Required value: must not be empty for specified object fields'

  test('may have types that there are not when they had any', () => {
    const types = '"array", "boolean", "integer", "number", "object", "string"'
    const [any, every] = [{ a: { type: 'any' } }, { a: { type: 'every' } }]
    expect(judge({ properties: any }, { properties: every })).toEqual([])
    expect(judge({ properties: { a: text } }, { properties: any })).toEqual([
      `${shown}[a].type: Unsupported value: "any": supported values: ${types}`,
    ])
  })

  test('need not be structural when they were not, unless something needs it', () => {
    const old = { properties: { a: {} }, spec: open }
    expect(judge(old, { properties: { b: {} }, spec: open })).toEqual([])
    expect(judge(old, { properties: { a: {} } })).toEqual([`${shown}[a].${untyped}`])
    expect(judge(old, { properties: { a: { 'x-kubernetes-list-type': 'atomic' } }, spec: open })).toContain(
      `${shown}[a].${untyped}`,
    )
    expect(judge(old, { properties: { b: { default: 1 } }, spec: open })).toEqual([
      'spec.preserveUnknownFields: Invalid value: true: must be false in order to use defaults in the schema',
      `${shown}[b].${untyped}`,
    ])
    expect(judge({ properties: { a: text }, spec: open }, { properties: { a: {} }, spec: open })).toEqual([
      `${shown}[a].${untyped}`,
    ])
  })

  test('may be missing when one was, unless it is needed to prune', () => {
    const bare = { versions: [{ name: 'v1', served: true, storage: true }] }
    const at = 'spec.versions[0].schema.openAPIV3Schema: Required value'
    expect(judge({ spec: { ...bare, ...open } }, { spec: { ...bare, ...open } })).toEqual([])
    expect(judge({ spec: { ...bare, ...open } }, { spec: bare })).toEqual([
      `${at}: because otherwise all fields are pruned`,
    ])
    expect(judge({ spec: open }, { spec: { ...bare, ...open } })).toEqual([at])
  })

  test('may have defaults with unknown fields when they had any', () => {
    const withDefault = (value: object) => ({ type: 'object', properties: { x: text }, default: value })
    const [unknown, known] = [{ a: withDefault({ y: 1 }) }, { a: withDefault({ x: '' }) }]
    expect(judge({ properties: unknown }, { properties: { ...unknown, b: withDefault({ z: 1 }) } })).toEqual([])
    expect(judge({ properties: known }, { properties: unknown })).toEqual([
      `${shown}[a].default: Invalid value: {"y":1}: must not have unknown fields`,
    ])
  })

  test('keep unknown fields only when they did', () => {
    expect(judge({ spec: open }, { spec: open })).toEqual([])
    expect(judge({}, { spec: open })).toEqual([
      'spec.preserveUnknownFields: Invalid value: true: cannot set to true, set x-kubernetes-preserve-unknown-fields to true in spec.versions[*].schema instead',
    ])
  })

  test('of new versions may cost what the one of all versions did', () => {
    const expensive = { rule: 'true', messageExpression: Array.from('01234567', (i) => `self[${i}]`).join(' + ') }
    const a = list(text, { 'x-kubernetes-validations': [expensive] })
    const schema = { openAPIV3Schema: { type: 'object', properties: { a } } }
    const version = (name: string) => ({ name, served: true, storage: name === 'v1', schema })
    expect(judge({ properties: { a } }, { spec: { versions: [version('v1'), version('v2')] } })).toEqual([])
  })
})

describe('webhooks', () => {
  const webhook = (caBundle: string | undefined, version: string) => {
    const clientConfig = { url: 'https://x', ...(caBundle !== undefined && { caBundle: btoa(caBundle) }) }
    const conversion = { strategy: 'Webhook', webhook: { clientConfig, conversionReviewVersions: [version] } }
    return { spec: { conversion } }
  }
  const refused = (bundle: string, why: string) => [
    `spec.conversion.webhookClientConfig.caBundle: Invalid value: "${btoa(bundle)}": unable to load root certificates: ${why}`,
  ]
  const notPEM = 'unable to parse bytes as PEM block'
  const block = (base64: string) => `-----BEGIN CERTIFICATE-----\n${base64}\n-----END CERTIFICATE-----\n`

  test('may accept only future reviews if they did before', () => {
    const message =
      'spec.conversion.conversionReviewVersions: Invalid value: ["v8"]: must include at least one of v1, v1beta1'
    expect(judge(webhook(undefined, 'v9'), webhook(undefined, 'v8'))).toEqual([])
    expect(judge(webhook(undefined, 'v1'), webhook(undefined, 'v8'))).toEqual([message])
  })

  test.each([
    ['no certificate', notPEM],
    [block('AAAA'), 'x509: malformed certificate'],
    [block('MAQ='), 'x509: malformed certificate'],
    [`-----BEGIN KEY-----\nMAA=\n-----END KEY-----\n`, notPEM],
  ])('must have certificates once they are called: %j', (bundle, why) => {
    expect(judge(webhook(undefined, 'v1'), webhook(bundle, 'v1'), true)).toEqual(refused(bundle, why))
    expect(judge(webhook(undefined, 'v1'), webhook(bundle, 'v1'), false)).toEqual([])
    expect(judge(webhook('none before', 'v1'), webhook(bundle, 'v1'), true)).toEqual([])
    expect(judge(webhook(block('MAA='), 'v1'), webhook(bundle, 'v1'), true)).toEqual(refused(bundle, why))
  })

  test('may have certificates of any length', () => {
    for (const der of [
      [0x30, 0],
      [0x30, 0x81, 0x80, ...Array(128).fill(0)],
    ]) {
      const bundle = block(btoa(String.fromCharCode(...der)))
      expect(judge(webhook(undefined, 'v1'), webhook(bundle, 'v1'), true)).toEqual([])
    }
  })

  test('convert nothing that keeps unknown fields', () => {
    const { spec } = webhook(undefined, 'v1')
    const open = { spec: { ...spec, preserveUnknownFields: true } }
    expect(judge(open, open)).toEqual([
      'spec.conversion.strategy: Invalid value: "Webhook": must be None if spec.preserveUnknownFields is true',
    ])
  })
})
