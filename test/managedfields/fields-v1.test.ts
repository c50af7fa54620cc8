import { describe, expect, test } from 'vitest'
import {
  fieldSetFromFieldsV1,
  fieldSetFromJSON,
  fieldSetToFieldsV1,
  fieldSetToJSON,
} from '../../src/managedfields/index.js'

/** Texts of `FieldsV1`, what Go's `fieldpath.Set` (v6.4.2) writes of them, and the paths that it lists. */
const read: readonly [text: string, written: string, paths: readonly string[]][] = [
  ['null', '{}', []],
  ['{}', '{}', []],
  ['{"f:a":null}', '{"f:a":{}}', ['.a']],
  ['{"f:a":{".":{}}}', '{"f:a":{}}', ['.a']],
  ['{"f:a":{".":{},"f:b":{}}}', '{"f:a":{".":{},"f:b":{}}}', ['.a', '.a.b']],
  ['{"f:a":{"x:y":{"f:b":{}}}}', '{"f:a":{}}', ['.a']],
  ['{"f:a":{"x:y":{"f:b":{}},"f:c":{}}}', '{"f:a":{"f:c":{}}}', ['.a.c']],
  ['{"i:+1":{},"i:-0":{},"i:007":{}}', '{"i:0":{},"i:1":{},"i:7":{}}', ['[0]', '[1]', '[7]']],
  ['{"k:null":{}}', '{"k:{}":{}}', ['[]']],
  ['{"k:{\\"a\\":1,\\"a\\":2}":{}}', '{"k:{\\"a\\":1,\\"a\\":2}":{}}', ['[a=1,a=2]']],
  [
    '{"k:{\\"a\\":1}":{},"k:{\\"a\\":1,\\"b\\":1}":{},"k:{\\"a\\":0,\\"b\\":1}":{},"k:{\\"b\\":0}":{}}',
    '{"k:{\\"a\\":0,\\"b\\":1}":{},"k:{\\"a\\":1}":{},"k:{\\"a\\":1,\\"b\\":1}":{},"k:{\\"b\\":0}":{}}',
    ['[a=0,b=1]', '[a=1]', '[a=1,b=1]', '[b=0]'],
  ],
  ['{"k:{\\"a\\":1}":{},"k:{ \\"a\\":1}":{"f:x":{}}}', '{"k:{\\"a\\":1}":{".":{},"f:x":{}}}', ['[a=1]', '[a=1].x']],
  ['{"k:{\\"a\\":1}":{"f:x":{}},"k:{ \\"a\\":1}":{"f:y":{}}}', '{"k:{\\"a\\":1}":{"f:y":{}}}', ['[a=1].y']],
  [
    '{"k:{\\"a\\":1}":{"f:x":{},".":{}},"k:{ \\"a\\":1}":{"f:y":{}}}',
    '{"k:{\\"a\\":1}":{".":{},"f:y":{}}}',
    ['[a=1]', '[a=1].y'],
  ],
  ['{"f:\\b\\f\\n\\t<&>":{}}', '{"f:\\u0008\\u000c\\n\\t<&>":{}}', ['.\b\f\n\t<&>']],
  ['{"f:\\\\ud800":{}}', '{"f:\\\\ud800":{}}', ['.\\ud800']],
  ['{"v:\\"\\\\b\\\\f<\\"":{}}', '{"v:\\"\\\\u0008\\\\u000c\\\\u003c\\"":{}}', ['[="\\b\\f<"]']],
  [
    '{"v:[1,2]":{},"v:[1]":{},"v:[]":{},"v:[0,9]":{},"v:[\\"a\\"]":{},"v:[2]":{}}',
    '{"v:[]":{},"v:[0,9]":{},"v:[1]":{},"v:[1,2]":{},"v:[2]":{},"v:[\\"a\\"]":{}}',
    ['[=[]]', '[=[0,9]]', '[=[1]]', '[=[1,2]]', '[=[2]]', '[=["a"]]'],
  ],
  [
    '{"v:{\\"a\\":1}":{},"v:{}":{},"v:{\\"b\\":0}":{},"v:{\\"a\\":0,\\"c\\":1}":{},"v:{\\"a\\":1,\\"b\\":1}":{},"v:{\\"a\\":2}":{}}',
    '{"v:{}":{},"v:{\\"a\\":0,\\"c\\":1}":{},"v:{\\"a\\":1}":{},"v:{\\"a\\":1,\\"b\\":1}":{},"v:{\\"a\\":2}":{},"v:{\\"b\\":0}":{}}',
    ['[=]', '[=a=0c=1]', '[=a=1]', '[=a=1b=1]', '[=a=2]', '[=b=0]'],
  ],
  [
    '{"v:{\\"a\\":{\\"x\\":1}}":{},"v:{\\"b\\":0,\\"a\\":2}":{}}',
    '{"v:{\\"a\\":2,\\"b\\":0}":{},"v:{\\"a\\":{\\"x\\":1}}":{}}',
    ['[=a=2b=0]', '[=a=x=1]'],
  ],
  [
    '{"v:null":{},"v:1.5":{},"v:1e21":{},"v:{\\"b\\":[null,true],\\"a\\":\\"x\\"}":{}}',
    '{"v:1.5":{},"v:1e+21":{},"v:{\\"a\\":\\"x\\",\\"b\\":[null,true]}":{},"v:null":{}}',
    ['[=1.5]', '[=1e+21]', '[=a="x"b=[null,true]]', '[=null]'],
  ],
  [
    '{"v:0.00001":{},"v:1e20":{},"v:123456789.5":{},"v:1e-7":{}}',
    '{"v:1e-07":{},"v:0.00001":{},"v:123456789.5":{},"v:100000000000000000000":{}}',
    ['[=1e-07]', '[=1e-05]', '[=1.234567895e+08]', '[=1e+20]'],
  ],
  [
    '{"v:[2e-7,-3.5e-9,4e-10,\\"1e-7\\",\\"\\\\\\"5e-7\\",6e-8]":{}}',
    '{"v:[2e-07,-3.5e-09,4e-10,\\"1e-7\\",\\"\\\\\\"5e-7\\",6e-08]":{}}',
    ['[=[2e-07,-3.5e-09,4e-10,"1e-7","\\"5e-7",6e-08]]'],
  ],
]

