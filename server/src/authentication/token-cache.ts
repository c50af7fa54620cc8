import { createHash } from 'node:crypto'
import { LRUCache } from 'apimachinery/collections'
import type { PassiveClock } from 'apimachinery/wait'
import type { Authentication, TokenAuthenticator, TokenContext } from './authenticator.js'

/** How long results are cached, in milliseconds; 0 disables the cache. */
export interface TokenCacheOptions {
  readonly successTTL: number
  readonly failureTTL: number
  readonly clock: PassiveClock
  /** Entries that are kept at the most; default 4,096. */
  readonly size?: number | undefined
  /** For metrics. */
  readonly observer?: TokenCacheObserver | undefined
}

/** Observes a cache of tokens. */
export interface TokenCacheObserver {
  /** The duration of a request, in seconds. */
  requested(status: 'hit' | 'miss', seconds: number): void
  /** More or fewer questions are under way, or requests that wait for one. */
  active(status: 'in_flight' | 'blocked', change: 1 | -1): void
  fetched(status: 'ok' | 'error'): void
}

interface Entry {
  readonly until: number
  readonly found: Authentication | undefined
  readonly annotations: readonly (readonly [string, string])[]
  readonly warnings: readonly string[]
}

/**
 * Caches valid (or unknown) tokens for a while, and shares one lookup between concurrent requests with the same token.
 * Errors are not cached.
 *
 * Source: k8s.io/apiserver/pkg/authentication/token/cache.
 */
export function cachedTokenAuthenticator(tokens: TokenAuthenticator, options: TokenCacheOptions): TokenAuthenticator {
  const running = new Map<string, Promise<Entry>>()
  const { clock, successTTL, failureTTL, size = 4096, observer } = options
  const entries = new LRUCache<string, Entry>({ capacity: size })
  const ask = async (token: string, context: TokenContext): Promise<Entry> => {
    const annotations: (readonly [string, string])[] = []
    const warnings: string[] = []
    // Others wait for the same response: one client that disconnects must not cancel it.
    const { audiences } = context
    const annotate = (key: string, value: string): void => void annotations.push([key, value])
    const warn = (text: string): void => void warnings.push(text)
    const found = await fetching(observer, () => tokens.authenticateToken(token, { audiences, annotate, warn }))
    return { until: clock.now() + (found === undefined ? failureTTL : successTTL), found, annotations, warnings }
  }
  return {
    async authenticateToken(token, context) {
      const start = observer === undefined ? 0 : performance.now()
      const key = hashedTokenKey(token, context.audiences)
      let entry = entries.get(key)
      if (entry !== undefined && entry.until > clock.now()) {
        observer?.requested('hit', (performance.now() - start) / 1000)
      } else {
        let asking = running.get(key)
        if (asking === undefined) {
          asking = ask(token, context).finally(() => running.delete(key))
          running.set(key, asking)
        }
        observer?.active('blocked', 1)
        try {
          entry = await asking
        } finally {
          observer?.active('blocked', -1)
          observer?.requested('miss', (performance.now() - start) / 1000)
        }
        if (entry.until > clock.now()) entries.set(key, entry)
        else entries.delete(key)
      }
      if (entry.found === undefined) return undefined
      for (const [name, value] of entry.annotations) context.annotate?.(name, value)
      for (const text of entry.warnings) context.warn?.(text)
      return entry.found
    },
  }
}

async function fetching<T>(observer: TokenCacheObserver | undefined, fetch: () => Promise<T>): Promise<T> {
  let status: 'ok' | 'error' = 'error'
  observer?.active('in_flight', 1)
  try {
    const found = await fetch()
    status = 'ok'
    return found
  } finally {
    observer?.active('in_flight', -1)
    observer?.fetched(status)
  }
}

/** Tokens themselves are not kept. */
function hashedTokenKey(token: string, audiences: readonly string[]): string {
  const hash = createHash('sha256')
  // Lengths keep two lists of texts apart that read the same one after another.
  for (const text of [token, ...audiences]) hash.update(`${text.length}:`).update(text)
  return hash.digest('base64')
}
