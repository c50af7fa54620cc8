import { describe, expect, test } from 'vitest'
import { addToScheme, ConfigMap, ConfigMapList } from '../../src/api/core/v1/index.js'
import { scalar, struct } from '../../src/descriptor/index.js'
import { objectMetaDescriptor } from '../../src/meta/v1/descriptors.gen.js'
import { Scheme, TypedObject } from '../../src/runtime/index.js'
import { GroupVersionKind } from '../../src/schema/index.js'
import { type Encoding, type FillFunction, isRoundTripError, roundTrip } from '../../src/testing/index.js'
import { isAlike, type Outcome } from '../../src/testing/round-trip.js'
import { thrown } from '../thrown.js'

const scheme = new Scheme()
addToScheme(scheme)
const kinds = [ConfigMap]
const encodings: readonly Encoding[] = ['JSON', 'YAML', 'CBOR', 'protobuf', 'unstructured']

function failureWith(fields: Record<string, FillFunction>, encoding: Encoding) {
  const error = thrown(() => roundTrip(scheme, { rounds: 2, seed: 9, share: 1, kinds, encodings: [encoding], fields }))
  if (!isRoundTripError(error)) throw error
  return error
}

describe('roundTrip', () => {
  test('counts objects and ways', () => {
    expect(roundTrip(scheme, { rounds: 3, kinds: [ConfigMap, ConfigMapList] })).toBe(2 * 3 * 5)
    expect(roundTrip(scheme, { rounds: 2, kinds, encodings: ['YAML', 'CBOR'] })).toBe(4)
  })

  test('passes over protobuf for kinds that have no message', () => {
    class Crew extends TypedObject {
      static readonly groupVersionKind: GroupVersionKind<Crew> = new GroupVersionKind('example.com', 'v1', 'Crew')
      static readonly descriptor = struct('Crew', () => [
        ['kind', 0, scalar('string'), '?'],
        ['apiVersion', 0, scalar('string'), '?'],
        ['metadata', 0, objectMetaDescriptor, 'z'],
      ])
    }
    const own = new Scheme()
    own.addKinds(Crew)
    expect(roundTrip(own, { rounds: 1 })).toBe(5)
  })

  // A surrogate without its pair is no UTF-8; JSON escapes it.
  test.each<Encoding>(['YAML', 'CBOR', 'protobuf'])('finds what %s changes', (encoding) => {
    const { path, failure, message } = failureWith({ 'metadata.name': () => '\ud800' }, encoding)
    expect(path).toBe('metadata.name')
    expect(failure.way).toBe(`/v1, Kind=ConfigMap: ${encoding}`)
    expect(failure.seed).toBe(9)
    expect(failure.example).toEqual({ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: '\ud800' } })
    expect(message).toContain('metadata.name')
  })

  test.each(encodings)('finds what %s cannot write or read', (encoding) => {
    const { failure } = failureWith({ 'metadata.generation': () => 'x' as never }, encoding)
    expect(failure.cause).toBeInstanceOf(Error)
    expect(failure.example).toEqual({ apiVersion: 'v1', kind: 'ConfigMap', metadata: { generation: 'x' } })
  })

  test('expects no empty list or map from protobuf', () => {
    const empty: Record<string, FillFunction> = { 'metadata.finalizers': () => [], data: () => ({}) }
    expect(roundTrip(scheme, { rounds: 4, share: 1, kinds, fields: empty })).toBe(20)
  })
})

describe('isAlike', () => {
  const at = (...paths: string[]): Outcome => ({
    differences: paths.map((path) => ({ path, left: 1, right: 2 })),
  })
  const failed = (message: string): Outcome => ({ differences: [], cause: new Error(message) })

  test.each<[string, Outcome | undefined, Outcome, boolean]>([
    ['nothing is not', undefined, at('a'), false],
    ['the first path of the first is', at('b', 'a'), at('a', 'c'), true],
    ['another path is not', at('b', 'c'), at('a', 'c'), false],
    ['an error in place of a difference is not', { ...failed('x'), ...at('a'), cause: new Error('x') }, at('a'), false],
    ['an error with the same message is', failed('x'), failed('x'), true],
    ['an error with another message is not', failed('y'), failed('x'), false],
    ['a difference in place of an error is not', at('a'), failed('x'), false],
    ['no difference is like none', at('a'), at(), false],
  ])('%s', (...[, smaller, first, alike]) => {
    expect(isAlike(smaller, first)).toBe(alike)
  })
})
