import { MachineryError } from 'apimachinery/errors'
import type { Clock } from 'apimachinery/wait'
import type { ObjectCache } from '../cache/object-cache.js'

/** How long is waited. */
export interface WaitForCachesOptions {
  /** Ends the wait without an error. */
  readonly signal: AbortSignal
  /** Milliseconds. */
  readonly timeout: number
  readonly clock: Clock
}

/**
 * Waits until caches have what they read. @throws MachineryError `CacheSyncTimeout` that names each kind which is missing, and why
 */
export async function waitForCaches(
  caches: readonly ObjectCache[],
  { signal, timeout, clock }: WaitForCachesOptions,
): Promise<void> {
  if (signal.aborted) return
  let end = (): void => undefined
  const ended = new Promise<'ended'>((resolve) => {
    end = () => resolve('ended')
  })
  const timer = clock.setTimer(end, timeout)
  signal.addEventListener('abort', end, { once: true })
  try {
    const synced = Promise.all(caches.map((cache) => cache.waitForSync()))
    if ((await Promise.race([synced, ended])) === 'ended' && !signal.aborted) throw timedOut(caches)
  } finally {
    timer.stop()
    signal.removeEventListener('abort', end)
  }
}

function timedOut(caches: readonly ObjectCache[]): MachineryError {
  const missing = caches.flatMap(({ factory }) => factory.informers()).filter((informer) => !informer.hasSynced())
  const problems = missing.map((informer) => `${informer.kind}: ${informer.problem ?? 'no answer yet'}`)
  const [cause] = missing.flatMap((informer) => informer.state().map(({ error }) => error))
  return new MachineryError('CacheSyncTimeout', `timed out waiting for caches to sync: ${problems.join('; ')}`, {
    cause,
  })
}
