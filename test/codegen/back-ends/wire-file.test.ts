import { expect, test } from 'vitest'
import { wireFile } from '../../../codegen/back-ends/wire/wire-file.js'
import { parseWireMessages } from '../../../codegen/front-ends/proto/wire-messages.js'

const fileOf = (fields: string) =>
  wireFile(parseWireMessages(`syntax = "proto3"; package p; message M { ${fields} } message N {}`), {
    source: 'm.proto',
    runtime: './wire.js',
  })

test('fields get the type that their values have', () => {
  const text = fileOf(`
    string text_field = 1; bytes data = 2; bool flag = 3; int64 count = 4; int64 id = 5 [jstype = JS_STRING];
    optional string maybe = 6; N nested = 7; repeated N many = 8; map<string, bytes> entries = 9; repeated string names = 10;`)
  const shape = text.slice(text.indexOf('export interface M {'), text.indexOf('export function decodeM('))
  expect(
    shape
      .trim()
      .split('\n')
      .slice(1, -1)
      .map((line) => line.trim()),
  ).toEqual([
    'textField: string',
    'data: Uint8Array',
    'flag: boolean',
    'count: number',
    'id: string',
    'maybe?: string | undefined',
    'nested?: N | undefined',
    'many: N[]',
    'entries: Record<string, Uint8Array>',
    'names: string[]',
  ])
})

test('only what is used is imported', () => {
  expect(fileOf('string a = 1;')).toContain("import { type Init, opened } from './wire.js'")
  expect(fileOf('N a = 1;')).toContain("import { type Init, nested, opened } from './wire.js'")
})

test.each(['double', 'fixed64', 'sint32', 'map<string, string>', 'map<int32, bytes>'])('%s is refused', (type) => {
  expect(() => fileOf(`${type} a = 1;`)).toThrow(/\.p\.M\.a: fields of type \w+ are not supported/)
})
