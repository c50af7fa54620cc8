import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { caseFiles } from '../../../scripts/cases/case-files.js'
import type { CaseLine } from '../../../scripts/cases/case-line.js'
import { replayersOf } from '../../../scripts/cases/replayers.js'
import { releaseOf } from '../../../src/api/releases/release.js'
import { portions } from '../../portions.js'

const replayers = replayersOf(releaseOf('1.36'))
const folder = join(import.meta.dirname, '../../../../shared/cases')

/** Of the recorded lines every so many is replayed here; `npm run cases` replays all. Validation has a test of its own. */
const steps = { defaults: 3, conversion: 1 }

/** Kinds whose responses depend on other parts of a server than storage. */
const ofServers = new Set(['pods/binding', 'pods/eviction', 'serviceaccounts/token'])

function sample(name: string, step: number): CaseLine[] {
  const lines = caseFiles(folder, name).flatMap((file) => [...file.lines()])
  return lines.filter(({ gvr }, i) => (i + 1) % step === 0 && !ofServers.has(gvr.resource))
}

const replays = existsSync(folder)
  ? Object.entries(steps).flatMap(([name, step]) =>
      portions(sample(name, step), 20).map((some, i) => [name, i, some] as const),
    )
  : []

describe.skipIf(replays.length === 0)('answers of kube-apiserver (needs ../shared/cases)', () => {
  test.each(replays)('%s, portion %i', async (name, _, some) => {
    const different: string[] = []
    for (const line of some) {
      const { expected, given, missing } = (await replayers[name]?.(line)) ?? {}
      if (missing !== undefined) continue
      if (JSON.stringify(given) !== JSON.stringify(expected)) different.push(described(line))
    }
    expect(different).toEqual([])
  })
})

function described({ gvr, verb, field, mutation }: CaseLine): string {
  return [gvr.resource, verb, field, mutation].filter((part) => part !== undefined).join(' ')
}
