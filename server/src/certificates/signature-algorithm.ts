import type { X509Certificate } from 'node:crypto'
import { childrenOf, hexOf, partsOf } from './der-element.js'

/** DER of the identifiers of the algorithms that may sign certificates. */
const taken: ReadonlySet<string> = new Set([
  '2a864886f70d01010b', // SHA256-RSA
  '2a864886f70d01010c', // SHA384-RSA
  '2a864886f70d01010d', // SHA512-RSA
  '2a8648ce3d040302', // ECDSA-SHA256
  '2a8648ce3d040303', // ECDSA-SHA384
  '2a8648ce3d040304', // ECDSA-SHA512
  '2b6570', // Ed25519
])

const insecure: Readonly<Record<string, string>> = {
  '2a864886f70d010102': 'MD2-RSA',
  '2a864886f70d010104': 'MD5-RSA',
  '2a864886f70d010105': 'SHA1-RSA',
  '2b0e03021d': 'SHA1-RSA',
  '2a8648ce3d0401': 'ECDSA-SHA1',
}

const pss = '2a864886f70d01010a'
/** Hashes of RSASSA-PSS; SHA-1 where none is named. */
const pssHashes: ReadonlySet<string> = new Set(['608648016503040201', '608648016503040202', '608648016503040203'])
const hashTag = 0xa0
const shortestRSAKey = 1024

/**
 * Why a signature proves nothing, although it may be right: its algorithm, or the key that made it, can be forged.
 *
 * Source: `checkSignature` of Go's crypto/x509, and crypto/rsa.
 */
export function weaknessOf(certificate: X509Certificate, by: X509Certificate): string | undefined {
  const details = by.publicKey.asymmetricKeyDetails
  if (by.publicKey.asymmetricKeyType === 'rsa' && (details?.modulusLength ?? 0) < shortestRSAKey) {
    return `crypto/rsa: ${details?.modulusLength ?? 0}-bit keys are insecure (see https://go.dev/pkg/crypto/rsa#hdr-Minimum_key_size)`
  }
  const [id, usesSecureHash] = algorithmOf(certificate.raw)
  if (taken.has(id) || (id === pss && usesSecureHash)) return undefined
  const name = insecure[id]
  if (name !== undefined) return `x509: cannot verify signature: insecure algorithm ${name}`
  return 'x509: cannot verify signature: algorithm unimplemented'
}

function algorithmOf(der: Uint8Array): [id: string, usesSecureHash: boolean] {
  const [, algorithm] = partsOf(der)
  const [id, parameters] = algorithm === undefined ? [] : childrenOf(der, algorithm)
  if (id === undefined) return ['', false]
  const hash = parameters && childrenOf(der, parameters).find(({ tag }) => tag === hashTag)
  const [named] = hash === undefined ? [] : childrenOf(der, hash)
  const [hashID] = named === undefined ? [] : childrenOf(der, named)
  return [hexOf(der, id), hashID !== undefined && pssHashes.has(hexOf(der, hashID))]
}
