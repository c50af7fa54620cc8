import fc from 'fast-check'
import { expect, test } from 'vitest'
import { compareKubeAwareVersionStrings } from '../../src/schema/index.js'

test('stable before beta before alpha before other names', () => {
  const versions = [
    'foo10',
    'v1alpha1',
    'v10',
    'v1beta10',
    'v2',
    'foo1',
    'v1beta2',
    'v11alpha2',
    'v1',
    'v11beta2',
    'v3beta1',
  ]
  const sorted = versions.toSorted((a, b) => compareKubeAwareVersionStrings(b, a))
  expect(sorted).toEqual([
    'v10',
    'v2',
    'v1',
    'v11beta2',
    'v3beta1',
    'v1beta10',
    'v1beta2',
    'v11alpha2',
    'v1alpha1',
    'foo1',
    'foo10',
  ])
})

test('numbers beyond 64 bits make an ordinary name', () => {
  expect(compareKubeAwareVersionStrings('v9223372036854775807', 'v1')).toBeGreaterThan(0)
  expect(compareKubeAwareVersionStrings('v9223372036854775808', 'v1alpha1')).toBe(-1)
  expect(compareKubeAwareVersionStrings('v1beta9223372036854775808', 'v1alpha1')).toBe(-1)
  expect(compareKubeAwareVersionStrings('v0009223372036854775807', 'v9223372036854775807')).toBe(0)
})

test('only the exact form is a version', () => {
  for (const name of ['1', 'v', 'V1', 'v1.2', 'v1gamma1', 'v1beta', 'v1beta1x', 'v1\n', 'v\u0661']) {
    expect(compareKubeAwareVersionStrings(name, 'v1alpha1')).toBe(-1)
  }
})

test('ordinary names are ordered by bytes, the other way round', () => {
  expect(compareKubeAwareVersionStrings('a', 'b')).toBe(1)
  expect(compareKubeAwareVersionStrings('\u{1f600}', '\uffff')).toBe(-1)
})

test('it is an order', () => {
  const version = fc.oneof(fc.string({ maxLength: 3 }), fc.stringMatching(/^v[0-9]{1,2}((alpha|beta)[0-9]{1,2})?$/))
  fc.assert(
    fc.property(version, version, version, (a, b, c) => {
      const sign = (x: string, y: string) => Math.sign(compareKubeAwareVersionStrings(x, y))
      expect(sign(a, b) + sign(b, a)).toBe(0)
      if (sign(a, b) <= 0 && sign(b, c) <= 0) expect(sign(a, c)).toBeLessThanOrEqual(0)
    }),
  )
})
