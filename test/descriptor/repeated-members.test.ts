import { expect, test } from 'vitest'
import { list, map, scalar, struct } from '../../src/descriptor/build.js'
import { readJSON } from '../../src/descriptor/read-json.js'
import { toCanonicalJSON } from '../../src/descriptor/to-canonical-json.js'
import type { StructDescriptor } from '../../src/descriptor/types.js'

const text = scalar('string')
const item: StructDescriptor = struct('v1.Item', () => [
  ['a', 1, text, '?'],
  ['b', 2, text, '?'],
  ['l', 3, list(text), '?'],
  ['p', 4, item, '*?'],
  ['m', 5, map(text), '?'],
])
const type = struct('v1.T', () => [
  ['items', 1, list(item), '?'],
  ['ptrs', 2, list(item, { pointerElements: true }), '?'],
  ['strs', 3, list(text), '?'],
  ['s', 4, item],
  ['any', 5, scalar('any'), '?'],
  ['m', 6, map(text), '?'],
  ['n', 7, map(item), '?'],
])

// What `sigs.k8s.io/json` reads into such a struct, which keeps what earlier members of the name have left.
test.each([
  ['{"items":[{"a":"1"},{"a":"2"}],"items":[{"b":"3"}]}', '{"items":[{"a":"1","b":"3"}],"s":{}}'],
  ['{"items":[{"a":"1"}],"items":[{"b":"2"},{"b":"3"}]}', '{"items":[{"a":"1","b":"2"},{"b":"3"}],"s":{}}'],
  [
    '{"items":[{"a":"1"},{"a":"2"}],"items":[],"items":[{"b":"3"},{"b":"4"}]}',
    '{"items":[{"b":"3"},{"b":"4"}],"s":{}}',
  ],
  ['{"items":[{"a":"1"}],"items":null,"items":[{"b":"3"}]}', '{"items":[{"b":"3"}],"s":{}}'],
  ['{"items":[{"a":"1"}],"items":[null]}', '{"items":[{"a":"1"}],"s":{}}'],
  ['{"items":[{"m":{"x":"1"}}],"items":[{"m":{"y":"2"}}]}', '{"items":[{"m":{"x":"1","y":"2"}}],"s":{}}'],
  ['{"items":[{"l":["x","y"]}],"items":[{"l":["z"]}]}', '{"items":[{"l":["z"]}],"s":{}}'],
  ['{"items":[{"p":{"a":"1"}}],"items":[{"p":{"b":"2"}}]}', '{"items":[{"p":{"a":"1","b":"2"}}],"s":{}}'],
  ['{"ptrs":[{"a":"1"}],"ptrs":[{"b":"2"}]}', '{"ptrs":[{"a":"1","b":"2"}],"s":{}}'],
  ['{"ptrs":[{"a":"1"}],"ptrs":[null]}', '{"ptrs":[null],"s":{}}'],
  ['{"strs":["a","b"],"strs":[null,"c"]}', '{"strs":["a","c"],"s":{}}'],
  ['{"s":{"a":"1"},"s":{"b":"2"}}', '{"s":{"a":"1","b":"2"}}'],
  ['{"s":{"a":"1"},"s":null}', '{"s":{"a":"1"}}'],
  ['{"any":{"a":1},"any":{"b":2}}', '{"s":{},"any":{"b":2}}'],
  ['{"any":{"a":1},"any":null}', '{"s":{}}'],
  ['{"any":[1,2],"any":[3]}', '{"s":{},"any":[3]}'],
  ['{"m":{"a":"1"},"m":{"b":"2"}}', '{"s":{},"m":{"a":"1","b":"2"}}'],
  ['{"m":{"a":"1"},"m":{"a":null}}', '{"s":{},"m":{"a":""}}'],
  ['{"n":{"k":{"a":"1"}},"n":{"k":{"b":"2"}}}', '{"s":{},"n":{"k":{"b":"2"}}}'],
])('%s is read as Go reads it', (document, read) => {
  expect(toCanonicalJSON(type, readJSON(type, document, { mode: 'canonical' }).value)).toBe(read)
})
