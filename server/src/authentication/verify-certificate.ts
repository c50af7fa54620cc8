import type { X509Certificate } from 'node:crypto'
import { extensionsOf } from './certificate-extensions.js'

/** What certificates of clients are judged by. */
export interface VerifyOptions {
  readonly roots: readonly X509Certificate[]
  /** What the client sent along. */
  readonly intermediates: readonly X509Certificate[]
  readonly now: Date
}

const clientAuthUsage = '1.3.6.1.5.5.7.3.2'
const anyUsage = '2.5.29.37.0'

/**
 * Throws for a certificate that is out of date, that no chain leads from to an authority, or that is not for clients.
 *
 * Names that an authority limits are not compared: below such an authority certificates have no alternative names.
 *
 * Source: `Certificate.Verify` of Go's crypto/x509.
 */
export function verifyCertificate(leaf: X509Certificate, options: VerifyOptions): void {
  if (extensionsOf(leaf.raw).hasUnknown) throw new Error('x509: unhandled critical extension')
  if (!isCurrent(leaf, options.now)) throw new Error('x509: certificate has expired or is not yet valid')
  const problems: Error[] = []
  const chains = chainsFrom([leaf], options, problems)
  if (chains.length === 0) throw problems.at(-1) ?? new Error('x509: certificate signed by unknown authority')
  if (!chains.some((chain) => chain.every(isForClients))) {
    throw new Error('x509: certificate specifies an incompatible key usage')
  }
}

type Chain = readonly X509Certificate[]

/** All ways from the end of a chain to an authority. `problems`: why signers that are no way are none. */
function chainsFrom(chain: Chain, options: VerifyOptions, problems: Error[]): Chain[] {
  const last = chain.at(-1) as X509Certificate
  const { roots, intermediates, now } = options
  if (chain.length === 1 && roots.some((root) => isSame(root, last))) return [chain]
  const signers = (candidates: readonly X509Certificate[]) =>
    candidates.filter((by) => {
      if (chain.some((other) => isSame(other, by)) || !signed(last, by)) return false
      const problem = problemOf(by, chain, now)
      if (problem !== undefined) problems.push(new Error(`x509: ${problem}`))
      return problem === undefined
    })
  return [
    ...signers(roots).map((root) => [...chain, root]),
    ...signers(intermediates).flatMap((by) => chainsFrom([...chain, by], options, problems)),
  ]
}

/** Reports whether a certificate has the signature of another one that may sign. */
function signed(certificate: X509Certificate, by: X509Certificate): boolean {
  if (certificate.issuer !== by.subject || !by.ca || !extensionsOf(by.raw).maySign) return false
  return certificate.verify(by.publicKey)
}

/** Why a signer does not count for a chain. */
function problemOf(by: X509Certificate, chain: Chain, now: Date): string | undefined {
  const { maxPathLength, constrainsNames, hasUnknown } = extensionsOf(by.raw)
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
