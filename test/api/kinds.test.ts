import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { kindLists } from '../../codegen/profiles/kind-lists.js'
import { addToScheme } from '../../src/api/add-to-scheme.gen.js'
import { groups, kinds } from '../../src/api/kinds.gen.js'
import { releases, servedVersionsOf } from '../../src/api/releases/index.js'
import { strategyFor } from '../../src/api/strategies/strategies.js'
import { Scheme } from '../../src/runtime/scheme/scheme.js'
import { GroupVersionKind } from '../../src/schema/group-version-kind.js'

const scheme = new Scheme()
addToScheme(scheme)

const servedGroups = new Set(releases.flatMap((release) => servedVersionsOf(release).map((each) => each.group)))

const declared = Object.entries(kinds).flatMap(([group, ofGroup]) => ofGroup.map((kind) => ({ group, ...kind })))

describe('the declaration of a kind names versions that its types have', () => {
  test.each(declared)('$group $kind', ({ group, kind, sameVersions = [], storage }) => {
    const named = [...sameVersions, ...(storage?.versions ?? [])]
    const unknown = named.filter((each) => !scheme.recognizes(new GroupVersionKind(group, each, kind)))
    expect(unknown).toEqual([])
  })
})

describe('a kind that a server keeps has a strategy, a resource, and a group that is served', () => {
  test.each(declared.filter(({ storage }) => storage !== undefined))('$group $kind', async ({ group, kind }) => {
    const strategy = await strategyFor({ group, kind })
    expect(strategy?.type.groupVersionKind.kind).toBe(kind)
    expect(strategy?.type.resource?.plural).toMatch(/^[a-z]+$/)
    expect(groups[group] !== undefined || servedGroups.has(group)).toBe(true)
  })
})

function listsOf(files: Readonly<Record<string, string>>): unknown {
  const source = mkdtempSync(join(tmpdir(), 'kinds-'))
  const folder = join(source, 'api/apps/flunder')
  mkdirSync(join(source, 'api/apps/v1'), { recursive: true })
  mkdirSync(folder)
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text)
  const pkg = { path: 'k8s.io/api/apps/v1', group: 'apps', version: 'v1' }
  try {
    return kindLists({ source: 'test', packages: [pkg as never] }, source)
  } finally {
    rmSync(source, { recursive: true })
  }
}

test('a strategy of a kind that is not declared is refused', () => {
  const strategy = 'export const blunderStrategy: KindStrategy<Blunder> = {}'
  const kind = "export const flunder: KindDeclaration = { kind: 'Flunder' }"
  expect(() => listsOf({ 'strategy.ts': strategy, 'kind.ts': kind })).toThrow(
    'src/api/apps/flunder: kind.ts declares no kind of blunderStrategy',
  )
})

test('a declaration without a kind is refused', () => {
  expect(() => listsOf({ 'kind.ts': 'export const flunder: KindDeclaration = {}' })).toThrow('names no kind')
})
