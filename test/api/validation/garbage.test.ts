import { describe, expect, test } from 'vitest'
import { heldForm } from '../../../src/api/judge/held-form.js'
import { newestRelease } from '../../../src/api/releases/release.js'
import type { KindStrategy, StrategyContext } from '../../../src/api/strategies/kind-strategy.js'
import { strategiesOfGroup } from '../../../src/api/strategies/strategies.js'
import type { KubernetesObject } from '../../../src/runtime/objects/typed-object.js'
import { Filler } from '../../../src/testing/filler.js'
import { rounds } from '../../rounds.js'

const context: StrategyContext = {
  namespace: 'default',
  apiVersion: 'v1',
  release: newestRelease,
  featureEnabled: () => true,
  now: () => new Date('2024-01-02T03:04:05Z'),
}

const withPods = ['Pod', 'PodTemplate', 'ReplicationController']
const all: KindStrategy[] = (await Promise.all(['', 'apps', 'batch'].map(strategiesOfGroup))).flat()
const strategies = all.flatMap((strategy) => {
  const { group, kind } = strategy.type.groupVersionKind
  return group !== '' || withPods.includes(kind) ? [[kind, strategy] as const] : []
})

const odd = ['', '-', 'a/b', '%', '[::1']

/** Puts null, empty and odd values of the right type into every so many places. */
function spoil(value: unknown, random: () => number): unknown {
  const chance = random()
  if (chance < 0.04) return null
  if (Array.isArray(value)) return chance < 0.1 ? [] : value.map((item) => spoil(item, random))
  if (typeof value === 'object' && value !== null) {
    const members = Object.entries(value).filter(() => random() > 0.05)
    return Object.fromEntries(members.map(([key, member]) => [key, spoil(member, random)]))
  }
  // Times and quantities start with digits, and nothing can be read that has bad ones.
  if (typeof value === 'string' && /^[a-z]/i.test(value) && chance < 0.2) return odd[Math.floor(chance * 25)]
  if (typeof value === 'number') return chance < 0.2 && Math.abs(value) < 2 ** 31 ? -value : value
  return value
}

function randomOf(seed: number): () => number {
  let state = seed
  return () => {
    state = (state * 48271) % 2147483647
    return state / 2147483647
  }
}

describe.each(strategies)('%s', (_, strategy) => {
  test('rules and warnings do not throw, whatever members are null', () => {
    for (let seed = 1; seed <= rounds(25); seed++) {
      const make = (from: number) => {
        const full = new Filler({ seed: from, share: 0.8 }).object(strategy.type)
        const spoilt = (spoil(JSON.parse(JSON.stringify(full)), randomOf(from * 7919 + 12345)) ??
          {}) as KubernetesObject & { metadata?: object }
        // A registry fills in metadata before anything else.
        const metadata = spoilt.metadata ?? {}
        const object = Object.assign(Object.create(strategy.type.prototype), spoilt, { metadata })
        return heldForm(object as KubernetesObject, strategy.type)
      }
      const [object, old] = [make(seed), make(seed + 100)]
      const before = JSON.stringify([object, old])
      expect(() => {
        strategy.validate(object, context)
        strategy.warningsOnCreate?.(object, context)
        for (const hooks of [strategy, ...Object.values(strategy.subresources ?? {})]) {
          hooks.validateUpdate(object, old, context)
          hooks.warningsOnUpdate?.(object, old, context)
        }
      }).not.toThrow()
      expect(JSON.stringify([object, old])).toBe(before)
    }
  })
})
