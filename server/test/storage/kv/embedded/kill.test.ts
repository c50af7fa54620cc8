import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { EmbeddedKV } from '@apimachinery/server/storage/kv/embedded'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { Programs } from './programs.js'
import { after, type Content, contentOf, sorted, writers } from './steps.js'

/** `npm run soak:storage` kills more often. */
const rounds = Number(process.env.KILL_ROUNDS ?? 8)
const data = mkdtempSync(join(tmpdir(), 'embedded-kill-'))
let programs: Programs
beforeAll(async () => {
  programs = await Programs.build('writer', 'full')
})
afterAll(() => {
  programs?.remove()
  rmSync(data, { recursive: true, force: true })
})

/** Reads lines until `count` of them were acknowledgements, kills the process, and gives all that came. */
async function linesUntilKilled(child: ChildProcess, count: number): Promise<string[]> {
  let output = ''
  let killed = false
  child.stdout!.setEncoding('utf8')
  for await (const chunk of child.stdout!) {
    output += chunk
    if (killed || output.split('\n').length < count + 2) continue
    killed = true
    child.kill('SIGKILL')
  }
  return output.split('\n').slice(0, -1)
}

describe.runIf(process.platform === 'linux')('a disk that is full', () => {
  it('fails writes, and nothing else', () => {
    const path = join(data, 'full')
    const script = `ulimit -f 4000; exec "${process.execPath}" "${programs.path('full')}" "${path}"`
    const { stdout, stderr } = spawnSync('bash', ['-c', script], { encoding: 'utf8' })
    expect(stdout, stderr).not.toBe('')
    const { written, count, message, deletions } = JSON.parse(stdout)
    expect(written).toBeGreaterThan(5)
    expect(count).toBe(written)
    expect(message).toMatch(/^the file cannot be written: /)
    expect(deletions).toEqual(Array(5).fill('deleted'))
  })
})

describe('a process that is killed while it writes', () => {
  it(`loses nothing that was acknowledged, ${rounds} times on one file`, {
    timeout: 60_000 + rounds * 5000,
  }, async () => {
    const before: Content[] = Array.from({ length: writers }, () => new Map())
    let acknowledged = 0
    for (let round = 0; round < rounds; round++) {
      const child = spawn(process.execPath, [programs.path('writer'), data, String(round)], {
        stdio: ['ignore', 'pipe', 'inherit'],
      })
      const [first, ...lines] = await linesUntilKilled(child, 5 + ((round * 37) % 60))
      expect(first).toBe('open')
      acknowledged += lines.length
      const kv = await EmbeddedKV.open({ path: data, history: { revisions: 20 } })
      for (let writer = 0; writer < writers; writer++) {
        const count = lines.filter((line) => line.startsWith(`${writer} `)).length
        // Each writer does one step after the other, so one may have reached the file without being acknowledged.
        const allowed = [count, count + 1].map((steps) =>
          sorted(after(before[writer]!, { writer, round: String(round), count: steps })),
        )
        const found = await contentOf(kv, writer)
        expect(allowed).toContainEqual(sorted(found))
        before[writer] = found
      }
      await kv.close()
    }
    expect(acknowledged).toBeGreaterThanOrEqual(rounds * 5)
  })
})
