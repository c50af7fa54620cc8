/** A small deterministic generator (xorshift32): the same seed gives the same payload on every machine. */
export class Random {
  #state

  constructor(seed) {
    this.#state = seed >>> 0 || 1
  }

  /** An integer in [0, limit). */
  below(limit) {
    let x = this.#state
    x ^= x << 13
    x ^= x >>> 17
    x ^= x << 5
    this.#state = x >>> 0
    return this.#state % limit
  }

  pick(items) {
    return items[this.below(items.length)]
  }

  /** `length` characters of `alphabet`. */
  text(length, alphabet = 'bcdfghjklmnpqrstvwxz2456789') {
    let text = ''
    while (text.length < length) text += alphabet[this.below(alphabet.length)]
    return text
  }

  hex(length) {
    return this.text(length, '0123456789abcdef')
  }

  uuid() {
    return [8, 4, 4, 4, 12].map((length) => this.hex(length)).join('-')
  }

  ip() {
    return `10.${this.below(250)}.${this.below(250)}.${1 + this.below(250)}`
  }

  /** A whole second of the year 2024. */
  time() {
    return new Date(1704067200000 + this.below(31536000) * 1000).toISOString().replace('.000Z', 'Z')
  }
}
