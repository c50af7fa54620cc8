/** Runs a task once at a time: calls during a run wait for that run. */
export class SingleFlight<T> {
  #running: Promise<T> | undefined

  run(task: () => Promise<T>): Promise<T> {
    this.#running ??= task().finally(() => {
      this.#running = undefined
    })
    return this.#running
  }
}
