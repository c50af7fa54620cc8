import { characters } from '../../validate/value-rules.js'
import { PlainList } from '../values/collections.js'
import { named } from '../values/numbers.js'
import type { Implementation } from '../values/overload.js'
import { CELError, ListValue, type Value } from '../values/value.js'
import { valueText } from '../values/value-text.js'
import { formatString } from './format-string.js'

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

type Position = number | bigint

function outOfRange(position: Position): CELError {
  return new CELError(`index out of range: ${position}`)
}

function indexOf(text: string, search: string, from: Position = 0): Value {
  if (search === '') return from
  if (from === 0 && characters(text) === text.length) return text.indexOf(search)
  if (from < 0) return outOfRange(from)
  const held = new Characters(text)
  const start = Number(from)
  return start > held.length - new Characters(search).length ? -1 : held.search(search, start, 1)
}

function lastIndexOf(text: string, search: string, from?: Position): Value {
  const held = new Characters(text)
  if (search === '') return from ?? held.length
  if (from !== undefined && from < 0) return outOfRange(from)
  if (from !== undefined && from >= held.length) return -1
  return held.search(search, Number(from ?? held.length), -1)
}

function substring(text: string, start: Position, end?: Position): Value {
  const held = new Characters(text)
  const last = end ?? held.length
  if (end !== undefined && start > end) return new CELError(`invalid substring range. start: ${start}, end: ${end}`)
  if (start < 0 || start > held.length) return outOfRange(start)
  if (last < 0 || last > held.length) return outOfRange(last)
  return held.slice(Number(start), Number(last))
}

function charAt(text: string, index: Position): Value {
  const held = new Characters(text)
  if (index < 0 || index > held.length) return outOfRange(index)
  return held.slice(Number(index), Number(index) + 1)
}

function split(text: string, separator: string, limit: Position = -1): Value {
  if (limit === 0) return new PlainList([])
  const parts = separator === '' ? Array.from(text) : text.split(separator)
  if (limit < 0 || parts.length <= limit) return new PlainList(parts)
  const kept = Number(limit) - 1
  return new PlainList([...parts.slice(0, kept), parts.slice(kept).join(separator)])
}

/** The longest text that a function makes; longer ones cost far more than rules may. */
const longestText = 100_000_000

function replace(text: string, search: string, { by, limit }: { by: string; limit: Position }): Value {
  const parts = search === '' ? ['', ...Array.from(text), ''] : text.split(search)
  if (text.length + (parts.length - 1) * by.length > longestText) throw new RangeError('text is too long')
  if (limit < 0 || parts.length - 1 <= limit) return parts.join(by)
  const count = Number(limit)
  return (
    parts.slice(0, count + 1).join(by) + (count + 1 < parts.length ? search : '') + parts.slice(count + 1).join(search)
  )
}

const space = '\\u0009-\\u000d\\u0020\\u0085\\u00a0\\u1680\\u2000-\\u200a\\u2028\\u2029\\u202f\\u205f\\u3000'

function trim(text: string): Value {
  return text.replace(new RegExp(`^[${space}]+`), '').replace(new RegExp(`[${space}]+$`), '')
}

const escapes: Readonly<Record<string, string>> = {
  '\\': '\\\\',
  '"': '\\"',
  '\n': '\\n',
  '\r': '\\r',
  '\t': '\\t',
  '\x07': '\\a',
  '\b': '\\b',
  '\v': '\\v',
  '\f': '\\f',
}

function quoteText(text: string): Value {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is escaped
  return `"${text.replace(/[\\"\n\r\t\x07\b\v\f]/g, (each) => escapes[each]!)}"`
}

function join(list: ListValue, separator = ''): Value {
  const items = list.items()
  const wrong = items.find((item) => typeof item !== 'string')
  if (wrong === undefined) return items.join(separator)
  return wrong instanceof CELError ? wrong : new CELError(`join: invalid input: ${valueText(wrong)}`)
}

function mapCase(text: string, letters: RegExp, change: (part: string) => string): Value {
  return text.replace(letters, change)
}

/** Functions on texts, by Go's names of their forms. */
export const stringFunctions: Readonly<Record<string, (...args: never[]) => Value>> = {
  string_char_at_int: charAt,
  string_index_of_string: indexOf,
  string_index_of_string_int: indexOf,
  string_last_index_of_string: lastIndexOf,
  string_last_index_of_string_int: lastIndexOf,
  string_substring_int: substring,
  string_substring_int_int: substring,
  string_split_string: split,
  string_split_string_int: split,
  string_replace_string_string: (text: string, search: string, by: string) => replace(text, search, { by, limit: -1 }),
  string_replace_string_string_int: (...[text, search, by, limit]: [string, string, string, Position]) =>
    replace(text, search, { by, limit }),
  string_trim: trim,
  string_lower_ascii: (text: string) => mapCase(text, /[A-Z]+/g, (part) => part.toLowerCase()),
  string_upper_ascii: (text: string) => mapCase(text, /[a-z]+/g, (part) => part.toUpperCase()),
  string_format: (text: string, values: ListValue) => formatString(text, values),
  strings_quote: quoteText,
  list_join: join,
  list_join_string: join,
  contains_string: (text: string, part: string) => text.includes(part),
  starts_with_string: (text: string, part: string) => text.startsWith(part),
  ends_with_string: (text: string, part: string) => text.endsWith(part),
  string_jsonpatch_escapeKey_string: (text: string) => text.replace(/[~/]/g, (each) => (each === '~' ? '~0' : '~1')),
}

/** `size(value)`. */
export const size: Implementation = (value: Value) => sizeOf(value)

function sizeOf(value: Value): Value {
  if (typeof value === 'string') return characters(value)
  if (value instanceof ListValue || value instanceof Uint8Array) return value.length
  return value instanceof Object && 'size' in value ? (value.size as number) : named('size', value)
}
