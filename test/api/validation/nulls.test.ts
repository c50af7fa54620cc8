import { describe, expect, test } from 'vitest'
import { newestRelease } from '../../../src/api/releases/release.js'
import type { KindStrategy, StrategyContext } from '../../../src/api/strategies/kind-strategy.js'
import { strategiesOfGroup, strategyGroups } from '../../../src/api/strategies/strategies.js'
import { isFieldError } from '../../../src/validation/field-error.js'
import { rounds } from '../../rounds.js'
import { pairOf } from '../nulls.js'

const context: StrategyContext = {
  namespace: 'default',
  apiVersion: 'v1',
  release: newestRelease,
  featureEnabled: () => true,
  now: () => new Date('2024-01-02T03:04:05Z'),
}

const strategies: KindStrategy[] = []
for (const group of strategyGroups) strategies.push(...(await strategiesOfGroup(group)))
const kinds = strategies.map((strategy) => [String(strategy.type.groupVersionKind), strategy] as const)

/** The key of a finding: messages may show the value as it was read, with its nulls. */
function nameOf(found: unknown): string {
  return isFieldError(found) ? `${found.field}: ${found.type}` : String(found)
}

/** Schemas are read by rules of their own, for which null in the place of a number is malformed. */
const ofSchema = /openAPIV3Schema/

/** Where the findings about an object that was read and about the same as Go holds it differ. */
function differences(found: readonly unknown[] | undefined, wanted: readonly unknown[] | undefined): object {
  const [a, b] = [found, wanted].map((list) => (list ?? []).map(nameOf).filter((name) => !ofSchema.test(name))) as [
    string[],
    string[],
  ]
  return { surplus: a.filter((text) => !b.includes(text)), missing: b.filter((text) => !a.includes(text)) }
}

const none = { surplus: [], missing: [] }

describe('null means what it means in Go: nothing, the zero value or the empty struct', () => {
  test.each(kinds)('%s', (_, strategy) => {
    for (let seed = 1; seed <= rounds(40); seed++) {
      const { read, held } = pairOf(strategy.type, seed)
      const old = pairOf(strategy.type, seed + 500)
      const at = `seed ${seed}`
      expect(differences(strategy.validate(read, context), strategy.validate(held, context)), at).toEqual(none)
      const warnings = [read, held].map((object) => strategy.warningsOnCreate?.(object, context))
      expect(differences(warnings[0], warnings[1]), at).toEqual(none)
      for (const hooks of [strategy, ...Object.values(strategy.subresources ?? {})]) {
        const found = hooks.validateUpdate(read, old.read, context)
        expect(differences(found, hooks.validateUpdate(held, old.held, context)), at).toEqual(none)
        const advice = hooks.warningsOnUpdate?.(read, old.read, context)
        expect(differences(advice, hooks.warningsOnUpdate?.(held, old.held, context)), at).toEqual(none)
      }
    }
  })
})
