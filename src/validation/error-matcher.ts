import { quote } from '../internal/quote.js'
import type { ErrorList } from './error-list.js'
import { ErrorType, errorTitle } from './error-type.js'
import type { FieldError } from './field-error.js'
import { formatValue } from './format-value.js'
import { equalJSON } from './immutable.js'

/** Rewrites paths of an older version into those of the newest one. The first rule that changes something wins. */
export interface NormalizationRule {
  readonly pattern: RegExp
  /** With `$1` for groups, as `String.replace` has it. */
  readonly replacement: string
}

interface Criteria {
  readonly type: boolean
  readonly field: boolean
  readonly value: boolean
  readonly origin: boolean
  readonly source: boolean
  readonly shortCircuit: boolean
  readonly stabilityLevel: boolean
  readonly ancestorShortCircuit: boolean
  readonly requireOriginWhenInvalid: boolean
  readonly detail: ((want: string, got: string) => boolean) | undefined
  readonly rules: readonly NormalizationRule[]
}

const nothing: Criteria = {
  type: false,
  field: false,
  value: false,
  origin: false,
  source: false,
  shortCircuit: false,
  stabilityLevel: false,
  ancestorShortCircuit: false,
  requireOriginWhenInvalid: false,
  detail: undefined,
  rules: [],
}

/**
 * Compares field errors by chosen criteria, for tests. Immutable: each `by…` returns a matcher with one more criterion.
 *
 * @example new ErrorMatcher().byType().byField().byOrigin().differences(want, got)
 */
export class ErrorMatcher {
  private readonly criteria: Criteria

  /** Takes no arguments; the parameter is for derived matchers. */
  constructor(criteria: Criteria = nothing) {
    this.criteria = criteria
  }

  /** By type. */
  byType(): ErrorMatcher {
    return this.also({ type: true })
  }

  /** By path, letter for letter. */
  byField(): ErrorMatcher {
    return this.also({ field: true })
  }

  /** By path, that of the error found first brought to the newest version. */
  byFieldNormalized(rules: readonly NormalizationRule[]): ErrorMatcher {
    return this.also({ field: true, rules })
  }

  /** By the value that was refused. */
  byValue(): ErrorMatcher {
    return this.also({ value: true })
  }

  /** By origin. One expected error then matches all errors of its origin. */
  byOrigin(): ErrorMatcher {
    return this.also({ origin: true })
  }

  /** Errors of type `Invalid` must have an origin. */
  requireOriginWhenInvalid(): ErrorMatcher {
    return this.also({ requireOriginWhenInvalid: true })
  }

  /** By the whole detail. */
  byDetailExact(): ErrorMatcher {
    return this.also({ detail: (want, got) => want === got })
  }

  /** By a part of the detail. */
  byDetailSubstring(): ErrorMatcher {
    return this.also({ detail: (want, got) => got.includes(want) })
  }

  /** By a regular expression that the expected error has as its detail. */
  byDetailRegexp(): ErrorMatcher {
    return this.also({ detail: (want, got) => new RegExp(want, 'u').test(got) })
  }

  /** By whether hand-written code found the error. */
  bySource(): ErrorMatcher {
    return this.also({ source: true })
  }

  /** By the stability level of the validation. */
  byValidationStabilityLevel(): ErrorMatcher {
    return this.also({ stabilityLevel: true })
  }

  /** By whether the error ended the validation of its value. */
  matchShortCircuit(): ErrorMatcher {
    return this.also({ shortCircuit: true })
  }

  /** Also matches an error that ended the checks at a field above the expected one. */
  matchAncestorShortCircuit(): ErrorMatcher {
    return this.also({ ancestorShortCircuit: true })
  }

  /** By type, path, value, origin and detail. */
  exactly(): ErrorMatcher {
    return this.byType().byField().byValue().byOrigin().byDetailExact()
  }

