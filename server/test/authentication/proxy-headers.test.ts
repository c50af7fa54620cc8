import { X509Certificate } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { systemClock } from 'apimachinery/wait'
import { describe, expect, it } from 'vitest'
import { requestHeaderAuthenticator } from '../../src/authentication/request-header.js'
import { newCertificate, newCertificateAuthority } from '../../src/certificates/new-certificate.js'
import { flagGroups } from '../../src/cli/flags.js'
import { withAuthentication } from '../../src/filters/authentication.js'
import { frontProxies } from '../../src/flags/certificate-authenticators.js'
import { parseFlags } from '../../src/flags/flag.js'
import { FlagValues } from '../../src/flags/flag-values.js'
import { Reloads } from '../../src/flags/reloads.js'
import type { HeaderFields, IdentifiedRequest } from '../../src/request/http.js'
import { RequestLatencies } from '../../src/request/request-latencies.js'

const alice = { user: { name: 'alice', uid: '', groups: [], extra: {} } }

async function newProxy() {
  const authority = await newCertificateAuthority('proxies', new Date())
  const facts = { commonName: 'front-proxy', usage: 'client', notBefore: new Date() } as const
  const { certificate } = await newCertificate(authority, facts)
  return { authority: authority.certificate, peer: { chain: [new X509Certificate(certificate).raw] } }
}

const requestOf = (headers: Record<string, string>, more: object = {}): IdentifiedRequest =>
  ({
    headers,
    rawHeaders: Object.entries(headers).flat(),
    httpVersion: '1.1',
    latencies: new RequestLatencies(),
    ...more,
  }) as unknown as IdentifiedRequest

describe('the filter of authentication', () => {
  /** The fields that are left for what comes behind. */
  async function left(headers: Record<string, string>, proxies = false): Promise<HeaderFields> {
    const { authority } = await newProxy()
    const proxy = requestHeaderAuthenticator({
      usernameHeaders: ['x-company-user'],
      uidHeaders: ['x-company-uid'],
      groupHeaders: ['x-company-group'],
      extraHeaderPrefixes: ['x-company-extra-'],
      allowedNames: [],
      authorities: { certificates: () => [new X509Certificate(authority)], clock: systemClock },
    })
    const request = requestOf(headers)
    const filter = withAuthentication({
      authenticator: {
        async authenticate(asked) {
          return (proxies ? await proxy.authenticate(asked) : undefined) ?? alice
        },
      },
      audiences: [],
      writeError: () => {
        throw new Error('refused')
      },
    })
    await filter(async () => {})(request, {} as never)
    return request.headers
  }

  it.each([['x-remote-user'], ['x-remote-uid'], ['x-remote-group'], ['x-remote-extra-scopes'], ['x-remote-extra-']])(
    'removes %s of a client',
    async (name) => {
      expect(await left({ [name]: 'system:masters', accept: 'x' })).toEqual({ accept: 'x' })
    },
  )

  it('removes what its own front proxies are asked for, whoever sends it', async () => {
    const custom = { 'x-company-user': 'root', 'x-company-uid': '0', 'x-company-group': 'system:masters' }
    const fields = { ...custom, 'x-company-extra-a': 'b', 'x-company': 'kept', 'x-remote-group': 'g' }
    expect(await left(fields, true)).toEqual({ 'x-company': 'kept' })
  })

  it('leaves the fields of the caller alone', async () => {
    const given = { 'x-remote-user': 'a' }
    await left(given)
    expect(given).toEqual({ 'x-remote-user': 'a' })
  })
})

describe('flags of front proxies', () => {
  async function userBy(...given: string[]) {
    const folder = mkdtempSync(join(tmpdir(), 'proxies-'))
    const reloads = new Reloads(systemClock, () => {})
    try {
      const { authority, peer } = await newProxy()
      const file = join(folder, 'ca.crt')
      writeFileSync(file, authority)
      expect(readFileSync(file, 'utf8')).toBe(authority)
      const flags = new FlagValues(
        flagGroups,
        parseFlags(flagGroups, [`--requestheader-client-ca-file=${file}`, ...given]),
      )
      const [authenticator] = frontProxies(flags, reloads)
      const headers = { 'x-remote-user': 'bob', 'x-remote-uid': '7', 'x-remote-group': 'dev', 'x-uid': '8' }
      return (await authenticator?.authenticate(requestOf(headers, { peerCertificate: peer })))?.user
    } finally {
      reloads.stop()
      rmSync(folder, { recursive: true })
    }
  }

  it('without that of uids take none', async () => {
    expect(await userBy()).toEqual({ name: 'bob', uid: '', groups: ['dev'], extra: {} })
  })

  it('with it take that of the first field which has one', async () => {
    expect((await userBy('--requestheader-uid-headers=X-Remote-Uid'))?.uid).toBe('7')
    expect((await userBy('--requestheader-uid-headers=X-None,X-Uid,X-Remote-Uid'))?.uid).toBe('8')
  })
})
