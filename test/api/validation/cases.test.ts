import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { caseFiles } from '../../../scripts/cases/case-files.js'
import type { CaseLine } from '../../../scripts/cases/case-line.js'
import { replayersOf } from '../../../scripts/cases/replayers.js'
import { releaseOf } from '../../../src/api/releases/release.js'
import { portions } from '../../portions.js'

const replayers = replayersOf(releaseOf('1.36'))
const folder = fileURLToPath(new URL('../../../../shared/cases', import.meta.url))
/** One line of so many is replayed, more in mutation runs; `npm run cases` replays all. */
const share = Number(process.env.CASES_SHARE ?? 25)
/** A server answers reviews itself, and names the addresses that it allocates. */
const elsewhere = /review|^services$/
/** Renamed in 1.37. */
const renamed = 'nodeAllocatableResourceMappings'

/** Some lines of each kind. */
function sample(): (readonly [kind: string, lines: readonly CaseLine[]])[] {
  let number = 0
  const lines = caseFiles(folder, 'validation').flatMap((file) => [
    ...file.lines((text) => number++ % share === 0 && !text.includes(renamed)),
  ])
  const byKind = new Map<string, CaseLine[]>()
  for (const line of lines) {
    const { resource } = line.gvr
    if (!elsewhere.test(resource)) byKind.set(resource, [...(byKind.get(resource) ?? []), line])
  }
  return [...byKind].flatMap(([kind, of]) => portions(of, 25).map((some) => [kind, some] as const))
}

const replays = existsSync(folder) ? sample() : []

describe.skipIf(replays.length === 0)('what a cluster answered is given word by word', () => {
  test.each(replays)('%s', async (_, lines) => {
    const wrong: string[] = []
    for (const line of lines) {
      const { expected, given } = (await replayers.validation?.(line)) ?? {}
      if (JSON.stringify(given) === JSON.stringify(expected)) continue
      wrong.push(`${line.gvr.resource} ${line.verb} ${line.field} ${line.mutation}`)
    }
    expect(wrong).toEqual([])
  })
})
