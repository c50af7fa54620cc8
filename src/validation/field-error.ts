import { isMachineryError, MachineryError } from '../errors/machinery-error.js'
import { quote } from '../internal/quote.js'
import { quoteJSON } from '../json/quote-json.js'
import { ErrorType, type ErrorType as ErrorTypeName, errorTitle, showsValue } from './error-type.js'
import type { FieldPath } from './field-path.js'
import { formatValue } from './format-value.js'

/** Placeholder for a value that messages omit. */
export const omitValue: unique symbol = Symbol.for('apimachinery.omitValue')

/** How stable a declarative rule is. */
export type StabilityLevel = 'alpha' | 'beta'

/** The parts of a {@link FieldError}. */
export interface FieldErrorParts {
  readonly type: ErrorTypeName
  /** Path in Go's notation. */
  readonly field: string
  readonly badValue?: unknown
  /** Writes {@link badValue} into the message; default: text quoted, everything else as JSON with sorted keys. */
  readonly valueText?: string | undefined
  readonly detail?: string
  /** Which rule found it, for tests: `minimum`, `format=k8s-label-key`. */
  readonly origin?: string
  /** A declarative rule finds it too. */
  readonly coveredByDeclarative?: boolean
  /** Found by hand-written code. */
  readonly fromImperative?: boolean
  /** Nothing below the field was looked at. */
  readonly shortCircuit?: boolean
  readonly stabilityLevel?: StabilityLevel | undefined
  /** What it is in earlier releases of Kubernetes. */
  readonly earlier?: EarlierError | undefined
  /** The first minor release of Kubernetes that does not have it. */
  readonly until?: number | undefined
}

/** What an error is in releases of Kubernetes before a minor one: other errors, or none. */
export interface EarlierError {
  readonly before: number
  /** Made when a release asks for them. */
  errors(): readonly FieldError[]
}

/**
 * Errors come in lists, thousands of them for a large object that is wrong everywhere, and a stack trace for each would
 * cost seven times the rest. V8 has a setting for it; without it nothing changes.
 */
function withoutStack(): number | undefined {
  const { stackTraceLimit } = Error as { stackTraceLimit?: number }
  if (stackTraceLimit !== undefined) Reflect.set(Error, 'stackTraceLimit', 0)
  return stackTraceLimit
}

function restoreStack(limit: number | undefined): void {
  if (limit !== undefined) Reflect.set(Error, 'stackTraceLimit', limit)
}

/** One thing that is wrong with one field. `code` is the same as `type`, `path` the same as `field`. */
export class FieldError extends MachineryError implements FieldErrorParts {
  override readonly name: string = 'FieldError'
  readonly type: ErrorTypeName
  readonly field: string
  readonly badValue: unknown
  readonly valueText: string | undefined
  readonly detail: string
  readonly origin: string
  readonly coveredByDeclarative: boolean
  readonly fromImperative: boolean
  readonly shortCircuit: boolean
  readonly stabilityLevel: StabilityLevel | undefined
  readonly earlier: EarlierError | undefined
  readonly until: number | undefined

  constructor(parts: FieldErrorParts) {
    const limit = withoutStack()
    super(parts.type, `${parts.field}: ${bodyOf(parts)}`, { path: parts.field })
    restoreStack(limit)
    this.type = parts.type
    this.field = parts.field
    this.badValue = parts.badValue
    this.valueText = parts.valueText
    this.detail = parts.detail ?? ''
    this.origin = parts.origin ?? ''
    this.coveredByDeclarative = parts.coveredByDeclarative ?? false
    this.fromImperative = parts.fromImperative ?? false
    this.shortCircuit = parts.shortCircuit ?? false
    this.stabilityLevel = parts.stabilityLevel
    this.earlier = parts.earlier
    this.until = parts.until
  }

  /** The message without the path. */
  errorBody(): string {
    return bodyOf(this)
  }

  /** The same error with some parts changed. */
  with(changes: Partial<FieldErrorParts>): FieldError {
    return new FieldError({ ...this.parts(), ...changes })
  }

  /** The same error with its {@link FieldErrorParts.origin} named. */
  withOrigin(origin: string): FieldError {
    return this.with({ origin })
  }

  /** The same error, marked as found by a declarative rule too. */
  markCoveredByDeclarative(): FieldError {
    return this.with({ coveredByDeclarative: true })
  }

  /** The same error with text shown as JSON, as Go shows values of named string types. */
  withJSONText(): FieldError {
    return typeof this.badValue === 'string' ? this.with({ valueText: quoteJSON(this.badValue) }) : this
  }

  /** The same error from a minor release of Kubernetes on; releases before it have others, or none. */
  since(minor: number, ...errors: readonly FieldError[]): FieldError {
    return this.with({ earlier: { before: minor, errors: () => errors } })
  }

  /** The same error in releases of Kubernetes before a minor one, and in none from there on. */
  before(minor: number): FieldError {
    return this.with({ until: minor })
  }

