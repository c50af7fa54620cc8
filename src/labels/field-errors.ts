import { MachineryError } from '../errors/machinery-error.js'
import { quote } from '../internal/quote.js'
import { quoteJSON } from '../json/quote-json.js'

export class FieldError extends MachineryError {
  readonly type: string
  readonly field: string
  readonly body: string
  constructor(type: string, field: string, body: string) {
    super(type, `${field}: ${body}`, { path: field })
    this.type = type
    this.field = field
    this.body = body
  }
  errorBody(): string {
    return this.body
  }
}
export function invalid(path: string, value: string | readonly string[] | null, detail: string): FieldError {
  const shown =
    typeof value === 'string' ? quote(value) : value === null ? 'null' : `[${value.map(quoteJSON).join(',')}]`
  return new FieldError('FieldValueInvalid', path, `Invalid value: ${shown}: ${detail}`)
}
export function notSupported(path: string, value: string, supported: readonly string[]): FieldError {
  return new FieldError(
    'FieldValueNotSupported',
    path,
    `Unsupported value: ${quote(value)}: supported values: ${supported.map(quote).join(', ')}`,
  )
}
export function required(path: string, detail: string): FieldError {
  return new FieldError('FieldValueRequired', path, `Required value: ${detail}`)
}
export function forbidden(path: string, detail: string): FieldError {
  return new FieldError('FieldValueForbidden', path, `Forbidden: ${detail}`)
}
