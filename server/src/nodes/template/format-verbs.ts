import {
  GoFloat,
  goTypeOf,
  isTemplateList,
  isTemplateMap,
  memberOf,
  printed,
  sortedKeys,
  type TemplateValue,
} from './template-value.js'

/** A format of Go's `fmt.Sprintf`, for the values that templates have. */
export function formatVerbs(format: string, values: readonly TemplateValue[]): string {
  let next = 0
  let text = ''
  let end = 0
  for (const match of format.matchAll(/%([-+# 0]*)(\d+|\*)?(?:\.(\d+))?(.)/gsu)) {
    const [whole, flags = '', width, precision, verb = ''] = match
    text += format.slice(end, match.index)
    end = match.index + whole.length
    if (verb === '%') {
      text += '%'
      continue
    }
    const size = width === '*' ? Number(values[next++]) : Number(width ?? 0)
    const limit = precision === undefined ? undefined : Number(precision)
    text +=
      next < values.length
        ? padded(formatted(values[next++], { verb, flags, limit }), flags, size)
        : `%!${verb}(MISSING)`
  }
  text += format.slice(end)
  if (next >= values.length) return text
  const extra = values.slice(next).map((value) => `${goTypeOf(value)}=${printed(value)}`)
  return `${text}%!(EXTRA ${extra.join(', ')})`
}

interface Verb {
  readonly verb: string
  readonly flags: string
  readonly limit: number | undefined
}

function formatted(value: TemplateValue, { verb, flags, limit }: Verb): string {
  switch (verb) {
    case 'v':
    case 's':
      return cut(verb === 'v' && flags.includes('#') ? JSON.stringify(printed(value)) : printed(value), limit)
    case 'q':
      return JSON.stringify(printed(value))
    case 'T':
      return goTypeOf(value)
    case 't':
      return typeof value === 'boolean' ? String(value) : wrong(verb, value)
    case 'd':
    case 'b':
    case 'o':
    case 'x':
    case 'X':
    case 'c':
      return wholeNumber(value, verb, flags)
    case 'e':
    case 'f':
    case 'g':
      return float(value, verb, limit)
    default:
      return wrong(verb, value)
  }
}

function cut(text: string, limit: number | undefined): string {
  return limit === undefined ? text : [...text].slice(0, limit).join('')
}

const radixes: Readonly<Record<string, number>> = { d: 10, b: 2, o: 8, x: 16, X: 16 }

function wholeNumber(value: TemplateValue, verb: string, flags: string): string {
  if ((verb === 'x' || verb === 'X') && typeof value === 'string') {
    const hex = Buffer.from(value).toString('hex')
    return verb === 'x' ? hex : hex.toUpperCase()
  }
  if (typeof value !== 'bigint') return wrong(verb, value)
  if (verb === 'c') return String.fromCodePoint(Number(value))
  const digits = value.toString(radixes[verb])
  const text = flags.includes('+') && value >= 0n ? `+${digits}` : digits
  return verb === 'X' ? text.toUpperCase() : text
}

function float(value: TemplateValue, verb: string, limit: number | undefined): string {
  if (!(value instanceof GoFloat)) return wrong(verb, value)
  if (verb === 'f') return value.value.toFixed(limit ?? 6)
  if (verb === 'e') return value.value.toExponential(limit ?? 6).replace(/e([+-])(\d)$/, 'e$10$2')
  return limit === undefined ? String(value) : String(Number(value.value.toPrecision(Math.max(1, limit))))
}

function wrong(verb: string, value: TemplateValue): string {
  return value === undefined || value === null ? `%!${verb}(<nil>)` : `%!${verb}(${goTypeOf(value)}=${printed(value)})`
}

function padded(text: string, flags: string, size: number): string {
  if (text.length >= size) return text
  if (flags.includes('-')) return text.padEnd(size)
  if (!flags.includes('0')) return text.padStart(size)
  return /^[+-]/.test(text) ? text[0] + text.slice(1).padStart(size - 1, '0') : text.padStart(size, '0')
}

/** A value as Go's `encoding/json` writes it: keys sorted, and what HTML reads escaped. */
export function goJSON(value: TemplateValue): string {
  if (value === undefined || value === null) return 'null'
  if (typeof value === 'string') return escaped(JSON.stringify(value))
  if (isTemplateList(value)) return `[${value.map(goJSON).join(',')}]`
  if (!isTemplateMap(value)) return String(value)
  const members = sortedKeys(value).map((key) => `${escaped(JSON.stringify(key))}:${goJSON(memberOf(value, key))}`)
  return `{${members.join(',')}}`
}

const escapes: Readonly<Record<string, string>> = {
  '<': '\\u003c',
  '>': '\\u003e',
  '&': '\\u0026',
  '\u2028': '\\u2028',
  '\u2029': '\\u2029',
}

function escaped(json: string): string {
  return json.replace(/[<>&\u2028\u2029]/g, (found) => escapes[found]!)
}
