import { isIP } from 'node:net'
import { checkServerIdentity, type PeerCertificate } from 'node:tls'

/**
 * Checks the name of a server against its certificate, for `checkServerIdentity` of Node's TLS options: by alternative names only, where
 * Node accepts a matching common name if there are none. Returns the error, or `undefined` for a match.
 *
 * Source: `VerifyHostname` and `HostnameError` of Go's crypto/x509.
 */
export function verifyServerName(hostname: string, certificate: PeerCertificate): Error | undefined {
  const problem = checkServerIdentity(hostname, certificate)
  const { subjectaltname } = certificate
  if (problem !== undefined || isIP(hostname) !== 0 || /(^|, )DNS:/.test(subjectaltname ?? '')) return problem
  const message =
    subjectaltname === undefined
      ? 'certificate relies on legacy Common Name field, use SANs instead'
      : `certificate is not valid for any names, but wanted to match ${hostname}`
  return Object.assign(new Error(`x509: ${message}`), {
    code: 'ERR_TLS_CERT_ALTNAME_INVALID',
    reason: message,
    cert: certificate,
  })
}
