import { X509Certificate } from 'node:crypto'
import { LRUCache } from 'apimachinery/collections'
import type { CertificateFacts } from '../certificates/certificate-facts.js'
import { verifyCertificate } from '../certificates/verify-certificate.js'
import type { PeerCertificate } from '../request/http.js'
import type { CertificateAuthorities } from './certificate-authorities.js'

const maxChain = 8
const maxIntermediates = 256
/** For how many milliseconds a refusal is kept. */
const refusalLifetime = 10_000

/** A client's certificate that an authority has signed, directly or through others. */
export interface VerifiedCertificate extends Pick<CertificateFacts, 'subject'> {
  readonly certificate: X509Certificate
}

interface Verdict<T> {
  readonly roots: readonly X509Certificate[]
  /** Milliseconds. */
  readonly until: number
  readonly value?: T | undefined
  readonly error?: unknown
}

/**
 * Verifies the certificates of clients, once for each connection: until the certificate or one that signed it expires, or the authorities
 * change. A refusal is kept for ten seconds.
 *
 * A resumed TLS session has the client's own certificate alone, so that what stood between it and an authority in an earlier, full
 * handshake is kept; only what was verified is, which no stranger can fill.
 */
export class PeerVerifier<T> {
  readonly #authorities: CertificateAuthorities
  readonly #read: (verified: VerifiedCertificate) => T
  readonly #verdicts = new WeakMap<PeerCertificate, Verdict<T>>()
  readonly #facts = new WeakMap<X509Certificate, CertificateFacts>()
  /** By fingerprint. */
  readonly #intermediates = new LRUCache<string, X509Certificate>({ capacity: maxIntermediates })

  /** @param read makes the result for a verified certificate; what it throws is kept as a refusal */
  constructor(authorities: CertificateAuthorities, read: (verified: VerifiedCertificate) => T) {
    this.#authorities = authorities
    this.#read = read
  }

  /** The result for a client's certificate. Rejects with CertificateError for one that no authority signed. */
  async find(peer: PeerCertificate): Promise<T | undefined> {
    const roots = this.#authorities.certificates()
    const now = this.#authorities.clock.now()
    const kept = this.#verdicts.get(peer)
    const isCurrent = kept !== undefined && kept.roots === roots && now < kept.until
    const verdict = isCurrent ? kept : await this.#verdictOf(peer, roots, now)
    if (!isCurrent) this.#verdicts.set(peer, verdict)
    if (verdict.error !== undefined) throw verdict.error
    return verdict.value
  }

  async #verdictOf(peer: PeerCertificate, roots: readonly X509Certificate[], now: number): Promise<Verdict<T>> {
    // The package takes long to load, and many servers have no client with a certificate.
    const { readCertificateFacts } = await import('../certificates/certificate-facts.js')
    const factsOf = (certificate: X509Certificate): CertificateFacts => {
      const facts = this.#facts.get(certificate) ?? readCertificateFacts(certificate.raw)
      this.#facts.set(certificate, facts)
      return facts
    }
    try {
      const [leaf, ...sent] = peer.chain.slice(0, maxChain).map((der) => new X509Certificate(der))
      if (leaf === undefined) return { roots, until: Number.POSITIVE_INFINITY }
      const intermediates = peer.resumed === true ? [...sent, ...this.#intermediates.values()] : sent
      const chains = verifyCertificate(leaf, { roots, intermediates, now: new Date(now), factsOf })
      for (const chain of chains) this.#keep(chain.slice(1, -1))
      const ends = chains[0]?.map(({ validTo }) => new Date(validTo).getTime()) ?? []
      const value = this.#read({ certificate: leaf, subject: factsOf(leaf).subject })
      return { roots, until: Math.min(...ends), value }
    } catch (error) {
      return { roots, until: now + refusalLifetime, error }
    }
  }

  #keep(verified: readonly X509Certificate[]): void {
    for (const each of verified) this.#intermediates.set(each.fingerprint256, each)
  }
}
