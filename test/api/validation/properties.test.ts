import { describe, expect, test } from 'vitest'
import { newestRelease } from '../../../src/api/releases/release.js'
import type { KindStrategy, StrategyContext } from '../../../src/api/strategies/kind-strategy.js'
import { strategiesOfGroup, strategyGroups } from '../../../src/api/strategies/strategies.js'
import type { JSONObject } from '../../../src/json/json-value.js'
import { instantiate } from '../../../src/runtime/objects/instantiate.js'
import type { KindClass, KubernetesObject } from '../../../src/runtime/objects/typed-object.js'
import { Filler } from '../../../src/testing/filler.js'
import { Random } from '../../../src/testing/random.js'
import { long } from '../../rounds.js'
import { withGarbage } from './garbage.js'

const rounds = long ? 3 : 1

function contextFor({ type, namespaced }: KindStrategy, allFeatures: boolean): StrategyContext {
  return {
    apiVersion: type.groupVersionKind.toAPIVersionAndKind().apiVersion,
    release: newestRelease,
    featureEnabled: () => allFeatures,
    now: () => new Date(0),
    ...(namespaced && { namespace: 'ns' }),
  }
}

/** Any object of a kind, with values that are wrong in every way that its types allow. */
function oddObject(type: KindClass, seed: number): KubernetesObject {
  const object = new Filler({ seed, share: 0.7 }).object(type)
  const plain = JSON.parse(JSON.stringify(object)) as JSONObject
  const random = new Random(seed)
  const members = Object.entries(plain).map(([name, value]) => [name, withGarbage(value, random, true)])
  const odd = Object.fromEntries(members) as JSONObject
  const { apiVersion = '', kind = '' } = plain
  return instantiate({ ...odd, apiVersion, kind, metadata: odd.metadata ?? {} }, type)
}

function unchanged<T>(objects: readonly KubernetesObject[], run: () => T): T {
  const before = JSON.stringify(objects)
  const result = run()
  expect(JSON.stringify(objects)).toBe(before)
  return result
}

/** Runs what judges an object, and checks that it changes nothing. */
function judgeAll(strategy: KindStrategy, object: KubernetesObject, old: KubernetesObject): void {
  for (const allFeatures of [true, false]) {
    const context = contextFor(strategy, allFeatures)
    unchanged([object], () => strategy.validate(object, context))
    unchanged([object], () => strategy.warningsOnCreate?.(object, context))
    for (const hooks of [strategy, ...Object.values(strategy.subresources ?? {})]) {
      unchanged([object, old], () => hooks.validateUpdate(object, old, context))
      unchanged([object, old], () => hooks.warningsOnUpdate?.(object, old, context))
    }
    unchanged([object], () => strategy.selectableFields?.(object))
  }
}

const groups = await Promise.all(
  strategyGroups.map(async (group) => ({ group, strategies: await strategiesOfGroup(group) })),
)
const kinds = groups.flatMap(({ group, strategies }) =>
  strategies.map((strategy) => [`${group || 'core'} ${strategy.type.groupVersionKind.kind}`, strategy] as const),
)

describe('judging odd values never throws and never changes what it judges', () => {
  test.each(kinds)('%s', (_, strategy) => {
    for (let seed = 1; seed <= rounds; seed++) {
      const old = oddObject(strategy.type, seed)
      judgeAll(strategy, oddObject(strategy.type, seed + 1000), old)
      judgeAll(strategy, oddObject(strategy.type, seed), old)
    }
    const empty = () => instantiate({ metadata: {} }, strategy.type)
    judgeAll(strategy, empty(), empty())
  })
})

describe('preparing odd values never throws and leaves the stored object as it is', () => {
  test.each(kinds)('%s', (_, strategy) => {
    const context = contextFor(strategy, true)
    for (let seed = 1; seed <= rounds; seed++) {
      const old = oddObject(strategy.type, seed)
      strategy.prepareForCreate?.(oddObject(strategy.type, seed), context)
      for (const hooks of [strategy, ...Object.values(strategy.subresources ?? {})]) {
        unchanged([old], () => hooks.prepareForUpdate?.(oddObject(strategy.type, seed + 1000), old, context))
      }
    }
  })
})
