import type { DetailedPeerCertificate, TLSSocket } from 'node:tls'
import type { PeerCertificate } from '../request/http.js'

/** The chain that a client showed in its TLS handshake; `undefined` where it showed none, or the socket is plain. */
export function peerCertificateOf(socket: TLSSocket): PeerCertificate | undefined {
  if (typeof socket.getPeerCertificate !== 'function') return undefined
  const first: DetailedPeerCertificate | undefined = socket.getPeerCertificate(true)
  if (first?.raw === undefined) return undefined
  const chain: Uint8Array[] = []
  const seen = new Set<DetailedPeerCertificate>()
  let certificate: DetailedPeerCertificate | undefined = first
  // A root names itself as its issuer.
  while (certificate?.raw !== undefined && !seen.has(certificate)) {
    seen.add(certificate)
    chain.push(certificate.raw)
    certificate = certificate.issuerCertificate
  }
  return { chain, resumed: socket.isSessionReused() }
}

/** The same once for each socket: what is known of a certificate is kept by its identity, and reading it takes long. */
export function peerCertificateReader(): typeof peerCertificateOf {
  const read = new WeakMap<TLSSocket, PeerCertificate>()
  return (socket) => {
    const certificate = read.get(socket) ?? peerCertificateOf(socket)
    if (certificate !== undefined) read.set(socket, certificate)
    return certificate
  }
}
