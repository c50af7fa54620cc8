import fc from 'fast-check'
import { expect, it } from 'vitest'
import { customResourceDefinitions } from '../../../codegen/back-ends/crd/custom-resource-definitions.js'
import { emit } from '../../../codegen/cli/emit.js'
import { Diagnostics, formatDiagnostic } from '../../../codegen/diagnostics/diagnostic.js'
import { readCRDs } from '../../../codegen/front-ends/crd/crd.js'
import { readTaggedTypeScript } from '../../../codegen/front-ends/ts-tags/ts-tags.js'
import { yamlToJSON } from '../../../src/runtime/serializer/yaml/yaml-reader.js'
import { jsonToYAML } from '../../../src/runtime/serializer/yaml/yaml-writer.js'
import { rounds } from '../../rounds.js'
import { placeGenerated, typeErrors } from '../compile-generated.js'

type JSONObject = { [key: string]: never }

async function roundTrip(manifest: object) {
  const diagnostics = new Diagnostics()
  // Numbers come out of YAML as they are kept: integers beyond 2^53 as bigint.
  const text = jsonToYAML(manifest as JSONObject)
  const model = await readCRDs({ source: 'x', files: [{ file: 'x.yaml', text }] }, diagnostics)
  const [written] = customResourceDefinitions(model, { docs: true, diagnostics })
  return { read: yamlToJSON(text), written, model, diagnostics }
}

const text = fc.constantFrom('', 'a', 'b c', '^x$', 'date-time', 'byte', 'int32', 'int-or-string', 'é')
const names = fc.constantFrom(
  'a',
  'b',
  'spec',
  'kind',
  'apiVersion',
  'metadata',
  'items',
  'a-b',
  'aB',
  '1',
  'constructor',
  'toString',
  'default',
  '$x',
)
const value = fc.oneof(
  fc.boolean(),
  fc.integer(),
  fc.double({ noNaN: true, noDefaultInfinity: true }).filter((each) => !Object.is(each, -0)),
  text,
  fc.constant([]),
  fc.constant({}),
  fc.constant([1, 'a']),
  fc.constant({ a: { b: [] } }),
)
const flag = fc.boolean()
const number = fc.integer({ min: -9, max: 9 })

