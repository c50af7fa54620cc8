import { expect, test, vi } from 'vitest'
import { scalar, struct } from '../../src/descriptor/build.js'
import { readSource } from '../../src/descriptor/read-json.js'
import { JSONSource } from '../../src/json/json-source.js'

const custom = struct('io.example.Custom', () => [['kind', 0, scalar('string'), '?']], { preserveUnknownFields: true })

/** What is read, and whether the engine's parser was enough for it. */
function read(text: string, mode: 'canonical' | 'strict' = 'canonical') {
  const document = vi.spyOn(JSONSource.prototype, 'document', 'get')
  const { value, findings } = readSource(custom, new JSONSource(text), { mode, integers: 'bigint' })
  const quickly = document.mock.calls.length === 0
  document.mockRestore()
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

test('a key that stands twice is found when reading strictly', () => {
  expect(read('{"spec":{"a":1,"a":2}}', 'strict').findings).toHaveLength(1)
})
