import { describe, expect, test } from 'vitest'
import {
  compareSemanticVersions,
  parseSemanticVersion,
  type SemanticVersion,
} from '../../src/internal/semantic-version.js'

const max = 2n ** 64n - 1n
const parsed = (text: string): SemanticVersion => parseSemanticVersion(text) as SemanticVersion

test.each([
  ['0.0.0', [0n, 0n, 0n], []],
  ['1.22.333', [1n, 22n, 333n], []],
  ['1.2.3-alpha.1', [1n, 2n, 3n], ['alpha', '1']],
  ['1.2.3-0.a-b.X9', [1n, 2n, 3n], ['0', 'a-b', 'X9']],
  ['1.2.3-01a.00-', [1n, 2n, 3n], ['01a', '00-']],
  ['1.2.3+build.007', [1n, 2n, 3n], []],
  ['1.2.3-rc+001', [1n, 2n, 3n], ['rc']],
  [`${max}.${max}.${max}`, [max, max, max], []],
])('%s is one', (text, numbers, prerelease) => {
  expect(parseSemanticVersion(text)).toEqual({ numbers, prerelease })
})

test.each([
  '',
  '1',
  '1.2',
  '1.2.3.4',
  'v1.2.3',
  ' 1.2.3',
  '1.2.3 ',
  '01.2.3',
  '1.02.3',
  '1.2.03',
  '1.2.3-',
  '1.2.3+',
  '1.2.3-a..b',
  '1.2.3-01',
  '1.2.3-a.007',
  '1.2.3-00',
  '1.2.3-a_b',
  `${max + 1n}.0.0`,
  `0.${max + 1n}.0`,
  `0.0.${max + 1n}`,
  'a.2.3',
])('%j is none', (text) => {
  expect(parseSemanticVersion(text)).toBeUndefined()
})

describe('order', () => {
  const ascending = [
    '0.0.9',
    '0.0.10',
    '0.1.0',
    '0.9.1',
    '0.10.0',
    '1.0.0-1',
    '1.0.0-2',
    '1.0.0-10',
    '1.0.0-10.0',
    '1.0.0-alpha',
    '1.0.0-alpha.1',
    '1.0.0-alpha.1a',
    '1.0.0-alpha.beta',
    '1.0.0-beta',
    '1.0.0-beta.2',
    '1.0.0-beta.11',
    '1.0.0-rc.1',
    '1.0.0',
    '1.0.1-a',
    '1.0.1',
    '2.0.0-0',
    '10.0.0',
  ].map(parsed)

  test('is that of semver.org, and each equals itself only', () => {
    ascending.forEach((a, i) => {
      ascending.forEach((b, j) => {
        expect([i, j, Math.sign(compareSemanticVersions(a, b))]).toEqual([i, j, Math.sign(i - j)])
      })
    })
  })

  test('build metadata does not count', () => {
    expect(compareSemanticVersions(parsed('1.0.0+a'), parsed('1.0.0+b'))).toBe(0)
    expect(compareSemanticVersions(parsed('1.0.0-rc+a'), parsed('1.0.0-rc'))).toBe(0)
  })
})
