import { createHash } from 'node:crypto'

const maxHashBits = 60

/**
 * Deals each flow a few queues out of many, so that few flows share all of theirs.
 *
 * Source: k8s.io/apiserver/pkg/util/shufflesharding.
 */
export class Dealer {
  readonly #deckSize: number
  readonly #handSize: number

  /** Throws `RangeError` for a hand that cannot be dealt from the deck. */
  constructor(deckSize: number, handSize: number) {
    if (!(deckSize > 0) || !(handSize > 0)) {
      throw new RangeError(`deckSize ${deckSize} or handSize ${handSize} is not positive`)
    }
    if (handSize > deckSize) throw new RangeError(`handSize ${handSize} is greater than deckSize ${deckSize}`)
    if (deckSize > 1 << 26) throw new RangeError(`deckSize ${deckSize} is impractically large`)
    if (Math.ceil(Math.log2(deckSize) * handSize) > maxHashBits) {
      throw new RangeError(
        `required entropy bits of deckSize ${deckSize} and handSize ${handSize} is greater than ${maxHashBits}`,
      )
    }
    this.#deckSize = deckSize
    this.#handSize = handSize
  }

  /** Different cards, in an order that the hash decides. */
  deal(hash: bigint): number[] {
    const hand: number[] = []
    const remainders: number[] = []
    let rest = hash
    for (let index = 0; index < this.#handSize; index++) {
      const size = BigInt(this.#deckSize - index)
      remainders.push(Number(rest % size))
      rest /= size
    }
    for (let index = 0; index < this.#handSize; index++) {
      let card = remainders[index]!
      for (let before = index; before > 0; before--) if (card >= remainders[before - 1]!) card++
      hand.push(card)
    }
    return hand
  }
}

/** The hash of a flow: of its schema's name and its distinguisher. */
export function hashFlowID(schema: string, distinguisher: string): bigint {
  return createHash('sha256').update(`${schema}\0${distinguisher}`).digest().readBigUInt64LE(0)
}
