/** What was opened so far, to be closed in reverse order: at the end, or where what needs it cannot be made. */
export class OpenResources {
  readonly #closers: (() => unknown)[] = []
  #closed: Promise<void> | undefined

  /** Remembers how something is closed. */
  add(close: () => unknown): void {
    this.#closers.push(close)
  }

  /** Closes everything once; further calls wait for the first. Rejects with the first error, after the rest was closed. */
  close(): Promise<void> {
    this.#closed ??= this.#closeAll()
    return this.#closed
  }

  async #closeAll(): Promise<void> {
    const errors: unknown[] = []
    for (let close = this.#closers.pop(); close !== undefined; close = this.#closers.pop()) {
      try {
        await close()
      } catch (error) {
        errors.push(error)
      }
    }
    if (errors.length > 0) throw errors[0]
  }
}
