import { compareStrings } from '../internal/compare-strings.js'
import { parseInt64 } from '../internal/parse-int64.js'
import { toAggregate } from '../validation/error-list.js'
import { FieldPath } from '../validation/field-path.js'
import { isShortName } from '../validation/qualified-name.js'
import { type LabelSet, lookup } from './label-set.js'
import type { Operator } from './operator.js'
import { type RequirementParts, validateRequirement } from './validate-requirement.js'

/** From this many values on a hash set is faster than looking at each. */
const manyValues = 8

/** One condition of a label selector: a key, an operator, and values. Immutable; make one with {@link newRequirement}. */
export class Requirement {
  readonly key: string
  readonly operator: Operator
  /** The values without repetition, in byte order. */
  readonly values: readonly string[]
  /** The values as they were given. */
  readonly valuesUnsorted: readonly string[]
  readonly #lookup: ReadonlySet<string> | undefined
  readonly #bound: number | bigint | undefined

  constructor(key: string, operator: Operator, values: readonly string[]) {
    this.key = key
    this.operator = operator
    this.valuesUnsorted = [...values]
    this.values = values.length > 1 ? [...new Set(values)].sort(compareStrings) : this.valuesUnsorted
    this.#lookup = this.values.length >= manyValues ? new Set(values) : undefined
    this.#bound = values[0] !== undefined && values.length === 1 ? parseInt64(values[0]) : undefined
  }

  /**
   * Reports whether `labels` meet the requirement. A missing label meets `notin`, `!=` and `!` only; `gt` and `lt` compare
   * 64-bit integers, and no other text meets them.
   */
  matches(labels: LabelSet | undefined): boolean {
    const value = lookup(labels, this.key)
    switch (this.operator) {
      case 'in':
      case '=':
      case '==':
        return value !== undefined && this.#has(value)
      case 'notin':
      case '!=':
        return value === undefined || !this.#has(value)
      case 'exists':
        return value !== undefined
      case '!':
        return value === undefined
      case 'gt':
      case 'lt':
        return value !== undefined && this.#compares(value)
      default:
        return false
    }
  }

  /** Reports whether both have the same key, operator and values in the same order. */
  equals(other: Requirement): boolean {
    return (
      this.key === other.key &&
      this.operator === other.operator &&
      this.valuesUnsorted.length === other.valuesUnsorted.length &&
      this.valuesUnsorted.every((value, index) => value === other.valuesUnsorted[index])
    )
  }

  /** The requirement in selector syntax, for example `tier in (db,web)`; values in byte order. */
  toString(): string {
    switch (this.operator) {
      case 'exists':
        return this.key
      case '!':
        return `!${this.key}`
      case 'in':
      case 'notin':
        return `${this.key} ${this.operator} (${this.#list()})`
      case 'gt':
        return `${this.key}>${this.#list()}`
      case 'lt':
        return `${this.key}<${this.#list()}`
      default:
        return `${this.key}${this.operator}${this.#list()}`
    }
  }

  #list(): string {
    return this.valuesUnsorted.toSorted(compareStrings).join(',')
  }

  #has(value: string): boolean {
    if (this.#lookup !== undefined) return this.#lookup.has(value)
    for (const wanted of this.values) if (wanted === value) return true
    return false
  }

  #compares(value: string): boolean {
    const bound = this.#bound
    const number = parseInt64(value)
    if (bound === undefined || number === undefined) return false
    return this.operator === 'gt' ? number > bound : number < bound
  }
}

/**
 * Makes a requirement: `in` and `notin` take one or more values, `=`, `==` and `!=` one, `gt` and `lt` one integer,
 * `exists` and `!` none. The empty text is a value.
 *
 * @throws {Aggregate} of field errors when key, operator or values are not valid.
 */
export function newRequirement(key: string, operator: Operator, values?: readonly string[]): Requirement {
  return requirementAt({ key, operator, values, path: FieldPath.empty() })
}

/** As {@link newRequirement}, for a requirement at a path of an object. */
export function requirementAt(parts: RequirementParts): Requirement {
  const errors = isSurelyValid(parts) ? undefined : toAggregate(validateRequirement(parts))
  if (errors !== undefined) throw errors
  return new Requirement(parts.key, parts.operator, parts.values ?? [])
}

/** The usual requirements; no paths are made for them. */
function isSurelyValid({ key, operator, values }: RequirementParts): boolean {
  if (!isShortName(key) || values === undefined) return false
  switch (operator) {
    case 'in':
    case 'notin':
      return values.length > 0 && values.every(isShortName)
    case '=':
    case '==':
    case '!=':
      return values.length === 1 && isShortName(values[0]!)
    case 'exists':
    case '!':
      return values.length === 0
    default:
      return false
  }
}
