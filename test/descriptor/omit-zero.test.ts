import { expect, test } from 'vitest'
import { list, map, scalar, struct } from '../../src/descriptor/build.js'
import { toCanonicalJSON } from '../../src/descriptor/to-canonical-json.js'
import type { TypeDescriptor } from '../../src/descriptor/types.js'

const text = scalar('string')
const inner = struct('x.Inner', () => [['a', 1, text, '?']])

/** What Go writes of a field with `omitempty` and with `omitzero`: `encoding/json` tells empty from nil for the second. */
type Case = [what: string, type: TypeDescriptor, f: unknown, written: [omitEmpty: string, omitZero: string]]

test.each<Case>([
  ['an empty list', list(text), [], ['{}', '{"f":[]}']],
  ['no list', list(text), undefined, ['{}', '{}']],
  ['null for a list', list(text), null, ['{}', '{}']],
  ['an empty map', map(text), {}, ['{}', '{"f":{}}']],
  ['null for a map', map(text), null, ['{}', '{}']],
  ['a map', map(text), { a: '' }, ['{"f":{"a":""}}', '{"f":{"a":""}}']],
  ['an empty struct', inner, {}, ['{"f":{}}', '{}']],
  ['no struct', inner, undefined, ['{"f":{}}', '{}']],
  ['a struct of empty fields', inner, { a: '' }, ['{"f":{}}', '{}']],
  ['a struct', inner, { a: 'x' }, ['{"f":{"a":"x"}}', '{"f":{"a":"x"}}']],
  ['empty text', text, '', ['{}', '{}']],
  ['zero', scalar('int32'), 0, ['{}', '{}']],
  ['false', scalar('bool'), false, ['{}', '{}']],
])('%s', (...[, type, f, wanted]) => {
  const written = (shape: '?' | 'z') =>
    toCanonicalJSON(
      struct('x.S', () => [['f', 1, type, shape]]),
      f === undefined ? {} : { f },
    )
  expect([written('?'), written('z')]).toEqual(wanted)
})
