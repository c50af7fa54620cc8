import { mkdtempSync, rmSync, type StatsFs } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { open } from 'lmdb'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { DiskSpace } from '../../../../src/storage/kv/embedded/disk-space.js'
import { eventRange } from '../../../../src/storage/kv/embedded/journal-records.js'
import { type File, LMDBJournal } from '../../../../src/storage/kv/embedded/lmdb-journal.js'
import type { KeyValue } from '../../../../src/storage/kv/kv.js'
import { emptySnapshot, type Snapshot } from '../../../../src/storage/kv/mvcc/mvcc-state.js'

const disk = (bavail: number, blocks = 1_000_000) =>
  new DiskSpace('/folder', () => ({ blocks, bavail, bsize: 4096 }) as StatsFs)

describe('the space of a disk', () => {
  it('is enough for what leaves a reserve', () => {
    expect(() => disk(1_200).require(100_000)).not.toThrow()
  })

  it('is refused to additions that reach into the reserve, in the words of the system', () => {
    const refused = expect(() => disk(1_000).require(1))
    refused.toThrow(
      expect.objectContaining({
        code: 'QuotaExceeded',
        message: 'the file cannot be written: No space left on device: 4096000 bytes are free, 4194306 are needed',
      }),
    )
  })

  it('lets removals have the reserve, but not the last of it', () => {
    expect(() => disk(64).require(0)).not.toThrow()
    expect(() => disk(63).require(0)).toThrow(/No space left on device/)
  })

  it('counts as enough where the file system does not report it', () => {
    expect(disk(0, 0).require(1_000_000)).toBe(Number.POSITIVE_INFINITY)
  })

  it('lets as many records be removed as have room for their pages', () => {
    expect(disk(64).require(0)).toBe(0)
    expect(disk(64 + 40).require(0)).toBe(10)
    expect(disk(1_200).require(4096)).toBe(Math.floor((1_200 - 64 - 2) / 4))
  })
})

/** A revision that replaces the one before, as all after the second. */
function revisionOf(revision: number): Snapshot {
  const at = (modRevision: number): KeyValue => {
    return { key: '/key', value: Buffer.from('value'), createRevision: 2, modRevision, version: modRevision - 1 }
  }
  const previous = revision > 2 ? { previous: at(revision - 1) } : {}
  return { ...emptySnapshot(0), revision, events: [{ type: 'put', kv: at(revision), ...previous }] }
}

describe('a journal on a disk that is nearly full', () => {
  let folder: string
  let file: File
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'journal-'))
    const path = join(folder, 'store.mdb')
    file = open({ path, noSubdir: true, encoding: 'binary', keyEncoding: 'binary', eventTurnBatching: false }) as File
  })
  afterEach(async () => {
    await file.close()
    rmSync(folder, { recursive: true })
  })

  it('removes compacted records in portions, with the writes that follow', async () => {
    let pages = 100_000
    const space = new DiskSpace(folder, () => ({ blocks: 1, bavail: pages, bsize: 4096 }) as StatsFs)
    const journal = new LMDBJournal(file, space)
    const revisions = Array.from({ length: 30 }, (_, index) => revisionOf(index + 2))
    await journal.write(revisions.map((snapshot) => ({ type: 'revision', snapshot })))
    const left = (): number => file.getKeysCount({ ...eventRange })
    expect(left()).toBe(30)

    pages = 64 + 4 * 4
    const oldest = revisionOf(31)
    await journal.write([{ type: 'compacted', oldest, gone: revisions.slice(0, -1) }])
    expect(left()).toBe(26)
    await journal.write([{ type: 'lease-ended', id: 'none' }])
    expect(left()).toBe(22)

    pages = 100_000
    await journal.write([{ type: 'lease-ended', id: 'none' }])
    expect(left()).toBe(1)
  })
})
