import { maxInt64 } from '../../../internal/int64.js'
import { TextReader } from '../../../internal/text-reader.js'
import { tryDecodeUtf8 } from '../../../internal/utf8.js'
import { CBORError } from './cbor-error.js'
import { halfValue } from './half-float.js'

/** Limits of Kubernetes' decoder. */
export const maxNesting = 10_000
const maxArrayElements = 2_147_483_647
const maxMapPairs = 2_097_152

const itemNames = [
  'positive integer',
  'negative integer',
  'byte string',
  'UTF-8 text string',
  'array',
  'map',
  'tag',
  'primitives',
] as const

/** Major types, as {@link CBORReader.major} returns them. */
export const Item = { positive: 0, negative: 1, bytes: 2, text: 3, array: 4, map: 5, tag: 6, simple: 7 } as const

/** Additional information of an item of indefinite length. */
const indefinite = 31
/** Ends an item of indefinite length. */
const breakCode = 0xff
const nullByte = 0xf6
const maxSafe = Number.MAX_SAFE_INTEGER

/**
 * Reads the heads of CBOR data items and checks what a data item may be: what is reserved, not a number, infinite, a
 * bignum, too deep or cut off is refused.
 */
export class CBORReader extends TextReader {
  pos = 0
  /** Major type of the head read last. */
  major = 0
  /** Additional information of the head read last. */
  info = 0
  /** Argument of the head read last; only an approximation when {@link big} is set. */
  argument = 0
  /** Argument of the head read last when it is larger than 2^53−1. */
  big: bigint | undefined
  /** How many arrays and maps are open. */
  depth = 0

  fail(message: string): CBORError {
    return new CBORError('CBORDecode', message, { offset: this.pos })
  }

  /** Name of the item that comes next, as Go's messages have it. */
  nextName(): string {
    return itemNames[this.next() >> 5]!
  }

  /** Name of the item that starts at an offset within the bytes. */
  nameAt(offset: number): string {
    return itemNames[this.bytes[offset]! >> 5]!
  }

  /** The initial byte of what comes next, without reading it. */
  next(): number {
    const byte = this.bytes[this.pos]
    if (byte === undefined) throw this.fail(this.pos === 0 ? 'EOF' : 'unexpected EOF')
    return byte
  }

  /** Skips the given bytes if they come next. */
  passes(expected: Uint8Array): boolean {
    const { bytes, pos } = this
    const { length } = expected
    for (let i = 0; i < length; i++) if (bytes[pos + i] !== expected[i]) return false
    this.pos = pos + length
    return true
  }

  /** Reads the head of a data item. */
  head(): void {
    const byte = this.next()
    this.pos++
    this.major = byte >> 5
    this.info = byte & 31
    this.big = undefined
    if (this.info < 24) this.argument = this.info
    else this.longHead()
  }

  private longHead(): void {
    const { info, major } = this
    if (info === indefinite) {
      this.indefiniteHead()
      return
    }
    if (info > 27) throw this.fail(`cbor: invalid additional information ${info} for type ${itemNames[major]}`)
    const width = 1 << (info - 24)
    const at = this.pos
    if (at + width > this.bytes.length) throw this.fail('unexpected EOF')
    this.pos += width
    if (major === Item.simple) this.simpleHead(at)
    else this.wideArgument(at)
  }

  private wideArgument(at: number): void {
    const { info, view } = this
    if (info === 24) this.argument = view.getUint8(at)
    else if (info === 25) this.argument = view.getUint16(at)
    else if (info === 26) this.argument = view.getUint32(at)
    else {
      this.argument = view.getUint32(at) * 0x1_0000_0000 + view.getUint32(at + 4)
      if (this.argument > maxSafe) this.big = view.getBigUint64(at)
    }
  }

  private indefiniteHead(): void {
    const { major } = this
    if (major === Item.simple) throw this.fail('cbor: unexpected "break" code')
    if (major < Item.bytes || major === Item.tag) {
      throw this.fail(`cbor: invalid additional information 31 for type ${itemNames[major]}`)
    }
    this.argument = Number.POSITIVE_INFINITY
  }

  /** Reads the rest of a float, or of a simple value of two bytes. */
  private simpleHead(at: number): void {
    if (this.info === 24) {
      this.argument = this.bytes[at]!
      if (this.argument < 32) {
        throw this.fail(`cbor: invalid simple value ${this.argument} for type ${itemNames[Item.simple]}`)
      }
      return
    }
    if (this.info === 25) this.argument = halfValue(this.view.getUint16(at))
    else this.argument = this.info === 26 ? this.view.getFloat32(at) : this.view.getFloat64(at)
    if (Number.isNaN(this.argument)) throw this.unacceptable('primitives', 'floating-point NaN')
    if (!Number.isFinite(this.argument)) throw this.unacceptable('primitives', 'floating-point infinity')
  }

  unacceptable(item: string, what: string): CBORError {
    return this.fail(`cbor: data item of cbor type ${item} is not accepted by protocol: ${what}`)
  }

