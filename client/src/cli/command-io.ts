/** The parts of the process that a verb uses; tests pass their own. */
export interface CommandIO {
  readonly cwd: string
  readonly environment: Readonly<Record<string, string | undefined>>
  /** Writes to standard output as it is. */
  write(text: string): void
  /** Writes one line to standard error. */
  warn(line: string): void
  /** Reads standard input to its end. */
  readInput(): Promise<string> | string
  /** Standard error, if it is an interactive terminal. */
  readonly terminal?: { write(text: string): void } | undefined
  /** Aborted when the user interrupts the command. */
  readonly signal?: AbortSignal | undefined
}
