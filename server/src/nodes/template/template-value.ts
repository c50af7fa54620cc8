import { TemplateError } from './template-error.js'

/** A map in a template. */
export interface TemplateMap {
  [key: string]: TemplateValue
}

/**
 * A value in a template: `undefined` is nothing at all, such as a field that is not there; `null` is nil; `bigint` is Go's int;
 * `number` is a number of the data, which Go keeps as text (`json.Number`).
 */
export type TemplateValue =
  | undefined
  | null
  | boolean
  | bigint
  | number
  | string
  | GoFloat
  | readonly TemplateValue[]
  | TemplateMap

/** Go's float64. */
export class GoFloat {
  readonly value: number

  constructor(value: number) {
    this.value = value
  }

  /** As `%v` writes it. */
  toString(): string {
    const { value } = this
    if (Number.isNaN(value)) return 'NaN'
    if (!Number.isFinite(value)) return value > 0 ? '+Inf' : '-Inf'
    const exponent = value === 0 ? 0 : Math.floor(Math.log10(Math.abs(value)))
    if (exponent >= -4 && exponent < 21) return String(value)
    return value.toExponential().replace(/e([+-])(\d)$/, 'e$10$2')
  }
}

/** Whether a value is a map. */
export function isTemplateMap(value: TemplateValue): value is TemplateMap {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof GoFloat)
}

/** Whether a value is a list. */
export function isTemplateList(value: TemplateValue): value is readonly TemplateValue[] {
  return Array.isArray(value)
}

/** A map without members. */
export function emptyMap(): TemplateMap {
  return Object.create(null)
}

/** The name of Go's type for messages. */
export function goTypeOf(value: TemplateValue): string {
  if (value === undefined || value === null) return '<nil>'
  if (typeof value === 'bigint') return 'int'
  if (typeof value === 'number') return 'json.Number'
  if (typeof value === 'boolean') return 'bool'
  if (typeof value === 'string') return 'string'
  if (value instanceof GoFloat) return 'float64'
  return isTemplateList(value) ? '[]interface {}' : 'map[string]interface {}'
}

/** Whether a condition with this value holds: it is not nothing, false, zero or empty. */
export function isTrue(value: TemplateValue): boolean {
  if (value === undefined || value === null) return false
  if (typeof value === 'number') return true
  if (typeof value === 'bigint') return value !== 0n
  if (value instanceof GoFloat) return value.value !== 0
  if (isTemplateList(value)) return value.length > 0
  if (isTemplateMap(value)) return Object.keys(value).length > 0
  return Boolean(value)
}

/** A value as `%v` prints it. */
export function printed(value: TemplateValue): string {
  if (value === undefined || value === null) return '<nil>'
  if (isTemplateList(value)) return `[${value.map(printed).join(' ')}]`
  if (!isTemplateMap(value)) return String(value)
  return `map[${sortedKeys(value)
    .map((key) => `${key}:${printed(value[key])}`)
    .join(' ')}]`
}

/** The keys of a map in the order in which Go ranges over them. */
export function sortedKeys(map: TemplateMap): string[] {
  return Object.keys(map).sort((left, right) => Buffer.compare(Buffer.from(left), Buffer.from(right)))
}

/** A member of a map; nothing if it has none of this name. */
export function memberOf(map: TemplateMap, key: string): TemplateValue {
  return Object.hasOwn(map, key) ? map[key] : undefined
}

/** A number as JavaScript has it. @throws TemplateError for what is none */
export function numberOf(value: TemplateValue): number {
  if (value instanceof GoFloat) return value.value
  if (typeof value === 'bigint' || typeof value === 'number') return Number(value)
  throw new TemplateError(`unable to cast ${printed(value)} of type ${goTypeOf(value)} to float64`)
}
