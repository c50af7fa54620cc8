import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { isMachineryError } from '../../../../src/errors/machinery-error.js'
import { readPlainDocument } from '../../../../src/runtime/serializer/yaml/plain-reader.js'
import { yamlToJSON, yamlToJSONFully } from '../../../../src/runtime/serializer/yaml/yaml-reader.js'
import { jsonToYAML } from '../../../../src/runtime/serializer/yaml/yaml-writer.js'
import { rounds } from '../../../rounds.js'
import { manifest, nastyValue } from './documents.js'

/** Reads text that may be broken: a value, or one of the errors of this library. */
function readOrRefuse(read: () => unknown): unknown {
  try {
    return read()
  } catch (error) {
    if (isMachineryError(error)) return error
    throw error
  }
}

describe('yamlToJSON', () => {
  test.each<[string, unknown]>([
    ['', null],
    ['# nothing', null],
    ['a: [yes, No, on, OFF, y, N, true, ~, null]', { a: [true, false, true, false, true, false, true, null, null] }],
    ['[0777, 0o17, 0x1F, 0b11, 1_000, -0x10, +1, 08, 0b+1]', [511, 15, 31, 3, 1000, -16, 1, 8, 1]],
    ['[1e3, .5, 5., 1e400, 12:30, 2020-01-01, 0x, .]', [1000, 0.5, 5, '1e400', '12:30', '2020-01-01', '0x', '.']],
    [
      '[9007199254740993, -9223372036854775808, 18446744073709551615]',
      [9007199254740993n, -9223372036854775808n, 18446744073709551615n],
    ],
    ['18446744073709551616', 2 ** 64],
    ['1: a\n1.5: b\nyes: c\n0x10: d', { 1: 'a', 1.5: 'b', true: 'c', 16: 'd' }],
    ['a: &x {b: 1, c: 2}\nd:\n  <<: *x\n  b: 3', { a: { b: 1, c: 2 }, d: { b: 3, c: 2 } }],
    ['a: !!str 12\nb: !!binary aGk=\nc: !!float 1\nd: !other x\ne: ! 1', { a: '12', b: 'hi', c: 1, d: 'x', e: '1' }],
    ['a: 1\n---\nb: 2', { a: 1 }],
    ['{"a":1}}', { a: 1 }],
    ['? a\n: - b', { a: ['b'] }],
    ['a:\n- b\n- c: d\n  e:\n  - f', { a: ['b', { c: 'd', e: ['f'] }] }],
    ['a: >\n x\n y\n\n z\n  w\n v\n', { a: 'x y\nz\n w\nv\n' }],
    ['a: |+\n x\n\nb: |-\n y\n', { a: 'x\n\n', b: 'y' }],
    ['a: "x\n  y\\\n  z\n\n  w"', { a: 'x yz\nw' }],
    ["a: x\n  y # comment\nb: 'it''s'", { a: 'x y', b: "it's" }],
    ['\ufeffa: 1\r\nb: |\r\n  x\r\n', { a: 1, b: 'x\n' }],
    ['a: 1\na: 2', { a: 2 }],
  ])('reads %s as Go does', (text, value) => {
    expect(yamlToJSON(text)).toEqual(value)
  })

  test.each<[string, string]>([
    ['a: *b', "yaml: unknown anchor 'b' referenced"],
    ['a: &a [*a]', "yaml: anchor 'a' value contains itself"],
    ['a: {b: c', "yaml: line 1: did not find expected ',' or '}'"],
    ['a: 1\n b: 2', 'yaml: line 2: mapping values are not allowed in this context'],
    ['a: "\\/"', 'yaml: found unknown escape character'],
    ['a: "\\ud83d\\ude00"', 'yaml: found invalid Unicode character escape code'],
    ['a: \u0007', 'yaml: control characters are not allowed'],
    ['%YAML 1.2\n---\na', 'yaml: found incompatible YAML document'],
    ['a: .nan', 'json: unsupported value: NaN'],
    ['~: a', 'unsupported map key of type: %!s(<nil>), key: <nil>, value: "a"'],
    ['? [a, b]\n: c', 'yaml: invalid map key: []interface {}{"a", "b"}'],
    ['a: !!int x', 'yaml: cannot decode !!str `x` as a !!int'],
    ['<<: 1', 'yaml: map merge requires map or sequence of maps as the value'],
    ["a: 'it''", 'yaml: found unexpected end of stream'],
  ])('refuses %j in the words of Go', (text, message) => {
    expect(() => yamlToJSON(text)).toThrow(message)
  })

  test('lists every duplicate key in strict reading, with its place', () => {
    const text = 'a: 1\nb:\n  c: 1\n  c: {}\na: 2\n1: x\n0x1: y\n'
    const error = readOrRefuse(() => yamlToJSON(text, { strict: true }))
    expect(error).toMatchObject({
      code: 'DuplicateYAMLKeys',
      message:
        'yaml: unmarshal errors:\n  line 4: key "c" already set in map\n  line 5: key "a" already set in map\n  line 7: key 1 already set in map',
      positions: [
        { line: 4, column: 6 },
        { line: 5, column: 4 },
        { line: 7, column: 6 },
      ],
    })
  })

  test('says where the text is broken', () => {
    expect(readOrRefuse(() => yamlToJSON('a:\n  - b\n  c: d\n'))).toMatchObject({
      code: 'InvalidYAML',
      position: { line: 3 },
    })
  })

  test('keeps __proto__ an ordinary key at any level', () => {
    for (const text of ['__proto__: {a: 1}', 'x: [{__proto__: 1}]', 'x: &x {__proto__: {a: 1}}\ny: {<<: *x}']) {
      const value = yamlToJSON(text) as object
      expect(JSON.stringify(value)).toContain('"__proto__"')
      expect(Object.getPrototypeOf(value)).toBe(Object.prototype)
    }
  })

  test('keeps every character except the line breaks of YAML 1.1', () => {
    for (const text of ['\u{10fff0}\n\u2028x', 'a\u2029\n  b', '\u2028', 'x\u0085y']) {
      expect(yamlToJSON(jsonToYAML({ a: text, [text]: 1 }))).toEqual({ a: text, [text]: 1 })
    }
  })

  test('gives each alias a value of its own', () => {
    const value = yamlToJSON('a: &x {b: [1]}\nc: *x') as { a: { b: number[] }; c: { b: number[] } }
    value.a.b.push(2)
    expect(value.c.b).toEqual([1])
  })

  test('reads UTF-16 with a byte order mark and refuses broken UTF-8', () => {
    const utf16 = new Uint8Array([0xff, 0xfe, ...Array.from('a: é', (c) => [c.charCodeAt(0), 0]).flat()])
    expect(yamlToJSON(utf16)).toEqual({ a: 'é' })
    expect(readOrRefuse(() => yamlToJSON(new Uint8Array([0x61, 0x3a, 0x20, 0xff])))).toMatchObject({
      code: 'InvalidYAML',
    })
  })
})

