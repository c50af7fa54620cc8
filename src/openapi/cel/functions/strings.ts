import { characters } from '../../validate/value-rules.js'
import { formatString } from './format-string.js'
import { CELValueError, type FunctionLibrary, ownPrefix as own, registerNamespace } from './function-library.js'

/** A text by its characters: positions in CEL count code points. */
class Characters {
  readonly #units: string | readonly string[]

  constructor(text: string) {
    this.#units = characters(text) === text.length ? text : Array.from(text)
  }

  get length(): number {
    return this.#units.length
  }

  slice(start: number, end: number): string {
    const part = this.#units.slice(start, end)
    return typeof part === 'string' ? part : part.join('')
  }

  /** The first position from `start` on, or the last one up to it, going in steps of `direction`. */
  search(text: string, start: number, direction: 1 | -1): number {
    const { length } = new Characters(text)
    for (let i = Math.min(start, this.length - length); i >= 0 && i <= this.length - length; i += direction) {
      if (this.slice(i, i + length) === text) return i
    }
    return -1
  }
}

function indexOf(text: string, search: string, from: bigint): bigint {
  if (search === '') return from
  if (from === 0n && characters(text) === text.length) return BigInt(text.indexOf(search))
  const held = new Characters(text)
  if (from < 0n || from >= BigInt(held.length)) throw new CELValueError(`index out of range: ${from}`)
  return BigInt(Number(from) > held.length - 1 ? -1 : held.search(search, Number(from), 1))
}

function lastIndexOf(text: string, search: string, from?: bigint): bigint {
  const held = new Characters(text)
  if (search === '') return from ?? BigInt(held.length)
  if (from === undefined) return BigInt(held.search(search, held.length, -1))
  if (from < 0n || from >= BigInt(held.length)) throw new CELValueError(`index out of range: ${from}`)
  return BigInt(held.search(search, Number(from), -1))
}

function substring(text: string, start: bigint, end?: bigint): string {
  const held = new Characters(text)
  const last = end ?? BigInt(held.length)
  if (start < 0n || start > BigInt(held.length)) throw new CELValueError(`index out of range: ${start}`)
  if (last < 0n || last > BigInt(held.length)) throw new CELValueError(`index out of range: ${last}`)
  if (start > last) throw new CELValueError(`invalid substring range. start: ${start}, end: ${last}`)
  return held.slice(Number(start), Number(last))
}

function charAt(text: string, index: bigint): string {
  const held = new Characters(text)
  if (index < 0n || index > BigInt(held.length)) throw new CELValueError(`index out of range: ${index}`)
  return held.slice(Number(index), Number(index) + 1)
}

function split(text: string, separator: string, limit: bigint): string[] {
  if (limit === 0n) return []
  if (limit === 1n) return [text]
  const parts = separator === '' ? Array.from(text) : text.split(separator)
  if (limit < 0n || BigInt(parts.length) <= limit) return parts
  const kept = Number(limit) - 1
  return [...parts.slice(0, kept), parts.slice(kept).join(separator)]
}

/** Replaces the first `limit` occurrences, all when it is negative. */
function replace(text: string, search: string, options: { by: string; limit: bigint }): string {
  const parts = search === '' ? ['', ...Array.from(text), ''] : text.split(search)
  const { by, limit } = options
  if (limit < 0n || BigInt(parts.length - 1) <= limit) return parts.join(by)
  const count = Number(limit)
  return parts.slice(0, count + 1).join(by) + search + parts.slice(count + 1).join(search)
}

const space = '\\u0009-\\u000d\\u0020\\u0085\\u00a0\\u1680\\u2000-\\u200a\\u2028\\u2029\\u202f\\u205f\\u3000'

function trim(text: string): string {
  return text.replace(new RegExp(`^[${space}]+`), '').replace(new RegExp(`[${space}]+$`), '')
}

function quoteText(text: string): string {
  const escapes: Record<string, string> = { '\\': '\\\\', '"': '\\"', '\n': '\\n', '\r': '\\r', '\t': '\\t' }
  const more: Record<string, string> = { '\x07': '\\a', '\b': '\\b', '\v': '\\v', '\f': '\\f' }
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is escaped
  return `"${text.replace(/[\\"\n\r\t\x07\b\v\f]/g, (each) => escapes[each] ?? more[each] ?? each)}"`
}

/** The string functions of cel-go, version 2. */
export const stringFunctions: FunctionLibrary = (env, budget) => {
  env.registerFunction(`string.${own}indexOf(string): int`, (t: string, s: string) => indexOf(t, s, 0n))
  env.registerFunction(`string.${own}indexOf(string, int): int`, indexOf)
  env.registerFunction(`string.${own}lastIndexOf(string): int`, (t: string, s: string) => lastIndexOf(t, s))
  env.registerFunction(`string.${own}lastIndexOf(string, int): int`, lastIndexOf)
  env.registerFunction(`string.${own}substring(int): string`, (t: string, start: bigint) => substring(t, start))
  env.registerFunction(`string.${own}substring(int, int): string`, substring)
  env.registerFunction('string.charAt(int): string', charAt)
  env.registerFunction(`string.${own}split(string): list<string>`, (t: string, s: string) => split(t, s, -1n))
  env.registerFunction(`string.${own}split(string, int): list<string>`, split)
  env.registerFunction(`string.${own}trim(): string`, trim)
  env.registerFunction(`string.${own}lowerAscii(): string`, (t: string) =>
    t.replace(/[A-Z]+/g, (each) => each.toLowerCase()),
  )
  env.registerFunction(`string.${own}upperAscii(): string`, (t: string) =>
    t.replace(/[a-z]+/g, (each) => each.toUpperCase()),
  )
  env.registerFunction('string.replace(string, string): string', (t: string, search: string, by: string) => {
    budget.chargeSize(t.length * (by.length + 1))
    return replace(t, search, { by, limit: -1n })
  })
  env.registerFunction({
    name: 'replace',
    receiverType: 'string',
    returnType: 'string',
    params: [{ type: 'string' }, { type: 'string' }, { type: 'int' }],
    handler: (...[t, search, by, limit]: [string, string, string, bigint]) => {
      budget.chargeSize(t.length * (by.length + 1))
      return replace(t, search, { by, limit })
    },
  })
  env.registerFunction('string.format(list<dyn>): string', (t: string, values: unknown[]) => {
    const text = formatString(t, values)
    budget.chargeSize(text.length)
    return text
  })
  const namespace = registerNamespace(env, 'strings')
  env.registerFunction(`${namespace}.quote(string): string`, (_: unknown, t: string) => quoteText(t))
}
