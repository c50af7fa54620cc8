import { quote } from '../../../internal/quote.js'
import { bytesOfText, isSequence, pemBlocks } from '../pem.js'

/**
 * Why a text in base64 is no certificate request in PEM; undefined when nothing speaks against it. Looks at the block and
 * the outermost ASN.1 element only: whether the signature is right is not found out.
 *
 * Source: `ParseCSR` of k8s.io/kubernetes/pkg/apis/certificates.
 */
export function certificateRequestProblem(request: string | null | undefined): string | undefined {
  const [block] = pemBlocks(bytesOfText(request))
  if (block?.type !== 'CERTIFICATE REQUEST') return 'PEM block type must be CERTIFICATE REQUEST'
  return isSequence(block.bytes) ? undefined : 'asn1: syntax error: sequence truncated'
}

/** Why a text in base64 is no list of certificates in PEM; looks no deeper than {@link certificateRequestProblem}. */
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
