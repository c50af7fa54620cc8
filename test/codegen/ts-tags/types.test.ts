import { describe, expect, it } from 'vitest'
import { typeRefText } from '../../../codegen/ir/type-ref-text.js'
import { fieldOf, read, struct } from './read-tags.js'

describe('types', () => {
  it.each([
    ['a: string', 'string', ''],
    ['a?: string', 'string', '*?'],
    ['a: string | null', 'string', '*'],
    ['a?: string | null', 'string', '*?'],
    ['a?: string | undefined', 'string', '*?'],
    ['a: boolean', 'bool', ''],
    ['a: int32', 'int32', ''],
    ['a?: int64', 'int64', '*?'],
    ['a: uint32', 'uint32', ''],
    ['a: uint64', 'uint64', ''],
    ['a: float32', 'float', ''],
    ['a: float64', 'double', ''],
    ['a?: bytes', 'bytes', '?'],
    ['a: Time', 'time', ''],
    ['a: MicroTime', 'microTime', ''],
    ['a: Duration', 'duration', ''],
    ['a: Quantity', 'quantity', ''],
    ['a: IntOrString', 'intOrString', ''],
    ['a: int32 | string', 'intOrString', ''],
    ['a: RawExtension', 'rawExtension', ''],
    ['a: AnyJSON', 'json', ''],
    ['a: unknown', 'json', ''],
    ['a?: string[]', '[]string', '?'],
    ['a: Array<int32>', '[]int32', ''],
    ['a: readonly string[]', '[]string', ''],
    ['a: (Inner | null)[]', '[]*#Inner', ''],
    ['a?: Record<string, string>', 'map[]string', '?'],
    ['a: { [key: string]: Inner[] }', 'map[][]#Inner', ''],
    ['a: Text', '#Text', ''],
    ['a?: Inner', '#Inner', '*?'],
    ['metadata?: ObjectMeta', 'k8s.io/apimachinery/pkg/apis/meta/v1#ObjectMeta', '?'],
    ['a?: corev1.PodSpec', 'k8s.io/api/core/v1#PodSpec', '*?'],
    ["'x-y': string", 'string', ''],
    ['a: { b: string }', '#SpecA', ''],
    ["a: 'x' | 'y'", '#SpecA', ''],
  ])('%s is %s with shape "%s"', async (property, type, shape) => {
    const field = await fieldOf(`  ${property}`)
    expect([typeRefText(field.type, 'example.com/v1'), field.shape]).toEqual([type, shape])
  })

  it('reads unions of texts, enums, aliases, constants and inheritance', async () => {
    const { package: pkg, diagnostics } = await read(`
export type Phase = 'A' | 'B' | (string & {})
export enum Color { Red = 'red', Blue = 'blue' }
// +enum
export type Size = string
export const Small: Size = 's'
export const Large: Size = 'l'
export interface Base { a: string }
export interface Derived extends Base { b: Phase; c: Color; d: Size }
export type Same = Base
export type Table = Record<string, Base>
`)
    expect(diagnostics.items).toEqual([])
    expect(pkg.declarations.map(({ form, name }) => `${form} ${name}`)).toEqual([
      'named Phase',
      'named Color',
      'named Size',
      'struct Base',
      'struct Derived',
      'alias Same',
      'named Table',
    ])
    expect(pkg.declarations.slice(0, 3).map((each) => (each as { enum?: string[] }).enum)).toEqual([
      ['A', 'B'],
      ['red', 'blue'],
      ['s', 'l'],
    ])
    expect(struct(pkg, 'Derived').fields.map(({ name, shape }) => name + shape)).toEqual(['Base<', 'b', 'c', 'd'])
    expect(pkg.constants.map(({ name, value }) => [name, value])).toContainEqual(['Small', 's'])
  })
})
