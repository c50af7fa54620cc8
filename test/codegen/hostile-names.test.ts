import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { customResourceDefinitions } from '../../codegen/back-ends/crd/custom-resource-definitions.js'
import { emit } from '../../codegen/cli/emit.js'
import { type Diagnostic, Diagnostics, formatDiagnostic } from '../../codegen/diagnostics/diagnostic.js'
import { readCRDs } from '../../codegen/front-ends/crd/crd.js'
import { readOpenAPI } from '../../codegen/front-ends/openapi/openapi.js'
import { typeName } from '../../codegen/schema/type-names.js'
import type { Scheme } from '../../src/runtime/scheme/scheme.js'
import { loadGenerated, placeGenerated, typeErrors } from './compile-generated.js'

const inherited = ['constructor', 'toString', 'valueOf', 'hasOwnProperty', '__proto__'] as const
const property = (name: string, schema: string) => `${JSON.stringify(name)}: ${schema}`
const schema = `
        type: object
        properties:
          ${property('deepCopy', '{type: string, default: d}')}
          ${property('', '{type: string}')}
          ${property('日本½', '{type: object, properties: {a: {type: string, default: x}}}')}
          Client: {type: object, properties: {a: {type: string}}}
          spec:
            type: object
            properties:
${inherited.map((name) => `              ${property(name, '{type: object, properties: {polluted: {type: string, default: yes-it-is}}}')}`).join('\n')}
          words:
            type: object
            properties:
${inherited.map((name) => `              ${property(name, '{type: string, default: word}')}`).join('\n')}
`
const manifest = (kind: string, versions: readonly string[], body: string) => `---
apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: {name: ${kind.toLowerCase()}s.example.com}
spec:
  group: example.com
  scope: Namespaced
  names: {plural: ${kind.toLowerCase()}s, kind: ${kind}}
  versions:
${versions.map((name, index) => `  - name: ${name}\n    served: true\n    storage: ${index === 0}\n    schema:\n      openAPIV3Schema:${body}`).join('')}
`
const small = '\n        {type: object, properties: {spec: {type: object}}}\n'
const text =
  manifest('Nasty', ['v1', 'v2'], schema) +
  manifest('DefaultHooks', ['v1'], small) +
  manifest('Constructor', ['v1'], small) +
  manifest('ConversionHooks', ['v2'], small)

describe('kinds and properties with names that JavaScript or the generated code use', () => {
  const diagnostics = new Diagnostics()
  let work: ReturnType<typeof placeGenerated>
  let paths: string[]
  beforeAll(async () => {
    const model = await readCRDs({ source: 'x', files: [{ file: 'x.yaml', text }] }, diagnostics)
    const options = { docs: 'none' as const, descriptions: true, diagnostics, progress: () => {} }
    const { files } = emit({ model }, ['types', 'defaults', 'conversions', 'client'], options)
    work = placeGenerated(files)
    paths = files.map(({ path }) => path).filter((path) => path.endsWith('.ts'))
  })
  afterAll(() => work.dispose())

  it('compiles strictly, and says of each version what its class cannot declare', () => {
    expect(diagnostics.items.map(({ severity, code }) => [severity, code])).toEqual([
      ['warning', 'method-name'],
      ['warning', 'method-name'],
    ])
    expect(formatDiagnostic(diagnostics.items[0] as Diagnostic)).toContain('cannot declare the field deepCopy')
    expect(typeErrors(work.folder, paths)).toEqual([])
  })

  it('fills in and converts what an object has itself, and leaves what all objects inherit alone', async () => {
    const v1 = (await loadGenerated(work.folder, 'example/v1/index.gen.ts')) as never as {
      DefaultHooks: unknown
      addToScheme(scheme: Scheme): void
      addDefaultsToScheme(scheme: Scheme): void
      setDefaultsNasty(value: object): void
    }
    const { nastyToV2 } = (await loadGenerated(work.folder, 'example/v2/index.gen.ts')) as never as {
      nastyToV2(from: object, scope: object, hooks: object): object
    }
    expect(v1.DefaultHooks).toBeTypeOf('function')
    const words = Object.fromEntries(inherited.map((name) => [name, 'word']))
    const filled = Object.fromEntries(inherited.map((name) => [name, { polluted: 'yes-it-is' }]))

    const empty = { spec: {}, words: {} }
    v1.setDefaultsNasty(empty)
    expect(empty).toEqual({ deepCopy: 'd', spec: {}, words })
    expect([({} as { polluted?: string }).polluted, (Object as { polluted?: string }).polluted]).toEqual([
      undefined,
      undefined,
    ])

    const given = {
      words: {},
      spec: JSON.parse(JSON.stringify(filled).replaceAll('"polluted":"yes-it-is"', '')) as object,
    }
    v1.setDefaultsNasty(given)
    expect(JSON.stringify(given.spec)).toBe(JSON.stringify(filled))
    const converted = nastyToV2(given, {}, {})
    expect(JSON.stringify(converted)).toBe(JSON.stringify({ deepCopy: 'd', spec: filled, words }))
    expect(Object.getPrototypeOf((converted as { spec: object }).spec)).toBe(Object.prototype)
    expect(JSON.stringify(nastyToV2({ spec: {} }, {}, {}))).toBe('{"spec":{}}')
  })
})

