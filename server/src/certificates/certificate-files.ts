import { generateKeyPair, X509Certificate } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { ConfigurationError } from '../internal/configuration-error.js'
import { guardedFolder, writePrivateFile } from '../internal/private-files.js'
import type { CertificatePair } from './new-certificate.js'

/** The certificates that a server without given ones makes and keeps in a folder. */
export interface ServerCertificates {
  readonly authority: CertificatePair
  readonly serving: CertificatePair
  /** What clients verify the serving certificate with: the authority, or the certificate itself where the authority did not sign it. */
  readonly servingAnchor: string
  /** A client certificate of a member of `system:masters`. */
  readonly admin: CertificatePair
  /** PEM of the private key that signs tokens of service accounts. */
  readonly serviceAccountKey: ServiceAccountKey
}

/** The PEM, or what makes it where there is none yet: finding the primes takes as long as half of a start. */
export type ServiceAccountKey = string | (() => Promise<string>)

const day = 24 * 60 * 60 * 1000

/**
 * Reads the certificates of a folder, and makes those that are missing, expire within thirty days, or lack one of `hosts`. The
 * authority stays, so that kubeconfigs go on working. A serving pair that the authority of the folder did not sign belongs to somebody
 * else: it is served as it is. Throws what the file system throws, and `ConfigurationError` for half a pair.
 */
export async function ensureCertificates(
  folder: string,
  hosts: readonly string[],
  now: Date,
): Promise<ServerCertificates> {
  guardedFolder(folder)
  const authority =
    readPair(folder, 'ca') ?? writePair(folder, 'ca', await (await maker()).newCertificateAuthority('kubernetes', now))
  const notBefore = new Date(now.getTime() - 60_000)
  let serving = readPair(folder, 'apiserver')
  const isGiven = serving !== undefined && !isSignedBy(serving, authority)
  if (serving === undefined || (!isGiven && !isUsable(serving, now, hosts))) {
    const request = { commonName: 'kube-apiserver', hosts, usage: 'server', notBefore } as const
    serving = writePair(folder, 'apiserver', await (await maker()).newCertificate(authority, request))
  }
  const servingAnchor = isGiven ? serving.certificate : authority.certificate
  let admin = readPair(folder, 'admin')
  if (admin === undefined || !isUsable(admin, now, [])) {
    const request = { commonName: 'admin', organizations: ['system:masters'], usage: 'client', notBefore } as const
    admin = writePair(folder, 'admin', await (await maker()).newCertificate(authority, request))
  }
  return { authority, serving, servingAnchor, admin, serviceAccountKey: serviceAccountKeyOf(folder) }
}

/** The package for making certificates takes long to load, and a server that has its files does not need it. */
function maker(): Promise<typeof import('./new-certificate.js')> {
  return import('./new-certificate.js')
}

function readPair(folder: string, name: string): CertificatePair | undefined {
  const [certificate, key] = [join(folder, `${name}.crt`), join(folder, `${name}.key`)]
  const [hasCertificate, hasKey] = [existsSync(certificate), existsSync(key)]
  if (!hasCertificate && !hasKey) return undefined
  if (!hasCertificate || !hasKey) {
    const missing = hasKey ? certificate : key
    throw new ConfigurationError(`error reading ${missing}, certificate and key must be supplied as a pair`)
  }
  return { certificate: readFileSync(certificate, 'utf8'), key: readFileSync(key, 'utf8') }
}

function writePair(folder: string, name: string, pair: CertificatePair): CertificatePair {
  writePrivateFile(join(folder, `${name}.key`), pair.key)
  writePrivateFile(join(folder, `${name}.crt`), pair.certificate)
  return pair
}

function isSignedBy({ certificate }: CertificatePair, authority: CertificatePair): boolean {
  const issuer = new X509Certificate(authority.certificate)
  const parsed = new X509Certificate(certificate)
  return parsed.checkIssued(issuer) && parsed.verify(issuer.publicKey)
}

function isUsable({ certificate }: CertificatePair, now: Date, hosts: readonly string[]): boolean {
  const parsed = new X509Certificate(certificate)
  const names = (parsed.subjectAltName ?? '').split(', ').map((name) => name.replace(/^(DNS|IP Address):/, ''))
  const has = (host: string): boolean => names.includes(host) || parsed.checkIP(host) !== undefined
  return new Date(parsed.validTo).getTime() - now.getTime() > 30 * day && hosts.every(has)
}

function serviceAccountKeyOf(folder: string): ServiceAccountKey {
  const file = join(folder, 'service-account.key')
  if (existsSync(file)) return readFileSync(file, 'utf8')
  let key: Promise<string> | undefined
  return () => {
    key ??= newServiceAccountKey(file)
    return key
  }
}

async function newServiceAccountKey(file: string): Promise<string> {
  const { privateKey } = await promisify(generateKeyPair)('rsa', {
    modulusLength: 2048,
    privateKeyEncoding: { format: 'pem', type: 'pkcs8' },
    publicKeyEncoding: { format: 'pem', type: 'spki' },
  })
  writePrivateFile(file, privateKey)
  return privateKey
}
