/** What a verb may use of the process it runs in; tests pass their own. */
export interface CommandIO {
  readonly cwd: string
  readonly environment: Readonly<Record<string, string | undefined>>
  /** Writes to standard output as it is. */
  write(text: string): void
  /** Writes one line to standard error. */
  warn(line: string): void
  /** Reads standard input to its end. */
  readInput(): Promise<string> | string
  /** Standard error, when it is a terminal that somebody watches. */
  readonly terminal?: { write(text: string): void } | undefined
  /** Aborted when the user wants to leave. */
  readonly signal?: AbortSignal | undefined
}
