import { quote } from '../../../internal/quote.js'
import { isSequence } from '../../validation/der.js'
import { type PEMBlock, pemBlocks } from '../../validation/pem.js'

/**
 * The reason why a certificate and its private key, both PEM, cannot be used by a TLS server, in Go's wording; undefined if
 * none was found. Checks the blocks and the outermost ASN.1 element only, not whether key and certificate match.
 *
 * Source: `X509KeyPair` of Go's crypto/tls.
 */
export function tlsKeyPairProblem(certificate: Uint8Array, key: Uint8Array): string | undefined {
  return certificateProblem(pemBlocks(certificate)) ?? keyProblem(pemBlocks(key)) ?? derProblem(certificate, key)
}

function certificateProblem(blocks: readonly PEMBlock[]): string | undefined {
  if (blocks.some(isCertificate)) return undefined
  const [only] = blocks
  if (only === undefined) return 'tls: failed to find any PEM data in certificate input'
  if (blocks.length === 1 && isPrivateKey(only)) {
    return 'tls: failed to find certificate PEM data in certificate input, but did find a private key; PEM inputs may have been switched'
  }
  return `tls: failed to find "CERTIFICATE" PEM block in certificate input after skipping PEM blocks of the following types: ${typesOf(blocks)}`
}

function keyProblem(blocks: readonly PEMBlock[]): string | undefined {
  if (blocks.some(isPrivateKey)) return undefined
  const [only] = blocks
  if (only === undefined) return 'tls: failed to find any PEM data in key input'
  if (blocks.length === 1 && isCertificate(only)) {
    return 'tls: found a certificate rather than a key in the PEM for the private key'
  }
  return `tls: failed to find PEM block with type ending in ${quote('PRIVATE KEY')} in key input after skipping PEM blocks of the following types: ${typesOf(blocks)}`
}

function derProblem(certificate: Uint8Array, key: Uint8Array): string | undefined {
  const leaf = pemBlocks(certificate).find(isCertificate)
  if (leaf !== undefined && !isSequence(leaf.bytes)) return 'x509: malformed certificate'
  const secret = pemBlocks(key).find(isPrivateKey)
  return secret !== undefined && !isSequence(secret.bytes) ? 'tls: failed to parse private key' : undefined
}

function isCertificate({ type }: PEMBlock): boolean {
  return type === 'CERTIFICATE'
}

function isPrivateKey({ type }: PEMBlock): boolean {
  return type === 'PRIVATE KEY' || type.endsWith(' PRIVATE KEY')
}

function typesOf(blocks: readonly PEMBlock[]): string {
  return `[${blocks.map(({ type }) => type).join(' ')}]`
}
