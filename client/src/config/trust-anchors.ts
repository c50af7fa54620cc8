import type { SecureContextOptions } from 'node:tls'

/**
 * Options of Node's TLS for a bundle of certificates in PEM that a peer is verified with. Every certificate of the bundle is an anchor,
 * as in Go's `x509.CertPool`: an authority that somebody else signed, and the certificate of the server itself.
 */
export function trustAnchors(
  bundle: string | Uint8Array,
): Pick<SecureContextOptions, 'ca'> & { readonly allowPartialTrustChain: true } {
  const ca = typeof bundle === 'string' ? bundle : new TextDecoder().decode(bundle)
  return { ca, allowPartialTrustChain: true }
}
