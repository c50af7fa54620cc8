/** The parts of the process that a command uses. */
export interface CommandIO {
  readonly cwd: string
  /** Writes a line to standard output. */
  out(line: string): void
  /** Writes a line to standard error. */
  err(line: string): void
  /** Reports progress; absent without a terminal. */
  progress?(line: string): void
}
