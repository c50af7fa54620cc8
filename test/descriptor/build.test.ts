import { describe, expect, test } from 'vitest'
import { type FieldShape, field, list, map, scalar, struct, variant } from '../../src/descriptor/build.js'
import { fieldShape } from '../../src/descriptor/field-shape.js'
import { goStructName, goTypeName } from '../../src/descriptor/go-type-name.js'
import type { TypeDescriptor } from '../../src/descriptor/types.js'

const text = scalar('string')
const inner = struct('io.k8s.api.core.v1.Inner', () => [field('a', 1, text, '?')])

describe('struct', () => {
  test.each<[FieldShape | undefined, pointer: boolean, omit: string, inline: boolean]>([
    [undefined, false, 'never', false],
    ['', false, 'never', false],
    ['?', false, 'empty', false],
    ['*', true, 'never', false],
    ['*?', true, 'empty', false],
    ['z', false, 'zero', false],
    ['?z', false, 'zero', false],
    ['*z', true, 'zero', false],
    ['<', false, 'never', true],
  ])('a field of shape %s', (...[shape, pointer, omit, inline]) => {
    const [made] = struct('x.S', () => [shape === undefined ? ['f', 7, inner] : ['f', 7, inner, shape]]).fields
    expect(made).toEqual({ name: 'f', number: 7, type: inner, pointer, omit, inline, options: {} })
    expect(made && fieldShape(made)).toBe(shape === '?z' ? 'z' : (shape ?? ''))
  })

  test('lists the members of embedded structs in its place, with the way to them', () => {
    const middle = struct('x.Middle', () => [
      ['Inner', 1, inner, '<'],
      ['b', 2, text],
    ])
    const outer = struct('x.Outer', () => [
      ['c', 1, text],
      ['Middle', 2, middle, '<'],
      ['text', 3, text, '<'],
      ['d', 4, inner],
    ])
    const ways = outer.properties.map(({ name, through }) => [name, through.map((each) => each.name).join()])
    expect(ways).toEqual([
      ['c', ''],
      ['a', 'Middle,Inner'],
      ['b', 'Middle'],
      ['text', ''],
      ['d', ''],
    ])
    expect([...outer.propertyByName.keys()]).toEqual(['c', 'a', 'b', 'text', 'd'])
    expect(outer.fields.map(({ name }) => name)).toEqual(['c', 'Middle', 'text', 'd'])
  })

  test('is declared on first use, and once', () => {
    let calls = 0
    const lazy = struct('x.Lazy', () => {
      calls++
      return [['a', 1, text]]
    })
    expect(calls).toBe(0)
    expect(lazy.properties).toBe(lazy.properties)
    expect(lazy.fields).toBe(lazy.fields)
    expect(lazy.propertyByName).toBe(lazy.propertyByName)
    expect(calls).toBe(1)
  })

  test('keeps its options and those of fields', () => {
    const made = struct('x.S', () => [['a', 1, text, '', { default: 'x' }]], { structType: 'atomic' })
    expect([made.kind, made.name, made.options, made.fields[0]?.options]).toEqual([
      'struct',
      'x.S',
      { structType: 'atomic' },
      { default: 'x' },
    ])
    expect(inner.options).toEqual({})
  })
})

test.each<[TypeDescriptor, string]>([
  [text, 'string'],
  [scalar('string', { name: 'v1.Phase' }), 'v1.Phase'],
  [scalar('bytes'), '[]uint8'],
  [scalar('any'), 'interface {}'],
  [scalar('double'), 'float64'],
  [inner, 'v1.Inner'],
  [struct('Plain', () => []), 'Plain'],
  [list(inner), '[]v1.Inner'],
  [list(inner, { pointerElements: true }), '[]*v1.Inner'],
  [list(text, { name: 'v1.Verbs' }), 'v1.Verbs'],
  [list(list(text)), '[][]string'],
  [map(text), 'map[string]string'],
  [map(inner, { pointerValues: true }), 'map[string]*v1.Inner'],
  [map(scalar('quantity'), { key: 'v1.ResourceName' }), 'map[v1.ResourceName]resource.Quantity'],
  [map(text, { name: 'v1.Labels' }), 'v1.Labels'],
  [variant('orBool', inner), 'v1.InnerOrBool'],
  [variant('orStringArray', inner), 'v1.InnerOrStringArray'],
])('Go names the type %#', (type, name) => expect(goTypeName(type)).toBe(name))

test('Go names a struct before its fields without package', () => {
  expect(['io.k8s.api.core.v1.Pod', 'v1.Pod', 'Pod'].map(goStructName)).toEqual(['Pod', 'Pod', 'Pod'])
})

test('facts that are not given are absent', () => {
  expect(scalar('bool')).toEqual({ kind: 'bool' })
  expect(list(text)).toEqual({ kind: 'list', element: text, pointerElements: false })
  expect(map(text)).toEqual({ kind: 'map', value: text, pointerValues: false })
  expect(Object.keys(variant('orBool', inner))).toEqual(['kind', 'shape', 'schema'])
  expect(variant('orBool', inner, 'v1.X')).toEqual({ kind: 'variant', shape: 'orBool', schema: inner, name: 'v1.X' })
})
