import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { caseFiles } from '../../../scripts/cases/case-files.js'
import type { CaseLine } from '../../../scripts/cases/case-line.js'
import { asOlderRelease } from '../../../scripts/cases/older-release.js'
import { replayers } from '../../../scripts/cases/replayers.js'

const folder = join(import.meta.dirname, '../../../../shared/cases')

/** Of the thousands of recorded lines every so many is replayed here; `npm run cases` replays all. */
const steps = { defaults: 3, validation: 61, conversion: 1 }

/** Kinds whose answers depend on what a server runs beside its storage. */
const ofServers = new Set(['pods/binding', 'pods/eviction', 'serviceaccounts/token'])

describe.skipIf(!existsSync(folder))('answers of kube-apiserver (needs ../shared/cases)', () => {
  test.each(Object.entries(steps))('%s, every %d. line', async (name, step) => {
    const [file] = caseFiles(folder, name)
    const replay = replayers[name]
    if (file === undefined || replay === undefined) throw new Error(`no cases ${name}`)
    let number = 0
    const different: string[] = []
    for (const line of file.lines()) {
      number += 1
      if (number % step !== 0 || ofServers.has(line.gvr.resource)) continue
      // Not all rules of schemas in definitions are there yet: docs/conformance.md.
      if (line.gvr.resource === 'customresourcedefinitions') continue
      const { expected, given, missing } = await replay(line)
      if (missing !== undefined) continue
      const texts = [given, asOlderRelease(given ?? {})].map((each) => JSON.stringify(each))
      if (!texts.includes(JSON.stringify(expected))) different.push(`${number} ${described(line)}`)
    }
    expect(different).toEqual([])
  })
})

function described({ gvr, verb, field, mutation }: CaseLine): string {
  return [gvr.resource, verb, field, mutation].filter((part) => part !== undefined).join(' ')
}
