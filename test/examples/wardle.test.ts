import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import protobuf from 'protobufjs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { generate } from '../../codegen/cli/generate.js'
import type { KindClass, KubernetesObject } from '../../src/runtime/objects/typed-object.js'
import type { Scheme } from '../../src/runtime/scheme/scheme.js'
import { fromBinary } from '../../src/runtime/serializer/protobuf/decode.js'
import { toBinary } from '../../src/runtime/serializer/protobuf/encode.js'
import { conversionRoundTrip, type FillFunction, type Random, roundTrip } from '../../src/testing/index.js'
import { loadGenerated, placeGenerated, typeErrors } from '../codegen/compile-generated.js'

const folder = 'examples/wardle'

interface Flunder extends KubernetesObject {
  metadata?: { name?: string; annotations?: Record<string, string> }
  spec: Record<string, unknown>
}
let scheme: Scheme
let classes: { v1alpha1: Record<string, KindClass>; v1beta1: Record<string, KindClass> }
let work: { folder: string; dispose(): void }

beforeAll(async () => {
  const text = (file: string) => readFileSync(join(folder, file), 'utf8')
  const names = ['conversion.ts', 'scheme.ts', 'generated/add-to-scheme.gen.ts']
  const modules = ['client', 'constants', 'conversions', 'defaults', 'descriptors', 'index', 'register', 'types']
  for (const version of ['v1alpha1', 'v1beta1']) {
    const paths = modules.map((name) => `generated/${version}/${name}.gen.ts`)
    names.push(...paths.filter((path) => existsSync(join(folder, path))))
  }
  const all = [
    ...names.map((path) => ({ path, text: text(path) })),
    {
      path: 'all.ts',
      text: `export * from './scheme.js'
export * as v1alpha1 from './generated/v1alpha1/index.gen.js'
export * as v1beta1 from './generated/v1beta1/index.gen.js'
`,
    },
  ]
  work = placeGenerated(all)
  const loaded = await loadGenerated(work.folder, 'all.ts')
  scheme = (loaded.wardleScheme as unknown as () => Scheme)()
  classes = loaded as never
})
afterAll(() => work.dispose())

function flunder(version: 'v1alpha1' | 'v1beta1', spec: object): Flunder {
  const Class = classes[version].Flunder as unknown as new (init: object) => Flunder
  return new Class({ metadata: { name: 'wanda' }, spec })
}

function convert(object: KubernetesObject, version: 'v1alpha1' | 'v1beta1'): Flunder {
  const Class = classes[version].Flunder as KindClass
  return scheme.convertToVersion(object, Class.groupVersionKind.groupVersion()) as Flunder
}

/** The field of the reference depends on its type. */
const fillSpec: FillFunction = (random) => {
  const referenceType = random.pick(['Flunder', 'Fischer'])
  const reference = referenceType === 'Flunder' ? 'flunderReference' : 'fischerReference'
  return { referenceType, [reference]: random.word(), appetite: random.below(9) }
}

/** Fresh data each time: conversions may share parts with what they are given. */
const plain = (value: unknown): unknown => JSON.parse(JSON.stringify(value))

