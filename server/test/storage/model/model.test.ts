import { describe, expect, it } from 'vitest'
import { type KVKind, kvKinds } from '../open-kv.js'
import { ModelRun } from './model-run.js'

/** `npm run soak:storage` does a million; `MODEL_STORE=embedded` or `etcd` does them over another store. */
const operations = Number(process.env.MODEL_OPERATIONS ?? 2400)
const store = (process.env.MODEL_STORE ?? 'memory') as KVKind
const seeds = process.env.MODEL_SEED === undefined ? [1, 2, 3] : [Number(process.env.MODEL_SEED)]

async function check(run: ModelRun, operations: number): Promise<void> {
  await run.run(operations)
  const { writes, lists, events, refused, faults } = run.done
  // How many events a watch sees before a fault cuts it depends on the store's speed.
  expect(writes / operations).toBeGreaterThan(0.2)
  expect(events).toBeGreaterThan(0)
  expect(Math.min(lists, faults)).toBeGreaterThan(0)
  // Most of it was served.
  expect(refused).toBeLessThan(lists + events)
}

describe('the storage loses, duplicates and reorders nothing, compared with a naive model', () => {
  it.each(seeds)(`in ${operations} random operations over ${store} (seed %i)`, { timeout: 7_200_000 }, async (seed) =>
    check(await ModelRun.open(seed, store), operations),
  )

  it.each(kvKinds.filter((kind) => kind !== 'memory'))('over %s', { timeout: 120_000 }, async (kind) =>
    check(await ModelRun.open(11, kind), 800),
  )
})