describe('the short way for plain documents', () => {
  test('takes what this library writes', () => {
    fc.assert(
      fc.property(nastyValue, (value) => {
        const text = jsonToYAML({ a: value })
        if (!/[\u2028\u2029]/.test(text)) expect(readPlainDocument(text, true)).toEqual({ value: { a: value } })
      }),
      { numRuns: rounds(300) },
    )
  })

  test.each([
    ...['a: "x" # c\nb: 1\n', 'a: "x" # c', 'a: "x"# c\nb: 1\n', 'a: "x" y\nb: 1\n', 'a: [b] # c\n', 'a: {b: 1}# c\n'],
    ...[
      '? a\n: b\n',
      '? a\n  : b\n',
      '? a\n: - b\n  - c\n',
      '? a\n: b: c\n',
      '? - a\n: b\n',
      '? a\nb: c\n',
      '? <<\n: a\n',
    ],
    ...['\ta: 1\n', 'a:\tb\n', 'a\tb: 1\n', 'a: 1\n\tb: 2\n', ': 1\n', 'a: 1\n: 2\n', 'a:b: 1\n', 'a:b\n'],
    ...[
      '?a: 1\n',
      'b: 2\n?a: 1\n',
      'b: 2\n- a: 1\n',
      'b: 2\n? a: 1\n',
      '-a: 1\n',
      'a #b: 1\n',
      'a#b: 1\n',
      'a   : 1\n',
    ],
    ...[`${'a'.repeat(1024)}: 1\n`, `${'a'.repeat(1025)}: 1\n`, `b: 1\n${'a'.repeat(1020)}: 1\n`],
  ])('reads %j as the full parser does, or leaves it to that', (text) => {
    expect(readOrRefuse(() => yamlToJSON(text))).toEqual(readOrRefuse(() => yamlToJSONFully(text)))
  })

  test('reads what the full parser reads', () => {
    const lines = fc.constantFrom(
      ...['a: 1', 'b:', '- x', '- c: d', '  e: f', '  - g', '    h: "i"', "j: 'k'", 'l: [m, n]', 'o: {p: q}', '# r'],
      ...['', '  # s', 't: |', '    u', '     v', 'w: >-', '---', 'x: y z', '  aa bb', '? cc', ': dd', '- - ee', '-'],
    )
    fc.assert(
      fc.property(fc.array(lines, { maxLength: 8 }), (parts) => {
        const text = `${parts.join('\n')}\n`
        const read = readPlainDocument(text, true)
        if (read !== undefined) expect(read.value).toEqual(yamlToJSONFully(text))
      }),
      { numRuns: rounds(3000) },
    )
  })
})