it('names types with letters that identifiers may have', () => {
  expect(['½x', 'a½b', '日本', '__proto__', '1st', 'a-b.c'].map(typeName)).toEqual([
    'X',
    'AB',
    '日本',
    '__proto__',
    'T1st',
    'ABC',
  ])
})

it('keeps the order of versions, whatever the order in which other kinds have them', async () => {
  const diagnostics = new Diagnostics()
  const files = [{ file: 'x.yaml', text: manifest('One', ['v2'], small) + manifest('Two', ['v1', 'v3', 'v2'], small) }]
  const model = await readCRDs({ source: 'x', files }, diagnostics)
  const written = customResourceDefinitions(model, { docs: true, diagnostics })
  const names = written.map(({ spec }) =>
    (spec as never as { versions: { name: string }[] }).versions.map(({ name }) => name),
  )
  expect(names).toEqual([['v2'], ['v1', 'v3', 'v2']])
  expect(diagnostics.items).toEqual([])
})

it('refuses a group without a name', async () => {
  const diagnostics = new Diagnostics()
  const files = [{ file: 'x.yaml', text: manifest('One', ['v2'], small).replace('group: example.com', 'group: ""') }]
  await readCRDs({ source: 'x', files }, diagnostics)
  expect(diagnostics.items.map(({ message }) => message)).toEqual(['spec.group is missing'])
})

it('lets no name of a document become code', async () => {
  const diagnostics = new Diagnostics()
  const names = ["a'b\\nc*/ evil()//.v1.Thing", "z'z.v1.Other"]
  const text = JSON.stringify({
    swagger: '2.0',
    paths: {},
    definitions: {
      [names[0] as string]: {
        properties: {
          'x*/ y\\n': { type: 'string', description: '*/ evil()' },
          q: { $ref: `#/definitions/${names[1]}` },
        },
      },
      [names[1] as string]: { properties: { '`${x}`': { type: 'string', default: `\`\${evil()}\` ' \u2028` } } },
    },
  }).replaceAll('\\\\n', '\\n')
  const files = [{ file: 'x.json', text }]
  const model = await readOpenAPI({ source: 'x\nevil()', files }, diagnostics)
  const options = { docs: 'all' as const, descriptions: true, diagnostics, progress: () => {} }
  const output = emit({ model }, ['types', 'defaults'], options).files
  expect(diagnostics.items.map(formatDiagnostic)).toEqual([])
  expect(output.length).toBeGreaterThan(4)
  const work = placeGenerated(output)
  try {
    expect(
      typeErrors(
        work.folder,
        output.map(({ path }) => path),
      ),
    ).toEqual([])
  } finally {
    work.dispose()
  }
})
