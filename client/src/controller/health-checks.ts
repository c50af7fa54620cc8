/** Fails when something is wrong. */
export type HealthCheck = () => void | Promise<void>

/** Checks by name, and the answer of an endpoint for them. */
export class HealthChecks {
  readonly #name: string
  readonly #checks = new Map<string, HealthCheck>([['ping', () => undefined]])

  /** @param name - of the endpoint: `healthz`. */
  constructor(name: string) {
    this.#name = name
  }

  add(name: string, check: HealthCheck): void {
    this.#checks.set(name, check)
  }

  /** The response for `/healthz?verbose`, or for `/healthz/NAME`; undefined if there is no such check. */
  async answer(
    only: string,
    verbose: boolean,
  ): Promise<{ readonly status: number; readonly text: string } | undefined> {
    const names = only === '' ? [...this.#checks.keys()] : [only]
    const lines: string[] = []
    let failed = false
    for (const name of names) {
      const check = this.#checks.get(name)
      if (check === undefined) return undefined
      try {
        await check()
        lines.push(`[+]${name} ok`)
      } catch {
        // The port may be public, so reasons are not shown.
        failed = true
        lines.push(`[-]${name} failed: reason withheld`)
      }
    }
    if (failed) return { status: 500, text: `${lines.join('\n')}\n${this.#name} check failed\n` }
    if (!verbose) return { status: 200, text: 'ok' }
    return { status: 200, text: `${lines.join('\n')}\n${this.#name} check passed\n` }
  }
}
