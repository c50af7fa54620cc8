import type { PassiveClock } from 'apimachinery/wait'
/** A text that is given a few times in a while, so that what fails again and again does not fill logs with it. */
export class OccasionalHint {
  readonly #options: { readonly times: number; readonly milliseconds: number; readonly clock: PassiveClock }
  #since = Number.NEGATIVE_INFINITY
  #count = 0

  constructor(options: { readonly times: number; readonly milliseconds: number; readonly clock: PassiveClock }) {
    this.#options = options
  }

  /** The text, or an empty one when it was given often enough. */
  text(text: string): string {
    const { times, milliseconds, clock } = this.#options
    if (clock.now() - this.#since > milliseconds) {
      this.#since = clock.now()
      this.#count = 0
    }
    if (this.#count >= times) return ''
    this.#count++
    return text
  }
}
