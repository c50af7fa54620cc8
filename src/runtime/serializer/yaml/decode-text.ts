import { tryDecodeUtf8 } from '../../../internal/utf8.js'
import { yamlError } from './yaml-error.js'

const carriageReturns = /\r\n?|\u0085/g
/** What no YAML text may hold. A lone surrogate cannot come from bytes that were decoded. */
const forbidden = /[^\t\n\r -~\u0085\u00a0-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/u
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

/** Marks the odd line breaks of YAML 1.1 while the text is taken apart by lines that end in `\n`. */
const marks: readonly (readonly [oddBreak: string, mark: string])[] = [
  ['\u2028', '\u{10fff0}'],
  ['\u2029', '\u{10fff1}'],
]
const oddBreaks = /[\u2028\u2029]/
const usedMarks = /[\u{10fff0}\u{10fff1}]/u

/** Ends lines at U+2028 and U+2029 as well; {@link unmarkBreaks} takes that back in what was read. */
function markBreaks(text: string): string {
  if (usedMarks.test(text)) throw yamlError('U+10FFF0 and U+10FFF1 cannot stand beside U+2028 and U+2029')
  return marks.reduce((marked, [oddBreak, mark]) => marked.replaceAll(oddBreak, `${mark}\n`), text)
}

/** Whether the line ends at `at` in an odd line break. */
export function isMarkedEnd(text: string, at: number): boolean {
  return text.charCodeAt(at) === 0xdbff && text.charCodeAt(at + 2) === 10 && usedMarks.test(text.slice(at, at + 2))
}

/** Puts the odd line breaks back; one that ended a scalar is no part of it. */
export function unmarkBreaks(text: string): string {
  if (!text.includes('\udbff')) return text
  return marks.reduce((unmarked, [oddBreak, mark]) => {
    const whole = unmarked.replaceAll(`${mark}\n`, oddBreak)
    return whole.endsWith(mark) ? whole.slice(0, -mark.length) : whole
  }, text)
}

/**
 * The text of a YAML stream in UTF-8 or, with a byte order mark, UTF-16. Line breaks become `\n`, U+2028 and U+2029
 * behind a mark.
 *
 * @throws YAMLSyntaxError for broken encodings and control characters.
 */
export function decodeText(data: Uint8Array | string): string {
  const decoded = typeof data === 'string' ? data : decodeBytes(data)
  if (forbidden.test(decoded)) throw yamlError('control characters are not allowed')
  const text = decoded.startsWith(byteOrderMark) ? decoded.slice(1) : decoded
  const lines = /[\r\u0085]/.test(text) ? text.replace(carriageReturns, '\n') : text
  return oddBreaks.test(lines) ? markBreaks(lines) : lines
}
