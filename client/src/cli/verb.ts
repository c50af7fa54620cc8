import type { CommandIO } from './command-io.js'

/** One verb of the command. */
export interface Verb {
  /** One line for the overview. */
  readonly summary: string
  /** The text of `--help`. */
  readonly help: string
  /** The help text for these arguments, if it differs. */
  helpOf?(args: readonly string[]): Promise<string | undefined>
  /** Does the work; resolves to the exit code. */
  run(args: readonly string[], io: CommandIO): Promise<number>
}
