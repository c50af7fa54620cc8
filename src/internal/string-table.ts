/** Strings up to this many bytes are looked up before they are made. */
export const longestShared = 64
const slots = 4096
/** Bits that hold any length up to {@link longestShared}. */
const lengthBits = 127

/** Position of the bytes of a string, with their {@link StringTable.hash}. */
export interface BytesWithHash {
  readonly hash: number
  readonly bytes: DataView
  readonly start: number
}

/**
 * ASCII strings read before, found by their bytes. API objects repeat the same few thousand short strings; finding one
 * is much cheaper than making it, and equal strings then share memory. A string gets its place when it is met for the
 * second time: those that are met once, such as names and UIDs, then do not drive out the others.
 */
export class StringTable {
  private readonly strings: string[] = new Array<string>(slots).fill('')
  /** Hash of the string in a slot. */
  private readonly hashes: Int32Array = new Int32Array(slots)
  /** Hash of the string that was met last and had no place. */
  private readonly met: Int32Array = new Int32Array(slots)
  private readonly bytes: DataView = new DataView(new ArrayBuffer(slots * longestShared))

  /**
   * A number for `length` bytes from `start` on, of which a few are looked at: 1 to {@link longestShared} bytes. Its lowest
   * bits are the length.
   */
  hash(bytes: DataView, start: number, length: number): number {
    const end = start + length
    let hash = Math.imul(length, 0x9e3779b1)
    if (length < 4) {
      hash ^= (bytes.getUint8(start) << 16) ^ (bytes.getUint8(end - 1) << 8) ^ bytes.getUint8(start + (length >> 1))
    } else {
      hash ^= bytes.getInt32(start)
      hash = Math.imul(hash ^ (hash >>> 15), 0x85ebca6b) ^ bytes.getInt32(end - 4)
      hash = Math.imul(hash ^ (hash >>> 13), 0x85ebca6b) ^ bytes.getInt32(start + ((length - 4) >> 1))
    }
    hash = Math.imul(hash ^ (hash >>> 15), 0xc2b2ae35)
    return ((hash ^ (hash >>> 16)) & ~lengthBits) | length
  }

  /** The string whose bytes are at `start`, if the table has it. */
  find(hash: number, bytes: DataView, start: number): string | undefined {
    const slot = slotOf(hash)
    if (this.hashes[slot] !== hash) return undefined
    const length = hash & lengthBits
    const known = this.bytes
    const base = slot * longestShared
    let i = 0
    for (; i + 4 <= length; i += 4) if (known.getInt32(base + i) !== bytes.getInt32(start + i)) return undefined
    for (; i < length; i++) if (known.getUint8(base + i) !== bytes.getUint8(start + i)) return undefined
    return this.strings[slot]
  }

  /** Stores the text of ASCII bytes, if it was the last one that missed in its slot. */
  offer({ hash, bytes, start }: BytesWithHash, text: string): void {
    const slot = slotOf(hash)
    if (this.met[slot] !== hash) {
      this.met[slot] = hash
      return
    }
    this.hashes[slot] = hash
    this.strings[slot] = text
    const length = hash & lengthBits
    for (let i = 0; i < length; i++) this.bytes.setUint8(slot * longestShared + i, bytes.getUint8(start + i))
  }
}

function slotOf(hash: number): number {
  return (hash >>> 7) & (slots - 1)
}

let shared: StringTable | undefined

/** The table of this copy of the library: bounded, and empty until the first message is read. */
export function sharedStrings(): StringTable {
  shared ??= new StringTable()
  return shared
}
