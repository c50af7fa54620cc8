import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { EmbeddedKV } from '@apimachinery/server/storage/kv/embedded'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { randomFrom } from '../../random.js'
import { DiskImage, type DiskRecord, imageAfterPowerLoss, parseDiskRecords } from './disk-record.js'
import { canWatchDisk, Programs } from './programs.js'
import { after, contentOf, sorted, writers } from './steps.js'

/** `npm run soak:storage` loses power more often. */
const losses = Number(process.env.POWER_LOSSES ?? 60)
const steps = 40

describe.runIf(canWatchDisk)('the embedded store and its disk', () => {
  const folder = mkdtempSync(join(tmpdir(), 'embedded-disk-'))
  let programs: Programs
  let library: string
  let writing: ReturnType<typeof recorded>
  beforeAll(async () => {
    programs = await Programs.build('recorded-writer', 'slow-disk', 'full')
    library = programs.diskWatcher()
    writing = recorded()
  })
  afterAll(() => {
    programs?.remove()
    rmSync(folder, { recursive: true, force: true })
  })

  function run(name: string, args: string[], environment: NodeJS.ProcessEnv): string {
    const env = { ...process.env, ...environment, LD_PRELOAD: library }
    const { stdout, stderr, status } = spawnSync(process.execPath, [programs.path(name), ...args], {
      encoding: 'utf8',
      env,
    })
    expect(status, stderr).toBe(0)
    return stdout
  }

  function recorded(): { records: DiskRecord[]; file: Buffer } {
    const path = join(folder, 'recorded')
    const log = join(folder, 'recorded.log')
    run('recorded-writer', [path, String(steps)], { DISK_LOG: log })
    return { records: parseDiskRecords(readFileSync(log)), file: readFileSync(join(path, 'store.mdb')) }
  }

  /** Opens what a disk held, and gives for each writer how many of its first steps are there. */
  async function survivors(image: Buffer, name: string): Promise<number[]> {
    const path = join(folder, name)
    mkdirSync(path)
    writeFileSync(join(path, 'store.mdb'), image)
    const kv = await EmbeddedKV.open({ path })
    try {
      const counts: number[] = []
      for (let writer = 0; writer < writers; writer++) {
        const found = JSON.stringify(sorted(await contentOf(kv, writer)))
        counts.push(possible[writer]!.lastIndexOf(found))
      }
      await kv.txn({ compare: [], success: [{ type: 'put', key: '/goes-on', value: new Uint8Array(1) }] })
      return counts
    } finally {
      await kv.close()
      rmSync(path, { recursive: true, force: true })
    }
  }

  /** For each writer what its keys are after 0, 1, … steps. */
  const possible = Array.from({ length: writers }, (_, writer) =>
    Array.from({ length: steps + 1 }, (_, count) =>
      JSON.stringify(sorted(after(new Map(), { writer, round: '0', count }))),
    ),
  )

  it('are recorded whole', () => {
    const { records, file } = writing
    const image = new DiskImage()
    for (const record of records) if (record.type === 'write' || record.type === 'truncate') image.apply(record)
    // The file is longer by the room that LMDB has taken in advance, if at all.
    expect(file.subarray(0, image.bytes.length).equals(image.bytes)).toBe(true)
    expect(file.subarray(image.bytes.length).every((byte) => byte === 0)).toBe(true)
    expect(records.filter(({ type }) => type === 'acknowledged').length).toBe(writers * steps)
  })

  it(`lose nothing that was acknowledged when power fails, at ${losses} moments`, {
    timeout: 60_000 + losses * 1000,
  }, async () => {
    const { records } = writing
    const random = randomFrom(17)
    const opened = records.findIndex(({ type }) => type === 'synced') + 1
    for (let loss = 0; loss < losses; loss++) {
      const count = opened + random(records.length - opened)
      const acknowledged = Array.from({ length: writers }, () => 0)
      for (const record of records.slice(0, count)) if (record.type === 'acknowledged') acknowledged[record.writer]!++
      const counts = await survivors(imageAfterPowerLoss(records, count, random), `loss-${loss}`)
      for (const [writer, found] of counts.entries()) {
        expect(found, `writer ${writer} after ${count} records`).toBeGreaterThanOrEqual(acknowledged[writer]!)
        expect(found).toBeLessThanOrEqual(acknowledged[writer]! + 1)
      }
    }
  })

  it('let other work go on while a write is synced', () => {
    const milliseconds = 400
    const environment = { DISK_SYNC_MILLISECONDS: String(milliseconds) }
    const outcome = JSON.parse(run('slow-disk', [join(folder, 'slow')], environment))
    expect(outcome.milliseconds).toBeGreaterThanOrEqual(milliseconds)
    expect(outcome.turns).toBeGreaterThan(3)
  })

  it('that is full fail writes, and nothing else', () => {
    const outcome = JSON.parse(run('full', [mkdtempSync(join(folder, 'full-'))], { DISK_BYTES: '12000000' }))
    const { written, count, code, message, deletions } = outcome
    expect(written).toBeGreaterThan(5)
    expect(count).toBe(written)
    expect(code).toBe('QuotaExceeded')
    expect(message).toMatch(/^the file cannot be written: No space left on device/)
    expect(deletions).toEqual(Array(5).fill('deleted'))
  })
})
