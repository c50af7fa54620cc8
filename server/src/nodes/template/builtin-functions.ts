import { formatVerbs } from './format-verbs.js'
import { TemplateError } from './template-error.js'
import { type TemplateFunctions, templateFunction, variadicFunction } from './template-function.js'
import {
  GoFloat,
  goTypeOf,
  isTemplateList,
  isTemplateMap,
  isTrue,
  memberOf,
  printed,
  sortedKeys,
  type TemplateValue,
} from './template-value.js'

/** The functions of Go's text/template. `and` and `or` are evaluated by the executor. */
export const builtinFunctions: TemplateFunctions = {
  and: variadicFunction(['any'], 'any', (value) => value),
  or: variadicFunction(['any'], 'any', (value) => value),
  not: templateFunction(['any'], (value) => !isTrue(value)),
  len: templateFunction(['any'], length),
  index: variadicFunction(['any'], 'any', (value, ...keys) => keys.reduce(indexed, value)),
  slice: variadicFunction(['any'], 'int', sliced),
  print: variadicFunction([], 'any', spaced),
  println: variadicFunction([], 'any', (...values) => `${values.map(printed).join(' ')}\n`),
  printf: variadicFunction(['string'], 'any', (format, ...values) => formatVerbs(format, values)),
  html: variadicFunction([], 'any', (...values) => htmlText(spaced(...values))),
  js: variadicFunction([], 'any', (...values) => JSON.stringify(spaced(...values)).slice(1, -1)),
  urlquery: variadicFunction([], 'any', (...values) => encodeURIComponent(spaced(...values)).replaceAll('%20', '+')),
  eq: variadicFunction(['any', 'any'], 'any', (value, ...others) => others.some((other) => equal(value, other))),
  ne: templateFunction(['any', 'any'], (left, right) => !equal(left, right)),
  lt: templateFunction(['any', 'any'], less),
  le: templateFunction(['any', 'any'], (left, right) => less(left, right) || equal(left, right)),
  gt: templateFunction(['any', 'any'], (left, right) => !less(left, right) && !equal(left, right)),
  ge: templateFunction(['any', 'any'], (left, right) => !less(left, right)),
}

/** The values as `fmt.Sprint` prints them: with spaces between two that are not text. */
function spaced(...values: readonly TemplateValue[]): string {
  let text = ''
  values.forEach((value, index) => {
    const before = values[index - 1]
    if (index > 0 && typeof value !== 'string' && typeof before !== 'string') text += ' '
    text += printed(value)
  })
  return text
}

function length(value: TemplateValue): bigint {
  if (value === undefined || value === null) throw new TemplateError('len of nil pointer')
  if (typeof value === 'string') return BigInt(Buffer.byteLength(value))
  if (typeof value === 'number') return BigInt(String(value).length)
  if (isTemplateList(value)) return BigInt(value.length)
  if (isTemplateMap(value)) return BigInt(Object.keys(value).length)
  throw new TemplateError(`len of type ${goTypeOf(value)}`)
}

/** An item of a list, or a member of a map. @throws TemplateError */
export function indexed(value: TemplateValue, key: TemplateValue): TemplateValue {
  if (value === undefined || value === null) throw new TemplateError('index of untyped nil')
  if (isTemplateMap(value)) {
    if (typeof key === 'string') return memberOf(value, key)
    if (key === undefined || key === null) throw new TemplateError('value is nil; should be of type string')
    throw new TemplateError(`value has type ${goTypeOf(key)}; should be string`)
  }
  if (!isTemplateList(value) && typeof value !== 'string')
    throw new TemplateError(`can't index item of type ${goTypeOf(value)}`)
  if (key === undefined || key === null) throw new TemplateError('cannot index slice/array with nil')
  if (typeof key !== 'bigint') throw new TemplateError(`cannot index slice/array with type ${goTypeOf(key)}`)
  if (key < 0n || key >= BigInt(value.length)) throw new TemplateError(`index out of range: ${key}`)
  return typeof value === 'string' ? BigInt(Buffer.from(value)[Number(key)]!) : value[Number(key)]
}

function sliced(value: TemplateValue, ...bounds: readonly bigint[]): TemplateValue {
  if (value === undefined || value === null) throw new TemplateError('slice of untyped nil')
  if (!isTemplateList(value) && typeof value !== 'string')
    throw new TemplateError(`can't slice item of type ${goTypeOf(value)}`)
  const [from = 0n, to = BigInt(value.length)] = bounds
  if (from < 0n || to > BigInt(value.length)) throw new TemplateError(`index out of range: ${from < 0n ? from : to}`)
  if (from > to) throw new TemplateError(`invalid slice index: ${from} > ${to}`)
  return value.slice(Number(from), Number(to))
}

/** Numbers of the data are texts. */
function comparable(value: TemplateValue): TemplateValue {
  return typeof value === 'number' ? String(value) : value
}

function equal(first: TemplateValue, second: TemplateValue): boolean {
  const [left, right] = [comparable(first), comparable(second)]
  for (const value of [left, right]) {
    if (isTemplateList(value) || isTemplateMap(value))
      throw new TemplateError(`non-comparable type ${printed(value)}: ${goTypeOf(value)}`)
  }
  const isNil = (value: TemplateValue): boolean => value === undefined || value === null
  if (isNil(left) || isNil(right)) return isNil(left) && isNil(right)
  if (left instanceof GoFloat && right instanceof GoFloat) return left.value === right.value
  if (typeof left !== typeof right) throw new TemplateError('incompatible types for comparison')
  return left === right
}

function less(first: TemplateValue, second: TemplateValue): boolean {
  const [left, right] = [comparable(first), comparable(second)]
  if (typeof left === 'bigint' && typeof right === 'bigint') return left < right
  if (left instanceof GoFloat && right instanceof GoFloat) return left.value < right.value
  if (typeof left === 'string' && typeof right === 'string')
    return sortedKeys({ [left]: 0n, [right]: 0n })[0] === left && left !== right
  if (typeof left === 'boolean' || typeof left === 'object' || left === undefined)
    throw new TemplateError('invalid type for comparison')
  throw new TemplateError('incompatible types for comparison')
}

const entities: Readonly<Record<string, string>> = {
  '"': '&#34;',
  "'": '&#39;',
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
}

function htmlText(text: string): string {
  return text.replace(/["'&<>]/g, (found) => entities[found]!)
}
