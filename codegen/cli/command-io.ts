/** What a command may use of the process it runs in. */
export interface CommandIO {
  readonly cwd: string
  out(line: string): void
  err(line: string): void
  /** Says what long work is at; absent where nobody watches. */
  progress?(line: string): void
}
