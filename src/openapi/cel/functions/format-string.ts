import { Duration, UnsignedInt } from '@marcbachmann/cel-js/evaluator'
import { CELValueError } from './function-library.js'

/** Writes values into a text with `%s`, `%d`, `%f`, `%e`, `%b`, `%x`, `%X`, `%o` and `%%`, as cel-go does. */
export function formatString(text: string, values: readonly unknown[]): string {
  let next = 0
  const result = text.replace(/%(?:\.(\d+))?(.?)/gs, (_, precision: string | undefined, verb: string) => {
    if (verb === '%') return '%'
    if (next >= values.length) throw new CELValueError(`index ${next} out of range`)
    return formatOne(verb, values[next++], precision === undefined ? 6 : Number(precision))
  })
  if (next < values.length) throw new CELValueError('too many arguments supplied to string.format')
  return result
}

function formatOne(verb: string, value: unknown, precision: number): string {
  switch (verb) {
    case 's':
      return textOf(value)
    case 'd':
      return integerOf(value, 'decimal').toString()
    case 'b':
      return typeof value === 'boolean' ? String(Number(value)) : integerOf(value, 'binary').toString(2)
    case 'o':
      return integerOf(value, 'octal').toString(8)
    case 'x':
      return hexOf(value)
    case 'X':
      return hexOf(value).toUpperCase()
    case 'f':
      return numberOf(value).toFixed(Math.min(precision, 100))
    case 'e':
      return numberOf(value)
        .toExponential(Math.min(precision, 100))
        .replace(/e([+-])(\d)$/, 'e$10$2')
    default:
      throw new CELValueError(`could not parse formatting clause: unrecognized formatting clause "${verb}"`)
  }
}

function integerOf(value: unknown, clause: string): bigint {
  if (typeof value === 'bigint') return value
  if (value instanceof UnsignedInt) return value.valueOf()
  throw new CELValueError(
    `error during formatting: ${clause} clause can only be used on integers, was given ${typeOf(value)}`,
  )
}

function numberOf(value: unknown): number {
  if (typeof value === 'number') return value
  if (typeof value === 'bigint') return Number(value)
  throw new CELValueError(
    `error during formatting: fixed-point clause can only be used on doubles, was given ${typeOf(value)}`,
  )
}

function hexOf(value: unknown): string {
  if (typeof value === 'string') return hexBytes(new TextEncoder().encode(value))
  if (value instanceof Uint8Array) return hexBytes(value)
  return integerOf(value, 'hex').toString(16)
}

function hexBytes(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}

function typeOf(value: unknown): string {
  if (value === null) return 'null_type'
  if (Array.isArray(value)) return 'list'
  const names: Record<string, string> = { boolean: 'bool', number: 'double', bigint: 'int', object: 'map' }
  return names[typeof value] ?? typeof value
}

/** The text of a value: lists and maps as CEL writes them, maps sorted by key. */
export function textOf(value: unknown): string {
  if (value === null) return 'null'
  if (typeof value === 'number') return doubleText(value)
  if (Array.isArray(value)) return `[${value.map(textOf).join(', ')}]`
  if (value instanceof Uint8Array) return new TextDecoder().decode(value)
  if (value instanceof Date) return value.toISOString().replace(/\.?0*Z$/, 'Z')
  if (value instanceof Duration) return `${Number(value.seconds) + value.nanos / 1e9}s`
  if (value instanceof Map || Object.getPrototypeOf(value) === Object.prototype) return mapText(value as object)
  return String(value)
}

function mapText(value: object): string {
  const entries = value instanceof Map ? [...value] : Object.entries(value)
  const texts = entries.map(([key, each]) => [textOf(key), textOf(each)] as const).sort(([a], [b]) => (a < b ? -1 : 1))
  return `{${texts.map(([key, each]) => `${key}: ${each}`).join(', ')}}`
}

function doubleText(value: number): string {
  if (Number.isNaN(value)) return 'NaN'
  if (!Number.isFinite(value)) return value > 0 ? 'Infinity' : '-Infinity'
  return String(value)
}
