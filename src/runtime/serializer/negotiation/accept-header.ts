/** One clause of an `Accept` header. */
export interface AcceptClause {
  readonly type: string
  readonly subType: string
  /** Weight from 0 to 1; 0 means that the type is not acceptable. */
  readonly quality: number
  /** Parameters other than `q`. */
  readonly parameters: ReadonlyMap<string, string>
}

/**
 * Splits an `Accept` header into clauses, the most preferred first: by weight, then exact types before wildcards, then in
 * their order. Invalid media types are omitted, as in Go. `*` alone means `*` + `/*`.
 */
export function parseAcceptHeader(header: string): readonly AcceptClause[] {
  const clauses = splitOutsideQuotes(header, ',').flatMap((part) => parseClause(part) ?? [])
  return clauses.sort((a, b) => b.quality - a.quality || wildcardRank(a) - wildcardRank(b))
}

/** Splits at separators outside quoted strings. */
export function splitOutsideQuotes(text: string, separator: string): string[] {
  const parts: string[] = []
  let start = 0
  let quoted = false
  for (let i = 0; i < text.length; i++) {
    const c = text[i]
    if (c === '"') quoted = !quoted
    else if (c === '\\' && quoted) i++
    else if (c === separator && !quoted) {
      parts.push(text.slice(start, i))
      start = i + 1
    }
  }
  parts.push(text.slice(start))
  return parts
}

function parseClause(text: string): AcceptClause | undefined {
  const [range = '', ...rest] = splitOutsideQuotes(text, ';')
  const [type = '', subType = type === '*' ? '*' : '', ...more] = range.split('/').map((part) => part.trim())
  if (type === '' || subType === '' || more.length > 0) return undefined
  const parameters = new Map(rest.flatMap((part) => parseParameter(part) ?? []))
  const quality = parseQuality(parameters.get('q'))
  parameters.delete('q')
  return { type: type.toLowerCase(), subType: subType.toLowerCase(), quality, parameters }
}

function parseParameter(text: string): [[string, string]] | undefined {
  const equals = text.indexOf('=')
  if (equals === -1) return undefined
  const value = unquoted(text.slice(equals + 1).trim())
  return value === '' ? undefined : [[text.slice(0, equals).trim(), value]]
}

/** The contents of a quoted string, with its escapes undone; other text as it is. */
export function unquoted(text: string): string {
  if (text.length < 2 || !text.startsWith('"') || !text.endsWith('"')) return text
  return text.slice(1, -1).replace(/\\(.)/g, '$1')
}

function parseQuality(text: string | undefined): number {
  if (text === undefined) return 1
  const quality = /^[0-9]*(?:\.[0-9]*)?$/.test(text) ? Number(text) : 0
  return Number.isNaN(quality) ? 0 : Math.min(quality, 1)
}

function wildcardRank({ type, subType }: AcceptClause): number {
  return (type === '*' ? 2 : 0) + (subType === '*' ? 1 : 0)
}
