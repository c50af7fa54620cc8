import fc from 'fast-check'
import { expect, test } from 'vitest'
import { documentValue } from '../../src/json/document-value.js'
import { exactValue } from '../../src/json/exact-value.js'
import type { JSONValue } from '../../src/json/json-value.js'
import { parseDocument } from '../../src/json/parse-document.js'
import { rounds } from '../rounds.js'

const digits = fc.stringMatching(/^-?(0|[1-9][0-9]{0,24})(\.[0-9]{1,20})?([eE][+-]?[0-9]{1,2})?$/)
const texts = fc.oneof(
  fc.string(),
  digits,
  fc.constantFrom('\ue000', '\ue000\ue0001', '":12345678901234567,"', '\\', '"', '__proto__', '\\ue000'),
)
const json = fc.letrec<{ value: string }>((tie) => ({
  value: fc.oneof(
    { depthSize: 'small' },
    digits,
    texts.map((text) => JSON.stringify(text)),
    // The same text with every character escaped.
    texts.map((text) => `"${Array.from({ length: text.length }, (_, i) => escaped(text.charCodeAt(i))).join('')}"`),
    fc.constantFrom('true', 'null'),
    fc.array(tie('value'), { maxLength: 4 }).map((members) => `[${members.join(' ,')}]`),
    fc
      .array(fc.tuple(texts, tie('value')), { maxLength: 4 })
      .map((members) => `{${members.map(([name, value]) => `${JSON.stringify(name)}: ${value}`).join(',')}}`),
  ),
})).value

function escaped(unit: number): string {
  return `\\u${unit.toString(16).padStart(4, '0')}`
}

test.each(['exact', 'go'] as const)('%s numbers are those of the exact parser', (numbers) => {
  fc.assert(
    fc.property(json, (text) => {
      const quick = exactValue(text, JSON.parse(text) as JSONValue, numbers)
      // JSON.parse keeps the sign of zero, which only Go's numbers distinguish.
      const expected = documentValue(parseDocument(text), numbers)
      if (numbers === 'exact') expect(plus(quick)).toEqual(plus(expected))
      else expect(quick).toEqual(expected)
    }),
    { numRuns: rounds(5000) },
  )
})

/** Without negative zeros. */
function plus(value: JSONValue): JSONValue {
  if (typeof value === 'number') return value + 0
  if (Array.isArray(value)) return value.map(plus)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, plus(member)]))
}
