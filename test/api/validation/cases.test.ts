import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { caseFiles } from '../../../scripts/cases/case-files.js'
import type { CaseLine } from '../../../scripts/cases/case-line.js'
import { asOlderRelease } from '../../../scripts/cases/older-release.js'
import { replayers } from '../../../scripts/cases/replayers.js'
import { Random } from '../../../src/testing/random.js'

const folder = fileURLToPath(new URL('../../../../shared/cases', import.meta.url))
const samples = 600

const groups: ReadonlySet<string> = new Set([
  'admissionregistration.k8s.io',
  'apiregistration.k8s.io',
  'certificates.k8s.io',
  'coordination.k8s.io',
  'flowcontrol.apiserver.k8s.io',
  'internal.apiserver.k8s.io',
  'node.k8s.io',
  'rbac.authorization.k8s.io',
  'scheduling.k8s.io',
  'storage.k8s.io',
])

function sample(): CaseLine[] {
  const lines = caseFiles(folder, 'validation').flatMap((file) => [...file.lines()].filter(isWanted))
  const random = new Random(7)
  return Array.from({ length: samples }, () => random.pick(lines))
}

function isWanted({ gvr }: CaseLine): boolean {
  return groups.has(gvr.group)
}

describe.skipIf(!existsSync(folder))('what a cluster answered', () => {
  test(`${samples} recorded answers are given, word by word`, async () => {
    const wrong: string[] = []
    for (const line of sample()) {
      const { expected, given } = (await replayers.validation?.(line)) ?? {}
      const texts = [given, asOlderRelease(given)].map((value) => JSON.stringify(value))
      if (texts.includes(JSON.stringify(expected))) continue
      wrong.push(`${line.gvr.resource} ${line.verb} ${line.field} ${line.mutation}`)
    }
    expect(wrong).toEqual([])
  })
})
