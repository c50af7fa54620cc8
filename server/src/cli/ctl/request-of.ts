import { readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { messageOf } from 'apimachinery/errors'
import { parseDuration } from 'apimachinery/scalar'
import { UsageError } from '../../flags/flag.js'
import { argumentsOf, argumentsText, type Verb, type VerbFlag, verbs } from './ctl-verbs.js'

/** Flags of all verbs. */
export const commonFlags = {
  server: { type: 'string' },
  'token-file': { type: 'string' },
  output: { type: 'string', short: 'o' },
  help: { type: 'boolean', short: 'h' },
} as const

/** What the arguments of `ctl` come down to. */
export interface CtlRequest {
  readonly verb: Verb
  /** Path and query, below the base path. */
  readonly path: string
  readonly body: object | undefined
  readonly common: Readonly<Partial<Record<keyof typeof commonFlags, string | boolean>>>
}

/** Reads the arguments after `ctl`. @throws UsageError */
export function requestOf(args: readonly string[]): CtlRequest {
  const verb = verbOf(args)
  const flags = verb.flags ?? {}
  const rest = args.slice(verb.words.split(' ').length)
  const { values, positionals } = parsed(rest, flags)
  const { path, more } = filled(verb, positionals)
  const fields = Object.entries(flags).flatMap(([name, flag]) => {
    const flagged = (values as Readonly<Record<string, readonly string[] | boolean | undefined>>)[name]
    if (more[name] !== undefined && flagged !== undefined)
      throw new UsageError(`--${name} is given as an argument, too`)
    const given = more[name] ?? flagged
    return given === undefined ? [] : [[flag.field, fieldValue(name, flag, given)] as const]
  })
  const common = values as CtlRequest['common']
  if (verb.method === 'GET') return { verb, path: path + queryOf(fields), body: undefined, common }
  return { verb, path, body: verb.flags === undefined ? undefined : bodyOf(fields), common }
}

/** The verb that arguments begin with. @throws UsageError */
export function verbOf(args: readonly string[]): Verb {
  const [first = '', second = ''] = args
  const found = verbs.find(({ words }) => words === `${first} ${second}` || words === first)
  if (found === undefined) throw new UsageError(`ctl has no verb ${JSON.stringify(`${first} ${second}`.trim())}`)
  return found
}

function parsed(args: readonly string[], flags: Readonly<Record<string, VerbFlag>>) {
  const own = Object.entries(flags).map(([name, { kind }]) => [
    name,
    kind === 'boolean' ? { type: 'boolean' as const } : { type: 'string' as const, multiple: true },
  ])
  try {
    const options = { ...commonFlags, ...Object.fromEntries(own) }
    return parseArgs({ args: [...args], options, allowPositionals: true, allowNegative: true })
  } catch (error) {
    throw new UsageError(messageOf(error))
  }
}

/** The path with its arguments, and what further arguments say in place of flags. */
function filled(verb: Verb, positionals: readonly string[]): { path: string; more: Record<string, readonly string[]> } {
  const names = argumentsOf(verb)
  const { positional = [] } = verb
  if (positionals.length < names.length || positionals.length > names.length + positional.length) {
    throw new UsageError(`ctl ${verb.words} takes ${argumentsText(verb).trim() || 'no arguments'}`)
  }
  let index = 0
  const path = verb.path.replaceAll(/\{\w+\}/g, () => encodeURIComponent(positionals[index++]!))
  const more = positionals.slice(names.length).map((text, each) => [positional[each], [text]] as const)
  return { path, more: Object.fromEntries(more) }
}

type Field = readonly [path: string, value: unknown]

function fieldValue(name: string, { kind }: VerbFlag, given: readonly string[] | boolean): unknown {
  if (typeof given === 'boolean') return given
  if (kind === 'texts') return given.flatMap((each) => each.split(','))
  const text = given.at(-1) ?? ''
  if (kind === 'text') return text
  if (kind === 'integer') return integerOf(name, text)
  if (kind === 'nodes') return text.startsWith('@') ? contentOf(name, text.slice(1)) : integerOf(name, text)
  if (kind === 'duration') return /^\d+$/.test(text) ? Number(text) : millisecondsOf(name, text)
  const json = text.startsWith('@') ? contentOf(name, text.slice(1)) : text
  try {
    return JSON.parse(json)
  } catch (error) {
    throw new UsageError(`--${name}: ${messageOf(error)}`)
  }
}

function contentOf(name: string, file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    throw new UsageError(`--${name}: ${messageOf(error)}`)
  }
}

function integerOf(name: string, text: string): number {
  if (/^-?\d+$/.test(text)) return Number(text)
  throw new UsageError(`--${name}: ${JSON.stringify(text)} is no integer`)
}

function millisecondsOf(name: string, text: string): number {
  try {
    return Math.floor(Number(parseDuration(text)) / 1_000_000)
  } catch (error) {
    throw new UsageError(`--${name}: ${messageOf(error)}`)
  }
}

function queryOf(fields: readonly Field[]): string {
  const query = new URLSearchParams()
  for (const [name, value] of fields) for (const each of [value].flat()) query.append(name, String(each))
  return query.size === 0 ? '' : `?${query}`
}

function bodyOf(fields: readonly Field[]): object {
  const body: Record<string, unknown> = {}
  for (const [path, value] of fields) {
    const [outer = '', inner] = path.split('.')
    body[outer] = inner === undefined ? value : { ...(body[outer] as object | undefined), [inner]: value }
  }
  return body
}
