import { spawn } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type RunningCommand, runCommand } from '../../src/cli/run.js'

const traces = fileURLToPath(new URL('../../../../shared/traces/', import.meta.url))

/** Scenarios of which every answer is that of a real server. */
const scenarios = [
  'errors/impersonation',
  'deletion/finalizers',
  'lists/label-selectors',
  'metadata/apply-lists',
  'verbs/coordination-v1-leases',
  'verbs/core-v1-configmaps',
  'verbs/rbac-v1-roles',
  'watch/basic',
]

let folder: string
let running: RunningCommand | undefined

function replay(url: string, files: readonly string[]): Promise<string> {
  const args = ['--url', url, '--token', 'admin-token', '--insecure', '--user-token', 'alice=alice-token', ...files]
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [join(traces, 'replay.mjs'), ...args], { stdio: ['ignore', 'pipe', 'pipe'] })
    let text = ''
    child.stdout.setEncoding('utf8').on('data', (chunk: string) => {
      text += chunk
    })
    child.on('error', reject)
    child.on('exit', () => resolve(text))
  })
}

// The recorded scenarios of a real server are outside of the repository.
describe.skipIf(!existsSync(join(traces, 'replay.mjs')))('recorded scenarios', () => {
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'apimachinery-server-'))
    const tokens = join(folder, 'tokens.csv')
    writeFileSync(tokens, 'admin-token,admin,admin-uid,"system:masters"\nalice-token,alice,alice-uid,"team-a"\n')
    running = await runCommand(
      [
        '--memory',
        '--secure-port=0',
        `--cert-dir=${join(folder, 'certificates')}`,
        `--token-auth-file=${tokens}`,
        '--authorization-mode=RBAC',
        '--disable-admission-plugins=ServiceAccount',
      ],
      { out: () => {}, error: () => {} },
    )
    await running?.server.ready()
  })

  afterAll(async () => {
    await running?.server.stop()
    rmSync(folder, { recursive: true, force: true })
  })

  it('have the answers of a real server', async () => {
    const text = await replay(
      running?.url ?? '',
      scenarios.map((name) => join(traces, `${name}.json`)),
    )
    expect(text.split('\n').filter((line) => line.startsWith('DIFF'))).toEqual([])
    expect(text).toMatch(/(\d+) of \1 steps equal/)
  }, 120_000)
})
