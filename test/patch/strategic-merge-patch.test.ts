import { describe, expect, it, test } from 'vitest'
import { Deployment } from '../../src/api/apps/v1/types.gen.js'
import { Pod } from '../../src/api/core/v1/types.gen.js'
import { patchMetaFromDescriptor } from '../../src/patch/descriptor-patch-meta.js'
import {
  createThreeWayMergePatch,
  createTwoWayMergePatch,
  isPatchConflict,
  isPreconditionFailed,
  mergeStrategicMergeMapPatches,
  mergingMapsHaveConflicts,
  requireKeyUnchanged,
  requireMetadataKeyUnchanged,
  strategicMergePatch,
} from '../../src/patch/index.js'
import { Unstructured } from '../../src/runtime/objects/unstructured.js'
import { applied } from './applied-cases.js'
import { threeWay, twoWay } from './diff-cases.js'
import { mergeItem } from './merge-item.js'
import type { StrategicCase } from './strategic-case.js'

function outcome(work: () => string): { out: string } | { error: string } {
  try {
    return { out: work() }
  } catch (error) {
    return { error: (error as Error).message }
  }
}

function textsOf({ documents }: StrategicCase): [string, string, string] {
  const [first = '', second = '', third = ''] = documents
  return [first, second, third]
}

describe('strategic merge patch, as Go', () => {
  it.each(applied)('apply: $name', (each) => {
    const [original, patch] = textsOf(each)
    expect(outcome(() => strategicMergePatch(original, patch, mergeItem))).toEqual(each.want)
  })

  it.each(twoWay)('two-way: $name', (each) => {
    const [original, modified] = textsOf(each)
    expect(outcome(() => createTwoWayMergePatch(original, modified, mergeItem))).toEqual(each.want)
  })

  it.each(threeWay)('three-way: $name', (each) => {
    const [original, modified, current] = textsOf(each)
    const options = { schema: mergeItem, overwrite: each.overwrite ?? false }
    expect(outcome(() => createThreeWayMergePatch({ original, modified, current }, options))).toEqual(each.want)
  })
})

test.each<[original: string, patch: string, code: string]>([
  ['{"name":"a"}', '[]', 'BadJSONDoc'],
  ['{"name":"a"', '{}', 'BadJSONDoc'],
  ['{"mergingList":[{"name":"a"}]}', '{"mergingList":[{"name":"b","$patch":"merge"}]}', 'BadPatchType'],
  ['{"mergingList":[{"name":"a"}]}', '{"mergingList":[{"name":"b","$patch":"x"}]}', 'BadPatchType'],
  ['{"simpleMap":{}}', '{"simpleMap":{"$patch":"x"}}', 'BadPatchType'],
  ['{"mergingIntList":[{}]}', '{"mergingIntList":[{}]}', 'NoMergeKey'],
  ['{"mergingList":[{"name":"a"}]}', '{"mergingList":[{"value":"x"}]}', 'NoMergeKey'],
  ['{"mergingList":[[1]]}', '{"mergingList":[[2]]}', 'NoListOfLists'],
  ['{"mergingList":[null]}', '{"mergingList":[null]}', 'BadListElements'],
  ['{"mergingIntList":[1]}', '{"mergingIntList":["x"]}', 'BadListElements'],
  ['{"mergingList":[{"name":{}}]}', '{"mergingList":[{"name":{}}]}', 'BadListElements'],
  ['{"unknown":{}}', '{"unknown":{}}', 'PatchFieldNotFound'],
  ['{"simpleMap":{"a":{}}}', '{"simpleMap":{"a":{}}}', 'PatchFieldType'],
  ['{"simpleMap":[]}', '{"simpleMap":[]}', 'PatchFieldType'],
  ['{"mergingIntList":[1]}', '{"$deleteFromPrimitiveList":[1]}', 'BadPatchFormatForPrimitiveList'],
  ['{"simpleMap":{}}', '{"simpleMap":{"$retainKeys":1}}', 'BadPatchFormatForRetainKeys'],
  ['{"simpleMap":{}}', '{"simpleMap":{"$retainKeys":[],"a":"x"}}', 'BadPatchFormatForRetainKeys'],
  ['{"mergingList":[]}', '{"$setElementOrder":[]}', 'BadPatchFormatForSetElementOrderList'],
  [
    '{"mergingIntList":[]}',
    '{"$setElementOrder/mergingIntList":[1],"mergingIntList":[2]}',
    'BadPatchFormatForSetElementOrderList',
  ],
  ['{"mergingList":[]}', '{"$setElementOrder/mergingList":"a"}', 'BadArgType'],
  ['{"mergingList":[{"name":"a"}]}', '{"$setElementOrder/mergingList":["a"]}', 'BadArgType'],
  ['{"mergingList":[{"name":"a"}]}', '{"$setElementOrder/mergingList":[{"name":"b"},5]}', 'BadArgType'],
])('%s with %s: %s', (original, patch, code) => {
  expect(() => strategicMergePatch(original, patch, mergeItem)).toThrow(expect.objectContaining({ code }))
})