  /** What the error is in a minor release of Kubernetes. */
  inRelease(minor: number): readonly FieldError[] {
    const { earlier, until = Infinity } = this
    if (minor >= until) return []
    if (earlier === undefined || minor >= earlier.before) return [this]
    return earlier.errors().flatMap((error) => error.inRelease(minor))
  }

  private parts(): FieldErrorParts {
    const { type, field, badValue, valueText, detail, origin, stabilityLevel, earlier, until } = this
    const { coveredByDeclarative, fromImperative, shortCircuit } = this
    const flags = { coveredByDeclarative, fromImperative, shortCircuit }
    return { type, field, badValue, valueText, detail, origin, stabilityLevel, earlier, until, ...flags }
  }
}

function bodyOf(parts: FieldErrorParts): string {
  let body = errorTitle(parts.type)
  if (showsValue(parts.type) && parts.badValue !== omitValue) {
    body += `: ${parts.valueText ?? formatValue(parts.badValue)}`
  }
  return parts.detail ? `${body}: ${parts.detail}` : body
}

/** Reports whether `error` is a {@link FieldError} of any loaded copy of this package, of the type when given. */
export function isFieldError(error: unknown, type?: ErrorTypeName): error is FieldError {
  return isMachineryError(error, type) && error.name === 'FieldError'
}

/** The value of the field is of a wrong JSON type. */
export function typeInvalid(path: FieldPath, value: unknown, detail: string): FieldError {
  return new FieldError({ type: ErrorType.TypeInvalid, field: path.toString(), badValue: value, detail })
}

/** The value names something that is not there. */
export function notFound(path: FieldPath, value: unknown): FieldError {
  return new FieldError({ type: ErrorType.NotFound, field: path.toString(), badValue: value })
}

/** The field must have a value. */
export function required(path: FieldPath, detail: string): FieldError {
  return new FieldError({ type: ErrorType.Required, field: path.toString(), badValue: '', detail })
}

/** The value must be unique and is not. */
export function duplicate(path: FieldPath, value: unknown): FieldError {
  return new FieldError({ type: ErrorType.Duplicate, field: path.toString(), badValue: value })
}

/** The value is malformed or out of bounds. */
export function invalid(path: FieldPath, value: unknown, detail: string): FieldError {
  return new FieldError({ type: ErrorType.Invalid, field: path.toString(), badValue: value, detail })
}

/** The value is not one of the supported values of the field. */
export function notSupported(path: FieldPath, value: unknown, supported: readonly string[]): FieldError {
  const detail = supported.length === 0 ? '' : `supported values: ${supported.map(quote).join(', ')}`
  return new FieldError({ type: ErrorType.NotSupported, field: path.toString(), badValue: value, detail })
}

/** The value would be right elsewhere, but is not permitted here. */
export function forbidden(path: FieldPath, detail: string): FieldError {
  return new FieldError({ type: ErrorType.Forbidden, field: path.toString(), badValue: '', detail })
}

/** The value has more than `maxLength` bytes. A negative limit is not shown. */
export function tooLong(path: FieldPath, maxLength: number): FieldError {
  return tooLongIn(path, maxLength, 'byte')
}

/** The value has more than `maxLength` characters. A negative limit is not shown. */
export function tooLongCharacters(path: FieldPath, maxLength: number): FieldError {
  return tooLongIn(path, maxLength, 'character')
}

function tooLongIn(path: FieldPath, maxLength: number, unit: string): FieldError {
  const detail = maxLength >= 0 ? `may not be more than ${counted(maxLength, unit)}` : 'value is too long'
  return new FieldError({ type: ErrorType.TooLong, field: path.toString(), badValue: '<value omitted>', detail })
}

/** The value has fewer than `minLength` characters. A negative limit is not shown. */
export function tooShort(path: FieldPath, value: string, minLength: number): FieldError {
  const detail = minLength >= 0 ? `must be at least ${counted(minLength, 'character')}` : 'value is too short'
  return new FieldError({ type: ErrorType.TooShort, field: path.toString(), badValue: value, detail })
}

/** The list has more than `limit` items. Negative numbers are not shown. */
export function tooMany(path: FieldPath, actual: number, limit: number): FieldError {
  const detail = limit >= 0 ? `must have at most ${counted(limit, 'item')}` : 'has too many items'
  const badValue = actual >= 0 ? actual : omitValue
  return new FieldError({ type: ErrorType.TooMany, field: path.toString(), badValue, detail })
}

/** The list has fewer than `limit` items. A negative limit is not shown. */
export function tooFew(path: FieldPath, actual: number, limit: number): FieldError {
  const detail = limit >= 0 ? `must have at least ${counted(limit, 'item')}` : 'has too few items'
  return new FieldError({ type: ErrorType.TooFew, field: path.toString(), badValue: actual, detail })
}

/** Something went wrong that is not the fault of the input. */
export function internalError(path: FieldPath, error: Error): FieldError {
  return new FieldError({ type: ErrorType.Internal, field: path.toString(), badValue: error, detail: error.message })
}

function counted(count: number, unit: string): string {
  return count === 1 ? `${count} ${unit}` : `${count} ${unit}s`
}
