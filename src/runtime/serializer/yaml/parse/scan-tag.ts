import { decodeUtf8 } from '../../../../internal/utf8.js'
import { isBlank, isNameUnit, isWordEnd } from './characters.js'
import type { Cursor } from './cursor.js'

const exclamation = 33
const percent = 37

/** Characters of a URI that no name holds: `;/?:@&=+$,.!~*'()[]%`. */
const uriUnits: ReadonlySet<number> = /* @__PURE__ */ new Set(
  /* @__PURE__ */ Array.from(";/?:@&=+$,.!~*'()[]%", (character) => character.charCodeAt(0)),
)

/** A tag as it is written: `!handle!suffix`; the handle is empty where the suffix is all of it. */
export interface WrittenTag {
  readonly handle: string
  readonly suffix: string
}

/** Reads a name; empty if there is none. */
export function scanName(cursor: Cursor): string {
  const start = cursor.at
  while (isNameUnit(cursor.unit())) cursor.at++
  return cursor.text.slice(start, cursor.at)
}

function scanHandle(cursor: Cursor, inDirective: boolean): string {
  if (cursor.unit() !== exclamation) cursor.refuse("did not find expected '!'")
  const start = cursor.at
  cursor.at++
  scanName(cursor)
  if (cursor.unit() === exclamation) cursor.at++
  else if (inDirective && cursor.at > start + 1) cursor.refuse("did not find expected '!'")
  return cursor.text.slice(start, cursor.at)
}

/** How many octets a character has, by the first of them; 0 when none starts so. */
function octetsOf(octet: number): number {
  if (octet < 0x80) return 1
  if (octet >> 5 === 6) return 2
  if (octet >> 4 === 14) return 3
  return octet >> 3 === 30 ? 4 : 0
}

function scanOctet(cursor: Cursor): number {
  const hex = cursor.text.slice(cursor.at, cursor.at + 3)
  if (!/^%[0-9a-fA-F]{2}$/.test(hex)) cursor.refuse('did not find URI escaped octet')
  cursor.at += 3
  return Number.parseInt(hex.slice(1), 16)
}

/** Reads one character that is written as octets in hexadecimal. */
function scanEscapes(cursor: Cursor): string {
  const octets = [scanOctet(cursor)]
  const length = octetsOf(octets[0]!)
  if (length === 0) cursor.refuse('found an incorrect leading UTF-8 octet')
  while (octets.length < length) {
    const octet = scanOctet(cursor)
    if (octet >> 6 !== 2) cursor.refuse('found an incorrect trailing UTF-8 octet')
    octets.push(octet)
  }
  return decodeUtf8(Uint8Array.from(octets))
}

/** Reads a URI; it may be empty after the start of one, `head`. */
function scanURI(cursor: Cursor, head: string): string {
  const start = cursor.at
  let uri = head
  for (let unit = cursor.unit(); isNameUnit(unit) || uriUnits.has(unit); unit = cursor.unit()) {
    if (unit === percent) uri += scanEscapes(cursor)
    else {
      uri += cursor.text[cursor.at]
      cursor.at++
    }
  }
  if (cursor.at === start && head === '') cursor.refuse('did not find expected tag URI')
  return uri
}

function scanVerbatim(cursor: Cursor): WrittenTag {
  cursor.at += 2
  const suffix = scanURI(cursor, '')
  if (cursor.unit() !== 62) cursor.refuse("did not find the expected '>'")
  cursor.at++
  return { handle: '', suffix }
}

function scanShorthand(cursor: Cursor): WrittenTag {
  const handle = scanHandle(cursor, false)
  if (handle.length > 1 && handle.endsWith('!')) return { handle, suffix: scanURI(cursor, '') }
  const suffix = scanURI(cursor, handle).slice(1)
  return suffix === '' ? { handle: '', suffix: '!' } : { handle: '!', suffix }
}

/** Reads a tag. */
export function scanTag(cursor: Cursor): WrittenTag {
  const tag = cursor.unit(1) === 60 ? scanVerbatim(cursor) : scanShorthand(cursor)
  if (!isWordEnd(cursor.unit())) cursor.refuse('did not find expected whitespace or line break')
  return tag
}

/** Reads the rest of a `%TAG` directive after its name: a handle and its prefix. */
export function scanTagDirective(cursor: Cursor): WrittenTag {
  cursor.skipBlanks()
  const handle = scanHandle(cursor, true)
  if (!isBlank(cursor.unit())) cursor.refuse('did not find expected whitespace')
  cursor.skipBlanks()
  const suffix = scanURI(cursor, '')
  if (!isWordEnd(cursor.unit())) cursor.refuse('did not find expected whitespace or line break')
  return { handle, suffix }
}
