import { describe, expect, it } from 'vitest'
import { isMachineryError } from '../../src/errors/machinery-error.js'
import * as nested from '../../src/runtime/objects/nested-field.js'
import * as accessors from '../../src/runtime/objects/object-accessors.js'
import * as setters from '../../src/runtime/objects/set-nested-field.js'
import { Unstructured } from '../../src/runtime/objects/unstructured.js'

const big = 9223372036854775807n
const object = () =>
  new Unstructured({
    x: {
      y: 1,
      nil: null,
      text: 'a',
      yes: true,
      float: 1.5,
      big,
      list: ['a', 'b'],
      mixed: ['a', 1],
      map: { k: 'v' },
      odd: { k: 1, n: null },
    },
  })

const refusal = (run: () => unknown): string => {
  try {
    run()
  } catch (error) {
    if (isMachineryError(error, 'NestedField')) return error.message
    throw error
  }
  return 'nothing was thrown'
}

describe('reading', () => {
  it('finds values, and nothing where a key is absent or null stands above', () => {
    expect(nested.nestedFieldNoCopy(object(), 'x', 'y')).toBe(1)
    expect(nested.nestedFieldNoCopy(object(), 'x', 'nil')).toBeNull()
    expect(nested.nestedFieldNoCopy(object(), 'x', 'nil', 'deeper')).toBeUndefined()
    expect(nested.nestedFieldNoCopy(object(), 'absent', 'deeper')).toBeUndefined()
    expect(nested.nestedFieldNoCopy(object())).toEqual(object())
  })

  it('finds no inherited properties', () => {
    for (const key of ['constructor', '__proto__', 'toString', 'deepCopy']) {
      expect(nested.nestedFieldNoCopy(object(), key)).toBeUndefined()
      expect(nested.nestedFieldNoCopy(object(), 'x', key)).toBeUndefined()
    }
  })

  it('copies where it says so', () => {
    const source = object()
    const map = nested.nestedMap(source, 'x')
    expect(map).toEqual(source.x)
    expect(map).not.toBe(source.x)
    expect(nested.nestedFieldCopy(source, 'x', 'map')).not.toBe(nested.nestedFieldNoCopy(source, 'x', 'map'))
    expect(nested.nestedSlice(source, 'x', 'mixed')).toEqual(['a', 1])
  })

  it('reads each type', () => {
    expect(nested.nestedString(object(), 'x', 'text')).toBe('a')
    expect(nested.nestedBool(object(), 'x', 'yes')).toBe(true)
    expect(nested.nestedInt64(object(), 'x', 'y')).toBe(1)
    expect(nested.nestedInt64(object(), 'x', 'big')).toBe(big)
    expect(nested.nestedFloat64(object(), 'x', 'float')).toBe(1.5)
    expect(nested.nestedNumberAsFloat64(object(), 'x', 'y')).toBe(1)
    expect(nested.nestedStringSlice(object(), 'x', 'list')).toEqual(['a', 'b'])
    expect(nested.nestedStringMap(object(), 'x', 'map')).toEqual({ k: 'v' })
    expect(nested.nestedNullCoercingStringMap({ m: { a: null, b: 'c' } }, 'm')).toEqual({ a: '', b: 'c' })
    expect(nested.nestedNullCoercingStringMap({ m: null }, 'm')).toBeNull()
  })

  it.each([
    [
      () => nested.nestedFieldNoCopy(object(), 'x', 'text', 'z'),
      '.x.text.z accessor error: a is of the type string, expected map[string]interface{}',
    ],
    [() => nested.nestedString(object(), 'x', 'y'), '.x.y accessor error: 1 is of the type int64, expected string'],
    [
      () => nested.nestedString(object(), 'x', 'nil'),
      '.x.nil accessor error: <nil> is of the type <nil>, expected string',
    ],
    [() => nested.nestedBool(object(), 'x', 'text'), '.x.text accessor error: a is of the type string, expected bool'],
    [
      () => nested.nestedInt64(object(), 'x', 'float'),
      '.x.float accessor error: 1.5 is of the type float64, expected int64',
    ],
    [
      () => nested.nestedFloat64(object(), 'x', 'big'),
      `.x.big accessor error: ${big} is of the type int64, expected float64`,
    ],
    [
      () => nested.nestedNumberAsFloat64(object(), 'x', 'big'),
      `.x.big accessor error: int64 value ${big} cannot be losslessly converted to float64`,
    ],
    [
      () => nested.nestedNumberAsFloat64(object(), 'x', 'text'),
      '.x.text accessor error: a is of the type string, expected float64 or int64',
    ],
    [
      () => nested.nestedStringSlice(object(), 'x', 'mixed'),
      '.x.mixed accessor error: contains non-string key in the slice: 1 is of the type int64, expected string',
    ],
    [
      () => nested.nestedSlice(object(), 'x', 'map'),
      '.x.map accessor error: map[k:v] is of the type map[string]interface {}, expected []interface{}',
    ],
    [
      () => nested.nestedMap(object(), 'x', 'list'),
      '.x.list accessor error: [a b] is of the type []interface {}, expected map[string]interface{}',
    ],
    [
      () => nested.nestedStringMap(object(), 'x', 'odd'),
      '.x.odd accessor error: contains non-string value in the map under key "k": 1 is of the type int64, expected string',
    ],
  ])('words refusals as Go does (%#)', (run, message) => {
    expect(refusal(run)).toBe(message)
  })
})

