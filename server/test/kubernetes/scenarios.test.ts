import { spawn } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { runCommand } from '../../src/cli/run.js'

const shared = fileURLToPath(new URL('../../../../shared/', import.meta.url))
const replayer = join(shared, 'traces/replay.mjs')

/** Scenarios that releases answer alike. */
const alike = [
  'errors/impersonation',
  'lists/label-selectors',
  'metadata/apply-lists',
  'verbs/coordination-v1-leases',
  'verbs/core-v1-configmaps',
  'verbs/rbac-v1-roles',
  'watch/basic',
]

/** Scenarios of which releases answer steps in different ways. */
const different = [
  'admission/defaults',
  'custom-resources/cluster-scope',
  'discovery/roots',
  'deletion/finalizers',
  'errors/bad-request',
  'metadata/owner-references',
  'rbac/bootstrap',
  'rbac/escalation',
  'subresources/pod-updates',
  'subresources/proxies',
  'verbs/apps-v1-statefulsets',
  'verbs/autoscaling-v1-horizontalpodautoscalers',
  'verbs/storage-v1-csidrivers',
]

/** Where the answers of a release are, and which of its scenarios are replayed: those that releases answer alike once. */
const releases = [
  { folder: 'traces-1.37', flags: [], scenarios: [...alike, ...different] },
  { folder: 'traces', flags: ['--emulated-version=1.36'], scenarios: different },
]

let folder: string

function replay(url: string, files: readonly string[]): Promise<string> {
  const args = ['--url', url, '--token', 'admin-token', '--insecure', '--user-token', 'alice=alice-token', ...files]
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [replayer, ...args], { stdio: ['ignore', 'pipe', 'pipe'] })
    let text = ''
    child.stdout.setEncoding('utf8').on('data', (chunk: string) => {
      text += chunk
    })
    child.on('error', reject)
    child.on('exit', () => resolve(text))
  })
}

// The recorded scenarios of a real server are outside of the repository.
describe.skipIf(!existsSync(replayer))('recorded scenarios', () => {
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'apimachinery-server-'))
    const tokens = 'admin-token,admin,admin-uid,"system:masters"\nalice-token,alice,alice-uid,"team-a"\n'
    writeFileSync(join(folder, 'tokens.csv'), tokens)
  })

  afterAll(() => rmSync(folder, { recursive: true, force: true }))

  it.each(releases)(
    'of $folder have the answers of a real server',
    async ({ folder: traces, flags, scenarios }) => {
      const usual = [
        '--memory',
        '--secure-port=0',
        `--cert-dir=${join(folder, 'certificates')}`,
        `--token-auth-file=${join(folder, 'tokens.csv')}`,
        '--authorization-mode=RBAC',
        '--disable-admission-plugins=ServiceAccount',
      ]
      const running = await runCommand([...usual, ...flags], { out: () => {}, error: () => {} })
      try {
        await running?.server.ready()
        const files = scenarios.map((name) => join(shared, traces, `${name}.json`))
        const text = await replay(running?.url ?? '', files)
        expect(text.split('\n').filter((line) => line.startsWith('DIFF'))).toEqual([])
        expect(text).toMatch(/(\d+) of \1 steps equal/)
      } finally {
        await running?.server.stop()
      }
    },
    120_000,
  )
})
