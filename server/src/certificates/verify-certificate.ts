import type { X509Certificate } from 'node:crypto'
import { extensionsOf } from './certificate-extensions.js'
import { commonNameOf } from './certificate-subject.js'
import { weaknessOf } from './signature-algorithm.js'

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
 * The chains from a certificate to an authority. Throws for a certificate that is out of date, that no chain leads from to an authority,
 * or that is not for clients.
 *
 * Names that an authority limits are not compared: below such an authority certificates have no alternative names.
 *
 * Source: `Certificate.Verify` of Go's crypto/x509.
 */
export function verifyCertificate(leaf: X509Certificate, options: VerifyOptions): readonly CertificateChain[] {
  if (extensionsOf(leaf.raw).hasUnknown) throw new Error('x509: unhandled critical extension')
  if (!isCurrent(leaf, options.now)) throw new Error('x509: certificate has expired or is not yet valid')
  const problems: Error[] = []
  const chains = chainsFrom([leaf], options, problems)
  if (chains.length === 0) throw problems.at(-1) ?? new Error('x509: certificate signed by unknown authority')
  const forClients = chains.filter((chain) => chain.every(isForClients))
  if (forClients.length === 0) throw new Error('x509: certificate specifies an incompatible key usage')
  return forClients
}

/** From the client's certificate to an authority. */
export type CertificateChain = readonly X509Certificate[]

/** All ways from the end of a chain to an authority. `problems`: why signers that are no way are none. */
function chainsFrom(chain: CertificateChain, options: VerifyOptions, problems: Error[]): CertificateChain[] {
  const last = chain.at(-1) as X509Certificate
  const { roots, intermediates, now } = options
  if (chain.length === 1 && roots.some((root) => isSame(root, last))) return [chain]
  const signers = (candidates: readonly X509Certificate[]) =>
    candidates.filter((by) => {
      if (chain.some((other) => isSame(other, by)) || !maySign(last, by)) return false
      const weakness = weaknessOf(last, by)
      if (weakness !== undefined) {
        problems.push(unknownAuthority(weakness, by))
        return false
      }
      if (!last.verify(by.publicKey)) return false
      const problem = problemOf(by, chain, now)
      if (problem !== undefined) problems.push(new Error(`x509: ${problem}`))
      return problem === undefined
    })
  return [
    ...signers(roots).map((root) => [...chain, root]),
    ...signers(intermediates).flatMap((by) => chainsFrom([...chain, by], options, problems)),
  ]
}

/** Reports whether a certificate is of another one that may sign, as far as the two say. */
function maySign(certificate: X509Certificate, by: X509Certificate): boolean {
  return certificate.issuer === by.subject && by.ca && extensionsOf(by.raw).maySign
}

function unknownAuthority(why: string, by: X509Certificate): Error {
  const tried = `while trying to verify candidate authority certificate ${JSON.stringify(commonNameOf(by))}`
  return new Error(
    `x509: certificate signed by unknown authority (possibly because of ${JSON.stringify(why)} ${tried})`,
  )
}

/** Why a signer does not count for a chain. */
function problemOf(by: X509Certificate, chain: CertificateChain, now: Date): string | undefined {
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