describe('writing', () => {
  it('makes objects on the way and copies the value', () => {
    const target = new Unstructured()
    const value = { deep: [1] }
    setters.setNestedField(target, value, 'a', 'b', 'c')
    value.deep.push(2)
    expect({ ...target }).toEqual({ a: { b: { c: { deep: [1] } } } })
    setters.setNestedStringSlice(target, ['x'], 'a', 'list')
    setters.setNestedStringMap(target, { k: 'v' }, 'a', 'map')
    setters.setNestedSlice(target, [1n], 'a', 'slice')
    setters.setNestedMap(target, { k: null }, 'a', 'b')
    expect(target.a).toEqual({ b: { k: null }, list: ['x'], map: { k: 'v' }, slice: [1n] })
  })

  it('refuses to step through what is no object', () => {
    expect(refusal(() => setters.setNestedField(object(), 1, 'x', 'text', 'z'))).toBe(
      'value cannot be set because .x.text is not a map[string]interface{}',
    )
    expect(refusal(() => setters.setNestedField(object(), 1))).toBe('value cannot be set without a field')
  })

  it('never reaches a prototype', () => {
    const target = new Unstructured()
    setters.setNestedField(target, 'x', '__proto__', 'polluted')
    setters.setNestedField(target, 'x', 'constructor', 'prototype', 'polluted')
    setters.setNestedStringMap(target, JSON.parse('{"__proto__":"x"}'), 'map')
    expect(({} as { polluted?: string }).polluted).toBeUndefined()
    expect(Object.keys(target)).toEqual(['__proto__', 'constructor', 'map'])
    expect(nested.nestedString(target, '__proto__', 'polluted')).toBe('x')
    expect(Object.keys(nested.nestedStringMap(target, 'map') ?? {})).toEqual(['__proto__'])
    setters.removeNestedField(target, '__proto__', 'polluted')
    expect(nested.nestedMap(target, '__proto__')).toEqual({})
  })

  it('removes, and does nothing where there is nothing', () => {
    const target = object()
    setters.removeNestedField(target, 'x', 'y')
    setters.removeNestedField(target, 'x', 'text', 'z')
    setters.removeNestedField(target, 'no', 'way')
    setters.removeNestedField(target)
    expect(nested.nestedFieldNoCopy(target, 'x', 'y')).toBeUndefined()
    expect(nested.nestedString(target, 'x', 'text')).toBe('a')
  })
})

