/** Anything thrown as an error: itself if it is one, otherwise one with its text. */
export function asError(error: unknown): Error {
  return error instanceof Error ? error : new Error(String(error))
}
