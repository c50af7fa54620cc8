import { describe, expect, it } from 'vitest'
import { ConfigMap } from '../../src/api/core/v1/types.gen.js'
import { createJSONPatch, jsonPatch } from '../../src/patch/index.js'

const document = '{"a":1,"b":{"c":[1,2,3],"d/e":"x","m~n":"y"},"nul":null}'

function apply(...operations: readonly unknown[]): string {
  return jsonPatch(document, JSON.stringify(operations))
}

describe('jsonPatch', () => {
  it('keeps what a step moves or copies as it is written, whatever a later step looks into', () => {
    const text = '{"a":{"z":{"y":1.0,"b":"\\u0041"},"c":{}},"l":[{"z":1,"a":2},{"z":3,"a":4}]}'
    const run = (...operations: readonly unknown[]) => jsonPatch(text, JSON.stringify(operations))
    const enter = { op: 'add', path: '/a/z/n', value: 0 }
    expect(run({ op: 'move', from: '/a/z', path: '/m' }, { op: 'add', path: '/a/z', value: {} }, enter)).toBe(
      '{"a":{"c":{},"z":{"n":0}},"l":[{"z":1,"a":2},{"z":3,"a":4}],"m":{"y":1.0,"b":"\\u0041"}}',
    )
    expect(run({ op: 'copy', from: '/a', path: '/m' }, enter)).toBe(
      '{"a":{"c":{},"z":{"b":"\\u0041","n":0,"y":1.0}},"l":[{"z":1,"a":2},{"z":3,"a":4}],"m":{"z":{"y":1.0,"b":"\\u0041"},"c":{}}}',
    )
    expect(run({ op: 'remove', path: '/l/0' }, { op: 'add', path: '/l/0/n', value: 0 })).toContain(
      '"l":[{"a":4,"n":0,"z":3}]',
    )
    expect(run({ op: 'test', path: '/l/1', value: { a: 4, z: 3 } })).toContain('"l":[{"z":1,"a":2},{"a":4,"z":3}]')
  })

  it('compares the texts of scalars, and stores values in a value', () => {
    const steps = '[{"op":"test","path":"/a","value":1},{"op":"add","path":"/b","value":[1.0,{"c":"\\u0041"}]}]'
    expect(jsonPatch({ a: 1 }, steps)).toEqual({ a: 1, b: [1, { c: 'A' }] })
    expect(() => jsonPatch({ a: 1 }, '[{"op":"test","path":"/a","value":1.0}]')).toThrow('test failed')
    expect(() => jsonPatch('{"m":{"a":null}}', '[{"op":"test","path":"/m","value":{"b":1}}]')).toThrow('test failed')
  })

  it.each([
    [{ op: 'add', path: '/b/c/-', value: 4 }, '"c":[1,2,3,4]'],
    [{ op: 'add', path: '/b/c/0', value: 0 }, '"c":[0,1,2,3]'],
    [{ op: 'add', path: '/b/c/-1', value: 9 }, '"c":[1,2,3,9]'],
    [{ op: 'add', path: '/b/c/01', value: 9 }, '"c":[1,9,2,3]'],
    [{ op: 'remove', path: '/b/c/-1' }, '"c":[1,2]'],
    [{ op: 'replace', path: '/b/c/+1', value: 9 }, '"c":[1,9,3]'],
    [{ op: 'replace', path: '/new', value: 9 }, '"new":9'],
    [{ op: 'replace', path: '/b/d~1e', value: 'z' }, '"d/e":"z"'],
    [{ op: 'remove', path: '/b/m~0n' }, '"b":{"c":[1,2,3],"d/e":"x"}'],
    [{ op: 'move', from: '/a', path: '/b/c/1' }, '"c":[1,1,2,3]'],
    [{ op: 'copy', from: '/b', path: '/b/self' }, '"self":{"c":[1,2,3],"d/e":"x","m~n":"y"}'],
    [{ op: 'copy', from: '/nope', path: '/x' }, '"x":null'],
    [{ op: 'add', path: '/x' }, '"x":null'],
    [{ op: 'test', path: '/nul', value: null }, '"nul":null'],
    [{ op: 'test', path: '/nope', value: null }, '"nul":null'],
    [{ op: 'test', path: '/b', value: { 'm~n': 'y', 'd/e': 'x', c: [1, 2, 3] } }, '"a":1'],
    [{ op: 'replace', path: '', value: ['new'] }, '["new"]'],
  ])('%j gives %s', (operation, expected) => {
    expect(apply(operation)).toContain(expected)
  })

  it.each([
    [{ op: 'add', path: '/b/c/9', value: 1 }, 'PatchIndexInvalid'],
    [{ op: 'add', path: '/b/c/x', value: 1 }, 'PatchIndexInvalid'],
    [{ op: 'remove', path: '/b/c/-4' }, 'PatchIndexInvalid'],
    [{ op: 'remove', path: '/b/c/99999999999999999999' }, 'PatchIndexInvalid'],
    [{ op: 'add', path: '/nope/x', value: 1 }, 'PatchPathMissing'],
    [{ op: 'add', path: '', value: 1 }, 'PatchPathMissing'],
    [{ op: 'remove', path: '/nope' }, 'PatchPathMissing'],
    [{ op: 'move', from: '/nope', path: '/a' }, 'PatchPathMissing'],
    [{ op: 'test', path: '/a', value: 2 }, 'PatchTestFailed'],
    [{ op: 'test', path: '/a' }, 'PatchTestFailed'],
    [{ op: 'replace', path: '', value: 1 }, 'BadPatchOperation'],
    [{ op: 'ADD', path: '/a', value: 1 }, 'BadPatchOperation'],
    [{ op: 'copy', path: '/a' }, 'BadPatchOperation'],
    [{ path: '/a' }, 'BadPatchOperation'],
    [1, 'BadJSONPatch'],
    [null, 'BadPatchOperation'],
  ])('%j is refused: %s', (operation, code) => {
    expect(() => apply(operation)).toThrow(expect.objectContaining({ code }))
  })

  it('writes what no pointer passes through as it stood', () => {
    const text = '{"z":1.0,"n":{"y":1e2,"b":"\\u0041"},"t":{"b":1,"a":1.50}}'
    const patch = '[{"op":"add","path":"/t/c","value":1E+2},{"op":"test","path":"/z","value":1.0}]'
    expect(jsonPatch(text, patch)).toBe('{"n":{"y":1e2,"b":"\\u0041"},"t":{"a":1.50,"b":1,"c":1E+2},"z":1.0}')
    expect(() => jsonPatch('{"z":1.0}', '[{"op":"test","path":"/z","value":1}]')).toThrow('test failed')
  })

  it('takes values, changes none and answers the same class', () => {
    const before = new ConfigMap({ metadata: { name: 'c', labels: { a: '1' } }, data: { a: '1' } })
    const value = { x: '1' }
    const after = jsonPatch(before, [
      { op: 'add', path: '/metadata/annotations', value },
      { op: 'add', path: '/metadata/annotations/y', value: '2' },
      { op: 'copy', from: '/metadata/labels', path: '/metadata/copied' },
      { op: 'remove', path: '/metadata/labels/a' },
    ])
    expect(after).toBeInstanceOf(ConfigMap)
    expect(after.metadata).toEqual({ name: 'c', labels: {}, annotations: { x: '1', y: '2' }, copied: { a: '1' } })
    expect(before.metadata).toEqual({ name: 'c', labels: { a: '1' } })
    expect(value).toEqual({ x: '1' })
    expect(after.data).toBe(before.data)
  })

  it('keeps to its limits', () => {
    const many = Array.from({ length: 10_001 }, () => ({ op: 'test' as const, path: '/a', value: 1 }))
    expect(() => jsonPatch({ a: 1 }, many)).toThrow(
      'The allowed maximum operations in a JSON patch is 10000, got 10001',
    )
    expect(jsonPatch({ a: 1 }, many, { maxOperations: 20_000 })).toEqual({ a: 1 })
    const doubling = [
      { op: 'add' as const, path: '/a', value: ['x'.repeat(1000)] },
      ...Array.from({ length: 40 }, () => ({ op: 'copy' as const, from: '/a', path: '/a/-' })),
    ]
    expect(() => jsonPatch({}, doubling)).toThrow(expect.objectContaining({ code: 'PatchCopyTooLarge' }))
    expect(() => jsonPatch('{}', JSON.stringify(doubling))).toThrow(
      expect.objectContaining({ code: 'PatchCopyTooLarge' }),
    )
    const large = `[{"op":"add","path":"/a","value":"${'x'.repeat(3 * 1024 * 1024)}"}]`
    expect(() => jsonPatch('{}', large)).toThrow(expect.objectContaining({ code: 'PatchTooLarge' }))
  })
})

describe('createJSONPatch', () => {
  it('compares texts and values', () => {
    expect(createJSONPatch({ a: 1, b: [1, 2] }, { b: [1], c: 3 })).toEqual([
      { op: 'remove', path: '/b/1' },
      { op: 'remove', path: '/a' },
      { op: 'add', path: '/c', value: 3 },
    ])
    expect(createJSONPatch('{"a":1}', '{"a":2}')).toBe('[{"op":"replace","path":"/a","value":2}]')
    expect(createJSONPatch('{"a":1}', '[1]')).toBe('[{"op":"replace","path":"","value":[1]}]')
    expect(createJSONPatch([], [])).toEqual([])
  })

  it('keeps integers that a number would round, and text that looks like its own marks', () => {
    const [before, after] = [{ a: [1n] }, { a: [2n ** 60n], b: '\u0000int64:1', c: '\u0000x' }]
    const patch = createJSONPatch(before, after)
    expect(jsonPatch(before, patch)).toEqual(after)
    expect(createJSONPatch('{}', '{"n":9007199254740993}')).toBe('[{"op":"add","path":"/n","value":9007199254740993}]')
  })
})
