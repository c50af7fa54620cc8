/** The parts of the process that a verb uses; tests pass their own. */
export interface CommandIO {
  readonly cwd: string
  /** Writes to standard output as it is. */
  write(data: Uint8Array | string): void
  /** Writes one line to standard error. */
  warn(line: string): void
  /** Reads standard input to its end. */
  readInput(): Uint8Array
  /** Standard error, if it is an interactive terminal. */
  readonly terminal: { write(text: string): void } | undefined
}

/** One verb of the command. */
export interface Verb {
  /** One line for the overview. */
  readonly summary: string
  /** The verb answers `--help` itself. */
  readonly ownHelp?: boolean
  /** The text of `--help`. */
  readonly help: string
  /** Does the work; resolves to the exit code. */
  run(args: readonly string[], io: CommandIO): Promise<number>
}
