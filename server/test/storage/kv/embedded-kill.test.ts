import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { EmbeddedKV } from '@apimachinery/server/storage/kv/embedded'
import { build } from 'esbuild'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { step, writers } from './embedded-steps.js'

/** `npm run soak` kills more often. */
const rounds = Number(process.env.KILL_ROUNDS ?? 8)
const root = fileURLToPath(new URL('../../../../', import.meta.url))
mkdirSync(join(root, '.cache'), { recursive: true })
const folder = mkdtempSync(join(root, '.cache/embedded-kill-'))
const data = mkdtempSync(join(tmpdir(), 'embedded-kill-'))

const program = (name: string) => fileURLToPath(new URL(name, import.meta.url))

beforeAll(async () => {
  await build({
    entryPoints: { writer: program('embedded-writer.ts'), full: program('embedded-full.ts') },
    outdir: folder,
    outExtension: { '.js': '.mjs' },
    bundle: true,
    format: 'esm',
    platform: 'node',
    external: ['lmdb'],
    alias: { '@apimachinery/server/storage/kv/embedded': join(root, 'server/src/storage/kv/embedded/index.ts') },
  })
})

afterAll(() => {
  rmSync(folder, { recursive: true, force: true })
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
    const script = `ulimit -f 4000; exec "${process.execPath}" "${join(folder, 'full.mjs')}" "${path}"`
    const { stdout, stderr } = spawnSync('bash', ['-c', script], { encoding: 'utf8' })
    expect(stdout, stderr).not.toBe('')
    const { written, count, message, deletions } = JSON.parse(stdout)
    expect(written).toBeGreaterThan(5)
    expect(count).toBe(written)
    expect(message).toMatch(/^the file cannot be written: /)
    expect(deletions).toEqual(Array(5).fill('deleted'))
  })
})

type Content = ReadonlyMap<string, string>

/** Keys of a writer, and of each value the part that says who wrote it when. */
async function contentOf(kv: EmbeddedKV, writer: number): Promise<Content> {
  const { kvs } = await kv.range({ key: `/${writer}/`, prefix: true })
  return new Map(kvs.map(({ key, value }) => [key, new TextDecoder().decode(value).split('.', 2).join('.')]))
}

function after(before: Content, steps: { writer: number; round: number; count: number }): Content {
  const content = new Map(before)
  for (let count = 0; count < steps.count; count++) {
    const { key, value } = step(steps.writer, count)
    if (value) content.set(key, `${steps.round}.${count}`)
    else content.delete(key)
  }
  return content
}

const sorted = (content: Content) => [...content].sort(([a], [b]) => (a < b ? -1 : 1))

describe('a process that is killed while it writes', () => {
  it(`loses nothing that was acknowledged, ${rounds} times on one file`, {
    timeout: 60_000 + rounds * 5000,
  }, async () => {
    const before: Content[] = Array.from({ length: writers }, () => new Map())
    let acknowledged = 0
    for (let round = 0; round < rounds; round++) {
      const child = spawn(process.execPath, [join(folder, 'writer.mjs'), data, String(round)], {
        stdio: ['ignore', 'pipe', 'inherit'],
      })
      const [first, ...lines] = await linesUntilKilled(child, 5 + ((round * 37) % 60))
      expect(first).toBe('open')
      acknowledged += lines.length
      const kv = await EmbeddedKV.open({ path: data, history: { revisions: 20 } })
      for (let writer = 0; writer < writers; writer++) {
        const counts = lines.map((line) => line.split(' ').map(Number)).filter(([by]) => by === writer)
        const count = counts.length
        // Each writer does one step after the other, so one may have reached the file without being acknowledged.
        const allowed = [count, count + 1].map((steps) =>
          sorted(after(before[writer]!, { writer, round, count: steps })),
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
