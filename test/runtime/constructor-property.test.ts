import { expect, test } from 'vitest'
import { addToScheme, ConfigMap, type ConfigMapList } from '../../src/api/core/v1/index.js'
import { newDefaultFieldManager, newSchemeTypeConverter } from '../../src/managedfields/index.js'
import { extractList, setList } from '../../src/meta/list.js'
import { createTwoWayMergePatch, strategicMergePatch } from '../../src/patch/index.js'
import { Unstructured } from '../../src/runtime/objects/unstructured.js'
import { Scheme } from '../../src/runtime/scheme/scheme.js'
import { CodecFactory } from '../../src/runtime/serializer/codec-factory.js'

// Faithful reading keeps fields that a type does not have, with any name.
const scheme = new Scheme()
addToScheme(scheme)
const decoder = new CodecFactory(scheme).universalDeserializer()
const read = (kind: string, rest: string): object =>
  decoder.decode(`{"apiVersion":"v1","kind":"${kind}","constructor":"x",${rest}}`).object
const configMap = (): ConfigMap => read('ConfigMap', '"metadata":{"name":"a"}') as ConfigMap

test('an object with a property named constructor is of its class all the same', () => {
  const object = configMap()
  expect(object).toBeInstanceOf(ConfigMap)
  expect(object.deepCopy()).toEqual(object)
  expect(strategicMergePatch(object, { data: { a: 'b' } })).toMatchObject({ constructor: 'x', data: { a: 'b' } })
  expect(createTwoWayMergePatch(object, { ...object, data: { a: 'b' } }, ConfigMap)).toEqual({ data: { a: 'b' } })
})

test('a list with a property named constructor has its items', () => {
  const list = read('ConfigMapList', '"items":[]') as ConfigMapList
  setList(list, [configMap()])
  expect(extractList(list)).toEqual([configMap()])
  expect(() => setList(configMap(), [])).toThrow('ConfigMap is not a list')
})

test('server-side apply takes such an object', () => {
  const kind = ConfigMap.groupVersionKind
  const typeConverter = newSchemeTypeConverter(scheme)
  const manager = newDefaultFieldManager({ kind, scheme, typeConverter, defaulter: { default: () => undefined } })
  const applied = new Unstructured({ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'a' }, data: { a: 'b' } })
  // Fields that the class does not have are refused there, by name.
  expect(() => manager.apply(configMap(), applied, { manager: 'm', force: true })).toThrow('.constructor')
})
