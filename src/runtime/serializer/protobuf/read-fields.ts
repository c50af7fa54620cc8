import { keepOne } from '../../../internal/keep-one.js'
import { longestShared, StringTable } from '../../../internal/string-table.js'
import type { JSONObject } from '../../../json/json-value.js'
import { plainObjectFactory } from './plain-object.js'
import { WireReader } from './wire-reader.js'

/** `FieldsV1` nests as deep as the fields of an object. */
const maxDepth = 100

const quote = 0x22
const comma = 0x2c
const colon = 0x3a
const backslash = 0x5c
const openBrace = 0x7b
const closeBrace = 0x7d

/** Keys with escapes in them, by their bytes. */
let escapedKeys: StringTable | undefined
let leaf: (new () => JSONObject) | undefined
let branch: (new () => JSONObject) | undefined

/**
 * Reads the JSON text of a `FieldsV1` as API servers write it: objects in objects, the innermost empty, no white space.
 * Half of the bytes of a list may be such text, and most of its keys repeat. Returns `undefined` for any other text, which
 * is then for the general parser; nothing that is read here would be written back in another form.
 */
export function readFields(wire: WireReader, start: number, stop: number): JSONObject | undefined {
  keepOne(FieldsReader, () => new FieldsReader(new WireReader(new Uint8Array()), 0))
  const reader = new FieldsReader(wire, start)
  const fields = reader.object(0)
  return reader.pos === stop ? fields : undefined
}

class FieldsReader {
  readonly wire: WireReader
  private readonly bytes: Uint8Array
  private readonly leaf: new () => JSONObject
  private readonly branch: new () => JSONObject
  pos: number

  constructor(wire: WireReader, start: number) {
    this.wire = wire
    this.bytes = wire.bytes
    this.pos = start
    leaf ??= plainObjectFactory()
    branch ??= plainObjectFactory()
    this.leaf = leaf
    this.branch = branch
  }

  object(depth: number): JSONObject | undefined {
    const { bytes } = this
    if (bytes[this.pos] !== openBrace || depth > maxDepth) return undefined
    if (bytes[++this.pos] === closeBrace) {
      this.pos++
      return new this.leaf()
    }
    const fields = new this.branch()
    for (;;) {
      const key = this.key()
      if (key === undefined || fields[key] !== undefined) return undefined
      const value = this.object(depth + 1)
      if (value === undefined) return undefined
      fields[key] = value
      const next = bytes[this.pos++]
      if (next === closeBrace) return fields
      if (next !== comma) return undefined
    }
  }

  /** Reads a key and the colon behind it. */
  private key(): string | undefined {
    const { bytes } = this
    if (bytes[this.pos] !== quote) return undefined
    const start = this.pos + 1
    let escaped = false
    let at = start
    for (let byte = bytes[at] as number; byte !== quote; byte = bytes[++at] as number) {
      if (byte === backslash) {
        escaped = true
        byte = bytes[++at] as number
        if (byte !== quote && byte !== backslash) return undefined
      }
      if (!(byte >= 0x20 && byte < 0x7f)) return undefined
    }
    this.pos = at + 2
    if (bytes[at + 1] !== colon || !isOrdinary(bytes[start] as number)) return undefined
    return escaped ? this.escapedKey(start, at) : this.wire.text(start, at)
  }

  private escapedKey(start: number, stop: number): string {
    const bytes = this.wire.view
    if (stop - start > longestShared) return this.unescaped(start, stop)
    escapedKeys ??= new StringTable()
    const hash = escapedKeys.hash(bytes, start, stop - start)
    const known = escapedKeys.find(hash, bytes, start)
    if (known !== undefined) return known
    const key = this.unescaped(start, stop)
    escapedKeys.offer({ hash, bytes, start }, key)
    return key
  }

  private unescaped(start: number, stop: number): string {
    return this.wire.longText(start, stop).replace(/\\(.)/g, '$1')
  }
}

/** Keys that begin otherwise may be numbers, which JavaScript reorders, or names that objects inherit. */
function isOrdinary(first: number): boolean {
  return first === 0x2e || (first >= 0x61 && first <= 0x7a)
}
