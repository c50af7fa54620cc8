import { messageOf } from 'apimachinery/errors'

/** The subject of a certificate request. */
export interface RequestedSubject {
  readonly commonName: string
  readonly organizations: readonly string[]
}

/** Everything that a certificate request asks for. */
export interface RequestedCertificate extends RequestedSubject {
  readonly dnsNames: readonly string[]
  readonly ipAddresses: readonly string[]
  readonly emailAddresses: readonly string[]
  readonly uris: readonly string[]
}

/** A text that is no certificate request, or one that signers could read in several ways. */
export class CertificateRequestError extends Error {
  override readonly name = 'CertificateRequestError'
}

const [commonName, organization] = ['2.5.4.3', '2.5.4.10']

/**
 * Reads the subject of a certificate request: PEM in base64. Rejects for anything else, and for what signers could read in
 * another way: several blocks, headers, or common names that differ.
 */
export async function parseCertificateRequest(request: string): Promise<RequestedSubject> {
  const { subjectName } = await readRequest(request)
  const names = subjectName.getField(commonName)
  if (new Set(names).size > 1) throw new CertificateRequestError('the subject has several common names')
  return { commonName: names[0] ?? '', organizations: subjectName.getField(organization) }
}

/** Reads a certificate request: PEM in base64. Rejects as {@link parseCertificateRequest}. */
export async function readRequestedCertificate(request: string): Promise<RequestedCertificate> {
  const subject = await parseCertificateRequest(request)
  const { SubjectAlternativeNameExtension } = await import('@peculiar/x509')
  const { extensions } = await readRequest(request)
  const names = extensions.find((each) => each instanceof SubjectAlternativeNameExtension)?.names.items ?? []
  const of = (type: string): string[] => names.flatMap((name) => (name.type === type ? [name.value] : []))
  return { ...subject, dnsNames: of('dns'), ipAddresses: of('ip'), emailAddresses: of('email'), uris: of('url') }
}

/** Why a request is not signed with the key that it is for, in Go's words; `undefined` for one that is. */
export async function requestSignatureProblem(request: string): Promise<string | undefined> {
  let algorithm = ''
  try {
    const read = await readRequest(request)
    const { name, hash } = read.signatureAlgorithm
    algorithm = name
    if (hash?.name === 'SHA-1') return 'x509: cannot verify signature: insecure algorithm SHA1-RSA'
    return (await read.verify()) ? undefined : wrongSignature(algorithm)
  } catch (error) {
    return algorithm === '' ? String(messageOf(error)) : 'x509: cannot verify signature: algorithm unimplemented'
  }
}

function wrongSignature(algorithm: string): string {
  if (algorithm === 'ECDSA') return 'x509: ECDSA verification failure'
  return algorithm === 'Ed25519' ? 'x509: Ed25519 verification failure' : 'crypto/rsa: verification error'
}

async function readRequest(request: string) {
  const pem = onlyBlock(Buffer.from(request, 'base64').toString('latin1'))
  // Both take long to load, and hardly any server reads such requests.
  await import('reflect-metadata')
  const { Pkcs10CertificateRequest } = await import('@peculiar/x509')
  return new Pkcs10CertificateRequest(pem)
}

/** The block of a text with one: readers disagree on which of several they take. */
function onlyBlock(text: string): string {
  const block =
    /(?<=^|\n)-----BEGIN CERTIFICATE REQUEST-----[ \t\r]*\n([A-Za-z0-9+/=\s]+)\n-----END CERTIFICATE REQUEST-----[ \t\r]*(?=\n|$)/.exec(
      text,
    )
  const bounds = text.split('-----BEGIN ').length + text.split('-----END ').length
  if (block === null || bounds !== 4) throw new CertificateRequestError('PEM block type must be CERTIFICATE REQUEST')
  return block[0]
}
