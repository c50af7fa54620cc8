import { TemplateError } from './template-error.js'
import {
  type TemplateFunction,
  type TemplateFunctions,
  templateFunction,
  variadicFunction,
} from './template-function.js'
import { GoFloat, numberOf, type TemplateValue } from './template-value.js'

/** Functions of numbers; they take whole numbers, floats, numbers of the data, and texts of numbers. */
export const numberFunctions: TemplateFunctions = {
  int: templateFunction(['any'], whole),
  int64: templateFunction(['any'], whole),
  float64: templateFunction(['any'], (value) => new GoFloat(float(value))),
  atoi: templateFunction(['string'], (text) => (/^[+-]?\d+$/.test(text) ? BigInt(text.replace('+', '')) : 0n)),
  add: sumOf((left, right) => left + right, 0n),
  add1: templateFunction(['any'], (value) => whole(value) + 1n),
  sub: templateFunction(['any', 'any'], (left, right) => whole(left) - whole(right)),
  mul: sumOf((left, right) => left * right, 1n),
  div: templateFunction(['any', 'any'], (left, right) => whole(left) / divisor(right)),
  mod: templateFunction(['any', 'any'], (left, right) => whole(left) % divisor(right)),
  max: variadicFunction(['any'], 'any', (...values) => inOrder(values).at(-1)),
  min: variadicFunction(['any'], 'any', (...values) => inOrder(values)[0]),
  addf: floatsOf((left, right) => left + right),
  subf: floatsOf((left, right) => left - right),
  mulf: floatsOf((left, right) => left * right),
  divf: floatsOf((left, right) => left / right),
  floor: templateFunction(['any'], (value) => new GoFloat(Math.floor(float(value)))),
  ceil: templateFunction(['any'], (value) => new GoFloat(Math.ceil(float(value)))),
  round: variadicFunction(['any', 'int'], 'any', (value, digits) => {
    const scale = 10 ** Number(digits)
    return new GoFloat(Math.round(float(value) * scale) / scale)
  }),
}

function sumOf(combine: (left: bigint, right: bigint) => bigint, start: bigint): TemplateFunction {
  return variadicFunction([], 'any', (...values) => values.map(whole).reduce(combine, start))
}

function floatsOf(combine: (left: number, right: number) => number): TemplateFunction {
  return variadicFunction(['any'], 'any', (...values) => new GoFloat(values.map(float).reduce(combine)))
}

/** What cannot be read as a number is zero, as in sprig. */
function float(value: TemplateValue): number {
  if (typeof value === 'boolean') return value ? 1 : 0
  if (typeof value === 'string') return Number.isNaN(Number(value)) ? 0 : Number(value)
  if (typeof value === 'bigint' || typeof value === 'number' || value instanceof GoFloat) return numberOf(value)
  return 0
}

function whole(value: TemplateValue): bigint {
  if (typeof value === 'bigint') return value
  const number = float(value)
  return Number.isFinite(number) ? BigInt(Math.trunc(number)) : 0n
}

function divisor(value: TemplateValue): bigint {
  const by = whole(value)
  if (by === 0n) throw new TemplateError('runtime error: integer divide by zero')
  return by
}

function inOrder(values: readonly TemplateValue[]): bigint[] {
  return values.map(whole).sort((left, right) => (left < right ? -1 : 1))
}
