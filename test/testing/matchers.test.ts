import assert from 'node:assert/strict'
import { describe, expect, test } from 'vitest'
import { ConfigMap, Pod } from '../../src/api/core/v1/index.js'
import { newNotFound } from '../../src/errors/index.js'
import { assertEqualObjects, differences, matchers } from '../../src/testing/index.js'

expect.extend(matchers)
interface Matchers {
  toEqualObject(expected: unknown): void
  toFailWithReason(reason: string): void
  not: Matchers
}
const expectObject = expect as unknown as (actual: unknown) => Matchers

const pod = (cpu: string) =>
  new Pod({ metadata: { name: 'a' }, spec: { containers: [{ name: 'c', resources: { limits: { cpu } } }] } })

describe('matchers', () => {
  test('objects are compared by meaning', () => {
    expectObject(pod('1')).toEqualObject(pod('1000m'))
    expectObject(pod('1')).not.toEqualObject(pod('2'))
    expect(() => expectObject(pod('2')).toEqualObject(pod('1'))).toThrow(
      'spec.containers[0].resources.limits.cpu: "1" became "2"',
    )
    expect(() => expectObject(new ConfigMap()).toEqualObject(pod('1'))).toThrow('got /v1, Kind=ConfigMap')
    expect(() => expectObject({}).toEqualObject(pod('1'))).toThrow('fromUnstructured')
  })

  test('errors of the API are known by their reason', () => {
    const error = newNotFound({ group: '', resource: 'pods' } as never, 'a')
    expectObject(error).toFailWithReason('NotFound')
    expectObject(() => {
      throw error
    }).toFailWithReason('NotFound')
    expectObject(() => undefined).not.toFailWithReason('NotFound')
    expect(() => expectObject(new TypeError('x')).toFailWithReason('Conflict')).toThrow('got TypeError: x')
  })

  test('other runners assert', () => {
    assertEqualObjects(pod('1'), pod('1'))
    assert.throws(() => assertEqualObjects(pod('1'), pod('3')), /limits\.cpu: "3" became "1"/)
  })
})

test('differences name every place', () => {
  const left = new ConfigMap({ data: { a: '1', b: '2' } })
  const right = new ConfigMap({ data: { a: '1', c: '3' }, immutable: true })
  expect(differences(ConfigMap.descriptor, left, right).map(({ path }) => path)).toEqual([
    'data.b',
    'data.c',
    'immutable',
  ])
})
