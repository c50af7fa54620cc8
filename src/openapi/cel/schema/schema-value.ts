import { messageOf } from '../../../errors/message-of.js'
import { isJSONObject } from '../../../json/json-value.js'
import { decodeBase64 } from '../../../scalar/base64.js'
import { parseDuration } from '../../../scalar/duration.js'
import { parseTime } from '../../../scalar/time.js'
import type { Structural } from '../../structural/structural.js'
import { equalJSON } from '../../validate/value-rules.js'
import { escapePropertyName, unescapePropertyName } from '../escape.js'
import { AssociativeList } from '../values/associative-list.js'
import { JSONMap, SchemaList, SchemaMap } from '../values/collections.js'
import { equalValues } from '../values/equal.js'
import type { OwnComparable } from '../values/own-values.js'
import { readTimestamp } from '../values/times.js'
import type { ToValue } from '../values/typed-value.js'
import {
  type BoxedValue,
  CELError,
  Double,
  Duration,
  intOf,
  MapValue,
  noOverload,
  type Value,
} from '../values/value.js'
import { withTypeAndObjectMeta } from './schema-type.js'

/** How values of a schema look to rules. What does not fit the schema becomes an error when it is read. */
export function schemaValue(schema: Structural, isResourceRoot: boolean): ToValue {
  const own = nonNullValue(isResourceRoot ? withTypeAndObjectMeta(schema) : schema)
  const { nullable } = schema
  return (raw) => {
    if (raw !== null && raw !== undefined) return own(raw)
    return nullable ? null : new CELError('invalid data, got null for schema with nullable=false')
  }
}

function invalid(wanted: string, raw: unknown): CELError {
  return new CELError(`invalid data, expected ${wanted}, got ${goType(raw)}`)
}

function goType(raw: unknown): string {
  if (Array.isArray(raw)) return '[]interface {}'
  if (typeof raw === 'number') return Number.isInteger(raw) ? 'int64' : 'float64'
  return { bigint: 'int64', boolean: 'bool', object: 'map[string]interface {}' }[typeof raw as string] ?? typeof raw
}

function nonNullValue(schema: Structural): ToValue {
  if (schema.intOrString) return intOrString
  switch (schema.type) {
    case 'object':
      return objectValue(schema)
    case 'array':
      return listValue(schema)
    case 'string':
      return textValue(schema.schema.format)
    case 'number':
      return (raw) =>
        typeof raw === 'number' || typeof raw === 'bigint' ? new Double(Number(raw)) : invalid('float', raw)
    case 'integer':
      return integer
    case 'boolean':
      return (raw) => (typeof raw === 'boolean' ? raw : invalid('bool', raw))
    default:
      return (raw) => new UnknownValue(raw)
  }
}

function integer(raw: unknown): Value {
  if (typeof raw === 'number' && Number.isSafeInteger(raw)) return raw + 0
  if (typeof raw === 'bigint') return intOf(raw)
  return typeof raw === 'number' && Number.isInteger(raw) ? intOf(BigInt(raw)) : invalid('int', raw)
}

function intOrString(raw: unknown): Value {
  if (typeof raw === 'string') return raw
  const value = integer(raw)
  if (!(value instanceof CELError)) return value
  return new CELError('invalid data, expected XIntOrString value to be either a string or integer')
}

function textValue(format: string | undefined): ToValue {
  const read = textReaders[format ?? '']
  return (raw) => {
    if (typeof raw !== 'string') return invalid('string', raw)
    return read === undefined ? raw : reading(format!, raw, read)
  }
}

function reading(format: string, text: string, read: (text: string) => Value): Value {
  try {
    return read(text)
  } catch (error) {
    const kind = format === 'duration' ? 'duration' : `${format} formatted string`
    return new CELError(`Invalid ${kind} ${text}: ${messageOf(error)}`)
  }
}

const textReaders: Readonly<Record<string, (text: string) => Value>> = {
  byte: (text) => decodeBase64(text),
  duration: (text) => new Duration(parseDuration(text)),
  date: (text) => readTimestamp(`${text}T00:00:00Z`),
  'date-time': dateTime,
}

function dateTime(text: string): Value {
  const value = readTimestamp(text.toUpperCase())
  if (value instanceof CELError) parseTime(text)
  return value
}

