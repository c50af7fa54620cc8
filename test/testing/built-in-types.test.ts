import { expect, test } from 'vitest'
import { addToScheme } from '../../src/api/index.js'
import { addMetaToScheme } from '../../src/meta/v1/index.js'
import { Scheme } from '../../src/runtime/scheme/scheme.js'
import { roundTrip } from '../../src/testing/index.js'
import { long } from '../rounds.js'

const scheme = new Scheme()
addToScheme(scheme)
addMetaToScheme(scheme)

test.each(long ? [1, 2] : [1])('every built-in kind survives a round trip through every encoding, seed %i', (seed) => {
  const kinds = scheme.allKnownTypes().length
  expect(roundTrip(scheme, { rounds: 1, seed: seed * 1000 })).toBeGreaterThan(kinds)
})

test('full objects as well', () => {
  expect(roundTrip(scheme, { rounds: 1, seed: 4, share: 1, maxDepth: 3, maxItems: 1 })).toBeGreaterThan(1000)
})

test('the boundaries of every built-in kind as well', () => {
  expect(roundTrip(scheme, { rounds: 3, maxDepth: 3, maxItems: 1 })).toBeGreaterThan(3000)
})
