// The package for certificates wants it loaded before itself.
import 'reflect-metadata'
import { createPrivateKey, type KeyObject, randomBytes, webcrypto } from 'node:crypto'
import { isIP } from 'node:net'
import {
  AuthorityKeyIdentifierExtension,
  BasicConstraintsExtension,
  ExtendedKeyUsageExtension,
  type Extension,
  KeyUsageFlags,
  KeyUsagesExtension,
  SubjectAlternativeNameExtension,
  SubjectKeyIdentifierExtension,
  X509Certificate,
  X509CertificateGenerator,
} from '@peculiar/x509'

const algorithm = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' }
const day = 24 * 60 * 60 * 1000
const serverAuth = '1.3.6.1.5.5.7.3.1'
const clientAuth = '1.3.6.1.5.5.7.3.2'

/** A certificate and its private key, as PEM. */
export interface CertificatePair {
  readonly certificate: string
  readonly key: string
}

/** The subject of a certificate. */
export interface CertificateRequest {
  /** Common name: a user's name, in client certificates. */
  readonly commonName: string
  /** Organizations: a user's groups, in client certificates. */
  readonly organizations?: readonly string[] | undefined
  /** DNS names and IP addresses of a server. */
  readonly hosts?: readonly string[] | undefined
  readonly usage: 'server' | 'client'
  readonly notBefore: Date
  /** Days until it expires; 365 by default. */
  readonly days?: number | undefined
}

/** Makes a self-signed authority, valid for ten years. */
export async function newCertificateAuthority(commonName: string, notBefore: Date): Promise<CertificatePair> {
  const keys = await webcrypto.subtle.generateKey(algorithm, true, ['sign', 'verify'])
  const certificate = await X509CertificateGenerator.createSelfSigned({
    serialNumber: newSerialNumber(),
    name: [{ CN: [commonName] }],
    notBefore,
    notAfter: new Date(notBefore.getTime() + 3650 * day),
    keys,
    signingAlgorithm: algorithm,
    extensions: [
      new BasicConstraintsExtension(true, undefined, true),
      new KeyUsagesExtension(
        KeyUsageFlags.keyCertSign | KeyUsageFlags.digitalSignature | KeyUsageFlags.keyEncipherment,
        true,
      ),
      await SubjectKeyIdentifierExtension.create(keys.publicKey),
    ],
  })
  return pair(certificate, keys.privateKey)
}

/** Makes a certificate that `authority` signs. */
export async function newCertificate(
  authority: CertificatePair,
  request: CertificateRequest,
): Promise<CertificatePair> {
  const keys = await webcrypto.subtle.generateKey(algorithm, true, ['sign', 'verify'])
  const issuer = new X509Certificate(authority.certificate)
  const signingKey = await importPrivateKey(authority.key)
  const extensions: Extension[] = [
    new BasicConstraintsExtension(false, undefined, true),
    new KeyUsagesExtension(KeyUsageFlags.digitalSignature | KeyUsageFlags.keyEncipherment, true),
    new ExtendedKeyUsageExtension([request.usage === 'server' ? serverAuth : clientAuth]),
    await AuthorityKeyIdentifierExtension.create(issuer),
  ]
  if (request.hosts !== undefined && request.hosts.length > 0) {
    const names = request.hosts.map((host) => ({
      type: isIP(host) === 0 ? ('dns' as const) : ('ip' as const),
      value: host,
    }))
    extensions.push(new SubjectAlternativeNameExtension(names))
  }
  const organizations = request.organizations ?? []
  const certificate = await X509CertificateGenerator.create({
    serialNumber: newSerialNumber(),
    subject: [...organizations.map((organization) => ({ O: [organization] })), { CN: [request.commonName] }],
    issuer: issuer.subjectName.toJSON(),
    notBefore: request.notBefore,
    notAfter: new Date(request.notBefore.getTime() + (request.days ?? 365) * day),
    publicKey: keys.publicKey,
    signingKey,
    signingAlgorithm: algorithm,
    extensions,
  })
  return pair(certificate, keys.privateKey)
}

/** A random serial number, in hexadecimal digits. */
export function newSerialNumber(): string {
  const bytes = randomBytes(16)
  // Positive, and without a leading zero byte.
  bytes[0] = (bytes[0]! & 0x7f) | 0x40
  return bytes.toString('hex')
}

async function pair(certificate: X509Certificate, key: CryptoKey): Promise<CertificatePair> {
  const pkcs8 = Buffer.from(await webcrypto.subtle.exportKey('pkcs8', key))
  const privateKey = createPrivateKey({ key: pkcs8, format: 'der', type: 'pkcs8' })
  return {
    certificate: `${certificate.toString('pem')}\n`,
    key: privateKey.export({ format: 'pem', type: 'pkcs8' }) as string,
  }
}

function importPrivateKey(pem: string): Promise<CryptoKey> {
  const key: KeyObject = createPrivateKey(pem)
  const pkcs8 = key.export({ format: 'der', type: 'pkcs8' })
  return webcrypto.subtle.importKey('pkcs8', pkcs8, algorithm, false, ['sign'])
}
