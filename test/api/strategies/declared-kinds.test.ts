import { readdirSync } from 'node:fs'
import { expect, test } from 'vitest'
import { strategies } from '../../../src/api/kinds.gen.js'
import { newestRelease, releases } from '../../../src/api/releases/release.js'
import { type DeclaredRules, tagsIn } from '../../../src/api/strategies/declared/declared-rules.js'
import { strategyFor } from '../../../src/api/strategies/strategies.js'

const kinds = Object.entries(strategies).flatMap(([group, ofKinds]) =>
  Object.keys(ofKinds).map((kind) => ({ group, kind })),
)

const tables = readdirSync(new URL('../../../src/api/declared', import.meta.url))

async function tableOf(folder: string): Promise<DeclaredRules | undefined> {
  const module: Record<string, DeclaredRules> = await import(`../../../src/api/declared/${folder}.gen.ts`)
  return module[`${folder}Declared`]
}

test.each(kinds)('$group $kind names the table of its types, if there are rules for it', async (kind) => {
  const strategy = await strategyFor(kind)
  const name = strategy?.type.descriptor.name ?? ''
  const [, folder = ''] = /^io\.k8s\.api\.(\w+)\./.exec(name) ?? []
  const rules = tables.includes(`${folder}.gen.ts`) ? await tableOf(folder) : undefined
  const expected = rules !== undefined && tagsIn(rules, newestRelease.minor).has(name)
  expect((strategy?.declared || undefined)?.rules).toBe(expected ? rules : undefined)
})

test('the oldest release enforces no rules that are declared', async () => {
  const strategy = await strategyFor({ group: 'storage.k8s.io', kind: 'StorageClass' })
  const { declared } = strategy!
  if (!declared) throw new Error('no rules')
  expect(releases.map(({ minor }) => tagsIn(declared.rules, minor).size > 0)).toEqual([false, false, true])
})
