import type { FieldDescriptor, JSONObject, JSONValue, ScalarKind, StructDescriptor } from '../descriptor/types.js'
import { MachineryError } from '../errors/machinery-error.js'
import { messageOf } from '../errors/message-of.js'
import { formatTime, parseTime } from '../scalar/time.js'

/** Scalars that are one query parameter. Everything else but times, lists of these and nested structs is not written. */
const valueKinds: ReadonlySet<ScalarKind> = new Set<ScalarKind>([
  'string',
  'bool',
  'int32',
  'int64',
  'uint32',
  'uint64',
  'float',
  'double',
])

/**
 * Writes an options object as query parameters, sorted by name: top-level values and lists of values under their JSON
 * names, the fields of nested structs as if they were top-level. Maps, inlined structs and zero values of `omitempty`
 * fields are omitted.
 */
export function toQueryParameters(options: object, descriptor: StructDescriptor): URLSearchParams {
  const parameters = new URLSearchParams()
  writeStruct(parameters, options as JSONObject, descriptor)
  parameters.sort()
  return parameters
}

function writeStruct(parameters: URLSearchParams, value: JSONObject, descriptor: StructDescriptor): void {
  for (const field of descriptor.fields) {
    if (!field.inline) writeField(parameters, field, ownValue(value, field.name))
  }
}

function writeField(parameters: URLSearchParams, field: FieldDescriptor, value: JSONValue | undefined): void {
  const { type } = field
  const omitEmpty = field.omit === 'empty' && (!field.pointer || value === undefined || value === null)
  if (type.kind === 'list') {
    if (!isValueKind(type.element.kind) || !Array.isArray(value)) return
    for (const element of value) writeValue(parameters, field.name, { value: element, omitEmpty })
  } else if (type.kind === 'struct') {
    if (typeof value === 'object' && value !== null) writeStruct(parameters, value as JSONObject, type)
  } else if (type.kind === 'time' || type.kind === 'microTime') {
    const text = typeof value === 'string' ? formatTime(parseTime(value)) : ''
    writeValue(parameters, field.name, { value: text, omitEmpty })
  } else if (isValueKind(type.kind)) {
    const zero = field.pointer || type.kind === 'string' ? '' : type.kind === 'bool' ? false : 0
    writeValue(parameters, field.name, { value: value ?? zero, omitEmpty })
  }
}

function writeValue(
  parameters: URLSearchParams,
  name: string,
  { value, omitEmpty }: { readonly value: JSONValue; readonly omitEmpty: boolean },
): void {
  if (omitEmpty && isZero(value)) return
  parameters.append(name, value === null ? '' : String(value))
}

function isZero(value: JSONValue): boolean {
  return value === '' || value === false || value === null || value === 0 || value === 0n
}

/** How {@link fromQueryParameters} reads. */
export interface QueryParameterOptions {
  /** Integers outside ±(2^53−1) become `bigint`; otherwise they are refused. */
  readonly bigints?: boolean
}

/**
 * Reads an options object from query parameters, as Go converts `url.Values`: the first value of a scalar, every value of a
 * list. Booleans are false for `0` and `false` in any case, and true for everything else. Parameters that the descriptor
 * does not declare are ignored.
 *
 * @throws {@link MachineryError} `InvalidQueryParameter` with the name of the parameter as path.
 */
export function fromQueryParameters(
  parameters: URLSearchParams,
  descriptor: StructDescriptor,
  options: QueryParameterOptions = {},
): JSONObject {
  const result: JSONObject = {}
  for (const field of descriptor.fields) {
    const value = field.inline ? undefined : readField(parameters, field, options)
    if (value !== undefined) result[field.name] = value
  }
  return result
}

function readField(
  parameters: URLSearchParams,
  field: FieldDescriptor,
  options: QueryParameterOptions,
): JSONValue | undefined {
  const { type } = field
  if (type.kind === 'struct') {
    const nested = fromQueryParameters(parameters, type, options)
    const present = Object.entries(nested).filter(([, value]) => value !== '')
    return present.length === 0 ? undefined : Object.fromEntries(present)
  }
  const values = parameters.getAll(field.name)
  const [first] = values
  if (first === undefined) return undefined
  if (type.kind !== 'list') return readScalar(type.kind as ScalarKind, first, { name: field.name, ...options })
  const { kind } = type.element
  if (kind === 'string') return values
  if (kind === 'int32') return values.flatMap((value) => value.split(',')).map((value) => readPort(value, field.name))
  return undefined
}

function readScalar(
  kind: ScalarKind,
  text: string,
  options: QueryParameterOptions & { readonly name: string },
): JSONValue | undefined {
  switch (kind) {
    case 'string':
      return text
    case 'bool':
      return text !== '0' && text.toLowerCase() !== 'false'
    case 'int32':
    case 'int64':
      return readInteger(text, kind === 'int64' ? 64 : 32, options)
    case 'time':
    case 'microTime':
      return text === '' || text === 'null' ? undefined : readTime(text, options.name)
    default:
      return undefined
  }
}

function readInteger(
  text: string,
  bits: 32 | 64,
  { name, bigints = false }: QueryParameterOptions & { readonly name: string },
): JSONValue {
  if (!/^[+-]?[0-9]+$/.test(text))
    throw refused(name, `strconv.ParseInt: parsing ${JSON.stringify(text)}: invalid syntax`)
  const magnitude = text.replace(/^[+-]?0*/, '')
  const exact =
    magnitude.length > 19 ? undefined : BigInt(text.startsWith('-') ? `-${magnitude || '0'}` : magnitude || '0')
  if (exact === undefined || BigInt.asIntN(bits, exact) !== exact) {
    throw refused(name, `strconv.ParseInt: parsing ${JSON.stringify(text)}: value out of range`)
  }
  const value = Number(exact)
  if (Number.isSafeInteger(value)) return value
  if (bigints) return exact
  throw refused(name, `the integer ${exact} is not exact as a number`)
}

function readPort(text: string, name: string): number {
  const value = /^[0-9]+$/.test(text) ? Number(text) : Number.NaN
  if (value <= 65_535) return value
  const reason = Number.isNaN(value) ? 'invalid syntax' : 'value out of range'
  throw refused(name, `cannot convert to []int32: strconv.ParseUint: parsing ${JSON.stringify(text)}: ${reason}`)
}

function readTime(text: string, name: string): string {
  try {
    return formatTime(parseTime(text))
  } catch (cause) {
    throw new MachineryError('InvalidQueryParameter', messageOf(cause), { path: name, cause })
  }
}

function refused(name: string, message: string): MachineryError {
  return new MachineryError('InvalidQueryParameter', message, { path: name })
}

function isValueKind(kind: string): boolean {
  return valueKinds.has(kind as ScalarKind)
}

function ownValue(value: JSONObject, name: string): JSONValue | undefined {
  return Object.hasOwn(value, name) ? value[name] : undefined
}
