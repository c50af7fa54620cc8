import { describe, expect, test } from 'vitest'
import { heldForm } from '../../../src/api/judge/held-form.js'
import { newestRelease } from '../../../src/api/releases/release.js'
import type { KindStrategy, StrategyContext } from '../../../src/api/strategies/kind-strategy.js'
import { strategiesOfGroup, strategyGroups } from '../../../src/api/strategies/strategies.js'
import type { JSONObject } from '../../../src/json/json-value.js'
import { instantiate } from '../../../src/runtime/objects/instantiate.js'
import type { KubernetesObject } from '../../../src/runtime/objects/typed-object.js'
import { Filler } from '../../../src/testing/filler.js'
import { long } from '../../rounds.js'
import { grown, placesToGrow, ReadCounter } from './grown-objects.js'

const context: StrategyContext = {
  namespace: 'default',
  apiVersion: 'v1',
  release: newestRelease,
  featureEnabled: () => true,
  now: () => new Date('2024-01-02T03:04:05Z'),
}

const strategies: KindStrategy[] = []
for (const group of strategyGroups) strategies.push(...(await strategiesOfGroup(group)))
// Schemas with rules in CEL cost what their estimates say, which tests of their own look at.
const kinds = strategies
  .filter(({ type }) => type.groupVersionKind.kind !== 'CustomResourceDefinition')
  .map((strategy) => [String(strategy.type.groupVersionKind), strategy] as const)

type Rules = (object: KubernetesObject) => unknown

/** How often the members of an object with a list or map of a length are read. */
function readsOf(rules: Rules, { type }: KindStrategy, plain: JSONObject): number {
  const counter = new ReadCounter()
  rules(counter.watch(instantiate(plain, type)))
  return counter.count
}

// Reads do not depend on how busy the machine is: twice the items are twice the reads, and not four times as many.
describe.skipIf(!long)('rules read an object in proportion to its size', () => {
  test.each(kinds)('%s', (_, strategy) => {
    const full = heldForm(new Filler({ seed: 3, share: 1 }).object(strategy.type), strategy.type)
    const plain = JSON.parse(JSON.stringify(full)) as JSONObject
    const rules: Readonly<Record<string, Rules>> = {
      validate: (object) => strategy.validate(object, context),
      validateUpdate: (object) => strategy.validateUpdate(object, full, context),
      warnings: (object) => strategy.warningsOnCreate?.(object, context),
    }
    const excessive: string[] = []
    for (const path of placesToGrow(plain)) {
      for (const [name, run] of Object.entries(rules)) {
        const [few = 0, more = 0, most = 0] = [40, 80, 160].map((count) =>
          readsOf(run, strategy, grown(plain, path, count)),
        )
        // Rules look no further into a list that is too long.
        if (more >= few && most - more > 2.6 * (more - few) + 200)
          excessive.push(`${name} ${path.join('.')}: ${few} ${more} ${most}`)
      }
    }
    expect(excessive).toEqual([])
  })
})
