import type { X509Certificate } from 'node:crypto'
import type { CertificateFacts } from './certificate-facts.js'
import { weaknessOf } from './signature-weakness.js'

/** What certificates of clients are judged by. */
export interface VerifyOptions {
  readonly roots: readonly X509Certificate[]
  /** What the client sent along. */
  readonly intermediates: readonly X509Certificate[]
  readonly now: Date
  /** Reads a certificate. Throws for what is none. */
  readonly factsOf: (certificate: X509Certificate) => CertificateFacts
}

/** From the client's certificate to an authority. */
export type CertificateChain = readonly X509Certificate[]

const clientAuthUsage = '1.3.6.1.5.5.7.3.2'
const anyUsage = '2.5.29.37.0'
const commonName = '2.5.4.3'

/** A certificate that is not one of a client of the authorities, in the words of Go's crypto/x509. */
export class CertificateError extends Error {
  override readonly name = 'CertificateError'

  constructor(problem: string) {
    super(`x509: ${problem}`)
  }
}

/**
 * The chains from a certificate to an authority.
 *
 * Names that an authority limits are not compared: below such an authority certificates have no alternative names.
 *
 * Source: `Certificate.Verify` of Go's crypto/x509.
 * @throws CertificateError for a certificate that is out of date, that no chain leads from to an authority, or that is not for clients.
 */
export function verifyCertificate(leaf: X509Certificate, options: VerifyOptions): readonly CertificateChain[] {
  const { now, factsOf } = options
  if (factsOf(leaf).hasUnknown) throw new CertificateError('unhandled critical extension')
  if (!isCurrent(leaf, now)) throw new CertificateError('certificate has expired or is not yet valid')
  const problems: string[] = []
  const chains = chainsFrom([leaf], options, problems)
  if (chains.length === 0) throw new CertificateError(problems.at(-1) ?? 'certificate signed by unknown authority')
  const forClients = chains.filter((chain) => chain.every(isForClients))
  if (forClients.length === 0) throw new CertificateError('certificate specifies an incompatible key usage')
  return forClients
}

/** All ways from the end of a chain to an authority. `problems`: why signers that are no way are none. */
function chainsFrom(chain: CertificateChain, options: VerifyOptions, problems: string[]): CertificateChain[] {
  const last = chain.at(-1)!
  const { roots, intermediates, factsOf } = options
  if (chain.length === 1 && roots.some((root) => isSame(root, last))) return [chain]
  const signers = (candidates: readonly X509Certificate[]) =>
    candidates.filter((by) => {
      if (last.issuer !== by.subject || !by.ca || chain.some((other) => isSame(other, by))) return false
      if (!factsOf(by).maySign) return false
      const weakness = weaknessOf(factsOf(last), by)
      if (weakness === undefined && !last.verify(by.publicKey)) return false
      const problem = weakness === undefined ? problemOf(by, chain, options) : untrusted(weakness, factsOf(by))
      if (problem !== undefined) problems.push(problem)
      return problem === undefined
    })
  return [
    ...signers(roots).map((root) => [...chain, root]),
    ...signers(intermediates).flatMap((by) => chainsFrom([...chain, by], options, problems)),
  ]
}

function untrusted(why: string, { subject }: CertificateFacts): string {
  const tried = `while trying to verify candidate authority certificate ${JSON.stringify(subject(commonName).at(-1) ?? '')}`
  return `certificate signed by unknown authority (possibly because of ${JSON.stringify(why)} ${tried})`
}

/** Why a signer does not count for a chain. */
function problemOf(by: X509Certificate, chain: CertificateChain, { factsOf, now }: VerifyOptions): string | undefined {
  const { maxPathLength, constrainsNames, hasUnknown } = factsOf(by)
  if (hasUnknown) return 'unhandled critical extension'
  if (!isCurrent(by, now)) return 'certificate has expired or is not yet valid'
  if (constrainsNames && chain.some(({ subjectAltName }) => subjectAltName !== undefined)) {
    return 'a root or intermediate certificate is not authorized to sign for this name'
  }
  const isTooLong = maxPathLength !== undefined && chain.length - 1 > maxPathLength
  return isTooLong ? 'too many intermediates for path length constraint' : undefined
}

function isForClients({ keyUsage }: X509Certificate): boolean {
  return keyUsage === undefined || keyUsage.includes(clientAuthUsage) || keyUsage.includes(anyUsage)
}

function isCurrent({ validFrom, validTo }: X509Certificate, now: Date): boolean {
  return now >= new Date(validFrom) && now <= new Date(validTo)
}

function isSame(one: X509Certificate, other: X509Certificate): boolean {
  return one.raw.equals(other.raw)
}
