/** A mistake in how the command was called or in its input: printed as one message, without a stack trace. */
export class UsageError extends Error {
  override readonly name: string = 'UsageError'
  /** Process exit code: 2 for a wrong call, 1 for input that was refused. */
  readonly exitCode: number

  constructor(message: string, exitCode = 2) {
    super(message)
    this.exitCode = exitCode
  }
}

/** Reports whether the operating system refused something, such as reading a file. */
export function isSystemError(error: unknown): error is NodeJS.ErrnoException {
  return error instanceof Error && 'syscall' in error
}
