import { describe, expect, test } from 'vitest'
import { Unknown } from '../../../../src/runtime/objects/unknown.js'
import { Unstructured } from '../../../../src/runtime/objects/unstructured.js'
import { Scheme } from '../../../../src/runtime/scheme/scheme.js'
import { yamlFormat } from '../../../../src/runtime/serializer/yaml/yaml-format.js'
import { YAMLSerializer, type YAMLSerializerOptions } from '../../../../src/runtime/serializer/yaml/yaml-serializer.js'
import { isStrictDecodingError } from '../../../../src/runtime/strict-decoding-error.js'
import { thrown } from '../../../thrown.js'
import { CronTabV1, group, v1 } from '../../crontab.js'

const header = `apiVersion: ${group}/v1\nkind: CronTab\n`

function serializer(options: YAMLSerializerOptions = {}): YAMLSerializer {
  const scheme = new Scheme()
  scheme.addKnownTypes(v1, CronTabV1)
  return new YAMLSerializer(scheme, options)
}

function textOf(bytes: Uint8Array): string {
  return new TextDecoder().decode(bytes)
}

describe('YAMLSerializer', () => {
  test('reads an instance of the class and writes it back, keys sorted', () => {
    const { object, gvk } = serializer().decode(`${header}spec:\n  replicas: 0b11\n  schedule: {minute: "5"}\n`)
    expect(object).toBeInstanceOf(CronTabV1)
    expect(gvk.kind).toBe('CronTab')
    const written = `${header}spec:\n  replicas: 3\n  schedule:\n    minute: "5"\n`
    expect(textOf(serializer().encode(object))).toBe(written)
  })

  test('writes what Go writes in canonical mode', () => {
    const canonical = serializer({ mode: 'canonical' })
    const { object } = canonical.decode(`${header}extra: 1\nspec: {}\n`)
    expect(textOf(canonical.encode(object))).toBe(`${header}metadata: {}\nspec:\n  schedule:\n    minute: ""\n`)
  })

  test('finds duplicates first and then unknown fields, with their places', () => {
    const text = `${header}spec:\n  foo: 1\n  replicas: 1\n  replicas: 2\n  bar: 1\n`
    const error = thrown(() => serializer({ mode: 'strict' }).decode(text))
    if (!isStrictDecodingError(error)) throw error
    expect(error.errors).toEqual([
      'yaml: unmarshal errors:\n  line 6: key "replicas" already set in map',
      'unknown field "spec.bar"',
      'unknown field "spec.foo"',
    ])
    expect(error.findings.map(({ position }) => position?.line)).toEqual([6, 7, 4])
    expect(error.decoded?.object).toMatchObject({ spec: { replicas: 2 } })
  })

  test('names the place of a wrong type in the YAML', () => {
    const error = thrown(() => serializer().decode(`${header}spec:\n  replicas: many\n`))
    expect(error).toMatchObject({ path: 'spec.replicas', position: { line: 4, column: 3 } })
  })

  test('quotes the YAML when the kind is missing', () => {
    expect(() => serializer().decode('metadata: {}\n')).toThrow("Object 'Kind' is missing in 'metadata: {}\n'")
  })

  test('reads any kind as unstructured, and bytes as they are', () => {
    const text = 'apiVersion: v9\nkind: Thing\nbig: 9007199254740993\n'
    const { object } = serializer().decode(text, { into: Unstructured as never })
    expect((object as unknown as Unstructured).big).toBe(9007199254740993n)
    expect(textOf(serializer().encode(object))).toBe('apiVersion: v9\nbig: 9007199254740993\nkind: Thing\n')
    const unknown = serializer().decode(text, { into: Unknown as never }).object as unknown as Unknown
    expect(textOf(unknown.raw)).toBe(text)
  })

  test('reads every document of a stream and counts lines from its start', () => {
    const good = `${header}spec:\n  schedule: {minute: "1"}\n`
    const all = [...serializer().decodeAll(`${good}---\n# nothing\n---\n${good}`)]
    expect(all.map(({ object }) => object)).toHaveLength(2)
    const broken = thrown(() => [...serializer().decodeAll(`${good}---\n${header}spec:\n  replicas: many\n`)])
    expect(broken).toMatchObject({ position: { line: 9, column: 3 } })
    const malformed = thrown(() => [...serializer().decodeAll(`${good}---\na: 1\n b: 2\n`)])
    expect(malformed).toMatchObject({ position: { line: 7 } })
  })

  test('offers its format to codec factories', () => {
    const info = yamlFormat(new Scheme(), { mode: 'faithful', pretty: true })
    expect(info).toMatchObject({ mediaType: 'application/yaml', mediaTypeSubType: 'yaml', encodesAsText: true })
    expect(info.serializer.identifier).not.toBe(info.strictSerializer?.identifier)
  })

  test('quotes a document without a kind as it was given', () => {
    expect(() => serializer().decode('a: 1\r\n')).toThrow("Object 'Kind' is missing in 'a: 1\r\n'")
    expect(() => serializer().decode(new TextEncoder().encode('a: 1\r\n'))).toThrow("in 'a: 1\r\n'")
  })
})
