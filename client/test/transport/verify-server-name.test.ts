import type { PeerCertificate } from 'node:tls'
import { describe, expect, it } from 'vitest'
import { verifyServerName } from '../../src/transport/verify-server-name.js'

const certificateOf = (subjectaltname?: string): PeerCertificate =>
  ({ subject: { CN: 'web.prod.svc' }, ...(subjectaltname !== undefined && { subjectaltname }) }) as PeerCertificate

describe('the name of a server', () => {
  it.each([
    ['web.prod.svc', 'DNS:web.prod.svc'],
    ['web.prod.svc', 'IP Address:10.0.0.1, DNS:*.prod.svc'],
    ['10.0.0.1', 'IP Address:10.0.0.1'],
  ])('%s is that of a certificate for %s', (name, names) => {
    expect(verifyServerName(name, certificateOf(names))).toBeUndefined()
  })

  it.each([
    ['web.prod.svc', undefined, 'certificate relies on legacy Common Name field, use SANs instead'],
    ['web.prod.svc', 'IP Address:10.0.0.1', 'certificate is not valid for any names, but wanted to match web.prod.svc'],
    ['web.prod.svc', 'DNS:other.prod.svc', "not in the cert's altnames"],
    ['10.0.0.1', 'DNS:10.0.0.1', "not in the cert's list"],
  ])('%s is not that of a certificate for %s', (name, names, message) => {
    const error = verifyServerName(name, certificateOf(names))
    expect(error).toMatchObject({ code: 'ERR_TLS_CERT_ALTNAME_INVALID', message: expect.stringContaining(message) })
  })
})
