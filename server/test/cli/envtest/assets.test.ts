import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { SourceProgram } from '../source-program.js'

let server: SourceProgram
let folder: string
beforeAll(async () => {
  server = await SourceProgram.build('cli/main.ts')
  folder = mkdtempSync(join(tmpdir(), 'envtest assets-'))
})
afterAll(() => {
  server.remove()
  rmSync(folder, { recursive: true, force: true })
})

const run = (...args: string[]): string => runIn(process.env, ...args)
const runIn = (env: NodeJS.ProcessEnv, ...args: string[]): string =>
  execFileSync(process.execPath, [server.path, 'envtest-assets', ...args], { encoding: 'utf8', env })

describe('apimachinery-server envtest-assets', () => {
  it('writes programs named kube-apiserver and etcd, which run the command', () => {
    const assets = join(folder, 'assets')
    expect(run(assets)).toContain(`export KUBEBUILDER_ASSETS='${assets}'`)
    expect(readdirSync(assets)).toEqual(expect.arrayContaining(['etcd', 'kube-apiserver']))
    const version = execFileSync(join(assets, 'kube-apiserver'), ['--version'], { encoding: 'utf8' })
    expect(version).toMatch(/^Kubernetes v1\.\d+\.\d+\n$/)
  })

  it("uses setup-envtest's layout below --bin-dir, and prints the path alone", () => {
    const path = run('--bin-dir', join(folder, 'bin'), '--print', 'path')
    expect(path).toMatch(/\/bin\/k8s\/1\.\d+\.\d+-(linux|darwin)-(amd64|arm64)$/)
    expect(readdirSync(path)).toContain('kube-apiserver')
  })

  it('answers as the release that is asked for, in a folder of its version', () => {
    const folderOf = (release: string) => run('--bin-dir', join(folder, 'bin'), '--print', 'path', '--release', release)
    expect(folderOf('1.36')).toMatch(/\/1\.36\.\d+-/)
    const path = folderOf('1.36.0')
    expect(path).toMatch(/\/1\.36\.0-/)
    expect(execFileSync(join(path, 'kube-apiserver'), ['--version'], { encoding: 'utf8' })).toMatch(/v1\.36\./)
  })

  it('has the kubectl of PATH, but for its own, or one that says what is missing', () => {
    const assets = join(folder, 'kubectls')
    const others = join(folder, 'others')
    mkdirSync(others)
    writeFileSync(join(others, 'kubectl'), '#!/bin/sh\necho real\n', { mode: 0o755 })
    expect(runIn({ PATH: assets }, assets)).toContain('Programs: kube-apiserver, etcd\n')
    const stub = spawnSync(join(assets, 'kubectl'), ['get', 'pods'], { encoding: 'utf8' })
    expect(stub).toMatchObject({ status: 127, stderr: expect.stringContaining('kubectl was not in PATH') })
    const PATH = [assets, others].join(delimiter)
    for (const _ of [1, 2]) runIn({ PATH }, assets)
    expect(execFileSync(join(assets, 'kubectl'), { encoding: 'utf8' })).toBe('real\n')
    expect(readdirSync(assets).sort()).toEqual(['etcd', 'kube-apiserver', 'kubectl'])
  })

  it('refuses a format and a release that it does not know, and an etcd that is not there', () => {
    const refused = (...args: string[]) => {
      try {
        run(join(folder, 'refused'), ...args)
        return 'taken'
      } catch (error) {
        return (error as { stderr?: string }).stderr
      }
    }
    expect(refused('--release', '1.20')).toMatch(/^Error: --release: unknown release .*"1.20": known are 1\./)
    expect(refused('--print', 'color')).toBe('Error: --print: must be overview, path or env\n')
    expect(refused('--etcd', '/no/etcd')).toBe('Error: --etcd: there is no program "/no/etcd"\n')
  })

  it('records the requests of a start, unless the suite has an audit log of its own', () => {
    const record = join(folder, 'records')
    const assets = join(folder, 'recording')
    run(assets, '--record', record)
    // The command is replaced, so that the words are seen that it gets.
    const program = join(assets, 'kube-apiserver')
    writeFileSync(program, readFileSync(program, 'utf8').replace(/exec .* --memory/, 'echo --memory'))
    const suite = join(folder, 'suite')
    mkdirSync(suite)
    const words = (...args: string[]) => execFileSync(program, args, { encoding: 'utf8', cwd: suite }).trim()
    const [policy, log, ...rest] = words('--cert-dir=a b')
      .replace(/^--memory /, '')
      .split(' --')
    expect(policy).toBe(`--audit-policy-file=${join(assets, 'record-policy.yaml')}`)
    expect(log!.slice(`audit-log-path=${record}/`.length)).toMatch(/^\d{8}T\d{6}-suite-\d+\.jsonl$/)
    expect(rest).toEqual(['cert-dir=a b'])
    expect(words('--audit-log-path=own')).toBe('--memory --audit-log-path=own')
    expect(readFileSync(join(assets, 'record-policy.yaml'), 'utf8')).toContain('kind: Policy')
  })
})

describe('the etcd of the assets', () => {
  const freePort = async (): Promise<number> => {
    const probe = createServer().listen(0, '127.0.0.1')
    await once(probe, 'listening')
    const { port } = probe.address() as { port: number }
    probe.close()
    await once(probe, 'close')
    return port
  }
  let child: ChildProcess
  let url: string
  beforeAll(async () => {
    url = `http://127.0.0.1:${await freePort()}`
    const args = ['etcd-stand-in', '--unsafe-no-fsync=true', `--listen-client-urls=${url}`, '--data-dir', folder]
    child = spawn(process.execPath, [server.path, ...args], { stdio: ['ignore', 'ignore', 'pipe'] })
    await once(child.stderr!, 'data')
  })
  afterAll(() => void child.kill('SIGKILL'))

  it('says that it is healthy', async () => {
    expect(await (await fetch(`${url}/health`)).json()).toMatchObject({ health: 'true' })
    expect((await fetch(`${url}/v3/kv/range`)).status).toBe(404)
  })

  it('prints a help with the flag that envtest looks for', () => {
    const help = execFileSync(process.execPath, [server.path, 'etcd-stand-in', '--help'], { encoding: 'utf8' })
    expect(help).toMatch(/^ +--unsafe-no-fsync\b/m)
  })

  it('ends with a signal', async () => {
    child.kill('SIGTERM')
    expect(await once(child, 'exit')).toEqual([0, null])
  })
})
