import { isMachineryError, type TextPosition } from '../../../errors/machinery-error.js'
import { isMissingKind, MissingKindError } from '../../objects/missing-kind-error.js'
import { isMissingVersion, MissingVersionError } from '../../objects/missing-version-error.js'
import { isStrictDecodingError, StrictDecodingError } from '../../strict-decoding-error.js'
import { locator } from './locate.js'
import type { YAMLDocument } from './yaml-reader.js'

const fieldName = /^(?:unknown|(duplicate)) field "(.*)"$/s

function placeOf(finding: string, find: ReturnType<typeof locator>): TextPosition | undefined {
  const match = fieldName.exec(finding)
  return match === null ? undefined : find(match[2] ?? '', { last: match[1] !== undefined })
}

/**
 * Turns an error about the JSON behind a YAML text into one about the text: with the text in its message, where Go quotes
 * it, and with the place of the field in the text; `document` is what the text has been parsed to, if it has.
 */
export function inYAMLTerms(error: unknown, text: string, document?: YAMLDocument): unknown {
  if (!isMachineryError(error)) return error
  if (isMissingKind(error)) return new MissingKindError(text)
  if (isMissingVersion(error)) return new MissingVersionError(text)
  if (isStrictDecodingError(error)) {
    const find = locator(text, document)
    const positions = error.errors.map((finding, index) => placeOf(finding, find) ?? yamlPosition(error, index))
    return new StrictDecodingError(error.errors, { decoded: error.decoded, positions })
  }
  const position = error.path === undefined ? undefined : locator(text, document)(error.path)
  // The error is ours alone so far; its place in the JSON means nothing to anybody.
  Object.defineProperty(error, 'position', { value: position, enumerable: true })
  return error
}

/** The place of a finding that is about the YAML itself. */
function yamlPosition({ errors, positions }: StrictDecodingError, index: number): TextPosition | undefined {
  return errors[index]?.startsWith('yaml: ') === true ? positions[index] : undefined
}
