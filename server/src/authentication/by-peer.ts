import type { PassiveClock } from 'apimachinery/wait'
import type { PeerCertificate } from '../request/http.js'

const lifetime = 10_000

/**
 * Keeps what `find` returns for a peer's certificate for ten seconds, because one TLS handshake serves many requests. An error is not kept.
 */
export function byPeer<T>(find: (peer: PeerCertificate) => T, clock: PassiveClock): (peer: PeerCertificate) => T {
  const kept = new WeakMap<PeerCertificate, { readonly until: number; readonly value: T }>()
  return (peer) => {
    const time = clock.now()
    const before = kept.get(peer)
    if (before !== undefined && time < before.until) return before.value
    const value = find(peer)
    kept.set(peer, { until: time + lifetime, value })
    return value
  }
}
