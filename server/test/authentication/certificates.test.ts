import { X509Certificate } from 'node:crypto'
import { FakeClock } from 'apimachinery/testing'
import { describe, expect, it } from 'vitest'
import { clientCertificateAuthenticator } from '../../src/authentication/client-certificate.js'
import { requestHeaderAuthenticator } from '../../src/authentication/request-header.js'
import type { ServerRequest } from '../../src/request/http.js'
import { readVectors } from '../interop/vectors/read-vectors.js'

interface Row {
  readonly name: string
  readonly chain: readonly string[]
  readonly user?: string
  readonly uid?: string
  readonly groups?: readonly string[]
  readonly error?: string
  readonly proxy: string
}

const { roots, rows } = readVectors<{ roots: readonly string[]; rows: readonly Row[] }>('certificates')
const authorities = {
  certificates: () => roots.map((der) => new X509Certificate(Buffer.from(der, 'base64'))),
  clock: new FakeClock(new Date('2030-01-01')),
}

function requestOf(chain: readonly string[]): ServerRequest {
  return {
    headers: { 'x-remote-user': 'someone' },
    rawHeaders: ['X-Remote-User', 'someone'],
    ...(chain.length > 0 && { peerCertificate: { chain: chain.map((der) => Buffer.from(der, 'base64')) } }),
  } as unknown as ServerRequest
}

// Certificate chains are verified by crypto/x509 in Go, and here by our own rules over node:crypto.
describe.each(rows)('a client certificate $name', ({ chain, user, uid, groups, error, proxy }) => {
  it('is taken, or refused, as upstream', async () => {
    const found = clientCertificateAuthenticator(authorities).authenticate(requestOf(chain))
    if (error !== undefined) {
      await expect(found).rejects.toThrow(wordsOf(error))
      return
    }
    const taken = (await found)?.user
    expect([taken?.name, taken?.uid || undefined, [...(taken?.groups ?? [])]]).toEqual([user, uid, groups ?? []])
  })

  it('is accepted only from a front proxy', async () => {
    const authenticator = requestHeaderAuthenticator({
      usernameHeaders: ['x-remote-user'],
      uidHeaders: [],
      groupHeaders: [],
      extraHeaderPrefixes: [],
      allowedNames: ['client'],
      authorities,
    })
    const found = authenticator.authenticate(requestOf(chain))
    if (proxy.startsWith('x509:')) await expect(found).rejects.toThrow(wordsOf(proxy))
    else expect((await found)?.user.name ?? '').toBe(proxy)
  })
})

/** What is wrong, without Go's details of times and of what else it tried. */
function wordsOf(error: string): string {
  return error
    .replace(/^verifying certificate .* failed: /, '')
    .replace(/: current time .*| \(possibly because .*|: DNS name .*/, '')
}
