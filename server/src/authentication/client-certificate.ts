import { X509Certificate } from 'node:crypto'
import type { PeerCertificate, ServerRequest } from '../request/http.js'
import { AuthenticationError } from './authentication-error.js'
import type { Authentication, Authenticator } from './authenticator.js'
import type { CertificateAuthorities } from './certificate-authorities.js'
import { PeerVerifier, type VerifiedCertificate } from './peer-verifier.js'

const commonName = '2.5.4.3'
const organization = '2.5.4.10'
/** The attribute of a subject that is the uid of a user. */
const uidOID = '1.3.6.1.4.1.57683.2'

/** The certificates of a PEM bundle. Throws where a block cannot be read. */
export function parseCertificates(pem: string): X509Certificate[] {
  const blocks = pem.match(/-----BEGIN CERTIFICATE-----[\s\S]+?-----END CERTIFICATE-----/g) ?? []
  return blocks.map((block) => new X509Certificate(block))
}

/**
 * Takes the user from a verified client certificate: the common name is the name, the organizations are the groups. Throws for a
 * certificate that no authority signed or that is out of date.
 *
 * Source: k8s.io/apiserver/pkg/authentication/request/x509, `CommonNameUserConversion`.
 */
export function clientCertificateAuthenticator(authorities: CertificateAuthorities): Authenticator {
  const verifier = new PeerVerifier(authorities, userFrom)
  const expirations = new WeakMap<PeerCertificate, number>()
  const reportExpiration = (peer: PeerCertificate): void => {
    const [leaf] = peer.chain
    if (leaf === undefined || authorities.onExpiration === undefined) return
    const expiration = expirations.get(peer) ?? new Date(new X509Certificate(leaf).validTo).getTime()
    expirations.set(peer, expiration)
    authorities.onExpiration((expiration - authorities.clock.now()) / 1000)
  }
  return {
    async authenticate({ peerCertificate: peer }: ServerRequest): Promise<Authentication | undefined> {
      if (peer === undefined) return undefined
      reportExpiration(peer)
      return verifier.find(peer)
    },
  }
}

function userFrom({ certificate, subject }: VerifiedCertificate): Authentication | undefined {
  // The last one, as in Go.
  const name = subject(commonName).at(-1) ?? ''
  if (name === '') return undefined
  const credential = `X509SHA256=${certificate.fingerprint256.replaceAll(':', '').toLowerCase()}`
  return {
    user: {
      name,
      uid: uidOf(subject(uidOID)),
      groups: subject(organization),
      extra: { 'authentication.kubernetes.io/credential-id': [credential] },
    },
  }
}

/** Source: `parseUIDFromCert` of k8s.io/apiserver. */
function uidOf(uids: readonly string[]): string {
  const [uid, ...more] = uids
  if (uid === undefined) return ''
  if (more.length > 0) throw new AuthenticationError(`expected 1 UID, but found multiple: [${uids.join(' ')}]`)
  if (uid === '') throw new AuthenticationError('UID cannot be an empty string')
  return uid
}
