import { floatText } from './float-text.js'

/** A number of a JSON value as Go's verb `%v` prints it: safe integers are integers in Go, all others floats. */
export function numberText(value: number): string {
  return Number.isSafeInteger(value) ? String(value) : floatText(value)
}
