import { expect, test } from 'vitest'
import { byPeer } from '../../src/authentication/by-peer.js'
import type { PeerCertificate } from '../../src/request/http.js'

const one = { chain: [] } as unknown as PeerCertificate
const other = { chain: [] } as unknown as PeerCertificate

test('a result is kept for each peer, for ten seconds', () => {
  let time = 0
  let calls = 0
  const numbered = byPeer(() => ++calls, { now: () => time })
  expect([numbered(one), numbered(one), numbered(other)]).toEqual([1, 1, 2])
  time = 9_999
  expect(numbered(one)).toBe(1)
  time = 10_000
  expect(numbered(one)).toBe(3)
})

test('an undefined result is kept, an error is not', () => {
  let calls = 0
  const find = byPeer<undefined>(
    () => {
      calls++
      if (calls === 1) throw new Error('unknown')
      return undefined
    },
    { now: () => 0 },
  )
  expect(() => find(one)).toThrow('unknown')
  expect([find(one), find(one), calls]).toEqual([undefined, undefined, 2])
})