test('two patches that contradict each other cannot be combined', () => {
  const combine =
    (...patches: object[]) =>
    () =>
      mergeStrategicMergeMapPatches(mergeItem, ...patches)
  const kept = (value: unknown) => ({ retainKeysMap: { $retainKeys: value } })
  expect(combine(kept(['a']), kept(['a']))()).toEqual(kept(['a']))
  expect(combine(kept(['a']), kept(['b']))).toThrow('[a] and [b] are not deep equal: this may happen')
  const order = (...names: string[]) => ({ '$setElementOrder/mergingList': names.map((name) => ({ name })) })
  expect(combine(order('a'), order('a'))()).toEqual(order('a'))
  expect(combine(order('a'), order('b'))).toThrow('invalid patch format of setElementOrder list')
  expect(combine({ '$deleteFromPrimitiveList/mergingIntList': [1] }, { mergingIntList: [2] })()).toEqual({
    '$deleteFromPrimitiveList/mergingIntList': [1],
    mergingIntList: [2],
  })
  expect(combine({ name: 'a' }, { name: null, simpleMap: { a: null } })()).toEqual({
    name: null,
    simpleMap: { a: null },
  })
})

test('a schema may be given in every form', () => {
  const meta = patchMetaFromDescriptor(mergeItem)
  for (const schema of [mergeItem, meta, { descriptor: mergeItem } as never]) {
    for (const options of [schema, { schema }]) {
      expect(createTwoWayMergePatch('{"mergingIntList":[1]}', '{"mergingIntList":[1,2]}', options)).toContain('[2]')
    }
  }
})

const web = (): Deployment =>
  new Deployment({
    metadata: { name: 'web' },
    spec: {
      replicas: 1,
      selector: {},
      template: { spec: { containers: [{ name: 'web', image: 'nginx:1' }, { name: 'log' }] } },
    },
  })

