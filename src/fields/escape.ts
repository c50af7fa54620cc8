import { MachineryError } from '../errors/machinery-error.js'

/** Escapes backslashes, commas and equals signs with a backslash, so that `text` can be a value in a field selector. */
export function escapeValue(text: string): string {
  return text.replace(/[\\,=]/g, '\\$&')
}

/**
 * Takes back {@link escapeValue}.
 *
 * @throws {MachineryError} `InvalidEscapeSequence` for a backslash before any other character, `UnescapedCharacter` for a
 * comma or equals sign without one.
 */
export function unescapeValue(text: string): string {
  if (!/[\\,=]/.test(text)) return text
  return text.replace(/\\(.?)|[,=]/gsu, unescapeOne)
}

function unescapeOne(match: string, escaped: string | undefined): string {
  if (escaped === undefined) {
    const codePoint = match.codePointAt(0)
    throw new MachineryError('UnescapedCharacter', `invalid field selector: unescaped character in value: ${codePoint}`)
  }
  if (escaped === '\\' || escaped === ',' || escaped === '=') return escaped
  throw new MachineryError('InvalidEscapeSequence', `invalid field selector: invalid escape sequence: ${match}`)
}
