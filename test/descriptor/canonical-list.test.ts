import { describe, expect, test } from 'vitest'
import { PodList } from '../../src/api/core/v1/index.js'
import { toCanonicalJSON } from '../../src/descriptor/to-canonical-json.js'
import { parseJSON } from '../../src/json/parse-json.js'

const pod = (name: string, more: object = {}): object => ({ metadata: { name }, spec: { containers: [] }, ...more })
const listOf = (...items: unknown[]): object => ({ kind: 'PodList', apiVersion: 'v1', metadata: {}, items })
const write = (list: object): string => toCanonicalJSON(PodList.descriptor, list)

/** The text of one item, taken from a list that has no other. */
function textOf(item: unknown): string {
  const around = write(listOf()).slice(0, -']}'.length)
  return write(listOf(item)).slice(around.length, -']}'.length)
}

const annotated = (value: string): object => pod('a', { metadata: { name: 'a', annotations: { note: value } } })
const managed = (fieldsV1: unknown): object => pod('a', { metadata: { managedFields: [{ manager: 'm', fieldsV1 }] } })

describe('a list is written as its items are, one after another', () => {
  test.each([
    ['plain', pod('b')],
    ['in another order, with unknown fields', { unknown: 1, spec: { containers: [] }, metadata: { name: 'z' } }],
    ['with escapes', annotated('<a> & "b" \u2028 é \ud83d\ude00')],
    ['with a lone surrogate', annotated('a\ud800b')],
    ['with an integer beyond 2^53', pod('a', { metadata: { generation: 9007199254740993n } })],
    ['with a field set', managed({ 'f:a': { '.': {} }, 'f:b': null })],
    ['with numbers in a field set', managed({ a: [1, -2.5e30] })],
    ['with negative zero in a field set', managed({ a: -0 })],
    ['with a bigint in a field set', managed({ a: 9007199254740993n })],
    ['with a remembered text', managed(parseJSON('{"b":1,"a":{}}'))],
    ['null', null],
  ])('%s', (_, item) => {
    const texts = [pod('first'), item, pod('last')].map(textOf)
    const expected = `${write(listOf()).slice(0, -']}'.length)}${texts.join(',')}]}`
    expect(write(listOf(pod('first'), item, pod('last')))).toBe(expected)
  })
})

test('a value that does not fit is named by its place in the list', () => {
  expect(() => write(listOf(pod('a'), pod('b', { spec: { containers: [{ name: 7 }] } })))).toThrow(
    expect.objectContaining({ path: 'items[1].spec.containers[0].name' }),
  )
})

test('nothing else of the list is lost', () => {
  const list = { metadata: { resourceVersion: '7', remainingItemCount: 3 }, items: [pod('a'), pod('b')], unknown: true }
  expect(JSON.parse(write(list))).toMatchObject({ metadata: { resourceVersion: '7', remainingItemCount: 3 } })
  expect(write(list)).not.toContain('unknown')
})
