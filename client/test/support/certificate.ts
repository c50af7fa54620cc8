import { generate } from 'selfsigned'

/** A certificate for localhost that signs itself. */
export interface TestCertificate {
  readonly cert: string
  readonly key: string
}

/** Makes a certificate for `localhost` and 127.0.0.1, or for other names. */
export async function testCertificate(commonName = 'localhost', names?: readonly string[]): Promise<TestCertificate> {
  const own = [
    { type: 2, value: 'localhost' },
    { type: 7, ip: '127.0.0.1' },
  ]
  const altNames = names?.map((value) => ({ type: 2, value })) ?? own
  const extensions = [
    { name: 'basicConstraints', cA: true, critical: true },
    { name: 'subjectAltName', altNames },
  ]
  const made = await generate([{ name: 'commonName', value: commonName }], {
    // A key of RSA takes a third of a second.
    keyType: 'ec',
    curve: 'P-256',
    algorithm: 'sha256',
    extensions: extensions as never,
  })
  return { cert: made.cert, key: made.private }
}
