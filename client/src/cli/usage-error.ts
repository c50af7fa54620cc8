/** The command was called wrongly. */
export class UsageError extends Error {
  override readonly name = 'UsageError'
}

/** A flag that the verb does not have, or with a value that it does not take. */
export class FlagError extends UsageError {}
