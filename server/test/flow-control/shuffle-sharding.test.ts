import { describe, expect, it } from 'vitest'
import { Dealer, hashFlowID } from '../../src/flow-control/shuffle-sharding.js'

// Facts of TestValidateParameters and of TestCardDuplication of k8s.io/apiserver/pkg/util/shufflesharding.
describe('a dealer of queues', () => {
  it.each<[number, number, string]>([
    [0, 8, 'deckSize 0 or handSize 8 is not positive'],
    [-100, 8, 'deckSize -100 or handSize 8 is not positive'],
    [100, 0, 'deckSize 100 or handSize 0 is not positive'],
    [100, -100, 'deckSize 100 or handSize -100 is not positive'],
    [Number.NaN, 1, 'deckSize NaN or handSize 1 is not positive'],
    [1, Number.NaN, 'deckSize 1 or handSize NaN is not positive'],
    [5, 8, 'handSize 8 is greater than deckSize 5'],
    [2 ** 26 + 1, 1, 'deckSize 67108865 is impractically large'],
    [512, 7, 'required entropy bits of deckSize 512 and handSize 7 is greater than 60'],
  ])('has no deck of %d with hands of %d', (deckSize, handSize, message) => {
    expect(() => new Dealer(deckSize, handSize)).toThrow(new RangeError(message))
  })

  it.each([
    [1, 1],
    [5, 5],
    [128, 8],
    [512, 6],
    [2 ** 20, 3],
    [2 ** 26, 1],
  ])('deals from a deck of %d hands of %d different queues', (deckSize, handSize) => {
    const dealer = new Dealer(deckSize, handSize)
    for (const hash of [0n, 1n, 2n ** 60n - 1n, 0xdead_beefn, hashFlowID('schema', 'user')]) {
      const hand = dealer.deal(hash)
      expect(hand).toHaveLength(handSize)
      expect(new Set(hand).size).toBe(handSize)
      expect(hand.every((queue) => queue >= 0 && queue < deckSize)).toBe(true)
    }
  })

  it('deals every hand equally often', () => {
    const dealer = new Dealer(5, 2)
    const hands = Array.from({ length: 20 }, (_, hash) => dealer.deal(BigInt(hash)).join())
    expect(new Set(hands).size).toBe(20)
  })

  it('hashes a schema and what distinguishes its flows', () => {
    expect(hashFlowID('a', 'b')).toBe(hashFlowID('a', 'b'))
    expect(new Set([hashFlowID('a', 'b'), hashFlowID('ab', ''), hashFlowID('', 'ab'), hashFlowID('b', 'a')]).size).toBe(
      4,
    )
  })
})
