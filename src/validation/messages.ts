/** Message for text of more than `bytes` bytes, as the label rules word it. */
export function maxBytesError(bytes: number): string {
  return `must be no more than ${bytes} bytes`
}

/** Message for text of more than `length` characters, as the name rules word it. */
export function maxLenError(length: number): string {
  return `must be no more than ${length} characters`
}

/** Message for an empty value. */
export function emptyError(): string {
  return 'must be non-empty'
}

/** Message for a number outside `low`…`high`. */
export function inclusiveRangeError(low: number, high: number): string {
  return `must be between ${low} and ${high}, inclusive`
}

/** Message for text that does not match `pattern`, with examples of text that does. */
export function regexError(message: string, pattern: string, ...examples: string[]): string {
  if (examples.length === 0) return `${message} (regex used for validation is '${pattern}')`
  const quoted = examples.map((example) => `'${example}', `).join(' or ')
  return `${message} (e.g. ${quoted}regex used for validation is '${pattern}')`
}

/** Message for a number below `minimum`. */
export function minError(minimum: number | bigint): string {
  return `must be greater than or equal to ${minimum}`
}

/** Message for a number above `maximum`. */
export function maxError(maximum: number | bigint): string {
  return `must be less than or equal to ${maximum}`
}
