import { MachineryError } from 'apimachinery/errors'

/** An error of a reconciler that a retry cannot fix: the key waits for its next event. */
export class TerminalError extends MachineryError {
  override readonly name = 'TerminalError'

  constructor(message: string, cause?: unknown) {
    super('Terminal', message, { cause })
  }
}

/** Reports whether an error, or one that it wraps, is a {@link TerminalError}. */
export function isTerminalError(error: unknown): boolean {
  for (let each = error, depth = 0; each instanceof Error && depth < 100; each = each.cause, depth++) {
    if (each.name === 'TerminalError') return true
  }
  return false
}
