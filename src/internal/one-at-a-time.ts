/** Runs asynchronous steps one after another, in the order of their calls. */
export class OneAtATime {
  #last: Promise<unknown> | undefined

  /** Whether a step runs or waits. */
  get busy(): boolean {
    return this.#last !== undefined
  }

  run<T>(step: () => Promise<T>): Promise<T> {
    const answer = this.#last === undefined ? step() : this.#last.then(step)
    const finished: Promise<void> = answer.then(
      () => this.#forget(finished),
      () => this.#forget(finished),
    )
    this.#last = finished
    return answer
  }

  #forget(finished: Promise<void>): void {
    if (this.#last === finished) this.#last = undefined
  }
}
