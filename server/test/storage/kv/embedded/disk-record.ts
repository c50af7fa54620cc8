/** What happened to a file, as `watch-disk.c` and `recorded-writer.ts` wrote it down. */
export type DiskRecord =
  /** `durable` where the write was synced when it ended. */
  | { readonly type: 'write'; readonly offset: number; readonly bytes: Uint8Array; readonly durable: boolean }
  | { readonly type: 'truncate'; readonly length: number }
  | { readonly type: 'sync-begins' }
  | { readonly type: 'synced' }
  | { readonly type: 'acknowledged'; readonly writer: number }

export function parseDiskRecords(log: Buffer): DiskRecord[] {
  const records: DiskRecord[] = []
  for (let at = 0; at < log.length; ) {
    const offset = Number(log.readBigUInt64LE(at + 1))
    const end = at + 13 + log.readUInt32LE(at + 9)
    records.push(recordOf(String.fromCharCode(log[at]!), offset, log.subarray(at + 13, end)))
    at = end
  }
  return records
}

function recordOf(letter: string, offset: number, bytes: Uint8Array): DiskRecord {
  switch (letter) {
    case 'W':
    case 'D':
      return { type: 'write', offset, bytes, durable: letter === 'D' }
    case 'T':
      return { type: 'truncate', length: offset }
    case 's':
      return { type: 'sync-begins' }
    case 'S':
      return { type: 'synced' }
    case 'A':
      return { type: 'acknowledged', writer: offset }
    default:
      throw new Error(`no record of the disk: ${letter}`)
  }
}

type Change = Extract<DiskRecord, { type: 'write' | 'truncate' }>
const sector = 512

/** What a disk holds of a file. */
export class DiskImage {
  #bytes = Buffer.alloc(0)

  get bytes(): Buffer {
    return this.#bytes
  }

  apply(change: Change): void {
    if (change.type === 'truncate') this.#resize(change.length)
    else this.#write(change.offset, change.bytes)
  }

  /** A write of which the disk has some sectors. */
  applyTorn({ offset, bytes }: Extract<Change, { type: 'write' }>, random: (below: number) => number): void {
    for (let start = 0; start < bytes.length; ) {
      const end = Math.min(bytes.length, start + sector - ((offset + start) % sector))
      if (random(2) === 0) this.#write(offset + start, bytes.subarray(start, end))
      start = end
    }
  }

  /** A write that ended at some byte. */
  applyStart({ offset, bytes }: Extract<Change, { type: 'write' }>, length: number): void {
    this.#write(offset, bytes.subarray(0, length))
  }

  #write(offset: number, bytes: Uint8Array): void {
    if (bytes.length === 0) return
    if (this.#bytes.length < offset + bytes.length) this.#resize(offset + bytes.length)
    this.#bytes.set(bytes, offset)
  }

  #resize(length: number): void {
    const bytes = Buffer.alloc(length)
    this.#bytes.copy(bytes)
    this.#bytes = bytes
  }
}

/**
 * What a disk may hold when power fails after the first `count` records: all that was synced; of the rest each write, some of
 * its sectors, or nothing; and of the write that was under way as many bytes as it liked.
 */
export function imageAfterPowerLoss(
  records: readonly DiskRecord[],
  count: number,
  random: (below: number) => number,
): Buffer {
  const image = new DiskImage()
  let pending: Change[] = []
  /** How many of the pending changes the sync under way covers. */
  let covered = 0
  for (const record of records.slice(0, count)) {
    if (record.type === 'sync-begins') covered = pending.length
    else if (record.type === 'synced') {
      for (const change of pending.slice(0, covered)) image.apply(change)
      pending = pending.slice(covered)
      covered = 0
    } else if (record.type === 'write' && record.durable) image.apply(record)
    else if (record.type !== 'acknowledged') pending.push(record)
  }
  for (const change of pending) {
    const fate = random(3)
    if (fate === 0) image.apply(change)
    else if (fate === 1 && change.type === 'write') image.applyTorn(change, random)
  }
  const next = records[count]
  if (next?.type === 'write') image.applyStart(next, random(next.bytes.length + 1))
  return image.bytes
}