describe('FieldsV1 is read and written as Go does', () => {
  test.each(read)('%s', (text, written, paths) => {
    const set = fieldSetFromJSON(text)
    expect(fieldSetToJSON(set)).toBe(written)
    expect(String(set)).toBe(paths.join('\n'))
    expect([...set].map((path) => path.join(''))).toEqual(paths)
    expect(fieldSetToJSON(fieldSetFromFieldsV1(fieldSetToFieldsV1(set)))).toBe(written)
  })
})

test('half a character is written as U+FFFD, which is all that Go can hold', () => {
  expect(fieldSetToJSON(fieldSetFromJSON('{"f:\\ud800x":{},"v:\\"\\\\udbff\\"":{}}'))).toBe(
    '{"f:\ufffdx":{},"v:\\"\ufffd\\"":{}}',
  )
})

/** Keys that Go refuses, and why. */
const refused: readonly [key: string, message: string][] = [
  ['', 'key must be 2 characters long:'],
  ['a', 'key must be 2 characters long:'],
  ['\u0080', 'missing colon: \u0080'],
  ['é', 'missing colon: é'],
  ['xy:z', 'missing colon: xy:z'],
  ['i:', 'strconv.Atoi: parsing "": invalid syntax'],
  ['i:x1', 'strconv.Atoi: parsing "x1": invalid syntax'],
  ['i:1x', 'strconv.Atoi: parsing "1x": invalid syntax'],
  ['i:99999999999999999999', 'strconv.Atoi: parsing "99999999999999999999": value out of range'],
]

describe('keys of FieldsV1 are refused as by Go', () => {
  test.each(refused)('%j', (key, message) => {
    expect(() => fieldSetFromFieldsV1({ [key]: {} })).toThrow(
      expect.objectContaining({
        code: 'InvalidFieldsV1',
        message: `parsing key as path element: ${message}`,
        path: key,
      }),
    )
  })
})
