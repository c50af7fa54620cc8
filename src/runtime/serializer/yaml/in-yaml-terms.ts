import { isMachineryError, type TextPosition } from '../../../errors/machinery-error.js'
import { isMissingKind, MissingKindError } from '../../objects/missing-kind-error.js'
import { isMissingVersion, MissingVersionError } from '../../objects/missing-version-error.js'
import { isStrictDecodingError, StrictDecodingError, type StrictFinding } from '../../strict-decoding-error.js'
import { locator } from './locate.js'
import type { YAMLDocument } from './yaml-reader.js'

/** The position of a finding in the text; a finding about the YAML itself has it. */
function errorPlace(
  { path, message, position }: StrictFinding,
  find: ReturnType<typeof locator>,
): TextPosition | undefined {
  return path === undefined ? position : find(path, { last: message.startsWith('duplicate ') })
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
    const findings = error.findings.map((finding) => ({ ...finding, position: errorPlace(finding, find) }))
    return new StrictDecodingError(findings, { decoded: error.decoded })
  }
  const position = error.path === undefined ? undefined : locator(text, document)(error.path)
  // The error is ours alone so far; its place in the JSON means nothing to anybody.
  Object.defineProperty(error, 'position', { value: position, enumerable: true })
  return error
}
