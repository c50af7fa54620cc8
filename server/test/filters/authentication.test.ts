import type { StatusError } from 'apimachinery/errors'
import { describe, expect, it } from 'vitest'
import type { Authenticator } from '../../src/authentication/authenticator.js'
import { type AuthenticationFilterOptions, withAuthentication } from '../../src/filters/authentication.js'
import { exchange, userNamed } from './exchange.js'

type Found = Awaited<ReturnType<Authenticator['authenticate']>>

/** The filter over an authenticator that finds this. */
function filterOf(found: Found | Error, options: Partial<AuthenticationFilterOptions> = {}) {
  return withAuthentication({
    authenticator: {
      authenticate: async () => {
        if (found instanceof Error) throw found
        return found
      },
    },
    audiences: [],
    writeError: (_request, response, error) => {
      response.writeHead((error as StatusError).status.code ?? 0, {})
      response.end(Buffer.from((error as Error).message))
    },
    ...options,
  })
}

const user = userNamed('a', 'system:authenticated')
const refused = { status: 401, body: 'Unauthorized', handled: undefined }

/** What a filter tells its metrics: result and name. */
function told(): { readonly seen: unknown[]; readonly options: Partial<AuthenticationFilterOptions> } {
  const seen: unknown[] = []
  const metrics = {
    authenticated: (result: string, seconds: number, name?: string) => seen.push([result, seconds < 60, name]),
  }
  return { seen, options: { metrics: metrics as never } }
}

describe('a request with credentials', () => {
  // Facts of TestAuthenticateRequest.
  it('goes on with its user', async () => {
    const { seen, options } = told()
    const { status, handled } = await exchange(filterOf({ user }, options))
    expect(status).toBe(200)
    expect(handled?.user).toBe(user)
    expect(seen).toEqual([['success', true, 'a']])
  })

  it('is refused where nobody knows them', async () => {
    const { seen, options } = told()
    expect(await exchange(filterOf(undefined, options))).toMatchObject(refused)
    expect(seen).toEqual([['failure', true, undefined]])
  })

  it('is refused where they are wrong; the reason goes to the log only', async () => {
    const { seen, options } = told()
    const reasons: unknown[] = []
    const wrong = new Error('expired')
    const onRefused = (error: unknown) => reasons.push(error)
    expect(await exchange(filterOf(wrong, { ...options, onRefused }))).toMatchObject(refused)
    expect(await exchange(filterOf(wrong))).toMatchObject(refused)
    expect(reasons).toEqual([wrong])
    expect(seen).toEqual([['error', true, undefined]])
  })

  it('is refused through what is put around failures', async () => {
    const aroundFailure: AuthenticationFilterOptions['aroundFailure'] = (failed) => async (request, response) => {
      response.setHeader('x-around', 'yes')
      await failed(request, response)
    }
    const { status, headers } = await exchange(filterOf(undefined, { aroundFailure }))
    expect(status).toBe(401)
    expect(headers['x-around']).toBe('yes')
  })

  it('says how long that took', async () => {
    const parts: string[] = []
    const latencies = { add: (part: string, took: number) => parts.push(`${part} ${took < 60_000}`) } as never
    await exchange(filterOf({ user }), { known: { latencies } })
    expect(parts).toEqual(['authentication true'])
  })
})

describe('credentials for audiences', () => {
  // Facts of TestAuthenticateRequestWithAud.
  it.each<{ audiences: string[]; of: string[] | undefined; taken: boolean }>([
    { audiences: [], of: ['other'], taken: true },
    { audiences: ['api'], of: undefined, taken: true },
    { audiences: ['api'], of: [], taken: true },
    { audiences: ['api'], of: ['api'], taken: true },
    { audiences: ['api', 'second'], of: ['other', 'second'], taken: true },
    { audiences: ['api'], of: ['other', 'else'], taken: false },
  ])('are taken by a server of the same audience, or where either has none: %j', async ({ audiences, of, taken }) => {
    const { seen, options } = told()
    const found = of === undefined ? { user } : { user, audiences: of }
    const answer = await exchange(filterOf(found, { ...options, audiences }))
    expect(answer).toMatchObject(taken ? { status: 200 } : refused)
    expect(answer.handled?.user).toBe(taken ? user : undefined)
    expect(seen).toEqual([taken ? ['success', true, 'a'] : ['error', true, undefined]])
  })
})

describe('connections', () => {
  // Facts of TestUnauthenticatedHTTP2ClientConnectionClose.
  it.each<{ httpVersion: string; found: Found; connection: string | undefined }>([
    { httpVersion: '2.0', found: undefined, connection: 'close' },
    { httpVersion: '2.0', found: { user: userNamed('x', 'system:unauthenticated') }, connection: 'close' },
    { httpVersion: '2.0', found: { user }, connection: undefined },
    { httpVersion: '1.1', found: undefined, connection: undefined },
  ])('over HTTP/2 end for a client that is not known: %j', async ({ httpVersion, found, connection }) => {
    const { headers } = await exchange(filterOf(found), { known: { httpVersion } as never })
    expect(headers.connection).toBe(connection)
  })
})
