/** What was opened so far, to be closed in reverse order: at the end, or where what needs it cannot be made. */
export class OpenResources {
  readonly #closers: (() => unknown)[] = []

  /** Remembers how something is closed. */
  add(close: () => unknown): void {
    this.#closers.push(close)
  }

  /** Closes everything once. Throws the first error, after the rest was closed. */
  async close(): Promise<void> {
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
