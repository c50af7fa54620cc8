import type { BoxedValue, Value } from '../values/value.js'

/** A value of a library that `string()` takes. */
export interface WithText extends BoxedValue {
  text(): string
}

/** Reports whether `string()` takes a value of a library. */
export function hasText(value: Value): value is WithText {
  return typeof value === 'object' && value !== null && 'text' in value
}
