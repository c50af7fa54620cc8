import { describe, expect, test } from 'vitest'
import { Deployment, DeploymentList } from '../../../../src/api/apps/v1/index.js'
import { Pod, PodList } from '../../../../src/api/core/v1/index.js'
import type { ReadingMode } from '../../../../src/runtime/interfaces.js'
import { isMissingKind } from '../../../../src/runtime/objects/missing-kind-error.js'
import { isMissingVersion } from '../../../../src/runtime/objects/missing-version-error.js'
import type { KindClass } from '../../../../src/runtime/objects/typed-object.js'
import { Unknown } from '../../../../src/runtime/objects/unknown.js'
import { Unstructured, UnstructuredList } from '../../../../src/runtime/objects/unstructured.js'
import { isNotRegisteredError } from '../../../../src/runtime/scheme/not-registered-error.js'
import { JSONSerializer } from '../../../../src/runtime/serializer/json/json-serializer.js'
import { UnstructuredJSONScheme } from '../../../../src/runtime/serializer/json/unstructured-json-scheme.js'
import { StrictDecodingError } from '../../../../src/runtime/strict-decoding-error.js'
import { GroupVersionKind } from '../../../../src/schema/identifiers.js'
import { thrown } from '../../../thrown.js'

const classes = [Deployment, DeploymentList, Pod, PodList] as unknown as KindClass[]
const registry = {
  name: 'test',
  classFor: (gvk: GroupVersionKind) =>
    classes.find(({ groupVersionKind: { group, version, kind } }) => {
      return group === gvk.group && version === gvk.version && kind === gvk.kind
    }),
}
const serializer = (mode: ReadingMode = 'faithful') => new JSONSerializer(registry, { mode })
const text = (bytes: Uint8Array) => new TextDecoder().decode(bytes)
const modes: readonly ReadingMode[] = ['faithful', 'strict', 'canonical']

const failure = (run: () => unknown) => thrown<Error & { code?: string; position?: unknown }>(run)

const deployment =
  '{"apiVersion":"apps/v1","kind":"Deployment","metadata":{"name":"d"},"spec":{"replicas":2,"new":{"x":1.5}}}'