const facts = {
  type: fc.constantFrom('object', 'object', 'object', 'array', 'string', 'integer', 'number', 'boolean', 'null'),
  required: fc.uniqueArray(names, { maxLength: 3 }),
  description: text,
  title: text,
  format: text,
  pattern: text,
  default: value,
  example: value,
  enum: fc.array(fc.oneof(text, value), { maxLength: 3 }),
  nullable: flag,
  minimum: number,
  maximum: number,
  exclusiveMinimum: flag,
  multipleOf: number,
  minLength: number,
  maxItems: number,
  uniqueItems: flag,
  maxProperties: number,
  anyOf: fc.constantFrom([{ type: 'integer' }, { type: 'string' }], [{ type: 'string' }]),
  externalDocs: fc.constant({ url: 'x' }),
  'x-kubernetes-preserve-unknown-fields': flag,
  'x-kubernetes-embedded-resource': flag,
  'x-kubernetes-int-or-string': flag,
  'x-kubernetes-list-type': fc.constantFrom('atomic', 'set', 'map', 'bag'),
  'x-kubernetes-list-map-keys': fc.uniqueArray(names, { maxLength: 2 }),
  'x-kubernetes-map-type': fc.constantFrom('atomic', 'granular', 'x'),
  'x-kubernetes-validations': fc.constantFrom(
    [],
    [{ rule: 'true' }],
    [{ rule: 'self == oldSelf', message: 'm', optionalOldSelf: true }],
  ),
  'x-kubernetes-unions': fc.constant([{ 'fields-to-discriminateBy': { a: 'A' } }]),
}
const { schema } = fc.letrec<{ schema: object; leaf: object; branch: object }>((tie) => ({
  schema: fc.oneof({ maxDepth: 3, withCrossShrink: true }, tie('leaf'), tie('branch')),
  leaf: fc.record(facts, { requiredKeys: [] }),
  branch: fc.record(
    {
      ...facts,
      properties: fc.dictionary(names, tie('schema'), { maxKeys: 3 }),
      items: tie('schema'),
      additionalProperties: fc.oneof(flag, tie('schema')),
      oneOf: fc.array(tie('leaf'), { maxLength: 2 }),
      allOf: fc.array(tie('leaf'), { maxLength: 2 }),
      not: tie('leaf'),
    },
    { requiredKeys: [] },
  ),
}))
const version = fc.record(
  {
    served: flag,
    deprecated: flag,
    deprecationWarning: text,
    subresources: fc.constantFrom(
      {},
      { status: {} },
      { scale: { specReplicasPath: '.a', statusReplicasPath: '.b' } },
      { status: {}, scale: { specReplicasPath: '.a', statusReplicasPath: '.b', labelSelectorPath: '.c' } },
    ),
    additionalPrinterColumns: fc.constantFrom(
      [],
      [{ name: 'A', type: 'string', jsonPath: '.a' }],
      [{ name: 'A', type: 'integer', jsonPath: '.a', priority: 0, format: 'int32', description: '' }],
    ),
    selectableFields: fc.constantFrom([], [{ jsonPath: '.a' }]),
  },
  { requiredKeys: ['served'] },
)
const manifest = fc
  .record({
    schemas: fc.array(fc.tuple(schema, version), { minLength: 1, maxLength: 3 }),
    spec: fc.record(
      {
        preserveUnknownFields: flag,
        conversion: fc.constantFrom(
          { strategy: 'None' },
          { strategy: 'Webhook', webhook: { conversionReviewVersions: ['v1'], clientConfig: { url: 'x' } } },
        ),
      },
      { requiredKeys: [] },
    ),
    names: fc.record(
      {
        singular: text,
        listKind: fc.constantFrom('Things', 'ThingList'),
        shortNames: fc.array(text, { maxLength: 2 }),
        categories: fc.array(text, { maxLength: 2 }),
      },
      { requiredKeys: [] },
    ),
    more: fc.record({ status: fc.constant({ conditions: [], storedVersions: ['v1'] }) }, { requiredKeys: [] }),
  })
  .map(({ schemas, spec, names: more, more: rest }) => ({
    apiVersion: 'apiextensions.k8s.io/v1',
    kind: 'CustomResourceDefinition',
    metadata: { name: 'things.example.com', annotations: { a: 'b' } },
    ...rest,
    spec: {
      group: 'example.com',
      scope: 'Cluster',
      ...spec,
      names: { kind: 'Thing', plural: 'things', ...more },
      versions: schemas.map(([openAPIV3Schema, facts], index) => ({
        name: `v${index + 1}`,
        storage: index === 0,
        ...facts,
        schema: { openAPIV3Schema },
      })),
    },
  }))

it('keeps manifests unchanged', async () => {
  await fc.assert(
    fc.asyncProperty(manifest, async (each) => {
      const { read, written } = await roundTrip(each)
      expect(written).toEqual(read)
    }),
    { numRuns: rounds(300) },
  )
})

it('makes code of them that compiles', async () => {
  const files = fc.sample(manifest, { numRuns: rounds(32), seed: 7 }).map((each, index) => {
    const group = `g${index}.example.com`
    return {
      file: `${index}.yaml`,
      text: jsonToYAML({ ...each, spec: { ...each.spec, group } } as unknown as JSONObject),
    }
  })
  const diagnostics = new Diagnostics()
  const model = await readCRDs({ source: 'x', files }, diagnostics)
  const options = { docs: 'all' as const, descriptions: true, diagnostics, progress: () => {} }
  const written = emit({ model }, ['types', 'defaults', 'conversions', 'client'], options).files
  const work = placeGenerated(written)
  const paths = written.map(({ path }) => path).filter((path) => path.endsWith('.ts'))
  expect(typeErrors(work.folder, paths)).toEqual([])
  work.dispose()
})

it('keeps a large manifest: a whole pod template', async () => {
  const source = `// +groupName=example.com
import type { ObjectMeta, TypeMeta } from 'apimachinery/meta/v1'
import type { PodTemplateSpec } from 'apimachinery/api/core/v1'
// +kubebuilder:resource
export interface Thing extends TypeMeta { metadata?: ObjectMeta; a?: PodTemplateSpec; b?: PodTemplateSpec[] }
`
  const diagnostics = new Diagnostics()
  const { model } = await readTaggedTypeScript(
    { source: 'x', files: [{ file: 'v1/types.ts', text: source }], root: '' },
    diagnostics,
  )
  const [first] = customResourceDefinitions(model, { docs: true, diagnostics })
  expect(diagnostics.items.map(formatDiagnostic)).toEqual([])
  const { written } = await roundTrip(first as object)
  expect(written).toEqual(first)
})
