import { generate } from 'selfsigned'

/** A certificate of its own authority, in PEM. */
export interface Certificate {
  readonly key: string
  readonly cert: string
  /** What goes into `caBundle` of the CRD. */
  readonly caBundle: string
}

/**
 * Makes a certificate for the name under which the API server reaches the webhook. For development: in a cluster let
 * cert-manager or your platform issue one and renew it.
 */
export async function makeCertificate(name: string): Promise<Certificate> {
  const notAfterDate = new Date(Date.now() + 24 * 60 * 60 * 1000)
  const { private: key, cert } = await generate([{ name: 'commonName', value: name }], {
    notAfterDate,
    keyType: 'ec',
    extensions: [
      { name: 'basicConstraints', cA: true },
      {
        name: 'subjectAltName',
        altNames: [
          { type: 2, value: name },
          { type: 7, ip: '127.0.0.1' },
        ],
      },
    ],
  })
  return { key, cert, caBundle: Buffer.from(cert).toString('base64') }
}
