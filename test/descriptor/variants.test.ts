import { describe, expect, test } from 'vitest'
import { list, scalar, struct, variant } from '../../src/descriptor/build.js'
import { heldValue } from '../../src/descriptor/held-value.js'
import { readJSON } from '../../src/descriptor/read-json.js'
import { toCanonicalJSON } from '../../src/descriptor/to-canonical-json.js'
import type { StructDescriptor } from '../../src/descriptor/types.js'

const schema: StructDescriptor = struct('v1.Schema', () => [
  ['type', 1, scalar('string'), '?'],
  ['required', 2, list(scalar('string')), '?'],
  ['items', 3, variant('orArray', schema), '*?'],
  ['either', 4, variant('orStringArray', schema), '*?'],
  ['open', 5, variant('orBool', schema), '*?'],
])

function read(text: string, mode: 'strict' | 'canonical' = 'canonical'): string {
  return toCanonicalJSON(schema, readJSON(schema, text, { mode }).value)
}

describe('a value of several shapes', () => {
  test.each([
    '{"either":["a","b"]}',
    '{"either":{"type":"a"}}',
    '{"items":[{"type":"a"},{"items":[{"type":"b"}]}]}',
    '{"items":{"type":"a"}}',
    '{"open":true}',
    '{"open":false}',
    '{"open":{"type":"a"}}',
  ])('%s is read as the shape that it has', (text) => {
    expect([read(text), read(text, 'strict')]).toEqual([text, text])
  })

  test.each(['{"items":["a"]}', '{"either":[{"type":"a"}]}', '{"either":[1]}', '{"open":1}'])(
    '%s has none of the shapes',
    (text) => {
      expect(() => read(text)).toThrow()
    },
  )

  test('keeps empty lists inside, as Go holds them', () => {
    const value = { items: { required: [] }, open: { items: [{ required: [] }, {}] }, either: ['a'] }
    expect(heldValue(schema, value)).toEqual(value)
  })
})
