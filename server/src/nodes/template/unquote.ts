import { TemplateError } from './template-error.js'

const simple: Readonly<Record<string, string>> = {
  a: '\x07',
  b: '\b',
  f: '\f',
  n: '\n',
  r: '\r',
  t: '\t',
  v: '\v',
  '\\': '\\',
  "'": "'",
  '"': '"',
}

/** The text of a quoted or raw string constant of Go. @throws TemplateError */
export function unquote(text: string): string {
  if (text.startsWith('`')) return text.slice(1, -1).replaceAll('\r', '')
  return text
    .slice(1, -1)
    .replace(/\\(x[\da-fA-F]{2}|u[\da-fA-F]{4}|U[\da-fA-F]{8}|[0-7]{3}|.)/gsu, (whole, sequence: string) => {
      if (Object.hasOwn(simple, sequence)) return simple[sequence]!
      if (/^[0-7]/.test(sequence)) return String.fromCharCode(Number.parseInt(sequence, 8))
      const point = Number.parseInt(sequence.slice(1), 16)
      if (sequence.length > 1 && point <= 0x10ffff) return String.fromCodePoint(point)
      throw new TemplateError(`invalid escape ${whole}`)
    })
}
