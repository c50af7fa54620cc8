import { describe, expect, it } from 'vitest'
import type { JWTAuthenticatorConfig } from '../../src/authentication/oidc/jwt-configuration.js'
import { oidcAuthenticator } from '../../src/authentication/oidc/oidc-authenticator.js'
import { readVectors } from '../interop/vectors/read-vectors.js'

interface Document {
  readonly status: number
  readonly cacheControl?: string
  readonly body: string
}

interface Step {
  readonly served: Readonly<Record<string, Document>>
  readonly token: string
  /** URL, and what was shown there. */
  readonly asked?: readonly string[]
  readonly user?: { readonly Name: string; readonly Groups: readonly string[] | null }
  readonly error?: string
}

interface Session {
  readonly config: JWTAuthenticatorConfig
  readonly steps: readonly Step[]
}

const now = Date.UTC(2026, 0, 1)
/** Words after these are those of the parser, or go on about what is wrong. */
const told =
  /^(oidc: verify token: failed to verify signature: fetching keys oidc: failed to decode keys|oidc: verify token: oidc: failed to unmarshal claims|oidc: could not expand distributed claims: getting untrusted issuer from endpoint \S+ failed for claim "\S+"|oidc: parse groups claim)?.*/s

const nothing: Document = { status: 404, body: 'nothing' }
const statusTexts: Readonly<Record<number, string>> = {
  403: 'Forbidden',
  404: 'Not Found',
  500: 'Internal Server Error',
}

describe('keys of issuers, and distributed claims', () => {
  const sessions = readVectors<Session[]>('issuers').map((session, index) => ({ ...session, index }))

  it.each(sessions)('as upstream: session $index', async ({ config, steps }) => {
    let served: Step['served'] = {}
    let asked: string[] = []
    const { url, discoveryURL } = config.issuer
    const discovery = discoveryURL ?? `${url.replace(/\/$/, '')}/.well-known/openid-configuration`
    const tokens = oidcAuthenticator(
      { ...config, signingAlgorithms: ['ES256'] },
      {
        clock: { now: () => now },
        fetch: async (address, bearer) => {
          // Upstream looks for the keys before the first token.
          if (address !== discovery) asked.push(bearer === undefined ? address : `${address} Bearer ${bearer}`)
          const { status, body, cacheControl } = served[address] ?? nothing
          return { status, statusText: statusTexts[status] ?? '', text: body, cacheControl }
        },
      },
    )
    for (const step of steps) {
      served = step.served
      asked = []
      const found = await tokens.authenticateToken(step.token, { audiences: [] }).catch((error: Error) => error)
      const failure = found instanceof Error ? found.message : undefined
      const user = found instanceof Error ? undefined : found?.user
      const hint = JSON.stringify(step, undefined, 1)
      const words = (text: string | undefined): string | undefined => text?.replace(told, (all, start) => start || all)
      expect(words(failure), hint).toBe(words(step.error))
      expect(asked, hint).toEqual((step.asked ?? []).filter((each) => each !== discovery))
      expect(user && { Name: user.name, Groups: user.groups }, hint).toEqual(
        step.user && { Name: step.user.Name, Groups: step.user.Groups ?? [] },
      )
    }
  })
})
