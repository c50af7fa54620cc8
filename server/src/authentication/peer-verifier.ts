import { X509Certificate } from 'node:crypto'
import { verifyCertificate } from '../certificates/verify-certificate.js'
import type { PeerCertificate } from '../request/http.js'
import type { CertificateAuthorities } from './certificate-authorities.js'

const maxChain = 8
const maxIntermediates = 256

/**
 * Verifies certificates of clients. A resumed TLS session has the client's own certificate alone, so that what stood between it and an
 * authority in an earlier, full handshake is kept; only what was verified is, which no stranger can fill.
 */
export class PeerVerifier {
  readonly #authorities: CertificateAuthorities
  /** By fingerprint, the latest last. */
  readonly #intermediates = new Map<string, X509Certificate>()

  constructor(authorities: CertificateAuthorities) {
    this.#authorities = authorities
  }

  /** The client's certificate when it was signed, directly or through what it sent along, by one of the authorities; throws otherwise. */
  leafOf(peer: PeerCertificate): X509Certificate | undefined {
    const [leaf, ...sent] = peer.chain.slice(0, maxChain).map((der) => new X509Certificate(der))
    if (leaf === undefined) return undefined
    const intermediates = peer.resumed === true ? [...sent, ...this.#intermediates.values()] : sent
    const { certificates, clock } = this.#authorities
    const chains = verifyCertificate(leaf, { roots: certificates(), intermediates, now: new Date(clock.now()) })
    for (const chain of chains) this.#keep(chain.slice(1, -1))
    return leaf
  }

  #keep(verified: readonly X509Certificate[]): void {
    for (const each of verified) {
      this.#intermediates.delete(each.fingerprint256)
      this.#intermediates.set(each.fingerprint256, each)
    }
    while (this.#intermediates.size > maxIntermediates) {
      this.#intermediates.delete(this.#intermediates.keys().next().value as string)
    }
  }
}
