import { parseTime, ScalarError } from 'apimachinery/scalar'
import { invalidField } from './control-errors.js'

/** Milliseconds since 1970 of a time in a field. @throws StatusError */
export function parsedTime(field: string, text: string): number {
  try {
    const { seconds, nanos } = parseTime(text)
    return seconds * 1000 + Math.floor(nanos / 1_000_000)
  } catch (error) {
    if (!(error instanceof ScalarError)) throw error
    throw invalidField(field, text, 'must be a time as RFC 3339 has it, such as 2030-01-31T12:00:00Z')
  }
}
