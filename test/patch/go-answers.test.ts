import { describe, expect, test } from 'vitest'
import { ConfigMap } from '../../src/api/core/v1/types.gen.js'
import { jsonPatch, mergePatch, strategicMergePatch } from '../../src/patch/index.js'
import { mergeItem } from './merge-item.js'

type Answer = readonly [document: string, patch: string, answer: string]

function answerOf(patch: () => string): string {
  try {
    return patch()
  } catch (error) {
    return (error as Error).message
  }
}

const numbers = '{"a":[1,2,3]}'
const outOfRange = (index: string): string => `strconv.Atoi: parsing "${index}": value out of range`
const noIndex = (index: string): string => `Unable to access invalid index: ${index}: invalid index referenced`
const noNumber = (index: string): string => `strconv.Atoi: parsing "${index}": invalid syntax`

/** What `evanphx/json-patch` v4.13.0 answers. */
const steps: readonly Answer[] = [
  ['{"a":1}', '[{"op":"test","path":"/a","value":1}]', '{"a":1}'],
  ['{"a":1}', '[{"op":"test","path":"/a","value":2}]', 'testing value /a failed: test failed'],
  ['{"a":1}', '[{"op":"test","path":"/a","value":1.0}]', 'testing value /a failed: test failed'],
  ['{"a":"x"}', '[{"op":"test","path":"/a","value":"y"}]', 'testing value /a failed: test failed'],
  ['{"a":[1,2]}', '[{"op":"test","path":"/a","value":[1]}]', 'testing value /a failed: test failed'],
  ['{"a":[1]}', '[{"op":"test","path":"/a","value":[1,2]}]', 'testing value /a failed: test failed'],
  ['{"a":[1,2]}', '[{"op":"test","path":"/a","value":[1,2]}]', '{"a":[1,2]}'],
  ['{"a":{"b":1}}', '[{"op":"test","path":"/a","value":{"b":2}}]', 'testing value /a failed: test failed'],
  ['{"a":{"b":1}}', '[{"op":"test","path":"/a","value":{"b":1,"c":null}}]', 'testing value /a failed: test failed'],
  ['{"a":1}', '[{"op":"test","path":"","value":{"a":2}}]', 'testing value  failed: test failed'],
  ['{"a":1}', '[{"op":"test","path":"","value":{"a":1}}]', '{"a":1}'],
  [
    '{"a":1}',
    '[{"op":"move","from":"/a"}]',
    'move operation failed to decode path: operation missing path field: missing value',
  ],
  [
    '{"a":1}',
    '[{"op":"move","from":"/a","path":1}]',
    'move operation failed to decode path: json: cannot unmarshal number into Go value of type string',
  ],
  [
    '{"a":1}',
    '[{"op":"move","path":"/b"}]',
    'move operation failed to decode from: operation, missing from field: missing value',
  ],
  ['{"a":1}', '[{"op":"copy","from":"/a"}]', 'copy operation failed to decode path: missing value'],
  ['{"a":1}', '[{"op":"copy","from":"/a","path":1}]', 'copy operation failed to decode path: missing value'],
  ['{"a":[1]}', '[{"op":"move","from":"/a/0","path":"/a/5"}]', `error in move for path: '/a/5': ${noIndex('5')}`],
  [
    '{"a":1}',
    '[{"op":"replace","path":"","value":null}]',
    'replace operation value must be object or array: %!w(<nil>)',
  ],
  ['{"a":1}', '[{"op":"replace","path":"","value":1}]', 'replace operation value must be object or array: %!w(<nil>)'],
  ['{"a":1}', '[{"op":"replace","path":"","value":{"b":1}}]', '{"b":1}'],
  [numbers, '[{"op":"remove","path":"/a/+1"}]', '{"a":[1,3]}'],
  [numbers, '[{"op":"remove","path":"/a/01"}]', '{"a":[1,3]}'],
  [numbers, '[{"op":"remove","path":"/a/-1"}]', '{"a":[1,2]}'],
  [numbers, '[{"op":"remove","path":"/a/-3"}]', '{"a":[2,3]}'],
  [numbers, '[{"op":"remove","path":"/a/3"}]', `error in remove for path: '/a/3': ${noIndex('3')}`],
  [numbers, '[{"op":"remove","path":"/a/-4"}]', `error in remove for path: '/a/-4': ${noIndex('-4')}`],
  [numbers, '[{"op":"remove","path":"/a/+"}]', `error in remove for path: '/a/+': ${noNumber('+')}`],
  [numbers, '[{"op":"remove","path":"/a/1+"}]', `error in remove for path: '/a/1+': ${noNumber('1+')}`],
  ...['9223372036854775807', '-9223372036854775808'].map(
    (index): Answer => [
      numbers,
      `[{"op":"remove","path":"/a/${index}"}]`,
      `error in remove for path: '/a/${index}': ${noIndex(index)}`,
    ],
  ),
  ...['9223372036854775808', '-9223372036854775809'].map(
    (index): Answer => [
      numbers,
      `[{"op":"remove","path":"/a/${index}"}]`,
      `error in remove for path: '/a/${index}': ${outOfRange(index)}`,
    ],
  ),
  [numbers, '[{"op":"add","path":"/a/+1","value":9}]', '{"a":[1,9,2,3]}'],
  [numbers, '[{"op":"add","path":"/a/3","value":9}]', '{"a":[1,2,3,9]}'],
  [
    numbers,
    '[{"op":"add","path":"/a/x","value":9}]',
    `error in add for path: '/a/x': value was not a proper array index: 'x': ${noNumber('x')}`,
  ],
]

