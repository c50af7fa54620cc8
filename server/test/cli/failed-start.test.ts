import { type ChildProcess, spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { type AddressInfo, createServer, type Server } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { EmbeddedKV } from '@apimachinery/server/storage/kv/embedded'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { APIServer } from '../../src/kubernetes/api-server.js'
import { MemoryKV } from '../../src/storage/kv/memory/memory-kv.js'
import { freePort } from '../storage/kv/etcd/etcd-server.js'
import { SourceProgram } from './source-program.js'

const folder = mkdtempSync(join(tmpdir(), 'failed-start-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

interface Ended {
  readonly code: number | null
  readonly stdout: string
  readonly stderr: string
}

describe('a command that cannot start', { timeout: 60_000 }, () => {
  let program: SourceProgram
  let children: ChildProcess[] = []
  let servers: Server[] = []
  beforeAll(async () => {
    program = await SourceProgram.build('cli/main.ts')
  }, 60_000)
  afterEach(() => {
    for (const child of children) child.kill('SIGKILL')
    for (const server of servers) server.close()
    children = []
    servers = []
  })
  afterAll(() => program?.remove())

  /** Runs until the process ends by itself. */
  function run(...args: string[]): Promise<Ended> {
    const child = spawn(process.execPath, [program.path, ...args])
    children.push(child)
    let [stdout, stderr] = ['', '']
    child.stdout.on('data', (text) => (stdout += text))
    child.stderr.on('data', (text) => (stderr += text))
    return new Promise((resolve) => child.on('close', (code) => resolve({ code, stdout, stderr })))
  }

  /** A port that somebody has. */
  async function takenPort(): Promise<number> {
    const server = createServer((socket) => socket.destroy())
    servers.push(server)
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    return (server.address() as AddressInfo).port
  }

  /** Flags with files that are read again while the server runs. */
  function followedFiles(): string[] {
    const audit = join(folder, 'audit.yaml')
    writeFileSync(audit, 'apiVersion: audit.k8s.io/v1\nkind: Policy\nrules: [{level: None}]\n')
    const encryption = join(folder, 'encryption.yaml')
    const secret = Buffer.alloc(32, 7).toString('base64')
    writeFileSync(
      encryption,
      `apiVersion: apiserver.config.k8s.io/v1\nkind: EncryptionConfiguration\nresources:\n- resources: [secrets]\n  providers:\n  - secretbox: {keys: [{name: k1, secret: ${secret}}]}\n`,
    )
    return [
      `--audit-policy-file=${audit}`,
      '--audit-log-path=-',
      `--encryption-provider-config=${encryption}`,
      '--encryption-provider-config-automatic-reload',
    ]
  }

  it('ends where its port is in use, whatever it was told to wait for', async () => {
    const port = await takenPort()
    const data = join(folder, 'port')
    const flags = [`--data-dir=${data}`, `--secure-port=${port}`, '--shutdown-delay-duration=10m', ...followedFiles()]
    const { code, stderr, stdout } = await run(...flags)
    expect(stderr).toMatch(/^Error: .*EADDRINUSE.*\n$/m)
    expect(code).toBe(1)
    expect(stdout).not.toContain('serving on')
    // The store is free again, and whole.
    await (await EmbeddedKV.open({ path: join(data, 'store') })).close()
  })

  it('ends where its second port is in use', async () => {
    const flags = ['--memory', `--data-dir=${join(folder, 'second')}`, `--secure-port=${await freePort()}`]
    const { code, stderr } = await run(...flags, `--insecure-port=${await takenPort()}`)
    expect({ code, stderr }).toEqual({ code: 1, stderr: expect.stringMatching(/EADDRINUSE/) })
  })

  it('ends where its store is in use, with files that it follows', async () => {
    const data = join(folder, 'locked')
    const kv = await EmbeddedKV.open({ path: join(data, 'store') })
    const { code, stderr } = await run(`--data-dir=${data}`, `--secure-port=${await freePort()}`, ...followedFiles())
    await kv.close()
    expect({ code, stderr }).toEqual({
      code: 1,
      stderr: expect.stringMatching(/^Error: .*is in use by process \d+\n$/),
    })
  })

  it('ends where its store is damaged, and says what to do', async () => {
    const data = join(folder, 'damaged')
    mkdirSync(join(data, 'store'), { recursive: true })
    writeFileSync(join(data, 'store', 'store.mdb'), '')
    const { code, stderr } = await run(`--data-dir=${data}`, `--secure-port=${await freePort()}`)
    expect(code).toBe(1)
    expect(stderr).toMatch(/^Error: .*store\.mdb is damaged: it is empty; restore a backup, or .* --repair/)
    expect(await run('--repair', `--data-dir=${data}`)).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/no record/),
    })
  })

  it('ends where a flag makes no sense that is looked at late, in the format of the log', async () => {
    const flags = ['--memory', `--data-dir=${join(folder, 'flag')}`, `--secure-port=${await freePort()}`]
    const json = ['--logging-format=json', '--tracing-config-file=x', '--runtime-config=nothing/v9=true']
    const { code, stderr } = await run(...flags, ...json)
    expect(code).toBe(1)
    const lines = stderr
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line))
    expect(lines[0]).toMatchObject({ msg: '--tracing-config-file is accepted and has no effect' })
    expect(lines.at(-1)).toMatchObject({ msg: 'command failed', err: expect.stringMatching(/nothing\/v9|runtime/) })
  })
})

describe('a server that cannot start', () => {
  it.each([
    { runtimeConfig: { 'nothing/v9': true } },
    { services: { clusterIPRanges: ['10.0.0.0'] } },
    { services: { nodePortRange: 'many' } },
  ])('closes the stores that it was given: %j', async (wrong) => {
    const [kv, other] = [new MemoryKV(), new MemoryKV()]
    const otherStores = [{ kv: other, resources: [{ group: '', resource: 'events' }] }]
    // biome-ignore lint/suspicious/noExplicitAny: options that no program should give
    await expect(APIServer.start({ kv, otherStores, ...(wrong as any) })).rejects.toThrow()
    for (const store of [kv, other]) await expect(store.status()).rejects.toMatchObject({ code: 'Closed' })
  })
})
