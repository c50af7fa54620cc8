import { expect, test } from 'vitest'
import { addToScheme } from '../../../src/api/core/v1/register.gen.js'
import { parseJSON } from '../../../src/json/index.js'
import { createMergePatch } from '../../../src/patch/index.js'
import { Scheme } from '../../../src/runtime/scheme/scheme.js'
import { CodecFactory } from '../../../src/runtime/serializer/codec-factory.js'
import { UnstructuredJSONScheme } from '../../../src/runtime/serializer/json/unstructured-json-scheme.js'

const scheme = new Scheme()
addToScheme(scheme)
const pod = (field: string) => `{"apiVersion":"v1","kind":"Pod","spec":{${field}}}`
const foo = (field: string) => `{"apiVersion":"example.com/v1","kind":"Foo",${field}}`

// Go rejects such a number at any position; docs/conformance.md lists the cases that are not detected here.
test.each(['strict', 'canonical'] as const)(
  'a number beyond float64 is refused in mode %s, replaced or not',
  (mode) => {
    const decoder = new CodecFactory(scheme, { mode }).universalDeserializer()
    for (const field of ['"priority":1e400,"priority":1', '"priority":1,"priority":1e400', '"priority":1e400']) {
      expect(() => decoder.decode(pod(field))).toThrow('cannot unmarshal number 1e400 into Go struct field')
    }
  },
)

test('in mode faithful, and without a type, only the number that counts is seen', () => {
  const decoder = new CodecFactory(scheme).universalDeserializer()
  expect(decoder.decode(pod('"priority":1e400,"priority":1')).object).toMatchObject({ spec: { priority: 1 } })
  expect(() => decoder.decode(pod('"priority":1,"priority":1e400'))).toThrow('1e400')

  const unstructured = new UnstructuredJSONScheme()
  expect(unstructured.decode(foo('"a":1e400,"a":1')).object).toMatchObject({ a: 1 })
  expect(() => unstructured.decode(foo('"a":1,"a":1e400'))).toThrow('1e400')

  expect(parseJSON('{"a":1e400,"a":1}')).toEqual({ a: 1 })
  expect(() => parseJSON('{"a":1,"a":1e400}')).toThrow('1e400')
  expect(createMergePatch('{}', '{"a":1e400,"a":1}')).toBe('{"a":1}')
})
