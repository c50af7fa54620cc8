/**
 * Aborts a controller when another signal is, with its reason. The answer forgets that signal again, which `AbortSignal.any` of
 * Node 20 never does: each call leaves an entry with signals that live as long as the program.
 */
export function abortWith(controller: AbortController, outer: AbortSignal | undefined): () => void {
  if (outer === undefined) return () => undefined
  const abort = (): void => controller.abort(outer.reason)
  if (outer.aborted) abort()
  outer.addEventListener('abort', abort, { once: true })
  return () => outer.removeEventListener('abort', abort)
}
