/** One clause of an `Accept` header. */
export interface AcceptClause {
  readonly type: string
  readonly subType: string
  /** The weight `q`; 1 for none, 0 for one that is no number. */
  readonly quality: number
  /** Parameters other than `q`. */
  readonly parameters: ReadonlyMap<string, string>
}

/**
 * Splits an `Accept` header into clauses in the order in which an API server tries them: by weight, but exact types stay
 * before wildcards that follow them. Quotes have no meaning, invalid media types are omitted, `*` alone means `*` + `/*`,
 * and a weight of 0 excludes nothing, all as in Go.
 *
 * Source: `ParseAccept` of github.com/munnerz/goautoneg.
 */
export function parseAcceptHeader(header: string): readonly AcceptClause[] {
  const clauses: AcceptClause[] = []
  for (const part of header.split(',')) {
    const clause = parseClause(part)
    if (clause !== undefined) clauses.push(clause)
  }
  return hasOneRank(clauses) ? clauses : sorted(clauses)
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
  const [range = '', ...rest] = trimmed(text).split(';')
  const types = pairOf(range, '/')
  if (types === undefined) return undefined
  const [type, subType] = types.map(trimmed) as [string, string]
  const isTypeAlone = !/\/./.test(range)
  if (isTypeAlone && type !== '*') return undefined
  const parameters = new Map<string, string>()
  let quality = 1
  for (const part of rest) {
    const [name = '', value = ''] = pairOf(part, '=') ?? []
    if (value === '') continue
    if (trimmed(name) === 'q') quality = parseQuality(value)
    else parameters.set(trimmed(name), trimmed(value))
  }
  return { type, subType: isTypeAlone ? '*' : subType, quality, parameters }
}

/** The parts around a separator; `undefined` if a third one follows. */
function pairOf(text: string, separator: string): [string, string] | undefined {
  const [first = '', second = '', third = '', ...more] = text.split(separator)
  return third !== '' || more.length > 0 ? undefined : [first, second]
}

/** Go trims blanks here and no other white space. */
function trimmed(text: string): string {
  let [start, end] = [0, text.length]
  while (text[start] === ' ') start++
  while (end > start && text[end - 1] === ' ') end--
  return text.slice(start, end)
}

/** The contents of a quoted string, with its escapes undone; other text as it is. */
export function unquoted(text: string): string {
  if (text.length < 2 || !text.startsWith('"') || !text.endsWith('"')) return text
  return text.slice(1, -1).replace(/\\(.)/g, '$1')
}

function parseQuality(text: string): number {
  return /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?$/.test(text) ? Number(text) : 0
}

/** Reports whether no clause is before another, so that they stay as they are. */
function hasOneRank(clauses: readonly AcceptClause[]): boolean {
  return clauses.every((clause) => clause.quality === clauses[0]?.quality && !isWild(clause))
}

function isWild({ type, subType }: AcceptClause): boolean {
  return type === '*' || subType === '*'
}

/** As many clauses as Go sorts by insertion. Its order is not transitive: other ways of sorting give others. */
const sortedByInsertion = 12

function sorted(clauses: readonly AcceptClause[]): AcceptClause[] {
  if (clauses.length > sortedByInsertion) return [...clauses].sort((a, b) => b.quality - a.quality)
  const order: AcceptClause[] = []
  for (const clause of clauses) {
    let at = order.length
    while (at > 0 && isBefore(clause, order[at - 1]!)) at--
    order.splice(at, 0, clause)
  }
  return order
}

function isBefore(a: AcceptClause, b: AcceptClause): boolean {
  return a.quality > b.quality || (a.type !== '*' && b.type === '*') || (a.subType !== '*' && b.subType === '*')
}
