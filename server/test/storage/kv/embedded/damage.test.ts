import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { EmbeddedKV } from '@apimachinery/server/storage/kv/embedded'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { fillSample, writtenBy } from './damage.js'
import { Programs } from './programs.js'

/** `npm run soak:storage` damages more files. */
const accidents = Number(process.env.ACCIDENTS ?? 90)
const perProcess = 45

describe('a file that was damaged', () => {
  const folder = mkdtempSync(join(tmpdir(), 'embedded-damage-'))
  const sample = join(folder, 'sample')
  let programs: Programs
  beforeAll(async () => {
    programs = await Programs.build('damage-program')
    const kv = await EmbeddedKV.open({ path: sample, history: { revisions: 40 } })
    await fillSample(kv)
    const content = await writtenBy(kv)
    await kv.close()
    writeFileSync(join(sample, 'content.json'), JSON.stringify([...content]))
  })
  afterAll(() => {
    programs?.remove()
    rmSync(folder, { recursive: true, force: true })
  })

  it(`never ends the process, nor is anything wrong served, in ${accidents} accidents`, {
    timeout: 30_000 + accidents * 500,
  }, () => {
    const outcomes = new Map<string, number>()
    for (let first = 0; first < accidents; first += perProcess) {
      const count = Math.min(perProcess, accidents - first)
      const args = [programs.path('damage-program'), sample, join(folder, 'work'), String(first), String(count)]
      const { stdout, stderr, status, signal } = spawnSync(process.execPath, args, { encoding: 'utf8' })
      expect({ status, signal }, `${stdout.split('\n').slice(-3).join('\n')}\n${stderr}`).toEqual({
        status: 0,
        signal: null,
      })
      for (const line of stdout.split('\n').filter((each) => /^\d+ (?!begins)/.test(each))) {
        const outcome = line.slice(line.indexOf(' ') + 1)
        outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1)
        // Where nothing is left there is nothing to repair.
        expect(outcome, line).toMatch(/^(fine|Corrupt repaired|Corrupt Corrupt)$/)
      }
    }
    expect([...outcomes.values()].reduce((sum, each) => sum + each)).toBe(accidents)
    expect(outcomes.get('fine')).toBeGreaterThan(0)
    expect(outcomes.get('Corrupt repaired')).toBeGreaterThan(accidents / 4)
  })
})
