import { tryDecodeUtf8 } from '../../../internal/utf8.js'
import { yamlError } from './yaml-error.js'

const carriageReturns = /\r\n?|\u0085/g
/** Characters that a YAML text must not have. A lone surrogate cannot come from decoded bytes. */
const forbidden = /[^\t\n\r -~\u0085\u00a0-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/u
/** Characters that most texts do not have: without them nothing is forbidden, and no line break needs replacement. */
const unusual = /[^\t\n -~]/
const byteOrderMark = '\ufeff'

function decodeUtf16(bytes: Uint8Array, encoding: 'utf-16le' | 'utf-16be'): string {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes)
  } catch (cause) {
    throw yamlError('incomplete UTF-16 character', undefined, cause)
  }
}

function decodeBytes(bytes: Uint8Array): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return decodeUtf16(bytes, 'utf-16le')
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return decodeUtf16(bytes, 'utf-16be')
  const text = tryDecodeUtf8(bytes)
  if (text === undefined) throw yamlError('invalid UTF-8')
  return text
}

/**
 * The text of a YAML stream in UTF-8 or, with a byte order mark, UTF-16. Line breaks become `\n`, save U+2028 and U+2029.
 *
 * @throws YAMLSyntaxError for broken encodings and control characters.
 */
export function decodeText(data: Uint8Array | string): string {
  const decoded = typeof data === 'string' ? data : decodeBytes(data)
  if (!unusual.test(decoded)) return decoded
  if (forbidden.test(decoded)) throw yamlError('control characters are not allowed')
  const text = decoded.startsWith(byteOrderMark) ? decoded.slice(1) : decoded
  return /[\r\u0085]/.test(text) ? text.replace(carriageReturns, '\n') : text
}
