import type { StoredObject } from '@apimachinery/server/storage'
import { describe, expect, it } from 'vitest'
import { OrderedMap } from '../../../src/internal/ordered-map.js'
import { CacheEvent } from '../../../src/storage/cache/cache-event.js'
import { EventHistory, type EventHistoryLimits } from '../../../src/storage/cache/event-history.js'
import { randomFrom } from '../random.js'

type Map = OrderedMap<StoredObject>

const none: EventHistoryLimits = { atLeast: 0, atMost: 1000, age: 1e9, bytes: 1e9 }
const stored = (key: string, revision: number) => ({ key, revision }) as StoredObject
const shown = (map: Map | undefined) => map && [...map].map(({ key, revision }) => `${key}@${revision}`).join()

/** A history of random changes, and what the objects were after each revision. */
function changed(limits: EventHistoryLimits, steps: number, seed: number) {
  const next = randomFrom(seed)
  let map: Map = OrderedMap.fromSorted([stored('a', 1), stored('k', 1)])
  const history = new EventHistory(limits, { revision: 1, map })
  const states = new Map([[1, shown(map)]])
  for (let revision = 2; revision < steps + 2; revision++) {
    const key = String.fromCharCode(97 + next(20))
    const before = map.get(key)
    const now = before !== undefined && next(10) < 4 ? undefined : stored(key, revision)
    map = now === undefined ? map.delete(key) : map.set(now)
    history.add(new CacheEvent({ key, revision, time: revision, now, before }), map)
    states.set(revision, shown(map))
  }
  return { history, states, map }
}

describe('the states of a history', () => {
  it.each([1, 31, 32, 33, 64, 300])('are what the objects were, after %i events', (steps) => {
    const { history, states } = changed(none, steps, steps)
    for (const [revision, state] of states) expect(shown(history.at(revision))).toBe(state)
  })

  it('are dropped with the events before them, or by compaction', () => {
    const { history, states } = changed({ ...none, atMost: 50 }, 200, 7)
    expect(history.oldest).toBe(151)
    for (const [revision, state] of states) expect(shown(history.at(revision))).toBe(revision < 151 ? undefined : state)
    history.compact(180)
    expect([history.reaches(179), history.reaches(180)]).toEqual([false, true])
    expect(shown(history.at(179))).toBeUndefined()
    expect(shown(history.at(180))).toBe(states.get(180))
  })

  it('do not change with later events', () => {
    const { history, states, map } = changed(none, 40, 3)
    const before = history.at(20)
    const now = stored('z', 42)
    history.add(new CacheEvent({ key: 'z', revision: 42, time: 42, now, before: undefined }), map.set(now))
    expect(shown(before)).toBe(states.get(20))
    expect(shown(history.at(41))).toBe(states.get(41))
    expect(shown(history.at(42))).toBe(shown(map.set(now)))
  })
})
