import { describe, expect, test } from 'vitest'
import { list, scalar } from '../../src/descriptor/build.js'
import { deepCopy } from '../../src/descriptor/deep-copy.js'
import { Provenance } from '../../src/internal/provenance.js'
import type { JSONObject } from '../../src/json/json-value.js'
import { rawText, rememberedText } from '../../src/json/raw-text.js'
import { sourceTexts } from '../../src/json/source-texts.js'
import { copyListSources, differsInGo, heldList, rememberLists } from '../../src/managedfields/typed/held-lists.js'
import { assignOwn } from '../../src/runtime/objects/assign-own.js'
import { asRead, fillItems } from '../../src/runtime/objects/nil-items.js'
import { withMembers, withoutMembers } from '../../src/runtime/objects/shallow-copy.js'
import { keepUnknownField, unknownFieldsOf } from '../../src/runtime/serializer/protobuf/unknown-fields.js'
import { readRawJSON } from '../../src/runtime/serializer/raw-json.js'

test('provenance belongs to one value until it is handed on', () => {
  const origins = new Provenance<object, string>()
  const value = {}
  const copy = {}
  origins.handOn(value, copy)
  expect([origins.get(value), origins.has(value), origins.has(copy)]).toEqual([undefined, false, false])
  origins.delete(value)
  origins.set(value, 'a')
  expect([origins.get(value), origins.has(value), origins.get({ ...value })]).toEqual(['a', true, undefined])
  origins.handOn(value, copy)
  origins.delete(value)
  expect([origins.has(value), origins.get(copy)]).toEqual([false, 'a'])
})

describe('the source text of raw JSON', () => {
  const text = '{"a": 1.0, "b": [ 1 ]}'
  const nested = (value: JSONObject) => ({ raw: value }) as unknown as JSONObject

  test.each<[name: string, copy: (value: JSONObject) => JSONObject]>([
    ['a deep copy', deepCopy],
    ['a deep copy of what is around it', (value) => deepCopy(nested(value)).raw as JSONObject],
    ['a shallow copy', (value) => withMembers(value, {})],
    [
      'its properties in another object',
      (value) => {
        const target = {}
        assignOwn(target, value)
        return target
      },
    ],
  ])('stays with %s', (_, copy) => {
    expect(rawText(copy(readRawJSON(text) as JSONObject))).toBe(text)
  })

  test('stays with a deep copy of a list, and of a value deeper than the stack', () => {
    expect(rawText(deepCopy(readRawJSON('[1.0, 2]')))).toBe('[1.0, 2]')
    const inner = readRawJSON(text) as JSONObject
    let deep: JSONObject = inner
    for (let i = 0; i < 30_000; i++) deep = { a: deep }
    let copy = deepCopy(deep)
    for (let i = 0; i < 30_000; i++) copy = copy.a as JSONObject
    expect([copy === inner, rawText(copy)]).toEqual([false, text])
  })

  test.each<[name: string, edit: (value: JSONObject) => JSONObject]>([
    ['a member is set', (value) => Object.assign(value, { a: 2 })],
    ['a member of a member is set', (value) => Object.assign(value, { b: [2] })],
    ['a shallow copy has another member', (value) => withMembers(value, { c: 1 })],
    ['a shallow copy lacks a member', (value) => withoutMembers(value, 'a')],
    ['it is spread', (value) => ({ ...value })],
    ['it is cloned', (value) => structuredClone(value)],
  ])('is gone when %s', (_, edit) => {
    const edited = edit(readRawJSON(text) as JSONObject)
    expect([rememberedText(edited), rawText(edited)]).toEqual([undefined, JSON.stringify(edited)])
  })

  test('is not remembered where the value says it', () => {
    expect(sourceTexts.has(readRawJSON('{"a":1}') as object)).toBe(false)
  })

  test('of a list without items is that of its items, which no raw JSON has', () => {
    const pods: { items?: unknown } = { items: null }
    fillItems(pods)
    expect([asRead(pods), rawText(pods as JSONObject)]).toEqual([{ items: null }, '{"items":[]}'])
    expect(asRead(deepCopy(pods))).toEqual({ items: null })
    ;(pods.items as unknown[]).push(1)
    expect(asRead(pods)).toEqual({ items: [1] })
  })
})

test('unknown protobuf fields belong to one object, and no copy has them', () => {
  const object = { a: 1 }
  keepUnknownField(object, Uint8Array.of(1))
  keepUnknownField(object, Uint8Array.of(2))
  expect(unknownFieldsOf(object)).toEqual(Uint8Array.of(1, 2))
  expect([deepCopy(object), withMembers(object, {}), { ...object }].map(unknownFieldsOf)).toEqual(
    Array(3).fill(undefined),
  )
})

test('what an applied list was is handed on explicitly, and gone when the list is changed', () => {
  const type = list(scalar('string'))
  const canonical = { a: ['x'] }
  const applied = { a: ['x'] }
  rememberLists(canonical, applied)
  const copy = deepCopy(canonical)
  expect([differsInGo(canonical.a), differsInGo(copy.a)]).toEqual([true, false])
  copyListSources(copy, canonical)
  expect([heldList(canonical.a, type), heldList(copy.a, type)].every((held) => held === applied.a)).toBe(true)
  copy.a.push('y')
  expect(heldList(copy.a, type)).toBe(copy.a)
})
