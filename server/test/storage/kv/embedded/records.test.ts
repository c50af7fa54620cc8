import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { EmbeddedKV } from '@apimachinery/server/storage/kv/embedded'
import { open } from 'lmdb'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { checkFile } from '../../../../src/storage/kv/embedded/check-file.js'
import { DiskSpace } from '../../../../src/storage/kv/embedded/disk-space.js'
import { encodeMeta, metaKey, plainForm } from '../../../../src/storage/kv/embedded/journal-records.js'
import { type File, LMDBJournal } from '../../../../src/storage/kv/embedded/lmdb-journal.js'
import { emptySnapshot } from '../../../../src/storage/kv/mvcc/mvcc-state.js'
import { writtenBy } from './damage.js'

const folder = mkdtempSync(join(tmpdir(), 'embedded-records-'))
let count = 0
let path: string
let file: string
beforeEach(() => {
  path = join(folder, String(++count))
  file = join(path, 'store.mdb')
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const put = (kv: EmbeddedKV, key: string, value: string) =>
  kv.txn({ compare: [], success: [{ type: 'put', key, value: Buffer.from(value) }] })

async function written(...entries: readonly (readonly [string, string])[]): Promise<void> {
  const kv = await EmbeddedKV.open({ path })
  for (const [key, value] of entries) await put(kv, key, value)
  await kv.close()
}

async function content(): Promise<Record<string, string>> {
  const kv = await EmbeddedKV.open({ path })
  const found = await writtenBy(kv)
  await kv.close()
  return Object.fromEntries(found)
}

/** Changes one byte of the only place where a text is. */
function change(text: string): void {
  const bytes = readFileSync(file)
  const at = bytes.lastIndexOf(text)
  expect(at).toBeGreaterThan(0)
  bytes[at + text.length - 1]! ^= 1
  writeFileSync(file, bytes)
}

const corrupt = (reason: RegExp) => ({ code: 'Corrupt', message: expect.stringMatching(reason) })

/** LMDB as earlier releases used it, with records that have no checksums. */
function earlierRelease(): { readonly lmdb: File; readonly journal: LMDBJournal } {
  mkdirSync(path, { recursive: true })
  const lmdb = open({ path: file, noSubdir: true, encoding: 'binary', keyEncoding: 'binary', eventTurnBatching: false })
  return { lmdb: lmdb as File, journal: new LMDBJournal(lmdb as File, new DiskSpace(path), plainForm) }
}

function revision(number: number, key: string, value: string) {
  const kv = { key, value: Buffer.from(value), createRevision: number, modRevision: number, version: 1 }
  return {
    type: 'revision',
    snapshot: { ...emptySnapshot(0), revision: number, events: [{ type: 'put', kv }] },
  } as const
}

describe('a file that is not as it was written', () => {
  it.each([0, 1, 27, 4096, 5000])(
    'is refused where only its first %i bytes are left, and stays as it is',
    async (length) => {
      await written(['/a', '1'])
      truncateSync(file, length)
      await expect(EmbeddedKV.open({ path })).rejects.toMatchObject(corrupt(/store\.mdb is damaged: .*--repair/))
      expect(statSync(file).size).toBe(length)
    },
  )

  it('says that it is empty', async () => {
    mkdirSync(path)
    writeFileSync(file, '')
    await expect(EmbeddedKV.open({ path })).rejects.toMatchObject(
      corrupt(/is damaged: it is empty; restore a backup, or/),
    )
  })

  it.each(['small-value', `large-value${'-'.repeat(20_000)}`])('is not served: %.11s', async (value) => {
    await written(['/a', 'other'], ['/b', value])
    change(value)
    checkFile(file)
    await expect(EmbeddedKV.open({ path })).rejects.toMatchObject(corrupt(/the record ".*\/b" has changed/))
  })

  it('is noticed in its keys as well', async () => {
    await written(['/registry/first', '1'], ['/registry/secon', '2'])
    change('/registry/secon')
    await expect(EmbeddedKV.open({ path })).rejects.toMatchObject(corrupt(/has changed/))
  })

  it('is noticed where the record of its owner has changed', async () => {
    await written(['/a', '1'])
    const { lmdb } = earlierRelease()
    await lmdb.put(metaKey('owner'), Buffer.from('{"pid":1,"socket":"/nowhere","sum":1}'))
    await lmdb.close()
    await expect(EmbeddedKV.open({ path })).rejects.toMatchObject(corrupt(/process that has the file/))
  })

  it('is noticed where a revision is gone', async () => {
    const { lmdb, journal } = earlierRelease()
    await journal.write([revision(2, '/a', '1'), revision(4, '/c', '3')])
    await lmdb.close()
    await expect(EmbeddedKV.open({ path })).rejects.toMatchObject(corrupt(/revision 3 is not complete/))
  })

  it('is in use, not damaged, while a living process writes it', async () => {
    const kv = await EmbeddedKV.open({ path })
    await put(kv, '/a', '1')
    truncateSync(join(path, 'store.mdb-lock'), statSync(join(path, 'store.mdb-lock')).size)
    const bytes = readFileSync(file)
    // As another process may see it between two writes.
    const other = Buffer.from(bytes).fill(0xff, 8192)
    writeFileSync(file, other)
    await expect(EmbeddedKV.open({ path })).rejects.toMatchObject({ code: 'Locked' })
    await expect(EmbeddedKV.repair({ path })).rejects.toMatchObject({ code: 'Locked' })
    writeFileSync(file, bytes)
    await kv.close()
    expect(await content()).toEqual({ '/a': '1' })
  })
})

describe('a new store', () => {
  it('has its name only once it is complete, and leaves nothing beside it', async () => {
    await written()
    expect(readdirSync(path).sort()).toEqual(['store.mdb', 'store.mdb-lock'])
    checkFile(file)
  })
})

describe('a store of an earlier release', () => {
  it('opens, and has checksums from then on', async () => {
    const { lmdb, journal } = earlierRelease()
    const lease = { id: '7', ttl: 1e6, expires: Date.now() + 1e9 }
    await journal.write([revision(2, '/a', 'one'), revision(3, '/b', 'two'), { type: 'lease-granted', lease }])
    await lmdb.close()
    expect(await content()).toEqual({ '/a': 'one', '/b': 'two' })
    const kv = await EmbeddedKV.open({ path })
    expect((await kv.status()).revision).toBe(3)
    expect((await kv.grantLease(1)).id).toBe('8')
    await kv.close()
    change('two')
    await expect(EmbeddedKV.open({ path })).rejects.toMatchObject(corrupt(/has changed/))
  })

  it('opens with what was compacted', async () => {
    const { lmdb, journal } = earlierRelease()
    await journal.write([revision(8, '/a', 'one')])
    await lmdb.put(metaKey('meta'), encodeMeta(8, plainForm))
    await lmdb.close()
    const kv = await EmbeddedKV.open({ path })
    await expect(kv.range({ key: '/a', revision: 7 })).rejects.toMatchObject({ code: 'Compacted' })
    await kv.close()
    expect(await content()).toEqual({ '/a': 'one' })
  })

  it('is not the one of a later release', async () => {
    const { lmdb } = earlierRelease()
    await lmdb.put(metaKey('meta'), Buffer.from('{"format":3,"compactRevision":1}'))
    await lmdb.close()
    await expect(EmbeddedKV.open({ path })).rejects.toMatchObject(corrupt(/the file has format 3, not 1 or 2/))
  })
})

describe('a repair', () => {
  it('keeps what is whole, names what is not, and keeps the file as it was', async () => {
    await written(['/a', 'first'], ['/b', 'second'], ['/c', 'third'], ['/b', 'changed'])
    change('third')
    const before = readFileSync(file)
    const report = await EmbeddedKV.repair({ path })
    expect(report).toMatchObject({ kept: 2, damaged: [{ key: '/c', revision: 4 }], incomplete: false })
    expect(readFileSync(report.original).equals(before)).toBe(true)
    expect(await content()).toEqual({ '/a': 'first', '/b': 'changed' })
    const kv = await EmbeddedKV.open({ path })
    expect((await kv.status()).revision).toBe(report.revision)
    // Who has seen more than is left must begin anew.
    await expect(kv.range({ key: '/a', revision: 5 })).rejects.toMatchObject({ code: 'Compacted' })
    await kv.close()
  })

  it('keeps an earlier state, and says so', async () => {
    await written(['/a', 'first'], ['/a', 'second'])
    change('second')
    const { damaged } = await EmbeddedKV.repair({ path })
    expect(damaged).toEqual([{ key: '/a', revision: 3, kept: 2 }])
    expect(await content()).toEqual({ '/a': 'first' })
  })

  it('finds records whose index is gone', async () => {
    const entries = Array.from({ length: 200 }, (_, index) => [`/key/${index}`, `${index} ${'x'.repeat(300)}`] as const)
    await written(...entries)
    const bytes = readFileSync(file)
    for (let at = 2 * 4096; at < bytes.length; at += 4096) if (bytes[at + 18] === 1) bytes.fill(0, at, at + 4096)
    writeFileSync(file, bytes)
    await expect(EmbeddedKV.open({ path })).rejects.toMatchObject(corrupt(/is not what it was/))
    expect(await EmbeddedKV.repair({ path })).toMatchObject({ kept: 200, incomplete: true })
    expect(await content()).toEqual(Object.fromEntries(entries))
  })

  it('does not bring deleted keys back', async () => {
    const kv = await EmbeddedKV.open({ path, history: { revisions: 1 } })
    for (let round = 0; round < 30; round++) {
      await put(kv, `/${round}`, 'x'.repeat(500))
      if (round % 2 === 0) await kv.txn({ compare: [], success: [{ type: 'delete', key: `/${round}` }] })
    }
    await put(kv, '/last', 'last-value')
    await kv.close()
    change('last-value')
    const { kept } = await EmbeddedKV.repair({ path })
    expect(kept).toBe(15)
  })

  it('needs a store, and something that is left of it', async () => {
    await expect(EmbeddedKV.repair({ path })).rejects.toMatchObject({ code: 'InvalidArgument' })
    mkdirSync(path)
    writeFileSync(file, Buffer.alloc(20_000))
    await expect(EmbeddedKV.repair({ path })).rejects.toMatchObject(corrupt(/no record of .* is whole/))
    expect(existsSync(file)).toBe(true)
  })
})
