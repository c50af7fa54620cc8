/** Strings up to this many bytes are looked up before they are made. */
export const longestShared = 64
const slots = 4096

/**
 * ASCII strings read before, found by their bytes. API objects repeat the same few thousand short strings; finding one
 * is much cheaper than making it, and equal strings then share memory. Each slot remembers the string it saw last.
 */
export class StringTable {
  private readonly strings: string[] = new Array<string>(slots).fill('')
  private readonly lengths: Uint8Array = new Uint8Array(slots)
  private readonly bytes: Uint8Array = new Uint8Array(slots * longestShared)

  /** A slot for the bytes from `start` to `end`, of which a few are looked at. There is at least one byte. */
  slot(bytes: Uint8Array, start: number, end: number): number {
    const length = end - start
    const first = (bytes[start] as number) << 16
    const last = (bytes[end - 1] as number) << 8
    const middle = bytes[start + (length >> 1)] as number
    const early = (bytes[start + (length >> 2)] as number) << 24
    const late = (bytes[end - 1 - (length >> 2)] as number) << 4
    const thirdLast = length < 3 ? 0 : (bytes[end - 3] as number) << 11
    let hash = Math.imul(length, 0x9e3779b1) ^ first ^ last ^ middle
    hash = Math.imul(hash ^ early, 0x85ebca6b) ^ late ^ thirdLast
    return (Math.imul(hash, 0xc2b2ae35) >>> 17) & (slots - 1)
  }

  /** How many bytes the string in `slot` has. */
  lengthAt(slot: number): number {
    return this.lengths[slot] as number
  }

  /** The string in `slot` when its bytes stand at `start`; the caller has compared the length. */
  find(slot: number, bytes: Uint8Array, start: number): string | undefined {
    const length = this.lengths[slot] as number
    const base = slot * longestShared
    for (let i = 0; i < length; i++) if (this.bytes[base + i] !== bytes[start + i]) return undefined
    return this.strings[slot]
  }

  /** Puts `text`, which stands for the ASCII `bytes`, into `slot`. */
  keep(slot: number, bytes: Uint8Array, text: string): void {
    this.lengths[slot] = bytes.length
    this.strings[slot] = text
    this.bytes.set(bytes, slot * longestShared)
  }
}

let shared: StringTable | undefined

/** The table of this copy of the library: bounded, and empty until the first message is read. */
export function sharedStrings(): StringTable {
  shared ??= new StringTable()
  return shared
}
