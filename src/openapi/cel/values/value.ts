/**
 * A value of an expression.
 *
 * | CEL | here |
 * | --- | --- |
 * | `int` | `number`, `bigint` outside ±(2^53−1) |
 * | `uint`, `double` | {@link UInt}, {@link Double} |
 * | `bool`, `string`, `null`, `bytes` | `boolean`, `string`, `null`, `Uint8Array` |
 * | all others | a {@link BoxedValue} |
 */
export type Value = null | boolean | number | bigint | string | Uint8Array | BoxedValue

/** A value of a separate class. */
export interface BoxedValue {
  /** The name of its type. */
  readonly typeName: string
}

/** An error as the value of a part of an expression; it propagates. */
export class CELError implements BoxedValue {
  readonly typeName = 'error'
  /** In Go's wording. */
  readonly message: string

  constructor(message: string) {
    this.message = message
  }
}

/** A floating-point number. */
export class Double implements BoxedValue {
  readonly typeName = 'double'
  readonly value: number

  constructor(value: number) {
    this.value = value
  }
}

/** An unsigned integer of 64 bits. */
export class UInt implements BoxedValue {
  readonly typeName = 'uint'
  readonly value: bigint

  constructor(value: bigint) {
    this.value = value
  }
}

/**
 * An instant: seconds since 1970 and nanoseconds, which count forward; and the offset from UTC in seconds at which it is
 * written.
 */
export class Timestamp implements BoxedValue {
  readonly typeName = 'google.protobuf.Timestamp'
  readonly seconds: number
  readonly nanos: number
  readonly offset: number

  constructor(seconds: number, nanos: number, offset = 0) {
    this.seconds = seconds
    this.nanos = nanos
    this.offset = offset
  }

  /** Nanoseconds since 1970. */
  get total(): bigint {
    return BigInt(this.seconds) * 1_000_000_000n + BigInt(this.nanos)
  }

  /** The instant of {@link total} nanoseconds. */
  static of(total: bigint, offset = 0): Timestamp {
    const nanos = ((total % 1_000_000_000n) + 1_000_000_000n) % 1_000_000_000n
    return new Timestamp(Number((total - nanos) / 1_000_000_000n), Number(nanos), offset)
  }
}

/** A length of time in nanoseconds. */
export class Duration implements BoxedValue {
  readonly typeName = 'google.protobuf.Duration'
  readonly nanos: bigint

  constructor(nanos: bigint) {
    this.nanos = nanos
  }
}

/** A value that may be missing. */
export class OptionalValue implements BoxedValue {
  readonly typeName = 'optional_type'
  /** Undefined when it is missing. */
  readonly value: Value | undefined

  constructor(value: Value | undefined) {
    this.value = value
  }
}

/** `optional.none()`. */
export const none: OptionalValue = /* @__PURE__ */ new OptionalValue(undefined)

/** A type as a value: `type(1)`. */
export class TypeValue implements BoxedValue {
  readonly typeName = 'type'
  readonly name: string

  constructor(name: string) {
    this.name = name
  }
}

/** A list. */
export abstract class ListValue implements BoxedValue {
  readonly typeName = 'list'
  abstract readonly length: number
  /** The item at an index that there is. */
  abstract at(index: number): Value
  /** All items; not to be changed. */
  abstract items(): readonly Value[]
}

/** A map, or an object of a schema. */
export abstract class MapValue implements BoxedValue {
  readonly typeName = 'map'
  abstract readonly size: number
  /** The value of a key; undefined if there is none. */
  abstract find(key: Value): Value | undefined
  /** The value of a key that is there, also where {@link find} has a value for others. */
  stored(key: Value): Value | undefined {
    return this.find(key)
  }
  /** The keys that a loop runs through. */
  abstract keys(): readonly Value[]
}

/** An object made in an expression, or one whose fields are known by name only. */
export interface FieldsValue extends BoxedValue {
  /** The value of a field; undefined when it is not set. */
  field(name: string): Value | undefined
}

/** Reports whether a value has fields by name. */
export function hasFields(value: Value): value is FieldsValue {
  return typeof value === 'object' && value !== null && 'field' in value
}

/** The name of the type of a value. */
export function typeNameOf(value: Value): string {
  switch (typeof value) {
    case 'string':
      return 'string'
    case 'boolean':
      return 'bool'
    case 'number':
    case 'bigint':
      return 'int'
    default:
      return value === null ? 'null_type' : value instanceof Uint8Array ? 'bytes' : value.typeName
  }
}

/** Reports whether a value is an `int`. */
export function isInt(value: Value): value is number | bigint {
  return typeof value === 'number' || typeof value === 'bigint'
}

/** The `int` of an integer, in its one form. */
export function intOf(value: bigint): number | bigint {
  const short = Number(value)
  return Number.isSafeInteger(short) ? short : value
}

const noSuchOverload = /* @__PURE__ */ new CELError('no such overload')

/** The error of a value that an operator does not take: the value itself when it is an error. */
export function noOverload(value?: Value): CELError {
  return value instanceof CELError ? value : noSuchOverload
}
