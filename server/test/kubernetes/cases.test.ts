import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { caseFiles } from '../../../scripts/cases/case-files.js'
import type { CaseLine, Outcome } from '../../../scripts/cases/case-line.js'
import { RunningCluster, splitWarnings } from '../../../scripts/cases/running-cluster.js'
import { type RunningCommand, runCommand } from '../../src/cli/run.js'

const folder = fileURLToPath(new URL('../../../../shared/cases', import.meta.url))

/** What a library cannot answer alone: it takes authenticators, authorizers, an allocator, other objects. */
const needServer = new Set([
  'bindings',
  'pods/binding',
  'pods/eviction',
  'serviceaccounts/token',
  'tokenreviews',
  'selfsubjectreviews',
  'subjectaccessreviews',
  'localsubjectaccessreviews',
  'selfsubjectaccessreviews',
  'selfsubjectrulesreviews',
])

const mayNeedServer = new RegExp(`"resource": ?"(${[...needServer, 'services'].join('|')})"`)

function isForServer({ gvr, answer, mutation = '' }: CaseLine): boolean {
  return (
    needServer.has(gvr.resource) || (gvr.resource === 'services' && /allocate IP/.test(`${answer.message} ${mutation}`))
  )
}

function isEqual({ expected, given }: Outcome): boolean {
  return JSON.stringify(given) === JSON.stringify(expected)
}

/**
 * Timers end at once: an eviction that conflicts is tried twenty times, with pauses of half a second.
 * Only for requests without work outside of the event loop (signatures), which the request's deadline would outrun.
 */
async function withoutPauses<T>(run: () => Promise<T>): Promise<T> {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  try {
    let ended = false
    const result = run().finally(() => {
      ended = true
    })
    result.catch(() => undefined)
    while (!ended) {
      await new Promise((resolve) => setImmediate(resolve))
      await vi.advanceTimersByTimeAsync(100)
    }
    return await result
  } finally {
    vi.useRealTimers()
  }
}

// The recorded answers of a real server stand beside the repository.
describe.skipIf(!existsSync(folder))('recorded cases that need a server', () => {
  let scratch: string
  let running: RunningCommand | undefined
  let cluster: RunningCluster

  beforeAll(async () => {
    scratch = mkdtempSync(join(tmpdir(), 'apimachinery-server-'))
    const tokens = join(scratch, 'tokens.csv')
    writeFileSync(tokens, 'admin-token,admin,admin-uid,"system:masters"\n')
    running = await runCommand(
      [
        '--memory',
        '--emulated-version=1.36',
        '--secure-port=0',
        `--cert-dir=${join(scratch, 'certificates')}`,
        `--token-auth-file=${tokens}`,
        '--authorization-mode=RBAC',
        '--allow-privileged=true',
        '--disable-admission-plugins=ServiceAccount',
        '--service-cluster-ip-range=10.96.0.0/16',
        '--service-account-issuer=https://kubernetes.default.svc.cluster.local',
        '--runtime-config=api/all=true',
      ],
      { out: () => {}, error: () => {} },
    )
    await running?.server.ready()
    cluster = new RunningCluster(async (method, path, body) => {
      const headers = { authorization: 'Bearer admin-token', 'content-type': 'application/json' }
      const request = new Request(`https://localhost${path}`, { method, headers, ...(body !== undefined && { body }) })
      const response = (await running?.server.generic.fetch(request)) as Response
      const warnings = splitWarnings(response.headers.get('warning'))
      return { status: response.status, text: await response.text(), warnings }
    })
    await cluster.prepare()
  }, 60_000)

  afterAll(async () => {
    await running?.server.stop()
    rmSync(scratch, { recursive: true, force: true })
  })

  it.each(['defaults', 'validation'])(
    '%s',
    async (file) => {
      const differing: string[] = []
      let count = 0
      for (const { lines } of caseFiles(folder, file)) {
        for (const line of lines((text) => mayNeedServer.test(text))) {
          if (!isForServer(line)) continue
          count += 1
          const replay = () => cluster.replay(line)
          const outcome = await (line.gvr.resource === 'pods/eviction' ? withoutPauses(replay) : replay())
          if (!isEqual(outcome)) differing.push(`${line.gvr.resource} ${line.of} ${line.field} ${line.mutation}`)
        }
      }
      expect(count).toBeGreaterThan(10)
      expect(differing).toEqual([])
    },
    60_000,
  )
})