function listValue({ items, listType, listMapKeys }: Structural): ToValue {
  const toItem = items && schemaValue(items, items.embeddedResource)
  const keys = listMapKeys.map((key) => escapePropertyName(key) ?? key)
  return (raw) => {
    if (!Array.isArray(raw))
      return new CELError('invalid data, expected an array for the provided schema with type=array')
    if (toItem === undefined) return new CELError('invalid array type, expected Items with a non-empty Schema')
    if (listType === 'map') return new AssociativeList(raw, toItem, keys)
    return listType === 'set' ? new AssociativeList(raw, toItem, undefined) : new SchemaList(raw, toItem)
  }
}

const notAnObject = 'invalid data, expected a map for the provided schema with type=object'

function objectValue(schema: Structural): ToValue {
  const shown = schema.embeddedResource ? withTypeAndObjectMeta(schema) : schema
  const values = shown.additionalProperties?.schema
  if (values !== undefined && shown.properties.size === 0) {
    const toItem = schemaValue(values, values.embeddedResource)
    return (raw) => (isJSONObject(raw) ? new SchemaMap(raw, toItem) : new CELError(notAnObject))
  }
  const fields = new ObjectFields(shown.properties)
  return (raw) => (isJSONObject(raw) ? new SchemaObject(raw, fields) : new CELError(notAnObject))
}

/** The properties of an object's schema, by their own names and as expressions spell them. */
class ObjectFields {
  readonly #properties: ReadonlyMap<string, Structural>
  readonly #readers = new Map<string, ToValue>()

  constructor(properties: ReadonlyMap<string, Structural>) {
    this.#properties = properties
  }

  /** The property that an expression means by a name. */
  propertyOf(name: string): string | undefined {
    const property = name.includes('__') ? unescapePropertyName(name) : name
    return property !== undefined && this.#properties.has(property) ? property : undefined
  }

  has(property: string): boolean {
    return this.#properties.has(property)
  }

  reader(property: string): ToValue {
    const known = this.#readers.get(property)
    if (known !== undefined) return known
    const schema = this.#properties.get(property)!
    const reader = schemaValue(schema, schema.embeddedResource)
    this.#readers.set(property, reader)
    return reader
  }
}

/** An object of a schema. A property that is null is absent. */
class SchemaObject extends JSONMap implements OwnComparable {
  readonly #fields: ObjectFields

  constructor(raw: Readonly<Record<string, unknown>>, fields: ObjectFields) {
    super(raw, () => null)
    this.#fields = fields
  }

  override find(key: Value): Value | undefined {
    if (typeof key !== 'string') return noOverload(key)
    const property = this.#fields.propertyOf(key)
    if (property === undefined || !Object.hasOwn(this.raw, property)) return undefined
    const value = this.raw[property]
    return value === null || value === undefined ? undefined : this.#fields.reader(property)(value)
  }

  override keys(): readonly Value[] {
    return this.names()
      .filter((name) => this.#fields.has(name))
      .map((name) => escapePropertyName(name) ?? name)
  }

  equals(other: Value): boolean | CELError {
    if (!(other instanceof MapValue)) return noOverload(other)
    if (this.size !== other.size) return false
    for (const name of this.names()) {
      const equal = this.#fields.has(name) ? this.#sameField(name, other) : this.#sameUnknown(name, other)
      if (equal !== true) return equal
    }
    return true
  }

  #sameField(name: string, other: MapValue): boolean | CELError {
    const [value, counterpart] = [this.find(name), other.find(name)]
    if (value === undefined || counterpart === undefined) return value === counterpart
    return equalValues(value, counterpart)
  }

  #sameUnknown(name: string, other: MapValue): boolean | CELError {
    if (!(other instanceof SchemaObject)) return noOverload()
    if (!Object.hasOwn(other.raw, name)) return true
    return equalJSON(this.raw[name] as never, other.raw[name] as never)
  }
}

/** A value without a type, which only compares. */
class UnknownValue implements BoxedValue, OwnComparable {
  readonly typeName = 'unknown'
  readonly raw: unknown

  constructor(raw: unknown) {
    this.raw = raw
  }

  equals(other: Value): boolean {
    return other instanceof UnknownValue && equalJSON(this.raw as never, other.raw as never)
  }
}