describe('strategic merge patch of values', () => {
  it('answers an object of the same class, shares what stays and changes nothing', () => {
    const before = web()
    const copy = before.deepCopy()
    const patch = { spec: { template: { spec: { containers: [{ name: 'web', image: 'nginx:2' }] } } } }
    const after = strategicMergePatch(before, patch)
    expect(after).toBeInstanceOf(Deployment)
    expect(after.spec.template.spec?.containers).toEqual([{ name: 'web', image: 'nginx:2' }, { name: 'log' }])
    expect(after.metadata).toBe(before.metadata)
    expect(after.spec.template.spec?.containers?.[1]).toBe(before.spec.template.spec?.containers?.[1])
    expect(before).toEqual(copy)
    expect(patch).toEqual({ spec: { template: { spec: { containers: [{ name: 'web', image: 'nginx:2' }] } } } })
  })

  it('takes the patch of an object as text', () => {
    expect(strategicMergePatch(web(), '{"spec":{"replicas":5}}').spec.replicas).toBe(5)
    expect(strategicMergePatch(web(), new TextEncoder().encode('{"spec":{"replicas":6}}')).spec.replicas).toBe(6)
  })

  it('makes a patch of two objects, unstructured ones with a schema', () => {
    const after = web()
    after.spec.replicas = 3
    expect(createTwoWayMergePatch(web(), after)).toEqual({ spec: { replicas: 3 } })
    const [a, b] = [new Unstructured(web()), new Unstructured(after)]
    expect(createTwoWayMergePatch(a, b, Deployment)).toEqual({ spec: { replicas: 3 } })
    expect(createTwoWayMergePatch(a, b, { schema: Deployment })).toEqual({ spec: { replicas: 3 } })
  })

  it('refuses unstructured objects without a schema, and values of no known type', () => {
    expect(() => strategicMergePatch(new Unstructured({ kind: 'A' }), {})).toThrow(
      expect.objectContaining({ code: 'UnsupportedStrategicMergePatchFormat' }),
    )
    expect(() => strategicMergePatch({ kind: 'A' }, {})).toThrow(expect.objectContaining({ code: 'BadArgKind' }))
  })

  it('leaves no members behind that are undefined', () => {
    const kept = strategicMergePatch({ simpleMap: 'x' }, { simpleMap: { $patch: 'delete' }, name: 'n' }, mergeItem)
    expect(Object.keys(kept)).toEqual(['name'])
  })

  it('says what is wrong with a text', () => {
    let error: unknown
    try {
      strategicMergePatch('{', '{}', mergeItem)
    } catch (thrown) {
      error = thrown
    }
    expect(error).toMatchObject({ code: 'BadJSONDoc', cause: { code: 'InvalidJSON' } })
  })

  it('counts members that are undefined as absent', () => {
    const original = { name: 'a', value: undefined, simpleMap: { x: '1' } }
    expect(strategicMergePatch(original, { other: undefined, simpleMap: { y: '2' } }, mergeItem)).toEqual({
      name: 'a',
      simpleMap: { x: '1', y: '2' },
    })
    expect(createTwoWayMergePatch(original, { name: 'a', simpleMap: { x: '1' }, other: undefined }, mergeItem)).toEqual(
      {},
    )
  })

  it('keeps integers that a number would round', () => {
    const pod = '{"spec":{"activeDeadlineSeconds":9007199254740993}}'
    expect(strategicMergePatch(pod, '{"spec":{"hostname":"a"}}', Pod)).toContain('9007199254740993')
    expect(createTwoWayMergePatch('{}', pod, Pod)).toBe(pod)
    const after = { spec: { activeDeadlineSeconds: 2n ** 60n } }
    expect(createTwoWayMergePatch({ spec: {} }, after, Pod)).toEqual(after)
  })

  it('tells 1 from 1.0 in texts, as Go does', () => {
    expect(createTwoWayMergePatch('{"a":1}', '{"a":1.0}', mergeItem)).toBe('{"a":1}')
    expect(createTwoWayMergePatch('{"a":1.0}', '{"a":1.00}', mergeItem)).toBe('{}')
    expect(createTwoWayMergePatch('{"mergingIntList":[1.0,2.0]}', '{"mergingIntList":[2.0]}', mergeItem)).toBe(
      '{"$deleteFromPrimitiveList/mergingIntList":[1],"$setElementOrder/mergingIntList":[2]}',
    )
  })
})

