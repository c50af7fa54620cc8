import type { SourceSpan } from '../diagnostics/source-span.js'

/** A machine-readable comment line such as `+listType=map`. */
export interface Marker {
  /** Everything before the first `=` outside parentheses, without the plus: `listType`, `genclient:method`. */
  readonly name: string
  /** Everything after it; `undefined` when there is no `=`. */
  readonly value: string | undefined
  readonly span?: SourceSpan | undefined
}

/** Reads one comment line; `undefined` when it is prose. */
export function parseMarker(line: string, span?: SourceSpan): Marker | undefined {
  const text = line.trim()
  if (!/^\+[A-Za-z]/.test(text)) return undefined
  const equals = indexOutsideParentheses(text)
  return equals < 0
    ? { name: text.slice(1), value: undefined, span }
    : { name: markerName(text.slice(1, equals)), value: text.slice(equals + 1), span }
}

/** controller-tools read `:=` as they read `=`. */
function markerName(text: string): string {
  return text.startsWith('kubebuilder:') && text.endsWith(':') ? text.slice(0, -1) : text
}

function indexOutsideParentheses(text: string): number {
  let depth = 0
  for (let index = 0; index < text.length; index++) {
    const char = text[index]
    if (char === '(') depth++
    else if (char === ')') depth--
    else if (char === '=' && depth === 0) return index
  }
  return -1
}

/** Markers of one declaration or field, by name. */
export class MarkerSet {
  readonly all: readonly Marker[]

  constructor(markers: readonly Marker[]) {
    this.all = markers
  }

  has(name: string): boolean {
    return this.all.some((marker) => marker.name === name)
  }

  first(...names: readonly string[]): Marker | undefined {
    return this.all.find((marker) => names.includes(marker.name))
  }

  /** Value of the first marker with one of the names; quotes around it are taken off. */
  value(...names: readonly string[]): string | undefined {
    const value = this.first(...names)?.value
    return value === undefined ? undefined : unquote(value)
  }

  /** Values of every marker with the name. */
  values(name: string): string[] {
    return this.all.flatMap((marker) =>
      marker.name === name && marker.value !== undefined ? [unquote(marker.value)] : [],
    )
  }

  startingWith(prefix: string): readonly Marker[] {
    return this.all.filter((marker) => marker.name.startsWith(prefix))
  }
}

/** Takes double quotes, back quotes or single quotes off a marker value. */
export function unquote(value: string): string {
  const text = value.trim()
  const quote = text[0]
  if (text.length < 2 || quote === undefined || text.at(-1) !== quote) return text
  if (quote === '`' || quote === "'") return text.slice(1, -1)
  if (quote !== '"') return text
  try {
    return String(JSON.parse(text))
  } catch {
    return text.slice(1, -1)
  }
}

/** Splits `a,b="c,d",e={1;2}` at the commas outside quotes and brackets. */
export function splitArguments(text: string, separator: string = ','): string[] {
  const parts: string[] = []
  let depth = 0
  let quote = ''
  let start = 0
  for (let index = 0; index < text.length; index++) {
    const char = text[index]!
    if (quote !== '') {
      if (char === '\\' && quote === '"') index++
      else if (char === quote) quote = ''
    } else if (char === '"' || char === '`' || char === "'") quote = char
    else if ('([{'.includes(char)) depth++
    else if (')]}'.includes(char)) depth--
    else if (char === separator && depth === 0) {
      parts.push(text.slice(start, index))
      start = index + 1
    }
  }
  parts.push(text.slice(start))
  return parts.map((part) => part.trim()).filter((part) => part !== '')
}

/** Reads `name="a",type=string` as a table; an argument without `=` gets the value `true`. */
export function namedArguments(text: string): Map<string, string> {
  return new Map(
    splitArguments(text).map((part) => {
      const equals = part.indexOf('=')
      return equals < 0 ? [part, 'true'] : [part.slice(0, equals).trim(), unquote(part.slice(equals + 1))]
    }),
  )
}
