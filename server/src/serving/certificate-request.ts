/** The subject of a certificate request. */
export interface RequestedSubject {
  readonly commonName: string
  readonly organizations: readonly string[]
}

/** Reads the subject of a certificate request: PEM in base64. Rejects for anything else. */
export async function parseCertificateRequest(request: string): Promise<RequestedSubject> {
  const pem = Buffer.from(request, 'base64').toString('latin1')
  const block = /-----BEGIN ([^-]+)-----([\s\S]+?)-----END \1-----/.exec(pem)
  if (block?.[1] !== 'CERTIFICATE REQUEST') throw new Error('PEM block type must be CERTIFICATE REQUEST')
  // Both take long to load, and hardly any server reads such requests.
  await import('reflect-metadata')
  const { Pkcs10CertificateRequest } = await import('@peculiar/x509')
  const { subjectName } = new Pkcs10CertificateRequest(block[0])
  return { commonName: subjectName.getField('CN')[0] ?? '', organizations: subjectName.getField('O') }
}
