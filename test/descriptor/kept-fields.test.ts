import { expect, test } from 'vitest'
import { scalar, struct } from '../../src/descriptor/build.js'
import { readSource } from '../../src/descriptor/read-json.js'
import { JSONSource } from '../../src/json/json-source.js'
import { parseDocument } from '../../src/json/parse-document.js'

const custom = struct('io.example.Custom', () => [['kind', 0, scalar('string'), '?']], { preserveUnknownFields: true })

/** What is read, and whether the engine's parser was enough for it. */
function read(text: string, mode: 'canonical' | 'strict' = 'canonical') {
  const source = new JSONSource(text)
  let quickly = true
  const document = () => {
    quickly = false
    return parseDocument(text)
  }
  Object.defineProperty(source, 'document', { get: document })
  const { value, findings } = readSource(custom, source, { mode, integers: 'bigint' })
  return { value, findings: findings.map(String), quickly }
}

test.each(['canonical', 'strict'] as const)(
  'fields that are not declared and kept are read with the engine’s parser: %s',
  (mode) => {
    const text = '{"kind":"A","spec":{"a":[{"b":1},{"c":{"d":"e"}}],"f":-2}}'
    expect(read(text, mode)).toEqual({ value: JSON.parse(text), findings: [], quickly: true })
  },
)

test.each([
  ['a key twice', '{"spec":{"a":1,"a":2}}', { spec: { a: 2 } }],
  ['integers beyond what a number holds', '{"spec":{"a":9007199254740993}}', { spec: { a: 9007199254740993n } }],
  ['whole fractions', '{"spec":{"a":1.0}}', { spec: { a: 1 } }],
  ['whole fractions in lists', '{"spec":{"a":[2,1.0]}}', { spec: { a: [2, 1] } }],
])('%s are read exactly', (_what, text, value) => {
  expect(read(text)).toEqual({ value, findings: [], quickly: false })
  expect(read(text, 'strict')).toMatchObject({ quickly: false })
})

test('strict reading finds duplicate keys', () => {
  expect(read('{"spec":{"a":1,"a":2}}', 'strict').findings).toHaveLength(1)
})
