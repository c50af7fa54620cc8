/** The signal of one run. It is created on use: most runs do not need it, and signals are expensive. */
export class RunSignal {
  #controller: AbortController | undefined
  #aborted: { readonly reason: unknown } | undefined

  get signal(): AbortSignal {
    if (this.#controller === undefined) {
      this.#controller = new AbortController()
      if (this.#aborted !== undefined) this.#controller.abort(this.#aborted.reason)
    }
    return this.#controller.signal
  }

  abort(reason: unknown): void {
    this.#aborted ??= { reason }
    this.#controller?.abort(reason)
  }
}
