/** A type that an expression has before it runs. `dyn` and `any` go with every other type. */
export interface StaticType {
  readonly name: string
  readonly params?: readonly StaticType[]
  /** The fields of an object; `*` is the type of all others. */
  readonly fields?: ReadonlyMap<string, StaticType>
  /** Bytes that a value takes up at least, as JSON; estimates of costs go by it. */
  readonly minSerializedSize?: number
  /** The most items, entries, characters or bytes that a value has; estimates of costs go by it. */
  readonly maxElements?: number
  /** What an object or map of it does not have reads as the zero value of its type, as in structs and maps of Go. */
  readonly zero?: true
}

/**
 * Names of types without parts. `kubernetes.authorization.Authorizer` is the type of an `AuthorizerValue`,
 * `kubernetes.authorization.ResourceCheck` that of `authorizer.requestResource`.
 */
export type CELTypeName =
  | 'bool'
  | 'int'
  | 'uint'
  | 'double'
  | 'string'
  | 'bytes'
  | 'null_type'
  | 'dyn'
  | 'any'
  | 'google.protobuf.Timestamp'
  | 'google.protobuf.Duration'
  | 'kubernetes.Quantity'
  | 'kubernetes.authorization.Authorizer'
  | 'kubernetes.authorization.ResourceCheck'
  | (string & {})

/** The type of values that nothing is known about. */
export const dynType: StaticType = { name: 'dyn' }
/** The type of an invalid expression: compatible with every type, so that an error is reported once. */
export const errorType: StaticType = { name: '!error!' }
/** `bool`. */
export const boolType: StaticType = { name: 'bool' }
/** `int`. */
export const intType: StaticType = { name: 'int' }
/** `string`. */
export const stringType: StaticType = { name: 'string' }
/** The type of instants. */
export const timestampType: StaticType = { name: 'google.protobuf.Timestamp' }
/** The type of durations. */
export const durationType: StaticType = { name: 'google.protobuf.Duration' }

/** A type without parts. */
export function namedType(name: CELTypeName): StaticType {
  return { name }
}

/** A list of items of a type. */
export function listType(item: StaticType): StaticType {
  return { name: 'list', params: [item] }
}

/** A map between values of types. */
export function mapType(key: StaticType, value: StaticType): StaticType {
  return { name: 'map', params: [key, value] }
}

/** An optional value of a type. */
export function optionalType(value: StaticType): StaticType {
  return { name: 'optional_type', params: [value] }
}

/** An object with these fields. Two objects of one name are one type. */
export function objectType(name: string, fields: Readonly<Record<string, StaticType>>): StaticType {
  return { name, fields: new Map(Object.entries(fields)) }
}

/** Writes a type as Go prints it: `map(string, google.protobuf.Timestamp)`. */
export function typeText({ name, params = [] }: StaticType): string {
  return params.length === 0 ? name : `${name}(${params.map(typeText).join(', ')})`
}

const short: Readonly<Record<string, string>> = {
  'google.protobuf.Timestamp': 'timestamp',
  'google.protobuf.Duration': 'duration',
  null_type: 'null',
}

/** Writes a type as messages of Go's compiler do: `map(string, timestamp)`. */
export function messageTypeText({ name, params = [] }: StaticType): string {
  if (params.length === 0) return Object.hasOwn(short, name) ? short[name]! : name
  return `${name}(${params.map(messageTypeText).join(', ')})`
}

const named = /^([A-Za-z_][\w.]*)(\((.*)\))?$/

/** Reads a type as {@link typeText} writes it. */
export function readType(text: string): StaticType {
  const [, name = 'dyn', , inner] = named.exec(text.trim()) ?? []
  if (name === 'timestamp') return timestampType
  if (name === 'duration') return durationType
  return inner === undefined ? { name } : { name, params: splitTypes(inner).map(readType) }
}

/** The types of a list of them: `int, map(string, dyn)`. */
export function splitTypes(text: string): string[] {
  const parts: string[] = []
  let depth = 0
  let from = 0
  for (const [i, character] of [...text].entries()) {
    if (character === '(') depth += 1
    else if (character === ')') depth -= 1
    else if (character === ',' && depth === 0) {
      parts.push(text.slice(from, i))
      from = i + 1
    }
  }
  const last = text.slice(from)
  return last.trim() === '' && parts.length === 0 ? [] : [...parts, last]
}

/** Reports whether nothing is known of values of the type. */
export function isDyn({ name }: StaticType): boolean {
  return name === 'dyn' || name === 'any'
}

/** Reports whether a type is compatible with every type. */
export function isOpen({ name }: StaticType): boolean {
  return name === 'dyn' || name === 'any' || name === '!error!'
}

/** Reports whether a type is a type parameter. */
export function isParameter({ name }: StaticType): boolean {
  return name.length === 1 || name.startsWith('_var')
}

/** Reports whether a type is a type parameter, or has one within. */
export function hasParameter(type: StaticType): boolean {
  return isParameter(type) || (type.params ?? []).some(hasParameter)
}

/** Reports whether both are the same type, parameters included. */
export function isSameType(a: StaticType, b: StaticType): boolean {
  if (a === b) return true
  if (a.name !== b.name) return false
  const [first, second] = [a.params ?? [], b.params ?? []]
  return first.length === second.length && first.every((each, i) => isSameType(each, second[i]!))
}
