import assert from 'node:assert/strict'
import { describe, expect, test } from 'vitest'
import { ConfigMap, Pod } from '../../src/api/core/v1/index.js'
import { newNotFound } from '../../src/errors/index.js'
import { assertEqualObjects, differences } from '../../src/testing/index.js'
import { matchers } from '../../src/testing/vitest/index.js'

expect.extend(matchers)
const pod = (cpu: string) =>
  new Pod({ metadata: { name: 'a' }, spec: { containers: [{ name: 'c', resources: { limits: { cpu } } }] } })

describe('matchers', () => {
  test('objects are compared by meaning', () => {
    expect(pod('1')).toEqualObject(pod('1000m'))
    expect(pod('1')).not.toEqualObject(pod('2'))
    expect(() => expect(pod('2')).toEqualObject(pod('1'))).toThrow(
      'spec.containers[0].resources.limits.cpu: "1" became "2"',
    )
    expect(() => expect(new ConfigMap()).toEqualObject(pod('1'))).toThrow('got /v1, Kind=ConfigMap')
    expect(() => expect({}).toEqualObject(pod('1'))).toThrow('fromUnstructured')
  })

  test('errors of the API are known by their reason', () => {
    const error = newNotFound({ group: '', resource: 'pods' } as never, 'a')
    expect(error).toFailWithReason('NotFound')
    expect(() => {
      throw error
    }).toFailWithReason('NotFound')
    expect(() => undefined).not.toFailWithReason('NotFound')
    expect(() => expect(new TypeError('x')).toFailWithReason('Conflict')).toThrow('got TypeError: x')
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
