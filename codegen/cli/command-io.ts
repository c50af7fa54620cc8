/** What a command may use of the process it runs in. */
export interface CommandIO {
  readonly cwd: string
  /** Writes a line to standard output. */
  out(line: string): void
  /** Writes a line to standard error. */
  err(line: string): void
  /** Says what long work is at; absent where nobody watches. */
  progress?(line: string): void
}
