import { expect, test } from 'vitest'
import { Ratcheting } from '../../../src/openapi/cel/ratcheting.js'
import type { Correlation } from '../../../src/openapi/validate/correlation.js'

/** Values of an update that correspond, by name; whether they have changed. */
type Values = { readonly unchanged: boolean; readonly members?: Readonly<Record<string, Values>> }

function correlation({ unchanged, members = {} }: Values): Correlation {
  const at = (name: string | number): Correlation | undefined => {
    const member = members[name]
    return member === undefined ? undefined : correlation(member)
  }
  return { unchanged, key: at, index: at } as unknown as Correlation
}

const same = { unchanged: true }
const changed = { unchanged: false }
const ratcheting = (values: Values): Ratcheting => new Ratcheting(correlation(values))

test('what has not changed may stay as it is', () => {
  expect(ratcheting(same).tolerates).toBe(true)
  expect(ratcheting(changed).tolerates).toBe(false)
  expect(new Ratcheting().tolerates).toBe(false)
})

test('a part is validated by itself, and in its context where the old object lacks it', () => {
  const object = ratcheting({ unchanged: false, members: { a: same, b: changed, 0: same } })
  expect([object.key('a').tolerates, object.key('b').tolerates, object.index(0).tolerates]).toEqual([true, false, true])
  expect([object.key('new').tolerates, object.index(1).tolerates]).toEqual([false, false])
  expect([ratcheting(same).key('new').tolerates, ratcheting(same).index(1).tolerates]).toEqual([true, true])
})

test('the nearest value around counts, however deep the new part is', () => {
  const object = ratcheting({ unchanged: false, members: { a: same } })
  expect(object.key('a').key('b').index(3).key('c').tolerates).toBe(true)
  const other = ratcheting({ unchanged: true, members: { a: changed, 0: changed } })
  expect(other.key('a').key('b').key('c').tolerates).toBe(false)
  expect(other.index(0).index(1).tolerates).toBe(false)
})

test('version and kind of the object itself never count as unchanged, those of parts do', () => {
  const typed: Values = { unchanged: true, members: { apiVersion: same, kind: same } }
  const object = ratcheting({ ...typed, members: { ...typed.members, spec: typed } })
  for (const name of ['apiVersion', 'kind']) {
    expect(object.key(name).tolerates).toBe(false)
    expect(object.key('spec').key(name).tolerates).toBe(true)
  }
})

test('below allOf only rules around a value apply', () => {
  const object = ratcheting({ unchanged: true, members: { a: changed } })
  expect(object.key('a').tolerates).toBe(false)
  expect(object.key('a').above().tolerates).toBe(true)
  const other = ratcheting({ unchanged: false, members: { a: same } })
  expect(other.key('a').above().tolerates).toBe(false)
  expect(ratcheting(same).above().tolerates).toBe(false)
})
