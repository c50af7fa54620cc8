import { describe, expect, it } from 'vitest'
import { Deployment } from '../../src/api/apps/v1/index.js'
import {
  createJSONPatch,
  createMergePatch,
  createThreeWayMergePatch,
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

  it('in objects of a kind class', () => {
    const object = new Deployment({ metadata: { name: 'a' }, constructor: { prototype: 1 } } as never)
    const patched = strategicMergePatch(object, { metadata: { labels: { a: 'b' } } })
    expect(patched).toEqual({ ...object, metadata: { name: 'a', labels: { a: 'b' } } })
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
  const tooDeep = expect.objectContaining({
    code: expect.stringMatching(/PatchTooDeep|BadJSON|InvalidJSON/),
    message: expect.stringMatching(/nested too deeply|exceeded max depth|invalid JSON/i),
  })

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

describe('values that are no objects', () => {
  const deployment = new Deployment()
  const invalid = expect.objectContaining({
    code: expect.stringMatching(/BadJSON|MismatchedDocuments|BadPatchOperation/),
  })

  it.each<[string, (value: never) => unknown]>([
    ['strategicMergePatch of', (value) => strategicMergePatch(value, {}, Deployment)],
    ['strategicMergePatch with', (value) => strategicMergePatch(deployment, value)],
    ['createTwoWayMergePatch from', (value) => createTwoWayMergePatch(value, {}, Deployment)],
    ['createTwoWayMergePatch to', (value) => createTwoWayMergePatch(deployment, value)],
    ['createThreeWayMergePatch to', (value) => createThreeWayMergePatch({ modified: value }, { schema: Deployment })],
    ['jsonPatch with', (value) => jsonPatch({}, [value])],
  ])('%s them says so', (_, work) => {
    for (const value of [null, 5, true, []]) expect(() => work(value as never), String(value)).toThrow(invalid)
  })
})

describe('limits of JSON Patch', () => {
  const step = { op: 'add' as const, path: '/a', value: 1 }
  const tooLarge = expect.objectContaining({ code: 'PatchTooLarge' })
  const copyTooLarge = expect.objectContaining({ code: 'PatchCopyTooLarge' })

  it('are those of the API server: 10,000 steps, 3 MiB, and as much copied', () => {
    const steps = (count: number): string => JSON.stringify(Array.from({ length: count }, () => step))
    expect(jsonPatch('{}', steps(10_000))).toBe('{"a":1}')
    expect(() => jsonPatch('{}', steps(10_001))).toThrow(tooLarge)
    expect(() => jsonPatch({}, JSON.parse(steps(10_001)))).toThrow(tooLarge)
    expect(() => jsonPatch('{}', JSON.stringify([{ ...step, value: 'x'.repeat(3 << 20) }]))).toThrow(tooLarge)
    const doubling = Array.from({ length: 40 }, () => ({ op: 'copy' as const, from: '/a', path: '/a/-' }))
    expect(() => jsonPatch({ a: ['x'] }, doubling)).toThrow(copyTooLarge)
    expect(() => jsonPatch('{"a":["x"]}', JSON.stringify(doubling))).toThrow(copyTooLarge)
  })
})
