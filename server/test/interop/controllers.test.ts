import { expect, it } from 'vitest'
import { missing, playScenarios } from './controllers/scenarios.js'

const reason = missing()
if (reason !== undefined) console.warn(`skipped without ${reason}: recorded scenarios (npm run controllers -w server)`)

/** Of each group of controllers one; all of them are played by `npm run controllers -w server`. */
const some = [
  'gc-background',
  'gc-orphan',
  'gc-absent-owner',
  'ns-defaults',
  'clusterrole-aggregation',
  'csr-bad-usage',
  'csr-denied',
]

it.skipIf(reason !== undefined)(
  'controllers leave behind what those of Kubernetes 1.36.3 left behind',
  async () => {
    const played = await playScenarios(['--only', `^(${some.join('|')})$`, '--jobs', '14'])
    expect(played.differing, played.output).toEqual([])
    expect([...played.equal].sort()).toEqual([...some].sort())
  },
  120_000,
)
