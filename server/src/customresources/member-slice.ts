import { JSONValueScanner } from 'apimachinery/json'

/** Position of the value of a member in bytes of JSON. */
export interface MemberSlice {
  readonly start: number
  /** The position after its last byte. */
  readonly end: number
}

const [quote, colon, comma] = [0x22, 0x3a, 0x2c]
const [openBrace, closeBrace, openBracket, closeBracket] = [0x7b, 0x7d, 0x5b, 0x5d]

/** Where {@link memberSlice} looks. */
export interface MemberPlace {
  /** Position of the object that has the member; 0 where absent. */
  readonly at?: number | undefined
  /** Length of the value, where that is known. */
  readonly length?: number | undefined
}

/** Finds an object among the members of a JSON object without white space, as encoders write it; `name` holds no escapes. */
export function memberSlice(json: Uint8Array, name: string, place: MemberPlace = {}): MemberSlice | undefined {
  const found = findMember(json, name, place)
  return found !== undefined && isWithin(json, found, [openBrace, closeBrace]) ? found : undefined
}

/** Finds the items of a list among the members of a JSON object without white space. */
export function itemSlices(json: Uint8Array, name: string, place: MemberPlace = {}): MemberSlice[] {
  const list = findMember(json, name, place)
  if (list === undefined || !isWithin(json, list, [openBracket, closeBracket])) return []
  const scanner = new JSONValueScanner()
  const items: MemberSlice[] = []
  let start = list.start + 1
  while (start < list.end - 1) {
    const end = scanner.findEnd(json, start)
    items.push({ start, end })
    start = end + 1
  }
  return items
}

function findMember(json: Uint8Array, name: string, { at = 0, length }: MemberPlace): MemberSlice | undefined {
  if (json[at] !== openBrace) return undefined
  const wanted = Buffer.from(`"${name}"`)
  const scanner = new JSONValueScanner()
  let position = at + 1
  while (json[position] === quote) {
    const key = position
    position = scanner.findEnd(json, key)
    if (json[position] !== colon) return undefined
    const start = position + 1
    const found = position - key === wanted.length && wanted.equals(json.subarray(key, position))
    const end = found && length !== undefined ? start + length : scanner.findEnd(json, start)
    if (found) return { start, end }
    if (json[end] !== comma) return undefined
    position = end + 1
  }
  return undefined
}

/** A value within these marks that ends where something follows it. */
function isWithin(
  json: Uint8Array,
  { start, end }: MemberSlice,
  [open, close]: readonly [open: number, close: number],
): boolean {
  return json[start] === open && json[end - 1] === close && (json[end] === comma || json[end] === closeBrace)
}
