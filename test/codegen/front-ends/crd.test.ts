import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { customResourceDefinitions } from '../../../codegen/back-ends/crd/custom-resource-definitions.js'
import { Diagnostics } from '../../../codegen/diagnostics/diagnostic.js'
import { readCRDs } from '../../../codegen/front-ends/crd/crd.js'
import { readYAMLDocuments } from '../../../codegen/input/yaml-documents.js'

async function roundTrip(file: string, text: string) {
  const diagnostics = new Diagnostics()
  const model = await readCRDs({ source: file, files: [{ file, text }] }, diagnostics)
  const wanted = readYAMLDocuments({ file, text }, new Diagnostics())
    .map(({ value }) => value)
    .filter((value) => (value as { kind: string }).kind === 'CustomResourceDefinition')
  return { wanted, written: customResourceDefinitions(model, { docs: true, diagnostics }), diagnostics, model }
}

const gateway = '../shared/upstream/crds/gateway-api'

describe.skipIf(!existsSync(gateway))('the Gateway API (skipped when its manifests are not there)', () => {
  const files = existsSync(gateway) ? readdirSync(gateway).filter((name) => name.endsWith('.yaml')) : []
  it.each(files)('%s survives a round trip', async (name) => {
    const { wanted, written, diagnostics } = await roundTrip(name, readFileSync(`${gateway}/${name}`, 'utf8'))
    expect(diagnostics.hasErrors).toBe(false)
    expect(written).toEqual(wanted)
  })
})

/** A manifest with one version whose schema is given as YAML, indented by ten spaces. */
function manifest(schema: string): string {
  return `apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata:
  name: things.example.com
spec:
  group: example.com
  scope: Namespaced
  names: {kind: Thing, plural: things}
  versions:
  - name: v1
    served: true
    storage: true
    schema:
      openAPIV3Schema:
${schema.replaceAll(/^/gm, '        ')}
`
}

