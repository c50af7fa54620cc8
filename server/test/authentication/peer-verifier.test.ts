import 'reflect-metadata'
import { createPrivateKey, webcrypto, X509Certificate } from 'node:crypto'
import { Extension, X509Certificate as ParsedCertificate, X509CertificateGenerator } from '@peculiar/x509'
import { beforeAll, describe, expect, it } from 'vitest'
import { PeerVerifier } from '../../src/authentication/peer-verifier.js'
import {
  type CertificatePair,
  newCertificate,
  newCertificateAuthority,
} from '../../src/certificates/new-certificate.js'
import type { PeerCertificate } from '../../src/request/http.js'

const start = new Date('2026-01-01')
const day = 24 * 60 * 60 * 1000
let authority: CertificatePair
let leaf: X509Certificate

beforeAll(async () => {
  authority = await newCertificateAuthority('authority', start)
  const request = { commonName: 'client', usage: 'client', notBefore: start, days: 10 } as const
  leaf = new X509Certificate((await newCertificate(authority, request)).certificate)
})

const connection = (): PeerCertificate => ({ chain: [leaf.raw] })

/** A principal of Kerberos as an alternative name, which the package reads only where nobody asks for the value. */
const oddNames = Buffer.from('300fa00d06062b0601050202a0030c0178', 'hex')

/** A certificate of a client whose alternative names have a form of their own. */
async function withOddNames(): Promise<X509Certificate> {
  const algorithm = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' }
  const keys = await webcrypto.subtle.generateKey(algorithm, true, ['sign', 'verify'])
  const pkcs8 = createPrivateKey(authority.key).export({ format: 'der', type: 'pkcs8' })
  const made = await X509CertificateGenerator.create({
    serialNumber: '01',
    subject: [{ CN: ['client'] }],
    issuer: new ParsedCertificate(authority.certificate).subjectName.toJSON(),
    notBefore: start,
    notAfter: new Date(start.getTime() + day),
    publicKey: keys.publicKey,
    signingKey: await webcrypto.subtle.importKey('pkcs8', pkcs8, algorithm, false, ['sign']),
    signingAlgorithm: algorithm,
    extensions: [new Extension('2.5.29.17', false, oddNames)],
  })
  return new X509Certificate(Buffer.from(made.rawData))
}

/** A verifier that numbers what it reads; its clock and its authorities can be changed. */
function newVerifier(fails = false) {
  const state = { now: start.getTime() + 1000, roots: [new X509Certificate(authority.certificate)], reads: 0 }
  const authorities = { certificates: () => state.roots, clock: { now: () => state.now } }
  const verifier = new PeerVerifier(authorities, () => {
    state.reads++
    if (fails) throw new Error(`refused ${state.reads}`)
    return state.reads
  })
  return { state, find: (peer: PeerCertificate) => verifier.find(peer) }
}

describe('a certificate', () => {
  it('is verified once for each connection', async () => {
    const { state, find } = newVerifier()
    const [one, other] = [connection(), connection()]
    expect([await find(one), await find(one), await find(other)]).toEqual([1, 1, 2])
    state.now += 9 * day
    expect(await find(one)).toBe(1)
  })

  it('is refused from the moment that it expires', async () => {
    const { state, find } = newVerifier()
    const one = connection()
    expect(await find(one)).toBe(1)
    state.now = start.getTime() + 10 * day + 1
    await expect(find(one)).rejects.toThrow('x509: certificate has expired or is not yet valid')
  })

  it('is verified again when the authorities change', async () => {
    const { state, find } = newVerifier()
    const one = connection()
    expect(await find(one)).toBe(1)
    state.roots = []
    await expect(find(one)).rejects.toThrow('x509: certificate signed by unknown authority')
    state.roots = [new X509Certificate(authority.certificate)]
    expect(await find(one)).toBe(2)
  })

  it('that is refused is looked at again after ten seconds', async () => {
    const { state, find } = newVerifier(true)
    const one = connection()
    await expect(find(one)).rejects.toThrow('refused 1')
    state.now += 9_999
    await expect(find(one)).rejects.toThrow('refused 1')
    state.now += 1
    await expect(find(one)).rejects.toThrow('refused 2')
  })

  it('with alternative names of any form is taken', async () => {
    const { raw } = await withOddNames()
    expect(await newVerifier().find({ chain: [raw] })).toBe(1)
  })

  it('that cannot be read is refused', async () => {
    await expect(newVerifier().find({ chain: [Buffer.from('no certificate')] })).rejects.toThrow()
    expect(await newVerifier().find({ chain: [] })).toBeUndefined()
  })
})
