/** The message of `parseArgs` for invalid arguments, in one sentence; `undefined` for any other error. */
export function argumentProblem(error: unknown): string | undefined {
  if (!(error instanceof Error) || !String((error as NodeJS.ErrnoException).code).startsWith('ERR_PARSE_ARGS')) {
    return undefined
  }
  // Node goes on with how to write arguments that begin with a dash, which no path here does.
  return error.message.split('. To specify', 1)[0]
}
