import { expect, it } from 'vitest'
import {
  type CELFunction,
  compileExpression,
  dynType,
  mapType,
  namedType,
  objectType,
} from '../../../src/openapi/cel/index.js'
import type { Quantity } from '../../../src/resource/index.js'

const quantity = 'kubernetes.Quantity'
const functions: readonly CELFunction[] = [
  { signature: 'Twice twice (double) double', call: (value: number) => value * 2 },
  { signature: '.Twice twice_method (string) string', call: (value: string) => value + value },
  {
    signature: `_+_ add_quantities (${quantity}, ${quantity}) ${quantity}`,
    call: (a: Quantity, b: Quantity) => a.add(b),
  },
  {
    signature: 'Fails fails () int',
    call: () => {
      throw new Error('it fails')
    },
  },
]
const object = objectType('test.Object', {
  name: namedType('string'),
  labels: mapType(namedType('string'), namedType('string')),
  limits: { ...mapType(namedType('string'), namedType(quantity)), zero: true },
})
const variables = { self: { ...object, zero: true as const }, other: dynType }

function evaluated(source: string, self: object = {}, other: unknown = 1.5): unknown {
  const { program, issues } = compileExpression(source, { variables, functions })
  if (program === undefined) return issues
  const { value, error } = program.evaluate({ self, other })
  return error ?? value
}

it.each([
  ['Twice(1.5) == 3.0', true],
  ['Twice(other) == 3.0', true],
  ['"a".Twice()', 'aa'],
  ['1 + 2 == 3 && "a" + "b" == "ab"', true],
  ['quantity("1") + quantity("500m") == quantity("1500m")', true],
  ['Fails() == 1', 'it fails'],
])('a program has functions and operators of its own: %s', (source, expected) => {
  expect(evaluated(source)).toEqual(expected)
})

it('a function of its own takes the declared types alone', () => {
  expect(evaluated('Twice("a")')).toContain("found no matching overload for 'Twice' applied to '(string)'")
  expect(evaluated('Twice(other)', {}, 'a')).toBe('no such overload: Twice(string)')
})

it('what is absent has the zero value where the type says so', () => {
  expect(evaluated('self.name == "" && !has(self.name) && !("a" in self.labels)')).toBe(true)
  expect(evaluated('self.limits["cpu"] + quantity("1") == quantity("1") && !("cpu" in self.limits)')).toBe(true)
  expect(evaluated('self.labels["a"]')).toBe('no such key: a')
  expect(evaluated('self.limits["cpu"] == quantity("2") && "cpu" in self.limits', { limits: { cpu: '2' } })).toBe(true)
})
