const fold = '\\\n'
const space = /[\t\v\f\r \u0085\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]/u
const printable = /[\p{L}\p{M}\p{N}\p{P}\p{S} ]/u
const named: Readonly<Record<string, string>> = {
  '"': '\\"',
  '\\': '\\\\',
  '\u0007': '\\a',
  '\b': '\\b',
  '\f': '\\f',
  '\r': '\\r',
  '\v': '\\v',
  '\0': '\\0',
  '\u001b': '\\e',
  '\u0085': '\\N',
  '\u00a0': '\\_',
  '\u2028': '\\L',
  '\u2029': '\\P',
}

/** A text in double quotes; with `level`, one of several lines is folded, so that it can be read, and indented so far. */
export function kyamlString(text: string, level?: number): string {
  if (level === undefined || !text.includes('\n')) return `"${escaped(text, level === undefined ? '\\t' : '\t')}"`
  const indent = '  '.repeat(level)
  const lines = text.split('\n')
  const written = lines.map((line, index) => {
    const isLast = index === lines.length - 1
    if (isLast && line === '') return ''
    // Blanks at the beginning of a line would be dropped.
    const mark = space.test(line.charAt(0)) ? '\\' : ' '
    return `${indent}${mark}${escaped(line, '\t')}${isLast ? '' : '\\n'}${fold}`
  })
  return `"${fold}${written.join('')}${indent}"`
}

function escaped(text: string, tab: string): string {
  let out = ''
  for (const character of text) {
    if (character === '\t') out += tab
    else if (character === '\n') out += '\\n'
    else out += named[character] ?? (printable.test(character) ? character : byNumber(character))
  }
  return out
}

function byNumber(character: string): string {
  const code = character.codePointAt(0)!
  if (code < 0x20 || code === 0x7f) return `\\x${hex(code, 2)}`
  if (code >= 0xd800 && code <= 0xdfff) return '\ufffd'
  return code < 0x10000 ? `\\u${hex(code, 4)}` : `\\U${hex(code, 8)}`
}

function hex(code: number, digits: number): string {
  return code.toString(16).padStart(digits, '0')
}
