import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { defaultDataFolder } from '../../src/cli/data-folder.js'
import { runCommand } from '../../src/cli/run.js'
import { EtcdServer, hasEtcd } from '../storage/kv/etcd/etcd-server.js'

describe('the folder of a server without --data-dir', () => {
  const linux = { environment: {}, platform: 'linux', home: '/home/u' } as const

  it.each([
    ['the data folder of the user', linux, '/home/u/.local/share/apimachinery-server/6443'],
    ['a data folder that is set', { ...linux, environment: { XDG_DATA_HOME: '/d' } }, '/d/apimachinery-server/6443'],
    [
      'not a relative one',
      { ...linux, environment: { XDG_DATA_HOME: 'd' } },
      '/home/u/.local/share/apimachinery-server/6443',
    ],
    [
      'that of Windows',
      { ...linux, platform: 'win32' as const, environment: { LOCALAPPDATA: '/local' } },
      '/local/apimachinery-server/6443',
    ],
  ])('is below %s', (_, place, folder) => {
    expect(defaultDataFolder('6443', place)).toBe(folder)
  })

  it('is another for each port', () => {
    expect(defaultDataFolder('1', linux)).not.toBe(defaultDataFolder('2', linux))
  })
})

describe('the command', () => {
  let cwd = ''
  let data = ''
  const before = process.cwd()
  beforeEach(() => {
    cwd = mkdtempSync(join(tmpdir(), 'repository-'))
    data = mkdtempSync(join(tmpdir(), 'data-'))
    vi.stubEnv('XDG_DATA_HOME', data)
    process.chdir(cwd)
  })
  afterEach(() => {
    process.chdir(before)
    vi.unstubAllEnvs()
    for (const folder of [cwd, data]) rmSync(folder, { recursive: true })
  })

  const run = async (...args: string[]): Promise<string> => {
    let out = ''
    const running = await runCommand(['--secure-port=0', ...args], {
      out: (text) => {
        out += text
      },
      error: () => undefined,
    })
    await running?.server.stop()
    return out
  }

  it.each([[[]], [['--memory']]])('with %j writes nothing into the folder it is called in', async (flags) => {
    const out = await run(...flags)
    const folder = join(data, 'apimachinery-server', '0')
    expect(readdirSync(cwd)).toEqual([])
    expect(readdirSync(join(folder, 'certificates'))).toContain('ca.key')
    expect(statSync(join(folder, 'certificates')).mode & 0o077).toBe(0)
    expect(out).toContain(`data in ${folder}\n`)
    expect(out).toContain(`export KUBECONFIG=${join(folder, 'certificates', 'admin.kubeconfig')}\n`)
  })

  it.runIf(hasEtcd)('says which etcd has the data', async () => {
    const etcd = await EtcdServer.start()
    try {
      expect(await run(`--etcd-servers=${etcd.endpoint}`)).toContain(`data in ${etcd.endpoint}\n`)
    } finally {
      await etcd.stop()
    }
  })

  it('says the whole paths of a folder that is given', async () => {
    expect(await run('--data-dir=my cluster', '--memory')).toContain(
      `export KUBECONFIG='${join(process.cwd(), 'my cluster', 'certificates', 'admin.kubeconfig')}'\n`,
    )
  })
})
