/** Reproducible random numbers: the same seed gives the same cases on every machine. */
export class Random {
  #state

  constructor(seed) {
    this.#state = seed >>> 0
  }

  /** An integer below 2^32 (mulberry32). */
  next() {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0
    let t = this.#state
    t = Math.imul(t ^ (t >>> 15), t | 1)
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61)
    return (t ^ (t >>> 14)) >>> 0
  }

  /** An integer from 0 to `limit` − 1. */
  below(limit) {
    return this.next() % limit
  }

  chance(probability) {
    return this.next() / 2 ** 32 < probability
  }

  pick(list) {
    return list[this.below(list.length)]
  }

  /** Up to `most` results of `make`. */
  list(most, make) {
    return Array.from({ length: this.below(most + 1) }, make)
  }

  text() {
    if (this.chance(0.2))
      return this.pick(['', 'a', 'app', 'x/y', '<&>', '"', '\\', '\u2028', 'é', '世界', '😀', ' ', '\n', '\t\u0001'])
    const alphabet = this.chance(0.8) ? 'abcdefghijklmnopqrstuvwxyz0123456789-./' : 'aé世😀<>&"\\\u0000\u007f\u2029'
    const characters = [...alphabet]
    return this.list(12, () => this.pick(characters)).join('')
  }

  key() {
    return this.chance(0.05) ? this.pick(['__proto__', 'constructor', '10', '2', '']) : this.text()
  }

  int(bits) {
    if (this.chance(0.3)) return this.below(3)
    const size = this.below(bits === 32 ? 31 : 52)
    const value = (this.below(2 ** 31) % 2 ** Math.min(size, 31)) + (size > 31 ? this.below(2 ** 21) * 2 ** 31 : 0)
    return this.chance(0.3) ? -value : value
  }
}
