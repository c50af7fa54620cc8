import { BackwardWriter, roomFor } from '../../../internal/backward-writer.js'

/** Longest varint. */
const varintRoom = 10
const quote = 0x22
const backslash = 0x5c

/** Writes protobuf's wire format from the end to the beginning, as gogo does. */
export class WireWriter extends BackwardWriter {
  /** Writes an unsigned integer below 2^53. */
  varint(value: number): void {
    if (value < 128) {
      this.room(1)
      this.buffer[--this.pos] = value
      return
    }
    this.room(varintRoom)
    const { buffer } = this
    const start = this.pos - sizeOf(value)
    let at = start
    let rest = value
    for (; rest >= 0x8000_0000; rest = Math.floor(rest / 128)) buffer[at++] = (rest & 127) | 128
    for (; rest > 127; rest >>>= 7) buffer[at++] = rest | 128
    buffer[at] = rest
    this.pos = start
  }

  /** Writes a signed integer; negative ones take ten bytes. */
  integer(value: number | bigint): void {
    if (typeof value === 'number' && value >= 0) this.varint(value)
    else this.bigVarint(BigInt.asUintN(64, BigInt(value)))
  }

  private bigVarint(value: bigint): void {
    const bytes: number[] = []
    let rest = value
    for (; rest > 127n; rest >>= 7n) bytes.push(Number(rest & 127n) | 128)
    bytes.push(Number(rest))
    this.bytes(bytes)
  }

  /** Writes four bytes. */
  float(value: number): void {
    this.room(4)
    this.pos -= 4
    new DataView(this.buffer.buffer).setFloat32(this.pos, value, true)
  }

  /** Writes eight bytes. */
  double(value: number): void {
    this.room(8)
    this.pos -= 8
    new DataView(this.buffer.buffer).setFloat64(this.pos, value, true)
  }

  /** Writes text and, before it, its length in bytes. */
  string(text: string): void {
    this.varint(this.text(text))
  }

  /** Writes ASCII text as JSON has it; false, with less than all of it written, for text that JSON escapes otherwise. */
  quoted(text: string): boolean {
    this.room(text.length * 2 + 2)
    const { buffer } = this
    let at = this.pos
    buffer[--at] = quote
    for (let i = text.length - 1; i >= 0; i--) {
      const unit = text.charCodeAt(i)
      if (unit < 0x20 || unit > 0x7e) return false
      buffer[--at] = unit
      if (unit === quote || unit === backslash) buffer[--at] = backslash
    }
    buffer[--at] = quote
    this.pos = at
    return true
  }
}

/** A buffer for the next message, unless memory is needed before. */
let spare: WeakRef<WireWriter> | undefined
/** How long the last one was. */
let lastLength = 0

/** The bytes that `write` writes. */
export function written(write: (writer: WireWriter) => void): Uint8Array {
  const writer = spare?.deref() ?? new WireWriter(roomFor(lastLength))
  spare = undefined
  write(writer)
  const bytes = writer.finish()
  lastLength = bytes.length
  writer.reset()
  spare = new WeakRef(writer)
  return bytes
}

function sizeOf(value: number): number {
  if (value < 0x4000) return 2
  if (value < 0x20_0000) return 3
  if (value < 0x1000_0000) return 4
  if (value < 0x8_0000_0000) return 5
  if (value < 0x400_0000_0000) return 6
  return value < 0x2_0000_0000_0000 ? 7 : 8
}
