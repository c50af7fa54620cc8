import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { addToScheme, ConfigMap, Pod } from '../../src/api/core/v1/index.js'
import { Scheme } from '../../src/runtime/scheme/scheme.js'
import { compareFixtures, type FixtureFiles, folderFixtures, writeFixtures } from '../../src/testing/index.js'
import { thrown } from '../thrown.js'

const scheme = new Scheme()
addToScheme(scheme)
let folder: string
let files: FixtureFiles
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'apimachinery-fixtures-'))
  files = folderFixtures(folder)
})
afterEach(() => rm(folder, { recursive: true }))

const options = () => ({ files, kinds: [ConfigMap, Pod] })

describe('fixtures', () => {
  test('are written in the layout of Kubernetes and compared with the types', async () => {
    expect(await writeFixtures(scheme, options())).toBe(6)
    const kinds = ['core.v1.ConfigMap', 'core.v1.Pod']
    expect(await readdir(join(folder, 'HEAD'))).toEqual(
      kinds.flatMap((kind) => ['json', 'pb', 'yaml'].map((end) => `${kind}.${end}`)),
    )
    expect(await compareFixtures(scheme, options())).toBe(6)
  })

  test('are of the kinds of the scheme, without lists and what every group has', async () => {
    await writeFixtures(scheme, { files })
    const kinds = new Set((await readdir(join(folder, 'HEAD'))).map((name) => name.split('.')[2]))
    expect([...kinds]).toEqual(expect.arrayContaining(['ConfigMap', 'Pod', 'PodExecOptions']))
    for (const kind of ['PodList', 'ListOptions', 'WatchEvent', 'Status']) expect(kinds).not.toContain(kind)
  })

  test('need a folder, and a platform with files', async () => {
    await writeFile(join(folder, 'HEAD'), '')
    await expect(files.names('HEAD')).rejects.toMatchObject({ code: 'ENOTDIR' })
    expect(await files.read('v1.0.0', 'none')).toBeUndefined()
    const { getBuiltinModule } = process
    const broken = [undefined, () => undefined] as never[]
    for (const each of broken) {
      process.getBuiltinModule = each
      const error = thrown(() => folderFixtures(folder))
      process.getBuiltinModule = getBuiltinModule
      expect(error).toMatchObject({ code: 'NoFiles', message: expect.stringContaining('bring your own FixtureFiles') })
    }
  })

  test('say what changed', async () => {
    await expect(compareFixtures(scheme, options())).rejects.toThrow('HEAD/core.v1.ConfigMap.json is missing')
    await writeFixtures(scheme, options())
    const file = join(folder, 'HEAD/core.v1.Pod.yaml')
    await writeFile(file, `# changed\n${await readFile(file, 'utf8')}`)
    await expect(compareFixtures(scheme, options())).rejects.toThrow(
      'HEAD/core.v1.Pod.yaml is not what the types write now',
    )
  })

  test('older releases are read and written again, or as after_roundtrip says', async () => {
    await writeFixtures(scheme, options())
    for (const name of await files.names('HEAD'))
      await files.write('v1.0.0', name, (await files.read('HEAD', name)) as Uint8Array)
    expect(await compareFixtures(scheme, options())).toBe(12)
    const name = 'core.v1.ConfigMap.json'
    const kept = await readFile(join(folder, 'v1.0.0', name), 'utf8')
    await writeFile(join(folder, 'v1.0.0', name), kept.replace('"kind"', '"gone": true,\n  "kind"'))
    await expect(compareFixtures(scheme, options())).rejects.toThrow(`v1.0.0/${name}: is written with other bytes`)
    await writeFile(join(folder, 'v1.0.0/core.v1.ConfigMap.after_roundtrip.json'), kept)
    expect(await compareFixtures(scheme, options())).toBe(12)
    await writeFile(join(folder, 'v1.0.0/core.v1.ConfigMap.yaml'), 'apiVersion: v1\nkind: ConfigMap\nmetadata: {}\n')
    await expect(compareFixtures(scheme, options())).rejects.toThrow('says something else than core.v1.ConfigMap.json')
  })
})