describe('decode', () => {
  test('makes instances of the class, from text and from bytes', () => {
    for (const data of [deployment, new TextEncoder().encode(deployment)]) {
      const { object, gvk } = serializer().decode(data)
      expect(object).toBeInstanceOf(Deployment)
      expect({ ...gvk }).toEqual({ group: 'apps', version: 'v1', kind: 'Deployment' })
    }
  })

  test('makes list items instances that know their kind', () => {
    const list = '{"apiVersion":"v1","kind":"PodList","items":[{"metadata":{"name":"a"}},null]}'
    for (const mode of modes) {
      const { object } = serializer(mode).decode<PodList>(list)
      expect(object.items).toHaveLength(2)
      for (const pod of object.items) {
        expect(pod).toBeInstanceOf(Pod)
        expect([pod.apiVersion, pod.kind]).toEqual(['v1', 'Pod'])
      }
      expect(Object.keys(object.items[0] as object)).not.toContain('kind')
    }
  })

  test('writes back what it read', () => {
    expect(text(serializer().encode(serializer().decode(deployment).object))).toBe(`${deployment}\n`)
  })

  test('finds the kind in any case, the last one winning', () => {
    const odd = '{"KIND":"Pod","apiversion":"v0","kind":"Deployment","apiVersion":"apps/v1","Kind":null}'
    expect(serializer().decode(odd).object).toBeInstanceOf(Deployment)
    expect(failure(() => serializer().decode('{"apiVersion":"v1","kind":"Pod","\u212aind":"X"}')).message).toBe(
      'no kind "X" is registered for version "v1" in scheme "test"',
    )
  })

  test.each([
    ['{"metadata":{}}', new GroupVersionKind('apps', 'v1', 'Deployment'), undefined],
    ['{"kind":"Deployment"}', new GroupVersionKind('apps', 'v1', 'Pod'), undefined],
    ['{"apiVersion":"apps/v1"}', undefined, Deployment],
    ['{}', undefined, Deployment],
  ])('fills in what %s leaves open', (input, defaults, into) => {
    const options = { ...(defaults && { defaults }), ...(into && { into: into as unknown as KindClass }) }
    expect(serializer().decode(input, options).object).toBeInstanceOf(Deployment)
  })

  test('says what is missing or not known', () => {
    expect(isMissingKind(failure(() => serializer().decode('{"apiVersion":"v1"}')))).toBe(true)
    expect(failure(() => serializer().decode('null')).message).toBe("Object 'Kind' is missing in 'null'")
    expect(isMissingVersion(failure(() => serializer().decode('{"kind":"Pod"}')))).toBe(true)
    expect(isNotRegisteredError(failure(() => serializer().decode('{"kind":"X","apiVersion":"v1"}')))).toBe(true)
    expect(failure(() => serializer().decode('{"kind":"X","apiVersion":"a/b/c"}')).message).toBe(
      'unexpected GroupVersion string: a/b/c',
    )
  })

  const findKind =
    'struct { APIVersion string "json:\\"apiVersion,omitempty\\""; Kind string "json:\\"kind,omitempty\\"" }'
  test.each([
    ['', 'unexpected end of JSON input'],
    ['{"kind":"Pod",}', "invalid character '}' looking for beginning of object key string"],
    ['[]', `json: cannot unmarshal array into Go value of type ${findKind}`],
    ['{"kind":["Pod"]}', 'json: cannot unmarshal array into Go struct field .kind of type string'],
    ['{"apiVersion":1,"kind":2}', 'json: cannot unmarshal number into Go struct field .apiVersion of type string'],
  ])('explains %s as Go does', (input, message) => {
    const error = failure(() => serializer().decode(input))
    expect(error).toMatchObject({
      code: 'InvalidJSON',
      message: `couldn't get version/kind; json parse error: ${message}`,
    })
  })

  test('strict errors carry messages, places and what was read', () => {
    const error = failure(() =>
      serializer('strict').decode(deployment.replace('"spec"', '\n"spec"')),
    ) as StrictDecodingError
    expect(error).toBeInstanceOf(StrictDecodingError)
    expect(error.message).toBe('strict decoding error: unknown field "spec.new"')
    expect(error.findings).toMatchObject([{ position: { line: 2, column: 22 } }])
    expect(error.decoded?.object).toBeInstanceOf(Deployment)
  })

  test('broken UTF-8 is refused, in canonical mode read as Go reads it', () => {
    const bytes = new TextEncoder().encode('{"apiVersion":"v1","kind":"Pod","metadata":{"name":"?"}}')
    bytes[bytes.indexOf(0x3f)] = 0xff
    expect(failure(() => serializer().decode(bytes)).code).toBe('InvalidUTF8')
    expect(serializer('canonical').decode<Pod>(bytes).object.metadata?.name).toBe('\ufffd')
  })

  test('every truncation is a typed error', () => {
    const codes = new Set<string | undefined>()
    const bytes = new TextEncoder().encode(deployment.replace('"d"', '"é\\u0041"'))
    for (let length = 0; length < bytes.length; length++) {
      for (const mode of modes) codes.add(failure(() => serializer(mode).decode(bytes.subarray(0, length))).code)
    }
    expect([...codes].sort()).toEqual(['InvalidJSON', 'InvalidUTF8'])
  })

  test('passes bytes on as Unknown', () => {
    const { object, gvk } = serializer().decode(deployment, { into: Unknown as never })
    expect(text((object as unknown as Unknown).raw)).toBe(deployment)
    expect(gvk.kind).toBe('Deployment')
    expect(text(serializer().encode(object))).toBe(deployment)
  })

  test('long strings are supported', () => {
    const long = 'x'.repeat(20_000_000)
    const data = `{"apiVersion":"v1","kind":"Pod","metadata":{"annotations":{"a":"${long}"}}}`
    for (const mode of modes) {
      expect(serializer(mode).decode<Pod>(data).object.metadata?.annotations?.a?.length).toBe(long.length)
    }
  })
})

describe('encode', () => {
  test('canonically, compact and pretty', () => {
    const pod = new Pod({ metadata: { name: 'a' }, spec: { containers: [] } } as never)
    const canonical = new JSONSerializer(registry, { canonical: true })
    const compact = '{"kind":"Pod","apiVersion":"v1","metadata":{"name":"a"},"spec":{"containers":[]},"status":{}}'
    expect(text(canonical.encode(pod))).toBe(`${compact}\n`)
    const pretty = text(new JSONSerializer(registry, { canonical: true, pretty: true }).encode(pod))
    expect(pretty).toBe(JSON.stringify(JSON.parse(compact), undefined, 2))
  })

  test('plain objects by the kind they say', () => {
    const canonical = new JSONSerializer(registry, { canonical: true })
    const plain = { metadata: { name: 'a' }, kind: 'Pod', apiVersion: 'v1' }
    expect(text(canonical.encode(plain))).toMatch(/^\{"kind":"Pod","apiVersion":"v1",.*"status":\{\}\}\n$/)
    expect(text(canonical.encode({ ...plain, kind: 'X' } as never))).toBe(
      '{"apiVersion":"v1","kind":"X","metadata":{"name":"a"}}\n',
    )
  })

  test('encoders that write differently have different identifiers', () => {
    const options = [{}, { pretty: true }, { canonical: true }, { canonical: true, pretty: true }]
    expect(new Set(options.map((each) => new JSONSerializer(registry, each).identifier)).size).toBe(4)
    expect(new JSONSerializer(registry, { canonical: true }).identifier).toBe(
      '{"name":"json","pretty":"false","strict":"false","yaml":"false"}',
    )
  })
})

