import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { ConfigMap } from '../../src/api/core/v1/types.gen.js'
import {
  createMergePatch,
  createThreeWayJSONMergePatch,
  hasConflicts,
  isPatchConflict,
  isPreconditionFailed,
  mergeMergePatches,
  mergePatch,
  requireKeyUnchanged,
} from '../../src/patch/index.js'
import { objectFor } from '../twins/pairs.js'

describe('mergePatch', () => {
  // The examples of RFC 7396, appendix A, as far as Go's library takes them.
  it.each([
    ['{"a":"b"}', '{"a":"c"}', '{"a":"c"}'],
    ['{"a":"b"}', '{"b":"c"}', '{"a":"b","b":"c"}'],
    ['{"a":"b"}', '{"a":null}', '{}'],
    ['{"a":"b","b":"c"}', '{"a":null}', '{"b":"c"}'],
    ['{"a":["b"]}', '{"a":"c"}', '{"a":"c"}'],
    ['{"a":"c"}', '{"a":["b"]}', '{"a":["b"]}'],
    ['{"a":{"b":"c"}}', '{"a":{"b":"d","c":null}}', '{"a":{"b":"d"}}'],
    ['{"a":[{"b":"c"}]}', '{"a":[1]}', '{"a":[1]}'],
    ['["a","b"]', '["c","d"]', '["c","d"]'],
    ['{"a":"b"}', '["c"]', '["c"]'],
    ['{"e":null}', '{"a":1}', '{"a":1,"e":null}'],
    ['[1,2]', '{"a":"b","c":null}', '{"a":"b"}'],
    ['{}', '{"a":{"bb":{"ccc":null}}}', '{"a":{"bb":{}}}'],
  ])('%s with %s is %s', (original, patch, expected) => {
    expect(mergePatch(original, patch)).toBe(expected)
  })

  it('keeps escapes of unpaired surrogates, which Go does not look into', () => {
    expect(mergePatch('{"z":1,"a":"\\ud800"}', '{"b":"\\udc00","c":["\\ud800"]}')).toBe(
      '{"a":"\\ud800","b":"\\udc00","c":["\\ud800"],"z":1}',
    )
  })

  it('takes values, not texts of numbers, from the text of a patch for a value', () => {
    const patch = '{"b":1.0,"c":[{"d":1e2,"e":"\\u0041"}],"f":12345678901234567890}'
    expect(mergePatch({ a: 1 }, patch)).toEqual({ a: 1, b: 1, c: [{ d: 100, e: 'A' }], f: 12345678901234567890n })
  })

  it('reads compact text as it reads spaced text', () => {
    const patch = '{"metadata":{"labels":{"v":"2"}},"spec":{"containers":[{"name":"n","image":null}],"priority":null}}'
    for (let seed = 1; seed <= 40; seed++) {
      const text = JSON.stringify(objectFor(seed))
      expect(mergePatch(` ${text.replace('{', '{ ')}`, patch)).toBe(mergePatch(text, patch))
    }
  })

  it('keeps the text of unchanged parts', () => {
    const original = '{"z": 1.0, "a": {"y": 1e2, "b": "\\u0041<", "b": 2}, "t": {"x": 1, "c": 1.50}}'
    expect(mergePatch(original, '{"t":{"n":1E+2}}')).toBe(
      '{"a":{"y":1e2,"b":"\\u0041\\u003c","b":2},"t":{"c":1.50,"n":1E+2,"x":1},"z":1.0}',
    )
  })

  it.each([
    ['{"b":{"y":1,"x":2},"a":1}', '{"b":{"x":null}}', '{"a":1,"b":{"y":1}}'],
    [
      '{"b":{"y":1,"x":2},"a":1}',
      '{"c":{"y":1,"n":null,"x":"<"}}',
      '{"a":1,"b":{"y":1,"x":2},"c":{"x":"\\u003c","y":1}}',
    ],
    ['{"b":"\\u003c\\/\\n","a":-1.50E+7}', '{"c":1}', '{"a":-1.50E+7,"b":"\\u003c\\/\\n","c":1}'],
    ['{"k\\"":{"b":1},"\\u0041":2,"B":3}', '{"k\\"":{"c":"\\"\\\\"}}', '{"A":2,"B":3,"k\\"":{"b":1,"c":"\\"\\\\"}}'],
    ['{"a":{"b":1},"a":{"c":2}}', '{"a":{"d":3}}', '{"a":{"c":2,"d":3}}'],
    ['{"z":{"b":1,"b":2}}', '{"a":1}', '{"a":1,"z":{"b":1,"b":2}}'],
    ['{"a":{"b":1},"c":null}\n', '{"a":[{"y":null,"x":1}],"c":{"n":null}}', '{"a":[{"y":null,"x":1}],"c":{}}'],
    ['{"__proto__":{"b":1}}', '{"__proto__":{"a":2}}', '{"__proto__":{"a":2,"b":1}}'],
    ['{"ü":1,"a":{"b":"ü"}}', '{"a":{"c":"é"}}', '{"a":{"b":"ü","c":"é"},"ü":1}'],
    ['{"a":1}', '{"b":1.0,"c":-0,"d":12345678901234567890}', '{"a":1,"b":1.0,"c":-0,"d":12345678901234567890}'],
  ])(
    'writes the members of changed objects in order, and all else as it is: %s with %s',
    (original, patch, expected) => {
      expect(mergePatch(original, patch)).toBe(expected)
      expect(mergePatch(new TextEncoder().encode(original), new TextEncoder().encode(patch))).toBe(expected)
    },
  )

  it('comes to the same with white space in the texts, which are then read as a whole', () => {
    const object = fc.dictionary(fc.constantFrom('a', 'b', '"', '__proto__'), fc.jsonValue({ maxDepth: 4 }))
    fc.assert(
      fc.property(object, object, (original, patch) => {
        const [before, change] = [original, patch].map((each) => JSON.stringify(each)) as [string, string]
        expect(mergePatch(before, change)).toBe(mergePatch(before.replace('{', '{ '), change.replace('{', '{ ')))
      }),
    )
  })

  it.each([
    '{"a":1}\u00a0',
    '{"a":01}',
    '{"a":1.}',
    '{"a":"\\u12g4"}',
    '{"a":"\\x"}',
    '{"a":nul}',
    '{"a":1',
    '{"a":{"b":1,}}',
  ])('the original must be JSON: %j', (original) => {
    expect(() => mergePatch(original, '{"a":{"b":2}}')).toThrow('Invalid JSON Document')
    expect(() => mergePatch(original, '{"c":2}')).toThrow('Invalid JSON Document')
  })

  it.each(['{"a":{"b":10.}}', '{"a":1}\u00a0'])('the patch must be JSON: %j', (patch) => {
    expect(() => mergePatch('{"a":{}}', patch)).toThrow('Invalid JSON Patch')
  })

  it('drops nulls in elements only where Go looks into the array', () => {
    expect(mergePatch('{}', '{"a":[{"b":null},null]}')).toBe('{"a":[{},null]}')
    expect(mergePatch('{"a":1}', '{"a":[{"b":null}]}')).toBe('{"a":[{}]}')
    expect(mergePatch('{"a":{}}', '{"a":[{"b":null}]}')).toBe('{"a":[{"b":null}]}')
  })

  it.each([
    ['null', '{}', 'Invalid JSON Document'],
    ['{}', 'null', 'Invalid JSON Patch'],
    ['{', '{}', 'Invalid JSON Document'],
    ['{}', '{', 'Invalid JSON Patch'],
    ['', '{}', 'Invalid JSON Document'],
    ['{}', '1', 'Invalid JSON Patch'],
  ])('%j with %j: %s', (original, patch, message) => {
    expect(() => mergePatch(original, patch)).toThrow(message)
  })

  it('takes objects, changes none and answers the same class', () => {
    const before = new ConfigMap({ metadata: { name: 'c' }, data: { a: '1', b: '2' } })
    const after = mergePatch(before, { data: { a: null, c: '3' } })
    expect(after).toBeInstanceOf(ConfigMap)
    expect(after.data).toEqual({ b: '2', c: '3' })
    expect(after.metadata).toBe(before.metadata)
    expect(before.data).toEqual({ a: '1', b: '2' })
    expect(mergePatch(before, '{"data":null}').data).toBeUndefined()
  })

  it('combines two patches and keeps their nulls', () => {
    expect(mergeMergePatches('{"a":1,"b":{"c":1}}', '{"a":null,"b":{"d":null}}')).toBe(
      '{"a":null,"b":{"c":1,"d":null}}',
    )
    expect(mergeMergePatches({ a: { b: null } }, { a: { c: 1 } })).toEqual({ a: { b: null, c: 1 } })
  })
})