describe('JSON Patch as in Go', () => {
  test.each(steps)('%s with %s: %s', (document, patch, answer) => {
    expect(answerOf(() => jsonPatch(document, patch))).toBe(answer)
  })
})

test('a document that is replaced by a list is one, of whatever class it was', () => {
  const document = new ConfigMap({ metadata: { name: 'a' } })
  const replaced: unknown = jsonPatch(document, [{ op: 'replace', path: '', value: [1] }])
  expect([replaced, Array.isArray(replaced), Object.getPrototypeOf(replaced)]).toEqual([[1], true, Array.prototype])
  const merged: unknown = mergePatch(document, [1])
  expect([merged, Object.getPrototypeOf(merged)]).toEqual([[1], Array.prototype])
  expect(mergePatch(document, { data: { a: 'b' } })).toBeInstanceOf(ConfigMap)
})

test('a merge patch that is no JSON is told apart from such a document', () => {
  expect(() => mergePatch('{', '{}')).toThrow(expect.objectContaining({ code: 'BadJSONDoc' }))
  expect(() => mergePatch('{}', '{')).toThrow(expect.objectContaining({ code: 'BadJSONPatch' }))
})

const differ = 'list element types are not identical: '
const [map, list] = ['map[string]interface {}', '[]interface {}']

/** What `strategicpatch` of `k8s.io/apimachinery` v0.37.2 answers. */
const merges: readonly Answer[] = [
  [
    '{"mergingList":[{"name":"a"},{"name":"b"},{"name":"c"}]}',
    '{"$setElementOrder/mergingList":[{"name":"c"},{"name":"a"},{"name":"b"}],"mergingList":[{"name":"b","$patch":"delete"},{"name":"c","value":"x"}]}',
    '{"mergingList":[{"name":"c","value":"x"},{"name":"a"}]}',
  ],
  [
    '{"mergingList":[{"name":"a"},{"name":"s"},{"name":"b"},{"name":"t"}]}',
    '{"$setElementOrder/mergingList":[{"name":"b"},{"name":"n"},{"name":"a"}],"mergingList":[{"name":"n"}]}',
    '{"mergingList":[{"name":"s"},{"name":"b"},{"name":"n"},{"name":"a"},{"name":"t"}]}',
  ],
  ...(
    [
      ['["a","b"]', '["s","a","t","b","u"]'],
      ['["b","a"]', '["s","t","b","a","u"]'],
    ] as const
  ).map(([order, result]): Answer => {
    const named = (names: string): string => names.replace(/"[a-z]"/g, '{"name":$&}')
    return [
      `{"mergingList":${named('["s","a","t","b","u"]')}}`,
      `{"$setElementOrder/mergingList":${named(order)}}`,
      `{"mergingList":${named(result)}}`,
    ]
  }),
  [
    '{"mergingIntList":[5,1,6,2,7]}',
    '{"$setElementOrder/mergingIntList":[2,3,1],"mergingIntList":[3]}',
    '{"mergingIntList":[5,6,2,3,1,7]}',
  ],
  ['{"mergingIntList":[1]}', '{"mergingIntList":[null]}', `${differ}[[1] [<nil>]]`],
  ['{"mergingIntList":[1]}', '{"mergingIntList":["a"]}', `${differ}[[1] [a]]`],
  ['{"mergingIntList":[1]}', '{"mergingIntList":[[1]]}', `${differ}[[1] [[1]]]`],
  ['{"mergingIntList":[]}', '{"mergingIntList":[]}', '{"mergingIntList":[]}'],
  ['{"mergingList":[{"name":"a"}]}', '{"mergingList":["x"]}', `${differ}[[map[name:a]] [x]]`],
  ['{"mergingList":["x"]}', '{"mergingList":[{"name":"a"}]}', `${differ}[[x] [map[name:a]]]`],
  ['{"mergingList":[{"name":"a"}]}', '{"mergingList":{"name":"a"}}', '{"mergingList":{"name":"a"}}'],
  [
    '{"mergingList":[{"name":"a"}]}',
    '{"mergingList":[{"value":"x"}]}',
    'map: map[value:x] does not contain declared merge key: name',
  ],
  [
    '{"mergingList":[{"name":"a"}]}',
    '{"$setElementOrder/mergingList":{"name":"a"},"mergingList":[{"name":"a"}]}',
    `expected a ${list}, but received a ${map}`,
  ],
  [
    '{"mergingList":[{"name":"a"}]}',
    '{"$setElementOrder/mergingList":["a"],"mergingList":[{"name":"a"}]}',
    `expected a ${map}, but received a string`,
  ],
  ['{"mergingIntList":[1]}', '{"$deleteFromPrimitiveList/mergingIntList":{"a":1}}', '{"mergingIntList":[1]}'],
  ['{"mergingIntList":[1]}', '{"$deleteFromPrimitiveList/":[1]}', '{"mergingIntList":[1]}'],
]

describe('strategic merge patch as in Go', () => {
  test.each(merges)('%s with %s: %s', (document, patch, answer) => {
    expect(answerOf(() => strategicMergePatch(document, patch, mergeItem))).toBe(answer)
  })

  // In Go the order of the two steps is random.
  test('deletes from a list of scalars before it adds to it, wherever the patch says so', () => {
    const deletion = '"$deleteFromPrimitiveList/mergingIntList":[3,1]'
    for (const patch of [`{"mergingIntList":[3,4],${deletion}}`, `{${deletion},"mergingIntList":[3,4]}`]) {
      expect(strategicMergePatch('{"mergingIntList":[1,2,3]}', patch, mergeItem)).toBe('{"mergingIntList":[3,4,2]}')
    }
  })
})
