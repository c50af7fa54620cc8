import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { FakeClock } from 'apimachinery/testing'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { RotatingFile } from '../../src/audit/rotating-file.js'
import { ensureCertificates } from '../../src/certificates/certificate-files.js'
import { writeKubeconfig } from '../../src/cli/kubeconfig.js'
import { guardedFolder, privateFolder, writePrivateFile } from '../../src/internal/private-files.js'
import { EmbeddedKV } from '../../src/storage/kv/embedded/embedded-kv.js'

let folder: string
let umask: number
beforeEach(() => {
  umask = process.umask(0)
  folder = mkdtempSync(join(tmpdir(), 'private-files-'))
})
afterEach(() => {
  process.umask(umask)
  rmSync(folder, { recursive: true })
})

const modeOf = (path: string): string => (statSync(path).mode & 0o7777).toString(8)
/** Of files: the mode of a folder is that of a socket in it. */
const modesIn = (path: string): Record<string, string> => {
  const names = readdirSync(path).filter((name) => lstatSync(join(path, name)).isFile())
  return Object.fromEntries(names.map((name) => [name, modeOf(join(path, name))]))
}

// Windows has no such modes.
describe.skipIf(process.platform === 'win32')('files for their owner alone', () => {
  it.each([
    ['a new folder', () => {}],
    ['a folder that others may read', (path: string) => mkdirSync(path, { mode: 0o755 })],
    ['a folder that others may write', (path: string) => mkdirSync(path, { mode: 0o777 })],
  ])('are those of a store in %s', async (_, prepare) => {
    const path = join(folder, 'store')
    prepare(path)
    const kv = await EmbeddedKV.open({ path })
    try {
      expect(modeOf(path)).toBe('700')
      expect(new Set(Object.values(modesIn(path)))).toEqual(new Set(['600']))
      const copy = join(folder, 'copy.mdb')
      await kv.backup(copy)
      expect(modeOf(copy)).toBe('600')
    } finally {
      await kv.close()
    }
  })

  it('are those of a store that all could read', async () => {
    const path = join(folder, 'store')
    await (await EmbeddedKV.open({ path })).close()
    chmodSync(path, 0o755)
    for (const name of Object.keys(modesIn(path))) chmodSync(join(path, name), 0o644)
    const kv = await EmbeddedKV.open({ path })
    try {
      expect(modeOf(path)).toBe('700')
      expect(modesIn(path)['store.mdb']).toBe('600')
    } finally {
      await kv.close()
    }
  })

  it('are certificates, keys and kubeconfigs, whatever stood beside them', async () => {
    const path = join(folder, 'certificates')
    mkdirSync(path, { mode: 0o777 })
    writeFileSync(join(path, 'ca.key.new'), 'left', { mode: 0o666 })
    const { serviceAccountKey } = await ensureCertificates(path, ['localhost'], new Date())
    if (typeof serviceAccountKey === 'function') await serviceAccountKey()
    writeKubeconfig(join(path, 'admin.kubeconfig'), '{}')
    expect(modeOf(path)).toBe('755')
    expect(Object.keys(modesIn(path))).toHaveLength(8)
    expect(new Set(Object.values(modesIn(path)))).toEqual(new Set(['600']))
  })

  it('are audit logs, new ones and those that are there', async () => {
    const path = join(folder, 'audit.log')
    writeFileSync(path, 'before\n', { mode: 0o644 })
    const file = new RotatingFile({
      path,
      maxSize: 10,
      maxAge: 0,
      maxBackups: 0,
      compress: true,
      clock: new FakeClock(new Date('2026-01-01')),
      onError: (error) => {
        throw error
      },
    })
    file.write('line\n')
    expect(modeOf(path)).toBe('600')
    file.write('one more line\n')
    await file.close()
    expect(Object.keys(modesIn(folder))).toHaveLength(2)
    expect(new Set(Object.values(modesIn(folder)))).toEqual(new Set(['600']))
  })

  it('replace what leads elsewhere', () => {
    const path = join(folder, 'admin.key')
    const elsewhere = join(folder, 'elsewhere')
    symlinkSync(elsewhere, `${path}.new`)
    writePrivateFile(path, 'secret')
    expect(existsSync(elsewhere)).toBe(false)
    expect(lstatSync(path).isSymbolicLink()).toBe(false)
    expect(readFileSync(path, 'utf8')).toBe('secret')
  })

  it('leave a folder that all share as it is', () => {
    const path = join(folder, 'shared')
    mkdirSync(path)
    chmodSync(path, 0o1777)
    privateFolder(path)
    guardedFolder(path)
    expect(modeOf(path)).toBe('1777')
  })
})
