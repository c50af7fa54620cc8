import { FakeClock } from 'apimachinery/testing'
import 'reflect-metadata'
import { webcrypto, X509Certificate } from 'node:crypto'
import { BasicConstraintsExtension, ExtendedKeyUsageExtension, X509CertificateGenerator } from '@peculiar/x509'
import { describe, expect, it } from 'vitest'
import { clientCertificateAuthenticator } from '../../src/authentication/client-certificate.js'
import { requestHeaderAuthenticator } from '../../src/authentication/request-header.js'
import type { ServerRequest } from '../../src/request/http.js'

type Algorithm = { readonly name: string; readonly hash: string; readonly [more: string]: unknown }
type Keys = Awaited<ReturnType<typeof newKeys>>

const now = new Date('2026-01-01')
const rsa = { modulusLength: 2048, publicExponent: new Uint8Array([1, 0, 1]) }
const sha256: Algorithm = { name: 'RSASSA-PKCS1-v1_5', hash: 'SHA-256' }
const sha1: Algorithm = { name: 'RSASSA-PKCS1-v1_5', hash: 'SHA-1' }
const ecdsaSHA1: Algorithm = { name: 'ECDSA', hash: 'SHA-1', namedCurve: 'P-256' }
const ecdsaSHA384: Algorithm = { name: 'ECDSA', hash: 'SHA-384', namedCurve: 'P-256' }
const pssSHA1: Algorithm = { name: 'RSA-PSS', hash: 'SHA-1', saltLength: 20 }
const pssSHA256: Algorithm = { name: 'RSA-PSS', hash: 'SHA-256', saltLength: 32 }

function newKeys({ name, hash }: Algorithm, modulusLength = 2048) {
  const facts = name === 'ECDSA' ? { name, namedCurve: 'P-256' } : { ...rsa, modulusLength, name, hash }
  return webcrypto.subtle.generateKey(facts, true, ['sign', 'verify']) as Promise<webcrypto.CryptoKeyPair>
}

/** A certificate that another one, or its own key, signs in some way. */
async function certificate(subject: string, by: { name: string; keys: Keys; algorithm: Algorithm }, keys: Keys) {
  const isClient = subject === 'client'
  const made = await X509CertificateGenerator.create({
    serialNumber: '01',
    subject: [{ CN: [subject] }],
    issuer: [{ CN: [by.name] }],
    notBefore: new Date('2025-01-01'),
    notAfter: new Date('2027-01-01'),
    publicKey: keys.publicKey,
    signingKey: by.keys.privateKey,
    signingAlgorithm: by.algorithm as never,
    extensions: [
      new BasicConstraintsExtension(!isClient, undefined, true),
      ...(isClient ? [new ExtendedKeyUsageExtension(['1.3.6.1.5.5.7.3.2'])] : []),
    ],
  })
  return new X509Certificate(Buffer.from(made.rawData))
}

interface Made {
  readonly root: X509Certificate
  readonly chain: readonly X509Certificate[]
}

/** root → intermediate → client; each of `by` signs the one after it, the first itself as well. */
async function chainOf(root: Algorithm, byRoot: Algorithm, byIntermediate: Algorithm): Promise<Made> {
  const [rootKeys, middleKeys] = [await newKeys(byRoot), await newKeys(byIntermediate)]
  const signer = { name: 'root', keys: rootKeys, algorithm: byRoot }
  const middle = { name: 'middle', keys: middleKeys, algorithm: byIntermediate }
  const leaf = await certificate('client', middle, await newKeys(ecdsaSHA384))
  return {
    root: await certificate('root', { ...signer, algorithm: root }, rootKeys),
    chain: [leaf, await certificate('middle', signer, middleKeys)],
  }
}

function requestOf({ chain }: Pick<Made, 'chain'>): ServerRequest {
  return {
    headers: { 'x-remote-user': 'someone' },
    rawHeaders: [],
    peerCertificate: { chain: chain.map(({ raw }) => raw) },
  } as unknown as ServerRequest
}

const authoritiesOf = ({ root }: Pick<Made, 'root'>) => ({ certificates: () => [root], clock: new FakeClock(now) })

async function nameFrom(made: Made): Promise<string | undefined> {
  return (await clientCertificateAuthenticator(authoritiesOf(made)).authenticate(requestOf(made)))?.user.name
}

const sha1Problem = 'x509: cannot verify signature: insecure algorithm SHA1-RSA'

describe('a chain of a client certificate', () => {
  it.each([
    ['whose certificate has SHA-1', [sha256, sha256, sha1], sha1Problem],
    ['whose intermediate has SHA-1', [sha256, sha1, sha256], sha1Problem],
    ['whose certificate has SHA-1 with ECDSA', [sha256, sha256, ecdsaSHA1], 'insecure algorithm ECDSA-SHA1'],
    ['whose intermediate has SHA-1 with ECDSA', [ecdsaSHA384, ecdsaSHA1, sha256], 'insecure algorithm ECDSA-SHA1'],
    ['whose certificate has SHA-1 with RSASSA-PSS', [sha256, sha256, pssSHA1], 'algorithm unimplemented'],
  ] as const)('%s is refused', async (_, algorithms, message) => {
    const made = await chainOf(...(algorithms as unknown as [Algorithm, Algorithm, Algorithm]))
    await expect(nameFrom(made)).rejects.toThrow(message)
    await expect(nameFrom(made)).rejects.toThrow('x509: certificate signed by unknown authority')
  })

  it.each([
    ['of SHA-256 and SHA-384', [sha256, sha256, ecdsaSHA384]],
    ['of RSASSA-PSS', [pssSHA256, pssSHA256, pssSHA256]],
    // Nobody trusts an authority for what it says of itself.
    ['below an authority with SHA-1', [sha1, sha256, ecdsaSHA384]],
  ] as const)('%s is taken', async (_, algorithms) => {
    expect(await nameFrom(await chainOf(...(algorithms as unknown as [Algorithm, Algorithm, Algorithm])))).toBe(
      'client',
    )
  })

  it('is refused for a front proxy as well', async () => {
    const made = await chainOf(sha256, sha256, sha1)
    const authenticator = requestHeaderAuthenticator({
      usernameHeaders: ['x-remote-user'],
      uidHeaders: [],
      groupHeaders: [],
      extraHeaderPrefixes: [],
      allowedNames: [],
      authorities: authoritiesOf(made),
    })
    await expect(authenticator.authenticate(requestOf(made))).rejects.toThrow(sha1Problem)
  })

  it('with a short RSA key is refused', async () => {
    const keys = await newKeys(sha256, 768)
    const signer = { name: 'root', keys, algorithm: sha256 }
    const root = await certificate('root', signer, keys)
    const leaf = await certificate('client', signer, await newKeys(sha256))
    await expect(nameFrom({ root, chain: [leaf] })).rejects.toThrow('crypto/rsa: 768-bit keys are insecure')
  })
})
