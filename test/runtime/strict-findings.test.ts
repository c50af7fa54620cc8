import { describe, expect, test } from 'vitest'
import { addToScheme } from '../../src/api/core/v1/register.gen.js'
import { Scheme } from '../../src/runtime/scheme/scheme.js'
import { CodecFactory } from '../../src/runtime/serializer/codec-factory.js'
import { isStrictDecodingError, type StrictFinding } from '../../src/runtime/strict-decoding-error.js'
import { thrown } from '../thrown.js'

const scheme = new Scheme()
addToScheme(scheme)
const codecs = new CodecFactory(scheme, { mode: 'strict' })

function findingsOf(run: () => unknown): readonly StrictFinding[] {
  const error = thrown(run)
  if (!isStrictDecodingError(error)) throw error
  expect(error.errors).toEqual(error.findings.map(({ message }) => message))
  return error.findings
}

const at = (path: string, message: string, line: number) => ({ path, message, position: { line } })

describe('findings of strict reading have path, message and position', () => {
  test('in JSON', () => {
    const text = '{"kind":"Pod","apiVersion":"v1",\n"spec":{"a\\"b":1,\n"hostname":"x","hostname":"y"}}'
    expect(findingsOf(() => codecs.json.decode(text))).toMatchObject([
      at('spec.a"b', String.raw`unknown field "spec.a\"b"`, 2),
      at('spec.hostname', 'duplicate field "spec.hostname"', 3),
    ])
  })

  test('in YAML, where duplicate keys are a finding of the parser', () => {
    const text = 'kind: Pod\napiVersion: v1\nspec:\n  foo: 1\n  hostname: a\n  hostname: b\n'
    const [duplicates, unknown] = findingsOf(() => codecs.yaml.decode(text))
    expect(duplicates).toMatchObject({ position: { line: 6 } })
    expect(duplicates?.path).toBeUndefined()
    expect(unknown).toMatchObject(at('spec.foo', 'unknown field "spec.foo"', 4))
  })

  test('in items of lists', () => {
    const text = '{"kind":"PodList","apiVersion":"v1","items":[{},{"spec":{"foo":1}}]}'
    expect(findingsOf(() => codecs.json.decode(text))).toMatchObject([{ path: 'items[1].spec.foo' }])
    const { badItems } = codecs.universalDeserializer().decode(text, { isolateItems: true })
    expect(badItems?.map(({ index }) => index)).toEqual([1])
  })
})
