import { describe, expect, it } from 'vitest'
import {
  createJSONPatch,
  createMergePatch,
  createTwoWayMergePatch,
  jsonPatch,
  mergePatch,
  strategicMergePatch,
} from '../../src/patch/index.js'
import { mergeItem } from './merge-item.js'

const hostile = '{"__proto__":{"polluted":"yes"},"constructor":{"prototype":{"polluted":"yes"}}}'

function expectOwn(result: object): void {
  expect(Object.getPrototypeOf(result)).toBe(Object.prototype)
  expect(Object.keys(result)).toEqual(expect.arrayContaining(['__proto__', 'constructor']))
  expect(({} as { polluted?: unknown }).polluted).toBeUndefined()
}

describe('names that objects have by themselves are data', () => {
  it('in merge patches', () => {
    expectOwn(mergePatch({}, JSON.parse(hostile) as object))
    expect(mergePatch('{"__proto__":{"a":1}}', hostile)).toBe(
      '{"__proto__":{"a":1,"polluted":"yes"},"constructor":{"prototype":{"polluted":"yes"}}}',
    )
    expectOwn(createMergePatch({}, JSON.parse(hostile) as object))
    expect(createMergePatch(hostile, '{}')).toBe('{"__proto__":null,"constructor":null}')
  })

  it('in JSON Patch', () => {
    const patch = [
      { op: 'add' as const, path: '/__proto__', value: { polluted: 'yes' } },
      { op: 'add' as const, path: '/constructor', value: {} },
      { op: 'add' as const, path: '/constructor/prototype', value: { polluted: 'yes' } },
    ]
    expectOwn(jsonPatch({}, patch))
    expect(jsonPatch('{}', JSON.stringify(patch))).toBe(hostile)
    expect(() => jsonPatch({}, [{ op: 'add', path: '/__proto__/polluted', value: 1 }])).toThrow('missing path')
    expect(() => jsonPatch({}, [{ op: 'remove', path: '/toString' }])).toThrow('nonexistent key')
    expect(jsonPatch({}, createJSONPatch({}, JSON.parse(hostile) as object))).toEqual(JSON.parse(hostile))
  })

  it('in strategic merge patches', () => {
    expectOwn(strategicMergePatch({}, JSON.parse(hostile) as object, mergeItem))
    expectOwn(createTwoWayMergePatch({}, JSON.parse(hostile) as object, mergeItem))
    expect(createTwoWayMergePatch(hostile, '{}', mergeItem)).toBe('{"__proto__":null,"constructor":null}')
    expect(strategicMergePatch('{"simpleMap":{}}', '{"simpleMap":{"__proto__":"x","toString":null}}', mergeItem)).toBe(
      '{"simpleMap":{"__proto__":"x"}}',
    )
  })
})

describe('documents nested without end', () => {
  const depth = 200_000
  const deep = `${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`
  const value = JSON.parse(deep) as object
  const tooDeep = expect.objectContaining({ code: expect.stringMatching(/PatchTooDeep|BadJSON|InvalidJSON/) })

  it.each([
    ['mergePatch', () => mergePatch('{}', deep)],
    ['mergePatch of values', () => mergePatch(value, value)],
    ['createMergePatch', () => createMergePatch(value, JSON.parse(deep) as object)],
    ['jsonPatch', () => jsonPatch(deep, '[{"op":"add","path":"/b","value":1}]')],
    ['createJSONPatch', () => createJSONPatch({}, value)],
    ['strategicMergePatch', () => strategicMergePatch(`{"replacingItem":${deep}}`, '{"name":"a"}', mergeItem)],
    ['strategicMergePatch of values', () => strategicMergePatch({}, { simpleMap: value }, mergeItem)],
    [
      'createTwoWayMergePatch',
      () => createTwoWayMergePatch({ replacingItem: [value] }, { replacingItem: [JSON.parse(deep)] }, mergeItem),
    ],
  ])('%s says so', (_, work) => {
    expect(work).toThrow(tooDeep)
  })
})
