import { beforeEach, describe, expect, test, vi } from 'vitest'

// Plans of types remember the order of fields from one object to the next. Each test loads the library again, as a fresh
// process does, and asks first, again, and after usual objects.
const source = (path: string) => `../../../src/${path}`
const load = async () => {
  const [{ Scheme }, core, { CodecFactory }, { StrictDecodingError }] = await Promise.all([
    import(source('runtime/scheme/scheme.js')) as Promise<typeof import('../../../src/runtime/scheme/scheme.js')>,
    import(source('api/core/v1/index.js')) as Promise<typeof import('../../../src/api/core/v1/index.js')>,
    import(source('runtime/serializer/codec-factory.js')) as Promise<
      typeof import('../../../src/runtime/serializer/codec-factory.js')
    >,
    import(source('runtime/strict-decoding-error.js')) as Promise<
      typeof import('../../../src/runtime/strict-decoding-error.js')
    >,
  ])
  const scheme = new Scheme()
  core.addToScheme(scheme)
  const strict = new CodecFactory(scheme, { mode: 'strict' }).universalDeserializer()
  const objections = (text: string): readonly string[] => {
    try {
      strict.decode(text)
      return []
    } catch (error) {
      if (!(error instanceof StrictDecodingError)) throw error
      return error.errors
    }
  }
  return { scheme, CodecFactory, objections }
}

beforeEach(() => vi.resetModules())

const usual = '{"apiVersion":"v1","kind":"Pod","metadata":{"name":"a"},"spec":{"securityContext":{"runAsUser":1}}}'

describe('a field without a name', () => {
  test.each([
    ['at the top', '{"":{},"apiVersion":"v1","kind":"Pod"}', ''],
    ['in metadata', '{"apiVersion":"v1","kind":"Pod","metadata":{"":1,"name":"a"}}', 'metadata.'],
    [
      'alone in a struct',
      '{"apiVersion":"v1","kind":"Pod","spec":{"securityContext":{"":1}}}',
      'spec.securityContext.',
    ],
    ['in YAML', 'apiVersion: v1\nkind: Pod\nspec: {securityContext: {"": 1}}\n', 'spec.securityContext.'],
    ['in a list', '{"apiVersion":"v1","kind":"Pod","spec":{"containers":[{"":1}]}}', 'spec.containers[0].'],
    [
      'in a type without fields',
      '{"apiVersion":"v1","kind":"Pod","spec":{"volumes":[{"emptyDir":{"":1}}]}}',
      'spec.volumes[0].emptyDir.',
    ],
  ])('is found %s, first and last', async (_, text, path) => {
    const { objections } = await load()
    const expected = [`unknown field "${path}"`]
    expect(objections(text)).toEqual(expected)
    expect(objections(text)).toEqual(expected)
    for (let i = 0; i < 3; i++) expect(objections(usual)).toEqual([])
    expect(objections(text)).toEqual(expected)
  })

  test('is kept faithfully, dropped from canonical JSON and refused by protobuf', async () => {
    const { scheme, CodecFactory } = await load()
    const text = '{"":{"a":"b"},"apiVersion":"v1","kind":"Pod","metadata":{"":1}}'
    const faithful = new CodecFactory(scheme).universalDeserializer().decode(text).object
    expect(JSON.parse(JSON.stringify(faithful))).toEqual(JSON.parse(text))
    const canonical = new CodecFactory(scheme, { mode: 'canonical' }).universalDeserializer().decode(text).object
    expect(JSON.stringify(canonical)).not.toContain('""')
    const protobuf = new CodecFactory(scheme)
      .supportedMediaTypes()
      .find(({ mediaType }) => mediaType === 'application/vnd.kubernetes.protobuf')
    for (let i = 0; i < 2; i++) expect(() => protobuf?.serializer.encode(faithful)).toThrow('declares no such field')
  })
})
