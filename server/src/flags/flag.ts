/** What a flag takes. `duration` is text of Go such as `1m30s`; `map` is `key=value`, several joined by commas; `pairs` is such a map with commas in its values, quoted where there are several; `texts` is given more than once and not divided; `version` is a boolean that may also be `raw`. */
export type FlagKind =
  | 'string'
  | 'boolean'
  | 'integer'
  | 'number'
  | 'duration'
  | 'strings'
  | 'texts'
  | 'map'
  | 'pairs'
  | 'version'

/** One flag of the command. */
export interface Flag {
  readonly name: string
  readonly kind: FlagKind
  readonly help: string
  /** Text of the default, as it would be typed. */
  readonly fallback?: string
  /** Taken so that command lines of kube-apiserver work, but without effect; using it gives a warning. */
  readonly ignored?: boolean
}

/** Flags that `--help` shows together. */
export interface FlagGroup {
  readonly title: string
  readonly flags: readonly Flag[]
}

/** A value as it was given: lists and maps may be given more than once. */
export type FlagValue = string | number | boolean | readonly string[] | Readonly<Record<string, string>>

/** Says what is wrong with a command line; the message is for the user. */
export class UsageError extends Error {
  override readonly name = 'UsageError'
}

/**
 * Reads a command line as Go's pflag does: `--name=value`, `--name value`, `--name` for booleans. Throws `UsageError` for an
 * unknown flag, a missing or bad value, and for arguments that are no flags.
 */
export function parseFlags(groups: readonly FlagGroup[], args: readonly string[]): Map<string, FlagValue> {
  const known = new Map(groups.flatMap(({ flags }) => flags.map((flag) => [flag.name, flag])))
  const values = new Map<string, FlagValue>()
  for (let index = 0; index < args.length; index++) {
    const arg = args[index]!
    const { name, inline } = splitArgument(arg)
    const flag = known.get(name)
    if (flag === undefined) throw new UsageError(`unknown flag: --${name}${suggestion(name, [...known.keys()])}`)
    let text = inline
    if (text === undefined && (flag.kind === 'boolean' || flag.kind === 'version')) text = 'true'
    text ??= args[++index]
    if (text === undefined) throw new UsageError(`flag needs an argument: --${name}`)
    values.set(name, withValue(flag, values.get(name), text))
  }
  return values
}

/** The short names of kube-apiserver. */
const shortNames: Readonly<Record<string, string>> = { h: 'help', v: 'v' }

/** The name of an argument and its value where it has one: `--name=value`, `--name`, and of short names `-v=2`, `-v2` and `-v`. */
function splitArgument(arg: string): { readonly name: string; readonly inline: string | undefined } {
  const long = /^--([^=]+)(?:=([\s\S]*))?$/.exec(arg)
  if (long !== null) return { name: long[1]!, inline: long[2] }
  const short = /^-([a-zA-Z])=?([\s\S]*)$/.exec(arg)
  const name = short === null ? undefined : shortNames[short[1]!]
  if (name === undefined) {
    throw new UsageError(`unexpected argument ${JSON.stringify(arg)}: every option starts with --`)
  }
  return { name, inline: short![2] === '' ? undefined : short![2] }
}

/** The value of a text. Throws `UsageError`. */
export function withValue(flag: Flag, before: FlagValue | undefined, text: string): FlagValue {
  switch (flag.kind) {
    case 'string':
      return text
    case 'duration':
      if (!/^-?(0|(\d+(\.\d*)?|\.\d+)(ns|us|µs|ms|s|m|h))+$/.test(text))
        throw invalid(flag, text, 'a duration such as 1m30s')
      return text
    case 'boolean':
      if (/^(true|t|1)$/i.test(text)) return true
      if (/^(false|f|0)$/i.test(text)) return false
      throw invalid(flag, text, 'true or false')
    case 'version':
      if (text === 'raw') return text
      return withValue({ ...flag, kind: 'boolean' }, before, text)
    case 'integer':
      if (!/^[-+]?\d+$/.test(text)) throw invalid(flag, text, 'an integer')
      return Number(text)
    case 'number':
      if (text.trim() === '' || Number.isNaN(Number(text))) throw invalid(flag, text, 'a number')
      return Number(text)
    case 'strings':
      return [...((before as readonly string[] | undefined) ?? []), ...(text === '' ? [] : text.split(','))]
    case 'texts':
      return [...((before as readonly string[] | undefined) ?? []), text]
    case 'map':
      return { ...(before as Record<string, string> | undefined), ...pairs(flag, text) }
    case 'pairs':
      return { ...(before as Record<string, string> | undefined), ...quotedPairs(flag, text) }
  }
}