describe('the wardle example', () => {
  it('is generated as it is committed', async () => {
    const messages: string[] = []
    const io = { cwd: process.cwd(), out: () => {}, err: (line: string) => messages.push(line) }
    const code = await generate(['ts', '-i', folder, '-o', `${folder}/generated`, '--check'], io)
    expect(messages.filter((line) => /: (missing|different|stale)$/.test(line))).toEqual([])
    expect(code).toBe(0)
  })

  it('compiles strictly', () => {
    expect(typeErrors(work.folder, ['all.ts', 'conversion.ts'])).toEqual([])
  })

  it('turns the reference of v1alpha1 into one of two fields, and back', () => {
    const old = flunder('v1alpha1', { reference: 'bob', referenceType: 'Fischer' })
    const hub = convert(old, 'v1beta1')
    expect(plain(hub)).toEqual({
      apiVersion: 'wardle.example.com/v1beta1',
      kind: 'Flunder',
      metadata: { name: 'wanda' },
      spec: { referenceType: 'Fischer', fischerReference: 'bob' },
    })
    expect(plain(convert(hub, 'v1alpha1'))).toEqual(plain(old))
  })

  it('fills in defaults from tags and from code', () => {
    const object = flunder('v1beta1', { waters: [{ name: 'pond' }] })
    scheme.default(object)
    expect(object.spec).toEqual({ waters: [{ name: 'pond', depth: 10 }], referenceType: 'Flunder', appetite: 3 })
    const old = flunder('v1alpha1', { reference: 'x' })
    scheme.default(old)
    expect(old.spec).toEqual({ reference: 'x', referenceType: 'Flunder' })
  })

  const name = fc.stringMatching(/^[a-z]{1,8}$/)
  const waters = fc.array(fc.record({ name, depth: fc.integer({ min: 0, max: 99 }) }), { minLength: 1, maxLength: 3 })
  const food = fc.dictionary(name, fc.constantFrom('1', '500m', '2Gi'), { minKeys: 1, maxKeys: 3 })
  const spec = fc
    .record(
      { type: fc.constantFrom('Flunder', 'Fischer'), name, food, waters, appetite: fc.nat(9) },
      { requiredKeys: ['type', 'name'] },
    )
    .map(({ type, name: to, ...rest }) => ({
      referenceType: type,
      [type === 'Flunder' ? 'flunderReference' : 'fischerReference']: to,
      ...rest,
    }))

  it('comes back unchanged from the older version', () => {
    fc.assert(
      fc.property(spec, (each) => {
        const object = flunder('v1beta1', each)
        expect(plain(convert(convert(object, 'v1alpha1'), 'v1beta1'))).toEqual(plain(object))
      }),
      { numRuns: 100 },
    )
  })

  it('loses nothing in any round trip of the testing kit', () => {
    const member: FillFunction = (random) => random.pick(['Flunder', 'Fischer'])
    const fields = { 'spec.referenceType': member, 'spec.waters.name': (random: Random) => random.word() }
    const types = { 'com.example.wardle.v1beta1.FlunderSpec': fillSpec }
    expect(roundTrip(scheme, { fields })).toBeGreaterThan(0)
    const hub = (classes.v1beta1.Flunder as KindClass).groupVersionKind.groupVersion()
    expect(conversionRoundTrip(scheme, hub, { fields, types })).toBeGreaterThan(0)
  })

  it('comes back unchanged from protobuf, which the .proto file describes', () => {
    const root = new protobuf.Root()
    root.resolvePath = () => null
    const text = readFileSync(`${folder}/generated/v1beta1/generated.proto`, 'utf8').replace(/^import .*$/gm, '')
    protobuf.parse(text, root, { keepCase: true })
    protobuf.parse(
      `syntax = "proto2"; package k8s.io.apimachinery.pkg.apis.meta.v1;
       message ObjectMeta { optional string name = 1; } message ListMeta {} message Time {}`,
      root,
      { keepCase: true },
    )
    protobuf.parse(
      'syntax = "proto2"; package k8s.io.apimachinery.pkg.api.resource; message Quantity { optional string string = 1; }',
      root,
      { keepCase: true },
    )
    const message = root.lookupType('com.example.wardle.v1beta1.Flunder')
    const Class = classes.v1beta1.Flunder as KindClass
    fc.assert(
      fc.property(spec, (each) => {
        const object = flunder('v1beta1', each)
        const { apiVersion: _, kind: __, ...data } = plain(object) as KubernetesObject & Record<string, unknown>
        const bytes = toBinary(Class.descriptor, object as never)
        expect(plain(fromBinary(Class.descriptor, bytes))).toEqual(data)
        const read = message.toObject(message.decode(bytes)) as {
          metadata: object
          spec: { food?: Record<string, { string: string }> }
        }
        const quantities = Object.entries(read.spec.food ?? {}).map(([key, value]) => [key, value.string])
        const seen = {
          ...read,
          spec: { ...read.spec, ...(quantities.length > 0 ? { food: Object.fromEntries(quantities) } : {}) },
        }
        expect({ ...seen, metadata: { name: 'wanda' } }).toEqual(data)
      }),
      { numRuns: 100 },
    )
  })
})
