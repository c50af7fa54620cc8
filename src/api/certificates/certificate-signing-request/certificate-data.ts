import { quote } from '../../../internal/quote.js'
import { isSequence } from '../../validation/der.js'
import { bytesOfText, pemBlocks } from '../../validation/pem.js'

/**
 * The reason why a base64 text is not a certificate request in PEM; undefined if none was found. Checks the block and the
 * outermost ASN.1 element only, not the signature.
 *
 * Source: `ParseCSR` of k8s.io/kubernetes/pkg/apis/certificates.
 */
export function certificateRequestProblem(request: string | null | undefined): string | undefined {
  const [block] = pemBlocks(bytesOfText(request))
  if (block?.type !== 'CERTIFICATE REQUEST') return 'PEM block type must be CERTIFICATE REQUEST'
  return isSequence(block.bytes) ? undefined : 'asn1: syntax error: sequence truncated'
}

/**
 * The reason why a base64 text is not a list of certificates in PEM; checks no more than {@link certificateRequestProblem}.
 */
export function certificatesProblem(certificates: string | null | undefined): string | undefined {
  if (!certificates) return undefined
  const blocks = pemBlocks(bytesOfText(certificates))
  for (const { type, hasHeaders, bytes } of blocks) {
    if (type !== 'CERTIFICATE') return `only CERTIFICATE PEM blocks are allowed, found ${quote(type)}`
    if (hasHeaders) return 'no PEM block headers are permitted'
    if (bytes.length === 0) return 'found CERTIFICATE PEM block containing 0 certificates'
    if (!isSequence(bytes)) return 'x509: malformed certificate'
  }
  return blocks.length === 0 ? 'must contain at least one CERTIFICATE PEM block' : undefined
}
