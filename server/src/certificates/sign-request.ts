// The package for certificates wants it loaded before itself.
import 'reflect-metadata'
import { createPrivateKey, type KeyObject, webcrypto } from 'node:crypto'
import {
  AuthorityKeyIdentifierExtension,
  BasicConstraintsExtension,
  ExtendedKeyUsageExtension,
  type Extension,
  KeyUsageFlags,
  KeyUsagesExtension,
  Pkcs10CertificateRequest,
  SubjectAlternativeNameExtension,
  X509Certificate,
  X509CertificateGenerator,
} from '@peculiar/x509'
import { type CertificatePair, newSerialNumber } from './new-certificate.js'

/** What a certificate is made of, beside the subject, the names and the key of the request. */
export interface SigningPolicy {
  /** As in `spec.usages` of requests. */
  readonly usages: readonly string[]
  readonly notBefore: Date
  /** The certificate ends with the authority's, if that is earlier. */
  readonly notAfter: Date
}

/**
 * Signs a certificate request, PEM in base64, and gives the certificate as PEM. Throws `Error` for usages that are not known, and for
 * an authority that has expired.
 *
 * Source: pkg/controller/certificates/authority of Kubernetes.
 */
export async function signCertificateRequest(
  authority: CertificatePair,
  request: string,
  { usages, notBefore, notAfter }: SigningPolicy,
): Promise<string> {
  const read = new Pkcs10CertificateRequest(Buffer.from(request, 'base64').toString('latin1'))
  const issuer = new X509Certificate(authority.certificate)
  if (notBefore >= issuer.notAfter) throw new Error(`the signer has expired: NotAfter=${issuer.notAfter.toISOString()}`)
  const { key, algorithm } = await importPrivateKey(authority.key)
  const certificate = await X509CertificateGenerator.create({
    serialNumber: newSerialNumber(),
    subject: read.subjectName,
    issuer: issuer.subjectName,
    notBefore,
    notAfter: notAfter < issuer.notAfter ? notAfter : issuer.notAfter,
    publicKey: read.publicKey,
    signingKey: key,
    signingAlgorithm: algorithm,
    extensions: await extensionsOf(read, issuer, usages),
  })
  return `${certificate.toString('pem')}\n`
}

async function extensionsOf(
  request: Pkcs10CertificateRequest,
  issuer: X509Certificate,
  usages: readonly string[],
): Promise<Extension[]> {
  const unknown = usages.filter((usage) => !keyUsages.has(usage) && !extendedUsages.has(usage))
  if (unknown.length > 0)
    throw new Error(`unrecognized usage values: [${unknown.map((usage) => JSON.stringify(usage)).join(' ')}]`)
  const flags = usages.reduce((all, usage) => all | (keyUsages.get(usage) ?? 0), 0)
  const extended = [...extendedUsages].flatMap(([usage, oid]) => (usages.includes(usage) ? [oid] : []))
  const names = request.extensions.find((each) => each instanceof SubjectAlternativeNameExtension)
  const kept = names?.names.items.filter(({ type }) => ['dns', 'ip', 'email', 'url'].includes(type)) ?? []
  const hasSubject = request.subjectName.toJSON().length > 0
  return [
    ...(flags === 0 ? [] : [new KeyUsagesExtension(flags, true)]),
    ...(extended.length === 0 ? [] : [new ExtendedKeyUsageExtension([...new Set(extended)])]),
    new BasicConstraintsExtension(false, undefined, true),
    await AuthorityKeyIdentifierExtension.create(issuer),
    ...(kept.length === 0 ? [] : [new SubjectAlternativeNameExtension(kept, !hasSubject)]),
  ]
}

const keyUsages: ReadonlyMap<string, number> = new Map([
  ['signing', KeyUsageFlags.digitalSignature],
  ['digital signature', KeyUsageFlags.digitalSignature],
  ['content commitment', KeyUsageFlags.nonRepudiation],
  ['key encipherment', KeyUsageFlags.keyEncipherment],
  ['key agreement', KeyUsageFlags.keyAgreement],
  ['data encipherment', KeyUsageFlags.dataEncipherment],
  ['cert sign', KeyUsageFlags.keyCertSign],
  ['crl sign', KeyUsageFlags.cRLSign],
  ['encipher only', KeyUsageFlags.encipherOnly],
  ['decipher only', KeyUsageFlags.decipherOnly],
])

/** In the order in which a certificate lists them. */
const extendedUsages: ReadonlyMap<string, string> = new Map([
  ['any', '2.5.29.37.0'],
  ['server auth', '1.3.6.1.5.5.7.3.1'],
  ['client auth', '1.3.6.1.5.5.7.3.2'],
  ['code signing', '1.3.6.1.5.5.7.3.3'],
  ['email protection', '1.3.6.1.5.5.7.3.4'],
  ['s/mime', '1.3.6.1.5.5.7.3.4'],
  ['ipsec end system', '1.3.6.1.5.5.7.3.5'],
  ['ipsec tunnel', '1.3.6.1.5.5.7.3.6'],
  ['ipsec user', '1.3.6.1.5.5.7.3.7'],
  ['timestamping', '1.3.6.1.5.5.7.3.8'],
  ['ocsp signing', '1.3.6.1.5.5.7.3.9'],
  ['microsoft sgc', '1.3.6.1.4.1.311.10.3.3'],
  ['netscape sgc', '2.16.840.1.113730.4.1'],
])

async function importPrivateKey(
  pem: string,
): Promise<{ readonly key: CryptoKey; readonly algorithm: SigningAlgorithm }> {
  const key: KeyObject = createPrivateKey(pem)
  const algorithm = algorithmOf(key)
  const pkcs8 = key.export({ format: 'der', type: 'pkcs8' })
  return { key: await webcrypto.subtle.importKey('pkcs8', pkcs8, algorithm, false, ['sign']), algorithm }
}

interface SigningAlgorithm {
  readonly name: string
  readonly hash: string
  readonly namedCurve?: string
}

function algorithmOf({ asymmetricKeyType, asymmetricKeyDetails }: KeyObject): SigningAlgorithm {
  if (asymmetricKeyType === 'rsa') return { name: 'RSASSA-PKCS1-v1_5', hash: 'SHA-256' }
  const isP384 = asymmetricKeyDetails?.namedCurve === 'secp384r1'
  return { name: 'ECDSA', hash: isP384 ? 'SHA-384' : 'SHA-256', namedCurve: isP384 ? 'P-384' : 'P-256' }
}