  /** Reports whether the errors agree in all criteria of the matcher. */
  matches(want: FieldError, got: FieldError): boolean {
    const on = this.criteria
    const field = want.field === got.field ? got.field : this.normalize(got.field)
    if (on.ancestorShortCircuit && got.shortCircuit && (isBelow(field, want.field) || isBelow(got.field, want.field))) {
      return true
    }
    if (on.type && want.type !== got.type) return false
    if (on.field && want.field !== field) return false
    if (on.value && !equalJSON(want.badValue, got.badValue)) return false
    if (on.origin && !this.sameOrigin(want, got)) return false
    if (on.detail !== undefined && !on.detail(want.detail, got.detail)) return false
    if (on.stabilityLevel && want.stabilityLevel !== got.stabilityLevel) return false
    if (on.source && want.fromImperative !== got.fromImperative) return false
    return !on.shortCircuit || want.shortCircuit === got.shortCircuit
  }

  /** Lists what distinguishes the errors found from those expected; empty when they agree. */
  differences(want: ErrorList, got: ErrorList): string[] {
    const problems = this.repetitions(got)
    let remaining = [...got]
    for (const expected of want) {
      const left = this.consume(expected, remaining)
      if (left === undefined) problems.push(`expected an error matching:\n${this.render(expected)}`)
      else remaining = left
    }
    const exactly = this.exactly()
    return [...problems, ...remaining.map((error) => `unmatched error:\n${exactly.render(error)}`)]
  }

  /** Describes an error by the criteria of the matcher. */
  render(error: FieldError): string {
    const on = this.criteria
    const parts: string[] = []
    if (on.type) parts.push(`Type=${quote(errorTitle(error.type))}`)
    if (on.field) parts.push(this.renderField(error.field))
    if (on.value) parts.push(`Value=${formatValue(error.badValue)}`)
    if (on.origin || (on.requireOriginWhenInvalid && error.type === ErrorType.Invalid)) {
      parts.push(`Origin=${quote(error.origin)}`)
    }
    if (on.detail !== undefined) parts.push(`Detail=${quote(error.detail)}`)
    if (on.stabilityLevel) parts.push(`ValidationStabilityLevel=${error.stabilityLevel ?? 'unknown'}`)
    if (on.source) parts.push(`FromImperative=${error.fromImperative}`)
    if (on.shortCircuit) parts.push(`ShortCircuit=${error.shortCircuit}`)
    return `{${parts.join(', ')}}`
  }

  private also(more: Partial<Criteria>): ErrorMatcher {
    return new ErrorMatcher({ ...this.criteria, ...more })
  }

  private sameOrigin(want: FieldError, got: FieldError): boolean {
    if (want.origin !== got.origin) return false
    return !(this.criteria.requireOriginWhenInvalid && want.type === ErrorType.Invalid && want.origin === '')
  }

  /** The remaining errors when an expected error has matched; `undefined` if it has not. */
  private consume(expected: FieldError, errors: readonly FieldError[]): FieldError[] | undefined {
    const first = errors.findIndex((error) => this.matches(expected, error))
    if (first < 0) return undefined
    if (this.criteria.origin && expected.origin !== '') return errors.filter((error) => !this.matches(expected, error))
    return errors.toSpliced(first, 1)
  }

  /** Two errors that are the same in every way point at a mistake in the code that found them. */
  private repetitions(errors: ErrorList): string[] {
    const exactly = this.exactly()
    const seen = new Set<string>()
    return errors.flatMap((error) => {
      const key = exactly.render(error)
      const repeated = seen.has(key)
      seen.add(key)
      return repeated ? [`exact duplicate error:\n${key}`] : []
    })
  }

  private renderField(field: string): string {
    const normalized = this.normalize(field)
    return normalized === field ? `Field=${quote(field)}` : `Field=${quote(normalized)} (aka ${quote(field)})`
  }

  private normalize(field: string): string {
    for (const { pattern, replacement } of this.criteria.rules) {
      const normalized = field.replace(new RegExp(pattern.source, 'gu'), replacement)
      if (normalized !== field) return normalized
    }
    return field
  }
}

function isBelow(parent: string, child: string): boolean {
  if (parent === '' || !child.startsWith(parent)) return false
  const separator = child.charAt(parent.length)
  return separator === '.' || separator === '['
}
