import { type ChildProcess, spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { ConfigMap } from 'apimachinery/api/core/v1'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { Client } from '../../src/client/client.js'
import { LeaderElector } from '../../src/leader/leader-elector.js'
import { startAPIServer, type TestAPIServer } from '../support/api-server.js'

const soon = { timeout: 60_000, interval: 20 }
const root = fileURLToPath(new URL('../../..', import.meta.url))
const program = fileURLToPath(new URL('stopped-leader-program.ts', import.meta.url))

interface Said {
  readonly event: string
  readonly pid?: number
  readonly answer?: string
  readonly fresh?: boolean
  readonly code?: string
  readonly later?: string
}

let server: TestAPIServer
let client: Client
let child: ChildProcess | undefined
beforeAll(async () => {
  server = await startAPIServer()
  client = await server.client('in process')
  for (const name of ['written', 'long'])
    await client.create(new ConfigMap({ metadata: { name, namespace: 'default' } }))
})
afterEach(() => void child?.kill('SIGKILL'))
afterAll(() => server.stop())

/** Starts the leader; what it says is added to a list. */
function startLeader(): Said[] {
  const started = spawn(process.execPath, ['scripts/run-source.mjs', program], {
    cwd: root,
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  child = started
  const ca = new TextDecoder().decode(server.caData)
  started.stdin.end(`${JSON.stringify({ host: server.url, ca, token: server.token })}\n`)
  const said: Said[] = []
  createInterface({ input: started.stdout }).on('line', (line) => said.push(JSON.parse(line)))
  return said
}

describe('a leader whose process is stopped until another one leads', () => {
  it('writes nothing and begins nothing when it goes on', async () => {
    const said = startLeader()
    const wrote = (event: string) => said.some((each) => each.event === event && each.answer === 'written')
    await expect
      .poll(() => wrote('long') && wrote('runnable') && said.some(({ event }) => event === 'run'), soon)
      .toBe(true)
    const pid = said.find(({ event }) => event === 'pid')?.pid as number
    process.kill(pid, 'SIGSTOP')
    const elector = new LeaderElector({
      client,
      name: 'stopped-leader',
      namespace: 'default',
      identity: 'test',
      leaseDuration: 8000,
      renewDeadline: 6000,
      retryPeriod: 500,
    })
    const stop = new AbortController()
    const leads = new Promise<void>((resolve) => {
      void elector.run(stop.signal, async () => resolve())
    })
    await leads
    const before = said.length
    const version = async () =>
      (await client.get(ConfigMap, { name: 'written', namespace: 'default' })).metadata?.resourceVersion
    const written = await version()
    process.kill(pid, 'SIGCONT')
    await expect.poll(() => said.at(-1)?.event, soon).toBe('end')
    stop.abort()
    const after = said.slice(before)
    expect(after.filter(({ event }) => event === 'run')).toEqual([])
    expect(after.filter(({ answer }) => answer === 'written')).toEqual([])
    expect(after.find(({ event }) => event === 'long')).toMatchObject({ answer: 'NotLeader', fresh: true })
    expect(after.find(({ event }) => event === 'runnable')).toMatchObject({ answer: 'NotLeader' })
    expect(after.at(-1)).toEqual({ event: 'end', code: 'LeaderElectionLost', later: 'NotLeader' })
    expect(await version()).toBe(written)
  }, 180_000)
})