const schemas: Record<string, string> = {
  'value validations': `
type: object
properties:
  spec:
    type: object
    oneOf:
    - required: [a]
      properties: {a: {pattern: ^x}}
    - {not: {required: [b]}, anyOf: [{required: [c]}]}
    allOf: [{maxProperties: 3}]
    properties: {a: {type: string}, b: {type: integer}, c: {type: boolean}}`,
  'int-or-string in both spellings': `
type: object
properties:
  a: {x-kubernetes-int-or-string: true}
  b: {x-kubernetes-int-or-string: true, anyOf: [{type: integer}, {type: string}]}
  c: {x-kubernetes-int-or-string: true, allOf: [{anyOf: [{type: integer}, {type: string}]}, {pattern: '^[0-9]+$'}]}
  d:
    type: array
    items: {x-kubernetes-int-or-string: true, anyOf: [{type: integer}, {type: string}], maxLength: 3}`,
  'anything goes': `
type: object
x-kubernetes-preserve-unknown-fields: true
properties:
  a: {x-kubernetes-preserve-unknown-fields: true}
  b: {type: object, x-kubernetes-preserve-unknown-fields: true}
  c: {type: object, x-kubernetes-preserve-unknown-fields: true, properties: {k: {type: string}}}
  d: {type: object, additionalProperties: true}
  e: {type: object, x-kubernetes-preserve-unknown-fields: false}
  f: {}
  g: {type: object, additionalProperties: {x-kubernetes-preserve-unknown-fields: true}}
  h: {type: array}
  i: {nullable: true}`,
  'embedded resources': `
type: object
properties:
  template: {type: object, x-kubernetes-embedded-resource: true, x-kubernetes-preserve-unknown-fields: true}
  other:
    type: object
    x-kubernetes-embedded-resource: true
    properties:
      apiVersion: {type: string, enum: [v1]}
      metadata: {type: object, properties: {name: {type: string}}}
      spec: {type: object, nullable: true}
  third: {type: object, x-kubernetes-embedded-resource: true, properties: {spec: {type: object}}}`,
  'root facts': `
type: object
description: A thing.
required: [spec, metadata]
x-kubernetes-validations: [{rule: self.metadata.name.size() < 9, message: too long}]
properties:
  apiVersion: {type: string, description: The version.}
  kind: {type: string}
  metadata: {type: object, properties: {name: {type: string, maxLength: 8}}}
  spec: {type: object}
  __proto__: {type: string}
  constructor: {type: object, properties: {__proto__: {type: integer}}}`,
  'scalars, formats, limits and defaults': `
type: object
properties:
  a: {type: integer, format: int32, minimum: -5, maximum: 5, exclusiveMaximum: true, multipleOf: 2, default: 4}
  b: {type: integer, default: 9223372036854775807, maximum: 9223372036854775807}
  c: {type: number, format: float, default: 1.5}
  d: {type: number}
  e: {type: string, format: byte, maxLength: 9}
  f: {type: string, format: date-time, nullable: true}
  g: {type: string, format: duration, default: 5m}
  h: {type: string, enum: [A, B, ''], default: A, description: Letters.}
  i: {type: string, enum: [A, null], nullable: true}
  j: {type: integer, enum: [1, 2]}
  k: {type: boolean, default: false, title: K, example: true, externalDocs: {url: 'https://example.com'}}
  l: {type: string, format: ipv4, pattern: '^1'}
  m: {type: integer, format: uint32, minimum: 0}
  n: {type: string, enum: [A, A]}
  o: {type: object, default: {x: {y: [1]}}, properties: {x: {type: object, properties: {y: {type: array, items: {type: integer}}}}}}`,
  'lists and maps of everything': `
type: object
properties:
  a:
    type: array
    x-kubernetes-list-type: map
    x-kubernetes-list-map-keys: [name, port]
    minItems: 1
    uniqueItems: false
    items:
      type: object
      required: [port, name]
      x-kubernetes-map-type: atomic
      x-kubernetes-validations: [{rule: 'true', reason: FieldValueInvalid, fieldPath: .name, optionalOldSelf: true}]
      properties: {name: {type: string, default: x}, port: {type: integer, format: int32}}
  b: {type: array, items: {type: array, x-kubernetes-list-type: set, items: {type: string, enum: [a], nullable: true, description: Inner.}}}
  c:
    type: object
    x-kubernetes-map-type: granular
    minProperties: 1
    additionalProperties: {type: array, maxItems: 3, items: {type: object, additionalProperties: {type: string, pattern: x, default: y}}}
  d: {type: object, x-kubernetes-map-type: atomic, properties: {a: {type: string}}, description: D., nullable: true}
  e: {type: array, items: {type: object, description: Element., properties: {a: {type: object, properties: {a: {type: object}}}}}}`,
  'names that meet': `
type: object
properties:
  fooBar: {type: object, properties: {baz: {type: object}}}
  foo: {type: object, properties: {barBaz: {type: object}}}
  foo-bar: {type: object, properties: {x: {type: string}}}
  list: {type: object, properties: {x: {type: string}}}
  '1st': {type: object, properties: {'a b': {type: string, enum: [q]}}}`,
  'keywords in odd shapes': `
type: object
required: []
properties:
  a: {type: string, minLength: '3', enum: [], x-kubernetes-validations: []}
  b: {type: array, items: [{type: string}], x-kubernetes-list-map-keys: []}
  c: {type: [string, 'null'], description: 5}
  d: true
  e: {$ref: '#/definitions/x'}
  f: {type: object, properties: {a: {type: string}}, additionalProperties: false, required: [z, a]}`,
}

describe('schemas that come back as they were', () => {
  it.each(Object.entries(schemas))('%s', async (_, schema) => {
    const { wanted, written, diagnostics } = await roundTrip('things.yaml', manifest(schema.trim()))
    expect(diagnostics.items).toEqual([])
    expect(written).toEqual(wanted)
  })
})

it('keeps a version without a schema as it is', async () => {
  const text = manifest('x').replace(/ {4}schema:[\s\S]*/, '')
  const { wanted, written, diagnostics } = await roundTrip('x.yaml', text)
  expect(diagnostics.items.map(({ code }) => code)).toEqual(['crd-schema'])
  expect(JSON.parse(JSON.stringify(written))).toMatchObject(wanted)
  expect((written[0] as never as { spec: { versions: object[] } }).spec.versions[0]).not.toHaveProperty('schema')
})
