import { describe, expect, test } from 'vitest'
import { Pod } from '../../src/api/core/v1/index.js'
import { mergePatch } from '../../src/patch/merge/merge-patch.js'
import { strategicMergePatch } from '../../src/patch/strategic/strategic-merge-patch.js'

function outcome(run: () => string): string {
  try {
    return run()
  } catch (error) {
    return `error: ${(error as Error).message.replace(/ at offset \d+$/, '')}`
  }
}

const patch = '{"metadata":{"labels":{"added":"1"}}}'
/** White space is what the scanner of touched parts does not take: the document is read as a whole. */
const spaced = (text: string): string => ` ${text.replace('{', '{ ')}`

const numbers = ['0', '-0', '7', '-7', '10', '1234567', '123456789012345', '1234567890123456', '9007199254740993']
const others = ['9223372036854775807', '12345678901234567890', '1.0', '-1.5', '1e3', '1E-3', '-0.0', '0e0']
const words = ['true', 'false', 'null', '""', '"a"', '"\\""', '"\\u003c"', '"<"', '"\\\\"', '"é"', '"\\/"', '"a\\nb"']
const broken = [
  '00',
  '01',
  '-01',
  '-',
  '--1',
  '+1',
  '.5',
  '1.',
  '1e',
  '1e+',
  'tru',
  'nul',
  'nulls',
  'fals',
  '"',
  '"\\',
  'x',
  '',
]
const containers = [
  '[]',
  '{}',
  '[1,-0,"a"]',
  '{"b":1,"a":[{"d":0,"c":-1}]}',
  '[[]]',
  '{"a":1,"a":2}',
  '[1 2]',
  '[,]',
  '{,}',
  '{"a"}',
]

describe.each([...numbers, ...others, ...words, ...broken, ...containers])('%s', (value) => {
  const documents = [
    `{"kind":"Pod","metadata":{"labels":{"old":"x"}},"spec":{"unknown":${value},"nodeName":"n"}}`,
    `{"kind":"Pod","metadata":{"labels":{"old":"x"},"unknown":${value}}}`,
    `{"a":${value}}`,
    `{"z":${value},"a":1}`,
  ]

  test('in a document is patched by parts as it is patched as a whole', () => {
    for (const document of documents)
      expect(outcome(() => strategicMergePatch(document, patch, Pod))).toBe(
        outcome(() => strategicMergePatch(spaced(document), patch, Pod)),
      )
  })

  test('in a patch as well', () => {
    for (const document of documents) {
      const whole = outcome(() => strategicMergePatch(spaced('{"spec":{"nodeName":"m"}}'), spaced(document), Pod))
      expect(outcome(() => strategicMergePatch('{"spec":{"nodeName":"m"}}', document, Pod))).toBe(whole)
    }
  })

  test('is refused in a merge patch exactly when it is no JSON', () => {
    let isJSON = true
    try {
      JSON.parse(`{"a":${value}}`)
    } catch {
      isJSON = false
    }
    expect(outcome(() => mergePatch(`{"a":${value}}`, '{"b":1}')).startsWith('error')).toBe(!isJSON)
  })
})
