import { readdirSync } from 'node:fs'
import { relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build, type Metafile } from 'esbuild'
import { beforeAll, describe, expect, test } from 'vitest'

const root = fileURLToPath(new URL('../..', import.meta.url))
const strategies = 'src/api/strategies'
/** The files with strategies. */
const strategyFiles = readdirSync(`${root}/src/api`, { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('/strategy.ts'))
  .map((file) => `src/api/${file}`)
const groups = [...new Set(strategyFiles.map((file) => file.split('/')[2] as string))]

let inputs: Metafile['inputs']

beforeAll(async () => {
  const names = ['', 'tables/', 'judge/', 'strategies/', 'install/']
  const entries = names.map((name) => `src/api/${name}index.ts`)
  const { metafile } = await build({
    entryPoints: entries.map((entry) => `${root}/${entry}`),
    absWorkingDir: root,
    outdir: 'unused',
    bundle: true,
    splitting: true,
    write: false,
    metafile: true,
    format: 'esm',
    platform: 'node',
    packages: 'external',
    logLevel: 'error',
  })
  inputs = metafile.inputs
}, 60_000)

/** Everything that is loaded at once with a file: what it imports, and so on, but for dynamic imports. */
function loadedWith(file: string): readonly string[] {
  const seen = new Set([file])
  for (const each of seen) {
    for (const { path, kind, external } of inputs[each]?.imports ?? []) {
      if (kind === 'import-statement' && external !== true) seen.add(relative(root, `${root}/${path}`))
    }
  }
  return [...seen]
}

const shared = /^src\/api\/(?:admission-plugins|validation|defaults|conversion|strategies|tables|judge|install)\//

/** The groups of which files in folders of kinds are loaded, declarations aside. */
function groupsOf(files: readonly string[]): readonly string[] {
  const ofKinds = files.filter((file) => !shared.test(file) && !file.endsWith('/kind.ts'))
  return [...new Set(ofKinds.flatMap((file) => /^src\/api\/([^/]+)\/(?!v\d)[^/]+\//.exec(file)?.[1] ?? []))].sort()
}

test('types come without rules, declarations, defaults, conversions, strategies and tables', () => {
  const files = loadedWith('src/api/index.ts')
  expect(files.filter((file) => shared.test(file) || /\/(kind|group)\.ts$/.test(file))).toEqual([])
  expect(groupsOf(files)).toEqual([])
})

test('the strategies, the judge, the tables and what installs a group come without rules, rows and types of any group', () => {
  for (const entry of [`${strategies}/index.ts`, 'src/api/judge/index.ts']) {
    expect(groupsOf(loadedWith(entry)).filter((group) => group !== 'core')).toEqual([])
  }
  expect(groupsOf(loadedWith('src/api/tables/index.ts'))).toEqual([])
  expect(loadedWith('src/api/tables/index.ts').filter((file) => /api\/[^/]+\/v\d/.test(file))).toEqual([])
  expect(loadedWith('src/api/install/index.ts').filter((file) => /api\/[^/]+\/v\d/.test(file))).toEqual([])
})

test('the defaults and the conversions of a group come without those of others, which they do not share, and without rules', () => {
  const files = [...loadedWith('src/api/storage/defaults.gen.ts'), ...loadedWith('src/api/storage/conversions.gen.ts')]
  expect(groupsOf(files)).toEqual(['storage'])
  expect(files.filter((file) => /\/(validation|strategy|table)\.ts$/.test(file))).toEqual([])
})

test('the strategy of a kind comes with its rules', () => {
  expect(loadedWith('src/api/storage/csi-node/strategy.ts')).toContain('src/api/storage/csi-node/validation.ts')
})

describe('the strategies of one group come with the rules of that group, and with those of core where they share them', () => {
  test.each(groups)('%s', (group) => {
    const files = strategyFiles.filter((file) => file.startsWith(`src/api/${group}/`))
    const loaded = groupsOf(files.flatMap((file) => loadedWith(file)))
    expect(loaded.filter((each) => each !== 'core')).toEqual(group === 'core' ? [] : [group])
  })
})
