import { describe, expect, test } from 'vitest'
import { splitDocuments, splitYAMLDocuments } from '../../../../src/runtime/serializer/yaml/split-documents.js'

describe('splitYAMLDocuments', () => {
  test('splits at separators and counts lines', () => {
    const text = '---\na: 1\n--- # next\nb: 2\n---\n---\nc: |\n  --- no\n'
    expect([...splitYAMLDocuments(text)]).toEqual([
      { text: 'a: 1\n', line: 2 },
      { text: 'b: 2\n', line: 4 },
      { text: 'c: |\n  --- no\n', line: 7 },
    ])
  })

  test('rejects content after a separator', () => {
    expect(() => [...splitYAMLDocuments('a: 1\n--- b\n')]).toThrow('yaml: invalid Yaml document separator: b')
  })

  test('yields nothing for nothing', () => {
    expect([...splitYAMLDocuments('')]).toEqual([])
  })
})

describe('splitDocuments', () => {
  test('splits JSON objects one after another', () => {
    expect([...splitDocuments('{"a": "}"}\n{"b":\n [{}]} {"c": "\\""}')]).toEqual([
      { text: '{"a": "}"}', line: 1 },
      { text: '{"b":\n [{}]}', line: 2 },
      { text: '{"c": "\\""}', line: 3 },
    ])
  })

  test('counts lines before the first object', () => {
    expect([...splitDocuments('\n{}\n\n{}\n ')]).toEqual([
      { text: '{}', line: 2 },
      { text: '{}', line: 4 },
    ])
  })

  test.each(['{"a": "b', '{"a": {"b": 1}', '{"a": [}', '{} [1]', '{} x', '{"a": 1}}', '{}\n- b\n'])(
    'takes %j for YAML, as one text',
    (text) => expect([...splitDocuments(text)]).toEqual([{ text, line: 1 }]),
  )

  test('takes anything else for YAML', () => {
    expect([...splitDocuments('{a: 1}\n---\nb: 2\n')].map(({ text }) => text)).toEqual(['{a: 1}\n', 'b: 2\n'])
  })
})

test('objects one after another are counted by their lines, in strings of any length', () => {
  const long = 'x\\"'.repeat(3_000_000)
  const documents = [...splitDocuments(`{"a":"${long}"}{}\n\n{"b":\n1}\n{}`)]
  expect(documents.map(({ line, text }) => [line, text.length])).toEqual([
    [1, long.length + 8],
    [1, 2],
    [3, 8],
    [5, 2],
  ])
  expect([...splitDocuments('{}'.repeat(300_000))]).toHaveLength(300_000)
})