  /** After the head of an array or map: how many items follow, infinity up to a break. Counts the nesting. */
  enter(): number {
    if (++this.depth > maxNesting) throw this.fail(`cbor: exceeded max nested level ${maxNesting}`)
    const isMap = this.major === Item.map
    if (this.info === indefinite) return Number.POSITIVE_INFINITY
    if (this.big !== undefined && this.big > maxInt64) {
      throw this.fail(`cbor: ${itemNames[this.major]} length ${this.big} is too large, it would cause integer overflow`)
    }
    if (isMap && this.argument > maxMapPairs) {
      throw this.fail(`cbor: exceeded max number of key-value pairs ${maxMapPairs} for CBOR map`)
    }
    if (!isMap && this.argument > maxArrayElements) {
      throw this.fail(`cbor: exceeded max number of elements ${maxArrayElements} for CBOR array`)
    }
    return this.argument
  }

  leave(): void {
    this.depth--
  }

  /** Reports whether an array or map of `count` has no further item after `read` of them; reads the break. */
  done(read: number, count: number): boolean {
    if (count !== Number.POSITIVE_INFINITY) return read >= count
    if (this.next() !== breakCode) return false
    this.pos++
    return true
  }

  /** After the head of a byte or text string: its content as text. Text has to be UTF-8, bytes may be anything. */
  string(): string {
    if (this.info === indefinite) return this.chunks()
    const start = this.pos
    this.pos = this.stringEnd()
    if (this.major !== Item.text) return this.text(start, this.pos)
    const text = tryDecodeUtf8(this.bytes.subarray(start, this.pos))
    if (text === undefined) throw this.fail('cbor: invalid UTF-8 string')
    return text
  }

  /** After the head of a byte string: its content. */
  byteString(): Uint8Array {
    if (this.info === indefinite) return this.byteChunks()
    const start = this.pos
    this.pos = this.stringEnd()
    return this.bytes.subarray(start, this.pos)
  }

  private skipString(): void {
    this.pos = this.stringEnd()
  }

  private stringEnd(): number {
    if (this.argument > this.bytes.length - this.pos) throw this.fail('unexpected EOF')
    return this.pos + this.argument
  }

  /** Reads chunks up to the break; text has to be UTF-8 chunk by chunk. */
  private chunks(): string {
    const { major } = this
    if (major === Item.text) {
      const parts: string[] = []
      this.eachChunk(major, () => parts.push(this.string()))
      return parts.join('')
    }
    const bytes = this.byteChunks()
    return new TextReader(bytes).text(0, bytes.length)
  }

  private byteChunks(): Uint8Array {
    const bytes: number[] = []
    this.eachChunk(Item.bytes, () => {
      for (const byte of this.byteString()) bytes.push(byte)
    })
    return Uint8Array.from(bytes)
  }

  private eachChunk(major: number, read: () => void): void {
    while (!this.done(0, Number.POSITIVE_INFINITY)) {
      const byte = this.next()
      if (byte >> 5 !== major) {
        const name = itemNames[major]
        throw this.fail(`cbor: wrong element type ${this.nextName()} for indefinite-length ${name}`)
      }
      if ((byte & 31) === indefinite) {
        throw this.fail(`cbor: indefinite-length ${itemNames[major]} chunk is not definite-length`)
      }
      this.head()
      read()
    }
  }

  /** Reports whether the data item that was read from an offset on is null, in tags or not. */
  wasNull(start: number): boolean {
    const { bytes } = this
    if (bytes[this.pos - 1] !== nullByte) return false
    let at = start
    for (; bytes[at]! >> 5 === Item.tag; at++) {
      const info = bytes[at]! & 31
      if (info >= 24) at += 1 << (info - 24)
    }
    return bytes[at] === nullByte
  }

  /** Restores an earlier position and depth of the reader. */
  rewind(pos: number, depth: number): void {
    this.pos = pos
    this.depth = depth
  }

  /** Passes over a data item, however deep it nests, and checks that it is well-formed. */
  skip(): void {
    if (!this.skipOne()) return
    const open = [this.open()]
    for (let innermost = open.at(-1); innermost !== undefined; innermost = open.at(-1)) {
      if (!innermost.atValue && this.done(innermost.read, innermost.count)) {
        this.leave()
        open.pop()
        continue
      }
      if (innermost.isMap && !innermost.atValue) innermost.atValue = true
      else {
        innermost.atValue = false
        innermost.read++
      }
      if (this.skipOne()) open.push(this.open())
    }
  }

  private open(): { readonly isMap: boolean; readonly count: number; read: number; atValue: boolean } {
    return { isMap: this.major === Item.map, count: this.enter(), read: 0, atValue: false }
  }

  /** Passes over a data item, of an array or map its head only. Reports whether it is one. */
  private skipOne(): boolean {
    this.head()
    for (; this.major === Item.tag; this.head()) this.refuseBignum()
    if (this.major === Item.array || this.major === Item.map) return true
    if (this.major === Item.bytes || this.major === Item.text) {
      if (this.info === indefinite) this.eachChunk(this.major, () => this.skipString())
      else this.skipString()
    }
    return false
  }

  /** After the head of a tag. */
  refuseBignum(): void {
    if (this.argument === 2 || this.argument === 3) throw this.unacceptable('tag', 'bignum')
  }

  /** Fails when anything follows. */
  end(): void {
    const rest = this.bytes.length - this.pos
    if (rest > 0) throw this.fail(`cbor: ${rest} bytes of extraneous data starting at index ${this.pos}`)
  }
}