describe('messages', () => {
  test.each([
    ['~: .inf', 'unsupported map key of type: %!s(<nil>), key: <nil>, value: +Inf'],
    ['? {a: .nan}\n: b', 'yaml: invalid map key: map[interface {}]interface {}{"a":NaN}'],
    ['!!float <<: a', 'yaml: cannot decode !!str `<<` as a !!float'],
  ])('%j', (text, message) => {
    expect(() => yamlToJSON(text)).toThrow(message)
  })
})

describe('hostile input', () => {
  test('a manifest cut at every character is read or refused', () => {
    expect(yamlToJSON(manifest)).toMatchObject({ spec: { replicas: 3, other: { tagged: '12' } } })
    for (let end = 0; end < manifest.length; end++) readOrRefuse(() => yamlToJSON(manifest.slice(0, end)))
  })

  test('a manifest with any one character changed is read or refused', () => {
    fc.assert(
      fc.property(fc.nat(manifest.length - 1), fc.constantFrom(...'\n\t :-?&*!{}[]|>"\'#%,x\\'), (at, character) => {
        const text = manifest.slice(0, at) + character + manifest.slice(at + 1)
        readOrRefuse(() => yamlToJSON(text, { strict: true }))
      }),
      { numRuns: rounds(1000) },
    )
  })

  const levels = Array.from('bcdefghij')
  const bomb = ['a: &a [x, x, x, x, x, x, x, x, x]']
    .concat(levels.map((name, i) => `${name}: &${name} [${Array(9).fill(`*${'abcdefghi'[i]}`).join(', ')}]`))
    .join('\n')

  test.each<[string, string, string]>([
    ['an alias bomb', bomb, 'document contains excessive aliasing'],
    [
      'a merge bomb',
      bomb.replaceAll('[', '{<<: [').replaceAll(']', ']}').replace('{<<: [x', '{x: [x'),
      'excessive aliasing',
    ],
    [
      'aliases of a long text',
      `a: &a ${'y'.repeat(10_000)}\nb: [${Array(5000).fill('*a').join(', ')}]`,
      'excessive aliasing',
    ],
    [
      'aliases of a list of long texts',
      `a: &a [${'y'.repeat(10_000)}, ${'z'.repeat(10_000)}]\nb: [${Array(2500).fill('*a').join(', ')}]`,
      'excessive aliasing',
    ],
    [
      'long keys that are aliases',
      `a: &a ${'y'.repeat(20_000)}\nb: [${Array(2500).fill('{*a : 1}').join(', ')}]`,
      'excessive aliasing',
    ],
    ['deep sequences', '['.repeat(100_000), 'exceeded max depth'],
    ['deep mappings', '{a: '.repeat(100_000), 'exceeded max depth'],
    ['deep items', '- '.repeat(100_000), 'exceeded max depth'],
    ['deep keys', '? '.repeat(100_000), 'exceeded max depth'],
    ['deep blocks', Array.from({ length: 2000 }, (_, i) => `${' '.repeat(i)}a:`).join('\n'), 'exceeded max depth'],
    ['stray commas', `[${','.repeat(100_000)}]`, 'yaml: '],
  ])('refuses %s', (_name, text, message) => {
    const error = readOrRefuse(() => yamlToJSON(text))
    expect(error).toMatchObject({ code: 'InvalidYAML', message: expect.stringContaining(message) })
  })

  test('reads aliases of long texts that come to less than a manifest may', () => {
    const text = `a: &a ${'y'.repeat(10_000)}\nb: [${Array(3000).fill('*a').join(', ')}]`
    expect((yamlToJSON(text) as { b: string[] }).b).toHaveLength(3000)
  })

  test('reads ten thousand aliases', () => {
    const lines = Array.from({ length: 10_000 }, (_, i) => `k${i}: *a`)
    expect(Object.keys(yamlToJSON(`a: &a {b: 1}\n${lines.join('\n')}`) as object)).toHaveLength(10_001)
  })
})