describe('preconditions and conflicts', () => {
  it('refuses a patch that changes what must not change', () => {
    const patchWith = (key: 'name' | 'labels') =>
      createTwoWayMergePatch(
        web(),
        new Deployment({ ...web(), metadata: { name: 'web', [key]: key === 'name' ? 'x' : {} } }),
        {
          preconditions: [requireMetadataKeyUnchanged('name'), requireKeyUnchanged('kind')],
        },
      )
    expect(patchWith('labels')).toEqual({ metadata: { labels: {} } })
    let thrown: unknown
    try {
      patchWith('name')
    } catch (error) {
      thrown = error
    }
    expect(isPreconditionFailed(thrown)).toBe(true)
    expect(isPatchConflict(thrown)).toBe(false)
    expect((thrown as Error).message).toBe('precondition failed for: map[metadata:map[name:x]]')
  })

  it('tells conflicts from other errors', () => {
    const documents = { original: { value: 'a' }, modified: { value: 'b' }, current: { value: 'c' } }
    try {
      createThreeWayMergePatch(documents, mergeItem)
      expect.unreachable()
    } catch (error) {
      expect(isPatchConflict(error)).toBe(true)
      expect((error as Error).message).toBe(
        'patch:\nvalue: b\n\nconflicts with changes made from original to current:\nvalue: c\n\n',
      )
    }
  })

  it('combines patches, nulls and directives kept', () => {
    const patches = [{ value: null, mergingList: [{ name: 'a', $patch: 'delete' }] }, { other: 'o' }]
    expect(mergeStrategicMergeMapPatches(mergeItem, ...patches)).toEqual({ value: null, other: 'o', mergingList: [] })
    expect(mergeStrategicMergeMapPatches(mergeItem, { simpleMap: { a: '1' } }, { simpleMap: { a: null } })).toEqual({
      simpleMap: { a: null },
    })
  })

  it.each([
    [{ name: 'a' }, { value: 'b' }, false],
    [{ name: 'a' }, { name: 'b' }, true],
    [{ mergingList: [{ name: 'a', value: '1' }] }, { mergingList: [{ name: 'b', value: '2' }] }, false],
    [{ mergingList: [{ name: 'a', value: '1' }] }, { mergingList: [{ name: 'a', value: '2' }] }, true],
    [{ mergingIntList: [1] }, { mergingIntList: [2] }, false],
    [{ nonMergingIntList: [1, 2] }, { nonMergingIntList: [2, 1] }, false],
    [{ nonMergingIntList: [1] }, { nonMergingIntList: [2] }, true],
    [{ nonMergingIntList: [1] }, { nonMergingIntList: [1, 2] }, true],
    [{ nonMergingIntList: [1, 2] }, { nonMergingIntList: [1, 3] }, true],
    [{ nonMergingList: [{ name: 'a' }] }, { nonMergingList: [{ name: 'a' }, { name: 'b' }] }, true],
    [{ nonMergingList: [{ name: 'a' }, { name: 'b' }] }, { nonMergingList: [{ name: 'a' }, { name: 'c' }] }, true],
    [{ nonMergingList: [{ name: 'a' }, { name: 'b' }] }, { nonMergingList: [{ name: 'a' }, { name: 'b' }] }, false],
    [{ nonMergingList: [{ name: 'a' }] }, { nonMergingList: [{ value: 'b' }] }, false],
    [{ simpleMap: { a: '1' } }, { simpleMap: 'x' }, true],
    [{ mergingIntList: [1] }, { mergingIntList: 1 }, true],
    [{ value: 1 }, { value: [1] }, true],
    [{ $retainKeys: ['a'] }, { $retainKeys: ['b'] }, false],
    [{ simpleMap: { $patch: 'replace', a: '1' } }, { simpleMap: { b: '1' } }, true],
    [{ replacingItem: { a: 1 } }, { replacingItem: { a: 2 } }, false],
  ])('%j and %j: conflict %s', (left, right, expected) => {
    expect(mergingMapsHaveConflicts(left, right, mergeItem)).toBe(expected)
  })
})

test('messages show numbers as Go prints them', () => {
  const original = '{"spec":{"containers":[{"name":"a","ports":[{"containerPort":1}]}]}}'
  const order = '[{"containerPort":1234567.5},{"containerPort":1e20},{"containerPort":0.00001}]'
  const ports = '[{"containerPort":2,"hostPort":1e6}]'
  const container = `{"name":"a","$setElementOrder/ports":${order},"ports":${ports}}`
  expect(() => strategicMergePatch(original, `{"spec":{"containers":[${container}]}}`, Pod)).toThrow(
    'The order in patch list:\n[map[containerPort:2 hostPort:1e+06]]\n' +
      " doesn't match $setElementOrder list:\n" +
      '[map[containerPort:1.2345675e+06] map[containerPort:1e+20] map[containerPort:1e-05]]\n',
  )
})
