import { readdirSync } from 'node:fs'
import { relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build, type Metafile } from 'esbuild'
import { beforeAll, describe, expect, test } from 'vitest'

const root = fileURLToPath(new URL('../..', import.meta.url))
const strategies = 'src/api/strategies'
const groups = readdirSync(`${root}/${strategies}`, { withFileTypes: true }).filter((entry) => entry.isDirectory())

let inputs: Metafile['inputs']

beforeAll(async () => {
  const entries = ['src/api/index.ts', 'src/api/tables/index.ts', 'src/api/judge/index.ts', `${strategies}/index.ts`]
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

/** The groups of which files in folders of kinds are loaded. */
function groupsOf(files: readonly string[]): readonly string[] {
  const ofKinds = files.filter((file) => !shared.test(file))
  return [...new Set(ofKinds.flatMap((file) => /^src\/api\/([^/]+)\/(?!v\d)[^/]+\//.exec(file)?.[1] ?? []))].sort()
}

test('types come without rules, defaults, conversions, strategies and tables', () => {
  const files = loadedWith('src/api/index.ts')
  expect(files.filter((file) => shared.test(file))).toEqual([])
  expect(groupsOf(files)).toEqual([])
})

test('the strategies, the judge and the tables come without rules, rows and kinds of any group', () => {
  for (const entry of [`${strategies}/index.ts`, 'src/api/judge/index.ts']) {
    expect(groupsOf(loadedWith(entry)).filter((group) => group !== 'core')).toEqual([])
  }
  expect(groupsOf(loadedWith('src/api/tables/index.ts'))).toEqual([])
})

test('the strategies of a group come with rules', () => {
  expect(loadedWith(`${strategies}/storage/strategies.ts`)).toContain('src/api/storage/csi-node/validation.ts')
})

describe('the strategies of one group come with the rules of that group, and with those of core where they share them', () => {
  test.each(groups.map(({ name }) => name))('%s', (group) => {
    const loaded = groupsOf(loadedWith(`${strategies}/${group}/strategies.ts`))
    expect(loaded.filter((each) => each !== 'core' && each !== group)).toEqual([])
  })
})