describe('createMergePatch', () => {
  it.each([
    ['{"a":1,"b":{"c":1,"d":2}}', '{"a":1,"b":{"c":2}}', '{"b":{"c":2,"d":null}}'],
    ['{"a":[1,2]}', '{"a":[1]}', '{"a":[1]}'],
    ['{"a":1.0,"b":1e2}', '{"a":1,"b":100}', '{}'],
    ['null', '{"a":1}', '{"a":1}'],
    ['[{"a":1},{"b":1}]', '[{"a":2},{}]', '[{"a":2},{"b":null}]'],
    ['{"a":9007199254740993}', '{"a":9007199254740992}', '{"a":9007199254740992}'],
  ])('from %s to %s: %s', (original, modified, expected) => {
    expect(createMergePatch(original, modified)).toBe(expected)
  })

  it.each([
    ['{}', '[]', 'Mismatched JSON Documents'],
    ['1', '{}', 'Invalid JSON Document'],
    ['[1]', '[1]', 'Invalid JSON Document'],
    ['[{}]', '[]', 'Invalid JSON Document'],
  ])('from %s to %s: %s', (original, modified, message) => {
    expect(() => createMergePatch(original, modified)).toThrow(message)
  })
})

describe('createThreeWayJSONMergePatch', () => {
  const documents = {
    original: '{"a":1,"gone":{"x":1,"y":2},"same":1}',
    modified: '{"a":2,"gone":{"x":1},"same":1}',
    current: '{"a":1,"gone":{"x":1,"y":2,"theirs":3},"same":1,"added":{}}',
  }

  it('keeps what others added', () => {
    expect(createThreeWayJSONMergePatch(documents)).toBe('{"a":2,"gone":{"y":null}}')
    const values = Object.fromEntries(Object.entries(documents).map(([name, text]) => [name, JSON.parse(text)]))
    expect(createThreeWayJSONMergePatch(values)).toEqual({ a: 2, gone: { y: null } })
  })

  it('takes missing documents for empty ones', () => {
    expect(createThreeWayJSONMergePatch({ modified: '{"a":{}}' })).toBe('{"a":{}}')
    expect(createThreeWayJSONMergePatch({ original: '{"a":1}', modified: '', current: '{"a":1}' })).toBe('{"a":null}')
  })

  it('asks the preconditions', () => {
    try {
      createThreeWayJSONMergePatch(documents, { preconditions: [requireKeyUnchanged('a')] })
      expect.unreachable()
    } catch (error) {
      expect(isPreconditionFailed(error)).toBe(true)
      expect((error as Error).message).toBe('precondition failed for: map[a:2 gone:map[y:<nil>]]')
    }
  })

  it('takes objects only', () => {
    const error = expect.objectContaining({
      code: 'BadJSONDoc',
      message: 'json: cannot unmarshal array into Go value of type map[string]interface {}',
    })
    expect(() => createThreeWayJSONMergePatch({ modified: '[{}]', current: '[{"a":1}]', original: '[{}]' })).toThrow(
      error,
    )
    expect(() => createThreeWayJSONMergePatch({ modified: [{}], current: [{ a: 1 }], original: [{}] })).toThrow(error)
  })

  it('takes an empty text among values, and values without text', () => {
    expect(createThreeWayJSONMergePatch({ modified: { a: 1 } })).toEqual({ a: 1 })
    expect(createThreeWayJSONMergePatch({ original: '', modified: '{"a":1}' })).toBe('{"a":1}')
  })

  it('knows conflicts', () => {
    expect(hasConflicts({ a: { b: 1 } }, { a: { c: 2 } })).toBe(false)
    expect(hasConflicts({ a: { b: 1 } }, { a: { b: 2 } })).toBe(true)
    expect(hasConflicts({ a: { b: 1 } }, { a: null })).toBe(true)
    expect(hasConflicts([1, { a: 1 }], [1, { b: 1 }])).toBe(false)
    expect(hasConflicts([1], [1, 2])).toBe(true)
    const conflict = { original: '{"a":{"b":1}}', modified: '{"a":null}', current: '{"a":1}' }
    expect(() => createThreeWayJSONMergePatch(conflict)).not.toThrow()
    expect(isPatchConflict(new Error('patch'))).toBe(false)
  })
})

// Answers of k8s.io/apimachinery v0.37.2.
it.each([
  ['{"b":1}', '{"b":-0}', '{"b":-0}'],
  ['{"b":1}', '{"b":-0,"a":12345678901234567890}', '{"a":12345678901234567000,"b":-0}'],
  ['{"b":1}', '{"b":[-0,1],"a":12345678901234567890}', '{"a":12345678901234567000,"b":[-0,1]}'],
])('keeps the sign of zero, whatever stands beside it: %s → %s', (original, modified, patch) => {
  expect(createMergePatch(original, modified)).toBe(patch)
})
