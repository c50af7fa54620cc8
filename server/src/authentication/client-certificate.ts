import { X509Certificate } from 'node:crypto'
import { commonNameOf, subjectValues } from '../certificates/certificate-subject.js'
import type { PeerCertificate, ServerRequest } from '../request/http.js'
import type { Authentication, Authenticator } from './authenticator.js'
import { byPeer } from './by-peer.js'
import type { CertificateAuthorities } from './certificate-authorities.js'
import { PeerVerifier } from './peer-verifier.js'

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
  const { clock } = authorities
  const expirationOf = byPeer(expirationTime, clock)
  const verifier = new PeerVerifier(authorities)
  const userOf = byPeer((peer) => {
    const leaf = verifier.leafOf(peer)
    return leaf && userFrom(leaf)
  }, clock)
  return {
    async authenticate({ peerCertificate: peer }: ServerRequest): Promise<Authentication | undefined> {
      if (peer === undefined) return undefined
      const expiration = expirationOf(peer)
      if (expiration !== undefined) authorities.onExpiration?.((expiration - clock.now()) / 1000)
      return userOf(peer)
    },
  }
}

/** When the certificate expires, in milliseconds. */
function expirationTime({ chain: [leaf] }: PeerCertificate): number | undefined {
  return leaf === undefined ? undefined : new Date(new X509Certificate(leaf).validTo).getTime()
}

function userFrom(certificate: X509Certificate): Authentication | undefined {
  const name = commonNameOf(certificate)
  if (name === '') return undefined
  const uid = uidOf(subjectValues(certificate, uidOID))
  const credential = `X509SHA256=${certificate.fingerprint256.replaceAll(':', '').toLowerCase()}`
  return {
    user: {
      name,
      uid,
      groups: subjectValues(certificate, 'O'),
      extra: { 'authentication.kubernetes.io/credential-id': [credential] },
    },
  }
}

/** Source: `parseUIDFromCert` of k8s.io/apiserver. */
function uidOf(uids: readonly string[]): string {
  const [uid, ...more] = uids
  if (uid === undefined) return ''
  if (more.length > 0) throw new Error(`expected 1 UID, but found multiple: [${uids.join(' ')}]`)
  if (uid === '') throw new Error('UID cannot be an empty string')
  return uid
}