describe('metadata', () => {
  it.each([
    { field: 'name', get: accessors.getName, set: accessors.setName },
    { field: 'namespace', get: accessors.getNamespace, set: accessors.setNamespace },
    { field: 'generateName', get: accessors.getGenerateName, set: accessors.setGenerateName },
    { field: 'uid', get: accessors.getUID, set: accessors.setUID },
    { field: 'resourceVersion', get: accessors.getResourceVersion, set: accessors.setResourceVersion },
    { field: 'selfLink', get: accessors.getSelfLink, set: accessors.setSelfLink },
    { field: 'continue', get: accessors.getContinue, set: accessors.setContinue },
    { field: 'creationTimestamp', get: accessors.getCreationTimestamp, set: accessors.setCreationTimestamp },
  ])('accessors of $field', ({ field, get, set }) => {
    const target = new Unstructured()
    expect(get(target)).toBe('')
    set(target, '2024-01-01T00:00:00Z')
    expect({ ...target }).toEqual({ metadata: { [field]: '2024-01-01T00:00:00Z' } })
    expect(get(target)).toBe('2024-01-01T00:00:00Z')
    set(target, '')
    expect({ ...target }).toEqual({ metadata: {} })
  })

  it('reads and writes integers exactly', () => {
    const target = new Unstructured()
    accessors.setGeneration(target, big)
    expect(accessors.getGeneration(target)).toBe(big)
    accessors.setGeneration(target, 0)
    expect({ ...target }).toEqual({ metadata: {} })
    accessors.setDeletionGracePeriodSeconds(target, 0)
    accessors.setRemainingItemCount(target, 7)
    expect({ ...target }).toEqual({ metadata: { deletionGracePeriodSeconds: 0, remainingItemCount: 7 } })
    expect(accessors.getDeletionGracePeriodSeconds(target)).toBe(0)
    expect(accessors.getRemainingItemCount(target)).toBe(7)
    expect(accessors.getRemainingItemCount({})).toBeUndefined()
  })

  it('reads labels as JSON decoding would, and wrong types as absent', () => {
    expect(accessors.getLabels({ metadata: { labels: { a: null, b: 'c' } } })).toEqual({ a: '', b: 'c' })
    expect(accessors.getLabels({ metadata: { labels: { a: 1 } } })).toBeUndefined()
    expect(accessors.getLabels({ metadata: { labels: null } })).toBeUndefined()
    expect(accessors.getAnnotations({ metadata: 'x' })).toBeUndefined()
    expect(accessors.getName({ metadata: { name: 1 } })).toBe('')
    expect(accessors.getFinalizers({ metadata: { finalizers: ['a', 1] } })).toBeUndefined()
    expect(accessors.getOwnerReferences({ metadata: { ownerReferences: [{ uid: 'u' }] } })).toEqual([{ uid: 'u' }])
    expect(accessors.getOwnerReferences({ metadata: { ownerReferences: [1] } })).toEqual([])
  })

  it('sets and removes maps and lists', () => {
    const target = new Unstructured()
    accessors.setLabels(target, { a: 'b' })
    accessors.setAnnotations(target, { c: 'd' })
    accessors.setFinalizers(target, ['f'])
    accessors.setOwnerReferences(target, [{ uid: 'u' }])
    accessors.setManagedFields(target, [{ manager: 'm' }])
    accessors.setDeletionTimestamp(target, '2024-01-01T00:00:00Z')
    expect(target.metadata).toEqual({
      labels: { a: 'b' },
      annotations: { c: 'd' },
      finalizers: ['f'],
      ownerReferences: [{ uid: 'u' }],
      managedFields: [{ manager: 'm' }],
      deletionTimestamp: '2024-01-01T00:00:00Z',
    })
    accessors.setLabels(target, undefined)
    accessors.setAnnotations(target, undefined)
    accessors.setFinalizers(target, undefined)
    accessors.setOwnerReferences(target, undefined)
    accessors.setManagedFields(target, undefined)
    accessors.setDeletionTimestamp(target, undefined)
    expect(target.metadata).toEqual({})
  })
})
