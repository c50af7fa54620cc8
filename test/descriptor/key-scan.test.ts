import { expect, test } from 'vitest'
import { mayHaveWholeFractionElements, scanKeys } from '../../src/descriptor/key-scan.js'
import { Random } from '../interop/random.mjs'
import { rounds } from '../rounds.js'

/** Keys of a parsed value, at every depth. */
function countKeys(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0
  const own = Array.isArray(value) ? 0 : Object.keys(value).length
  return own + Object.values(value).reduce((sum: number, member) => sum + countKeys(member), 0)
}

test.each([
  ['{}', 0],
  ['{"a":1,"b":{"c":[{"d":"x:"}]}}', 4],
  ['{"a":1,"a":2}', 2],
  ['{"":"x: y","b":"x:"}', 2],
  ['{"a":"\\":","b":"\\\\\\":","c\\\\":"\\\\"}', 3],
  ['{"a\\"":1,"b":"\\"\\":\\":"}', 2],
  ['{"a\\\\":1,"a\\\\\\\\":"x:\\\\"}', 2],
  ['["a:b","\\":","x:"]', 0],
  ['[":",":a"]', 2],
])('%s has %d keys, or texts that begin as if one ended', (text, keys) => {
  expect(scanKeys(text)).toEqual({ keys, wholeFraction: false, unsure: false })
})

test.each([
  ['{"a" :1}', true],
  ['{"a"\n:1}', true],
  ['{"a" \t\r\n :1}', true],
  ['{"a\\\\" :1}', true],
  ['{"a":"x :"}', false],
  ['{"a":"\\" :"}', false],
  ['{"a":"\\\\\\"\\t :"}', false],
  ['{"a": 1 , "b" : 2}', true],
  ['{"a": 1 , "b": 2}', false],
])('white space between a key and its colon in %s: %s', (text, unsure) => {
  expect(scanKeys(text).unsure).toBe(unsure)
})

test.each([
  ['1.0', true],
  ['1e2', true],
  ['1E2', true],
  ['1.50e1', true],
  ['-0.0', true],
  ['0.0', true],
  ['9.0', true],
  ['90.0', true],
  ['09', false],
  ['100e-2', true],
  ['1.5', false],
  ['1e-2', false],
  ['15', false],
  ['-15', false],
  ['-', false],
  ['"1.0"', false],
  ['.5', false],
  ['e1', false],
])('the member %s is whole in value but not in notation: %s', (number, expected) => {
  for (const space of ['', ' ', '\t', '\n', '\r', ' \r\n\t ']) {
    for (const before of ['', '"x":1.5,', '"x":"y",', '"x":[3.0],']) {
      expect([space, scanKeys(`{${before}"a":${space}${number},"b":1}`).wholeFraction]).toEqual([space, expected])
    }
    const inText = JSON.stringify({ text: `{"a":${space}${number}}`, b: 1 })
    expect(scanKeys(inText).wholeFraction, inText).toBe(false)
  }
})

test.each([
  ['[1.0]', true],
  ['[1,2.00 ]', true],
  ['[ \n1.0\t,2]', true],
  ['[-3.0\r]', true],
  ['[1e2]', true],
  ['[12E2]', true],
  ['[1.5e1]', true],
  ['[1.5,2.25,0.05]', false],
  ['[1,2]', false],
  ['{"a":1.0}', false],
  ['["1.0"]', false],
  ['[[1.0}', true],
])('an element of %s may be whole in value but not in notation: %s', (text, expected) => {
  expect(mayHaveWholeFractionElements(text)).toBe(expected)
})

test('keys are counted as they are parsed, or there is doubt', () => {
  const random = new Random(7)
  const pick = (texts: readonly string[]): string => texts[random.below(texts.length)] as string
  const text = (): string =>
    JSON.stringify(Array.from({ length: random.below(5) }, () => pick(['"', '\\', ':', ' ', 'a', '1.0'])).join(''))
  const value = (depth: number): string => {
    const count = random.below(4)
    const each = (make: () => string): string => Array.from({ length: count }, make).join(pick([',', ', ', ',\n']))
    if (depth === 0 || random.below(3) === 0) return pick([text(), '1', '1.0', '-2.5', '3e1', 'true'])
    if (random.below(2) === 0) return `[${each(() => value(depth - 1))}]`
    let names = 0
    return `{${each(() => `"${names++}${text().slice(1)}${pick(['', '', '', ' '])}:${pick(['', ' '])}${value(depth - 1)}`)}}`
  }
  for (let round = 0; round < rounds(4000); round++) {
    const document = value(3)
    const { keys, unsure } = scanKeys(document)
    const parsed = countKeys(JSON.parse(document))
    if (unsure) expect(document).toMatch(/" +:/)
    else if (/(?:^|[[:, \n])":/.test(document)) expect(keys).toBeGreaterThanOrEqual(parsed)
    else expect([document, keys]).toEqual([document, parsed])
  }
})
