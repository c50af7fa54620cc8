import { utf8Length } from '../internal/utf8-length.js'
import { maxBytesError, regexError } from './messages.js'
import { isNamePart, isShortName } from './qualified-name.js'

/** Longest label value, in bytes. */
export const labelValueMaxLength = 63

const valuePattern = '(([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9])?'
const valueMessage =
  "a valid label must be an empty string or consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character"

/** Lists what keeps `value` from being a label value; empty when nothing does. */
export function isValidLabelValue(value: string): string[] {
  if (isShortName(value)) return []
  const errors: string[] = []
  if (utf8Length(value) > labelValueMaxLength) errors.push(maxBytesError(labelValueMaxLength))
  if (value !== '' && !isNamePart(value)) {
    errors.push(regexError(valueMessage, valuePattern, 'MyValue', 'my_value', '12345'))
  }
  return errors
}