/** Source: `stringToStringValue.Set` of github.com/spf13/pflag. */
function quotedPairs({ name }: Flag, text: string): Record<string, string> {
  const parts = text.split('=').length === 2 ? [text.replace(/^"+|(?<!")"+$/g, '')] : commaSeparated(text)
  return Object.fromEntries(
    parts.map((part) => {
      const at = part.indexOf('=')
      if (at < 0)
        throw new UsageError(
          `invalid argument ${JSON.stringify(text)} for "--${name}" flag: ${part} must be formatted as key=value`,
        )
      return [part.slice(0, at), part.slice(at + 1)]
    }),
  )
}

/** Fields of a line of CSV: commas between quotes do not divide. */
function commaSeparated(line: string): string[] {
  const fields = line.match(/(?:^|,)(?:"(?:[^"]|"")*"|[^,]*)/g) ?? []
  return fields.map((field) => {
    const bare = field.replace(/^,/, '')
    return bare.startsWith('"') ? bare.slice(1, -1).replaceAll('""', '"') : bare
  })
}

/** Maps whose keys may be without a value. */
const flagsOfKeys: ReadonlySet<string> = new Set(['runtime-config', 'feature-gates'])

function pairs(flag: Flag, text: string): Record<string, string> {
  const entries = text
    .split(',')
    .filter((part) => part !== '')
    .map((part) => {
      const at = part.indexOf('=')
      // What a key alone means is said where the flag is read.
      if (at < 0 && flagsOfKeys.has(flag.name)) return [part.trim(), ''] as const
      if (at < 0) throw invalid(flag, text, 'key=value pairs')
      return [part.slice(0, at).trim(), part.slice(at + 1).trim()] as const
    })
  return Object.fromEntries(entries)
}

function invalid({ name }: Flag, text: string, wanted: string): UsageError {
  return new UsageError(`invalid argument ${JSON.stringify(text)} for "--${name}" flag: must be ${wanted}`)
}

function suggestion(name: string, known: readonly string[]): string {
  const near = known.filter((other) => distance(name, other) <= 2)
  return near.length === 0 ? '; see --help' : `; did you mean ${near.map((other) => `--${other}`).join(' or ')}?`
}

/** How many letters must be changed, added or removed; stops counting beyond a few. */
function distance(a: string, b: string): number {
  if (Math.abs(a.length - b.length) > 2) return 3
  let row = Array.from({ length: b.length + 1 }, (_, index) => index)
  for (let i = 1; i <= a.length; i++) {
    const next = [i]
    for (let j = 1; j <= b.length; j++) {
      const change = row[j - 1]! + (a[i - 1] === b[j - 1] ? 0 : 1)
      next.push(Math.min(change, row[j]! + 1, next[j - 1]! + 1))
    }
    row = next
  }
  return row[b.length]!
}

/** The text of `--help`: groups, flags, defaults. */
export function helpText(usage: string, groups: readonly FlagGroup[]): string {
  const sections = groups.map(({ title, flags }) => {
    const lines = flags.map((flag) => {
      const value = flag.kind === 'boolean' ? '' : ` ${flag.kind}${flag.kind === 'version' ? '[=true]' : ''}`
      const fallback = flag.fallback === undefined ? '' : ` (default ${flag.fallback})`
      const ignored = flag.ignored ? ' (accepted, without effect)' : ''
      const help = flag.help.replaceAll('\n', `\n${' '.repeat(16)}`)
      return `      --${flag.name}${value}\n                ${help}${fallback}${ignored}`
    })
    return `${title}:\n\n${lines.join('\n')}\n`
  })
  return `${usage}\n\n${sections.join('\n')}`
}
