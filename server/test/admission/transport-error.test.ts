import { describe, expect, it } from 'vitest'
import { transportErrorText } from '../../src/admission/webhook/transport-error.js'

const refused = (subjectaltname?: string, reason = 'Host is no name of it'): Error =>
  Object.assign(new Error('of Node'), { code: 'ERR_TLS_CERT_ALTNAME_INVALID', reason, cert: { subjectaltname } })

describe('a certificate with other names is refused in the words of Go', () => {
  it.each([
    ['web.svc', refused('DNS:a.svc, DNS:b.svc'), 'certificate is valid for a.svc, b.svc, not web.svc'],
    ['web.svc', refused('IP Address:10.0.0.1'), 'certificate is not valid for any names, but wanted to match web.svc'],
    [
      'web.svc',
      refused(undefined, 'certificate relies on legacy Common Name field, use SANs instead'),
      'certificate relies on legacy Common Name field, use SANs instead',
    ],
    ['10.0.0.2', refused('IP Address:10.0.0.1, DNS:a.svc'), 'certificate is valid for 10.0.0.1, not 10.0.0.2'],
    [
      '10.0.0.2',
      refused('DNS:a.svc'),
      "cannot validate certificate for 10.0.0.2 because it doesn't contain any IP SANs",
    ],
  ])('%s', (hostname, error, text) => {
    const message = `tls: failed to verify certificate: x509: ${text}`
    expect(transportErrorText(error, { hostname, port: 443 })).toBe(message)
  })
})
