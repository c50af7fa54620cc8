import { SchemaList } from '../values/collections.js'
import {
  CELError,
  Double,
  hasFields,
  ListValue,
  MapValue,
  none,
  noOverload,
  OptionalValue,
  typeNameOf,
  UInt,
  type Value,
} from '../values/value.js'
import { valueText } from '../values/value-text.js'
import type { Code, Frame } from './frame.js'

/** One step into a value: `.field`, `[index]`, or the question whether a field is there. */
export interface Qualifier {
  /** The key of a lookup: a constant, or computed without the cost of a variable. */
  readonly key: Value | Code
  /** `.?field` and `[?index]`. */
  readonly optional: boolean
  /** The step tests presence. */
  readonly test: boolean
}

/** Values that begin at a variable or another value and go into it: Go counts the cost of the steps, and one for all. */
export interface Attribute {
  /** The value without the cost of the whole. */
  resolve(frame: Frame): Value
  add(qualifier: Qualifier): void
  /** The cost besides its steps. */
  readonly base: number
}

/** An attribute that begins at a value. */
export class PathAttribute implements Attribute {
  readonly base = 1
  readonly #root: Code
  readonly #qualifiers: Qualifier[] = []

  constructor(root: Code) {
    this.#root = root
  }

  add(qualifier: Qualifier): void {
    this.#qualifiers.push(qualifier)
  }

  resolve(frame: Frame): Value {
    let value = this.#root(frame)
    if (this.#qualifiers.length === 0) return value
    let optional = false
    if (value instanceof OptionalValue) {
      if (value.value === undefined) return value
      value = value.value
      optional = true
    }
    for (const qualifier of this.#qualifiers) {
      if (value instanceof CELError && !(value instanceof UnsupportedIndex)) return value
      optional ||= qualifier.optional
      const next = step(frame, value, optional ? { ...qualifier, optional } : qualifier)
      if (next === undefined) return none
      value = next
    }
    if (value instanceof UnsupportedIndex) value = optional ? new OptionalValue(value.ended) : value.ended
    else if (optional && !(value instanceof CELError)) value = new OptionalValue(value)
    return value
  }
}

/** `condition ? a : b`, which continues with the chosen branch. */
export class ChoiceAttribute implements Attribute {
  readonly base = 0
  readonly #condition: Code
  readonly #then: Attribute
  readonly #otherwise: Attribute

  constructor(condition: Code, then: Attribute, otherwise: Attribute) {
    this.#condition = condition
    this.#then = then
    this.#otherwise = otherwise
  }

  add(qualifier: Qualifier): void {
    this.#then.add(qualifier)
    this.#otherwise.add(qualifier)
  }

  resolve(frame: Frame): Value {
    const chosen = this.#condition(frame)
    if (chosen === true) return this.#then.resolve(frame)
    return chosen === false ? this.#otherwise.resolve(frame) : noOverload(chosen)
  }
}

/** Go's lists of schemas take `int` alone; the error is a value to Go, into which the path goes on at its cost. */
class UnsupportedIndex extends CELError {
  constructor(index: Value) {
    super(`unsupported index: ${valueText(index)}`)
  }

  /** The error once the path has ended. */
  get ended(): CELError {
    return new CELError(this.message)
  }
}

/** Takes a step; undefined where there is nothing and nothing needs to be. */
function step(frame: Frame, value: Value, { key, test, optional }: Qualifier): Value | undefined {
  const index = typeof key === 'function' ? key(frame) : key
  if (index instanceof CELError) {
    if (!optional) frame.charge(1)
    return index
  }
  if (value instanceof UnsupportedIndex) {
    if (optional) return value.ended
    frame.charge(1)
    return value
  }
  if (test) {
    const found = value instanceof MapValue ? value.stored(index) : lookUp(value, index)
    if (optional && found === undefined) return undefined
    frame.charge(1)
    return found instanceof CELError ? found : found !== undefined
  }
  const found = lookUp(value, index)
  if (found !== undefined) {
    if (!optional || !(found instanceof CELError) || found instanceof UnsupportedIndex) frame.charge(1)
    return found
  }
  if (optional) return undefined
  frame.charge(1)
  const problem = value instanceof ListValue ? 'index out of bounds' : 'no such key'
  return new CELError(`${problem}: ${valueText(index)}`)
}

/** The value of a key or index; undefined if there is none, as in values without elements. */
function lookUp(value: Value, key: Value): Value | undefined {
  if (value instanceof MapValue) return value.find(key)
  if (value instanceof ListValue) {
    const index = indexOf(key)
    if (typeof index !== 'number') return index
    if (index < 0 || index >= value.length) return undefined
    return value instanceof SchemaList && isOtherNumber(key) ? new UnsupportedIndex(key) : value.at(index)
  }
  return hasFields(value) && typeof key === 'string' ? value.field(key) : undefined
}

/** Reports whether a value is a whole number that is no `int`. */
function isOtherNumber(value: Value): boolean {
  return value instanceof UInt || (value instanceof Double && Number.isInteger(value.value))
}

/** The position that a value means as the index of a list, or an error. */
export function indexOf(key: Value): number | CELError {
  if (typeof key === 'number') return key
  if (typeof key === 'bigint') return Number(key)
  if (key instanceof Double && Number.isInteger(key.value)) return key.value
  if (key instanceof UInt) return Number(key.value)
  if (key instanceof Double) return new CELError(`unsupported index value ${valueText(key)} in list`)
  return new CELError(`unsupported index type '${typeNameOf(key)}' in list`)
}
