import { describe, expect, it } from 'vitest'
import { uncheckedTags } from '../../src/declarative/unchecked-tags.js'
import { validateDeclared } from '../../src/declarative/validate-declared.js'
import { list, scalar, struct } from '../../src/descriptor/build.js'
import type { StructDescriptor } from '../../src/descriptor/types.js'

const text = scalar('string')

function structOf(fields: Record<string, string[]>, type = text): StructDescriptor {
  return struct('x.S', () =>
    Object.entries(fields).map(([name, tags], i) => [name, i + 1, type, '*?', { schema: { tags } }]),
  )
}

const created = (type: StructDescriptor, value: object, options?: Record<string, boolean>) =>
  validateDeclared(type, value, { operation: { type: 'Create', ...(options && { options }) } }).map(
    ({ message }) => message,
  )
const updated = (type: StructDescriptor, value: object, old: object) =>
  validateDeclared(type, value, { operation: { type: 'Update' }, old }).map(({ message }) => message)

describe('dependentRequired and dependentForbidden', () => {
  const needs = structOf({ a: ['dependentRequired(b)'], b: [], c: [] })
  const excludes = structOf({ a: ['k8s:dependentForbidden("b")'], b: [] })
  const message = 'b: Required value: must be set when a is set'

  it('hold when the field is set', () => {
    expect(created(needs, {})).toEqual([])
    expect(created(needs, { b: 'x' })).toEqual([])
    expect(created(needs, { a: 'x', b: 'x' })).toEqual([])
    expect(created(needs, { a: 'x' })).toEqual([message])
    expect(created(excludes, { a: 'x', b: 'x' })).toEqual(['b: Forbidden: may not be set when a is set'])
    expect(created(excludes, { b: 'x' })).toEqual([])
  })

  it('let pass updates that set and clear neither', () => {
    expect(updated(needs, { a: 'y', c: 'z' }, { a: 'x' })).toEqual([])
    expect(updated(needs, { a: 'x' }, {})).toEqual([message])
    expect(updated(needs, { a: 'x' }, { a: 'x', b: 'y' })).toEqual([message])
  })

  it('are read inside levels and conditions', () => {
    const type = structOf({ a: ['ifEnabled(F)=+k8s:alpha=+k8s:dependentRequired(b)'], b: [] })
    expect(created(type, { a: 'x' })).toEqual([])
    expect(created(type, { a: 'x' }, { F: true })).toEqual([message])
  })

  it('refuse a sibling that is not there', () => {
    const code = expect.objectContaining({ code: 'InvalidTag' })
    expect(() => created(structOf({ a: ['dependentRequired(z)'] }), {})).toThrow(code)
    expect(() => created(structOf({ a: ['dependentForbidden(a)'] }), {})).toThrow(code)
  })
})

describe('modeDiscriminator and ifMode', () => {
  const type = struct('x.S', () => [
    ['mode', 1, text, '', { schema: { tags: ['modeDiscriminator'] } }],
    ['a', 2, text, '*?', { schema: { tags: ['ifMode("A")=+k8s:required', 'ifMode("AB")=+k8s:optional'] } }],
    ['b', 3, text, '*?', { schema: { tags: ['ifMode(mode: "AB")=+k8s:maxLength=2'] } }],
    ['l', 4, list(text), '?', { schema: { tags: ['ifMode("AB")=+k8s:eachVal=+k8s:maxLength=1'] } }],
  ])

  it('demands what the mode demands, and nothing set in others', () => {
    expect(created(type, { mode: 'A', a: 'x' })).toEqual([])
    expect(created(type, { mode: 'A' })).toEqual(['a: Required value'])
    expect(created(type, { mode: 'A', a: 'x', b: 'x' })).toEqual(['b: Forbidden'])
    expect(created(type, { mode: 'AB', a: 'x', b: 'xx', l: ['y'] })).toEqual([])
    expect(created(type, { mode: 'AB', b: 'xxx', l: ['yy'] })).toEqual([
      'b: Too long: may not be more than 2 characters',
      'l[0]: Too long: may not be more than 1 character',
    ])
    expect(created(type, { mode: '', a: 'x' })).toEqual(['a: Forbidden'])
  })

  it('lets pass updates that change neither the mode nor the field', () => {
    expect(updated(type, { mode: 'A', b: 'x' }, { mode: 'A', b: 'x' })).toEqual([])
    expect(updated(type, { mode: 'A', a: 'x', b: 'x' }, { mode: 'AB', b: 'x' })).toEqual(['b: Forbidden'])
    expect(updated(type, { mode: 'A', a: 'x', b: 'y' }, { mode: 'A', b: 'x' })).toEqual(['b: Forbidden'])
  })

  it('tells modalities apart, and knows booleans', () => {
    const flags = struct('x.S', () => [
      ['on', 1, scalar('bool'), '', { schema: { tags: ['modeDiscriminator(modality: "power")'] } }],
      ['v', 2, text, '*?', { schema: { tags: ['ifMode(modality: "power", mode: "true")=+k8s:required'] } }],
    ])
    expect(created(flags, { on: true })).toEqual(['v: Required value'])
    expect(created(flags, { on: false })).toEqual([])
    expect(created(flags, { v: 'x' })).toEqual(['v: Forbidden'])
    expect(() => created(structOf({ a: ['ifMode("A")=+k8s:required'] }), {})).toThrow('no modeDiscriminator')
  })
})

describe('uncheckedTags', () => {
  it('lists unchecked tags', () => {
    const type = structOf({
      a: ['required', 'customValidation'],
      b: ['alpha=+k8s:noSuchTag', 'eachVal=+k8s:maxLength=1', 'ifMode("A")=+k8s:customUnique', 'default="x"'],
    })
    expect(uncheckedTags(type)).toEqual([
      { path: 'a', tag: 'customValidation' },
      { path: 'b', tag: 'alpha=+k8s:noSuchTag' },
      { path: 'b', tag: 'ifMode("A")=+k8s:customUnique' },
    ])
  })

  it('walks through types that hold themselves', () => {
    const node: StructDescriptor = struct('x.Node', () => [
      ['next', 1, node, '*?', {}],
      ['all', 2, list(node), '?', { schema: { tags: ['customUnique'] } }],
    ])
    expect(uncheckedTags(node)).toEqual([{ path: 'all', tag: 'customUnique' }])
  })
})
