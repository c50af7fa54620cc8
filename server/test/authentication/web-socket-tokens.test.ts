import { describe, expect, it } from 'vitest'
import { bearerTokenAuthenticator } from '../../src/authentication/bearer-token.js'
import { cachedTokenAuthenticator } from '../../src/authentication/token-cache.js'
import type { ServerRequest } from '../../src/request/http.js'

const prefix = 'base64url.bearer.authorization.k8s.io.'
const coded = (token: string | Uint8Array): string => prefix + Buffer.from(token).toString('base64url')
const alice = { user: { name: 'alice', uid: '', groups: [], extra: {} } }
const authenticator = bearerTokenAuthenticator({
  authenticateToken: async (token) => (token === 'tök' ? alice : undefined),
})

const nameWith = async (...protocols: string[]): Promise<string | undefined> => {
  const headers = { 'sec-websocket-protocol': protocols.join(', ') }
  const request = {
    headers,
    rawHeaders: protocols.flatMap((each) => ['Sec-WebSocket-Protocol', each]),
    upgrade: () => {},
  }
  return (await authenticator.authenticate(request as unknown as ServerRequest))?.user.name
}

describe('a token in a sub-protocol of a web socket', () => {
  it('stands beside another one', async () => {
    expect(await nameWith(coded('tök'), 'v4.channel.k8s.io')).toBe('alice')
    expect(await nameWith('v4.channel.k8s.io', coded('tök'))).toBe('alice')
    expect(await nameWith('v4.channel.k8s.io')).toBeUndefined()
  })

  it.each([
    [[coded('tök')], 'missing additional subprotocol'],
    [[coded('tök'), coded('tök'), 'x'], 'multiple base64.bearer.authorization tokens specified'],
    [[`${coded('tök')}=`, 'x'], 'invalid base64.bearer.authorization token encoding'],
    [[`${prefix}AAAAA`, 'x'], 'invalid base64.bearer.authorization token encoding'],
    [[`${prefix}t/+k`, 'x'], 'invalid base64.bearer.authorization token encoding'],
    [[prefix, 'x'], 'invalid base64.bearer.authorization token encoding'],
    [[coded(Uint8Array.of(0xff, 0xfe)), 'x'], 'invalid base64.bearer.authorization token'],
    [[coded('other'), 'x'], 'invalid bearer token'],
  ])('%j is refused', async (protocols, message) => {
    await expect(nameWith(...protocols)).rejects.toThrow(message)
  })
})

describe('a cache of tokens', () => {
  it.each([
    [['a', 'b'], ['a\0b']],
    [['a', 'b'], ['ab']],
    [['1:a'], ['1', 'a']],
  ])('tells the audiences %j from %j', async (first, second) => {
    const asked: string[] = []
    const tokens = cachedTokenAuthenticator(
      {
        async authenticateToken(_, { audiences }) {
          asked.push(JSON.stringify(audiences))
          return alice
        },
      },
      { successTTL: 1000, failureTTL: 0, clock: { now: () => 0 } },
    )
    for (const audiences of [first, second, first, second]) await tokens.authenticateToken('t', { audiences })
    expect(asked).toEqual([JSON.stringify(first), JSON.stringify(second)])
  })

  it('repeats warnings and annotations for tokens that are good', async () => {
    const tokens = cachedTokenAuthenticator(
      {
        async authenticateToken(token, context) {
          context.warn?.('old')
          context.annotate?.('key', token)
          return token === 'good' ? alice : undefined
        },
      },
      { successTTL: 1000, failureTTL: 1000, clock: { now: () => 0 } },
    )
    const noted: string[] = []
    const annotate = (key: string, value: string): void => void noted.push(`${key}=${value}`)
    const warn = (text: string): void => void noted.push(text)
    for (const token of ['good', 'bad', 'good', 'bad'])
      await tokens.authenticateToken(token, { audiences: [], annotate, warn })
    expect(noted).toEqual(['key=good', 'old', 'key=good', 'old'])
  })
})
