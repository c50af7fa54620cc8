import { describe, expect, test } from 'vitest'
import { locate, locator } from '../../../../src/runtime/serializer/yaml/locate.js'

const text = `a:
  b.c/d: 1
  b:
  - x: 1
    y: 2
  - z
twice: 1
twice: 2
`

describe('locate', () => {
  test.each([
    ['a', 1, 1],
    ['a.b.c/d', 2, 3],
    ['a[b.c/d]', 2, 3],
    ['a.b', 3, 3],
    ['a.b[0].y', 5, 5],
    ['a.b[1]', 6, 5],
    ['twice', 7, 1],
  ])('finds %s at %d:%d', (path, line, column) => {
    expect(locate(text, path)).toMatchObject({ line, column })
  })

  test('names the deepest field on the way to one that is missing', () => {
    expect(locate(text, 'a.b[0].missing.more')).toMatchObject({ line: 4, column: 5 })
  })

  test('finds the last of several, and fields of JSON', () => {
    expect(locate(text, 'twice', { last: true })).toMatchObject({ line: 8, column: 1 })
    expect(locate('{"a": {"b": [1,\n {"c": 2}]}}', 'a.b[1].c')).toMatchObject({ line: 2, column: 3 })
  })

  test('finds many fields of one text', () => {
    const find = locator(text)
    expect(find('twice')).toEqual(locate(text, 'twice'))
    expect(find('twice', { last: true })).toEqual(locate(text, 'twice', { last: true }))
    expect(find('a.b[0]')).toEqual(locate(text, 'a.b[0]'))
    expect(locator('a: [')('a')).toBeUndefined()
  })

  test('finds no position in text that is not YAML', () => {
    expect(locate('a: [', 'a')).toBeUndefined()
  })
})
