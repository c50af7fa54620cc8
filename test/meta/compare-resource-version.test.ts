import { describe, expect, test } from 'vitest'
import { compareResourceVersion } from '../../src/meta/compare-resource-version.js'

describe('compareResourceVersion', () => {
  test.each([
    ['1', '1', 0],
    ['9', '10', -1],
    ['10', '9', 1],
    ['123', '124', -1],
    ['9223372036854775808', '9223372036854775807', 1],
    ['99999999999999999999999999', '100000000000000000000000000', -1],
  ])('%s and %s', (a, b, wanted) => {
    expect(compareResourceVersion(a, b)).toBe(wanted)
    expect(compareResourceVersion(b, a)).toBe(0 - wanted)
  })

  test.each(['', '0', '01', '-1', '+1', '1.0', ' 1', '1\n', '1e3', '٣', 'abc'])('refuses %j', (text) => {
    const message = `resource version is not well formed: ${text}`
    expect(() => compareResourceVersion(text, '1')).toThrow(message)
    expect(() => compareResourceVersion('1', text)).toThrow(message)
  })
})
