import { describe, expect, it } from 'vitest'
import type { JWTAuthenticatorConfig } from '../../src/authentication/oidc/jwt-configuration.js'
import { oidcAuthenticator } from '../../src/authentication/oidc/oidc-authenticator.js'
import { readVectors } from '../interop/vectors/read-vectors.js'

interface GoUser {
  readonly Name: string
  readonly UID: string
  readonly Groups: readonly string[] | null
  readonly Extra: Record<string, readonly string[]> | null
}

interface Vectors {
  readonly key: object
  readonly now: number
  readonly issuers: readonly {
    readonly config: JWTAuthenticatorConfig
    readonly error?: string
    readonly tokens?: readonly { readonly token: string; readonly user?: GoUser; readonly error?: string }[]
  }[]
}

const { key, now, issuers } = readVectors<Vectors>('tokens')

function authenticatorOf(config: JWTAuthenticatorConfig) {
  const { url } = config.issuer
  return oidcAuthenticator(config, {
    clock: { now: () => now },
    apiAudiences: ['api'],
    fetch: async (address) => ({
      status: 200,
      statusText: 'OK',
      text: JSON.stringify(address.endsWith('/jwks') ? { keys: [key] } : { issuer: url, jwks_uri: `${url}/jwks` }),
      cacheControl: undefined,
    }),
  })
}

async function answer(config: JWTAuthenticatorConfig, token: string): Promise<{ user?: GoUser; error?: string }> {
  try {
    const found = await authenticatorOf(config).authenticateToken(token, { audiences: [] })
    if (found === undefined) return {}
    const { name, uid, groups, extra } = found.user
    return { user: { Name: name, UID: uid, Groups: groups, Extra: extra } }
  } catch (error) {
    return { error: (error as Error).message }
  }
}

const claimsOf = (token: string): string => Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()

describe("tokens are read as by Kubernetes' own code", () => {
  it.each(issuers.filter(({ error }) => error === undefined))('$config', async ({ config, tokens = [] }) => {
    for (const { token, user, error } of tokens) {
      const found = await answer(config, token)
      // Words of refusals are for the log alone.
      expect(found.error !== undefined, claimsOf(token)).toBe(error !== undefined)
      const expected = user && { ...user, Groups: user.Groups ?? [], Extra: user.Extra ?? {} }
      expect(found.user, claimsOf(token)).toEqual(expected)
    }
  })
})
