import type { HeaderField } from './header-field.js'
import { staticTable } from './static-table.js'

const indexOfField = new Map(staticTable.map((field, at) => [field.join('\0'), at + 1]))
const indexOfName = new Map([...staticTable.entries()].reverse().map(([at, [name]]) => [name, at + 1]))
const isPrintable = /^[\x20-\x7e]*$/
const isName = /^:?[a-z0-9_.-]+$/

/**
 * The block of these headers, which refers to nothing that was sent before: it can be kept, and sent with any request. What is
 * `secret` is marked so that nobody on the way keeps it. Throws a `TypeError` for what is no header.
 */
export function encodeHeaders(fields: readonly HeaderField[], secret: ReadonlySet<string> = new Set()): Buffer {
  return Buffer.concat(fields.map((field) => encodeField(field, secret.has(field[0]))))
}

function encodeField([name, value]: HeaderField, isSecret: boolean): Buffer {
  if (!isName.test(name)) throw new TypeError(`${JSON.stringify(name)} is no name of a header`)
  if (!isPrintable.test(value)) throw new TypeError(`the value of ${name} has characters that a header cannot have`)
  const known = indexOfField.get(`${name}\0${value}`)
  if (known !== undefined) return integer(known, 7, 0x80)
  const index = indexOfName.get(name) ?? 0
  const start = integer(index, 4, isSecret ? 0x10 : 0)
  return Buffer.concat([start, ...(index === 0 ? text(name) : []), ...text(value)])
}

function text(value: string): Buffer[] {
  return [integer(value.length, 7, 0), Buffer.from(value, 'latin1')]
}

function integer(value: number, bits: number, pattern: number): Buffer {
  const most = 2 ** bits - 1
  if (value < most) return Buffer.of(pattern | value)
  const bytes = [pattern | most]
  let rest = value - most
  for (; rest >= 128; rest = Math.floor(rest / 128)) bytes.push((rest % 128) + 128)
  return Buffer.from([...bytes, rest])
}