test.each([
  ['{', true],
  [' \n\t{"a":1}', true],
  ['[1]', false],
  ['kind: Pod', false],
  ['', false],
])('recognises %j: %s', (data, ok) => {
  expect(serializer().recognizesData(new TextEncoder().encode(data))).toEqual({ ok, unknown: false })
})

describe('unstructured', () => {
  const decode = (data: string, mode: ReadingMode = 'faithful') =>
    serializer(mode).decode(data, { into: Unstructured as never }).object as unknown as Unstructured

  test('keeps integers exactly, nested and written back digit for digit', () => {
    const data = '{"apiVersion":"v1","kind":"X","a":[{"b":9223372036854775807}],"c":123456789012345678901234567890}'
    const object = decode(data)
    expect(object.a).toEqual([{ b: 9223372036854775807n }])
    expect(text(serializer().encode(object))).toBe(`${data}\n`)
  })

  test('makes lists of what has items when asked for a list', () => {
    const data = '{"apiVersion":"v1","kind":"XList","items":[{"a":1},{"kind":"Y","apiVersion":"z/v1"}]}'
    const list = serializer().decode(data, { into: UnstructuredList as never }).object as unknown as UnstructuredList
    expect(list).toBeInstanceOf(UnstructuredList)
    expect(list.items.map(({ kind }) => kind)).toEqual(['X', 'Y'])
    expect(text(serializer().encode(decode(data)))).toBe(`${data}\n`)
    for (const mode of modes)
      expect(decode('{"apiVersion":"v1","kind":"X","items":[1,null]}', mode).items).toEqual([1, null])
  })

  test('finds duplicates in strict mode', () => {
    const error = failure(() => decode('{"apiVersion":"v1","kind":"X","a":{"b":[[{"d":1,"d":2}]]}}', 'strict'))
    expect(error.message).toBe('strict decoding error: duplicate field "a.b[0][0].d"')
  })

  test('infinite numbers are refused', () => {
    for (const mode of modes) {
      expect(failure(() => decode('{"apiVersion":"v1","kind":"X","a":1e999}', mode)).code).toBe('NumberOutOfRange')
    }
  })

  test('reads numbers as Go does where asked to', () => {
    const scheme = new UnstructuredJSONScheme()
    const { object } = scheme.decode(
      '{"kind":"X","z":1.0,"a":-0,"b":-0.0,"c":9223372036854775808,"d":9223372036854775807}',
    )
    expect(text(scheme.encode(object))).toBe(
      '{"a":0,"b":-0,"c":9223372036854776000,"d":9223372036854775807,"kind":"X","z":1}\n',
    )
  })

  test.each([
    ['{}', "Object 'Kind' is missing in '{}'"],
    ['[]', 'json: cannot unmarshal array into Go value of type unstructured.detector'],
    [
      '{"kind":"X","items":{}}',
      'json: cannot unmarshal object into Go struct field decodeList.items of type []json.RawMessage',
    ],
    ['{"kind":"X","items":[1]}', 'json: cannot unmarshal number into Go value of type map[string]interface {}'],
    ['', 'unexpected end of JSON input'],
  ])('explains %s as Go does', (data, message) => {
    expect(failure(() => new UnstructuredJSONScheme().decode(data)).message).toBe(message)
  })

  test('nesting ends at 10,000 levels as in Go', () => {
    const nested = (depth: number) => `{"kind":"X","a":${'['.repeat(depth)}${']'.repeat(depth)}}`
    const scheme = new UnstructuredJSONScheme()
    expect(text(scheme.encode(scheme.decode(nested(9_999)).object))).toBe(
      `{"a":${'['.repeat(9_999)}${']'.repeat(9_999)},"kind":"X"}\n`,
    )
    expect(failure(() => scheme.decode(nested(10_000))).message).toBe("invalid character '[' exceeded max depth")
    // Faithful reading has no need of a limit.
    expect(text(serializer().encode(decode(nested(50_000).replace('{', '{"apiVersion":"v1",'))))).toContain('[[[')
  })
})
